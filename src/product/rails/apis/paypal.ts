// PayPal Payouts: one batch of one item for each payout. Our key is the batch's id of the sender, which PayPal accepts once in 30 days: a
// repeated request is declined with a link to the batch that has it, and that batch is then looked up.
// Written from: https://docs.paypal.ai/reference/api/rest/payouts/create-batch-payout and
// https://developer.paypal.com/docs/api/payments.payouts-batch/v1/.
import { z } from "zod";
import type { RailCosts } from "../../../core/rules/events/rail-events.ts";
import { decimalAmount } from "../../../core/vocabulary/money/money.ts";
import { payPalAmount, payPalCurrencies, payPalFault } from "../../../core/vocabulary/money/payout-currencies.ts";
import { centsOf } from "./cents-of.ts";
import { listPaypalPayouts } from "./paypal-list.ts";
import { readPaypalWebhook } from "./paypal-webhook.ts";
import { noCosts, type PayoutOrder, type Rail, type RailAnswer, type RailState } from "./rail.ts";
import { type RailClient, type RailResponse, RailUnreachable } from "./rail-client.ts";

const text = z.string().min(1).max(500);

const paypalCredentials = z.strictObject({
  client_id: text.meta({ description: "Of the REST app in PayPal's developer dashboard, with the feature Payouts" }),
  client_secret: text.meta({ description: "Of the same app" }),
  webhook_id: text
    .nullable()
    .default(null)
    .meta({ description: "Of the app's webhook; without one, payouts are looked up" }),
});
export type PaypalCredentials = z.output<typeof paypalCredentials>;

const money = z.object({ currency: z.string(), value: z.string() });
const itemSchema = z.object({
  payout_item_id: z.string(),
  transaction_id: z.string().optional(),
  transaction_status: z.string(),
  payout_item_fee: money.optional(),
  payout_item: z.object({ amount: money, receiver: z.string(), sender_item_id: z.string().optional() }),
  errors: z.object({ name: z.string(), message: z.string().optional() }).optional(),
  currency_conversion: z.object({ exchange_rate: z.string().optional() }).optional(),
});
const batchSchema = z.object({
  batch_header: z.object({
    payout_batch_id: z.string(),
    batch_status: z.string(),
    sender_batch_header: z.object({ sender_batch_id: z.string().optional() }).optional(),
  }),
  items: z.array(itemSchema).default([]),
});
const errorSchema = z.object({
  name: z.string(),
  message: z.string().optional(),
  details: z.array(z.object({ field: z.string().optional(), issue: z.string().optional() })).default([]),
  links: z.array(z.object({ href: z.string(), rel: z.string().optional() })).default([]),
});

/** PayPal's states of an item. One that is not listed moves nothing. */
const states: Readonly<Record<string, RailState>> = {
  SUCCESS: "paid",
  FAILED: "failed",
  BLOCKED: "failed",
  PENDING: "sent",
  NEW: "sent",
  ONHOLD: "sent",
  UNCLAIMED: "unclaimed",
  RETURNED: "returned",
  REFUNDED: "returned",
  REVERSED: "returned",
};
const deadBatches: ReadonlySet<string> = new Set(["DENIED", "CANCELED"]);

export const paypal: Rail<PaypalCredentials> = {
  name: "paypal",
  hosts: { live: "https://api-m.paypal.com", sandbox: "https://api-m.sandbox.paypal.com" },
  credentials: paypalCredentials,
  currencies: payPalCurrencies,
  whyNotAmount: payPalFault,
  // 30 days by its documentation, less two for clocks and queues.
  keyHeldHours: 28 * 24,
  keyThere: (key) => key,
  cannotPay: () => null,

  async check(client, credentials) {
    const token = await askToken(client, credentials);
    if ("token" in token) return null;
    if (token.kind === "refused") return token.reason;
    throw new RailUnreachable(token.reason);
  },

  async create(client, credentials, order) {
    const { recipient, key, payoutId } = order;
    if (recipient === null) return { kind: "unsent", reason: "The partner has no payout recipient." };
    const token = await askToken(client, credentials);
    if (!("token" in token)) return token;
    const response = await client.ask({
      method: "POST",
      path: "/v1/payments/payouts",
      headers: token.headers,
      body: {
        sender_batch_header: { sender_batch_id: key, email_subject: "You have a payout" },
        items: [
          {
            recipient_type: "EMAIL",
            receiver: recipient.email,
            sender_item_id: key,
            note: `Payout ${payoutId}`,
            amount: {
              value: payPalAmount(decimalAmount(order.amountCents, order.currency), order.currency),
              currency: order.currency,
            },
          },
        ],
      },
    });
    if (response.kind === "no_answer") return { kind: response.isSent ? "unknown" : "unsent", reason: response.reason };
    const made = batchSchema.safeParse(response.body);
    if (response.status < 300 && made.success) return accepted(made.data.batch_header.payout_batch_id);
    const original = originalOf(response.body);
    if (original !== null) return lookAt(client, token.headers, { ...order, railId: original });
    return declined(response);
  },

  async look(client, credentials, order) {
    const token = await askToken(client, credentials);
    if (!("token" in token)) return { kind: "unknown", reason: token.reason };
    return lookAt(client, token.headers, order);
  },

  webhook: (client, { webhook_id }, delivery) => readPaypalWebhook(client, webhook_id, delivery),

  // Payouts has no list of batches.
  async list(client, credentials, day) {
    const token = await askToken(client, credentials);
    if (!("token" in token)) throw new RailUnreachable(token.reason);
    return listPaypalPayouts(client, token.headers, day);
  },
};

type Token = { readonly token: string; readonly headers: Readonly<Record<string, string>> };

async function askToken(
  client: RailClient,
  { client_id, client_secret }: PaypalCredentials,
): Promise<Token | (RailAnswer & { readonly kind: "refused" | "unsent" })> {
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString("base64");
  const response = await client.ask({
    method: "POST",
    path: "/v1/oauth2/token",
    headers: { authorization: `Basic ${basic}` },
    body: "grant_type=client_credentials",
  });
  if (response.kind === "no_answer") return { kind: "unsent", reason: `PayPal gave no token: ${response.reason}.` };
  const read = z.object({ access_token: z.string().min(1) }).safeParse(response.body);
  if (response.status === 200 && read.success) {
    const { access_token: token } = read.data;
    return { token, headers: { authorization: `Bearer ${token}` } };
  }
  const reason = `PayPal does not accept the client's id and secret (${response.status}).`;
  if (response.status === 401 || response.status === 403) return { kind: "refused", reason };
  return { kind: "unsent", reason: `PayPal gave no token (${response.status}).` };
}

function accepted(railId: string): RailAnswer {
  return { kind: "state", state: "sent", railId, reason: null, reference: null, ...noCosts };
}

/** The batch that has the key already; null where the request was declined for another reason. */
function originalOf(body: unknown): string | null {
  const { data } = errorSchema.safeParse(body);
  if (data === undefined) return null;
  const isKnown = data.details.some(({ field = "", issue = "" }) => /sender_batch_id/i.test(`${field} ${issue}`));
  if (!isKnown) return null;
  const paths = data.links.map(({ href }) => /\/v1\/payments\/payouts\/([A-Za-z0-9_-]+)/.exec(href)?.[1]);
  return paths.find((id) => id !== undefined) ?? null;
}

/** Only what PayPal says of the request itself declines it; anything else may hide that it was accepted. */
function declined(response: Extract<RailResponse, { kind: "answer" }>): RailAnswer {
  const { status, body } = response;
  const { data } = errorSchema.safeParse(body);
  const issue = data?.details.map((detail) => detail.issue).find((each) => each !== undefined);
  const words = data === undefined ? "" : `: ${data.name}${issue === undefined ? "" : `, ${issue}`}`;
  const reason = `PayPal answered ${status}${words}`;
  const isDuplicate = data?.details.some(({ field = "" }) => /sender_batch_id/i.test(field)) ?? false;
  if (status === 429) return { kind: "unsent", reason };
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 409 && data !== undefined;
  if (isRefused && !isDuplicate) return { kind: "refused", reason };
  return { kind: "unknown", reason };
}

async function lookAt(
  client: RailClient,
  headers: Readonly<Record<string, string>>,
  order: PayoutOrder,
): Promise<RailAnswer> {
  const { railId, key } = order;
  if (railId === null) return { kind: "unknown", reason: "PayPal named no batch yet." };
  const response = await client.ask({
    method: "GET",
    path: `/v1/payments/payouts/${encodeURIComponent(railId)}`,
    headers,
  });
  if (response.kind === "no_answer") return { kind: "unknown", reason: response.reason };
  const read = batchSchema.safeParse(response.body);
  if (response.status !== 200 || !read.success) {
    return { kind: "unknown", reason: `PayPal answered ${response.status} to the question for batch ${railId}.` };
  }
  const { batch_header: header, items } = read.data;
  const item = items.find((each) => each.payout_item.sender_item_id === key);
  const answer = { kind: "state", railId, reference: null, ...noCosts } as const;
  if (item === undefined) {
    if (items.length > 0) return { kind: "unknown", reason: `Batch ${railId} has no item ${key}.` };
    const { batch_status: status } = header;
    if (deadBatches.has(status)) return { ...answer, state: "failed", reason: `PayPal ${status} the batch.` };
    return { ...answer, state: "sent", reason: null };
  }
  const differs = differenceOf(item.payout_item, order);
  if (differs !== null) return { kind: "unknown", reason: differs };
  const state = states[item.transaction_status];
  if (state === undefined) return { kind: "unknown", reason: `PayPal reports the state ${item.transaction_status}.` };
  return {
    ...answer,
    state,
    reason: item.errors?.name ?? (item.transaction_status === "ONHOLD" ? "ONHOLD" : null),
    reference: item.transaction_id ?? item.payout_item_id,
    ...costsOf(item),
  };
}

/** Another installation with the same PayPal account could have used the key: its payment is not ours. */
function differenceOf({ amount }: z.output<typeof itemSchema>["payout_item"], order: PayoutOrder): string | null {
  const own = decimalAmount(order.amountCents, order.currency);
  if (amount.currency === order.currency && centsOf(amount.value, order.currency) === order.amountCents) return null;
  return `PayPal has ${order.key} with ${amount.value} ${amount.currency}; the payout is ${own} ${order.currency}.`;
}

function costsOf({ payout_item_fee: fee, currency_conversion }: z.output<typeof itemSchema>): RailCosts {
  const cents = fee === undefined ? null : centsOf(fee.value, fee.currency);
  return {
    fee_cents: cents,
    fee_currency: cents === null ? null : (fee?.currency ?? null),
    exchange_rate: currency_conversion?.exchange_rate ?? null,
  };
}
