// One program's lock stalls only that program, and nobody waits to be recorded for longer than they were told.
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "../support/database.ts";
import { headOf, whileHeld } from "../support/held-rows.ts";
import { slowDownSales } from "../support/raised-faults.ts";
import {
  type Answer,
  asOwner,
  bindCustomer,
  createTestProgram,
  fieldOf,
  type ProgramAtHand,
  type RunningService,
  refusalOf,
  startService,
} from "../support/service.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
let service: RunningService;
let locked: ProgramAtHand;
let free: ProgramAtHand;
let salesMade = 0;

async function start(env: Record<string, string> = {}): Promise<void> {
  service = await startService(databaseUrl, env);
  locked = await createTestProgram(database);
  free = await createTestProgram(database);
  for (const program of [locked, free]) await bindCustomer(service, program, "customer-1");
}

afterEach(() => service.close());
afterAll(() => testDatabase.drop());

type Timed = { readonly answer: Answer; readonly milliseconds: number };

async function report({ key }: ProgramAtHand): Promise<Timed> {
  salesMade += 1;
  const sale = { transaction_id: `txn-${salesMade}`, amount_cents: 10_000, customer_key: "customer-1" };
  const startedAt = performance.now();
  const answer = await service.post("/api/v1/track/sale", sale, { key });
  return { answer, milliseconds: performance.now() - startedAt };
}

const statusesOf = (all: readonly Timed[]) => new Set(all.map(({ answer }) => answer.status));
const longestOf = (all: readonly Timed[]) => Math.max(...all.map(({ milliseconds }) => milliseconds));

/** Calls for both programs, several at a time, until enough time has passed. */
async function callBoth(forMilliseconds: number): Promise<{ ofFree: Timed[]; ofLocked: Promise<Timed[]> }> {
  const ofFree: Timed[] = [];
  const ofLocked: Promise<Timed>[] = [];
  for (const startedAt = performance.now(); performance.now() - startedAt < forMilliseconds; ) {
    ofLocked.push(report(locked), report(locked));
    ofFree.push(...(await Promise.all(Array.from({ length: 5 }, () => report(free)))));
  }
  return { ofFree, ofLocked: Promise.all(ofLocked) };
}

describe("while another session holds a lock of one program", () => {
  beforeEach(() => start({ QUEUE_WAIT_SECONDS_MAX: "20" }));

  test.each([
    ["its head", () => headOf(locked.programId)],
    ["a row it changes", () => `select 1 from customer where program_id = ${locked.programId} for update`],
  ])("%s: the others are answered promptly, and its own when the lock is free", async (_, lock) => {
    const { ofFree, ofLocked } = await whileHeld(databaseUrl, lock(), () => callBoth(4000));
    expect(statusesOf(ofFree)).toEqual(new Set([200]));
    // Some 300 ms on an idle machine; without this, as long as the lock.
    expect(longestOf(ofFree)).toBeLessThan(2000);
    expect(statusesOf(await ofLocked)).toEqual(new Set([200]));
  });

  test("the whole service may be stopped meanwhile", async () => {
    const { waiting, drained } = await whileHeld(databaseUrl, headOf(locked.programId), async () => {
      const answered = report(locked);
      await expect.poll(async () => (await service.request("/metrics")).text).toContain("svc_programs_set_aside 1");
      return { waiting: answered, drained: service.drain() };
    });
    expect((await waiting).answer.status).toBe(200);
    await drained;
  });
});

describe("while it holds the lock for longer than callers may wait", () => {
  beforeEach(() => start({ QUEUE_WAIT_SECONDS_MAX: "2" }));

  test("its calls hear 503 within the bound, and are recorded as soon as it is free", async () => {
    await whileHeld(databaseUrl, headOf(locked.programId), async () => {
      const { ofFree, ofLocked } = await callBoth(3000);
      expect(statusesOf(ofFree)).toEqual(new Set([200]));
      const refused = await ofLocked;
      for (const { answer } of refused) {
        expect(refusalOf(answer)).toBe("503 internal_error");
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      expect(longestOf(refused)).toBeLessThan(4000);
      expect((await service.request("/readyz")).status).toBe(200);
      expect((await service.request("/metrics")).text).toContain("svc_programs_set_aside 1");
    });
    expect((await report(locked)).answer.status).toBe(200);
  });
});

describe("while the database is slow", () => {
  beforeEach(() => start({ QUEUE_WAIT_SECONDS_MAX: "1", BATCH_EVENTS_MAX: "1" }));

  test("what would wait for too long hears 503 at once, what has waited too long as well, and /readyz tells", async () => {
    const makeFast = await slowDownSales(databaseUrl, locked.programId, 2.5);
    const slow = report(locked);
    const query = "select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()";
    await expect.poll(() => asOwner(databaseUrl, query)).toHaveLength(1);
    const behind = Array.from({ length: 6 }, () => report(free));
    await expect.poll(async () => (await service.request("/readyz")).status, { timeout: 2000 }).toBe(503);
    expect(Number(fieldOf(await service.request("/readyz"), "oldest_waiting_seconds"))).toBeGreaterThan(1);
    const late = await report(free);
    expect(late.answer.status).toBe(503);
    expect(late.milliseconds).toBeLessThan(500);
    const refused = (await Promise.all(behind)).filter(({ answer }) => answer.status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(longestOf(refused)).toBeLessThan(2400);
    expect((await slow).answer.status).toBe(200);
    await makeFast();
    expect((await report(free)).answer.status).toBe(200);
    expect((await service.request("/readyz")).status).toBe(200);
  });
});
