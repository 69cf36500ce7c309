// Two releases on one database: what the newer one's rules have written, the older one does not go on with.
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectorVersion } from "../../../src/core/rules/fold.ts";
import { catchUp } from "../../../src/engine/books/catch-up.ts";
import { countOutdatedPrograms } from "../../../src/engine/books/rules.ts";
import { startBatcher } from "../../../src/engine/recording/batcher.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click } from "../../support/event-builders.ts";
import { asOwner } from "../../support/service.ts";
import { createTestProgram, submission, type TestProgram } from "../../support/submissions.ts";

let db: TestDatabase;
let ours: TestProgram;
let theirs: TestProgram;
beforeAll(async () => {
  db = await createTestDatabase();
  ours = await createTestProgram(db, {}, ["anna"]);
  theirs = await createTestProgram(db, {}, ["ben"]);
  await setVersion(theirs, projectorVersion + 1);
});
afterAll(async () => db.drop());

function setVersion({ programId }: TestProgram, version: number): Promise<unknown> {
  return asOwner(db.url, "update program_head set projector_version = $2 where program_id = $1", [programId, version]);
}

test("a process with older rules takes nothing for such a program, and the rest of its batch goes on", async () => {
  const batcher = startBatcher({
    database: db.database,
    batchEventsMax: 100,
    queueEventsMax: 100,
    queueWaitSecondsMax: 60,
  });
  const submit = ({ programId, partnerIds }: TestProgram) =>
    batcher.submit(submission(programId, click(partnerIds[0] ?? 0)));
  const [mine, foreign] = await Promise.allSettled([submit(ours), submit(theirs)]);
  expect(mine).toMatchObject({ status: "fulfilled", value: { kind: "concluded" } });
  expect(foreign).toMatchObject({ status: "rejected", reason: { message: expect.stringContaining("newer release") } });
  await batcher.drain();
});

test("nor does it bring such a program's books up to its log", async () => {
  await asOwner(db.url, "update program_head set projected_seq = 1 where program_id = $1", [theirs.programId]);
  await expect(catchUp(db.database, theirs.programId)).rejects.toThrow("Run the release that projected them");
});

test("programs that older rules projected are counted", async () => {
  expect(await countOutdatedPrograms(db.database.kysely)).toBe(0);
  await setVersion(ours, projectorVersion - 1);
  expect(await countOutdatedPrograms(db.database.kysely)).toBe(1);
});
