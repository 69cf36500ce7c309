// Stripe Connect: one transfer for each payout, from the platform's balance to the partner's connected account. Our key is Stripe's
// idempotency key, which Stripe may forget after 24 hours, and the transfer's group, by which a repeated request is searched for first.
// Written from: https://docs.stripe.com/api/transfers/create, https://docs.stripe.com/api/transfers/list (transfer_group, created),
// https://docs.stripe.com/api/idempotent_requests (saved answers, 24 hours) and https://docs.stripe.com/api/transfer_reversals.
// Inferred, since no page says it: the list holds a transfer as soon as it is made. Within 24 hours the idempotency key protects as well.
import { z } from "zod";
import type { RailCosts } from "../../../core/rules/events/rail-events.ts";
import { decimalAmount } from "../../../core/vocabulary/money/money.ts";
import { stripeCurrencies } from "../../../core/vocabulary/money/payout-currencies.ts";
import type { PayoutOrder, Rail, RailAnswer, RailLine } from "./rail.ts";
import { type RailClient, type RailResponse, RailUnreachable } from "./rail-client.ts";
import { askStripe, readStripeWebhook } from "./stripe-package.ts";

const transfersPerPage = 100;
const pagesMax = 100;
const secondsPerDay = 86_400;
const millisecondsPerSecond = 1_000;

const stripeCredentials = z.strictObject({
  secret_key: z
    .string()
    .max(500)
    .regex(/^(?:sk|rk)_(?:live|test)_\w+$/)
    .meta({ description: "A restricted key of the platform with the right Transfers: Write" }),
  webhook_secret: z
    .string()
    .max(500)
    .regex(/^whsec_\w+$/)
    .nullable()
    .default(null)
    .meta({ description: "The signing secret of the webhook; without one, payouts are looked up" }),
});
export type StripeCredentials = z.output<typeof stripeCredentials>;

const transferSchema = z.object({
  id: z.string(),
  amount: z.int(),
  amount_reversed: z.int().default(0),
  currency: z.string(),
  reversed: z.boolean(),
  transfer_group: z.string().nullish(),
  balance_transaction: z
    .union([z.string(), z.object({ fee: z.int(), currency: z.string(), exchange_rate: z.number().nullish() })])
    .nullish(),
});
type Transfer = z.output<typeof transferSchema>;

const pageSchema = z.object({ data: z.array(transferSchema), has_more: z.boolean() });
const errorSchema = z.object({
  error: z.object({ type: z.string().optional(), code: z.string().optional(), message: z.string().optional() }),
});

export const stripe: Rail<StripeCredentials> = {
  name: "stripe",
  // One address for both: the key decides.
  hosts: { live: "https://api.stripe.com", sandbox: "https://api.stripe.com" },
  credentials: stripeCredentials,
  currencies: stripeCurrencies,
  // It searches Stripe's list before each repetition.
  keyHeldHours: null,
  keyThere: (key) => key,
  cannotPay: ({ stripe_account }) =>
    stripe_account === undefined ? "Stripe needs the partner's connected account: set stripe_account." : null,

  async check(client, { secret_key }, { isSandbox }) {
    const isTest = /^(?:sk|rk)_test_/.test(secret_key);
    if (isTest !== isSandbox) {
      return isTest ? "This key is for Stripe's sandbox: set it with --sandbox." : "This key is for live payments.";
    }
    const response = await askStripe(client, secret_key, (api) => api.transfers.list({ limit: 1 }));
    if (response.kind === "no_answer") throw new RailUnreachable(`Stripe did not answer: ${response.reason}.`);
    if (response.status < 300) return null;
    if (response.status === 401 || response.status === 403) return `${saidBy(response)}.`;
    throw new RailUnreachable(`${saidBy(response)}.`);
  },

  async create(client, { secret_key }, order) {
    const { key, payoutId, recipient } = order;
    if (order.firstRequestAt !== null) {
      const found = await findTransfers(client, secret_key, key);
      if (found.kind === "unread") return { kind: "unknown", reason: found.reason };
      const [first, ...others] = found.transfers;
      if (others.length > 0) {
        return { kind: "unknown", reason: `Stripe has ${found.transfers.length} transfers in the group ${key}.` };
      }
      if (first !== undefined) return stateOf(first, order);
    }
    const destination = recipient?.stripe_account;
    if (destination === undefined) return { kind: "unsent", reason: "The partner has no connected account at Stripe." };
    const params = {
      amount: order.amountCents,
      currency: order.currency.toLowerCase(),
      destination,
      description: `Payout ${payoutId}`,
      transfer_group: key,
      metadata: { payout_id: String(payoutId), payout_key: key },
      expand: ["balance_transaction"],
    };
    const response = await askStripe(client, secret_key, (api) =>
      api.transfers.create(params, { idempotencyKey: key }),
    );
    if (response.kind === "no_answer") return { kind: response.isSent ? "unknown" : "unsent", reason: response.reason };
    const made = transferSchema.safeParse(response.body);
    if (response.status < 300 && made.success) return stateOf(made.data, order);
    return declined(response);
  },

  async look(client, { secret_key }, order) {
    const { railId } = order;
    if (railId === null) return { kind: "unknown", reason: "Stripe named no transfer yet." };
    const expand = ["balance_transaction"];
    const response = await askStripe(client, secret_key, (api) => api.transfers.retrieve(railId, { expand }));
    if (response.kind === "no_answer") return { kind: "unknown", reason: response.reason };
    const read = transferSchema.safeParse(response.body);
    if (response.status < 300 && read.success) return stateOf(read.data, order);
    return { kind: "unknown", reason: `${saidBy(response)} to the question for transfer ${railId}.` };
  },

  webhook: (_, { webhook_secret }, delivery) => readStripeWebhook(webhook_secret, delivery),

  async list(client, { secret_key }, day) {
    const from = Date.parse(`${day}T00:00:00Z`) / millisecondsPerSecond;
    const lines: RailLine[] = [];
    for (let page = 0, after: string | undefined; page < pagesMax; page += 1) {
      const cursor = after === undefined ? {} : { starting_after: after };
      const params = { created: { gte: from, lt: from + secondsPerDay }, limit: transfersPerPage, ...cursor };
      const response = await askStripe(client, secret_key, (api) => api.transfers.list(params));
      const read = readPage(response);
      if (read.kind === "unread") throw new RailUnreachable(read.reason);
      lines.push(...read.page.data.map(lineOf));
      after = read.page.data.at(-1)?.id;
      if (!read.page.has_more || after === undefined) return lines;
    }
    throw new RailUnreachable(`Stripe's list of ${day} has more than ${pagesMax} pages.`);
  },
};

type Unread = { readonly kind: "unread"; readonly reason: string };

async function findTransfers(
  client: RailClient,
  secretKey: string,
  key: string,
): Promise<{ readonly kind: "read"; readonly transfers: readonly Transfer[] } | Unread> {
  const params = { transfer_group: key, limit: transfersPerPage, expand: ["data.balance_transaction"] };
  const read = readPage(await askStripe(client, secretKey, (api) => api.transfers.list(params)));
  return read.kind === "unread" ? read : { kind: "read", transfers: read.page.data };
}

function readPage(
  response: RailResponse,
): { readonly kind: "read"; readonly page: z.output<typeof pageSchema> } | Unread {
  if (response.kind === "no_answer") return { kind: "unread", reason: response.reason };
  const read = pageSchema.safeParse(response.body);
  if (response.status < 300 && read.success) return { kind: "read", page: read.data };
  return { kind: "unread", reason: `${saidBy(response)} to the question for its transfers.` };
}

/** A transfer is in the account's balance once it is made. What the account then does with it is between Stripe and the partner. */
function stateOf(transfer: Transfer, order: PayoutOrder): RailAnswer {
  const { id, amount, amount_reversed, currency, reversed } = transfer;
  const own = `${decimalAmount(order.amountCents, order.currency)} ${order.currency}`;
  if (amount !== order.amountCents || currency.toUpperCase() !== order.currency) {
    const there = `${amount} of the smallest unit of ${currency.toUpperCase()}`;
    return { kind: "unknown", reason: `Stripe has ${order.key} with ${there}; the payout is ${own}.` };
  }
  const answer = { kind: "state", railId: id, reference: null, ...costsOf(transfer) } as const;
  if (reversed) return { ...answer, state: "returned", reason: "reversed" };
  if (amount_reversed > 0) {
    const reason = `Stripe reversed ${amount_reversed} of the ${amount} of transfer ${id}: settle the difference by hand.`;
    return { kind: "unknown", reason };
  }
  return { ...answer, state: "paid", reason: null };
}

function costsOf({ balance_transaction: balance }: Transfer): RailCosts {
  if (typeof balance !== "object" || balance === null) {
    return { fee_cents: null, fee_currency: null, exchange_rate: null };
  }
  const { fee, currency, exchange_rate } = balance;
  const rate = exchange_rate === null || exchange_rate === undefined ? null : String(exchange_rate);
  return { fee_cents: fee, fee_currency: currency.toUpperCase(), exchange_rate: rate };
}

function lineOf({ id, amount, amount_reversed, currency, reversed, transfer_group }: Transfer): RailLine {
  const unreversed = amount_reversed > 0 ? "unknown" : "paid";
  return {
    railId: id,
    key: transfer_group ?? null,
    amountCents: amount,
    currency: currency.toUpperCase(),
    state: reversed ? "returned" : unreversed,
  };
}

/** Only what Stripe says of the request itself declines it; anything else may hide that the transfer was made. */
function declined(response: Extract<RailResponse, { kind: "answer" }>): RailAnswer {
  const reason = saidBy(response);
  const { status, body } = response;
  if (status === 429) return { kind: "unsent", reason };
  const error = errorSchema.safeParse(body).data?.error;
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 409 && error !== undefined;
  // The key was sent with other words before: what became of that is not said here.
  return { kind: isRefused && error.type !== "idempotency_error" ? "refused" : "unknown", reason };
}

function saidBy({ status, body }: Extract<RailResponse, { kind: "answer" }>): string {
  const error = errorSchema.safeParse(body).data?.error;
  const words = error?.code ?? error?.type;
  return words === undefined ? `Stripe answered ${status}` : `Stripe answered ${status}: ${words}`;
}
