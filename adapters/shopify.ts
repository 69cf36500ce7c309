// Shopify: checks signed deliveries and says what paid orders, refunds and disputes mean.
// It guarantees that a body means the same under every topic and event id: the signature covers the body and no header, so what a delivery
// is and which delivery it repeats follow from its body. Amounts in the shop's own currency are not read.
// It never sees a replay by its signature, which covers no time: the order, refund or dispute and its state show one. It never reports the
// subscription of a renewal.
// Written from: https://shopify.dev/docs/apps/build/webhooks/subscribe/https (signature, headers),
// https://shopify.dev/docs/apps/build/webhooks/ignore-duplicates, and the REST resources Refund and Dispute, which are the
// payloads: https://shopify.dev/docs/api/admin-rest/latest/resources/refund, /dispute. Orders are in shopify/order.ts.
import { z } from "zod";
import type { Fact } from "../src/core/vocabulary/facts.ts";
import type { Adapter, Delivery, Reading } from "./adapter.ts";
import { decimalText, minorUnits } from "./decimal.ts";
import type { Labels, Verdict } from "./reading.ts";
import {
  aliasesOf,
  currencyCode,
  factVerdict,
  ignored,
  labelText,
  readAs,
  readBody,
  unreadable,
  usableReason,
} from "./reading.ts";
import {
  orderSchema,
  readOrder,
  resourceId,
  stateOfOrder,
  type Transaction,
  text,
  time,
  transactionSchema,
} from "./shopify/order.ts";
import { signedBy } from "./signature.ts";

const topicHeader = "x-shopify-topic";
/** Kept for operators: Shopify signs no header, so none says what a delivery is or repeats. */
const eventIdHeader = "x-shopify-event-id";

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

const labelsSchema = z.object({ test: z.unknown().optional() }).catch({});
const testTransactions = z.object({ transactions: z.array(z.object({ test: z.boolean() })).min(1) });
const resource = z.looseObject({});
const numbered = z.object({ id: resourceId });

type Refund = z.infer<typeof refundSchema>;
type Dispute = z.infer<typeof disputeSchema>;
type Kind = "order" | "refund" | "dispute";

const kindByTopic: ReadonlyMap<string, Kind> = new Map([
  ["orders/paid", "order"],
  ["orders/updated", "order"],
  ["refunds/create", "refund"],
  ["disputes/create", "dispute"],
  ["disputes/update", "dispute"],
]);

/** What a resource without a topic, from a list of Shopify's API, is called. */
const topicByKind: Readonly<Record<Kind, string>> = {
  order: "orders/paid",
  refund: "refunds/create",
  dispute: "disputes/update",
};

export const shopify: Adapter = {
  provider: "shopify",
  title: "Shopify",
  version: 2,
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
  connecting: "api_key",
  ...signedBy({ family: "base64_of_body", header: "x-shopify-hmac-sha256" }),
  headers: ["x-shopify-hmac-sha256", topicHeader, eventIdHeader],
  normalise,
};

function normalise({ body, headers }: Delivery): Reading {
  const topic = labelText.parse(headers[topicHeader] ?? null);
  return readBody(
    body,
    resource,
    (json) => labelsOf(json, topic),
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

function labelsOf(json: unknown, topic: string | null): Labels {
  const { data: payload = {} } = resource.safeParse(json);
  const { test } = labelsSchema.parse(json);
  const kind = kindOf(payload);
  return {
    providerEventId: kind === null ? null : labelText.parse(nameOf(kind, payload)),
    providerEventType: topic ?? (kind === null ? null : topicByKind[kind]),
    livemode: typeof test === "boolean" ? !test : livemodeOfTransactions(json),
  };
}

/** A resource and its state, from what is signed; null where it cannot be read, and its bytes are its name. */
function nameOf(kind: Kind, payload: unknown): string | null {
  const { data } = numbered.safeParse(payload);
  const state = stateOf(kind, payload);
  return data === undefined || state === null ? null : `${kind}:${data.id}:${state}`;
}

function stateOf(kind: Kind, payload: unknown): string | null {
  if (kind === "order") return stateOfOrder(payload);
  if (kind === "refund") {
    const { data: refund } = refundSchema.safeParse(payload);
    return refund === undefined ? null : stateOfRefund(refund);
  }
  const { data: dispute } = disputeSchema.safeParse(payload);
  if (dispute === undefined) return null;
  const { type, status, amount, currency, finalized_on } = dispute;
  return [type, status, `${amount}${currency}`, finalized_on ?? ""].join(":");
}

function stateOfRefund({ transactions }: Refund): string | null {
  const moved = movedBy(transactions);
  return moved === null || typeof moved === "string" ? moved : `${moved.amountCents}${moved.currency}`;
}

type Moved = { readonly amountCents: number; readonly currency: string } | "nothing" | "pending" | null;

/** What a refund gave back. Null where that cannot be read. */
function movedBy(transactions: readonly Transaction[]): Moved {
  const ofMoney = transactions.filter(({ kind }) => kind === "refund");
  const moved = ofMoney.filter(({ status }) => status === "success");
  const [first] = moved;
  if (first === undefined) return ofMoney.some(({ status }) => status === "pending") ? "pending" : "nothing";
  const amounts = moved.map(({ amount, currency }) =>
    currency === first.currency ? minorUnits(amount, currency) : null,
  );
  const amountCents = amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0);
  return amountCents === null ? null : { amountCents, currency: first.currency.toUpperCase() };
}

function livemodeOfTransactions(json: unknown): boolean | null {
  const { transactions } = testTransactions.safeParse(json).data ?? {};
  return transactions === undefined ? null : !transactions.some(({ test }) => test);
}

/** A refund of goods alone, such as a return to the shelf or an order edit, has no transaction and moves no money. */
function readRefund(payload: unknown): Verdict {
  return readAs("refund", refundSchema, payload, ({ id, order_id, transactions, note, ...refund }) => {
    const moved = movedBy(transactions);
    if (moved === null) return unreadable("refund.transactions: not amounts of one currency");
    if (moved === "pending") return ignored("refund_pending");
    if (moved === "nothing" || moved.amountCents === 0) return ignored("zero_amount");
    return factVerdict({
      type: "payment_refunded",
      aliases: namesOfOrder(order_id),
      refund_id: `gid://shopify/Refund/${id}`,
      amount_cents: moved.amountCents,
      cumulative_cents: null,
      currency: moved.currency,
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
