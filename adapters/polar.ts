// Polar: checks signed deliveries and says what paid orders and their refunds mean.
// It guarantees that an order is reported at what its payer was charged (tax included, customer balance used), that refunds,
// which Polar reports net, are reported on the same base, and that only a paid order is money.
// It never reports a dispute, because Polar sends none: only one prevented by a refund is seen, and as that refund.
// It never decodes the secret: Polar's key is the secret's whole text, `whsec_` included, which the `standardwebhooks`
// package would take for base64.
// Written from: https://polar.sh/docs/integrate/webhooks/delivery, https://polar.sh/docs/api-reference/webhooks/order.paid,
// https://polar.sh/docs/api-reference/webhooks/refund.created and Polar's server (polarsource/polar, `server/polar`).
import { z } from "zod";
import { idText } from "../src/core/vocabulary/facts.ts";
import type { Adapter, Delivery, Reading } from "./adapter.ts";
import type { Labels, Verdict } from "./reading.ts";
import {
  aliasesOf,
  attributionKeys,
  cents,
  currencyCode,
  customerOf,
  discountsOf,
  factVerdict,
  ignored,
  labelText,
  readAs,
  readBody,
  reportedTime,
  subscriptionInterval,
  taxCents,
  usableEmail,
  usableReason,
} from "./reading.ts";
import { signedBy } from "./signature.ts";

/** A checkout makes exactly these orders; the later ones of its subscription have none. */
const checkoutReasons: ReadonlySet<string> = new Set(["purchase", "subscription_create"]);

const optionalId = idText.nullish();
const text = z.string().nullish();
const metadata = z.unknown().optional();

const eventSchema = z.object({ type: idText, timestamp: reportedTime, data: z.unknown() });

const labelsSchema = z.object({ type: labelText }).catch({ type: null });

const orderSchema = z.object({
  id: idText,
  /** After discounts, with tax; negative when a downgrade leaves a credit. */
  total_amount: z.int(),
  /** The total after the customer's balance was used; refunds are limited by it. */
  due_amount: cents.nullish(),
  tax_amount: taxCents,
  currency: currencyCode,
  billing_reason: z.string(),
  checkout_id: optionalId,
  customer_id: optionalId,
  product_id: optionalId,
  subscription_id: optionalId,
  customer: z.object({ email: text, external_id: z.unknown().optional() }).nullish(),
  subscription: z.object({ recurring_interval: text, recurring_interval_count: z.int().nullish(), metadata }).nullish(),
  discount_id: z.unknown().optional(),
  discount: z.unknown().optional(),
  metadata,
});

const refundedOrderSchema = z.object({
  id: idText,
  refunded_amount: cents,
  refunded_tax_amount: z.int(),
  currency: currencyCode,
});

const refundSchema = z.object({
  id: idText,
  order_id: idText,
  status: z.enum(["pending", "succeeded", "failed", "canceled"]),
  /** Before tax. */
  amount: cents,
  /** Below zero for an order whose tax was. */
  tax_amount: z.int(),
  currency: currencyCode,
  reason: text,
});

type Order = z.infer<typeof orderSchema>;
type Reader = (data: unknown, occurredAt: string | null) => Verdict;

const readers: ReadonlyMap<string, Reader> = new Map([
  ["order.paid", readOrder],
  ["order.refunded", readRefundedOrder],
  ["refund.created", readRefund],
  ["refund.updated", readRefund],
]);

export const polar: Adapter = {
  provider: "polar",
  title: "Polar",
  version: 3,
  reports: {
    oneOff: "yes",
    firstOfSubscription: "yes",
    renewals: "yes",
    partialRefunds: "yes",
    disputes: "not reported",
    foundBy: "metadata",
  },
  clientReferenceField: null,
  events: [...readers.keys()],
  connecting: "api_key",
  ...signedBy({ family: "standard_webhook", key: "text" }),
  normalise,
};

function normalise({ body, headers }: Delivery): Reading {
  const labelsOf = (json: unknown): Labels => ({
    providerEventId: labelText.parse(headers["webhook-id"]),
    providerEventType: labelsSchema.parse(json).type,
    livemode: null,
  });
  return readBody(body, eventSchema, labelsOf, ({ type, timestamp, data }) => {
    const read = readers.get(type);
    return read ? read(data, timestamp) : ignored("event_type_not_used");
  });
}

function readOrder(data: unknown, occurredAt: string | null): Verdict {
  return readAs("order", orderSchema, data, (order) => {
    const amount = order.due_amount ?? order.total_amount;
    if (amount === 0) return ignored("zero_amount");
    return factVerdict({
      type: "payment_succeeded",
      transaction_id: order.id,
      aliases: aliasesOf([
        ["order", order.id],
        ["checkout", checkoutReasons.has(order.billing_reason) ? order.checkout_id : null],
      ]),
      amount_cents: amount,
      tax_cents: order.tax_amount ?? null,
      currency: order.currency.toUpperCase(),
      occurred_at: occurredAt,
      payer: {
        // The external id is documented as the customer's id in the brand's own system, which is what a customer key is.
        ...attributionKeys([
          order.metadata,
          order.subscription?.metadata,
          { svc_customer_key: order.customer?.external_id },
        ]),
        provider_customer_id: customerOf("polar", order.customer_id),
        email: usableEmail(order.customer?.email),
      },
      subscription_id: order.subscription_id ?? null,
      is_recurring: isRecurring(order),
      subscription_interval: intervalOf(order),
      product_id: order.product_id ?? null,
      references: [],
      ...discountsOf([order.discount, order.discount_id]),
    });
  });
}

function isRecurring({ subscription_id, billing_reason }: Order): boolean {
  return Boolean(subscription_id) && !checkoutReasons.has(billing_reason);
}

function intervalOf({ subscription }: Order) {
  if (!subscription?.recurring_interval) return null;
  return subscriptionInterval(subscription.recurring_interval, subscription.recurring_interval_count ?? 1);
}

function readRefundedOrder(data: unknown, occurredAt: string | null): Verdict {
  return readAs("order", refundedOrderSchema, data, (order) => {
    const total = order.refunded_amount + order.refunded_tax_amount;
    if (total <= 0) return ignored("zero_amount");
    return factVerdict({
      type: "payment_refunded",
      aliases: aliasesOf([["order", order.id]]),
      refund_id: null,
      amount_cents: null,
      cumulative_cents: total,
      currency: order.currency.toUpperCase(),
      reason: null,
      occurred_at: occurredAt,
    });
  });
}

function readRefund(data: unknown, occurredAt: string | null): Verdict {
  return readAs("refund", refundSchema, data, (refund) => {
    const amount = refund.amount + refund.tax_amount;
    if (refund.status === "pending") return ignored("refund_pending");
    if (amount <= 0) return ignored("zero_amount");
    const terms = {
      aliases: aliasesOf([["order", refund.order_id]]),
      refund_id: refund.id,
      amount_cents: amount,
      occurred_at: occurredAt,
    };
    if (refund.status !== "succeeded") return factVerdict({ type: "refund_failed", ...terms });
    return factVerdict({
      type: "payment_refunded",
      ...terms,
      cumulative_cents: null,
      currency: refund.currency.toUpperCase(),
      reason: usableReason(refund.reason),
    });
  });
}
