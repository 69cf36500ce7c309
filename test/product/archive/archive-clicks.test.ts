// Old clicks move from the log to a file, and nothing else changes: a replay from the file makes the same books, and any change of the file
// or a row is found. Interrupted anywhere, archiving continues where it was.
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import type { DataOf } from "../../../src/core/rules/events/events.ts";
import { checkAgainst } from "../../../src/engine/integrity/against.ts";
import { readPublished } from "../../../src/engine/integrity/published-checkpoints.ts";
import { openTargets } from "../../../src/engine/integrity/targets.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { checkLog } from "../../../src/engine/replay/check-log.ts";
import { planReplay } from "../../../src/engine/replay/plan.ts";
import { withRunLock } from "../../../src/engine/replay/runs/run-locks.ts";
import { isVerified, type VerifiedProgram, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { type Archived, archiveClicks, findOldClicks } from "../../../src/product/archive/archive-clicks.ts";
import { archiveOldClicks } from "../../../src/product/archive/archive-old-clicks.ts";
import { listClicks } from "../../../src/product/customers/clicks-list.ts";
import { readLogRange } from "../../../src/product/messages/announcing/read-log-range.ts";
import { erasePerson } from "../../../src/product/people/erase-person.ts";
import { checkpointOf, checkpointParts, give, testSigner } from "../../support/checkpoints.ts";
import { startChild } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, sale } from "../../support/event-builders.ts";
import { replayParts, wish } from "../../support/replaying.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { createTestProgram, dumpBooks, submission } from "../../support/submissions.ts";
import { runSvc } from "../../support/svc.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

let db: TestDatabase;
let folder: string;
let codes = 0;
beforeAll(async () => {
  db = await createTestDatabase();
  folder = await mkdtemp(join(temporaryFolder(), "svc-archive-"));
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});

const before = new Date(Date.now() + 3_600_000);
const pollMilliseconds = 20;

function archive(programId: number, clicksPerFile = 4, intoFolder = folder): Promise<Archived> {
  const { database, url: ownerUrl } = db;
  return archiveClicks({
    database,
    ownerUrl,
    folder: intoFolder,
    programId,
    before,
    actor: operator,
    clicksPerFile,
  });
}

/** Ten visits, each a click, in chains and with leads and sales between them. All but the last are followed by something. */
async function tradedProgram(): Promise<number> {
  codes += 1;
  const { programId, partnerIds } = await createTestProgram(db, {}, [`a${codes}`, `b${codes}`]);
  const [first = 0, second = 0] = partnerIds;
  const events = Array.from({ length: 10 }, (_, number) => [
    click(number % 2 === 0 ? first : second, {
      click_id: `click-${number}`,
      existing_click_id: number % 2 === 1 ? `click-${number - 1}` : null,
      user_agent: "a browser of somebody",
      page_title: "somebody's page",
      visitor_id: "somebody-1",
      ...(number === 4 ? { sub_ids: { sub1: "mark" } } : {}),
    }),
    lead({ click_ids: [`click-${number}`], customer_key: `customer-${number}` }),
    sale({ transaction_id: `tx-${number}`, customer_key: `customer-${number}` }),
  ]).flat();
  const results = await commitBatch(
    db.database,
    events.map((one) => submission(programId, one)),
  );
  expect(results.filter(({ kind }) => kind !== "concluded")).toEqual([]);
  return programId;
}

async function verified(
  programId: number,
  archiveFolder: string | null = folder,
): Promise<VerifiedProgram | undefined> {
  const [program] = await verifyPrograms(replayParts(db, archiveFolder), [programId]);
  return program;
}

async function requireVerified(programId: number): Promise<void> {
  expect(await verified(programId)).toMatchObject({ log_faults: [], books_difference: null });
}

async function faultsOf(programId: number, archiveFolder: string | null = folder): Promise<string[]> {
  const program = await verified(programId, archiveFolder);
  return (program?.log_faults ?? []).map(({ kind, seq }) => `${kind} ${seq}`);
}

async function countRows(programId: number, condition: string): Promise<number> {
  const text = `select count(*)::int as rows from event where program_id = $1 and ${condition}`;
  const [row] = await asOwner<{ rows: number }>(db.url, text, [programId]);
  return row?.rows ?? 0;
}

const emptied = (programId: number): Promise<number> =>
  countRows(programId, "type = 'click_recorded' and not data ? 'partner_id'");
const reported = (programId: number): Promise<number> => countRows(programId, "type = 'clicks_archived'");

async function fileOf(programId: number): Promise<string> {
  const [file = ""] = (await readdir(join(folder, `program-${programId}`))).filter((name) => name.endsWith("ndjson"));
  return join(folder, `program-${programId}`, file);
}

test("archived clicks are replayed from their files to the same books, and the files hold nothing a browser said", async () => {
  const programId = await tradedProgram();
  const books = await dumpBooks(db.url);
  const clicksBefore = await listClicks(db.database.kysely, programId, { cursor: null, limit: 100 });
  expect(await findOldClicks({ database: db.database, programId, before })).toEqual({ clicks: 10 });
  const { clicks, files } = await archive(programId);
  expect({ clicks, files: files.length, emptied: await emptied(programId) }).toEqual({
    clicks: 10,
    files: 3,
    emptied: 10,
  });
  for (const file of files) expect(await readFile(join(folder, file), "utf8")).not.toContain("somebody");
  expect(await countRows(programId, "data::text like '%somebody%'")).toBe(0);
  await requireVerified(programId);
  expect(await dumpBooks(db.url)).toBe(books);
  const { programs } = await planReplay(replayParts(db, folder), wish({ program_ids: [programId] }));
  expect(programs.map(({ difference }) => difference)).toEqual([null]);
  expect(await listClicks(db.database.kysely, programId, { cursor: null, limit: 100 })).toEqual(clicksBefore);
  expect(await archive(programId)).toEqual({ clicks: 0, files: [] });
});

test("books follow from archived clicks: one that was changed since is a difference", async () => {
  const programId = await tradedProgram();
  await archive(programId);
  await asOwner(db.url, "update click set is_bot = true where program_id = $1 and click_id = 'click-0'", [programId]);
  expect((await verified(programId))?.books_difference?.books.map(({ book }) => book)).toEqual(["click"]);
});

test("the last line of a file is the hash at which the chain goes on, and its name begins with it", async () => {
  const programId = await tradedProgram();
  const { files } = await archive(programId, 100);
  const [file = ""] = files;
  const lines = (await readFile(join(folder, file), "utf8")).trimEnd().split("\n");
  const [next] = await asOwner<{ hash: string }>(
    db.url,
    "select encode(prev_hash, 'hex') as hash from event where program_id = $1 and seq = 32",
    [programId],
  );
  const closing = { program_id: programId, first_seq: 4, last_seq: 31, clicks: 10, closing_hash: next?.hash };
  expect(JSON.parse(lines.at(-1) ?? "")).toEqual(closing);
  expect(file).toBe(`program-${programId}/clicks-4-31-${next?.hash.slice(0, 16)}.ndjson`);
});

test("without the folder, or the file, it is said which clicks are where", async () => {
  const programId = await tradedProgram();
  const { files } = await archive(programId, 100);
  const missing = await verified(programId, null);
  expect(missing?.log_faults.map(({ detail }) => detail)).toEqual([
    `Clicks of program ${programId} from seq 4 to 31 are archived in ${files[0]}, and ARCHIVE_FOLDER is not set.`,
  ]);
  const empty = await mkdtemp(join(temporaryFolder(), "svc-archive-"));
  expect(await faultsOf(programId, empty)).toEqual(["archive_missing 4"]);
  await rm(empty, { recursive: true });
  await expect(planReplay(replayParts(db), wish({ program_ids: [programId] }))).rejects.toThrow("are archived in");
});

test("checkpoints of before fit after clicks were archived, and still find a log that was rewritten", async () => {
  const programId = await tradedProgram();
  const given = await mkdtemp(join(folder, "checkpoints-"));
  await checkpointOf(db.database, programId);
  await give(db.database, openTargets({ folder: given, bucket: null, url: null }, Date.now));
  const faults = async () => {
    const signed = await readPublished(given, [testSigner.verifier]);
    const held = await checkAgainst(checkpointParts(db.database), signed, { programId, sinceNumber: 1 });
    return held.faults.map(({ kind }) => kind);
  };
  await archive(programId);
  expect(await faults()).toEqual([]);
  await withClient(db.url, async (client) => {
    await client.query("set session_replication_role = replica");
    const text = `update event set hash = sha256(hash) where program_id = $1 and seq = (
      select max(seq) from event where program_id = $1 and type = 'sale_reported')`;
    expect((await client.query(text, [programId])).rowCount).toBe(1);
  });
  expect(await faults()).toEqual(["log_rewritten"]);
});

test("a byte that is changed in a file is found wherever it is, and a file that was cut off", async () => {
  const programId = await tradedProgram();
  await archive(programId, 100);
  const path = await fileOf(programId);
  const bytes = await readFile(path);
  for (const at of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(path, changed);
    const found = await verified(programId);
    expect(found !== undefined && isVerified(found)).toBe(false);
    expect(found?.log_faults.map(({ kind }) => kind)).toEqual(["archive_changed"]);
  }
  await truncate(path, bytes.length - 9);
  const cut = `which was cut off: ${bytes.length - 9} of its ${bytes.length} bytes are there.`;
  expect((await verified(programId))?.log_faults[0]?.detail).toContain(cut);
  await expect(planReplay(replayParts(db, folder), wish({ program_ids: [programId] }))).rejects.toThrow(cut);
  await writeFile(path, bytes);
  await requireVerified(programId);
});

test.each([
  [
    "the time of an archived row",
    "update event set received_at = received_at + interval '1 day' where program_id = $1 and seq = 7",
    "changed 7",
  ],
  [
    "which click an archived row is of",
    `update event set data = '{"click_id": "click-9"}' where program_id = $1 and seq = 7`,
    "changed 7",
  ],
  ["a row between archived ones", "update event set is_test = true where program_id = $1 and seq = 9", "changed 9"],
  ["an archived row that is gone", "delete from event where program_id = $1 and seq = 7", "missing 7"],
  [
    "which file it is",
    "update event set data = jsonb_set(data, '{sha256}', '\"00\"') where program_id = $1 and type = 'clicks_archived'",
    "archive_changed 4",
  ],
])("verify finds %s", async (_, change, fault) => {
  const programId = await tradedProgram();
  await archive(programId, 100);
  await tamper(change, programId);
  expect(await faultsOf(programId)).toContain(fault);
});

test("a file that was written of other clicks is found, also where the log says that it is that file", async () => {
  const programId = await tradedProgram();
  await archive(programId, 100);
  const path = await fileOf(programId);
  const forged = (await readFile(path, "utf8")).replace('"is_bot":false', '"is_bot":true ');
  await writeFile(path, forged);
  const sha256 = createHash("sha256").update(forged).digest("hex");
  await tamper(
    `update event set data = jsonb_set(data, '{sha256}', '"${sha256}"') where program_id = $1 and type = 'clicks_archived'`,
    programId,
  );
  expect(await faultsOf(programId)).toEqual(expect.arrayContaining(["changed 4"]));
});

test("a click of which an endpoint still has to be notified stays, and one that lost its data unarchived is found", async () => {
  const programId = await tradedProgram();
  await asOwner(
    db.url,
    `insert into outbound_endpoint (program_id, url, event_types, secrets_encrypted, position)
     values ($1, 'https://brand.example/hook', '{click.recorded}', '{}', 30)`,
    [programId],
  );
  expect(await archive(programId, 100)).toMatchObject({ clicks: 9 });
  await tamper(`update event set data = '{"click_id": "click-9"}' where program_id = $1 and seq = 31`, programId);
  const { faults } = await checkLog(db.database, programId);
  expect(faults.map(({ kind, seq }) => `${kind} ${seq}`)).toEqual(["changed 31"]);
});

test("an endpoint that asks for the past receives the clicks that are in the log, and not archived ones", async () => {
  const programId = await tradedProgram();
  const reportedOf = async (): Promise<number> => {
    const request = { programId, afterSeq: 0, eventsMax: 100, withClicks: true };
    const range = await readLogRange(db.database.kysely, request);
    return range?.events.filter(({ data }) => data.type === "click_recorded").length ?? 0;
  };
  expect(await reportedOf()).toBe(10);
  await archive(programId);
  expect(await reportedOf()).toBe(0);
});

test("a person whose clicks are archived is erased: of the clicks nothing of theirs is left in row or file", async () => {
  const programId = await tradedProgram();
  await archive(programId, 100);
  const path = await fileOf(programId);
  const bytes = await readFile(path);
  const which = { programId, customerKey: "customer-3", email: null, emailHashes: [] };
  const erased = await erasePerson(db.database, which, "request 17", operator);
  expect(erased).toMatchObject({ customers: [expect.stringMatching(/^erased:/)], events: 2 });
  expect(await readFile(path)).toEqual(bytes);
  expect(bytes.toString()).not.toMatch(/customer-|somebody/);
  await requireVerified(programId);
  // Erased first and archived then.
  const other = await tradedProgram();
  await erasePerson(db.database, { ...which, programId: other }, "request 18", operator);
  await archive(other, 100);
  await requireVerified(other);
});

type ClickField = Exclude<keyof DataOf<"click_recorded">, "type">;
const isOfPerson: { readonly [Field in ClickField]-?: boolean } = {
  click_id: false,
  partner_id: false,
  partner_code: false,
  existing_click_id: false,
  is_bot: false,
  sub_ids: false,
  ad_parameter: false,
  referrer_site: false,
  device_of: false,
  affiliate_url: true,
  page_url: true,
  page_title: true,
  referrer_url: true,
  session_id: true,
  visitor_id: true,
  user_agent: true,
  screen_resolution: true,
  viewport_size: true,
  language: true,
  timezone: true,
  additional_data: true,
};

test("every field of a click that is of a person is left out of files, and every other one is kept", async () => {
  codes += 1;
  const { programId, partnerIds } = await createTestProgram(db, {}, [`f${codes}`]);
  const said = Object.fromEntries(Object.entries(isOfPerson).filter(([, is]) => is)) as Record<string, unknown>;
  for (const field of Object.keys(said)) said[field] = field === "additional_data" ? { said: field } : `said ${field}`;
  const one = click(partnerIds[0] ?? 0, {
    click_id: "click-1",
    sub_ids: { sub1: "mark" },
    ad_parameter: "gclid",
    referrer_site: "ads.example",
    device_of: "partner",
    ...said,
  });
  await commitBatch(db.database, [submission(programId, one), submission(programId, click(partnerIds[0] ?? 0))]);
  const seq = (await countRows(programId, "true")) - 1;
  expect(await countRows(programId, `seq = ${seq} and data::text like '%said user_agent%'`)).toBe(1);
  await archive(programId, 100);
  const [line = ""] = (await readFile(await fileOf(programId), "utf8")).split("\n");
  const { data }: { data: Record<string, unknown> } = JSON.parse(line);
  for (const [field, is] of Object.entries(isOfPerson)) {
    if (is) expect([field, data[field]]).toEqual([field, null]);
    else expect(data).toHaveProperty(field);
  }
});

test("nothing is taken out of the log while a replay reads it; what was started is continued", async () => {
  const programId = await tradedProgram();
  const { run } = await planReplay(replayParts(db, folder), wish({ program_ids: [programId], from_deliveries: false }));
  await withRunLock(db.url, run.run_id, async () => {
    await expect(archive(programId)).rejects.toThrow(`Run ${run.run_id} reads the log of program ${programId}`);
  });
  expect({ reported: await reported(programId), emptied: await emptied(programId) }).toEqual({
    reported: 1,
    emptied: 0,
  });
  await requireVerified(programId);
  expect(await archive(programId)).toMatchObject({ clicks: 10 });
  await requireVerified(programId);
});

test("of two who archive the same program at once one does it and the other is refused with that reason", async () => {
  const programId = await tradedProgram();
  await withClient(db.url, async (holder) => {
    await holder.query("begin");
    await holder.query("select from program_head where program_id = $1 for update", [programId]);
    const first = archive(programId);
    while (!(await isWaitedFor())) await sleep(pollMilliseconds);
    await expect(archive(programId)).rejects.toThrow("are being archived by another process");
    await holder.query("rollback");
    await first;
  });
  expect({ reported: await reported(programId), emptied: await emptied(programId) }).toEqual({
    reported: 3,
    emptied: 10,
  });
});

const waitsText = `
  select coalesce(count(pg_terminate_backend(pid)) filter (where $1), 0)::int as ended, count(*)::int as waiting
    from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock'`;

async function isWaitedFor(): Promise<boolean> {
  const [row] = await asOwner<{ waiting: number }>(db.url, waitsText, [false]);
  return row !== undefined && row.waiting > 0;
}

/** Locks what the process is about to change, until it waits for it; then the process is killed. */
async function killWhileItWaitsFor(lock: string, programId: number): Promise<void> {
  await withClient(db.url, async (holder) => {
    await holder.query("begin");
    await holder.query(lock, [programId]);
    const childEnv = {
      DATABASE_URL: db.url,
      ARCHIVE_FOLDER: folder,
      PROGRAM: String(programId),
      BEFORE: before.toJSON(),
    };
    const child = startChild(new URL("../../support/archive-in-child.ts", import.meta.url), [], childEnv);
    let isOver = false;
    void child.exit.then(() => {
      isOver = true;
    });
    while (!isOver && !(await isWaitedFor())) await sleep(pollMilliseconds);
    child.process.kill("SIGKILL");
    expect(await child.exit, child.said()).toEqual({ code: null, signal: "SIGKILL" });
    // As the server ends the transaction of a dead process, once it notices.
    await asOwner(db.url, waitsText, [true]);
    while (await isWaitedFor()) await sleep(pollMilliseconds);
    await holder.query("rollback");
  });
}

test.each([
  ["before the log has heard of the file", "select from program_head where program_id = $1 for update", [0, 0]],
  ["between two files", "select from event where program_id = $1 and seq = 19 for update", [2, 4]],
])("killed %s, archiving has lost nothing, and goes on with the next call", async (_, lock, [events, rows]) => {
  const programId = await tradedProgram();
  const books = await dumpBooks(db.url);
  await killWhileItWaitsFor(lock, programId);
  expect([await reported(programId), await emptied(programId)]).toEqual([events, rows]);
  await requireVerified(programId);
  await archive(programId);
  expect([await reported(programId), await emptied(programId)]).toEqual([3, 10]);
  await requireVerified(programId);
  expect(await dumpBooks(db.url)).toBe(books);
});

const env = () => ({ DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey, ARCHIVE_FOLDER: folder });
const typed = (programId: number, ...words: string[]) => [
  "log",
  "archive",
  "--program",
  String(programId),
  "--before",
  before.toISOString(),
  ...words,
  "--json",
];

test("svc log archive says how many clicks there are, does it with --apply, and names what it lacks", async () => {
  const programId = await tradedProgram();
  const said = await runSvc(typed(programId), { env: env() });
  expect(JSON.parse(said.stdout)).toEqual({ program_id: programId, applied: false, clicks: 10, files: [] });
  expect(await reported(programId)).toBe(0);
  const done = await runSvc(typed(programId, "--apply"), { env: env() });
  const file = expect.stringMatching(/^program-\d+\/clicks-4-31-/);
  expect(JSON.parse(done.stdout)).toEqual({ program_id: programId, applied: true, clicks: 10, files: [file] });
  const { ARCHIVE_FOLDER: _, ...without } = env();
  const refused = await runSvc(typed(programId), { env: without });
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("ARCHIVE_FOLDER") });
  const nobody = await runSvc(typed(987_654), { env: env() });
  expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no program 987654") });
});

test("each night clicks of months leave the log that are over for as many days as is set, and no younger ones", async () => {
  const programId = await tradedProgram();
  const nightly = (days: number) => {
    const now = () => Date.now() + days * 86_400_000;
    const log = pino({ level: "silent" });
    const parts = { database: db.database, ownerUrl: db.url, folder, afterDays: 90, now, log };
    return archiveOldClicks(parts, new AbortController().signal);
  };
  await nightly(89);
  expect(await emptied(programId)).toBe(0);
  await nightly(90 + 31);
  expect(await emptied(programId)).toBe(10);
  await requireVerified(programId);
});

test("nothing is archived that no event speaks of, and the role of the service takes no data out of the log", async () => {
  const programId = await tradedProgram();
  await withClient(db.url, async (client) => {
    await expect(client.query("select archive_clicks($1, 4, 13, 10)", [programId])).rejects.toThrow("no event says");
  });
  await archive(programId);
  const asService = db.database.transaction((session) =>
    session.query({ name: "archive_as_service", text: `select archive_clicks(${programId}, 4, 13, 10)` }, []),
  );
  await expect(asService).rejects.toThrow("permission denied");
});

async function tamper(change: string, programId: number): Promise<void> {
  await withClient(db.url, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(change, [programId]);
  });
}
