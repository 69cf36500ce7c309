// Shopify, Razorpay, RevenueCat, Chargebee, Mollie and Recurly through the front door of a running service, with signatures of the
// test's own: a first payment, a renewal, a partial refund, the rest of it, a dispute, and each delivery once more. Payments that a
// billing system and Stripe below it both report come in every order.
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { setApiKey } from "../../../src/product/connections/provider-accounts.ts";
import { permutations } from "../../support/checkout-lines.ts";
import { createTestDatabase } from "../../support/database.ts";
import { readFixtureFile } from "../../support/fixtures.ts";
import { redirectProviders } from "../../support/redirect-providers.ts";
import {
  type Answer,
  asOwner,
  bindCustomer,
  createTestProgram,
  fieldOf,
  secretKey,
  startService,
} from "../../support/service.ts";
import {
  basicHeader,
  hmacBase64,
  hmacHex,
  recurlyHeader,
  stripeHeaders,
  timestampedHeader,
} from "../../support/signing.ts";
import { startStandInApi } from "../../support/stand-in-api.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const service = await startService(databaseUrl);
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

/** Sent as it is every time, so that a repetition is the same delivery with the same headers. */
type Sent = { readonly body: string; readonly headers: Headers };

type Provider = {
  readonly provider: string;
  readonly secret: string;
  readonly apiKey?: string;
  /** The texts of the fixtures that are replaced by ones of this program. */
  readonly customer: string;
  readonly steps: readonly Step[];
  /** The headers that prove this body; `id` is the event's, where a header carries it. */
  sign(body: string, secret: string, id: string, topic: string): Headers;
  /** The notification that only names a document, and what the provider's API answers of it. */
  readonly notification?: (document: string) => string;
};

type Step = {
  readonly name: string;
  readonly fixture: string;
  readonly topic?: string;
  readonly changes?: readonly (readonly [string, string])[];
  /** All sales of the program then, by amount: amount, refunded, commission at 20 per cent. */
  readonly books: readonly (readonly [number, number, number])[];
};

const seconds = () => Math.floor(Date.now() / 1000);

const providers: readonly Provider[] = [
  {
    provider: "shopify",
    secret: "shopify_client_secret_1",
    customer: "user-701",
    sign: (body, secret, id, topic) => ({
      "x-shopify-hmac-sha256": hmacBase64(secret, body),
      "x-shopify-topic": topic,
      "x-shopify-event-id": id,
    }),
    steps: [
      { name: "a first payment", fixture: "orders.paid", topic: "orders/paid", books: [[11_997, 0, 2_399]] },
      {
        name: "a renewal",
        fixture: "orders.paid.renewal",
        topic: "orders/paid",
        books: [
          [3_999, 0, 800],
          [11_997, 0, 2_399],
        ],
      },
      {
        name: "a partial refund",
        fixture: "refunds.create.partial",
        topic: "refunds/create",
        books: [
          [3_999, 0, 800],
          [11_997, 3_799, 1_639],
        ],
      },
      {
        name: "the rest of it",
        fixture: "refunds.create.rest",
        topic: "refunds/create",
        books: [
          [3_999, 0, 800],
          [11_997, 11_997, 0],
        ],
      },
      {
        name: "a dispute that is lost",
        fixture: "disputes.update.lost",
        topic: "disputes/update",
        changes: [
          ["5911223300001", "5911223300002"],
          ["119.97", "39.99"],
        ],
        books: [
          [3_999, 3_999, 0],
          [11_997, 11_997, 0],
        ],
      },
    ],
  },
  {
    provider: "razorpay",
    secret: "razorpay_webhook_secret_1",
    customer: "user-502",
    sign: (body, secret, id) => ({ "x-razorpay-signature": hmacHex(secret, body), "x-razorpay-event-id": id }),
    steps: [
      { name: "a first payment", fixture: "subscription.charged.first", books: [[99_900, 0, 19_980]] },
      {
        name: "a renewal",
        fixture: "subscription.charged.renewal",
        books: [
          [99_900, 0, 19_980],
          [99_900, 0, 19_980],
        ],
      },
      {
        name: "a partial refund",
        fixture: "refund.processed.partial",
        changes: [["pay_SvcOneOff00001", "pay_SvcMonthly0001"]],
        books: [
          [99_900, 0, 19_980],
          [99_900, 50_000, 9_980],
        ],
      },
      {
        name: "the rest of it",
        fixture: "refund.processed.full",
        changes: [
          ["pay_SvcOneOff00001", "pay_SvcMonthly0001"],
          ['"amount":249900,"currency":"USD","payment_id"', '"amount":49900,"currency":"USD","payment_id"'],
        ],
        books: [
          [99_900, 0, 19_980],
          [99_900, 99_900, 0],
        ],
      },
      {
        name: "a dispute that is lost",
        fixture: "payment.dispute.lost",
        changes: [
          ["pay_SvcOneOff00001", "pay_SvcMonthly0002"],
          ["249900", "99900"],
        ],
        books: [
          [99_900, 99_900, 0],
          [99_900, 99_900, 0],
        ],
      },
    ],
  },
  {
    // RevenueCat reports a refund as a whole, and no dispute.
    provider: "revenuecat",
    secret: "revenuecat_signing_secret_1",
    customer: "user-601",
    sign: (body, secret) => ({
      "x-revenuecat-webhook-signature": timestampedHeader(
        { separator: ",", timestamp: "t", signature: "v1", joint: "." },
        Buffer.from(body),
        [secret],
        seconds(),
      ),
    }),
    steps: [
      { name: "a first payment", fixture: "initial_purchase", books: [[999, 0, 200]] },
      {
        name: "a renewal",
        fixture: "renewal",
        books: [
          [999, 0, 200],
          [999, 0, 200],
        ],
      },
      {
        name: "a full refund",
        fixture: "cancellation.refund",
        books: [
          [999, 0, 200],
          [999, 999, 0],
        ],
      },
    ],
  },
  {
    provider: "chargebee",
    secret: "hooks:chargebee-password-1",
    customer: "user-901",
    sign: (_, secret) => ({ authorization: basicHeader(secret) }),
    steps: [
      { name: "a first payment", fixture: "payment_succeeded", books: [[4_900, 0, 980]] },
      {
        name: "a renewal",
        fixture: "payment_succeeded.renewal",
        books: [
          [4_900, 0, 980],
          [4_900, 0, 980],
        ],
      },
      {
        name: "a partial refund",
        fixture: "payment_refunded.partial",
        books: [
          [4_900, 0, 980],
          [4_900, 1_000, 780],
        ],
      },
      {
        name: "the rest of it",
        fixture: "payment_refunded.partial",
        changes: [
          ["ev_SvcEvent00007", "ev_SvcEvent00099"],
          ["txn_SvcRefund00001", "txn_SvcRefund00099"],
          ["re_SvcRefund000001", "re_SvcRefund000099"],
          ['"amount":1000', '"amount":3900'],
        ],
        books: [
          [4_900, 0, 980],
          [4_900, 4_900, 0],
        ],
      },
      {
        name: "a payment that is charged back",
        fixture: "transaction_created.reversal",
        books: [
          [4_900, 4_900, 0],
          [4_900, 4_900, 0],
        ],
      },
    ],
  },
  {
    provider: "mollie",
    secret: "mollie_signing_secret_1",
    apiKey: "live_key_of_this_account",
    customer: "user-801",
    sign: () => ({ "content-type": "application/x-www-form-urlencoded" }),
    notification: (document) => mollieNotification(document),
    steps: [
      { name: "a first payment", fixture: "payment.paid.first", books: [[2_000, 0, 400]] },
      {
        name: "a renewal",
        fixture: "payment.paid.renewal",
        books: [
          [2_000, 0, 400],
          [2_000, 0, 400],
        ],
      },
      {
        name: "a partial refund",
        fixture: "refund.refunded.partial",
        changes: [["tr_SvcOneOff0001", "tr_SvcFirst00001"]],
        books: [
          [2_000, 0, 400],
          [2_000, 1_000, 200],
        ],
      },
      {
        name: "the rest of it",
        fixture: "refund.refunded.rest",
        changes: [
          ["tr_SvcOneOff0001", "tr_SvcFirst00001"],
          ["39.95", "10.00"],
        ],
        books: [
          [2_000, 0, 400],
          [2_000, 2_000, 0],
        ],
      },
      {
        name: "a chargeback",
        fixture: "chargeback",
        books: [
          [2_000, 2_000, 0],
          [2_000, 2_000, 0],
        ],
      },
    ],
  },
  {
    provider: "recurly",
    secret: "recurly_endpoint_key_1",
    apiKey: "recurly_private_key",
    customer: "user-951",
    sign: (body, secret) => ({ "recurly-signature": recurlyHeader(Buffer.from(body), [secret], seconds()) }),
    notification: (document) => recurlyNotification(document),
    steps: [
      { name: "a first payment", fixture: "purchase.success", books: [[4_900, 0, 980]] },
      {
        name: "a renewal",
        fixture: "purchase.success.renewal",
        books: [
          [4_900, 0, 980],
          [4_900, 0, 980],
        ],
      },
      {
        name: "a partial refund",
        fixture: "refund.success.partial",
        books: [
          [4_900, 0, 980],
          [4_900, 1_050, 770],
        ],
      },
      {
        name: "the rest of it",
        fixture: "refund.success.partial",
        changes: [
          ["svcrefund001", "svcrefund099"],
          ["re_SvcRecurly0001", "re_SvcRecurly0099"],
          ['"amount":10.5', '"amount":38.5'],
        ],
        books: [
          [4_900, 0, 980],
          [4_900, 4_900, 0],
        ],
      },
      {
        name: "a chargeback",
        fixture: "purchase.chargeback",
        books: [
          [4_900, 4_900, 0],
          [4_900, 4_900, 0],
        ],
      },
    ],
  },
];

const mollieDocument = (text: string) => text.replace(/"webhookUrl":"[^"]*"/, '"webhookUrl":null');
const molliePayments = new Map<string, { payment: object; refunds: object[]; chargebacks: object[] }>();

/** The payment as the API answers it from now on, with all refunds and chargebacks so far. */
function mollieNotification(text: string): string {
  const document: unknown = JSON.parse(mollieDocument(text));
  const of = textAt(document, "paymentId") ?? textAt(document, "id") ?? "";
  const known = molliePayments.get(of) ?? { payment: {}, refunds: [], chargebacks: [] };
  const resource = textAt(document, "resource");
  if (typeof document !== "object" || document === null) throw new Error("a document is an object");
  if (resource === "refund") known.refunds.push(document);
  else if (resource === "chargeback") known.chargebacks.push(document);
  else known.payment = document;
  molliePayments.set(of, known);
  const { payment, refunds, chargebacks } = known;
  api.answers.set(`/v2/payments/${of}`, { status: 200, body: { ...payment, _embedded: { refunds, chargebacks } } });
  return `id=${of}`;
}

function recurlyNotification(text: string): string {
  const document: unknown = JSON.parse(text);
  const id = textAt(document, "id") ?? "";
  const fields = /"custom_fields":(\[.*?\])/.exec(text)?.[1] ?? "[]";
  api.answers.set(`/transactions/${id}`, { status: 200, body: document });
  api.answers.set("/accounts/svcaccount01", { status: 200, body: { custom_fields: JSON.parse(fields) } });
  return JSON.stringify({ id, object_type: "payment", event_type: "succeeded", uuid: "0" });
}

function textAt(json: unknown, name: string): string | undefined {
  const value =
    typeof json === "object" && json !== null ? Object.entries(json).find(([key]) => key === name)?.[1] : undefined;
  return typeof value === "string" ? value : undefined;
}

type World = { readonly programId: number; readonly clickId: string; readonly send: (sent: Sent) => Promise<Answer> };

/** A program that has one bound customer and one connection of the provider. */
async function open({ provider, secret, apiKey, customer }: Provider): Promise<World> {
  const program = await createTestProgram(database);
  const { clickId } = await bindCustomer(service, program, customer);
  const connectionId = await connect(program.programId, provider, secret, apiKey);
  const send = ({ body, headers }: Sent) => service.post(`/webhooks/${provider}/${connectionId}`, body, { headers });
  return { programId: program.programId, clickId, send };
}

async function connect(programId: number, provider: string, secret: string, apiKey?: string): Promise<number> {
  const added = await addConnection(
    database,
    secrets,
    { programId, provider, livemode: true, secrets: [secret] },
    operator,
  );
  if (added === undefined) throw new Error("the connection was not added");
  if (apiKey !== undefined) await setApiKey(database, secrets, { programId, connectionId: added, apiKey }, operator);
  return added;
}

/** The fixture under this program's number and click. */
function deliveryOf(provider: Provider, step: Step, { programId, clickId }: World): Sent {
  const written = JSON.parse(readFixtureFile(`${provider.provider}/${step.fixture}.written.json`).toString());
  // Razorpay in dollars: a program takes no rupees.
  const text = JSON.stringify(written).replaceAll("INR", "USD");
  const own = [...(step.changes ?? []), ["clk_0f8fad5bd9cb469fa165", clickId] as const];
  const replaced = own.reduce((all, [from, to]) => {
    if (from !== "clk_0f8fad5bd9cb469fa165" && !all.includes(from)) throw new Error(`${step.fixture} has no ${from}`);
    return all.replaceAll(from, to);
  }, text);
  const document = replaced
    .replaceAll(/("program_id"|"cf_program_id"):"7"/g, `$1:"${programId}"`)
    .replaceAll(/("name":"program_id","value"):"7"/g, `$1:"${programId}"`)
    .replaceAll(/("program_id":\{"updated_at_ms":\d+,"value"):"7"/g, `$1:"${programId}"`);
  const body = provider.notification?.(document) ?? document;
  return { body, headers: provider.sign(body, provider.secret, randomUUID(), step.topic ?? "") };
}

async function booksOf(programId: number) {
  const rows = await asOwner<{ amount: number; refunded: number; commission: number }>(
    databaseUrl,
    `select s.amount_cents::integer as amount, s.refunded_cents::integer as refunded, c.amount_cents::integer as commission
       from sale s join commission c using (program_id, sale_id) where s.program_id = $1
      order by s.amount_cents, s.refunded_cents`,
    [programId],
  );
  return rows.map(({ amount, refunded, commission }) => [amount, refunded, commission]);
}

describe.each(providers)("$provider", (provider) => {
  test("counts each payment, refund and dispute once, to the cent, however often it is delivered", async () => {
    const world = await open(provider);
    const sent: Sent[] = [];
    for (const step of provider.steps) {
      const delivery = deliveryOf(provider, step, world);
      const answer = await world.send(delivery);
      expect([answer.status, fieldOf(answer, "status")], `${step.name}: ${answer.text}`).toEqual([200, "recorded"]);
      expect(await booksOf(world.programId), step.name).toEqual(step.books);
      sent.push(delivery);
    }
    for (const delivery of [...sent, ...sent.toReversed()]) {
      const again = await world.send(delivery);
      expect([again.status, fieldOf(again, "status")], again.text).toEqual([200, "duplicate"]);
    }
    expect(await booksOf(world.programId)).toEqual(provider.steps.at(-1)?.books);
  });
});

/** As the gateway below a billing system. */
const stripe: Provider = {
  provider: "stripe",
  secret: "whsec_only_for_tests",
  customer: "",
  steps: [],
  sign: (body, secret) => stripeHeaders(Buffer.from(body), [secret], seconds()),
};

type Layers = {
  readonly above: string;
  readonly payment: string;
  readonly refund: string;
  readonly charge: string;
  readonly refundId: string;
  readonly refundedCents: number;
};

describe.each<Layers>([
  {
    above: "chargebee",
    payment: "payment_succeeded",
    refund: "payment_refunded.partial",
    charge: "ch_SvcFirst000001",
    refundId: "re_SvcRefund000001",
    refundedCents: 1_000,
  },
  {
    above: "recurly",
    payment: "purchase.success",
    refund: "refund.success.partial",
    charge: "ch_SvcRecurly0001",
    refundId: "re_SvcRecurly0001",
    refundedCents: 1_050,
  },
])("a payment and its refund that $above and Stripe both report", (layers) => {
  test("count once, to the cent, in every order of the four deliveries", async () => {
    const above = providers.find(({ provider }) => provider === layers.above);
    if (above === undefined) throw new Error(`${layers.above} is not among the providers`);
    const reports = [
      [above, { name: "the payment", fixture: layers.payment, books: [] }],
      [above, { name: "its refund", fixture: layers.refund, books: [] }],
      [stripe, paidAtStripe(layers)],
      [stripe, refundedAtStripe(layers)],
    ] as const;
    const commission = (4_900 - layers.refundedCents) / 5;
    for (const order of permutations(reports)) {
      const world = await open(above);
      const connectionId = await connect(world.programId, "stripe", stripe.secret);
      const names = order.map(([{ provider }, { name }]) => `${provider}: ${name}`).join(", ");
      for (const [provider, step] of order) {
        const { body, headers } = deliveryOf(provider, step, world);
        const answer =
          provider === stripe
            ? await service.post(`/webhooks/stripe/${connectionId}`, body, { headers })
            : await world.send({ body, headers });
        expect(answer.status, `${names}: ${answer.text}`).toBeLessThan(300);
      }
      expect(await booksOf(world.programId), names).toEqual([[4_900, layers.refundedCents, commission]]);
    }
  });
});

function paidAtStripe({ charge }: Layers): Step {
  return {
    name: "the payment",
    fixture: "payment_intent.succeeded.payment-element",
    changes: [
      ["pi_3WrittenElement0000000", "pi_SvcLayered0001"],
      ["ch_3WrittenElement0000000", charge],
      ["4990", "4900"],
      ['"usd"', '"eur"'],
      ["clk_element", "clk_0f8fad5bd9cb469fa165"],
      ['"svc_customer_key":"user-9",', ""],
    ],
    books: [],
  };
}

function refundedAtStripe({ charge, refundId, refundedCents }: Layers): Step {
  return {
    name: "its refund",
    fixture: "refund.created.partial",
    changes: [
      ["re_3WrittenPartial00000000", refundId],
      ["ch_3WrittenRenewal00000000", charge],
      ["pi_3WrittenRenewal00000000", "pi_SvcLayered0001"],
      ['"amount":500', `"amount":${refundedCents}`],
      ['"usd"', '"eur"'],
    ],
    books: [],
  };
}
