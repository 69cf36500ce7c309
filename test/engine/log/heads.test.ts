// A batch that was folded before its heads were locked is committed only if nothing has happened since.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { regenerateKey } from "../../../src/access/program-keys.ts";
import { catchUp } from "../../../src/engine/books/catch-up.ts";
import { haveMoved, lockHeads, moveHeads, readHeads } from "../../../src/engine/log/heads.ts";
import type { ProgramHeadRow } from "../../../src/engine/postgres/tables/tables.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click } from "../../support/event-builders.ts";
import { asOwner } from "../../support/service.ts";
import { createTestProgram, submission } from "../../support/submissions.ts";

let db: TestDatabase;
let programId: number;
let partnerId: number;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

async function newProgram(): Promise<ProgramHeadRow[]> {
  const program = await createTestProgram(db, {}, [`partner-${crypto.randomUUID()}`]);
  programId = program.programId;
  partnerId = program.partnerIds[0] ?? 0;
  return db.database.withSession((session) => readHeads(session, [programId]));
}

/** Nowhere: they are only asked to be what they were. */
function move(heads: readonly ProgramHeadRow[]): Promise<string> {
  const moving = db.database.transaction(async (session) =>
    moveHeads(
      session,
      heads.map((head) => ({ from: head, to: head })),
    ),
  );
  return moving.then(
    () => "as they were",
    (error: unknown) => (haveMoved(error) ? "moved" : `failed: ${error}`),
  );
}

async function makeBehind(): Promise<void> {
  await asOwner(db.url, "update program_head set projected_seq = 0 where program_id = $1", [programId]);
}

describe("heads that are moved", () => {
  test("go on while nothing has happened to them", async () => {
    expect(await move(await newProgram())).toBe("as they were");
    expect(await move([])).toBe("as they were");
  });

  const happened: [string, () => Promise<unknown>][] = [
    ["an event was appended", () => commitBatch(db.database, [submission(programId, click(partnerId))])],
    ["the program's key was replaced", () => regenerateKey(db.database, programId, operator)],
    ["the books fell behind", makeBehind],
    ["the books were caught up", () => makeBehind().then(() => catchUp(db.database, programId))],
  ];
  test.each(happened)("refuse the transaction when %s since", async (_, happen) => {
    const heads = await newProgram();
    await happen();
    expect(await move(heads)).toBe("moved");
  });

  test("refuse the transaction when they are another program's or of none", async () => {
    const [head] = await newProgram();
    if (head === undefined) throw new Error("no head");
    expect(await move([{ ...head, program_id: 987_654 }])).toBe("moved");
  });

  test("wait for the holder of their lock, and see its changes", async () => {
    const heads = await newProgram();
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const other = db.database.transaction(async (session) => {
      await lockHeads(session, [programId]);
      locked.resolve();
      await release.promise;
      const raise = {
        name: "raise_in_test",
        text: "update program_head set revision = revision + 1 where program_id = $1",
      };
      await session.query(raise, [programId]);
    });
    await locked.promise;
    const moving = move(heads);
    release.resolve();
    await other;
    expect(await moving).toBe("moved");
  });
});
