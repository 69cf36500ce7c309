// A database as it is after a restore: a dump holds no roles, and may be brought back without grants or triggers. The service says at
// start what is missing, loudly, and `svc migrate` makes it again.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { serviceRole } from "../../../src/engine/postgres/database.ts";
import { type EmbeddedDatabase, openEmbedded } from "../../../src/engine/postgres/embedded.ts";
import { openInstallation } from "../../../src/engine/postgres/installation.ts";
import { killChildren } from "../../support/child.ts";
import { asOwner, createTestProgram, secretKey } from "../../support/service.ts";
import { startServiceProcess } from "../../support/service-process.ts";
import { runSvc } from "../../support/svc.ts";

const appendOnlyTables = ["event", "delivery", "replay_change"];
const dropRole = `drop owned by ${serviceRole}; drop role ${serviceRole}`;

let root: string;
/** A server of its own: roles are a server's, not a database's. */
let embedded: EmbeddedDatabase;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "svc-restored-"));
  await chmod(root, 0o711);
  embedded = await openEmbedded(join(root, "data"), "command");
});

beforeEach(async () => {
  await svc("migrate");
});

afterEach(killChildren);

afterAll(async () => {
  await embedded.close();
  await rm(root, { recursive: true, force: true });
});

async function svc(...words: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return runSvc([...words, "--json"], {
    env: { DATABASE_URL: embedded.url, SVC_SECRET_KEYS: secretKey, SVC_DATA_DIR: join(root, "data") },
  });
}

const owner = (sql: string) => asOwner(embedded.url, sql);

/** Every right of the role, table by table. */
async function rightsOfRole(): Promise<unknown[]> {
  return asOwner(
    embedded.url,
    `select c.relname, a.privilege_type
       from pg_class c, aclexplode(c.relacl) a
      where a.grantee = to_regrole($1) order by 1, 2`,
    [serviceRole],
  );
}

async function readiness(url: string): Promise<unknown> {
  return (await fetch(`${url}/readyz`)).json();
}

async function protectedMetric(url: string): Promise<string | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return text.split("\n").find((line) => line.startsWith("svc_log_protected"));
}

test("without its role the service says so at start, and svc migrate makes role and rights again", async () => {
  const rights = await rightsOfRole();
  expect(rights.length).toBeGreaterThan(50);
  await owner(dropRole);

  const unprotected = await startServiceProcess(embedded.url);
  await unprotected.child.says(/"level":50.*role svc_service is missing.*Run: node .*svc\.[jt]s migrate/);
  expect(await readiness(unprotected.url)).toMatchObject({ status: "ready", log: "not_protected" });
  expect(await protectedMetric(unprotected.url)).toBe("svc_log_protected 0");
  await killChildren();

  const { code, stdout } = await svc("migrate");
  expect([code, JSON.parse(stdout)]).toEqual([0, { migrated: [], repaired: ["role_missing"], missing: [] }]);
  expect(await rightsOfRole()).toEqual(rights);

  const restored = await startServiceProcess(embedded.url);
  expect(restored.child.said()).not.toContain("append-only");
  expect(await readiness(restored.url)).toMatchObject({ log: "append_only" });
  expect(await protectedMetric(restored.url)).toBe("svc_log_protected 1");
}, 60_000);

test("once repaired, the service's connections may add to the log and not change it", async () => {
  await owner(dropRole);
  await svc("migrate");
  const installation = await openInstallation({
    databaseUrl: embedded.url,
    dataDir: root,
    as: { version: "1.0.0" },
    migrates: false,
  });
  await createTestProgram(installation.database);
  const change = { name: "change_event", text: "update event set source = 'x'" };
  const attempt = installation.database.transaction((session) => session.query(change, []));
  await expect(attempt).rejects.toMatchObject({ code: "42501" });
  await installation.close();
}, 60_000);

test("a table of the operator's own in the schema is left alone", async () => {
  await owner("create table operators_own (id bigint)");
  const service = await startServiceProcess(embedded.url);
  expect(await readiness(service.url)).toMatchObject({ status: "ready", log: "append_only" });
  await killChildren();
  await owner("drop table operators_own");
}, 60_000);

test("in a role without rights nothing starts, with one line of what to do", async () => {
  await owner(`revoke all on all tables in schema public from ${serviceRole}`);
  const serve = await runSvc(["serve"], { env: { DATABASE_URL: embedded.url, SVC_SECRET_KEYS: secretKey, PORT: "0" } });
  expect([serve.code, serve.stderr]).toEqual([
    1,
    "The service did not start: The role svc_service lacks rights on tables of the service. Run: svc migrate\n",
  ]);
  const { stdout } = await svc("migrate");
  expect(JSON.parse(stdout)).toMatchObject({ repaired: ["grants_missing"], missing: [] });
}, 60_000);

test.each([
  ["dropped", (table: string) => `drop trigger ${table}_is_append_only on ${table}`],
  ["disabled", (table: string) => `alter table ${table} disable trigger ${table}_is_append_only`],
])(
  "triggers that were %s are reported and created again",
  async (_how, without) => {
    for (const table of appendOnlyTables) await owner(without(table));
    const service = await startServiceProcess(embedded.url);
    await service.child.says(/trigger that refuses changes of the log is missing or disabled/);
    await killChildren();
    const { stdout } = await svc("migrate");
    expect(JSON.parse(stdout)).toMatchObject({ repaired: ["trigger_missing"], missing: [] });
    for (const table of appendOnlyTables) {
      await expect(owner(`delete from ${table}`)).rejects.toThrow(/append-only/);
    }
  },
  60_000,
);

test("rights to change the log are taken back from the role", async () => {
  await owner(`grant update on event to ${serviceRole}`);
  const { stdout } = await svc("migrate");
  expect(JSON.parse(stdout)).toMatchObject({ repaired: ["log_changeable_by_role"], missing: [] });
}, 60_000);

test("a user who may not create the role learns what is still missing", async () => {
  await owner(dropRole);
  await owner(
    `create role limited login password 'limited';
     grant all on schema public to limited;
     grant all on all tables in schema public to limited;
     grant all on all sequences in schema public to limited`,
  );
  const url = new URL(embedded.url);
  url.username = "limited";
  url.password = "limited";
  const { code, stdout } = await runSvc(["migrate", "--json"], {
    env: { DATABASE_URL: url.href, SVC_SECRET_KEYS: secretKey },
  });
  await owner("drop owned by limited; drop role limited");
  expect([code, JSON.parse(stdout)]).toEqual([0, { migrated: [], repaired: [], missing: ["role_missing"] }]);
}, 60_000);
