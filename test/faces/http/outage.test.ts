// When something cannot be made durable: callers receive 503 and a time to retry, nothing is half done, and as soon as the database is back
// the service is too, without a restart.
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { createTestDatabase } from "../../support/database.ts";
import {
  type Answer,
  asOwner,
  bindCustomer,
  createTestProgram,
  fieldOf,
  type RunningService,
  refusalOf,
  startService,
} from "../../support/service.ts";
import { startTcpProxy } from "../../support/tcp-proxy.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const proxy = await startTcpProxy(databaseUrl);
const program = await createTestProgram(database);
let service: RunningService;
let customerKey: string;
let salesMade = 0;

async function start(env: Record<string, string> = {}): Promise<void> {
  service = await startService(proxy.url, env);
  customerKey = `customer-of-${service.url}`;
  await bindCustomer(service, program, customerKey);
}

function newSale() {
  salesMade += 1;
  return { transaction_id: `txn-${salesMade}`, amount_cents: 10_000, customer_key: customerKey };
}

const report = (sale: object) => service.post("/api/v1/track/sale", sale, { key: program.key });

async function saleCount(transactionId: string): Promise<number> {
  const sql = "select count(*) as count from sale where transaction_id = $1";
  const [row] = await asOwner<{ count: number }>(databaseUrl, sql, [transactionId]);
  return row?.count ?? -1;
}

/** Holds the program's head, as a slow transaction would, while `run` runs. */
async function whileHeadIsHeld<T>(run: () => Promise<T>): Promise<T> {
  return withClient(databaseUrl, async (client) => {
    await client.query("begin");
    await client.query("select 1 from program_head where program_id = $1 for update", [program.programId]);
    const result = await run();
    await client.query("rollback");
    return result;
  });
}

async function waitingBackends(): Promise<number[]> {
  const rows = await asOwner<{ pid: number }>(
    databaseUrl,
    "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.map((row) => row.pid);
}

function expectUnavailable(answer: Answer): void {
  expect(refusalOf(answer)).toBe("503 internal_error");
  expect(fieldOf(answer, "error.name")).toBe("ServiceUnavailableError");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(answer.text).not.toMatch(/ECONN|terminat|postgres|127\.0\.0\.1/i);
}

afterEach(() => service.close());
afterAll(async () => {
  await proxy.cut();
  await testDatabase.drop();
});

describe("when the database cannot be reached", () => {
  beforeEach(() => start());

  test("calls are answered 503, and recorded as soon as it is back", async () => {
    const sale = newSale();
    await proxy.cut();
    expectUnavailable(await report(sale));
    expectUnavailable(await service.post("/api/v1/track/click", { affiliate_url: "https://a.example/?aff=new" }));
    expect((await service.request("/healthz")).status).toBe(200);
    expect((await service.request("/readyz")).status).toBe(503);

    await proxy.mend();
    expect((await report(sale)).status).toBe(200);
    expect((await service.request("/readyz")).status).toBe(200);
    expect(await saleCount(sale.transaction_id)).toBe(1);
  });

  test("webhooks are answered 503, so that the provider comes again", async () => {
    await proxy.cut();
    const answer = await service.post("/webhooks/stripe/1", {});
    await proxy.mend();
    expectUnavailable(answer);
  });

  test("a body that cannot be read is 400 all the same", async () => {
    await report(newSale());
    await proxy.cut();
    const answer = await report({ amount_cents: 0 });
    await proxy.mend();
    expect(refusalOf(answer)).toBe("400 invalid_request");
  });
});

describe("when the connection is lost in the middle of a transaction", () => {
  beforeEach(() => start());

  test("the call is answered 503 and leaves nothing, and the next one is recorded", async () => {
    const sale = newSale();
    const lost = await whileHeadIsHeld(async () => {
      const answer = report(sale);
      await expect.poll(waitingBackends).toHaveLength(1);
      for (const pid of await waitingBackends()) await asOwner(databaseUrl, "select pg_terminate_backend($1)", [pid]);
      return answer;
    });
    expectUnavailable(lost);
    expect(await saleCount(sale.transaction_id)).toBe(0);
    expect((await report(sale)).status).toBe(200);
  });
});

describe("when too many wait", () => {
  beforeEach(() => start({ QUEUE_EVENTS_MAX: "2", BATCH_EVENTS_MAX: "1" }));

  test("what comes then is answered 503 at once, and those who waited are recorded", async () => {
    const sales = Array.from({ length: 10 }, newSale);
    const settled: Promise<Answer>[] = [];
    let refusedSoFar = 0;
    const record = (sale: object): void => {
      const answer = report(sale);
      settled.push(answer);
      void answer.then(({ status }) => {
        if (status === 503) refusedSoFar += 1;
      });
    };
    const [first, ...others] = sales;
    await whileHeadIsHeld(async () => {
      record(first ?? {});
      await expect.poll(waitingBackends).toHaveLength(1);
      for (const sale of others) record(sale);
      await expect.poll(() => refusedSoFar).toBe(7);
    });
    const answers = await Promise.all(settled);
    const refused = answers.filter((answer) => answer.status === 503);
    for (const answer of refused) expectUnavailable(answer);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
    expect(refused).toHaveLength(7);
    for (const [index, sale] of sales.entries()) {
      expect(await saleCount(sale.transaction_id)).toBe(answers[index]?.status === 200 ? 1 : 0);
    }
    expect((await report(newSale())).status).toBe(200);
  });
});

describe("when the service gets a stop signal", () => {
  beforeEach(() => start());

  test("what it has accepted is recorded and answered, what comes then is 503", async () => {
    const sale = newSale();
    const { accepted, drained } = await whileHeadIsHeld(async () => {
      const answer = report(sale);
      await expect.poll(waitingBackends).toHaveLength(1);
      return { accepted: answer, drained: service.drain() };
    });
    // The jobs are stopped before the batcher refuses, since they record as well.
    await expect.poll(async () => (await report(newSale())).status).toBe(503);
    expectUnavailable(await report(newSale()));
    const ready = await service.request("/readyz");
    expect([ready.status, fieldOf(ready, "draining")]).toEqual([503, true]);
    expect((await accepted).status).toBe(200);
    await drained;
    expect(await saleCount(sale.transaction_id)).toBe(1);
  });
});

describe("when our own code fails", () => {
  beforeEach(() => start());

  test("the call is answered 500 without a word of why, the log says why under the same id, and nothing is left", async () => {
    const sale = newSale();
    await asOwner(databaseUrl, "alter table sale add constraint made_to_fail check (customer_key is null) not valid");
    const call = { key: program.key, headers: { "x-request-id": "the-failing-one" } };
    const answer = await service.post("/api/v1/track/sale", sale, call);
    await asOwner(databaseUrl, "alter table sale drop constraint made_to_fail");
    expect(refusalOf(answer)).toBe("500 internal_error");
    expect(answer.text).not.toContain("made_to_fail");
    const line = service.logged.find((logged) => logged.includes("made_to_fail"));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ level: 50, request_id: "the-failing-one" });
    expect(await saleCount(sale.transaction_id)).toBe(0);
    expect((await report(sale)).status).toBe(200);
  });
});
