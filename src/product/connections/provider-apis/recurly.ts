// Recurly's API: a transaction with its account's custom fields, the refunds of it, and the list of transactions by the time of their
// last change. A listed transaction lacks the custom fields, so those of a missing one are asked for.
// It speaks Recurly's documented HTTP, since the package recurly would be used for four questions. Of a page's `next` it takes the
// query and never the address.
// Written from: https://recurly.com/developers/api/v2021-02-25/index.html (get_transaction, get_account, list_account_transactions),
// https://docs.recurly.com/recurly-subscriptions/v2021-02-25/reference/list_transactions and
// https://docs.recurly.com/recurly-subscriptions/docs/pagination-guide.
import { z } from "zod";
import type { Asking } from "./ask.ts";
import { AskedForNothing, AskFailed } from "./ask-failed.ts";
import { askJson } from "./ask-json.ts";
import { type CursorPage, type DatedEvent, inOrder, pagesByCursor } from "./lists/list-pages.ts";
import type { EventPage, KeyPlace, Window } from "./provider-api.ts";
import type { ReadBackApi } from "./read-back-api.ts";

const keyForm = /^(?:(eu):)?([\x21-\x39\x3b-\x7e]{8,1024})$/;
const version = "application/vnd.recurly.v2021-02-25";
const refundsMax = "200";
const transactionsPerPage = "200";
/** Recurly keeps transactions permanently: this is how far back a first run goes. */
const retentionDays = 90;
/** Changes of a payment and of a refund that the adapter counts. */
const statusesUsed: Readonly<Record<string, readonly string[]>> = {
  purchase: ["success", "void", "chargeback"],
  capture: ["success", "void", "chargeback"],
  refund: ["success", "void", "declined", "error"],
};

const id = z.string().nullish();
const transaction = z.looseObject({
  id: z.string(),
  type: z.string(),
  refunded: z.boolean().nullish(),
  original_transaction_id: id,
  account: z.looseObject({ id }).nullish(),
});
const account = z.object({ custom_fields: z.array(z.unknown()).nullish() });
const transactions = z.object({ data: z.array(transaction) });
const pageSchema = z.object({ data: z.array(z.unknown()), has_more: z.boolean(), next: z.string().nullish() });
const listedSchema = transaction.extend({
  status: z.string(),
  updated_at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
});
type Transaction = z.infer<typeof transaction>;

export const recurlyReadBack: ReadBackApi = {
  provider: "recurly",
  name: "Recurly",
  permission: "read-only",
  keyForm: "Recurly shows it, behind eu: for a site in the EU",
  placeOf,
  check: (asking) => ask(asking, "/sites", z.unknown(), { limit: "1" }),
  async documents(asking, resource) {
    const found = await ask(asking, `/transactions/${encodeURIComponent(resource)}`, transaction);
    const accountId = accountToAsk(found);
    if (accountId === null) return [found];
    const [withFields, refunds] = await Promise.all([
      withCustomFields(asking, found, accountId),
      found.refunded === true
        ? ask(asking, `${pathOf(accountId)}/transactions`, transactions, { type: "refund", limit: refundsMax })
        : null,
    ]);
    // A notice of a refund may name the transaction that was refunded.
    const refundsOfIt = (refunds?.data ?? []).filter((refund) => refund.original_transaction_id === found.id);
    return [withFields, ...refundsOfIt];
  },
  events: {
    retentionDays,
    permission: "read-only",
    undelivered: null,
    everything: listTransactions,
    // A transaction names its gateway, and one of the test gateway is a test.
    mixesModes: true,
    complete,
  },
};

/** Ascending by the last change: what changes while it is listed comes again, further on. */
function listTransactions(asking: Asking, window: Window): AsyncGenerator<EventPage> {
  const first = {
    sort: "updated_at",
    order: "asc",
    limit: transactionsPerPage,
    begin_time: window.from.toISOString(),
    end_time: window.until.toISOString(),
  };
  const pages = pagesByCursor(asking, (next) =>
    askPage(asking, next === null ? first : Object.fromEntries(new URLSearchParams(next))),
  );
  return inOrder(pages, window, isUsed);
}

async function askPage(asking: Asking, query: Record<string, string>): Promise<CursorPage<DatedEvent>> {
  const { data, has_more, next } = await ask(asking, "/transactions", pageSchema, query);
  const items = data.map((event) => ({ event, at: listed(event).updated_at }));
  if (!has_more) return { items, next: null };
  const following = next?.split("?")[1];
  if (!following) throw new AskFailed("Recurly lists more and does not say where.");
  return { items, next: following };
}

function listed(event: unknown): z.infer<typeof listedSchema> {
  const { data } = listedSchema.safeParse(event);
  if (data === undefined) throw new AskFailed("Recurly listed something that is not a transaction.");
  return data;
}

function isUsed(event: unknown): boolean {
  const { type, status } = listed(event);
  return statusesUsed[type]?.includes(status) ?? false;
}

/** An account that is not there any more has no fields; its transactions still have its code. */
async function complete(asking: Asking, event: unknown): Promise<readonly unknown[]> {
  const { updated_at: _, ...found } = listed(event);
  const accountId = accountToAsk(found);
  if (accountId === null) return [event];
  try {
    const { account: withFields } = await withCustomFields(asking, found, accountId);
    return [typeof event === "object" ? { ...event, account: withFields } : event];
  } catch (error) {
    if (error instanceof AskedForNothing) return [event];
    throw error;
  }
}

/** A refund belongs to its payment, not to an account. */
function accountToAsk({ type, account: of }: Transaction): string | null {
  return type === "refund" ? null : of?.id || null;
}

async function withCustomFields(asking: Asking, found: Transaction, accountId: string): Promise<Transaction> {
  const { custom_fields } = await ask(asking, pathOf(accountId), account);
  return { ...found, account: { ...found.account, custom_fields } };
}

function pathOf(accountId: string): string {
  return `/accounts/${encodeURIComponent(accountId)}`;
}

function placeOf(text: string): KeyPlace | null {
  const [whole, region, apiKey] = keyForm.exec(text) ?? [];
  if (whole === undefined || apiKey === undefined) return null;
  return { baseUrl: `https://v3.${region === "eu" ? "eu." : ""}recurly.com`, apiKey, livemode: null };
}

/** The key is the user, and there is no password. */
function ask<Shape>(asking: Asking, path: string, answer: z.ZodType<Shape>, query: Record<string, string> = {}) {
  const authorization = `Basic ${Buffer.from(`${asking.apiKey}:`).toString("base64")}`;
  return askJson(asking, { path, query, headers: { authorization, accept: version }, answer });
}
