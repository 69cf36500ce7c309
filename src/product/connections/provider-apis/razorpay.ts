// Razorpay's API: payments and refunds by the time of their creation, invoices and disputes from the newest on, and one of each by its id.
// A listed resource is given the form of its webhook; its name then is that of the webhook (adapters/razorpay/names.ts), so the two count
// once. Orders and subscriptions are asked for only where their event is missing.
// It guarantees that a refund or a dispute brings its payment at any age, and that a first charge is distinguished from a renewal.
// Razorpay's webhooks are created by hand: its API creates them for a partner's sub-merchants only.
// Written from: https://razorpay.com/docs/api (payments, refunds, disputes, invoices, orders, subscriptions: fetch-all and fetch-with-id;
// count up to 100, skip, and from and to for payments and refunds), as in razorpay/markdown-docs @ab3bda5f, and api/partners/webhooks there.
import { z } from "zod";
import { addDays } from "../../../core/rules/time.ts";
import type { Asking, Query } from "./ask.ts";
import { AskedForNothing } from "./ask-failed.ts";
import { askJson } from "./ask-json.ts";
import type { ListApi } from "./lists/list-api.ts";
import { type CursorPage, daysOf, pagesByCursor } from "./lists/list-pages.ts";
import { byRanges } from "./lists/list-ranges.ts";
import type { EventPage, KeyPlace, Window } from "./provider-api.ts";

const keyForm = /^rzp_(live|test)_[A-Za-z0-9]{1,64}:[\x21-\x7e]{8,1024}$/;
const itemsPerPage = 100;
/** Razorpay keeps everything: this is how far back a first run goes. */
const retentionDays = 90;
/** Razorpay asks a bank for up to five days whether a payment came in, and a refund is processed within a week. */
const daysToChange = 7;
/** An invoice of a subscription may be paid this long after it is made. */
const invoiceDaysToPay = 30;
/** A dispute may be decided this long after it is raised. */
const disputeDaysToClose = 180;
const millisecondsPerSecond = 1000;

const created = z.int().nonnegative();
const text = z.string().min(1);
const paymentSchema = z.looseObject({
  id: text,
  status: z.string(),
  order_id: z.string().nullish(),
  invoice_id: z.string().nullish(),
  created_at: created,
});
const refundSchema = z.looseObject({ id: text, payment_id: text, status: z.string(), created_at: created });
const disputeSchema = z.looseObject({ id: text, payment_id: text, status: z.string(), created_at: created });
const invoiceSchema = z.looseObject({
  id: text,
  status: z.string().nullish(),
  payment_id: z.string().nullish(),
  subscription_id: z.string().nullish(),
  paid_at: created.nullish(),
  created_at: created,
});
const subscriptionSchema = z.looseObject({ id: text, paid_count: z.int().nullish() });
const collectionOf = <Shape>(item: z.ZodType<Shape>) => z.object({ items: z.array(item) });

type Payment = z.infer<typeof paymentSchema>;
type Invoice = z.infer<typeof invoiceSchema>;

export const razorpayList: ListApi = {
  provider: "razorpay",
  name: "Razorpay",
  keyForm: "<key id>:<key secret>, such as rzp_live_…:…",
  placeOf,
  events: {
    retentionDays,
    permission: "read access",
    undelivered: null,
    everything: listRazorpay,
    complete,
  },
};

/** What has no filter by time comes first: a day is covered once everything of it was listed. */
async function* listRazorpay(asking: Asking, window: Window): AsyncGenerator<EventPage> {
  yield* charges(asking, window);
  yield* disputes(asking, window);
  for (const day of daysOf({ from: addDays(window.from, -daysToChange), until: window.until })) {
    yield* listByTime(asking, { path: "/v1/payments", schema: paymentSchema, day, eventsOf: eventsOfPayment });
    yield* listByTime(asking, { path: "/v1/refunds", schema: refundSchema, day, eventsOf: eventsOfRefund });
    if (day.until > window.from) yield { events: [], coveredUntil: day.until };
  }
}

type ByTime<Item> = {
  readonly path: string;
  readonly schema: z.ZodType<Item>;
  readonly day: Window;
  readonly eventsOf: (item: Item) => readonly unknown[];
};

async function* listByTime<Item>(
  asking: Asking,
  { path, schema, day, eventsOf }: ByTime<Item>,
): AsyncGenerator<EventPage> {
  const list = {
    name: asking.name,
    itemsPerPage,
    ask: async (
      { from, to }: { readonly from: number; readonly to: number },
      before: { readonly count: number } | null,
    ) => {
      // Both ends are in it.
      const query = { from: String(from), to: String(to - 1), skip: String(before?.count ?? 0) };
      const { items } = await ask(asking, path, collectionOf(schema), { ...query, count: String(itemsPerPage) });
      return { items, hasMore: items.length === itemsPerPage };
    },
  };
  for await (const { items } of byRanges(list, day)) yield { events: items.flatMap(eventsOf), coveredUntil: null };
}

/** Only a payment that came in, in whole or given back since. */
function isCaptured({ status }: Payment): boolean {
  return status === "captured" || status === "refunded";
}

/** Its order's notes are in the order's event. A subscription's charge is listed by its invoice. */
function eventsOfPayment(payment: Payment): readonly unknown[] {
  if (!isCaptured(payment)) return [];
  const { order_id, invoice_id, created_at } = payment;
  const captured = eventOf("payment.captured", { payment }, created_at);
  return order_id && !invoice_id
    ? [captured, eventOf("order.paid", { payment, order: { id: order_id } }, created_at)]
    : [captured];
}

function eventsOfRefund(refund: z.infer<typeof refundSchema>): readonly unknown[] {
  const name = refund.status === "pending" ? "created" : refund.status;
  return [eventOf(`refund.${name}`, { refund }, refund.created_at)];
}

async function* charges(asking: Asking, window: Window): AsyncGenerator<EventPage> {
  const isOf = ({ paid_at, created_at }: Invoice) => (paid_at ?? created_at) >= secondsOf(window.from);
  const oldest = addDays(window.from, -invoiceDaysToPay);
  for await (const page of newestFirst(asking, "/v1/invoices", { schema: invoiceSchema, query: {}, oldest })) {
    const events = page.filter(isOf).flatMap(({ status, payment_id, subscription_id, paid_at, created_at }) => {
      if (status !== "paid" || !payment_id || !subscription_id) return [];
      const charge = { payment: { id: payment_id }, subscription: { id: subscription_id } };
      return [eventOf("subscription.charged", charge, paid_at ?? created_at)];
    });
    yield { events, coveredUntil: null };
  }
}

const eventByStatus: Readonly<Record<string, string>> = {
  open: "payment.dispute.created",
  under_review: "payment.dispute.created",
  won: "payment.dispute.won",
  lost: "payment.dispute.lost",
  closed: "payment.dispute.closed",
};

async function* disputes(asking: Asking, window: Window): AsyncGenerator<EventPage> {
  const oldest = addDays(window.from, -disputeDaysToClose);
  for await (const page of newestFirst(asking, "/v1/disputes", { schema: disputeSchema, query: {}, oldest })) {
    const events = page.flatMap((dispute) => {
      const name = eventByStatus[dispute.status];
      if (name === undefined) return [];
      // When it was decided is not listed.
      return [eventOf(name, { dispute }, name === "payment.dispute.created" ? dispute.created_at : null)];
    });
    yield { events, coveredUntil: null };
  }
}

type Newest<Item> = { readonly schema: z.ZodType<Item>; readonly query: Query; readonly oldest: Date };

/** A new one moves the others on to the next page, where they come again: none is left out. Each page from the oldest on. */
async function* newestFirst<Item extends { readonly created_at: number }>(
  asking: Asking,
  path: string,
  { schema, query, oldest }: Newest<Item>,
): AsyncGenerator<readonly Item[]> {
  const askPage = async (skip: string | null): Promise<CursorPage<Item>> => {
    const page = { ...query, count: String(itemsPerPage), skip: skip ?? "0" };
    const { items } = await ask(asking, path, collectionOf(schema), page);
    return { items, next: items.length < itemsPerPage ? null : String(Number(page.skip) + items.length) };
  };
  for await (const page of pagesByCursor(asking, askPage)) {
    yield page.filter(({ created_at }) => created_at >= secondsOf(oldest)).toReversed();
    if (page.some(({ created_at }) => created_at < secondsOf(oldest))) return;
  }
}

const identified = z.object({ entity: z.looseObject({ id: text }) });
const completable = z.discriminatedUnion("event", [
  z.object({ event: z.literal("order.paid"), payload: z.object({ payment: identified, order: identified }) }),
  z.object({
    event: z.literal("subscription.charged"),
    payload: z.object({ payment: identified, subscription: identified }),
  }),
]);
const reversal = z.looseObject({
  event: z.string().regex(/^(?:refund|payment\.dispute)\./),
  payload: z.looseObject({
    refund: z.object({ entity: refundSchema }).optional(),
    dispute: z.object({ entity: disputeSchema }).optional(),
  }),
});

async function complete(asking: Asking, event: unknown): Promise<readonly unknown[]> {
  const { data: of } = completable.safeParse(event);
  if (of?.event === "order.paid") return completeOrder(asking, event, of.payload.order.entity.id);
  if (of?.event === "subscription.charged") {
    return completeCharge(asking, of.payload.subscription.entity.id, of.payload.payment.entity.id);
  }
  const { data: back } = reversal.safeParse(event);
  const paymentId = back?.payload.refund?.entity.payment_id ?? back?.payload.dispute?.entity.payment_id;
  return back === undefined || paymentId === undefined ? [event] : withPayment(asking, back, paymentId);
}

const eventSchema = z.looseObject({ payload: z.looseObject({}) });

async function completeOrder(asking: Asking, event: unknown, orderId: string): Promise<readonly unknown[]> {
  const order = await askOne(asking, `/v1/orders/${encodeURIComponent(orderId)}`, z.looseObject({ id: text }));
  const { payload, ...rest } = eventSchema.parse(event);
  return order === null ? [] : [{ ...rest, payload: { ...payload, order: { entity: order } } }];
}

async function completeCharge(asking: Asking, subscriptionId: string, paymentId: string): Promise<readonly unknown[]> {
  const [payment, subscription] = await Promise.all([
    askPayment(asking, paymentId),
    askOne(asking, `/v1/subscriptions/${encodeURIComponent(subscriptionId)}`, subscriptionSchema),
  ]);
  if (payment === null || subscription === null) return [];
  // Razorpay counts up to now, its webhook up to this charge.
  const isFirst = (subscription.paid_count ?? 1) <= 1 || !(await isPaidBefore(asking, subscriptionId, payment));
  const counted = { ...subscription, paid_count: isFirst ? 1 : subscription.paid_count };
  return [eventOf("subscription.charged", { payment, subscription: counted }, payment.created_at)];
}

async function isPaidBefore(asking: Asking, subscriptionId: string, payment: Payment): Promise<boolean> {
  const query = { subscription_id: subscriptionId };
  const list = newestFirst(asking, "/v1/invoices", { schema: invoiceSchema, query, oldest: new Date(0) });
  for await (const page of list) {
    const isEarlier = ({ status, payment_id, paid_at, created_at }: Invoice) =>
      status === "paid" && !!payment_id && payment_id !== payment.id && (paid_at ?? created_at) < payment.created_at;
    if (page.some(isEarlier)) return true;
  }
  return false;
}

/** A refund says of its payment whether it was captured at all. */
async function withPayment(
  asking: Asking,
  { payload, ...event }: z.infer<typeof reversal>,
  paymentId: string,
): Promise<readonly unknown[]> {
  const payment = await askPayment(asking, paymentId);
  if (payment === null) return [{ ...event, payload }];
  const captured = eventsOfPayment(payment).slice(0, 1);
  return [...captured, { ...event, payload: { ...payload, payment: { entity: payment } } }];
}

function askPayment(asking: Asking, id: string): Promise<Payment | null> {
  return askOne(asking, `/v1/payments/${encodeURIComponent(id)}`, paymentSchema);
}

/** Null where Razorpay has nothing by that id: a run does not end for it. */
async function askOne<Shape>(asking: Asking, path: string, answer: z.ZodType<Shape>): Promise<Shape | null> {
  try {
    return await ask(asking, path, answer);
  } catch (error) {
    if (error instanceof AskedForNothing) return null;
    throw error;
  }
}

type Entities = Readonly<Record<string, object>>;

/** As its webhook would be, without the account's id. */
function eventOf(event: string, entities: Entities, createdAt: number | null): unknown {
  const payload = Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]));
  return { entity: "event", event, contains: Object.keys(entities), payload, created_at: createdAt };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / millisecondsPerSecond);
}

function placeOf(key: string): KeyPlace | null {
  const [, mode] = keyForm.exec(key) ?? [];
  if (mode === undefined) return null;
  return { baseUrl: "https://api.razorpay.com", apiKey: key, livemode: mode === "live" };
}

/** The key's id is the user, its secret the password. */
async function ask<Shape>(asking: Asking, path: string, answer: z.ZodType<Shape>, query: Query = {}): Promise<Shape> {
  const authorization = `Basic ${Buffer.from(asking.apiKey).toString("base64")}`;
  return askJson(asking, { path, query, headers: { authorization }, answer });
}
