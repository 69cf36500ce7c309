// The rehearsal: a backup made while sales come in, restored on another server, proved, and gone on with. And what a restore refuses.
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { writeBackup } from "../../../src/engine/backup/write-backup.ts";
import { serviceRole, withClient } from "../../../src/engine/postgres/database.ts";
import { type EmbeddedDatabase, openEmbedded } from "../../../src/engine/postgres/embedded.ts";
import { findLogFaults } from "../../../src/engine/postgres/log-protection.ts";
import { migrateUpTo, readMigrations } from "../../../src/engine/postgres/migrations/migrate.ts";
import { killChildren } from "../../support/child.ts";
import { createDataFolder, type DataFolder } from "../../support/data-folder.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { databaseUrl } from "../../support/database-server.ts";
import { createTestProgram, type ProgramAtHand, secretKey } from "../../support/service.ts";
import { startServiceProcess } from "../../support/service-process.ts";
import { type Run, runSvc } from "../../support/svc.ts";
import { startTcpProxy } from "../../support/tcp-proxy.ts";

type Answered = { readonly transactionId: string; readonly saleId: number };

let source: TestDatabase;
let program: ProgramAtHand;
/** A server of its own, as elsewhere: roles are a server's. */
let folder: DataFolder;
let elsewhere: EmbeddedDatabase;
let files: string;

beforeAll(async () => {
  source = await createTestDatabase();
  program = await createTestProgram(source.database);
  folder = await createDataFolder();
  elsewhere = await openEmbedded(folder.dataDir, "command");
  files = await mkdtemp(join(tmpdir(), "svc-backups-"));
});

afterEach(killChildren);

afterAll(async () => {
  await source.drop();
  await elsewhere.close();
  await folder.remove();
  await rm(files, { recursive: true });
});

/** On a new database of the other server, or of the one given. */
async function emptyDatabase(name: string): Promise<string> {
  await withClient(elsewhere.url, (client) => client.query(`create database ${name}`));
  return databaseUrl(elsewhere.url, name);
}

function svc(url: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  return runSvc([...words, "--json"], { env: { DATABASE_URL: url, SVC_SECRET_KEYS: secretKey, ...env } });
}

async function sell(url: string, transactionId: string): Promise<Answered> {
  const response = await fetch(`${url}/api/v1/track/sale`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${program.key}` },
    body: JSON.stringify({ transaction_id: transactionId, amount_cents: 1_900, customer_key: "buyer" }),
  });
  expect(response.status).toBe(200);
  return { transactionId, saleId: ((await response.json()) as { sale_id: number }).sale_id };
}

async function backUp(name: string): Promise<{ file: string; json: Record<string, unknown> }> {
  const file = join(files, name);
  const { code, stdout, stderr } = await svc(source.url, ["backup", "--to", file]);
  expect([code, stderr]).toEqual([0, ""]);
  return { file, json: JSON.parse(stdout) };
}

async function bindBuyer(url: string): Promise<void> {
  const call = async (name: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${url}/api/v1/track/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${program.key}` },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const { click_id } = await call("click", { affiliate_url: program.link });
  await call("lead", { click_id, customer_key: "buyer" });
}

test("a backup made under load, restored on another server, is whole, and goes on from there", async () => {
  const service = await startServiceProcess(source.url);
  await bindBuyer(service.url);
  const answered: Answered[] = [];
  let enough = false;
  let next = 0;
  const sellers = Array.from({ length: 4 }, async () => {
    while (!enough) answered.push(await sell(service.url, `sale-${next++}`));
  });
  await expect.poll(() => answered.length, { timeout: 20_000 }).toBeGreaterThan(40);
  const before = [...answered];
  const { file, json } = await backUp("under-load.gz");
  const during = answered.length;
  await expect.poll(() => answered.length, { timeout: 20_000 }).toBeGreaterThan(during + 40);
  enough = true;
  await Promise.all(sellers);
  expect(json).toMatchObject({ file, programs: 1, secret_keys: "SVC_SECRET_KEYS" });

  const url = await emptyDatabase("restored");
  const restored = await svc(url, ["restore", "--from", file]);
  expect([restored.code, restored.stderr]).toEqual([0, ""]);
  expect(JSON.parse(restored.stdout)).toMatchObject({
    rows: json.rows,
    events: json.events,
    verified: true,
    migrated: [],
    missing: [],
  });
  expect(await findLogFaults(url)).toEqual([]);
  const change = withClient(url, async (client) => {
    await client.query(`set role ${serviceRole}`);
    await client.query("update event set source = 'x'");
  });
  await expect(change).rejects.toMatchObject({ code: "42501" });

  const replayed = await svc(url, ["replay", "--all"]);
  expect(JSON.parse(replayed.stdout)).toMatchObject({ status: "done", programs: [{ difference: null }] });

  const sales = await svc(url, ["sales", "list", "--program", String(program.programId), "--limit", "500"]);
  const known = new Set((JSON.parse(sales.stdout).data as { sale_id: number }[]).map((sale) => sale.sale_id));
  expect(before.filter(({ saleId }) => !known.has(saleId))).toEqual([]);

  const again = await startServiceProcess(url);
  const { saleId } = await sell(again.url, "after-the-restore");
  expect(saleId).toBeGreaterThan(Math.max(...answered.map((sale) => sale.saleId)));
}, 120_000);

test("a file that was cut off or changed brings nothing in, and a whole one can follow", async () => {
  const { file } = await backUp("whole.gz");
  const url = await emptyDatabase("refused");
  const text = gunzipSync(await readFile(file));
  const cut = join(files, "cut.gz");
  await writeFile(cut, (await readFile(file)).subarray(0, -100));
  const short = join(files, "short.gz");
  await writeFile(short, gzipSync(text.subarray(0, text.lastIndexOf('{"end"'))));
  const changed = join(files, "changed.gz");
  await writeFile(changed, gzipSync(Buffer.from(text.toString("latin1").replace("Acme", "Acne"), "latin1")));
  for (const [damaged, why] of [
    [cut, /unexpected end of file/],
    [short, /it ends too early/],
    [changed, /its digest is another one/],
    [join(files, "none.gz"), /There is no file/],
  ] as const) {
    const { code, stderr } = await svc(url, ["restore", "--from", damaged]);
    expect(code).toBe(1);
    expect(JSON.parse(stderr).error.message).toMatch(why);
    const left = await withClient(url, async (client) => {
      const exists = await client.query<{ found: boolean }>("select to_regclass('program') is not null as found");
      return exists.rows[0]?.found === true ? (await client.query("select from program")).rowCount : 0;
    });
    expect(left).toBe(0);
  }
  const restored = await svc(url, ["restore", "--from", file]);
  expect(restored, restored.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(restored.stdout)).toMatchObject({ verified: true });

  const second = await svc(url, ["restore", "--from", file]);
  expect(JSON.parse(second.stderr).error.message).toMatch(/in use already/);
}, 60_000);

/** PostgreSQL's message that a COPY has sent its last row; the one with the number of rows follows it. */
const copyDone = Buffer.from([0x63, 0, 0, 0, 4]);

test("a backup counts its rows also where the server's count arrives after the last row", async () => {
  const proxy = await startTcpProxy(source.url, { pausesAfter: copyDone });
  const file = join(files, "late-counts.gz");
  const { rows } = await writeBackup({ url: proxy.url, file, secretKeyMarks: [], now: Date.now });
  await proxy.cut();
  const restored = await svc(await emptyDatabase("late_counts"), ["restore", "--from", file]);
  expect([restored.code, restored.stderr]).toEqual([0, ""]);
  expect(rows).toBeGreaterThan(0);
  expect(JSON.parse(restored.stdout)).toMatchObject({ rows, verified: true });
}, 60_000);

test("a backup of a release that counted too few rows is restored whole: its digest covers each row", async () => {
  const { file, json } = await backUp("counted-right.gz");
  const text = gunzipSync(await readFile(file)).toString("latin1");
  const counted = `"rows":${json.rows}`;
  const rewrite = async (name: string, rows: number): Promise<string> => {
    const rewritten = join(files, name);
    await writeFile(rewritten, gzipSync(Buffer.from(text.replace(counted, `"rows":${rows}`), "latin1")));
    return rewritten;
  };
  const url = await emptyDatabase("miscounted");
  const tooMany = await rewrite("too-many.gz", Number(json.rows) + 1);
  const refused = await svc(url, ["restore", "--from", tooMany]);
  expect(JSON.parse(refused.stderr).error.message).toBe("The backup does not hold as many rows as it says.");
  const tooFew = await rewrite("too-few.gz", Number(json.rows) - 3);
  const restored = await svc(url, ["restore", "--from", tooFew]);
  expect(JSON.parse(restored.stdout)).toMatchObject({ rows: json.rows, verified: true });
}, 60_000);

test("other secret keys are refused, unless that is wanted", async () => {
  const { file } = await backUp("sealed.gz");
  const url = await emptyDatabase("other_keys");
  const other = { SVC_SECRET_KEYS: "another-one-another-one-another-one" };
  const refused = await svc(url, ["restore", "--from", file], other);
  expect(JSON.parse(refused.stderr).error.message).toMatch(/lack 1 of the 1 the backup was made with/);
  const wanted = await svc(url, ["restore", "--from", file, "--accept-other-keys"], other);
  expect(wanted).toMatchObject({ code: 0 });
  expect(JSON.parse(wanted.stdout)).toMatchObject({ verified: true, lost_hashes: true });
}, 60_000);

test("a backup of an older release's schema is brought up to today's", async () => {
  const migrations = await readMigrations();
  const old = await emptyDatabase("older");
  await migrateUpTo(old, migrations.length - 1);
  const file = join(files, "older.gz");
  await writeBackup({ url: old, file, secretKeyMarks: [], now: Date.now });
  const url = await emptyDatabase("newer");
  const { stdout } = await svc(url, ["restore", "--from", file]);
  expect(JSON.parse(stdout)).toMatchObject({ programs: 0, migrated: [migrations.at(-1)?.name], verified: true });
}, 60_000);

test("no file is written over, and a folder gets one named for the time", async () => {
  const { file } = await backUp("once.gz");
  const again = await svc(source.url, ["backup", "--to", file]);
  expect(JSON.parse(again.stderr).error.message).toBe(`${file} is there already.`);
  const inFolder = await mkdtemp(join(files, "folder-"));
  const { stdout } = await svc(source.url, ["backup", "--to", inFolder]);
  expect(JSON.parse(stdout).file).toMatch(/svc-\d{8}T\d{6}Z\.backup\.gz$/);
  expect(await readdir(inFolder)).toHaveLength(1);
}, 60_000);

test("a state older than was seen from the data folder is said at start, once, and the file of it kept", async () => {
  const known = await mkdtemp(join(files, "known-"));
  const env = { SVC_DATA_DIR: known };
  const { file } = await backUp("known.gz");
  const seen = await startServiceProcess(source.url, env);
  await bindBuyer(seen.url);
  await sell(seen.url, "seen-and-lost");
  seen.child.process.kill("SIGTERM");
  expect(await seen.child.exit).toMatchObject({ code: 0 });

  const same = await startServiceProcess(source.url, env);
  expect(same.child.said()).not.toContain("older state");
  same.child.process.kill("SIGTERM");
  await same.child.exit;

  const url = await emptyDatabase("behind");
  await svc(url, ["restore", "--from", file]);
  const older = await startServiceProcess(url, env);
  await older.child.says(/Whence is running/);
  expect(older.child.said()).toMatch(/"programs":1,"events_missing":[23],.*older state than was seen before/);
  older.child.process.kill("SIGTERM");
  await older.child.exit;
  expect((await readdir(known)).filter((name) => name.startsWith("known-positions"))).toHaveLength(2);

  const next = await startServiceProcess(url, env);
  expect(next.child.said()).not.toContain("older state");
}, 60_000);

test("a backup without the files of its archived clicks is restored and not verified, and verified with them", async () => {
  const service = await startServiceProcess(source.url);
  await bindBuyer(service.url);
  service.child.process.kill("SIGTERM");
  await service.child.exit;
  const archived = { ARCHIVE_FOLDER: await mkdtemp(join(files, "clicks-")) };
  const nextYear = new Date(Date.now() + 365 * 86_400_000).toISOString();
  const archive = ["log", "archive", "--program", String(program.programId), "--before", nextYear, "--apply"];
  expect(JSON.parse((await svc(source.url, archive, archived)).stdout)).toMatchObject({ applied: true });
  const { file } = await backUp("archived.gz");

  const without = await svc(await emptyDatabase("without_clicks"), ["restore", "--from", file]);
  expect(without.code).toBe(1);
  expect(JSON.parse(without.stdout)).toMatchObject({ verified: false });
  expect(without.stderr).toContain(`Not verified: program ${program.programId}`);
  const url = await emptyDatabase("with_clicks");
  const restored = await svc(url, ["restore", "--from", file], archived);
  expect([restored.code, JSON.parse(restored.stdout)]).toMatchObject([0, { verified: true }]);
}, 60_000);
