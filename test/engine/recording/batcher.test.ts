import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Batcher, startBatcher } from "../../../src/engine/recording/batcher.ts";
import { Unavailable } from "../../../src/engine/recording/unavailable.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, payment, sale } from "../../support/event-builders.ts";
import { createTestProgram, submission, type TestProgram } from "../../support/submissions.ts";

let db: TestDatabase;
let program: TestProgram;
beforeAll(async () => {
  db = await createTestDatabase();
  program = await createTestProgram(db, {}, ["anna"]);
  const batcher = start();
  await batcher.submit(submission(program.programId, click(program.partnerIds[0] ?? 0)));
  await batcher.submit(submission(program.programId, lead()));
});
afterAll(async () => db.drop());

function start(flushes: number[] = [], queueEventsMax = 10_000): Batcher {
  return startBatcher({
    database: db.database,
    batchEventsMax: 500,
    queueEventsMax,
    queueWaitSecondsMax: 60,
    onFlush: ({ events }) => flushes.push(events),
  });
}

describe("the batcher", () => {
  test("lets requests that arrive during a flush share the next ones, by halves", async () => {
    const flushes: number[] = [];
    const batcher = start(flushes);
    const record = (index: number) =>
      batcher.submit(submission(program.programId, sale({ transaction_id: `shared-${index}` })));
    const first = record(0);
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([first, ...Array.from({ length: 30 }, (_, index) => record(index + 1))]);
    expect(flushes[0]).toBe(1);
    expect(flushes.length).toBeLessThan(8);
    expect(flushes.reduce((sum, events) => sum + events)).toBe(31);
  });

  test("records one of fifty identical calls, made against two batchers at once", async () => {
    const [one, two] = [start(), start()];
    const call = submission(program.programId, sale({ transaction_id: "fifty" }));
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? one : two).submit(call)),
    );
    const concluded = results.map((result) => (result.kind === "concluded" ? result.conclusion : undefined));
    const recorded = concluded.filter((conclusion) => conclusion?.outcome === "recorded");
    expect(recorded).toHaveLength(1);
    const answer = recorded[0]?.answer;
    const saleId = answer?.kind === "sale" ? answer.sale_id : undefined;
    const duplicates = concluded.filter((conclusion) => conclusion?.reason === "duplicate_transaction");
    expect(duplicates.map((conclusion) => conclusion?.refersTo)).toEqual(Array.from({ length: 49 }, () => saleId));
  });

  test("fails only the submission the database refuses, not its neighbours", async () => {
    const batcher = start();
    const results = await Promise.allSettled([
      batcher.submit(submission(program.programId, sale({ transaction_id: "good-1" }))),
      batcher.submit(submission(program.programId, sale({ transaction_id: "bad\u0000" }))),
      batcher.submit(submission(program.programId, sale({ transaction_id: "good-2" }))),
    ]);
    expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  test("keeps a delivery whose books the database refuses, as failed", async () => {
    const beyondBigint = 2 ** 70;
    const event = payment({
      transaction_id: "in_odd",
      amount_cents: beyondBigint,
      payer: { customer_key: "customer-1" },
    });
    const broken = submission(program.programId, event);
    const result = await start().submit(broken);
    expect(result).toMatchObject({ kind: "concluded", conclusion: { outcome: "failed", reason: "projector_error" } });
  });

  test("answers that it is busy when its queue is full", async () => {
    const batcher = start([], 2);
    const calls = Array.from({ length: 5 }, (_, index) =>
      batcher.submit(submission(program.programId, sale({ transaction_id: `full-${index}` }))),
    );
    const results = await Promise.allSettled(calls);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(2);
    expect(results.at(-1)).toMatchObject({ reason: expect.any(Unavailable) });
  });

  test("answers everything it accepted before it is drained, and nothing after", async () => {
    const batcher = start();
    const accepted = batcher.submit(submission(program.programId, sale({ transaction_id: "last" })));
    await batcher.drain();
    await expect(accepted).resolves.toMatchObject({ kind: "concluded" });
    await expect(batcher.submit(submission(program.programId, sale()))).rejects.toThrow(Unavailable);
  });

  test("answers nothing for a program that does not exist", async () => {
    await expect(start().submit(submission(999_999, sale()))).resolves.toEqual({ kind: "unknown_program" });
  });
});
