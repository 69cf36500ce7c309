// Shopify orders that are edited after they were paid, through the front door: an edit moves no money, the payment or the refund that
// follows it does, in every order in which the deliveries arrive.
import { afterAll, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { permutations } from "../../support/checkout-lines.ts";
import { createTestDatabase } from "../../support/database.ts";
import { isRecord, parse, readFixtureFile } from "../../support/fixtures.ts";
import { asOwner, bindCustomer, createTestProgram, secretKey, startService } from "../../support/service.ts";
import { hmacBase64 } from "../../support/signing.ts";

type Json = Readonly<Record<string, unknown>>;

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const service = await startService(databaseUrl);
const secret = "shopify_client_secret_1";
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

const set = (amount: string) => ({ presentment_money: { amount, currency_code: "EUR" } });
const refundOf = (amount: string) => ({
  transactions: [{ kind: "refund", status: "success", amount, currency: "EUR", test: false }],
});

function fixture(name: string): Json {
  const json = parse(readFixtureFile(`shopify/${name}.written.json`));
  if (!isRecord(json)) throw new Error("a delivery is an object");
  return json;
}

type State = { readonly total: string; readonly now: string; readonly owed: string } & {
  readonly status?: string;
  readonly refunds?: readonly Json[];
};

let orders = 0;

/** Deliveries of one order of a customer of its own, each as the topic and the body. */
async function shopWith(deliveries: (orderId: number) => readonly (readonly [topic: string, body: Json])[]) {
  orders += 1;
  const orderId = 6_000_000_000_000 + orders;
  const program = await createTestProgram(database);
  const { programId } = program;
  const { customerKey } = await bindCustomer(service, program, `buyer-${orders}`);
  const connection = { programId, provider: "shopify", livemode: true, secrets: [secret] };
  const connectionId = await addConnection(database, openSecrets([secretKey]), connection, operator);
  const sent = deliveries(orderId).map(([topic, body]) => {
    const own =
      "financial_status" in body ? { note_attributes: [{ name: "svc_customer_key", value: customerKey }] } : {};
    return [topic, JSON.stringify({ ...body, ...own })] as const;
  });
  const deliver = async (order: readonly number[]) => {
    for (const index of order) {
      const [topic, body] = sent[index] ?? ["", ""];
      const headers = { "x-shopify-hmac-sha256": hmacBase64(secret, body), "x-shopify-topic": topic };
      expect((await service.post(`/webhooks/shopify/${connectionId}`, body, { headers })).status).toBe(200);
    }
  };
  const books = () =>
    asOwner<{ amount: number; refunded: number; commission: number }>(
      databaseUrl,
      `select s.amount_cents::integer as amount, s.refunded_cents::integer as refunded,
              c.amount_cents::integer as commission
         from sale s join commission c using (program_id, sale_id) where s.program_id = $1`,
      [programId],
    );
  return { deliver, books };
}

function order(id: number, { total, now, owed, status = "paid", refunds = [] }: State): Json {
  return {
    ...fixture("orders.paid"),
    ...{ id, admin_graphql_api_id: `gid://shopify/Order/${id}`, financial_status: status, discount_codes: [] },
    ...{ email: null, customer: null, refunds, total_outstanding: owed },
    ...{ total_price_set: set(total), current_total_price_set: set(now), total_tax_set: null },
  };
}

const edited = (orderId: number): Json => ({
  order_edit: { id: 1, order_id: orderId, committed_at: "2026-01-13T10:00:00+01:00", line_items: { additions: [] } },
});

const paidOnce = { total: "100.00", now: "100.00", owed: "0.00" };

type Case = readonly [
  name: string,
  deliveries: (orderId: number) => readonly (readonly [string, Json])[],
  books: readonly [amount: number, refunded: number, commission: number],
];

const cases: readonly Case[] = [
  [
    "edited up and not paid again earns as it was paid",
    (id) => [
      ["orders/paid", order(id, paidOnce)],
      ["orders/edited", edited(id)],
      ["orders/updated", order(id, { total: "130.00", now: "130.00", owed: "30.00", status: "partially_paid" })],
    ],
    [10_000, 0, 2_000],
  ],
  [
    "edited up and paid again earns by both payments",
    (id) => [
      ["orders/paid", order(id, paidOnce)],
      ["orders/updated", order(id, { total: "130.00", now: "130.00", owed: "30.00", status: "partially_paid" })],
      ["orders/paid", order(id, { total: "130.00", now: "130.00", owed: "0.00" })],
      ["orders/updated", order(id, { total: "130.00", now: "130.00", owed: "0.00" })],
    ],
    [13_000, 0, 2_600],
  ],
  [
    "edited down loses what is refunded for it, and nothing before",
    (id) => [
      ["orders/paid", order(id, paidOnce)],
      ["orders/updated", order(id, { total: "100.00", now: "80.00", owed: "-20.00" })],
      ["refunds/create", { ...fixture("refunds.create.partial"), id: id + 1, order_id: id, ...refundOf("20.00") }],
      [
        "orders/updated",
        order(id, {
          total: "100.00",
          now: "80.00",
          owed: "0.00",
          status: "partially_refunded",
          refunds: [refundOf("20.00")],
        }),
      ],
    ],
    [10_000, 2_000, 1_600],
  ],
  [
    "refunded, edited up and paid again earns by what stayed",
    (id) => [
      ["orders/paid", order(id, paidOnce)],
      ["refunds/create", { ...fixture("refunds.create.partial"), id: id + 1, order_id: id, ...refundOf("20.00") }],
      [
        "orders/updated",
        order(id, {
          total: "150.00",
          now: "130.00",
          owed: "50.00",
          status: "partially_refunded",
          refunds: [refundOf("20.00")],
        }),
      ],
      [
        "orders/updated",
        order(id, {
          total: "150.00",
          now: "130.00",
          owed: "0.00",
          status: "partially_refunded",
          refunds: [refundOf("20.00")],
        }),
      ],
    ],
    [15_000, 2_000, 2_600],
  ],
];

test.each(cases)("an order that is %s", async (_, deliveries, [amount, refunded, commission]) => {
  const count = deliveries(0).length;
  for (const sequence of permutations(Array.from({ length: count }, (__, index) => index))) {
    const { deliver, books } = await shopWith(deliveries);
    await deliver(sequence);
    await deliver(sequence);
    expect(await books(), `in the order ${sequence.join(", ")}`).toEqual([{ amount, refunded, commission }]);
  }
});
