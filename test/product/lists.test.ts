// The lists of a program: every row once, page by page, in ascending order, and never a row of another program.
import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addConnection } from "../../src/access/connections.ts";
import { operator } from "../../src/access/permission.ts";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { InvalidCursor, type Page, type PageRequest } from "../../src/core/vocabulary/page.ts";
import { withClient } from "../../src/engine/postgres/database.ts";
import type { Tables } from "../../src/engine/postgres/tables/tables.ts";
import { commitBatch } from "../../src/engine/recording/locked-batch.ts";
import { logRefusedCall } from "../../src/engine/recording/tracking-log.ts";
import { listFees } from "../../src/product/commissions/fees-list.ts";
import { listCommissions } from "../../src/product/commissions/list.ts";
import { listConnections } from "../../src/product/connections/list.ts";
import { listClicks } from "../../src/product/customers/clicks-list.ts";
import { listLeads } from "../../src/product/customers/leads-list.ts";
import { listCustomers } from "../../src/product/customers/list.ts";
import { listDeliveries } from "../../src/product/deliveries/list.ts";
import { listParked } from "../../src/product/deliveries/parked-list.ts";
import { listEvents } from "../../src/product/events/list.ts";
import { listWorkspaces } from "../../src/product/members/workspaces-list.ts";
import { listPartners } from "../../src/product/partners/list.ts";
import { listPolicies } from "../../src/product/policies/list.ts";
import { listPrograms } from "../../src/product/programs/list.ts";
import { listTrackingLog } from "../../src/product/programs/tracking-log-list.ts";
import { listSales, type SaleLine } from "../../src/product/sales/list.ts";
import { listRefunds } from "../../src/product/sales/refunds-list.ts";
import { setPolicy } from "../../src/product/terms/change.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { click, lead, payment, refund, sale } from "../support/event-builders.ts";
import type { TestEvent } from "../support/memory-program.ts";
import { createTestProgram, submission } from "../support/submissions.ts";

const names = ["a", "b", "c"] as const;
const everything: PageRequest = { limit: 1000, cursor: null };

type List = (db: Kysely<Tables>, programId: number, request: PageRequest) => Promise<Page<object>>;

/** Each with the number of rows `live` leaves in it. */
const lists: readonly (readonly [string, number, List])[] = [
  ["clicks", 3, listClicks],
  ["commissions", 3, listCommissions],
  ["connections", 3, listConnections],
  ["customers", 3, listCustomers],
  ["deliveries", 3, listDeliveries],
  ["events", 30, listEvents],
  ["fees", 3, listFees],
  ["leads", 3, listLeads],
  ["parked", 3, listParked],
  ["partners", 3, (db, id, page) => listPartners(db, id, page, {}, "http://service.test")],
  ["policies", 3, listPolicies],
  ["refunds", 3, listRefunds],
  ["sales", 3, listSales],
  ["tracking log", 6, listTrackingLog],
];

let db: TestDatabase;
let mine: number;
let others: number;
beforeAll(async () => {
  db = await createTestDatabase();
  [mine, others] = [await live("mine"), await live("others")];
});
afterAll(async () => db.drop());

/** Three of everything, and a few rows that no list may show. */
async function live(prefix: string): Promise<number> {
  const { programId, partnerIds } = await createTestProgram(
    db,
    {},
    names.map((name) => `${prefix}-${name}`),
  );
  const record = (...events: readonly TestEvent[]) =>
    commitBatch(
      db.database,
      events.map((each) => submission(programId, each)),
    );
  for (const [index, name] of names.entries()) {
    const partnerId = partnerIds[index] ?? 0;
    await record(click(partnerId, { click_id: `${prefix}-click-${name}` }));
    await record({ ...click(partnerId, { click_id: `${prefix}-test-${name}` }), is_test: true });
    await record(lead({ click_ids: [`${prefix}-click-${name}`], customer_key: name }));
    await record(sale({ transaction_id: name, customer_key: name }));
    await record(refund({ transaction_id: name, refund_amount_cents: 1_000 }));
    await record(payment({ transaction_id: `in_${name}`, payer: { customer_key: `nobody-${name}` } }));
    const commission = { type: "percentage", rate_bps: index, duration_months: null } as const;
    const earlier = { ...commission, rate_bps: 9_000 };
    await setPolicy(db.database, { programId, scope: { product_id: name }, commission: earlier }, operator);
    await setPolicy(db.database, { programId, scope: { product_id: name }, commission }, operator);
    const connection = { programId, provider: "stripe", livemode: true, secrets: ["whsec_secret"] };
    await addConnection(db.database, openSecrets(["only-for-tests-only-for-tests-only"]), connection, operator);
    const refused = { isTest: false, message: "No.", transactionId: name, eventId: null };
    await logRefusedCall(db.database, { programId, call: "sale", code: "no_attribution", ...refused });
  }
  await setPolicy(
    db.database,
    {
      programId,
      scope: { product_id: "gone" },
      commission: { type: "percentage", rate_bps: 1, duration_months: 0 },
    },
    operator,
  );
  await setPolicy(db.database, { programId, scope: { product_id: "gone" }, commission: null }, operator);
  return programId;
}

async function walk(list: (request: PageRequest) => Promise<Page<object>>, limit: number): Promise<object[]> {
  const rows: object[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ limit, cursor: cursor ?? null });
    expect(page.data.length).toBeLessThanOrEqual(limit);
    rows.push(...page.data);
    cursor = page.next;
  }
  return rows;
}

describe.each(lists)("the list of %s", (_, rowCount, list) => {
  const ofMine = (request: PageRequest) => list(db.database.kysely, mine, request);

  test("has every row", async () => {
    const { data, next } = await ofMine(everything);
    expect(data).toHaveLength(rowCount);
    expect(next).toBeNull();
  });

  test("has the same rows however it is cut into pages", async () => {
    const { data } = await ofMine(everything);
    for (const limit of [1, 2, data.length]) expect(await walk(ofMine, limit)).toEqual(data);
  });

  test("has none of another program's rows, also behind a cursor of the other's", async () => {
    const { data } = await list(db.database.kysely, others, everything);
    const texts = new Set(data.map((row) => JSON.stringify(row)));
    expect((await ofMine(everything)).data.filter((row) => texts.has(JSON.stringify(row)))).toEqual([]);
    const { next } = await list(db.database.kysely, others, { limit: 1, cursor: null });
    const behind = await ofMine({ limit: 1000, cursor: next });
    expect(behind.data.filter((row) => texts.has(JSON.stringify(row)))).toEqual([]);
  });

  test("is empty for a program that does not exist", async () => {
    expect(await list(db.database.kysely, 999_999, everything)).toEqual({ data: [], next: null });
  });

  test.each(["", "x", "bnVsbA", "WzEsMl0", "WyJvdGhlciIsWzFdXQ", "\u0000"])("refuses the cursor %j", async (cursor) => {
    await expect(ofMine({ limit: 1, cursor })).rejects.toThrow(InvalidCursor);
  });
});

test("a cursor that the database could not even read is refused", async () => {
  const cursor = Buffer.from(JSON.stringify(["customers", ["\u0000"]])).toString("base64url");
  await expect(listCustomers(db.database.kysely, mine, { limit: 1, cursor })).rejects.toThrow(InvalidCursor);
});

describe("rows that come while a list is read", () => {
  test("neither repeat nor hide any that were there", async () => {
    const { programId } = await createTestProgram(db, {}, ["walk-a", "walk-b", "walk-c"]);
    const first = await listPartners(
      db.database.kysely,
      programId,
      { limit: 2, cursor: null },
      {},
      "http://service.test",
    );
    const record = submission(programId, {
      source: "operator",
      data: { type: "partner_joined", name: "d", code: "d" },
    });
    await commitBatch(db.database, [{ ...record, delivery: null }]);
    const second = await listPartners(
      db.database.kysely,
      programId,
      { limit: 2, cursor: first.next },
      {},
      "http://service.test",
    );
    expect([...first.data, ...second.data].map((partner) => partner.name)).toEqual(["walk-a", "walk-b", "walk-c", "d"]);
  });
});

describe("filters", () => {
  const kysely = () => db.database.kysely;

  test("sales come the newest first, page by page, where that is asked for", async () => {
    const { data: oldest } = await listSales(kysely(), mine, everything);
    const found: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Page<SaleLine> = await listSales(kysely(), mine, { limit: 1, cursor }, { order: "newest" });
      found.push(...page.data.map((sale) => sale.sale_id));
      cursor = page.next;
    } while (cursor !== null);
    expect(found).toEqual(oldest.map((sale) => sale.sale_id).reverse());
    expect(found.length).toBeGreaterThan(1);
  });

  test("of sales and commissions", async () => {
    const { data: sales } = await listSales(kysely(), mine, everything, { customer_key: "b" });
    expect(sales.map((row) => row.transaction_id)).toEqual(["b"]);
    const partnerId = sales[0]?.partner_id;
    const byPartner = await listSales(kysely(), mine, everything, { partner_id: partnerId, status: "refunded" });
    expect(byPartner.data).toEqual(sales);
    expect((await listSales(kysely(), mine, everything, { status: "reversed" })).data).toEqual([]);
    expect((await listSales(kysely(), mine, everything, { subscription_id: "sub" })).data).toEqual([]);
    const one = await listSales(kysely(), mine, everything, { sale_id: sales[0]?.sale_id });
    expect(one.data).toEqual(sales);
    const { data: commissions } = await listCommissions(kysely(), mine, everything, {
      partner_id: partnerId,
      status: "refunded",
    });
    expect(commissions).toMatchObject([
      { sale_id: sales[0]?.sale_id, amount_cents: 1_800, amount_at_sale_cents: 2_000 },
    ]);
  });

  test("of events, by type, source, outcome and mode", async () => {
    const count = async (filter: Parameters<typeof listEvents>[3]) =>
      (await listEvents(kysely(), mine, everything, filter)).data.length;
    expect(await count({ type: "sale_reported" })).toBe(3);
    expect(await count({ source: "operator" })).toBe(1 + 3 + 6 + 2);
    expect(await count({ outcome: "parked" })).toBe(3);
    expect(await count({ is_test: true })).toBe(3);
    expect(await count({ is_test: false, type: "click_recorded" })).toBe(3);
  });

  test("of clicks, leads, customers, refunds and the tracking log", async () => {
    const [firstSale] = (await listSales(kysely(), mine, everything)).data;
    const partnerId = firstSale?.partner_id;
    const filtered = await Promise.all([
      listClicks(kysely(), mine, everything, { partner_id: partnerId }),
      listLeads(kysely(), mine, everything, { partner_id: partnerId }),
      listLeads(kysely(), mine, everything, { customer_key: "a" }),
      listCustomers(kysely(), mine, everything, { partner_id: partnerId }),
      listRefunds(kysely(), mine, everything, { sale_id: firstSale?.sale_id }),
      listTrackingLog(kysely(), mine, everything, { code: "no_attribution", call: "sale" }),
      listTrackingLog(kysely(), mine, everything, { call: "refund" }),
    ]);
    expect(filtered.map(({ data }) => data.length)).toEqual([1, 1, 1, 1, 1, 3, 0]);
  });
});

describe("a row", () => {
  test("of a parked event names what it waits for", async () => {
    const [parked] = (await listParked(db.database.kysely, mine, everything)).data;
    expect(parked).toMatchObject({ type: "payment_succeeded", source: "stripe", reason: "no_attribution" });
    expect(parked?.waits_for).toContain("customer:nobody-a");
  });

  test("of an event the books do not hold yet is pending", async () => {
    const { programId } = await createTestProgram(db, {}, ["pending"]);
    await withClient(db.url, (client) =>
      client.query("update program_head set projected_seq = 1 where program_id = $1", [programId]),
    );
    const { data } = await listEvents(db.database.kysely, programId, everything);
    expect(data.map((event) => event.outcome)).toEqual(["recorded", "pending"]);
  });

  test("of a policy is the latest of its product", async () => {
    const { data } = await listPolicies(db.database.kysely, mine, everything);
    expect(data.map(({ product_id, commission }) => [product_id, commission])).toEqual(
      names.map((name, index) => [name, { type: "percentage", rate_bps: index, duration_months: null }]),
    );
  });

  test("of a connection has no secret", async () => {
    const [connection] = (await listConnections(db.database.kysely, mine, everything)).data;
    expect(Object.keys(connection ?? {})).toEqual([
      "connection_id",
      "provider",
      "livemode",
      "status",
      "client_reference",
      "secret_count",
      "has_api_key",
      "reconciled_until",
      "reconcile_fault",
      "provider_endpoint",
      "connecting_since",
      "created_at",
    ]);
  });

  test("of a program has the settings in force and a masked key", async () => {
    const [program] = (await listPrograms(db.database.kysely, { limit: 1, cursor: null })).data;
    expect(program).toMatchObject({ program_id: mine, hold_period_days: 15, status: "active" });
    expect(program?.api_token_masked).toMatch(/^aff_••••.{4}$/);
    const ofWorkspace = { workspace_id: program?.workspace_id };
    expect((await listPrograms(db.database.kysely, everything, ofWorkspace)).data).toEqual([program]);
  });
});

test("programs and workspaces are paged as well", async () => {
  const kysely = db.database.kysely;
  const listAllWorkspaces = (db: typeof kysely, request: PageRequest) => listWorkspaces(db, null, request);
  for (const list of [listPrograms, listAllWorkspaces]) {
    const whole = (await list(kysely, everything)).data;
    expect(whole.length).toBeGreaterThan(1);
    expect(await walk((request) => list(kysely, request), 1)).toEqual(whole);
  }
});
