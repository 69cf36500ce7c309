// When the connection to the database stays open but passes nothing, or its host is paused: callers receive 503 within seconds, and
// recording continues within ten seconds of the connection's return, or of another host taking over, without a restart.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, expect, test } from "vitest";
import { mayPass } from "../../../src/engine/postgres/faults.ts";
import { createTestDatabase } from "../../support/database.ts";
import { asOwner, bindCustomer, createTestProgram, type RunningService, startService } from "../../support/service.ts";
import { startTcpProxy, type TcpProxy } from "../../support/tcp-proxy.ts";

const recordingAgainMilliseconds = 10_000;

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const program = await createTestProgram(database);
let proxy: TcpProxy;
let service: RunningService;
let customerKey: string;
let salesMade = 0;

async function start(env: Record<string, string> = {}): Promise<void> {
  proxy = await startTcpProxy(databaseUrl);
  service = await startService(proxy.url, env);
  customerKey = `customer-of-${service.url}`;
  await bindCustomer(service, program, customerKey);
}

/** Silent connections are closed after two seconds, not five. */
const soon = { DATABASE_TIMEOUT_SECONDS: "1" };

afterEach(async () => {
  await service.close();
  await proxy.cut();
});

afterAll(() => testDatabase.drop());

async function reportSale(): Promise<{ status: number; transactionId: string }> {
  salesMade += 1;
  const transactionId = `txn-${salesMade}`;
  const sale = { transaction_id: transactionId, amount_cents: 10_000, customer_key: customerKey };
  const { status } = await service.post("/api/v1/track/sale", sale, { key: program.key });
  return { status, transactionId };
}

/** Both recording connections are open and stand idle, as in a service that is at work. */
async function recordSome(): Promise<void> {
  const sales = await Promise.all(Array.from({ length: 40 }, () => reportSale()));
  expect(sales.map(({ status }) => status)).toEqual(sales.map(() => 200));
}

/** Answers how long it took until a new sale was recorded. */
async function untilRecorded(): Promise<number> {
  const since = performance.now();
  while ((await reportSale()).status !== 200) await sleep(100);
  return performance.now() - since;
}

test("a call on a silent connection gets 503, and sales are recorded soon after the network returns", async () => {
  await start();
  await recordSome();
  proxy.fallSilent();
  const asked = performance.now();
  expect((await reportSale()).status).toBe(503);
  expect(performance.now() - asked).toBeLessThan(recordingAgainMilliseconds);
  expect((await service.request("/readyz")).status).toBe(503);

  proxy.speakAgain();
  expect(await untilRecorded()).toBeLessThan(recordingAgainMilliseconds);
  expect((await service.request("/readyz")).status).toBe(200);
  await recordSome();
}, 60_000);

test("connections that fell silent while idle delay later calls no longer", async () => {
  await start(soon);
  await recordSome();
  proxy.fallSilent();
  proxy.speakAgain();
  expect(await untilRecorded()).toBeLessThan(recordingAgainMilliseconds);
  await recordSome();
}, 60_000);

test("a report on a silent connection is aborted together with recording, and not a minute later", async () => {
  await start(soon);
  await recordSome();
  // By itself it would wait for longer than this test may take.
  const report = sql`select pg_sleep(1)`.execute(service.database.kysely).catch((error: unknown) => error);
  proxy.fallSilent();
  expect((await reportSale()).status).toBe(503);
  expect(mayPass(await report)).toBe(true);
  proxy.speakAgain();
  await untilRecorded();
}, 60_000);

test("a request answered 503 was recorded at most once", async () => {
  await start(soon);
  await recordSome();
  const reported = reportSale();
  proxy.fallSilent();
  const { status, transactionId } = await reported;
  proxy.speakAgain();
  await untilRecorded();
  const text = "select count(*)::integer as count from sale where transaction_id = $1";
  const [row] = await asOwner<{ count: number }>(databaseUrl, text, [transactionId]);
  expect(row?.count).toBeLessThanOrEqual(1);
  if (status === 200) expect(row?.count).toBe(1);
}, 60_000);
