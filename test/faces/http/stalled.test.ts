// One program's lock stalls only that program, and no call waits to be recorded for longer than announced.
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { commitDecided } from "../../../src/engine/recording/locked-batch.ts";
import { createTestDatabase } from "../../support/database.ts";
import { headOf, whileHeld } from "../../support/held-rows.ts";
import { slowDownSales } from "../../support/raised-faults.ts";
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
} from "../../support/service.ts";

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

function report({ key }: ProgramAtHand): Promise<Answer> {
  salesMade += 1;
  const sale = { transaction_id: `txn-${salesMade}`, amount_cents: 10_000, customer_key: "customer-1" };
  return service.post("/api/v1/track/sale", sale, { key });
}

const statusesOf = (all: readonly Answer[]) => new Set(all.map((answer) => answer.status));

const rounds = 12;

/** Calls for both programs, several at a time; those of the free one are answered before the lock times out, or never. */
async function callBoth(): Promise<{ ofFree: Answer[]; ofLocked: Promise<Answer[]> }> {
  const ofFree: Answer[] = [];
  const ofLocked: Promise<Answer>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ofLocked.push(report(locked), report(locked));
    ofFree.push(...(await Promise.all(Array.from({ length: 5 }, () => report(free)))));
  }
  return { ofFree, ofLocked: Promise.all(ofLocked) };
}

describe("while another session holds a lock of one program", () => {
  beforeEach(() => start({ QUEUE_WAIT_SECONDS_MAX: "60" }));

  test.each([
    ["its head", () => headOf(locked.programId)],
    ["a row it changes", () => `select 1 from customer where program_id = ${locked.programId} for update`],
  ])("%s: the others are answered meanwhile, and its own when the lock is free", async (_, lock) => {
    const { ofFree, ofLocked } = await whileHeld(databaseUrl, lock(), callBoth);
    expect(statusesOf(ofFree)).toEqual(new Set([200]));
    expect(statusesOf(await ofLocked)).toEqual(new Set([200]));
  });

  test("changes of its own that wait for it take no connection from the others", async () => {
    const fresh = await createTestProgram(database);
    const { changes } = await whileHeld(databaseUrl, headOf(locked.programId), async () => {
      const change = () => commitDecided(service.database, locked.programId, async () => []);
      const begun = Array.from({ length: 12 }, () => change().catch(() => "refused"));
      // Its key has never been looked up: that takes a connection of those that changes take.
      const answered = report(fresh).then(({ status }) => status);
      expect(await Promise.race([answered, ...begun])).toBe(400);
      return { changes: begun };
    });
    expect(new Set((await Promise.all(changes)).flat())).toEqual(new Set());
  });

  test("its changes without a time limit leave room for those of other programs", async () => {
    const change = (program: ProgramAtHand) =>
      commitDecided(service.database, program.programId, async () => [], { within: "longTransaction" });
    const { changes } = await whileHeld(databaseUrl, headOf(locked.programId), async () => {
      const begun = Array.from({ length: 6 }, () => change(locked));
      expect(await change(free)).toEqual([]);
      return { changes: begun };
    });
    expect((await Promise.all(changes)).flat()).toEqual([]);
  });

  test("the whole service may be stopped meanwhile", async () => {
    const { waiting, drained } = await whileHeld(databaseUrl, headOf(locked.programId), async () => {
      const answered = report(locked);
      await expect.poll(async () => (await service.request("/metrics")).text).toContain("svc_programs_set_aside 1");
      return { waiting: answered, drained: service.drain() };
    });
    expect((await waiting).status).toBe(200);
    await drained;
  });
});

describe("while other programs come", () => {
  beforeEach(() => start({ PROGRAM_CONCURRENCY_MAX: "1", QUEUE_WAIT_SECONDS_MAX: "60" }));

  test("of a locked program no more than its share is processed, and all of it is recorded later", async () => {
    const { waiting } = await whileHeld(databaseUrl, headOf(locked.programId), async () => {
      expect((await report(free)).status).toBe(200);
      const answers = Array.from({ length: 5 }, () => report(locked));
      await expect.poll(async () => (await service.request("/metrics")).text).toContain("svc_requests_throttled 4");
      expect((await report(free)).status).toBe(200);
      return { waiting: answers };
    });
    expect(statusesOf(await Promise.all(waiting))).toEqual(new Set([200]));
    expect((await service.request("/metrics")).text).toContain("svc_requests_throttled 0");
  });
});

describe("while it holds the lock for longer than callers may wait", () => {
  beforeEach(() => start({ QUEUE_WAIT_SECONDS_MAX: "1" }));

  test("its calls get 503 meanwhile, and are recorded as soon as it is free", async () => {
    await whileHeld(databaseUrl, headOf(locked.programId), async () => {
      const { ofFree, ofLocked } = await callBoth();
      expect(statusesOf(ofFree)).toEqual(new Set([200]));
      for (const answer of await ofLocked) {
        expect(refusalOf(answer)).toBe("503 internal_error");
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      expect((await service.request("/readyz")).status).toBe(200);
      expect((await service.request("/metrics")).text).toContain("svc_programs_set_aside 1");
    });
    expect((await report(locked)).status).toBe(200);
  });
});

describe("while the database is slow", () => {
  beforeEach(() => start({ QUEUE_WAIT_SECONDS_MAX: "1", BATCH_EVENTS_MAX: "1", DATABASE_TIMEOUT_SECONDS: "60" }));

  test("a call that would wait or has waited too long gets 503 at once, and /readyz shows it", async () => {
    const makeFast = await slowDownSales(databaseUrl, locked.programId);
    const slow = report(locked);
    const query = "select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()";
    await expect.poll(() => asOwner(databaseUrl, query), { timeout: 30_000 }).toHaveLength(1);
    const behind = Array.from({ length: 6 }, async () => (await report(free)).status);
    await expect.poll(async () => (await service.request("/readyz")).status, { timeout: 30_000 }).toBe(503);
    expect(Number(fieldOf(await service.request("/readyz"), "oldest_waiting_seconds"))).toBeGreaterThan(1);
    // Both before the database is fast again.
    expect((await report(free)).status).toBe(503);
    expect(await Promise.any(behind)).toBe(503);
    await makeFast();
    expect((await slow).status).toBe(200);
    await Promise.all(behind);
    expect((await report(free)).status).toBe(200);
    expect((await service.request("/readyz")).status).toBe(200);
  });
});
