// Shopify: checks signed deliveries and says what paid orders, refunds and disputes mean.
// It guarantees that a body means the same under every topic: the signature covers the body and no header, so what a delivery is follows
// from its body. An amount is what the buyer paid, in the buyer's currency; amounts in the shop's own currency are not read.
// It never sees a replay by its signature, which covers no time: only the event's, the order's and the refund's ids show one. It never
// reports what an edit adds to a paid order, nor the subscription of a renewal.
// Written from: https://shopify.dev/docs/apps/build/webhooks/subscribe/https (signature, headers),
// https://shopify.dev/docs/apps/build/webhooks/ignore-duplicates, and the REST resources Order, Refund and Dispute, which are the
// payloads: https://shopify.dev/docs/api/admin-rest/latest/resources/order, /refund, /dispute.
import { z } from "zod";
import type { Fact, Payer } from "../src/core/vocabulary/facts.ts";
import type { Adapter, Delivery, DeliveryHeaders, Reading } from "./adapter.ts";
import { decimalText, minorUnits } from "./decimal.ts";
import type { Labels, Verdict } from "./reading.ts";
import {
  aliasesOf,
  attributionKeys,
  currencyCode,
  customerOf,
  discountsOf,
  factVerdict,
  ignored,
  labelText,
  readAs,
  readBody,
  reportedTime,
  unreadable,
  usableEmail,
  usableReason,
} from "./reading.ts";
import { signedBy } from "./signature.ts";

const topicHeader = "x-shopify-topic";
const eventIdHeader = "x-shopify-event-id";

/** Financial states of an order that was paid in full, refunded later or not. */
const paidStatuses: ReadonlySet<string> = new Set(["paid", "partially_refunded", "refunded"]);
/** A renewal is an order that a subscription contract made, not a checkout. */
const renewalSource = /^subscription_contract/;

/** Ids are whole numbers; one that a double does not hold exactly would be another order's. */
const resourceId = z.int().positive();
const time = reportedTime.optional();
const text = z.string().nullish().catch(null);

const money = z.object({ amount: decimalText, currency_code: currencyCode });
const moneySet = z.object({ presentment_money: money });

const orderSchema = z.object({
  admin_graphql_api_id: z.string().regex(/^gid:\/\/shopify\/Order\/[1-9][0-9]*$/),
  financial_status: z.string().nullable(),
  total_price_set: moneySet,
  total_tax_set: moneySet.nullish().catch(null),
  created_at: time,
  processed_at: time,
  email: text,
  source_name: text,
  customer: z.object({ id: resourceId, email: text }).nullish().catch(null),
  note_attributes: z.array(z.unknown()).nullish().catch(null),
  discount_codes: z.unknown().optional(),
  line_items: z
    .array(z.object({ product_id: resourceId.nullish().catch(null) }))
    .nullish()
    .catch(null),
});

const transactionSchema = z.object({
  kind: z.string(),
  status: z.string(),
  amount: decimalText,
  currency: currencyCode,
});

const refundSchema = z.object({
  id: resourceId,
  order_id: resourceId,
  created_at: time,
  processed_at: time,
  note: text,
  transactions: z.array(transactionSchema),
});

const disputeSchema = z.object({
  id: resourceId,
  order_id: resourceId,
  type: z.enum(["chargeback", "inquiry"]),
  status: z.string(),
  amount: decimalText,
  currency: currencyCode,
  initiated_at: time,
  finalized_on: time,
});

const attributeSchema = z.object({ name: z.string(), value: z.unknown() });

const labelsSchema = z
  .object({ id: z.union([resourceId.transform(String), z.null()]).catch(null), test: z.unknown().optional() })
  .catch({ id: null });
const testTransactions = z.object({ transactions: z.array(z.object({ test: z.boolean() })).min(1) });

type Order = z.infer<typeof orderSchema>;
type Dispute = z.infer<typeof disputeSchema>;
type Kind = "order" | "refund" | "dispute";

const kindByTopic: ReadonlyMap<string, Kind> = new Map([
  ["orders/paid", "order"],
  ["refunds/create", "refund"],
  ["disputes/create", "dispute"],
  ["disputes/update", "dispute"],
]);

export const shopify: Adapter = {
  provider: "shopify",
  title: "Shopify",
  version: 1,
  reports: {
    oneOff: "yes",
    firstOfSubscription: "as an order",
    renewals: "as orders",
    partialRefunds: "yes",
    disputes: "opened, won, lost",
    foundBy: "cart attributes",
  },
  clientReferenceField: null,
  events: [...kindByTopic.keys()],
  connecting: "by_hand",
  ...signedBy({ family: "base64_of_body", header: "x-shopify-hmac-sha256" }),
  headers: ["x-shopify-hmac-sha256", topicHeader, eventIdHeader],
  normalise,
};

function normalise({ body, headers }: Delivery): Reading {
  const topic = labelText.parse(headers[topicHeader] ?? null);
  return readBody(
    body,
    z.looseObject({}),
    (json) => labelsOf(json, topic, headers),
    (payload) => {
      const kind = kindOf(payload);
      if (kind === "order") return readAs("order", orderSchema, payload, readOrder);
      if (kind === "refund") return readRefund(payload);
      if (kind === "dispute") return readAs("dispute", disputeSchema, payload, readDispute);
      const expected = kindByTopic.get(topic ?? "");
      return expected === undefined ? ignored("event_type_not_used") : unreadable(`body: not one of ${expected}s`);
    },
  );
}

function kindOf(payload: Readonly<Record<string, unknown>>): Kind | null {
  if ("financial_status" in payload) return "order";
  if ("order_id" in payload && "refund_line_items" in payload) return "refund";
  return "order_id" in payload && "evidence_due_by" in payload ? "dispute" : null;
}

/** One action of a merchant may bring several events under one event id: the topic and what it is about tell them apart. */
function labelsOf(json: unknown, topic: string | null, headers: DeliveryHeaders): Labels {
  const { id, test } = labelsSchema.parse(json);
  const eventId = headers[eventIdHeader];
  return {
    providerEventId: eventId ? labelText.parse([topic, id, eventId].filter((part) => part !== null).join(":")) : null,
    providerEventType: topic,
    livemode: typeof test === "boolean" ? !test : livemodeOfTransactions(json),
  };
}

function livemodeOfTransactions(json: unknown): boolean | null {
  const { transactions } = testTransactions.safeParse(json).data ?? {};
  return transactions === undefined ? null : !transactions.some(({ test }) => test);
}

function readOrder(order: Order): Verdict {
  if (!paidStatuses.has(order.financial_status ?? "")) return ignored("payment_not_successful");
  const { amount, currency_code: currency } = order.total_price_set.presentment_money;
  const amountCents = minorUnits(amount, currency);
  if (amountCents === null) return unreadable("order.total_price_set.presentment_money: not an amount of its currency");
  if (amountCents === 0) return ignored("zero_amount");
  return factVerdict({
    type: "payment_succeeded",
    transaction_id: order.admin_graphql_api_id,
    aliases: aliasesOf([["order", order.admin_graphql_api_id]]),
    amount_cents: amountCents,
    tax_cents: taxOf(order, currency),
    currency: currency.toUpperCase(),
    occurred_at: order.processed_at ?? order.created_at ?? null,
    payer: payerOf(order),
    subscription_id: null,
    is_recurring: renewalSource.test(order.source_name ?? ""),
    subscription_interval: null,
    product_id: onlyProductOf(order),
    references: [],
    ...discountsOf([order.discount_codes]),
  });
}

function taxOf({ total_tax_set: taxes }: Order, currency: string): number | null {
  const tax = taxes?.presentment_money;
  return tax === undefined || tax.currency_code !== currency ? null : minorUnits(tax.amount, currency);
}

function payerOf({ note_attributes, customer, email }: Order): Payer {
  const attributes = (note_attributes ?? []).flatMap((attribute) => {
    const { data } = attributeSchema.safeParse(attribute);
    return data === undefined ? [] : [[data.name, data.value] as const];
  });
  return {
    ...attributionKeys([Object.fromEntries(attributes)]),
    provider_customer_id: customerOf("shopify", customer ? String(customer.id) : null),
    email: usableEmail(email ?? customer?.email),
  };
}

/** An order of several products is no one product's. */
function onlyProductOf({ line_items }: Order): string | null {
  const products = new Set((line_items ?? []).map(({ product_id }) => product_id ?? null));
  const [product] = products;
  return products.size === 1 && product ? String(product) : null;
}

/** A refund of goods alone, such as a return to the shelf or an order edit, has no transaction and moves no money. */
function readRefund(payload: unknown): Verdict {
  return readAs("refund", refundSchema, payload, ({ id, order_id, transactions, note, ...refund }) => {
    const ofMoney = transactions.filter(({ kind }) => kind === "refund");
    const moved = ofMoney.filter(({ status }) => status === "success");
    const [first] = moved;
    if (first === undefined) {
      return ignored(ofMoney.some(({ status }) => status === "pending") ? "refund_pending" : "zero_amount");
    }
    if (moved.some(({ currency }) => currency !== first.currency)) {
      return unreadable("refund.transactions: of several currencies");
    }
    const amounts = moved.map(({ amount, currency }) => minorUnits(amount, currency));
    const amountCents = amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0);
    if (amountCents === null) return unreadable("refund.transactions: not an amount of its currency");
    if (amountCents === 0) return ignored("zero_amount");
    return factVerdict({
      type: "payment_refunded",
      aliases: namesOfOrder(order_id),
      refund_id: `gid://shopify/Refund/${id}`,
      amount_cents: amountCents,
      cumulative_cents: null,
      currency: first.currency.toUpperCase(),
      reason: usableReason(note),
      occurred_at: refund.processed_at ?? refund.created_at ?? null,
    });
  });
}

function readDispute(dispute: Dispute): Verdict {
  if (dispute.type === "inquiry") return ignored("inquiry");
  const { amount, currency, status } = dispute;
  const amountCents = minorUnits(amount, currency);
  if (amountCents === null || amountCents < 0) return unreadable("dispute.amount: not an amount of its currency");
  if (amountCents === 0) return ignored("zero_amount");
  const shared = {
    aliases: namesOfOrder(dispute.order_id),
    dispute_id: `gid://shopify/Dispute/${dispute.id}`,
    amount_cents: amountCents,
    currency: currency.toUpperCase(),
  };
  switch (status) {
    case "needs_response":
    case "under_review":
      return factVerdict({ type: "dispute_opened", ...shared, occurred_at: dispute.initiated_at ?? null });
    case "won":
      return closed(dispute, { ...shared, result: "won" });
    case "lost":
    case "accepted":
      return closed(dispute, { ...shared, result: "lost" });
    default:
      return unreadable("dispute.status: not one that is known");
  }
}

type Closed = Omit<Extract<Fact, { type: "dispute_closed" }>, "type" | "occurred_at">;

function closed({ finalized_on }: Dispute, fact: Closed): Verdict {
  return factVerdict({ type: "dispute_closed", ...fact, occurred_at: finalized_on ?? null });
}

function namesOfOrder(orderId: number): Fact["aliases"] {
  return aliasesOf([["order", `gid://shopify/Order/${orderId}`]]);
}
