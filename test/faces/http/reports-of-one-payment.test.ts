// One payment that is reported more than once, through the front door of a running service, in every order: by a store's layer and the
// gateway below it, by several events of one provider, and by the brand's own calls. It counts once, to the cent, and so does its refund.
import { afterAll, describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { setApiKey } from "../../../src/product/connections/provider-accounts.ts";
import { permutations } from "../../support/checkout-lines.ts";
import { createTestDatabase } from "../../support/database.ts";
import { readFixtureFile } from "../../support/fixtures.ts";
import { isLong } from "../../support/property-runs.ts";
import { redirectProviders } from "../../support/redirect-providers.ts";
import { asOwner, bindCustomer, createTestProgram, secretKey, startService } from "../../support/service.ts";
import { hmacBase64, hmacHex, stripeHeaders, timestampedHeader } from "../../support/signing.ts";
import { startStandInApi } from "../../support/stand-in-api.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const service = await startService(databaseUrl, { RATE_LIMIT_BROWSER_PER_MINUTE: "100000" });
const secrets = openSecrets([secretKey]);
const api = await startStandInApi();
const restore = redirectProviders(api.baseUrl);
afterAll(async () => {
  restore();
  await service.close();
  await api.close();
  await testDatabase.drop();
});

type Headers = Readonly<Record<string, string>>;
type Signing = { readonly secret: string; readonly apiKey?: string; readonly sign: (body: string) => Headers };
type Change = readonly [from: string, to: string];

const seconds = () => Math.floor(Date.now() / 1000);
const shopifySecret = "shopify_client_secret_1";
const razorpaySecret = "razorpay_webhook_secret_1";
const revenuecatSecret = "revenuecat_signing_secret_1";
const stripeSecret = "whsec_only_for_tests";
const timestamped = { separator: ",", timestamp: "t", signature: "v1", joint: "." } as const;

const signings = {
  shopify: { secret: shopifySecret, sign: (body) => ({ "x-shopify-hmac-sha256": hmacBase64(shopifySecret, body) }) },
  razorpay: { secret: razorpaySecret, sign: (body) => ({ "x-razorpay-signature": hmacHex(razorpaySecret, body) }) },
  revenuecat: {
    secret: revenuecatSecret,
    sign: (body) => ({
      "x-revenuecat-webhook-signature": timestampedHeader(
        timestamped,
        Buffer.from(body),
        [revenuecatSecret],
        seconds(),
      ),
    }),
  },
  mollie: {
    secret: "mollie_signing_secret_1",
    apiKey: "live_key_of_this_account",
    sign: () => ({ "content-type": "application/x-www-form-urlencoded" }),
  },
  stripe: { secret: stripeSecret, sign: (body) => stripeHeaders(Buffer.from(body), [stripeSecret], seconds()) },
} as const satisfies Readonly<Record<string, Signing>>;

type Provider = keyof typeof signings;

/** A delivery, by its provider and body; or a call, by its path and body. */
type Report =
  | { readonly name: string; readonly from: Provider; readonly body: string }
  | { readonly name: string; readonly call: "sale" | "refund"; readonly body: object };

function written(provider: Provider, fixture: string, ...changes: readonly Change[]): Report {
  const text = JSON.stringify(JSON.parse(readFixtureFile(`${provider}/${fixture}.written.json`).toString()));
  const body = changes.reduce((all, [from, to]) => {
    if (!all.includes(from)) throw new Error(`${fixture} has no ${from}`);
    return all.replaceAll(from, to);
  }, text);
  return { name: `${provider}: ${fixture}`, from: provider, body };
}

const call = (kind: "sale" | "refund", body: object): Report => ({ name: `a call: ${kind}`, call: kind, body });

const inDollars = ["INR", "USD"] as const;

/** Mollie is asked for the payment, which then has all that happened to it. */
function mollieNotice(id: string): Report {
  const documentOf = (fixture: string): object =>
    JSON.parse(readFixtureFile(`mollie/${fixture}.written.json`).toString());
  const refunds = [documentOf("refund.refunded.partial")];
  const payment = { ...documentOf("payment.paid"), _embedded: { refunds, chargebacks: [] } };
  api.answers.set(`/v2/payments/${id}`, { status: 200, body: payment });
  return { name: "mollie: the payment's webhook", from: "mollie", body: `id=${id}` };
}

const order = "gid://shopify/Order/5911223300001";

type Case = {
  readonly what: string;
  readonly customer: string;
  readonly reports: readonly Report[];
  readonly books: readonly [amount: number, refunded: number, commission: number];
};

const cases: readonly Case[] = [
  {
    what: "that RevenueCat and Stripe below it both report, each with its refund,",
    customer: "user-601",
    reports: [
      written("revenuecat", "initial_purchase.stripe"),
      written("revenuecat", "cancellation.refund.stripe"),
      written(
        "stripe",
        "invoice.payment_succeeded.first.2025-03-31.basil",
        ["in_1RMcdRCMHTTliF5i3unGNWXV", "in_1SvcWritten"],
        ["sub_1RMcdRCMHTTliF5iM812gr0j", "sub_1SvcWritten"],
        ["4999", "999"],
        ['"cad"', '"eur"'],
        ['"livemode":false', '"livemode":true'],
      ),
      written(
        "stripe",
        "invoice_payment.paid.2025-03-31.basil",
        ["in_1WrittenRenewal00000000", "in_1SvcWritten"],
        ["3451", "999"],
        ['"usd"', '"eur"'],
      ),
      written("stripe", "refund.created.partial", ['"amount":500', '"amount":999'], ['"usd"', '"eur"']),
    ],
    books: [999, 999, 0],
  },
  {
    what: "that Razorpay reports as a payment and as an order's, and the brand by calls for the order,",
    customer: "user-501",
    reports: [
      written("razorpay", "payment.captured", inDollars),
      written("razorpay", "order.paid", inDollars),
      written("razorpay", "refund.processed.partial", inDollars),
      call("sale", { transaction_id: "order_SvcOneOff001", amount_cents: 249_900, currency: "USD" }),
      call("refund", { transaction_id: "pay_SvcOneOff00001", refund_amount_cents: 50_000 }),
    ],
    books: [249_900, 50_000, 39_980],
  },
  {
    what: "that Shopify reports under two topics, and the brand by calls for the order,",
    customer: "user-701",
    reports: [
      written("shopify", "orders.paid"),
      written("shopify", "orders.paid", ['"financial_status":"paid"', '"financial_status":"partially_refunded"']),
      written("shopify", "refunds.create.partial"),
      call("sale", { transaction_id: order, amount_cents: 11_997, currency: "EUR" }),
      call("refund", { transaction_id: order, refund_amount_cents: 3_799 }),
    ],
    books: [11_997, 3_799, 1_639],
  },
  {
    what: "that Mollie reports with its refund, and the brand by calls for it,",
    customer: "user-801",
    reports: [
      mollieNotice("tr_SvcOneOff0001"),
      call("sale", { transaction_id: "tr_SvcOneOff0001", amount_cents: 4_995, currency: "EUR" }),
      call("refund", { transaction_id: "tr_SvcOneOff0001", refund_amount_cents: 1_000 }),
    ],
    books: [4_995, 1_000, 799],
  },
];

/** A quick run tries one of so many orders. */
const triedOfMany = 5;
const manyOrders = 24;

function ordersOf(reports: readonly Report[]): readonly (readonly Report[])[] {
  const orders = permutations(reports);
  return isLong || orders.length <= manyOrders ? orders : orders.filter((_, index) => index % triedOfMany === 0);
}

/** A program with one bound customer, and a connection of each provider that reports. */
async function open({ customer, reports }: Case) {
  const program = await createTestProgram(database);
  const { programId, key } = program;
  const { clickId } = await bindCustomer(service, program, customer);
  const connections = new Map<Provider, number>();
  for (const provider of new Set(reports.flatMap((report) => ("from" in report ? [report.from] : [])))) {
    const signing: Signing = signings[provider];
    const connection = { programId, provider, livemode: true, secrets: [signing.secret] };
    const connectionId = (await addConnection(database, secrets, connection, operator)) ?? 0;
    const { apiKey } = signing;
    if (apiKey !== undefined) await setApiKey(database, secrets, { programId, connectionId, apiKey }, operator);
    connections.set(provider, connectionId);
  }
  const own = (text: string) =>
    text
      .replaceAll("clk_0f8fad5bd9cb469fa165", clickId)
      .replaceAll(/("program_id"):(?:"7"|7)/g, `$1:"${programId}"`)
      .replaceAll(/("name":"program_id","value"):"7"/g, `$1:"${programId}"`)
      .replaceAll(/("program_id":\{"updated_at_ms":\d+,"value"):"7"/g, `$1:"${programId}"`);
  return async (report: Report): Promise<string> => {
    if ("call" in report) {
      const body = report.call === "sale" ? { ...report.body, customer_key: customer } : report.body;
      const { status, text } = await service.post(`/api/v1/track/${report.call}`, body, { key });
      // A repeated sale, and a refund of a sale that is not known yet.
      expect([200, 409, 404], text).toContain(status);
      return String(programId);
    }
    const body = own(report.body);
    if (report.from === "mollie") ownMollie(own);
    const headers = signings[report.from].sign(body);
    const path = `/webhooks/${report.from}/${connections.get(report.from)}`;
    const { status, text } = await service.post(path, body, { headers });
    expect(status, `${report.name}: ${text}`).toBe(200);
    return String(programId);
  };
}

const mollieAnswers = new Map(api.answers);

function ownMollie(own: (text: string) => string): void {
  for (const [path, answer] of mollieAnswers) api.answers.set(path, JSON.parse(own(JSON.stringify(answer))));
}

const booksOf = (programId: string) =>
  asOwner<{ amount: number; refunded: number; commission: number }>(
    databaseUrl,
    `select s.amount_cents::integer as amount, s.refunded_cents::integer as refunded,
            c.amount_cents::integer as commission
       from sale s join commission c using (program_id, sale_id) where s.program_id = $1`,
    [programId],
  );

describe.each(cases)("a payment $what", (one) => {
  test("counts once in every order, and so it does when all is reported again", { timeout: 120_000 }, async () => {
    const [amount, refunded, commission] = one.books;
    for (const sequence of ordersOf(one.reports)) {
      const names = sequence.map(({ name }) => name).join(" > ");
      const record = await open(one);
      let programId = "";
      for (const report of sequence) programId = await record(report);
      expect(await booksOf(programId), names).toEqual([{ amount, refunded, commission }]);
      for (const report of sequence) await record(report);
      expect(await booksOf(programId), `${names}, twice`).toEqual([{ amount, refunded, commission }]);
    }
  });
});
