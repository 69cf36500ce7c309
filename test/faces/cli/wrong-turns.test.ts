// Mistakes are reported: what is printed for a misspelled variable, a wrong folder, or a command that is run too early.
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import {
  bindCustomer,
  createTestProgram,
  type RunningService,
  secretKey,
  startService,
} from "../../support/service.ts";
import { runSvc, startSvc } from "../../support/svc.ts";

let db: TestDatabase;
let service: RunningService;
let folder: string;
beforeAll(async () => {
  db = await createTestDatabase();
  service = await startService(db.url);
  folder = await mkdtemp(join(tmpdir(), "svc-wrong-"));
});
afterAll(async () => {
  await service.close();
  await db.drop();
  await rm(folder, { recursive: true });
});

const environment = () => ({ DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey });

describe("a variable that is not known", () => {
  test.each([
    [{ SVC_DATADIR: "x" }, "SVC_DATADIR is not known. Did you mean SVC_DATA_DIR?"],
    [{ SVC_PORT: "8081" }, "SVC_PORT is not known. Did you mean PORT?"],
    [{ SVC_COLOUR: "red" }, "SVC_COLOUR is not known. docs/configuration.md lists those there are."],
    [{ DATABSE_URL: "postgres://db/svc" }, "DATABSE_URL is not known. Did you mean DATABASE_URL?"],
    [{ METRICS_TOEKN: "0123456789abcdef" }, "METRICS_TOEKN is not known. Did you mean METRICS_TOKEN?"],
  ])("ends a start: %o", async (given, says) => {
    const env = { SVC_DATA_DIR: join(folder, "unmade"), ...given };
    const run = await runSvc(["serve"], { env });
    expect(run).toEqual({ code: 1, stdout: "", stderr: `The configuration has faults:\n  ${says}\n` });
    expect(existsSync(env.SVC_DATA_DIR)).toBe(false);
  });

  test("is ignored if a cluster set it, or if it belongs to another program", async () => {
    const env = {
      ...environment(),
      SVC_SERVICE_HOST: "10.0.0.1",
      SVC_PORT: "tcp://10.0.0.1:80",
      SVC_PORT_80_TCP_ADDR: "10.0.0.1",
      SVC_URL: "https://svc.example",
      DATABASE_URI: "postgres://other",
    };
    expect(await runSvc(["workspaces", "list", "--json"], { env })).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("a folder", () => {
  test.each(["programs list", "status --program 1", "replay --all", "demo"])(
    "without an installation is left as it is by: %s",
    async (line) => {
      const dataDir = join(folder, "nobody");
      const run = await runSvc(line.split(" "), { env: { SVC_DATA_DIR: dataDir, PORT: "1" } });
      expect(run).toMatchObject({ code: 1, stdout: "" });
      if (line !== "demo") {
        expect(run.stderr).toBe(
          `There is no installation in ${dataDir}, and none was created. Set its folder with SVC_DATA_DIR or its database with DATABASE_URL, or start a new one: svc serve\n`,
        );
      }
      expect(await readdir(folder)).toEqual([]);
    },
  );

  test.runIf(process.platform === "linux")("that cannot be made fails at once", async () => {
    const env = { SVC_DATA_DIR: "/proc/nope" };
    const { code, stderr } = await runSvc(["serve"], { env });
    expect(code).toBe(1);
    expect(stderr).toContain(
      "SVC_DATA_DIR (/proc/nope) has no usable file secret-keys: The folder /proc/nope cannot be made",
    );
    const given = await runSvc(["serve"], { env: { ...env, SVC_SECRET_KEYS: secretKey } });
    expect(given).toMatchObject({ code: 1, stdout: "" });
    expect(given.stderr).toContain(
      "SVC_DATA_DIR (/proc/nope) has no usable file checkpoint-key: The folder /proc/nope cannot be made",
    );
  });
});

test("a database that refuses connections is named", async () => {
  const env = { DATABASE_URL: "postgres://svc:hush@127.0.0.1:1/svc", SVC_SECRET_KEYS: secretKey };
  const says = "the database at 127.0.0.1:1 refuses connections: nothing listens there, or not for this machine";
  expect((await runSvc(["programs", "list"], { env })).stderr).toBe(`The database cannot be reached: ${says}.\n`);
  expect((await runSvc(["serve", "--wait", "0"], { env })).stderr).toContain(says);
});

test("a database whose host has no address is named", async () => {
  const env = { DATABASE_URL: "postgres://svc:hush@nobody.invalid/svc", SVC_SECRET_KEYS: secretKey };
  const says = "the database at nobody.invalid:5432 is not found: no address is known for that name";
  expect((await runSvc(["programs", "list"], { env })).stderr).toContain(`The database cannot be reached: ${says}`);
});

test("too short a secret is reported with its length", async () => {
  const { stderr } = await runSvc(["programs", "list"], { env: { ...environment(), SVC_SECRET_KEYS: "short" } });
  expect(stderr).toContain("SVC_SECRET_KEYS must be secrets of at least 32 characters each");
});

describe("an empty list says what waits elsewhere", () => {
  test("payouts on hold, and a sale that waits to be attributed", async () => {
    const program = await createTestProgram(db.database);
    const svc = async (line: string) => (await runSvc(line.split(" "), { env: environment() })).stdout;
    expect(await svc(`payouts preview --program ${program.programId}`)).toBe("Nothing.\n");
    const { customerKey } = await bindCustomer(service, program, "customer-1");
    const headers = { authorization: `Bearer ${program.key}`, "content-type": "application/json" };
    const sale = { customer_key: customerKey, amount_cents: 1000, transaction_id: "one" };
    await fetch(`${service.url}/api/v1/track/sale`, { method: "POST", headers, body: JSON.stringify(sale) });
    for (const line of ["payouts preview", "payouts create"]) {
      expect(await svc(`${line} --program ${program.programId} --currency USD`)).toMatch(
        /^Nothing\.\nOn hold: 1 commission, the first until \d{4}-\S+Z\. See: svc commissions list --program \d+\n$/,
      );
    }
  });

  test("an invitation without an acceptance", async () => {
    const answer = async (line: string) =>
      JSON.parse((await runSvc([...line.split(" "), "--json"], { env: environment() })).stdout);
    const { workspace_id } = await answer("workspaces create --name Empty");
    await answer(`members add --workspace ${workspace_id} --email eve@acme.example --role member`);
    const { stdout } = await runSvc(["members", "list", "--workspace", String(workspace_id)], { env: environment() });
    expect(stdout).toBe(
      `Nothing.\nNot accepted yet: 1 invitation. See: svc invitations list --workspace ${workspace_id}\n`,
    );
  });
});

test("a failure with --json is JSON, also of a service that does not start", async () => {
  for (const words of [["serve"], ["verify", "--prgram", "1"], ["replay", "apply", "999"], ["destroy"]]) {
    const env = words[0] === "serve" ? { SVC_COLOUR: "red" } : environment();
    const { code, stderr } = await runSvc([...words, "--json"], { env });
    expect(code).toBeGreaterThan(0);
    expect(JSON.parse(stderr)).toMatchObject({ data: null, error: { message: expect.stringMatching(/\w/) } });
  }
});

test("Ctrl-C says what it waits for", async () => {
  const stopped = Promise.withResolvers<void>();
  const env = { ...environment(), PORT: "0", SHUTDOWN_TIMEOUT_SECONDS: "7" };
  const serving = startSvc(["serve"], { env, interruptWhen: stopped.promise });
  await serving.says(/Whence is running/);
  stopped.resolve();
  expect((await serving.run).code).toBe(0);
  expect(serving.said()).toContain(
    "Stopping: open requests are answered and queued events are written, which takes at most 7 s",
  );
});
