// What may pass never ends a delivery, and is never a 500: it is tried again here where that is safe, and else the caller comes
// again. Only data that the database refuses, or our own code, makes a delivery failed.
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { createTestDatabase } from "../../support/database.ts";
import { changed, readFixtureFile } from "../../support/fixtures.ts";
import { headOf, whileHeld } from "../../support/held-rows.ts";
import { raiseOnWrites } from "../../support/raised-faults.ts";
import {
  type Answer,
  asOwner,
  bindCustomer,
  createTestProgram,
  fieldOf,
  type ProgramAtHand,
  type RunningService,
  refusalOf,
  secretKey,
  startService,
} from "../../support/service.ts";
import { stripeHeaders } from "../../support/signing.ts";
import { inObject, session as sessionFixture } from "../../support/stripe-readings.ts";

const secret = "whsec_of_this_connection";
const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
let service: RunningService;
let program: ProgramAtHand;
let connectionId: number;
let saleNumber = 0;

async function start(url = databaseUrl): Promise<void> {
  service = await startService(url);
  program = await createTestProgram(database);
  const connection = { programId: program.programId, provider: "stripe", livemode: true, secrets: [secret] };
  connectionId = (await addConnection(database, openSecrets([secretKey]), connection, operator)) ?? 0;
  await bindCustomer(service, program, "customer-1");
}

afterEach(() => service.close());
afterAll(() => testDatabase.drop());

function checkout(): Buffer {
  saleNumber += 1;
  const own = [
    [["id"], `evt_${saleNumber}`],
    [inObject("id"), `cs_${saleNumber}`],
    [inObject("payment_intent"), `pi_${saleNumber}`],
    [inObject("customer_details", "email"), null],
    [inObject("metadata"), { svc_customer_key: "customer-1" }],
  ] as const;
  const body = readFixtureFile(`stripe/${sessionFixture}.json`);
  return own.reduce<Buffer>((bytes, [path, value]) => changed(bytes, path, value), body);
}

function deliver(body: Buffer): Promise<Answer> {
  const headers = stripeHeaders(body, [secret], Math.floor(Date.now() / 1000));
  return service.post(`/webhooks/stripe/${connectionId}`, new Uint8Array(body), { headers });
}

function newSale() {
  saleNumber += 1;
  return { transaction_id: `txn-${saleNumber}`, amount_cents: 10_000, customer_key: "customer-1" };
}

const report = (sale: object) => service.post("/api/v1/track/sale", sale, { key: program.key });

async function raising<T>(state: string, times: number, run: () => Promise<T>): Promise<T> {
  const takeAway = await raiseOnWrites(databaseUrl, program.programId, { state, times });
  try {
    return await run();
  } finally {
    await takeAway();
  }
}

async function failedCount(): Promise<number> {
  const sql = "select count(*)::int as count from outcome where program_id = $1 and outcome = 'failed'";
  const [row] = await asOwner<{ count: number }>(databaseUrl, sql, [program.programId]);
  return row?.count ?? -1;
}

function expectUnavailable(answer: Answer): void {
  expect(refusalOf(answer)).toBe("503 internal_error");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
}

async function recordingBackends(): Promise<number[]> {
  const rows = await asOwner<{ pid: number }>(
    databaseUrl,
    `select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and application_name = 'svc-test'`,
  );
  return rows.map((row) => row.pid);
}

describe("a fault that is over soon", () => {
  beforeEach(() => start());

  test.each([
    ["57014", 1],
    ["40001", 3],
    ["40P01", 2],
  ])("%s, %i times: the delivery is recorded all the same", async (state, times) => {
    const answer = await raising(state, times, () => deliver(checkout()));
    expect([answer.status, fieldOf(answer, "status")]).toEqual([200, "recorded"]);
    expect(await failedCount()).toBe(0);
  });

  test("a cancelled statement is tried again", async () => {
    const body = checkout();
    const answer = await whileHeld(databaseUrl, headOf(program.programId), async () => {
      const answered = deliver(body);
      await expect.poll(recordingBackends, { interval: 5 }).toHaveLength(1);
      for (const pid of await recordingBackends()) await asOwner(databaseUrl, "select pg_cancel_backend($1)", [pid]);
      return { answered };
    });
    expect(fieldOf(await answer.answered, "status")).toBe("recorded");
    expect(await failedCount()).toBe(0);
  });
});

describe("a fault that lasts", () => {
  beforeEach(() => start());

  test.each([
    "57014",
    "40001",
    "53100",
    "53200",
    "25006",
    "55P03",
    "08006",
    "58030",
    "XX000",
    "42501",
    "P0001",
    "ZZ999",
  ])("%s: deliveries and calls are answered 503, nothing is kept, and later both are recorded", async (state) => {
    const body = checkout();
    const sale = newSale();
    const [delivered, reported] = await raising(state, 1_000_000, () => Promise.all([deliver(body), report(sale)]));
    expectUnavailable(delivered);
    expectUnavailable(reported);
    expect(await failedCount()).toBe(0);
    expect(fieldOf(await deliver(body), "status")).toBe("recorded");
    expect((await report(sale)).status).toBe(200);
  });

  test.each([
    ["53100", "is full"],
    ["25006", "is read-only"],
  ])("%s: /readyz reports it until something is recorded again", async (state, says) => {
    const body = checkout();
    await raising(state, 1_000_000, async () => expectUnavailable(await deliver(body)));
    const ready = await service.request("/readyz");
    expect([ready.status, fieldOf(ready, "database")]).toEqual([503, says]);
    expect((await deliver(body)).status).toBe(200);
    expect((await service.request("/readyz")).status).toBe(200);
  });

  test("fails all waiting requests together, and none of them is tried alone", async () => {
    const sales = Array.from({ length: 60 }, newSale);
    const answers = await raising("58030", 1_000_000, async () => {
      const all = await Promise.all(sales.map(report));
      const [tried] = await asOwner<{ times: number }>(
        databaseUrl,
        "select last_value::int as times from raised_faults",
      );
      expect(tried?.times).toBeLessThan(30);
      return all;
    });
    for (const answer of answers) expectUnavailable(answer);
  });
});

describe("what is about the rows themselves", () => {
  beforeEach(() => start());

  test.each(["22003", "23514"])("%s: the delivery is kept as failed, and a call hears 500", async (state) => {
    const [delivered, reported] = await raising(state, 1_000_000, () =>
      Promise.all([deliver(checkout()), report(newSale())]),
    );
    expect([delivered.status, fieldOf(delivered, "status")]).toEqual([200, "failed"]);
    expect(refusalOf(reported)).toBe("500 internal_error");
  });

  test("the others of its batch are recorded", async () => {
    const sales = Array.from({ length: 20 }, newSale);
    const bad = sales[7]?.transaction_id ?? "";
    const rule = `alter table sale add constraint made_to_fail check (transaction_id <> '${bad}') not valid`;
    await asOwner(databaseUrl, rule);
    const answers = await Promise.all(sales.map(report));
    await asOwner(databaseUrl, "alter table sale drop constraint made_to_fail");
    expect(answers.map((answer) => answer.status)).toEqual(sales.map((_, index) => (index === 7 ? 500 : 200)));
  });
});

describe("a statement time-out shorter than the lock it waits for", () => {
  beforeEach(() => {
    const url = new URL(databaseUrl);
    url.searchParams.set("options", "-c statement_timeout=1000");
    return start(url.href);
  });

  test("the delivery is recorded when the lock is free again, and its redelivery is a duplicate", async () => {
    const body = checkout();
    const { answered } = await whileHeld(databaseUrl, headOf(program.programId), async () => {
      const answer = deliver(body);
      await withClient(databaseUrl, (client) => client.query("select pg_sleep(1.6)"));
      return { answered: answer };
    });
    const answer = await answered;
    expect([answer.status, fieldOf(answer, "status")]).toEqual([200, "recorded"]);
    const again = await deliver(body);
    expect([fieldOf(again, "status"), fieldOf(again, "event_id")]).toEqual(["duplicate", fieldOf(answer, "event_id")]);
  });
});

describe("a database that is made to be read only", () => {
  beforeEach(() => start());

  test("answers 503 and is not ready, until it may be written again", async () => {
    const { pathname } = new URL(databaseUrl);
    const setReadOnly = async (value: "on" | "off") => {
      await asOwner(databaseUrl, `alter database ${pathname.slice(1)} set default_transaction_read_only = ${value}`);
      const others =
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
      await asOwner(databaseUrl, others);
    };
    await setReadOnly("on");
    const body = checkout();
    try {
      expectUnavailable(await deliver(body));
      await expect.poll(async () => (await service.request("/readyz")).status).toBe(503);
      expect(fieldOf(await service.request("/readyz"), "database")).toBe("is read-only");
    } finally {
      await withClient(databaseUrl, async (client) => {
        await client.query("set default_transaction_read_only = off");
        await client.query(`alter database ${pathname.slice(1)} set default_transaction_read_only = off`);
      });
      await setReadOnly("off");
    }
    await expect.poll(async () => (await deliver(body)).status).toBe(200);
  });
});
