// Chargebee: says what payments, refunds and reversals mean that Chargebee collected through a gateway below it.
// It guarantees that the gateway's own names are kept: a payment or a refund that Stripe, Mollie or Razorpay reports as well counts once,
// in any order.
// It never proves a body: Chargebee sends a user and a password and signs nothing, so the event is read back over the API where the
// connection has a key. It never counts what was paid outside a gateway, which the merchant only noted there.
// Written from: https://apidocs.chargebee.com/docs/api/events (webhooks, Basic authentication, duplicates by id),
// https://apidocs.chargebee.com/docs/api/transactions, /invoices, /subscriptions and /customers, and their types in
// chargebee/chargebee-node @043df412.
import { z } from "zod";
import { type Fact, idText, type Payer } from "../src/core/vocabulary/facts.ts";
import type { Adapter, Delivery, Reading, Verification } from "./adapter.ts";
import { beginningSchema, type Content, contentSchema, type Transaction } from "./chargebee/content.ts";
import type { Labels, Verdict } from "./reading.ts";
import {
  aliasesOf,
  attributionKeys,
  customerOf,
  discountsOf,
  factVerdict,
  ignored,
  labelText,
  parseJson,
  readAs,
  readBody,
  subscriptionInterval,
  unreadable,
  usableEmail,
} from "./reading.ts";
import { refused, verifySharedSecret } from "./signature.ts";

const basicScheme = "Basic ";
const eventIdForm = /^ev_[A-Za-z0-9_-]{1,200}$/;
/** Sent instead of an id that cannot be an event's: the API answers 404. */
const noEvent = "none";
/** Gateways that may be connected on their own: their names of a payment are kept as they are. */
const layersBelow: ReadonlySet<string> = new Set(["stripe", "mollie", "razorpay"]);
const offlineGateway = "not_applicable";
/** Custom fields of Chargebee begin like this. */
const customFieldPrefix = "cf_";
const attributionFields = ["svc_click_id", "svc_customer_key", "program_id"] as const;

const eventSchema = z.object({ event_type: idText, content: z.unknown() });
const labelsSchema = z.object({ id: labelText, event_type: labelText }).catch({ id: null, event_type: null });

type Reader = (content: unknown) => Verdict;

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["payment_succeeded", readTransaction],
  ["payment_refunded", readTransaction],
  ["transaction_created", readTransaction],
  ["transaction_updated", readTransaction],
  ["subscription_created", readBeginning],
]);

export const chargebee: Adapter = {
  provider: "chargebee",
  title: "Chargebee",
  version: 1,
  reports: {
    oneOff: "yes",
    firstOfSubscription: "yes",
    renewals: "yes",
    partialRefunds: "yes",
    disputes: "lost",
    foundBy: "custom fields",
  },
  clientReferenceField: null,
  events: [...readers.keys()],
  connecting: "api_key",
  readBack: { isRequired: false, resourceOf },
  signing: { family: "own" },
  // The one that proves the sender is itself a secret.
  headers: [],
  verify,
  normalise,
};

/** The secret is `user:password`, as it is set at the webhook. */
function verify({ headers: { authorization } }: Delivery, secrets: readonly string[]): Verification {
  if (!authorization) return refused("missing_signature");
  const encoded = authorization.slice(basicScheme.length);
  const decoded = Buffer.from(encoded, "base64");
  const isCanonical = decoded.toString("base64") === encoded;
  if (!authorization.startsWith(basicScheme) || !isCanonical || !decoded.includes(":")) {
    return refused("malformed_signature");
  }
  return verifySharedSecret(decoded.toString("utf8"), secrets);
}

/** Each event that is used is read back by its id; one that Chargebee does not have is refused. */
function resourceOf({ body }: Delivery): string | null {
  const { id, event_type: type } = labelsSchema.parse(parseJson(body));
  if (type === null || !readers.has(type)) return null;
  return id !== null && eventIdForm.test(id) ? id : noEvent;
}

function normalise({ body }: Delivery): Reading {
  return readBody(body, eventSchema, labelsOf, ({ event_type: type, content }) => {
    const read = readers.get(type);
    return read ? read(content) : ignored("event_type_not_used");
  });
}

/** Whether the site is one for tests is not in an event: the connection says it. */
function labelsOf(json: unknown): Labels {
  const { id, event_type: type } = labelsSchema.parse(json);
  return { providerEventId: id, providerEventType: type, livemode: null };
}

function readTransaction(content: unknown): Verdict {
  return readAs("content", contentSchema, content, (read) => {
    const { transaction } = read;
    if (transaction.gateway === offlineGateway) return ignored("paid_out_of_band");
    switch (transaction.type) {
      case "authorization":
        return ignored("payment_not_successful");
      case "payment":
        return readPayment(read);
      case "refund":
        return readRefund(transaction);
      case "payment_reversal":
        return readReversal(transaction);
    }
  });
}

function readPayment({ transaction, invoice, subscription, customer }: Content): Verdict {
  if (transaction.status !== "success") return ignored("payment_not_successful");
  if (transaction.amount === 0) return ignored("zero_amount");
  const subscriptionId = transaction.subscription_id ?? subscription?.id ?? null;
  const isWholeInvoice = invoice?.total === transaction.amount;
  return factVerdict({
    type: "payment_succeeded",
    transaction_id: transaction.id,
    aliases: namesOf(transaction),
    amount_cents: transaction.amount,
    tax_cents: isWholeInvoice ? (invoice?.tax ?? null) : null,
    currency: transaction.currency_code.toUpperCase(),
    occurred_at: isoTime(transaction.date),
    payer: payerOf([subscription, customer], transaction.customer_id ?? customer?.id, customer?.email),
    subscription_id: subscriptionName(subscriptionId),
    is_recurring: subscriptionId !== null && invoice?.first_invoice !== true,
    subscription_interval: intervalOf(subscription),
    product_id: onlyPlanOf(invoice),
    references: [],
    ...discountsOf((invoice?.discounts ?? []).map(({ coupon_set_code, entity_id }) => [coupon_set_code, entity_id])),
  });
}

function readRefund(transaction: Transaction): Verdict {
  const { status, amount } = transaction;
  const aliases = namesOfReversed(transaction);
  if (aliases === null) return unreadable("content.transaction: names no payment that it refunds");
  if (amount === 0) return ignored("zero_amount");
  const shared = {
    aliases,
    refund_id: nameAtGateway(transaction) ?? transaction.id,
    amount_cents: amount,
    occurred_at: isoTime(transaction.date),
  };
  switch (status) {
    case "success":
      return factVerdict({
        type: "payment_refunded",
        ...shared,
        cumulative_cents: null,
        currency: transaction.currency_code.toUpperCase(),
        reason: null,
      });
    case "voided":
    case "failure":
    case "late_failure":
      return factVerdict({ type: "refund_failed", ...shared });
    default:
      return ignored("refund_pending");
  }
}

/** The bank took the money back: a chargeback, or a direct debit that failed after all. */
function readReversal(transaction: Transaction): Verdict {
  const aliases = namesOfReversed(transaction);
  if (aliases === null) return unreadable("content.transaction: names no payment that it reverses");
  if (transaction.status !== "success") return ignored("payment_not_successful");
  if (transaction.amount === 0) return ignored("zero_amount");
  return factVerdict({
    type: "dispute_closed",
    aliases,
    dispute_id: nameAtGateway(transaction) ?? transaction.id,
    result: "lost",
    amount_cents: transaction.amount,
    currency: transaction.currency_code.toUpperCase(),
    occurred_at: isoTime(transaction.date),
  });
}

/** A subscription in its trial has no payment yet, and says whose it is. */
function readBeginning(content: unknown): Verdict {
  return readAs("content", beginningSchema, content, ({ subscription, customer }) =>
    factVerdict({
      type: "subscription_started",
      subscription_id: subscriptionName(subscription.id) ?? subscription.id,
      aliases: [],
      occurred_at: isoTime(subscription.created_at),
      payer: payerOf([subscription, customer], subscription.customer_id ?? customer?.id, customer?.email),
    }),
  );
}

function namesOf(transaction: Transaction): Fact["aliases"] {
  return aliasesOf([
    ["transaction", transaction.id],
    ["at_gateway", nameAtGateway(transaction)],
  ]);
}

function namesOfReversed({ refunded_txn_id, reference_transaction_id, linked_payments }: Transaction) {
  const [linked] = linked_payments ?? [];
  const aliases = aliasesOf([
    ["transaction", refunded_txn_id ?? reference_transaction_id ?? (linked_payments?.length === 1 ? linked?.id : null)],
  ]);
  return aliases.length === 0 ? null : aliases;
}

/** Gateways number their payments each in its own way; the gateway's name makes them one of a kind. */
function nameAtGateway({ gateway, id_at_gateway: id }: Transaction): string | null {
  if (!id || !gateway) return null;
  return layersBelow.has(gateway) ? id : labelText.parse(`${gateway}:${id}`);
}

/** Merchants may choose their subscriptions' ids. */
function subscriptionName(id: string | null): string | null {
  return id === null ? null : labelText.parse(`chargebee:${id}`);
}

type Holder = Readonly<Record<string, unknown>> | null | undefined;

/** A custom field, or the metadata, of the subscription before the customer's. */
function payerOf(
  holders: readonly Holder[],
  customerId: string | null | undefined,
  email: string | null | undefined,
): Payer {
  return {
    ...attributionKeys(holders.flatMap((one) => [customFieldsOf(one), one?.meta_data])),
    provider_customer_id: labelText.parse(customerOf("chargebee", customerId)),
    email: usableEmail(email),
  };
}

function customFieldsOf(one: Holder): Record<string, unknown> {
  return Object.fromEntries(attributionFields.map((name) => [name, one?.[`${customFieldPrefix}${name}`]]));
}

/** An invoice of several plans is no one plan's. */
function onlyPlanOf(invoice: Content["invoice"]): string | null {
  const lines = (invoice?.line_items ?? []).filter(({ entity_type }) => entity_type?.startsWith("plan"));
  const plans = new Set(lines.map(({ entity_id }) => entity_id ?? null));
  const [plan] = plans;
  return plans.size === 1 ? (plan ?? null) : null;
}

function intervalOf(subscription: Content["subscription"]): ReturnType<typeof subscriptionInterval> {
  const { billing_period: count, billing_period_unit: unit } = subscription ?? {};
  return count && unit ? subscriptionInterval(unit, count) : null;
}

function isoTime(seconds: number | null | undefined): string | null {
  return seconds === null || seconds === undefined ? null : new Date(seconds * 1000).toISOString();
}
