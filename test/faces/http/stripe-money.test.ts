// What Stripe really sends for one payment, signed and over HTTP, in every order: what was paid through Stripe is booked, once.
import { describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import type { ClientReference } from "../../../src/core/vocabulary/facts.ts";
import { changed, readFixtureFile } from "../../support/fixtures.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { asOwner, bindCustomer, createTestProgram, fieldOf, secretKey } from "../../support/service.ts";
import { stripeHeaders } from "../../support/signing.ts";
import { inObject, type Path } from "../../support/stripe-readings.ts";

const secret = "whsec_of_the_money";
const { service, testDatabase } = await serviceForFile();

async function place(clientReference: ClientReference | null = null) {
  const program = await createTestProgram(testDatabase.database);
  const { clickId, customerKey } = await bindCustomer(service, program, "customer-1");
  const connection = {
    programId: program.programId,
    provider: "stripe",
    livemode: true,
    secrets: [secret],
    clientReference,
  };
  const connectionId = await addConnection(testDatabase.database, openSecrets([secretKey]), connection, operator);
  return { programId: program.programId, connectionId, clickId, customerKey };
}

let eventsMade = 0;

function event(fixture: string, ...changes: readonly (readonly [path: Path, value: unknown])[]): Buffer {
  eventsMade += 1;
  const own = [[["id"], `evt_money_${eventsMade}`] as const, [["livemode"], true] as const];
  const body = readFixtureFile(`stripe/${fixture}.json`);
  return [...own, ...changes].reduce<Buffer>((bytes, [path, value]) => changed(bytes, path, value), body);
}

async function deliver(connectionId: number | undefined, body: Buffer): Promise<string> {
  const headers = stripeHeaders(body, [secret], Math.floor(Date.now() / 1000));
  const answer = await service.post(`/webhooks/stripe/${connectionId}`, new Uint8Array(body), { headers });
  expect(answer.status).toBe(200);
  return String(fieldOf(answer, "status"));
}

const moneyOf = (programId: number) =>
  asOwner(
    testDatabase.url,
    `select s.transaction_id, s.amount_cents, s.status, s.reason, c.amount_cents as commission, f.amount_cents as fee
       from sale s
       left join commission c using (program_id, sale_id)
       left join platform_fee f using (program_id, sale_id)
      where s.program_id = $1`,
    [programId],
  );

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

const metadata = { svc_customer_key: "customer-1" };
const invoice = (amountPaid: number) =>
  event(
    "invoice.payment_succeeded.renewal.2025-03-31.basil.written",
    [inObject("id"), "in_1"],
    [inObject("amount_paid"), amountPaid],
    [inObject("parent"), null],
    [inObject("billing_reason"), "manual"],
    [inObject("metadata"), metadata],
  );
const byCard = (id: string, amountPaid: number, intent: string) =>
  event(
    "invoice_payment.paid.2025-03-31.basil.written",
    [inObject("id"), id],
    [inObject("invoice"), "in_1"],
    [inObject("amount_paid"), amountPaid],
    [inObject("payment"), { type: "payment_intent", payment_intent: intent }],
  );
const outOfBand = (id: string, amountPaid: number) =>
  event(
    "invoice_payment.paid.out-of-band.2025-05-28.basil.written",
    [inObject("id"), id],
    [inObject("invoice"), "in_1"],
    [inObject("amount_paid"), amountPaid],
  );
const intentOf = (id: string, amount: number) =>
  event(
    "payment_intent.succeeded.payment-element.written",
    [inObject("id"), id],
    [inObject("latest_charge"), `ch_of_${id}`],
    [inObject("amount_received"), amount],
    [inObject("metadata"), metadata],
  );

const sale = { transaction_id: "in_1", status: "recorded", reason: null };
const stories: [string, Buffer[], object][] = [
  [
    "half by card and half out of band",
    [invoice(10_000), byCard("inpay_1", 5_000, "pi_1"), outOfBand("inpay_2", 5_000)],
    { ...sale, amount_cents: 5_000, commission: 1_000, fee: 175 },
  ],
  [
    "by an endpoint without invoice_payment.paid",
    [invoice(10_000)],
    { ...sale, amount_cents: 10_000, commission: 2_000 },
  ],
  [
    "by two charges of payment intents with our keys",
    [invoice(10_000), intentOf("pi_1", 6_000), byCard("inpay_1", 6_000, "pi_1"), byCard("inpay_2", 4_000, "pi_2")],
    { ...sale, amount_cents: 10_000, commission: 2_000, fee: 350 },
  ],
  [
    "wholly out of band",
    [invoice(10_000), outOfBand("inpay_1", 10_000)],
    { transaction_id: "in_1", status: "reversed", reason: "paid_out_of_band", amount_cents: 0, commission: 0, fee: 0 },
  ],
];

describe("an invoice paid", () => {
  test.each(stories)("%s is one sale of what came through Stripe, in every order", async (_, events, expected) => {
    for (const order of permutations(events)) {
      const { programId, connectionId } = await place();
      for (const body of order) await deliver(connectionId, body);
      expect(await moneyOf(programId)).toEqual([expect.objectContaining(expected)]);
    }
  });
});

describe("a payment intent with our keys", () => {
  test("and no session or invoice is a sale of what was captured", async () => {
    const { programId, connectionId } = await place();
    const captured = event("payment_intent.succeeded.manual-capture.written", [inObject("metadata"), metadata]);
    expect(await deliver(connectionId, captured)).toBe("recorded");
    expect(await moneyOf(programId)).toMatchObject([{ amount_cents: 7_000, commission: 1_400 }]);
  });

  test("that a session made is that session's payment, in both orders", async () => {
    const session = event(
      "checkout.session.completed.payment-link.written",
      [inObject("payment_intent"), "pi_1"],
      [inObject("currency"), "usd"],
      [inObject("amount_total"), 4_990],
      [inObject("metadata"), metadata],
    );
    for (const order of permutations([session, intentOf("pi_1", 4_990)])) {
      const { programId, connectionId } = await place();
      for (const body of order) await deliver(connectionId, body);
      expect(await moneyOf(programId)).toMatchObject([
        { transaction_id: "pi_1", amount_cents: 4_990, commission: 998 },
      ]);
    }
  });

  test("without our keys is no money", async () => {
    const { programId, connectionId } = await place();
    await deliver(connectionId, event("payment_intent.succeeded.latest-charge.written"));
    expect(await moneyOf(programId)).toEqual([]);
  });
});

describe("a payment link's client_reference_id", () => {
  const link = (reference: string) =>
    event(
      "checkout.session.completed.payment-link.written",
      [inObject("client_reference_id"), reference],
      [inObject("customer_account"), null],
      [inObject("customer_details", "email"), null],
    );

  test("is the customer key, or the click, where the connection says so, and the brand's own otherwise", async () => {
    const asCustomer = await place("customer_key");
    expect(await deliver(asCustomer.connectionId, link(asCustomer.customerKey))).toBe("recorded");
    const asClick = await place("click_id");
    expect(await deliver(asClick.connectionId, link(asClick.clickId))).toBe("recorded");
    const unread = await place();
    expect(await deliver(unread.connectionId, link(unread.customerKey))).toBe("parked");
    const kept = await asOwner<{ client_reference: string | null }>(
      testDatabase.url,
      "select client_reference from delivery where program_id = any($1::bigint[]) order by program_id",
      [[asCustomer.programId, asClick.programId, unread.programId]],
    );
    expect(kept.map((row) => row.client_reference)).toEqual(["customer_key", "click_id", null]);
  });
});
