// A stand-in for Stripe's transfers, written from its public documentation: idempotency keys that keep the first answer and refuse other
// words, lists by group and time, reversals, errors by type, and webhooks signed with the endpoint's secret.
import { randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { type Answer, type Question, type RailServer, startRailServer } from "./rail-server.ts";

type Transfer = {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly destination: string;
  readonly transfer_group: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly created: number;
  amount_reversed: number;
};

export type StripeTransfers = RailServer & {
  readonly transfers: Transfer[];
  /** What Stripe says of the next request for a transfer that it declines; kept under its idempotency key. */
  refusals: Answer[];
  isKeyRight: boolean;
  /** Of one page, at any requested size. */
  pageSize: number;
  /** As after 24 hours. */
  forgetKeys(): void;
  ofPayout(key: string): Transfer[];
  reverse(key: string, amount?: number): void;
  webhook(key: string, options?: StripeWebhookOptions): SignedStripeWebhook;
};

type StripeWebhookOptions = { readonly secret?: string; readonly type?: string; readonly atMilliseconds?: number };
export type SignedStripeWebhook = { readonly body: string; readonly headers: Readonly<Record<string, string>> };

export const stripeCredentials = { secret_key: "rk_live_ok", webhook_secret: "whsec_payouts" };

type Saved = { readonly words: string; readonly answer: Answer };

export async function startStripeTransfers(): Promise<StripeTransfers> {
  const saved = new Map<string, Saved>();
  const server = await startRailServer((question) => answerOf(stripe, saved, question));
  const stripe: StripeTransfers = Object.assign(server, {
    ...{ transfers: [], refusals: [], isKeyRight: true, pageSize: 100 },
    forgetKeys: () => saved.clear(),
    ofPayout: (key: string) => stripe.transfers.filter((each) => each.transfer_group === key),
    reverse(key: string, amount?: number): void {
      for (const transfer of stripe.ofPayout(key)) transfer.amount_reversed = amount ?? transfer.amount;
    },
    webhook(key: string, { secret = "whsec_payouts", type, atMilliseconds = Date.now() }: StripeWebhookOptions = {}) {
      const [transfer] = stripe.ofPayout(key);
      const object = transfer === undefined ? null : shown(transfer, false);
      const body = JSON.stringify({
        ...{ id: `evt_${randomUUID()}`, object: "event", type: type ?? "transfer.created", data: { object } },
      });
      const timestamp = Math.floor(atMilliseconds / 1_000);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp });
      return { body, headers: { "stripe-signature": signature } };
    },
  });
  return stripe;
}

function errorOf(status: number, type: string, code: string): Answer {
  return { status, body: { error: { type, code, message: "In Stripe's words." } } };
}

function answerOf(stripe: StripeTransfers, saved: Map<string, Saved>, question: Question): Answer {
  const { method, url, headers } = question;
  if (headers.authorization !== "Bearer rk_live_ok" || !stripe.isKeyRight) {
    return errorOf(401, "invalid_request_error", "api_key_expired");
  }
  if (method === "GET" && url.pathname === "/v1/transfers") return list(stripe, url.searchParams);
  if (method === "GET") {
    const transfer = stripe.transfers.find(({ id }) => url.pathname === `/v1/transfers/${id}`);
    if (transfer === undefined) return errorOf(404, "invalid_request_error", "resource_missing");
    return { status: 200, body: shown(transfer, url.searchParams.has("expand[0]")) };
  }
  const key = String(headers["idempotency-key"]);
  const known = saved.get(key);
  if (known !== undefined) {
    return known.words === question.body ? known.answer : errorOf(400, "idempotency_error", "idempotency_key_in_use");
  }
  const answer = stripe.refusals.shift() ?? create(stripe, new URLSearchParams(question.body));
  if (answer.status !== 429) saved.set(key, { words: question.body, answer });
  return answer;
}

function create(stripe: StripeTransfers, form: URLSearchParams): Answer {
  const [destination, group] = [form.get("destination"), form.get("transfer_group")];
  if (destination === null || !destination.startsWith("acct_") || group === null) {
    return errorOf(400, "invalid_request_error", "parameter_missing");
  }
  const transfer: Transfer = {
    ...{ id: `tr_${stripe.transfers.length + 1}${randomUUID().slice(0, 8)}`, destination, transfer_group: group },
    ...{ amount: Number(form.get("amount")), currency: String(form.get("currency")) },
    metadata: { payout_key: String(form.get("metadata[payout_key]")) },
    ...{ created: Math.floor(Date.now() / 1_000), amount_reversed: 0 },
  };
  stripe.transfers.push(transfer);
  return { status: 200, body: shown(transfer, true) };
}

function shown(transfer: Transfer, isExpanded: boolean) {
  const balance = { id: "txn_1", object: "balance_transaction", fee: 0, currency: "usd", exchange_rate: null };
  return {
    ...{ object: "transfer", ...transfer, reversed: transfer.amount_reversed === transfer.amount },
    balance_transaction: isExpanded ? balance : "txn_1",
  };
}

function list({ transfers, pageSize }: StripeTransfers, query: URLSearchParams): Answer {
  const group = query.get("transfer_group");
  const [from, to] = [
    Number(query.get("created[gte]") ?? 0),
    Number(query.get("created[lt]") ?? Number.MAX_SAFE_INTEGER),
  ];
  const found = transfers
    .filter((each) => (group === null || each.transfer_group === group) && each.created >= from && each.created < to)
    .toReversed();
  const after = query.get("starting_after");
  const begin = after === null ? 0 : found.findIndex(({ id }) => id === after) + 1;
  const end = begin + Math.min(pageSize, Number(query.get("limit") ?? 10));
  const data = found.slice(begin, end).map((each) => shown(each, true));
  return { status: 200, body: { object: "list", data, has_more: end < found.length, url: "/v1/transfers" } };
}
