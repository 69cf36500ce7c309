// Shopify's lists of orders, with their refunds, and of disputes. A listed resource is the body of its webhook, and its name is its state
// (adapters/shopify.ts), so the two count once.
// It guarantees that an order which changes while it is listed is listed again, in the day of its last change.
// Shopify lists the orders of the last 60 days; of older ones it lists none unless the app has read_all_orders.
// Written from: https://shopify.dev/docs/api/admin-rest/latest/resources/order (status, updated_at_min, updated_at_max, limit) and
// https://shopify.dev/docs/api/admin-rest/latest/resources/dispute.
import { z } from "zod";
import type { Asking } from "../ask.ts";
import { AskedForNothing } from "../ask-failed.ts";
import type { EventPage, EventSource, Window } from "../provider-api.ts";
import { askShopifyPage } from "../shopify-calls.ts";
import { daysOf, pagesByCursor } from "./list-pages.ts";

const ordersPerPage = "250";
const retentionDays = 60;
/** Orders that were paid in full, given back since or not. */
const paidStatuses: ReadonlySet<string> = new Set(["paid", "partially_refunded", "refunded"]);

/** A day, or a time. */
const time = z
  .string()
  .transform((text) => Date.parse(text))
  .pipe(z.number());

/** What is read of it, next to what Shopify sent. */
function listed<Shape>(schema: z.ZodType<Shape>) {
  return z.unknown().transform((json, context) => {
    const { data: read, error } = schema.safeParse(json);
    if (read !== undefined) return { json, read };
    context.addIssue({ code: "custom", message: error?.message ?? "not read" });
    return z.NEVER;
  });
}

const refundSchema = z.object({ id: z.int(), transactions: z.array(z.looseObject({ kind: z.string() })) });
const orderSchema = z.object({
  id: z.int(),
  financial_status: z.string().nullable(),
  updated_at: time,
  refunds: z.array(listed(refundSchema)).nullish(),
});
const ordersSchema = z.object({ orders: z.array(listed(orderSchema)) }).transform(({ orders }) => orders);
const disputeSchema = z.object({
  id: z.int(),
  initiated_at: time.nullish().catch(null),
  finalized_on: time.nullish().catch(null),
});
const disputesSchema = z.object({ disputes: z.array(listed(disputeSchema)) }).transform(({ disputes }) => disputes);

type Order = z.infer<typeof ordersSchema>[number];
type Dispute = z.infer<typeof disputeSchema>;

export const shopifyEvents: EventSource = {
  retentionDays,
  permission: "read_orders and read_shopify_payments_disputes",
  undelivered: null,
  everything: listShopify,
  // Test orders are among the others, and each says what it is.
  mixesModes: true,
};

async function* listShopify(asking: Asking, window: Window): AsyncGenerator<EventPage> {
  let isFirst = true;
  for (const { from, until } of daysOf(window)) {
    yield* orders(asking, { from, until });
    // Before any day is covered.
    if (isFirst) yield* disputes(asking, window);
    isFirst = false;
    yield { events: [], coveredUntil: until };
  }
}

async function* orders(asking: Asking, { from, until }: Window): AsyncGenerator<EventPage> {
  const query = {
    status: "any",
    limit: ordersPerPage,
    updated_at_min: from.toISOString(),
    updated_at_max: until.toISOString(),
  };
  const question = { path: "/orders.json", query, answer: ordersSchema };
  for await (const page of pagesByCursor(asking, (cursor) => askShopifyPage(asking, question, cursor))) {
    // Both ends are in Shopify's list, and a day's end is the next one's start.
    const ofDay = page.filter(({ read }) => read.updated_at < until.getTime());
    yield { events: ofDay.flatMap(eventsOfOrder), coveredUntil: null };
  }
}

/** An order before its refunds. Those of goods alone moved no money. */
function eventsOfOrder({ json, read: { financial_status, refunds } }: Order): readonly unknown[] {
  if (!paidStatuses.has(financial_status ?? "")) return [];
  const ofMoney = (refunds ?? []).filter(({ read }) => read.transactions.some(({ kind }) => kind === "refund"));
  return [json, ...ofMoney.map((refund) => refund.json)];
}

/** A shop without Shopify Payments has none. */
async function* disputes(asking: Asking, window: Window): AsyncGenerator<EventPage> {
  const question = { path: "/shopify_payments/disputes.json", answer: disputesSchema };
  try {
    for await (const page of pagesByCursor(asking, (cursor) => askShopifyPage(asking, question, cursor))) {
      yield { events: page.filter(({ read }) => isOf(read, window)).map(({ json }) => json), coveredUntil: null };
    }
  } catch (error) {
    if (!(error instanceof AskedForNothing)) throw error;
  }
}

/** Raised or decided in the window; a day counts whole. */
function isOf({ initiated_at, finalized_on }: Dispute, { from, until }: Window): boolean {
  const dayStart = new Date(from).setUTCHours(0, 0, 0, 0);
  return [initiated_at, finalized_on].some((at) => typeof at === "number" && at >= dayStart && at < until.getTime());
}
