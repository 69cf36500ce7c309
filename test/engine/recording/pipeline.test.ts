// Batches in a pipeline: the same books as one by one, and a batch that was folded from stale reads is never committed.

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { catchUpAll } from "../../../src/engine/books/catch-up.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { type Batcher, type BatcherOptions, type Flush, startBatcher } from "../../../src/engine/recording/batcher.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import type { Result, Submission } from "../../../src/engine/recording/submission.ts";
import { writeLeaseLock } from "../../../src/engine/recording/write-lease.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, payment, sale } from "../../support/event-builders.ts";
import { history } from "../../support/histories.ts";
import { propertySeed } from "../../support/property-runs.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { createTestProgram, dumpBooks, emptyBooks, submission } from "../../support/submissions.ts";

const programsAtOnce = 6;
const historiesOfEach = 25;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

type Alone = Pick<BatcherOptions, "isOneOfSeveral">;

function start(batchEventsMax: number, flushes: Flush[] = [], { isOneOfSeveral = false }: Alone = {}): Batcher {
  const onFlush = (flush: Flush) => void flushes.push(flush);
  return startBatcher({
    database: db.database,
    batchEventsMax,
    queueEventsMax: 10_000,
    queueWaitSecondsMax: 60,
    onFlush,
    isOneOfSeveral,
  });
}

async function newProgram(of: TestDatabase = db): Promise<number> {
  const { programId, partnerIds } = await createTestProgram(of, {}, [`partner-${crypto.randomUUID()}`]);
  await commitBatch(
    of.database,
    [click(partnerIds[0] ?? 0), lead()].map((event) => submission(programId, event)),
  );
  return programId;
}

async function verified(programIds: readonly number[]): Promise<boolean[]> {
  const parts = {
    database: db.database,
    ownerUrl: db.url,
    secrets: openSecrets([secretKey]),
    now: () => Date.now(),
    actor: operator,
  };
  return (await verifyPrograms(parts, programIds)).map(isVerified);
}

async function eventsOf(programId: number): Promise<number> {
  const text = "select count(*)::int as count from event where program_id = $1";
  const [row] = await asOwner<{ count: number }>(db.url, text, [programId]);
  return row?.count ?? 0;
}

function outcomes(results: readonly Result[]): string[] {
  return results.map((result) => (result.kind === "concluded" ? result.conclusion.outcome : result.kind));
}

function aSale(programId: number, transactionId: string): Submission {
  return submission(programId, sale({ transaction_id: transactionId }));
}

function delivered(programId: number, dedupKey: string, customerKey = "customer-1"): Submission {
  const event = payment({ transaction_id: `in_${dedupKey}`, payer: { customer_key: customerKey } });
  const plain = submission(programId, event);
  return { ...plain, event: { ...plain.event, source: "stripe", dedupKey } };
}

/** Once it has not changed for a while. */
async function untilSame(read: () => number): Promise<number> {
  for (let last = read(); ; last = read()) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (read() === last) return last;
  }
}

const modes = [
  ["one behind the other", { isOneOfSeveral: false }],
  ["each after the end of the one before, where others record as well,", { isOneOfSeveral: true }],
] as const;

// Ahead of what leaves events behind that fail.
test.each(modes)(
  "batches %s leave the books that the log gives, most of them folded ahead",
  { timeout: 120_000 },
  async (_, alone) => {
    const lives: Submission[][] = [];
    for (let index = 0; index < programsAtOnce; index++) {
      const { programId, partnerIds } = await createTestProgram(db, {}, [
        `a-${crypto.randomUUID()}`,
        `b-${crypto.randomUUID()}`,
      ]);
      const events = fc
        .sample(history(partnerIds, 15), { numRuns: historiesOfEach, seed: propertySeed + index })
        .flat();
      lives.push(events.map((one) => submission(programId, one)));
    }
    const longest = Math.max(...lives.map((life) => life.length));
    const inTurn = Array.from({ length: longest }, (_, index) => lives.flatMap((life) => life.slice(index, index + 1)));
    const flushes: Flush[] = [];
    const batcher = start(7, flushes, alone);
    await Promise.all(inTurn.flat().map((reported) => batcher.submit(reported)));
    expect(flushes.filter(({ folded }) => folded === "ahead").length / flushes.length).toBeGreaterThan(0.9);
    const live = await dumpBooks(db.url);
    expect(live).not.toContain("projector_error");
    await emptyBooks(db.url);
    await catchUpAll(db.database);
    expect(await dumpBooks(db.url)).toBe(live);
  },
);

describe.each(modes)("batches %s", (_, alone) => {
  test("know what the ones before are only about to write", async () => {
    const programId = await newProgram();
    const batcher = start(1, [], alone);
    const reported = [
      aSale(programId, "twice"),
      aSale(programId, "other"),
      aSale(programId, "twice"),
      aSale(programId, "twice"),
    ];
    const results = await Promise.all(reported.map((one) => batcher.submit(one)));
    expect(outcomes(results)).toEqual(["recorded", "recorded", "refused", "refused"]);
  });

  test("know the deliveries of the ones before by what their provider calls them", async () => {
    const programId = await newProgram();
    const batcher = start(1, [], alone);
    const results = await Promise.all(Array.from({ length: 4 }, () => batcher.submit(delivered(programId, "evt_1"))));
    expect(outcomes(results)).toEqual(["recorded", "told_before", "told_before", "told_before"]);
    const [first] = results;
    const ids = results.map((result) => ("eventId" in result ? result.eventId : null));
    expect(new Set(ids)).toEqual(new Set([first?.kind === "concluded" ? first.eventId : undefined]));
  });

  test("settle what a batch before has only just parked", async () => {
    const { programId, partnerIds } = await createTestProgram(db, {}, [`partner-${crypto.randomUUID()}`]);
    const batcher = start(1, [], alone);
    const early = Array.from({ length: 3 }, (_, index) => delivered(programId, `evt_${index}`));
    const [clicked, later] = [click(partnerIds[0] ?? 0), lead()].map((event) => submission(programId, event));
    if (clicked === undefined || later === undefined) throw new Error("no event was recorded");
    // A click that is recorded after a payment earns nothing for it, and deliveries go before clicks.
    expect(outcomes([await batcher.submit(clicked)])).toEqual(["recorded"]);
    const results = await Promise.all([...early, later].map((reported) => batcher.submit(reported)));
    expect(outcomes(results)).toEqual(["parked", "parked", "parked", "recorded"]);
    const text = "select count(*)::int as count from sale where program_id = $1";
    expect(await asOwner(db.url, text, [programId])).toEqual([{ count: 3 }]);
    expect(await verified([programId])).toEqual([true]);
  });

  test("are recorded all the same behind one that was rolled back before it prepared their statements", async () => {
    const fresh = await createTestDatabase();
    const programIds: number[] = [];
    for (let index = 0; index < 6; index++) programIds.push(await newProgram(fresh));
    await asOwner(fresh.url, "create sequence events_written");
    await asOwner(
      fresh.url,
      `create function roll_back_once() returns trigger language plpgsql security definer as $$
       begin
         if nextval('events_written') = 3 then
           perform pg_sleep(0.3);
           raise serialization_failure;
         end if;
         return new;
       end $$`,
    );
    await asOwner(
      fresh.url,
      "create trigger roll_back_once before insert on event for each row execute function roll_back_once()",
    );
    const batcher = startBatcher({
      ...{ database: fresh.database, batchEventsMax: 2, queueEventsMax: 100, queueWaitSecondsMax: 60 },
      ...alone,
    });
    // The second batch is rolled back with the first statement for refused calls, which the third sends behind it.
    const reported = programIds.map((programId, index) =>
      submission(programId, sale({ customer_key: index < 3 ? "customer-1" : "a-stranger" })),
    );
    const results = await Promise.all(reported.map((one) => batcher.submit(one)));
    expect(outcomes(results)).toEqual([...Array(3).fill("recorded"), ...Array(3).fill("refused")]);
    await fresh.drop();
  });

  test("are recorded all the same behind one that the database refuses", async () => {
    const programId = await newProgram();
    const beyondBigint = submission(
      programId,
      payment({ amount_cents: 2 ** 70, payer: { customer_key: "customer-1" } }),
    );
    const batcher = start(2, [], alone);
    const reported = Array.from({ length: 12 }, (_, index) =>
      index === 5 ? beyondBigint : aSale(programId, `around-${index}`),
    );
    const results = await Promise.all(reported.map((one) => batcher.submit(one)));
    expect(outcomes(results)).toEqual(reported.map((_, index) => (index === 5 ? "failed" : "recorded")));
    expect(await verified([programId])).toEqual([true]);
  });
});

test("where others record as well, everything that waits is one batch once the one before has ended", async () => {
  const programId = await newProgram();
  const flushes: (Flush & { readonly endedAt: number })[] = [];
  const batcher = startBatcher({
    database: db.database,
    batchEventsMax: 500,
    queueEventsMax: 10_000,
    queueWaitSecondsMax: 60,
    onFlush: (flush) => void flushes.push({ ...flush, endedAt: performance.now() }),
    isOneOfSeveral: true,
  });
  const callers = Array.from({ length: 20 }, async (_, caller) => {
    for (let call = 0; call < 10; call += 1) await batcher.submit(aSale(programId, `alone-${caller}-${call}`));
  });
  await Promise.all(callers);
  const overlapping = flushes.filter(
    ({ endedAt, milliseconds }, index) => endedAt - milliseconds < (flushes[index - 1]?.endedAt ?? 0) - 1,
  );
  expect(overlapping).toEqual([]);
  expect(flushes.map(({ events }) => events).filter((events) => events === callers.length).length).toBeGreaterThan(5);
});

describe("batches that PostgreSQL does not commit for a while", () => {
  test("are few: the others wait in the queue", { timeout: 60_000 }, async () => {
    const programId = await newProgram();
    const flushes: Flush[] = [];
    const batchEventsMax = 4;
    const batcher = start(batchEventsMax, flushes);
    const waits = 1_000;
    const submitted = Array.from({ length: waits }, (_, index) => batcher.submit(aSale(programId, `paused-${index}`)));
    await vi.waitFor(() => expect(flushes.length).toBeGreaterThan(2));
    const text = "select pid from pg_stat_activity where datname = current_database() and query like $1 limit 1";
    // Between two such statements it begins the next batch.
    const writes = await vi.waitUntil(
      async () => (await asOwner<{ pid: number }>(db.url, text, ["with part\\_1 %"]))[0],
      { interval: 1 },
    );
    process.kill(writes.pid, "SIGSTOP");
    try {
      const queued = await untilSame(() => batcher.stats().queued);
      // What is neither committed nor queued is sent, or one batch that is about to be.
      const taken = waits - flushes.reduce((sum, { events }) => sum + events, 0) - queued;
      expect(taken).toBeLessThanOrEqual((8 + 1) * batchEventsMax);
      expect(queued).toBeGreaterThan(0);
    } finally {
      process.kill(writes.pid, "SIGCONT");
    }
    expect(outcomes(await Promise.all(submitted)).filter((outcome) => outcome !== "recorded")).toEqual([]);
    expect(await verified([programId])).toEqual([true]);
  });
});

describe("a connection that is lost", () => {
  test.each([
    ["writes", "with part\\_1 %"],
    ["reads ahead", "with customer\\_found %"],
  ])(
    "under the one that %s ends what was on it, and none of those that wait",
    { timeout: 60_000 },
    async (_, statement) => {
      const programId = await newProgram();
      const batcher = start(8);
      const text =
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like $1";
      const lost = vi.waitFor(async () => expect(await asOwner(db.url, text, [statement])).not.toEqual([]), {
        interval: 1,
        timeout: 50_000,
      });
      // So many always wait, until the connection is lost under them.
      const waiting = 2_000;
      const submitted: Promise<Result>[] = [];
      let isLost = false;
      const end = lost.finally(() => {
        isLost = true;
      });
      while (!isLost) {
        const one = batcher.submit(aSale(programId, `waits-${submitted.length}`));
        submitted.push(one);
        one.catch(() => undefined);
        if (submitted.length > waiting) await Promise.allSettled([submitted.at(-(waiting + 1))]);
      }
      await end;
      const all = Promise.allSettled(submitted);
      const settled = await all;
      // Those that were sent, and the one that had been read for by then.
      const rejected = settled.filter(({ status }) => status === "rejected").length;
      expect(rejected).toBeLessThan(100);
      expect(await verified([programId])).toEqual([true]);
    },
  );
});

describe("processes that write to the same programs at once", () => {
  test("record every call once, in a log and books that verify", { timeout: 120_000 }, async () => {
    const programIds = [await newProgram(), await newProgram()];
    const flushes: Flush[] = [];
    const batchers = [1, 2, 3].map(() => start(8, flushes));
    const calls = Array.from({ length: 150 }, (_, index) => `at-once-${index}`);
    const results = await Promise.all(
      calls.flatMap((transactionId) =>
        programIds.flatMap((programId) => batchers.map((batcher) => batcher.submit(aSale(programId, transactionId)))),
      ),
    );
    expect(outcomes(results).filter((outcome) => outcome === "recorded")).toHaveLength(
      calls.length * programIds.length,
    );
    // Behind the program, its partner, a click and a lead.
    for (const programId of programIds) expect(await eventsOf(programId)).toBe(4 + calls.length);
    expect(await verified(programIds)).toEqual([true, true]);
    expect(flushes.some(({ folded }) => folded === "under_lock")).toBe(true);
  });

  test("take the write lease in turn for several batches each, so that most are prefetched", {
    timeout: 120_000,
  }, async () => {
    const programId = await newProgram();
    const flushes: Flush[] = [];
    const batchers = [1, 2].map(() => start(4, flushes));
    const calls = Array.from({ length: 400 }, (_, index) => `in-turns-${index}`);
    const results = await Promise.all(
      calls.flatMap((id) => batchers.map((batcher, of) => batcher.submit(aSale(programId, `${id}-${of}`)))),
    );
    expect(new Set(outcomes(results))).toEqual(new Set(["recorded"]));
    expect(flushes.filter(({ folded }) => folded === "ahead").length / flushes.length).toBeGreaterThan(0.5);
    expect(await verified([programId])).toEqual([true]);
  });

  test("do not wait for one that stalls while it holds the write lease", { timeout: 60_000 }, async () => {
    const programId = await newProgram();
    await withClient(db.url, async (stalled) => {
      await stalled.query("select pg_advisory_lock($1, 0)", [writeLeaseLock]);
      const batchers = [1, 2].map(() => start(4));
      const calls = Array.from({ length: 40 }, (_, index) => `past-it-${index}`);
      const results = await Promise.all(
        calls.flatMap((id) => batchers.map((batcher, of) => batcher.submit(aSale(programId, `${id}-${of}`)))),
      );
      expect(new Set(outcomes(results))).toEqual(new Set(["recorded"]));
      await Promise.all(batchers.map((batcher) => batcher.drain()));
    });
    const text = "select count(*)::int as count from pg_locks where locktype = 'advisory' and classid = $1";
    expect(await asOwner(db.url, text, [writeLeaseLock])).toEqual([{ count: 0 }]);
  });

  test("go on while keys are replaced and books caught up", { timeout: 60_000 }, async () => {
    const programId = await newProgram();
    const batcher = start(4);
    const raise = "update program_head set revision = revision + 1 where program_id = $1";
    const reported = Array.from({ length: 200 }, (_, index) => batcher.submit(aSale(programId, `revised-${index}`)));
    for (let index = 0; index < 20; index++) await asOwner(db.url, raise, [programId]);
    expect(new Set(outcomes(await Promise.all(reported)))).toEqual(new Set(["recorded"]));
    expect(await verified([programId])).toEqual([true]);
  });
});
