// The service verifies itself a little at a time: a change made behind its back is found by a later run.
import { afterAll, beforeAll, expect, test } from "vitest";
import { rollOn } from "../../../src/engine/integrity/rolling-verification.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, sale } from "../../support/event-builders.ts";
import { createTestProgram, dumpBooks, submission } from "../../support/submissions.ts";

let db: TestDatabase;
const programIds: number[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
  for (const code of ["anna", "ben", "cleo"]) {
    const { programId, partnerIds } = await createTestProgram(db, {}, [code]);
    const events = [click(partnerIds[0] ?? 0), lead(), sale()];
    await commitBatch(
      db.database,
      events.map((one) => submission(programId, one)),
    );
    programIds.push(programId);
  }
});
afterAll(async () => db.drop());

function asOwner(text: string, values: readonly unknown[]): Promise<unknown> {
  return withClient(db.url, async (client) => {
    await client.query("set session_replication_role = replica");
    await client.query(text, [...values]);
  });
}

/** As many runs as there are programs: then each one's books had their turn. */
async function rollRound(): Promise<Awaited<ReturnType<typeof rollOn>>["faults"]> {
  for (const _ of programIds.slice(1)) await rollOn(db.database);
  return (await rollOn(db.database)).faults;
}

test("what is sound stays unmentioned, and nothing is written to the books", async () => {
  const before = await dumpBooks(db.url);
  expect(await rollRound()).toEqual([]);
  expect(await dumpBooks(db.url)).toBe(before);
});

test("a book that was changed is found, and forgotten when it is put right", async () => {
  const [programId] = programIds;
  await asOwner("update commission set amount_cents = amount_cents - 1 where program_id = $1", [programId]);
  expect(await rollRound()).toEqual([
    { programId, fault: expect.stringContaining("Its books differ from its log: commission.") },
  ]);
  await asOwner("update commission set amount_cents = amount_cents + 1 where program_id = $1", [programId]);
  expect(await rollRound()).toEqual([]);
});

test("a row of the log that was changed long ago is found", async () => {
  const programId = programIds[1];
  await asOwner("update event set source = 'forged' where program_id = $1 and seq = 2", [programId]);
  const faults = await rollRound();
  expect(faults).toEqual([{ programId, fault: expect.stringContaining("Its log: changed at seq 2.") }]);
});

test("an event whose rows the database refuses keeps no other program from its turn", async () => {
  const [refused, , other] = programIds;
  await asOwner(`alter table lead add constraint test_refuses check (program_id <> ${refused}) not valid`, []);
  await asOwner("update commission set amount_cents = amount_cents - 1 where program_id = $1", [other]);
  try {
    expect(await rollRound()).toContainEqual({
      programId: other,
      fault: expect.stringContaining("Its books differ from its log: commission."),
    });
  } finally {
    await asOwner("alter table lead drop constraint test_refuses", []);
  }
});

test("a stop ends a run between two pieces of its work, and the next one finds what is to be found", async () => {
  const [programId] = programIds;
  await asOwner("update sale set amount_cents = amount_cents + 1 where program_id = $1", [programId]);
  expect(await rollOn(db.database, AbortSignal.abort())).toMatchObject({ eventsChecked: 0 });
  const fault = "Its books differ from its log: sale.";
  await expect.poll(rollRound).toContainEqual({ programId, fault: expect.stringContaining(fault) });
});
