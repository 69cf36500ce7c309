// The service as a process: how it starts, what it says, and how it ends, by signals as an operator sends them.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findServiceUrl } from "../../src/cli/service-address.ts";
import { readConfig } from "../../src/config.ts";
import { isDatabaseUnavailable, withClient } from "../../src/db/database.ts";
import type { Child } from "../support/child.ts";
import { killChildren, startChild } from "../support/child.ts";
import { createDataFolder, type DataFolder } from "../support/data-folder.ts";
import { svcScript } from "../support/svc.ts";

let folder: DataFolder;
let dataDir: string;

beforeEach(async () => {
  folder = await createDataFolder();
  ({ dataDir } = folder);
});

afterEach(async () => {
  await killChildren();
  await folder.remove();
});

const serve = (env: NodeJS.ProcessEnv = {}): Child =>
  startChild(svcScript, ["serve"], { SVC_DATA_DIR: dataDir, ...env });
const urlOf = async (service: Child) => (await service.says(/service {4}(http:\S+)/))[1] ?? "";
const status = async (url: string) => (await fetch(`${url}/healthz`)).status;
const databaseUrl = async () => {
  const { port, password } = JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8"));
  return `postgres://svc:${password}@127.0.0.1:${port}/svc`;
};
const databaseAnswers = async () =>
  withClient(await databaseUrl(), () => Promise.resolve(true)).catch((error: unknown) => !isDatabaseUnavailable(error));

/** A request whose body does not end; the service has answered that it waits for it. */
async function hangOn(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  const isAsked = new Promise((resolve) => socket.once("data", resolve));
  const headers = ["Host: x", "Content-Type: application/json", "Content-Length: 2", "Expect: 100-continue"];
  socket.write(["POST /api/v1/track/click HTTP/1.1", ...headers, "", ""].join("\r\n"));
  expect(String(await isAsked)).toMatch(/^HTTP\/1\.1 100 /);
}

/** Waits while another run of these tests has the port; whoever else has it keeps it just as well. */
async function occupy(port: number): Promise<() => void> {
  const server = createServer();
  for (let attempt = 0; attempt < 100 && !server.listening; attempt += 1) {
    const tried = Promise.withResolvers<void>();
    server.once("error", () => setTimeout(tried.resolve, 100));
    server.listen(port, "127.0.0.1", tried.resolve);
    await tried.promise;
  }
  return () => server.close();
}

test("starts, says where it is, stops cleanly, and finds its data again", async () => {
  await folder.initialise();
  const config = readConfig({ SVC_DATA_DIR: dataDir });
  const first = serve();
  const url = await urlOf(first);
  expect(await status(url)).toBe(200);
  expect(first.said()).toContain(`data       ${dataDir}`);
  expect(findServiceUrl(config)).toBe(url);
  const marker = "create table marker as select version from schema_migration";
  await withClient(await databaseUrl(), (client) => client.query(marker));

  first.process.kill("SIGTERM");
  expect(await first.exit).toEqual({ code: 0, signal: null });
  expect(first.process.stderr.read()).toBeNull();
  expect(await databaseAnswers()).toBe(false);
  expect(findServiceUrl(config)).toBe("http://127.0.0.1:8080");

  const second = serve();
  expect(await status(await urlOf(second))).toBe(200);
  await withClient(await databaseUrl(), (client) => client.query("select version from marker"));
  // Ctrl-C through npm arrives twice.
  second.process.kill("SIGINT");
  second.process.kill("SIGINT");
  expect(await second.exit).toEqual({ code: 0, signal: null });
});

test("starts again after it was killed", async () => {
  await folder.initialise();
  const killed = serve();
  await urlOf(killed);
  killed.process.kill("SIGKILL");
  await killed.exit;
  expect(await databaseAnswers()).toBe(true);

  const next = serve();
  expect(await status(await urlOf(next))).toBe(200);
  next.process.kill("SIGTERM");
  expect((await next.exit).code).toBe(0);
  expect(await databaseAnswers()).toBe(false);
});

test("runs once per data directory, and says where the other one is", async () => {
  await folder.initialise();
  const first = serve();
  const url = await urlOf(first);
  const second = serve();
  expect((await second.exit).code).toBe(1);
  expect(second.said()).toBe(
    `The service did not start: A service already runs on the data directory ${dataDir}. It answers at ${url}.\n`,
  );
  expect(await status(url)).toBe(200);
});

test("stops cleanly when told so while it is still starting", async () => {
  const service = serve({ LOG_LEVEL: "silent" });
  await expect.poll(() => existsSync(join(dataDir, "postgres.json")), { timeout: 10_000 }).toBe(true);
  service.process.kill("SIGINT");
  expect(await service.exit).toEqual({ code: 0, signal: null });
  expect(service.said()).toBe("");
});

test("takes the next port when the usual one is taken, but not instead of one it was asked for", async () => {
  await folder.initialise();
  const release = await occupy(8080);
  try {
    const moved = serve();
    const url = await urlOf(moved);
    expect(url).not.toBe("http://127.0.0.1:8080");
    expect(moved.said()).toContain(`${url} (port 8080 is taken)`);
    expect(await status(url)).toBe(200);
    moved.process.kill("SIGTERM");
    await moved.exit;

    const refused = serve({ PORT: "8080" });
    expect((await refused.exit).code).toBe(1);
    expect(refused.said()).toContain("Port 8080 on 127.0.0.1 is taken. Set PORT to a free one.");
    expect(await databaseAnswers()).toBe(false);
  } finally {
    release();
  }
});

test("gives up with exit code 1 when a request holds it too long", async () => {
  await folder.initialise();
  const service = serve({ SHUTDOWN_TIMEOUT_SECONDS: "1" });
  await hangOn(await urlOf(service));
  service.process.kill("SIGTERM");
  expect((await service.exit).code).toBe(1);
  expect(service.said()).toContain("could not stop within SHUTDOWN_TIMEOUT_SECONDS (1)");
});

test("ends at once at a second signal", async () => {
  await folder.initialise();
  const service = serve({ SHUTDOWN_TIMEOUT_SECONDS: "600" });
  await hangOn(await urlOf(service));
  const toldAt = performance.now();
  const again = setInterval(() => service.process.kill("SIGTERM"), 50);
  const { code } = await service.exit.finally(() => clearInterval(again));
  expect(code).toBe(130);
  expect(performance.now() - toldAt, "signals within a second are the same wish").toBeGreaterThan(1000);
});

test("says every fault of its configuration, and a database it cannot reach, without a stack", async () => {
  const faulty = serve({ PORT: "x", LOG_LEVEL: "loud" });
  expect((await faulty.exit).code).toBe(1);
  expect(faulty.said()).toMatch(/^The configuration has faults:\n {2}PORT must.*\n {2}LOG_LEVEL must.*\n$/);

  const secret = { SVC_SECRET_KEYS: "s".repeat(32), DATABASE_URL: "postgres://svc:hush@127.0.0.1:1/svc" };
  const lost = serve(secret);
  expect((await lost.exit).code).toBe(1);
  expect(lost.said()).toBe("The service did not start: connect ECONNREFUSED 127.0.0.1:1\n");
});
