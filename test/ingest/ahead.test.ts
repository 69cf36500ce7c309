// Batches put together while the one before is being written: the same books as one after the other, and nothing of a batch
// that was put together from what is no longer so.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { flagKey } from "../../src/access/key-rotation.ts";
import { hashKey, regenerateKey } from "../../src/access/program-keys.ts";
import { openSecrets } from "../../src/access/secrets.ts";
import { BatchesAhead, type PreparedBatch } from "../../src/ingest/ahead.ts";
import { type Batcher, startBatcher } from "../../src/ingest/batcher.ts";
import { commitBatch } from "../../src/ingest/commit.ts";
import type { Result, Submission } from "../../src/ingest/submission.ts";
import { catchUpAll } from "../../src/projector/catch-up.ts";
import { isVerified, verifyPrograms } from "../../src/replay/verify.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { history } from "../support/histories.ts";
import { asOwner, secretKey } from "../support/service.ts";
import { createTestProgram, dumpBooks, emptyBooks, submission } from "../support/submissions.ts";
import { click, lead, payment, sale } from "../support/told.ts";

const seed = 20_261_121;
const programsAtOnce = 6;
const historiesOfEach = 25;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

async function prepare(ahead: BatchesAhead, batch: readonly Submission[]): Promise<PreparedBatch> {
  const prepared = await ahead.prepare(batch);
  if (prepared === null) throw new Error("the batch could not be put together ahead");
  return prepared;
}

async function newProgram(): Promise<number> {
  const { programId, partnerIds } = await createTestProgram(db, {}, [`partner-${crypto.randomUUID()}`]);
  await commitBatch(
    db.database,
    [click(partnerIds[0] ?? 0), lead()].map((told) => submission(programId, told)),
  );
  return programId;
}

async function eventsOf(programId: number): Promise<number> {
  const rows = await asOwner<{ count: number }>(
    db.url,
    "select count(*)::int as count from event where program_id = $1",
    [programId],
  );
  return rows[0]?.count ?? 0;
}

function recorded(results: readonly Result[] | "stale"): boolean[] {
  if (results === "stale") throw new Error("the batch was stale");
  return results.map((result) => result.kind === "concluded" && result.conclusion.outcome === "recorded");
}

function aSale(programId: number, transactionId: string): Submission {
  return submission(programId, sale({ transaction_id: transactionId }));
}

describe("batches put together ahead", () => {
  test("leave the books that the log gives, each going on from the one before", { timeout: 120_000 }, async () => {
    const lives: Submission[][] = [];
    for (let index = 0; index < programsAtOnce; index++) {
      const { programId, partnerIds } = await createTestProgram(db, {}, [`a-${index}`, `b-${index}`]);
      const told = fc.sample(history(partnerIds, 15), { numRuns: historiesOfEach, seed: seed + index }).flat();
      lives.push(told.map((one) => submission(programId, one)));
    }
    const ahead = new BatchesAhead(db.database);
    let before: Promise<readonly Result[] | "stale"> = Promise.resolve([]);
    const longest = Math.max(...lives.map((life) => life.length));
    for (let start = 0; start < longest; start += 5) {
      const prepared = await prepare(
        ahead,
        lives.flatMap((life) => life.slice(start, start + 5)),
      );
      expect(await before).not.toBe("stale");
      before = prepared.commit();
    }
    await before;
    const live = await dumpBooks(db.url);
    expect(live).not.toContain("projector_error");
    await emptyBooks(db.url);
    await catchUpAll(db.database);
    expect(await dumpBooks(db.url)).toBe(live);
  });

  test("know what the batch before is only about to write", async () => {
    const programId = await newProgram();
    const ahead = new BatchesAhead(db.database);
    const first = await prepare(ahead, [aSale(programId, "twice")]);
    const second = await prepare(ahead, [aSale(programId, "twice"), aSale(programId, "other")]);
    expect(recorded(await first.commit())).toEqual([true]);
    expect(recorded(await second.commit())).toEqual([false, true]);
  });

  test("know the deliveries of the batch before by what their provider calls them", async () => {
    const programId = await newProgram();
    const told = submission(programId, payment({ transaction_id: "in_1", payer: { customer_key: "customer-1" } }));
    const delivered: Submission = { ...told, event: { ...told.event, source: "stripe", dedupKey: "evt_1" } };
    const ahead = new BatchesAhead(db.database);
    const first = await prepare(ahead, [delivered]);
    const second = await prepare(ahead, [delivered]);
    const [one] = (await first.commit()) as Result[];
    const [two] = (await second.commit()) as Result[];
    if (one?.kind !== "concluded") throw new Error("the delivery was not recorded");
    expect(two).toEqual({ kind: "told_before", eventId: one.eventId });
  });
});

describe("of a batch put together ahead nothing is kept", () => {
  const between: [string, (programId: number) => Promise<unknown>][] = [
    ["another process wrote", (programId) => commitBatch(db.database, [aSale(programId, "between")])],
    [
      "the books were changed",
      (programId) =>
        asOwner(db.url, "update program_head set books_version = books_version + 1 where program_id = $1", [programId]),
    ],
    [
      "the books fell behind",
      (programId) => asOwner(db.url, "update program_head set projected_seq = 0 where program_id = $1", [programId]),
    ],
  ];
  test.each(between)("when %s since", async (_, happen) => {
    const programId = await newProgram();
    const prepared = await prepare(new BatchesAhead(db.database), [aSale(programId, "ahead")]);
    await happen(programId);
    const events = await eventsOf(programId);
    expect(await prepared.commit()).toBe("stale");
    expect(await eventsOf(programId)).toBe(events);
    await asOwner(db.url, "update program_head set projected_seq = seq where program_id = $1", [programId]);
  });

  const keyChanges: [string, (programId: number) => Promise<unknown>][] = [
    ["replaced", (programId) => regenerateKey(db.database, programId)],
    [
      "flagged",
      (programId) => flagKey(db.database, { programId, rotateBy: new Date(Date.now() + 60_000), now: new Date() }),
    ],
  ];
  test.each(keyChanges)("when its key was %s since", async (_, change) => {
    const programId = await newProgram();
    const key = await regenerateKey(db.database, programId);
    if (key === undefined) throw new Error("no key");
    const call: Submission = { ...aSale(programId, "keyed"), keyHash: hashKey(key), keyUsedAt: Date.now() };
    const unchanged = await prepare(new BatchesAhead(db.database), [call]);
    expect(recorded(await unchanged.commit())).toEqual([true]);
    const prepared = await prepare(new BatchesAhead(db.database), [call]);
    await change(programId);
    expect(await prepared.commit()).toBe("stale");
  });

  test("when the batch before it fails", async () => {
    const programId = await newProgram();
    const ahead = new BatchesAhead(db.database);
    const beyondBigint = 2 ** 70;
    const told = payment({ amount_cents: beyondBigint, payer: { customer_key: "customer-1" } });
    const refused = await prepare(ahead, [submission(programId, told)]);
    const next = await prepare(ahead, [aSale(programId, "next")]);
    await expect(refused.commit()).rejects.toThrow();
    const events = await eventsOf(programId);
    expect(await next.commit()).toBe("stale");
    expect(await eventsOf(programId)).toBe(events);
  });
});

describe("processes that write to the same programs at once", () => {
  test("record every call once, in a log and books that verify", { timeout: 120_000 }, async () => {
    const programIds = [await newProgram(), await newProgram()];
    const batchers: Batcher[] = [1, 2, 3].map(() =>
      startBatcher({ database: db.database, batchEventsMax: 8, queueEventsMax: 10_000 }),
    );
    const calls = Array.from({ length: 150 }, (_, index) => `at-once-${index}`);
    const results = await Promise.all(
      calls.flatMap((transactionId) =>
        programIds.flatMap((programId) => batchers.map((batcher) => batcher.submit(aSale(programId, transactionId)))),
      ),
    );
    expect(recorded(results).filter(Boolean)).toHaveLength(calls.length * programIds.length);
    // Behind the program, its partner, a click and a lead.
    for (const programId of programIds) expect(await eventsOf(programId)).toBe(4 + calls.length);
    const parts = {
      database: db.database,
      ownerUrl: db.url,
      secrets: openSecrets([secretKey]),
      now: () => Date.now(),
    };
    const verified = await verifyPrograms(parts, programIds);
    expect(verified.map(isVerified)).toEqual([true, true]);
  });
});
