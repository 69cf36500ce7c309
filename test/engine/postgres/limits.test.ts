// How long each kind of work may take: recording times out within seconds, long work does not.
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openDatabase, withClient } from "../../../src/engine/postgres/database.ts";
import type { Session } from "../../../src/engine/postgres/driver/session.ts";
import { isDatabaseUnavailable } from "../../../src/engine/postgres/faults.ts";
import { commandLimits, serviceLimits } from "../../../src/engine/postgres/limits.ts";
import { createTestDatabase } from "../../support/database.ts";
import { asOwner } from "../../support/service.ts";

const testDatabase = await createTestDatabase();
const limits = serviceLimits(0.5);
const database = openDatabase({
  url: testDatabase.url,
  connectionsMax: 4,
  applicationName: "svc-test",
  limits,
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** Longer than recording may take, and than its connection waits for an answer. */
const sleepSeconds = limits.recording.answerMilliseconds / 1000 + 0.5;
const sleepText = `select pg_sleep(${sleepSeconds})`;
const sleepIn = (session: Session) => session.query({ name: "sleep", text: `${sleepText}::text as slept` }, []);
/** Would end long after the test. */
const sleepForLong = (session: Session) => session.query({ name: "long", text: "select pg_sleep(3600)" }, []);
const unavailable = (error: unknown): boolean => isDatabaseUnavailable(error);

test("a recording statement or lookup is canceled, and its caller gets unavailable", async () => {
  for (const cancelled of [
    database.transaction(sleepForLong),
    database.withSession(sleepForLong),
    database.withRecorders(({ writes }) => writes.transaction(sleepForLong)),
    database.withRecorders(({ reads }) => reads.pieces(sleepForLong)),
  ].map((run) => expect(run).rejects.toSatisfy(unavailable)))
    await cancelled;
});

test("a caller that waits for a lock learns that it was the lock", async () => {
  await withClient(testDatabase.url, async (holder) => {
    await holder.query("begin");
    await holder.query("lock table workspace");
    const statement = { name: "read_locked", text: "select count(*) from workspace" };
    const waiting = database.transaction((session) => session.query(statement, []));
    await expect(waiting).rejects.toMatchObject({ code: "55P03" });
    await holder.query("rollback");
  });
});

test("a process that is frozen in a transaction loses its connection, and with it its locks", async () => {
  expect(limits.recording.idleInTransactionMilliseconds).toBe(5000);
  const recording = { ...limits.recording, idleInTransactionMilliseconds: 200 };
  const name = "svc-test-standing";
  const standing = openDatabase({
    url: testDatabase.url,
    connectionsMax: 2,
    applicationName: name,
    limits: { ...limits, recording },
  });
  const sessions = "select from pg_stat_activity where application_name = $1";
  const stoodStill = standing.transaction(async (session) => {
    await session.query({ name: "lock_workspace", text: "lock table workspace" }, []);
    await expect.poll(() => asOwner(testDatabase.url, sessions, [name]), { timeout: 30_000 }).toEqual([]);
    await session.query({ name: "select_one", text: "select 1" }, []);
  });
  await expect(stoodStill).rejects.toSatisfy(unavailable);
  await standing.close();
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
    sql.raw(sleepText).execute(database.kysely),
    database.transactionAside(sleepIn),
    withClient(testDatabase.url, (client) => client.query(sleepText)),
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
