// Wise: one transfer for each payout, from the profile's balance. A transfer pays nothing until it is funded, and Wise funds it once. Its
// `customerTransactionId` is a UUID made from our key. A repeated request first searches Wise's list for that id; Wise also answers a
// repeated id with the transfer that has it.
// Written from: https://docs.wise.com/guides/product/send-money/use-cases/enterprise/send-money (the four requests),
// https://docs.wise.com/api-reference/transfer (repeated ids, funding once, list, cancellation),
// https://docs.wise.com/guides/product/send-money/funding/fund-by-transfer (COMPLETED, REJECTED),
// https://docs.wise.com/guides/product/send-money/tracking/transfer-statuses (states) and
// https://docs.wise.com/api-reference/recipient (recipients by e-mail).
// Inferred, since no page says it: how long Wise knows an id (so its list is searched before each repetition), and that a transfer to an
// e-mail waits as `waiting_recipient_input_to_proceed`.
import { z } from "zod";
import type { RailCosts } from "../../../core/rules/events/rail-events.ts";
import { decimalAmount } from "../../../core/vocabulary/money/money.ts";
import { wiseCurrencies } from "../../../core/vocabulary/money/payout-currencies.ts";
import { centsOf } from "./cents-of.ts";
import { noCosts, type PayoutOrder, type Rail, type RailAnswer } from "./rail.ts";
import { type RailClient, RailUnreachable } from "./rail-client.ts";
import { answerBody, declined, saidBy, unprepared } from "./wise-answers.ts";
import {
  differenceOf,
  lineOf,
  listTransfers,
  stateAnswer,
  transactionIdOf,
  transferSchema,
  unfunded,
  type WiseTransfer,
} from "./wise-transfers.ts";
import { readWiseWebhook } from "./wise-webhook.ts";

const text = z.string().min(1).max(500);

const wiseCredentials = z.strictObject({
  api_token: text.meta({ description: "A token of the Wise profile that pays, with full access" }),
  profile_id: z
    .string()
    .regex(/^[1-9]\d{0,15}$/)
    .meta({ description: "The profile that pays" }),
  source_currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .default(null)
    .meta({ description: "The balance that pays; the payout's own currency by default" }),
  webhook_public_key: text.nullable().default(null).meta({ description: "In place of Wise's published key, as PEM" }),
});
export type WiseCredentials = z.output<typeof wiseCredentials>;

const quoteSchema = z.object({
  id: z.string(),
  rate: z.number().optional(),
  payOut: z.string().optional(),
  sourceCurrency: z.string(),
  targetCurrency: z.string(),
  paymentOptions: z
    .array(
      z.object({
        disabled: z.boolean().optional(),
        payIn: z.string(),
        payOut: z.string().optional(),
        fee: z.object({ total: z.number() }).optional(),
      }),
    )
    .default([]),
});
type Quote = z.output<typeof quoteSchema>;

const fundingSchema = z.object({ status: z.string(), errorCode: z.string().nullish() });

export const wise: Rail<WiseCredentials> = {
  name: "wise",
  hosts: { live: "https://api.wise.com", sandbox: "https://api.wise-sandbox.com" },
  credentials: wiseCredentials,
  currencies: wiseCurrencies,
  // It searches Wise's list before each repetition.
  keyHeldHours: null,
  keyThere: transactionIdOf,
  cannotPay: () => null,

  async check(client, credentials) {
    const path = `/v2/profiles/${credentials.profile_id}`;
    const response = await client.ask({ method: "GET", path, headers: headersOf(credentials) });
    if (response.kind === "no_answer") throw new RailUnreachable(`Wise did not answer: ${response.reason}.`);
    if (response.status === 200) return null;
    if (response.status === 401) return "Wise does not accept the token (401).";
    if (response.status === 403 || response.status === 404) {
      return `Wise does not show profile ${credentials.profile_id} to this token (${response.status}).`;
    }
    throw new RailUnreachable(`Wise answered ${response.status}.`);
  },

  async create(client, credentials, order) {
    if (order.firstRequestAt !== null) {
      const found = await findTransfer(client, credentials, order, order.firstRequestAt);
      if (found.kind === "unread") return { kind: "unknown", reason: found.reason };
      if (found.transfer !== null) return settle(client, credentials, order, found.transfer, null);
    }
    if (order.recipient === null) return { kind: "unsent", reason: "The partner has no payout recipient." };
    const prepared = await prepare(client, credentials, order, order.recipient);
    if ("kind" in prepared) return prepared;
    const { quote, accountId } = prepared;
    const response = await client.ask({
      method: "POST",
      path: "/v1/transfers",
      headers: headersOf(credentials),
      body: {
        targetAccount: accountId,
        quoteUuid: quote.id,
        customerTransactionId: transactionIdOf(order.key),
        details: { reference: referenceOf(order.payoutId) },
      },
    });
    if (response.kind === "no_answer") return { kind: response.isSent ? "unknown" : "unsent", reason: response.reason };
    const made = transferSchema.safeParse(response.body);
    if (response.status < 300 && made.success) return settle(client, credentials, order, made.data, quote);
    return declined(response);
  },

  async look(client, credentials, order) {
    const { railId } = order;
    if (railId === null) return { kind: "unknown", reason: "Wise named no transfer yet." };
    const read = await readTransfer(client, credentials, railId);
    return read.kind === "unread"
      ? { kind: "unknown", reason: read.reason }
      : stateAnswer(read.transfer, order, costsOf(read.transfer, null));
  },

  webhook: async (_, { profile_id, webhook_public_key }, delivery) =>
    readWiseWebhook({ profileId: profile_id, publicKey: webhook_public_key }, delivery),

  async list(client, credentials, day) {
    const span = { from: new Date(`${day}T00:00:00.000Z`), to: new Date(`${day}T23:59:59.999Z`) };
    const read = await listTransfers(client, headersOf(credentials), { ...span, profileId: credentials.profile_id });
    if (read.kind === "unread") throw new RailUnreachable(read.reason);
    return read.transfers.map(lineOf);
  },
};

function headersOf({ api_token }: WiseCredentials): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${api_token}` };
}

/** Banks of some countries show only ten characters. */
const referenceCharactersMax = 10;

function referenceOf(payoutId: number): string {
  const reference = `Payout ${payoutId}`;
  return reference.length <= referenceCharactersMax ? reference : String(payoutId);
}

type Unread = { readonly kind: "unread"; readonly reason: string };

const millisecondsPerDay = 86_400_000;

async function findTransfer(
  client: RailClient,
  credentials: WiseCredentials,
  { key }: PayoutOrder,
  firstRequestAt: Date,
): Promise<{ readonly kind: "read"; readonly transfer: WiseTransfer | null } | Unread> {
  const from = new Date(firstRequestAt.getTime() - millisecondsPerDay);
  const to = new Date(Date.now() + millisecondsPerDay);
  const params = { from, to, profileId: credentials.profile_id };
  const read = await listTransfers(client, headersOf(credentials), params);
  if (read.kind === "unread") return read;
  const id = transactionIdOf(key);
  return { kind: "read", transfer: read.transfers.find((each) => each.customerTransactionId === id) ?? null };
}

async function readTransfer(
  client: RailClient,
  credentials: WiseCredentials,
  railId: string,
): Promise<{ readonly kind: "read"; readonly transfer: WiseTransfer } | Unread> {
  const path = `/v1/transfers/${encodeURIComponent(railId)}`;
  const response = await client.ask({ method: "GET", path, headers: headersOf(credentials) });
  if (response.kind === "no_answer") return { kind: "unread", reason: response.reason };
  const read = transferSchema.safeParse(response.body);
  if (response.status === 200 && read.success) return { kind: "read", transfer: read.data };
  return { kind: "unread", reason: `Wise answered ${response.status} to the question for transfer ${railId}.` };
}

/** The recipient's account and a quote: neither pays anything. */
async function prepare(
  client: RailClient,
  credentials: WiseCredentials,
  order: PayoutOrder,
  { email, name }: NonNullable<PayoutOrder["recipient"]>,
): Promise<{ readonly accountId: number; readonly quote: Quote } | RailAnswer> {
  const { profile_id, source_currency } = credentials;
  const headers = headersOf(credentials);
  const profile = Number(profile_id);
  const account = await client.ask({
    ...{ method: "POST", path: "/v1/accounts", headers },
    body: { profile, accountHolderName: name, currency: order.currency, type: "email", details: { email } },
  });
  const accountRead = answerBody(account, z.object({ id: z.int() }));
  if (accountRead === null) return unprepared(account);
  const quote = await client.ask({
    ...{ method: "POST", path: `/v3/profiles/${profile_id}/quotes`, headers },
    body: {
      sourceCurrency: source_currency ?? order.currency,
      targetCurrency: order.currency,
      targetAmount: Number(decimalAmount(order.amountCents, order.currency)),
      targetAccount: accountRead.id,
      preferredPayIn: "BALANCE",
    },
  });
  const quoteRead = answerBody(quote, quoteSchema);
  return quoteRead === null ? unprepared(quote) : { accountId: accountRead.id, quote: quoteRead };
}

/** The transfer that has our key: funded here if nothing else is left to do. */
async function settle(
  client: RailClient,
  credentials: WiseCredentials,
  order: PayoutOrder,
  transfer: WiseTransfer,
  quote: Quote | null,
): Promise<RailAnswer> {
  if (transfer.customerTransactionId !== transactionIdOf(order.key)) {
    return { kind: "unknown", reason: `Wise answered with transfer ${transfer.id}, which does not have our id.` };
  }
  const differs = differenceOf(transfer, order);
  if (differs !== null) return { kind: "unknown", reason: differs };
  const costs = costsOf(transfer, quote ?? (await readQuote(client, credentials, transfer)));
  if (transfer.status !== unfunded) return stateAnswer(transfer, order, costs);
  const path = `/v3/profiles/${credentials.profile_id}/transfers/${transfer.id}/payments`;
  const response = await client.ask({
    ...{ method: "POST", path, headers: headersOf(credentials), body: { type: "BALANCE" } },
  });
  const funding = response.kind === "answer" ? fundingSchema.safeParse(response.body).data : undefined;
  if (response.kind === "answer" && response.status < 300 && funding?.status === "COMPLETED") {
    return stateAnswer({ ...transfer, status: "processing" }, order, costs);
  }
  const reason = response.kind === "answer" ? saidBy(response) : response.reason;
  const now = await readTransfer(client, credentials, String(transfer.id));
  if (now.kind === "unread") return { kind: "unknown", reason };
  if (now.transfer.status !== unfunded) return stateAnswer(now.transfer, order, costs);
  const isRejected = funding?.status === "REJECTED" || (response.kind === "answer" && response.status === 403);
  return isRejected ? withdraw(client, credentials, order, now.transfer, reason) : { kind: "unknown", reason };
}

/** A transfer that Wise does not fund is canceled, so that no one funds it later, after the payout was sent under another key. */
async function withdraw(
  client: RailClient,
  credentials: WiseCredentials,
  order: PayoutOrder,
  transfer: WiseTransfer,
  why: string,
): Promise<RailAnswer> {
  const path = `/v1/transfers/${transfer.id}/cancel`;
  const response = await client.ask({ method: "PUT", path, headers: headersOf(credentials) });
  const canceled = answerBody(response, transferSchema);
  if (canceled?.status !== "cancelled") {
    return { kind: "unknown", reason: `${why}; transfer ${transfer.id} could not be canceled.` };
  }
  if (order.firstRequestAt === null) return { kind: "refused", reason: why };
  return { kind: "state", state: "failed", railId: String(transfer.id), reason: why, reference: null, ...noCosts };
}

/** Null where it cannot be read now: the payout then has no fee. */
async function readQuote(
  client: RailClient,
  credentials: WiseCredentials,
  { quoteUuid }: WiseTransfer,
): Promise<Quote | null> {
  if (quoteUuid === null || quoteUuid === undefined) return null;
  const path = `/v3/profiles/${credentials.profile_id}/quotes/${encodeURIComponent(quoteUuid)}`;
  return answerBody(await client.ask({ method: "GET", path, headers: headersOf(credentials) }), quoteSchema);
}

function costsOf({ rate, sourceCurrency, targetCurrency }: WiseTransfer, quote: Quote | null): RailCosts {
  const exchanged = quote?.rate ?? rate;
  const isSame = sourceCurrency === targetCurrency;
  const option = quote?.paymentOptions.find(
    ({ payIn, payOut, disabled }) =>
      payIn === "BALANCE" && disabled !== true && (payOut === undefined || payOut === quote.payOut),
  );
  const cents = option?.fee === undefined || quote === null ? null : centsOf(option.fee.total, quote.sourceCurrency);
  return {
    fee_cents: cents,
    fee_currency: cents === null || quote === null ? null : quote.sourceCurrency,
    exchange_rate: isSame || exchanged === undefined || exchanged === null ? null : String(exchanged),
  };
}
