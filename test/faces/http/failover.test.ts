// DATABASE_URL with a primary and its standby: the service records on whichever takes writes, and on no other. It needs no restart,
// and recording goes on within ten seconds of the standby's promotion.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase, withClient } from "../../../src/engine/postgres/database.ts";
import { type DatabasePair, prepareDatabasePairs } from "../../support/database-pair.ts";
import {
  asOwner,
  bindCustomer,
  createTestProgram,
  type ProgramAtHand,
  type RunningService,
  startService,
} from "../../support/service.ts";

const recordingAgainMilliseconds = 10_000;
const testMilliseconds = 90_000;

const pairs = await prepareDatabasePairs();
let pair: DatabasePair;
let service: RunningService;
let program: ProgramAtHand;
let customerKey: string;
let salesMade = 0;

beforeEach(async () => {
  pair = await pairs.start();
  service = await startService(pair.url);
  program = await createTestProgram(service.database);
  ({ customerKey } = await bindCustomer(service, program, "customer-1"));
  await reportSale();
  await expect.poll(() => salesAt(pair.standbyUrl), { timeout: 10_000 }).toBe(1);
}, 60_000);

afterEach(async () => {
  await service.close();
  await pair.stop();
}, 60_000);

afterAll(() => pairs.remove());

async function reportSale(): Promise<number> {
  salesMade += 1;
  const sale = { transaction_id: `txn-${salesMade}`, amount_cents: 10_000, customer_key: customerKey };
  return (await service.post("/api/v1/track/sale", sale, { key: program.key })).status;
}

async function untilRecorded(): Promise<number> {
  const since = performance.now();
  while ((await reportSale()) !== 200) await sleep(100);
  return performance.now() - since;
}

/** Of the service, and waits until they are gone. */
async function endConnections(url: string): Promise<void> {
  const own = "from pg_stat_activity where application_name = 'svc-test'";
  const pids = (await asOwner<{ pid: number }>(url, `select pid, pg_terminate_backend(pid) ${own}`)).map(
    ({ pid }) => pid,
  );
  await expect
    .poll(() => asOwner(url, `select ${own} and pid = any($1::integer[])`, [pids]), { timeout: 30_000 })
    .toEqual([]);
}

async function salesAt(url: string): Promise<number> {
  const [row] = await asOwner<{ count: number }>(url, "select count(*)::integer as count from sale");
  return row?.count ?? -1;
}

test(
  "a frozen primary: sales are recorded on the promoted standby, and never again on the old primary when it wakes",
  async () => {
    const before = await salesAt(pair.primaryUrl);
    await pair.freezePrimary();
    const unheard = reportSale();
    await pair.promoteStandby();
    expect(await untilRecorded()).toBeLessThan(recordingAgainMilliseconds);
    expect(await unheard).toBe(503);
    expect((await service.request("/readyz")).status).toBe(200);

    await pair.thawPrimary();
    // Connections are opened again, including those that were idle.
    await endConnections(pair.standbyUrl);
    await endConnections(pair.primaryUrl);
    await untilRecorded();
    const recorded = await salesAt(pair.standbyUrl);
    for (let sale = 0; sale < 5; sale += 1) expect(await reportSale()).toBe(200);
    expect(await salesAt(pair.standbyUrl)).toBe(recorded + 5);
    expect(await salesAt(pair.primaryUrl)).toBe(before);
    // A process that begins now sees two that take writes, and takes the one that was promoted last.
    const where = "select pg_is_in_recovery() as standby, inet_server_port() as port";
    const { rows } = await withClient(pair.url, (client) => client.query<{ port: number }>(where));
    expect(rows[0]?.port).toBe(Number(new URL(pair.standbyUrl).port));
  },
  testMilliseconds,
);

test(
  "a primary that comes back as a standby: its connections are left and the new primary records",
  async () => {
    await pair.stopPrimary();
    await pair.promoteStandby();
    expect(await untilRecorded()).toBeLessThan(recordingAgainMilliseconds);
    await pair.demotePrimary();
    for (let sale = 0; sale < 5; sale += 1) expect(await reportSale()).toBe(200);
  },
  testMilliseconds,
);

test("if no host accepts writes a caller gets unavailable, with each host's reason", async () => {
  await pair.stopPrimary();
  const database = openDatabase({ url: pair.url, connectionsMax: 2, applicationName: "svc-test" });
  const port = (url: string): string => new URL(url).port;
  await expect(database.withSession((session) => session.answered())).rejects.toThrow(
    new RegExp(
      `127.0.0.1:${port(pair.standbyUrl)} is a standby|127.0.0.1:${port(pair.primaryUrl)} connect ECONNREFUSED`,
    ),
  );
  await database.close();
  expect(await reportSale()).toBe(503);
});
