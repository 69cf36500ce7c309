// Recurring jobs: they run, never twice at the same time, survive their own failure, and stopping waits for them.
import { pino } from "pino";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { recurringJobs, startSchedule } from "../../src/service/schedule.ts";
import { createTestDatabase } from "../support/database.ts";
import { sale } from "../support/event-builders.ts";
import { asOwner, createTestProgram, secretKey } from "../support/service.ts";
import { beginTrade, record } from "../support/traders.ts";

const everySecond = "* * * * * *";

describe("a job", () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-01-31T12:00:00Z") }));
  afterEach(() => void vi.useRealTimers());

  test("that takes longer than its interval never runs twice at once, and stopping waits for it", async () => {
    const ends: (() => void)[] = [];
    const runOnce = () => new Promise<void>((resolve) => ends.push(resolve));
    const schedule = await startSchedule([{ name: "slow", cron: everySecond, runOnce }], pino({ level: "silent" }));
    await vi.advanceTimersByTimeAsync(5000);
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(1000);
    expect(ends).toHaveLength(2);

    let hasStopped = false;
    const stopped = schedule.stop().then(() => {
      hasStopped = true;
    });
    await vi.advanceTimersByTimeAsync(5000);
    expect(hasStopped).toBe(false);
    ends[1]?.();
    await stopped;
    expect(ends).toHaveLength(2);
  });

  test("that takes long is asked to end when the schedule stops", async () => {
    let wasReported = false;
    const runOnce = async (stop?: AbortSignal) => {
      await new Promise((resolve) => stop?.addEventListener("abort", resolve, { once: true }));
      wasReported = true;
    };
    const schedule = await startSchedule([{ name: "long", cron: everySecond, runOnce }], pino({ level: "silent" }));
    await vi.advanceTimersByTimeAsync(1000);
    await schedule.stop();
    expect(wasReported).toBe(true);
  });

  test("that fails is logged by its name and runs again", async () => {
    const logged: string[] = [];
    const log = pino({}, { write: (line) => void logged.push(line) });
    const runOnce = () => Promise.reject(new Error("no"));
    const schedule = await startSchedule([{ name: "failing", cron: everySecond, runOnce }], log);
    await vi.advanceTimersByTimeAsync(2000);
    await schedule.stop();
    const failures = logged.map((line) => JSON.parse(line) as unknown);
    const failure = { level: 50, job: "failing", err: { message: "no" } };
    expect(failures).toMatchObject([failure, failure]);
  });
});

describe("the service's jobs", async () => {
  const testDatabase = await createTestDatabase();
  const { url, database } = testDatabase;
  afterAll(() => testDatabase.drop());
  const reconciles: boolean[] = [];
  const verifies: boolean[] = [];
  const retries: boolean[] = [];
  const flushes: number[] = [];
  const jobsOf = (env: Readonly<Record<string, string>> = {}) => {
    const config = readConfig({ DATABASE_URL: url, SVC_SECRET_KEYS: secretKey, ...env });
    const reconcile = async (stop: AbortSignal) => void reconciles.push(stop.aborted);
    const verify = async (stop: AbortSignal) => void verifies.push(stop.aborted);
    const retryFailed = async (stop: AbortSignal) => void retries.push(stop.aborted);
    const keyUse = { flush: async () => void flushes.push(1) };
    const reported = {
      reconcile,
      verify,
      watchFees: async () => undefined,
      retryFailed,
      sendPayouts: async () => undefined,
      makeDiscounts: async () => undefined,
      issueInvoices: async () => undefined,
      comparePartners: async () => undefined,
      checkVatIds: async () => undefined,
      countFaults: async () => undefined,
    };
    return new Map(recurringJobs(database, config, { ...reported, keyUse }).map((job) => [job.name, job]));
  };
  const jobs = jobsOf();

  test("bring books that are behind up to their log", async () => {
    const { programId } = await createTestProgram(database);
    await asOwner(url, "update program_head set projected_seq = 0 where program_id = $1", [programId]);
    await jobs.get("catch-up")?.runOnce();
    const behind = await asOwner(url, "select program_id from program_head where projected_seq < seq");
    expect(behind).toEqual([]);
  });

  test("approve commissions whose hold is over", async () => {
    const { programId } = await beginTrade(testDatabase);
    await record(testDatabase, programId, sale());
    await jobs.get("approve-commissions")?.runOnce();
    const statuses = await asOwner(url, "select status from commission where program_id = $1", [programId]);
    expect(statuses).toEqual([{ status: "approved" }]);
  });

  test("remove lines of the tracking log that are older than they are kept, and no younger ones", async () => {
    await asOwner(
      url,
      `insert into tracking_log (program_id, line_id, logged_at, call, is_test, message)
       select 1, day, now() - make_interval(days => day), 'sale', true, 'a line' from unnest(array[29, 31]) as day`,
    );
    await jobs.get("remove-old-tracking-lines")?.runOnce();
    expect(await asOwner(url, "select line_id from tracking_log")).toEqual([{ line_id: 29 }]);
  });

  test("ask providers for what never arrived", async () => {
    await jobs.get("reconcile")?.runOnce();
    expect(reconciles).toEqual([false]);
  });

  test("check the log and the books a little at a time", async () => {
    await jobs.get("verify")?.runOnce();
    expect(verifies).toEqual([false]);
  });

  test("write down how often keys were shown", async () => {
    await jobs.get("write-key-use")?.runOnce();
    expect(flushes).toHaveLength(1);
  });

  test("forget how often a key was shown after 90 days, and no earlier", async () => {
    await asOwner(
      url,
      `insert into program_key_use (program_id, key_hash, day, calls, last_used_at)
       select 1, '\\x00', (now() at time zone 'UTC')::date - age, age, now() from unnest(array[90, 91]) as age`,
    );
    await jobs.get("remove-old-key-use")?.runOnce();
    expect(await asOwner(url, "select calls from program_key_use")).toEqual([{ calls: 90 }]);
  });

  test("look at a chain only when one is configured", async () => {
    expect(jobs.has("chain-check")).toBe(false);
    const chainCheck = jobsOf({ X402_RPC_URLS: "eip155:8453=http://127.0.0.1:9" }).get("chain-check");
    expect(await chainCheck?.runOnce()).toBe(0);
  });
});
