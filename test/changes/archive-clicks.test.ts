// Old clicks leave the log for a file, and nothing else changes: a replay from the file makes the same books, and whatever is changed of
// file or row is found. Cut off anywhere, archiving goes on where it was.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "../../src/access/permission.ts";
import { type Archived, archiveClicks } from "../../src/changes/archive-clicks.ts";
import { withClient } from "../../src/db/database.ts";
import { commitBatch } from "../../src/pipeline/locked-batch.ts";
import { planReplay } from "../../src/replay/plan.ts";
import { isVerified, type VerifiedProgram, verifyPrograms } from "../../src/replay/verify.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { replayParts, wish } from "../support/replaying.ts";
import { asOwner } from "../support/service.ts";
import { createTestProgram, dumpBooks, submission } from "../support/submissions.ts";
import { click, lead, sale } from "../support/told.ts";

let db: TestDatabase;
let folder: string;
let codes = 0;
beforeAll(async () => {
  db = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "svc-archive-"));
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});

const later = new Date(Date.now() + 3_600_000);

function archive(programId: number, clicksPerFile = 4): Promise<Archived> {
  const { database, url: ownerUrl } = db;
  return archiveClicks({ database, ownerUrl, folder, programId, before: later, actor: operator, clicksPerFile });
}

/** Ten visits, nine of them clicks of their own, in chains and with leads and sales between them. */
async function tradedProgram(): Promise<number> {
  codes += 1;
  const { programId, partnerIds } = await createTestProgram(db, {}, [`a${codes}`, `b${codes}`]);
  const [first = 0, second = 0] = partnerIds;
  const told = Array.from({ length: 10 }, (_, number) => [
    click(number % 3 === 0 ? first : second, {
      click_id: `click-${number}`,
      existing_click_id: number % 2 === 1 ? `click-${number - 1}` : null,
      user_agent: "a browser of somebody",
      ...(number === 4 ? { sub_ids: { sub1: "mark" } } : {}),
    }),
    lead({ click_ids: [`click-${number}`], customer_key: `customer-${number}` }),
    sale({ transaction_id: `tx-${number}`, customer_key: `customer-${number}` }),
  ]).flat();
  await commitBatch(db.database, told.map((one) => submission(programId, one)));
  return programId;
}

async function verified(programId: number, archiveFolder: string | null = folder): Promise<VerifiedProgram | undefined> {
  const [program] = await verifyPrograms(replayParts(db, archiveFolder), [programId]);
  return program;
}

async function faultsOf(programId: number, archiveFolder: string | null = folder): Promise<string[]> {
  const program = await verified(programId, archiveFolder);
  return (program?.log_faults ?? []).map(({ kind, seq }) => `${kind} ${seq}`);
}

const emptied = async (programId: number): Promise<number> => {
  const [row] = await asOwner<{ rows: number }>(
    db.url,
    "select count(*)::int as rows from event where program_id = $1 and data = '{}'",
    [programId],
  );
  return row?.rows ?? 0;
};

test("archived clicks are replayed from their files to the same books, and hold nothing a browser said", async () => {
  const programId = await tradedProgram();
  const books = await dumpBooks(db.url);
  const { clicks, files } = await archive(programId);
  expect({ clicks, files: files.length, emptied: await emptied(programId) }).toEqual({ clicks: 9, files: 3, emptied: 9 });
  for (const file of files) expect(await readFile(join(folder, file), "utf8")).not.toContain("somebody");
  const whole = await verified(programId);
  expect(whole?.log_faults).toEqual([]);
  expect(whole?.books_difference).toBeNull();
  expect(await dumpBooks(db.url)).toBe(books);
  const { programs } = await planReplay(replayParts(db, folder), wish({ program_ids: [programId] }));
  expect(programs.map(({ difference }) => difference)).toEqual([null]);
  expect(await archive(programId)).toEqual({ clicks: 0, files: [] });
});

test("books follow from archived clicks: one that is changed in the shadow's source is a difference", async () => {
  const programId = await tradedProgram();
  await archive(programId);
  await asOwner(db.url, "update click set is_bot = true where program_id = $1 and click_id = 'click-0'", [programId]);
  expect((await verified(programId))?.books_difference?.books.map(({ book }) => book)).toEqual(["click"]);
});

test("without the folder, or the file, it is said which clicks are where", async () => {
  const programId = await tradedProgram();
  const { files } = await archive(programId, 100);
  const missing = await verified(programId, null);
  expect(missing?.log_faults.map(({ detail }) => detail)).toEqual([
    `Clicks of program ${programId} from seq 4 to 28 are archived in ${files[0]}, and ARCHIVE_FOLDER is not set.`,
  ]);
  const empty = await mkdtemp(join(tmpdir(), "svc-archive-"));
  expect(await faultsOf(programId, empty)).toEqual(["archive_missing 4"]);
  await rm(empty, { recursive: true });
  await expect(planReplay(replayParts(db), wish({ program_ids: [programId] }))).rejects.toThrow("are archived in");
});

test("a byte that is changed in a file is found, wherever it is", async () => {
  const programId = await tradedProgram();
  const { files } = await archive(programId, 100);
  const path = join(folder, files[0] ?? "");
  const bytes = await readFile(path);
  for (const at of [0, Math.floor(bytes.length / 2), bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(path, changed);
    const found = await verified(programId);
    expect(found !== undefined && isVerified(found)).toBe(false);
    expect(found?.log_faults.map(({ kind }) => kind)).toEqual(["archive_changed"]);
    await expect(planReplay(replayParts(db, folder), wish({ program_ids: [programId] }))).rejects.toThrow("not the file");
  }
  await writeFile(path, bytes);
  expect(await faultsOf(programId)).toEqual([]);
});

test.each([
  ["the time of an archived row", "update event set received_at = received_at + interval '1 day' where program_id = $1 and seq = 7", "changed 7"],
  ["a row between archived ones", "update event set is_test = true where program_id = $1 and seq = 9", "changed 9"],
  ["an archived row that is gone", "delete from event where program_id = $1 and seq = 7", "missing 7"],
  ["which file it is", "update event set data = jsonb_set(data, '{sha256}', '\"00\"') where program_id = $1 and type = 'clicks_archived'", "archive_changed 4"],
])("verify finds %s", async (_, change, fault) => {
  const programId = await tradedProgram();
  await archive(programId, 100);
  await withClient(db.url, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(change, [programId]);
  });
  expect(await faultsOf(programId)).toContain(fault);
});

test("cut off between the event and the rows, the next run empties them; the role of the service never can", async () => {
  const programId = await tradedProgram();
  const books = await dumpBooks(db.url);
  const isCutOff = new Error("cut off");
  const cutOff = archiveClicks({
    ...{ database: db.database, ownerUrl: db.url, folder, programId, before: later, actor: operator, clicksPerFile: 4 },
    onProgress: () => {
      throw isCutOff;
    },
  });
  await expect(cutOff).rejects.toBe(isCutOff);
  // As a kill between two transactions leaves it: the event stands, and some rows have their data still.
  await withClient(db.url, async (client) => {
    await client.query("set session_replication_role = replica");
    const kept = `update event e set data = c.data::jsonb from (select 4 as seq, $2::text as data) c where e.program_id = $1 and e.seq = c.seq`;
    const [line = ""] = (await readFile(join(folder, `program-${programId}/clicks-4-13.ndjson`), "utf8")).split("\n");
    await client.query(kept, [programId, JSON.stringify(JSON.parse(line).data)]);
  });
  expect(await emptied(programId)).toBe(3);
  expect(await archive(programId)).toMatchObject({ clicks: 6 });
  expect(await faultsOf(programId)).toEqual([]);
  expect(await dumpBooks(db.url)).toBe(books);
  const asService = db.database.transaction((session) =>
    session.query({ name: "archive_as_service", text: `select archive_clicks(${programId}, 4, 13, 10)` }, []),
  );
  await expect(asService).rejects.toThrow("permission denied");
});

test("nothing is archived that no event speaks of", async () => {
  const programId = await tradedProgram();
  await withClient(db.url, async (client) => {
    await expect(client.query("select archive_clicks($1, 4, 13, 10)", [programId])).rejects.toThrow("no event says");
  });
});
