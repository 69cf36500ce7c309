// How long each kind of work may take: recording gives up within seconds, long work does not.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openDatabase, withClient } from "../../src/db/database.ts";
import { isDatabaseUnavailable } from "../../src/db/faults.ts";
import { commandLimits, serviceLimits } from "../../src/db/limits.ts";
import type { Session } from "../../src/db/session.ts";
import { createTestDatabase } from "../support/database.ts";

const testDatabase = await createTestDatabase();
const recordingSeconds = 1;
const database = openDatabase({
  url: testDatabase.url,
  connectionsMax: 4,
  applicationName: "svc-test",
  limits: serviceLimits(recordingSeconds),
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Longer than recording may take, and than its connection waits for an answer. */
const sleepMilliseconds = 3000;
const sleepStatement = { name: "sleep", text: `select pg_sleep(${sleepMilliseconds / 1000})::text as slept` };
const sleepIn = (session: Session) => session.query<{ slept: string }>(sleepStatement, []);
const unavailable = (error: unknown): boolean => isDatabaseUnavailable(error);

test("a statement that records or looks up is cancelled, and its caller hears unavailable", async () => {
  for (const run of [
    () => database.transaction(sleepIn),
    () => database.withSession(sleepIn),
    () => database.withRecorders(({ writes }) => writes.transaction(sleepIn)),
    () => database.withRecorders(({ reads }) => reads.pieces(sleepIn)),
  ]) {
    const since = performance.now();
    await expect(run()).rejects.toSatisfy(unavailable);
    expect(performance.now() - since).toBeLessThan(sleepMilliseconds);
  }
});

test("who waits for a lock is told that it was the lock", async () => {
  await withClient(testDatabase.url, async (holder) => {
    await holder.query("begin");
    await holder.query("lock table workspace");
    const statement = { name: "read_locked", text: "select count(*) from workspace" };
    const waiting = database.transaction((session) => session.query(statement, []));
    await expect(waiting).rejects.toMatchObject({ code: "55P03" });
    await holder.query("rollback");
  });
});

test("a process that stands still in a transaction loses its connection, and with it its locks", async () => {
  const stoodStill = database.transaction(async (session) => {
    await session.query({ name: "lock_workspace", text: "lock table workspace" }, []);
    await sleep(6000);
    await session.query({ name: "select_one", text: "select 1" }, []);
  });
  await expect(stoodStill).rejects.toSatisfy(unavailable);
  await withClient(testDatabase.url, (client) => client.query("begin; lock table workspace nowait; rollback"));
});

test("lists and reports, long work and commands are not", async () => {
  const long = openDatabase({
    url: testDatabase.url,
    connectionsMax: 4,
    applicationName: "svc-test",
    limits: commandLimits,
  });
  await Promise.all([
    sql`select pg_sleep(${sleepMilliseconds / 1000})`.execute(database.kysely),
    database.transactionAside(sleepIn),
    withClient(testDatabase.url, (client) => client.query(sleepStatement.text)),
    long.transaction(sleepIn),
    long.withRecorders(({ writes }) => writes.transaction(sleepIn)),
  ]);
  await long.close();
});

test("the address may set other limits", async () => {
  const url = new URL(testDatabase.url);
  url.searchParams.set("options", "-c statement_timeout=123ms");
  const patient = openDatabase({ url: url.href, connectionsMax: 4, applicationName: "svc-test" });
  const { rows } = await sql<{ timeout: string }>`select current_setting('statement_timeout') as timeout`.execute(
    patient.kysely,
  );
  await patient.close();
  expect(rows[0]?.timeout).toBe("123ms");
});
