// The service: how it starts, what it says, and how it ends. As a process where it is sent signals, as an operator sends them, or
// where another one has to be there.
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../../../../src/config/config.ts";
import { withClient } from "../../../../src/engine/postgres/database.ts";
import { openEmbedded } from "../../../../src/engine/postgres/embedded.ts";
import { isDatabaseUnavailable } from "../../../../src/engine/postgres/faults.ts";
import { findServiceUrl } from "../../../../src/faces/cli/remote/service-address.ts";
import type { Child } from "../../../support/child.ts";
import { killChildren, startChild } from "../../../support/child.ts";
import { createDataFolder, type DataFolder } from "../../../support/data-folder.ts";
import { freePort } from "../../../support/ports.ts";
import { type Running, startSvc, svcScript } from "../../../support/svc.ts";
import { startTcpProxy } from "../../../support/tcp-proxy.ts";

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
  startChild(svcScript, ["serve", "--wait", "0"], { SVC_DATA_DIR: dataDir, ...env });
/** In this process, until what it answers is called. */
const serveHere = (env: NodeJS.ProcessEnv, wait = 0): Running & { stop(): void } => {
  const stopped = Promise.withResolvers<void>();
  const interruptWhen = stopped.promise;
  return { ...startSvc(["serve", "--wait", String(wait)], { env, interruptWhen }), stop: stopped.resolve };
};
const urlOf = async (service: Pick<Child, "says">) => (await service.says(/service {4}(http:\S+)/))[1] ?? "";
const status = async (url: string) => (await fetch(`${url}/healthz`)).status;
const databaseUrl = async () => {
  const { port, password } = JSON.parse(await readFile(join(dataDir, "postgres.json"), "utf8"));
  return `postgres://svc:${password}@127.0.0.1:${port}/svc`;
};
const databaseAnswers = async () =>
  withClient(await databaseUrl(), () => Promise.resolve(true)).catch((error: unknown) => !isDatabaseUnavailable(error));

const halfHeaders = "GET /healthz HTTP/1.1\r\nHost: x\r\n";
const halfBody =
  "POST /api/v1/track/click HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";

const wholeRequest = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

/** A request that is started and does not end, after one whose answer shows that the service has read both. */
async function hangOn(url: string, begun: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  const answered = new Promise((resolve) => socket.once("data", resolve));
  socket.write(wholeRequest + begun);
  await answered;
}

/** A request that arrived whole and whose answer waits for a lock, until its database answers it. */
async function holdUp(url: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: await databaseUrl() });
  client.on("error", () => undefined);
  await client.connect();
  await client.query("begin; lock table partner_code in access exclusive mode");
  const click = { affiliate_url: "https://shop.example/?aff=nobody" };
  const headers = { "content-type": "application/json" };
  void fetch(`${url}/api/v1/track/click`, { method: "POST", headers, body: JSON.stringify(click) }).catch(() => null);
  const countWaiting = async (): Promise<number | null> => {
    // In a transaction what was seen first stays.
    await client.query("select pg_stat_clear_snapshot()");
    return (await client.query("select from pg_stat_activity where wait_event_type = 'Lock'")).rowCount;
  };
  await expect.poll(countWaiting, { timeout: 15_000 }).toBe(1);
  return () => client.end();
}

/** Waits while another run of these tests has the port; any other process that has it keeps it occupied as well. */
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

const postmasterPid = async () =>
  Number((await readFile(join(dataDir, "postgres/data/postmaster.pid"), "utf8")).split("\n")[0]);
const readiness = async (url: string) => (await fetch(`${url}/readyz`)).status;

test("a killed embedded PostgreSQL is restarted and accepts later calls", async () => {
  await folder.initialise();
  const service = serve();
  const url = await urlOf(service);
  expect(await readiness(url)).toBe(200);
  process.kill(await postmasterPid(), "SIGKILL");
  await service.says(/embedded PostgreSQL ended by itself/);
  expect(await readiness(url)).toBe(503);
  await service.says(/embedded PostgreSQL is back/);
  await expect.poll(() => readiness(url), { timeout: 30_000 }).toBe(200);
  service.process.kill("SIGTERM");
  expect((await service.exit).code).toBe(0);
  expect(await databaseAnswers()).toBe(false);
});

test("ends with one line when its embedded PostgreSQL cannot be started again", async () => {
  await folder.initialise();
  const service = serve();
  await urlOf(service);
  const pid = await postmasterPid();
  await writeFile(join(dataDir, "postgres/data/postgresql.conf"), "no_such_setting = 1\n");
  process.kill(pid, "SIGKILL");
  expect((await service.exit).code).toBe(1);
  expect(service.said()).toContain(
    `The service ended: embedded PostgreSQL in ${join(dataDir, "postgres")} ended and could not be restarted. `,
  );
  await rm(join(dataDir, "postgres/data/postmaster.pid"), { force: true });
});

test("runs once per data directory, and says where the other one is", async () => {
  await folder.initialise();
  const first = serve();
  const url = await urlOf(first);
  const second = serveHere({ SVC_DATA_DIR: dataDir });
  expect((await second.run).code).toBe(1);
  expect(second.said()).toBe(
    `The service did not start: A service already runs on the data directory ${dataDir}. It answers at ${url}.\n`,
  );
  const elsewhere = serveHere({ SVC_DATA_DIR: dataDir, PORT: String(await freePort()) });
  expect((await elsewhere.run).code).toBe(1);
  expect(elsewhere.said()).toContain(`It answers at ${url}.`);
  expect(await status(url)).toBe(200);
});

test("stops cleanly on a signal while it is still starting", async () => {
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
    const moved = serveHere({ SVC_DATA_DIR: dataDir });
    const url = await urlOf(moved);
    expect(url).not.toBe("http://127.0.0.1:8080");
    expect(moved.said()).toContain(`${url} (port 8080 is taken)`);
    expect(await status(url)).toBe(200);
    moved.stop();
    expect((await moved.run).code).toBe(0);

    const refused = serveHere({ SVC_DATA_DIR: dataDir, PORT: "8080" });
    expect((await refused.run).code).toBe(1);
    expect(refused.said()).toContain("Port 8080 on 127.0.0.1 is taken. Set PORT to a free one.");
    expect(await databaseAnswers()).toBe(false);
  } finally {
    release();
  }
});

test("stops within its bound although callers never send the rest of headers or a body, and the database with it", async () => {
  await folder.initialise();
  const service = serve({ SHUTDOWN_TIMEOUT_SECONDS: "10" });
  const url = await urlOf(service);
  for (const begun of [halfHeaders, halfBody]) await hangOn(url, begun);
  service.process.kill("SIGTERM");
  // Beyond its bound it is 1, and the database is left.
  expect(await service.exit).toEqual({ code: 0, signal: null });
  expect(await databaseAnswers()).toBe(false);
});

test("exits with code 1 when a request holds it too long", async () => {
  await folder.initialise();
  const service = serve({ SHUTDOWN_TIMEOUT_SECONDS: "1" });
  const letGo = await holdUp(await urlOf(service));
  service.process.kill("SIGTERM");
  expect((await service.exit).code).toBe(1);
  expect(service.said()).toContain("could not stop within SHUTDOWN_TIMEOUT_SECONDS (1)");
  await letGo();
});

test("ends at once at a second signal", async () => {
  await folder.initialise();
  const service = serve({ SHUTDOWN_TIMEOUT_SECONDS: "600" });
  await hangOn(await urlOf(service), halfHeaders);
  const sentAt = performance.now();
  const again = setInterval(() => service.process.kill("SIGTERM"), 50);
  const { code } = await service.exit.finally(() => clearInterval(again));
  expect(code).toBe(130);
  expect(performance.now() - sentAt, "signals within a second are the same wish").toBeGreaterThan(1000);
});

test("says every fault of its configuration, and a database it cannot reach, without a stack", async () => {
  const faulty = serveHere({ SVC_DATA_DIR: dataDir, PORT: "x", LOG_LEVEL: "loud" });
  expect((await faulty.run).code).toBe(1);
  expect(faulty.said()).toMatch(/^The configuration has faults:\n {2}PORT must.*\n {2}LOG_LEVEL must.*\n$/);

  const secret = { SVC_SECRET_KEYS: "s".repeat(32), DATABASE_URL: "postgres://svc:hush@127.0.0.1:1/svc" };
  const lost = serveHere({ SVC_DATA_DIR: dataDir, ...secret });
  expect((await lost.run).code).toBe(1);
  expect(lost.said()).toBe(
    "The service did not start: The database at 127.0.0.1:1/svc could not be reached for 0 s (--wait): " +
      "the database at 127.0.0.1:1 refuses connections: nothing listens there, or not for this machine\n",
  );
});

describe("when its database cannot be reached yet", () => {
  const wait = (url: string, seconds: number) =>
    serveHere({ DATABASE_URL: url, SVC_SECRET_KEYS: "s".repeat(32), PORT: "0" }, seconds);

  test("it says what it waits for, and starts as soon as the database is there", async () => {
    await folder.initialise();
    const embedded = await openEmbedded(dataDir, "command");
    const proxy = await startTcpProxy(embedded.url);
    await proxy.cut();
    const service = wait(proxy.url, 60);
    await service.says(
      /Waiting for the database at 127\.0\.0\.1:\d+\/svc, 60 s more \(--wait\): the database at \S+ refuses connections/,
    );
    await proxy.mend();
    expect(await status(await urlOf(service))).toBe(200);
    service.stop();
    expect((await service.run).code).toBe(0);
    await proxy.cut();
    await embedded.close();
  });

  test("it stops waiting at the bound", async () => {
    const service = wait("postgres://svc:hush@127.0.0.1:1/svc", 1);
    expect((await service.run).code).toBe(1);
    expect(service.said()).toMatch(
      /could not be reached for 1 s \(--wait\): the database at 127\.0\.0\.1:1 refuses connections: .*\n$/,
    );
  });

  test("it stops on a signal", async () => {
    const service = wait("postgres://svc:hush@127.0.0.1:1/svc", 600);
    await service.says(/Waiting for the database/);
    service.stop();
    expect((await service.run).code).toBe(0);
  });
});
