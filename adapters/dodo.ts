// Dodo Payments: checks signed deliveries and says what payments, refunds, disputes and subscriptions mean.
// It guarantees that every charge of a subscription is reported by its payment and by nothing else, and that the status in
// the payload decides, not the event's name: Dodo delivers the state at delivery time under the name of an older event.
// It never uses the `standardwebhooks` package to verify: that one reads the clock itself and signs the body's decoded
// text, so different bytes can share a signature. The tests hold our verifier against it.
// Written from: https://docs.dodopayments.com/developer-resources/webhooks,
// https://docs.dodopayments.com/developer-resources/webhooks/intents/payment (and /refund, /dispute, /subscription).
import { z } from "zod";
import { idText } from "../src/core/vocabulary/facts.ts";
import type { Adapter, Delivery, Reading } from "./adapter.ts";
import type { Labels, Verdict } from "./reading.ts";
import {
  aliasesOf,
  attributionKeys,
  cents,
  centsText,
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
  unreadable,
  usableEmail,
  usableReason,
} from "./reading.ts";
import { signedBy } from "./signature.ts";

const optionalId = idText.nullish();
const text = z.string().nullish();
const metadata = z.unknown().optional();

const eventSchema = z.object({ type: idText, timestamp: reportedTime, data: z.unknown() });

const labelsSchema = z.object({ type: labelText }).catch({ type: null });

const customerSchema = z.object({ customer_id: optionalId, email: text }).nullish();

const paymentSchema = z.object({
  payment_id: idText,
  status: text,
  /** Tax included. `settlement_amount` is another currency's under adaptive pricing, and never used. */
  total_amount: cents,
  tax: taxCents,
  currency: currencyCode,
  customer: customerSchema,
  subscription_id: optionalId,
  checkout_session_id: optionalId,
  /** A charge that only tries a new payment method: given back, and nothing was bought. */
  is_update_payment_method: z.boolean().nullish(),
  discount_id: z.unknown().optional(),
  discounts: z.unknown().optional(),
  product_cart: z.array(z.object({ product_id: optionalId })).nullish(),
  metadata,
});

const refundSchema = z.object({
  refund_id: idText,
  payment_id: idText,
  status: z.enum(["succeeded", "failed", "pending", "review"]),
  amount: cents.nullish(),
  currency: currencyCode.nullish(),
  is_partial: z.boolean().nullish(),
  reason: text,
});

const disputeStatus = z.enum([
  "dispute_opened",
  "dispute_challenged",
  "dispute_accepted",
  "dispute_expired",
  "dispute_lost",
  "dispute_cancelled",
  "dispute_won",
]);

const disputeSchema = z.object({
  dispute_id: idText,
  payment_id: idText,
  dispute_status: disputeStatus,
  /** A text by the documentation, a number in some deliveries. */
  amount: z.preprocess((amount) => (Number.isSafeInteger(amount) ? String(amount) : amount), centsText),
  currency: currencyCode,
});

const subscriptionSchema = z.object({
  subscription_id: idText,
  customer: customerSchema,
  metadata,
  discount_id: z.unknown().optional(),
  discounts: z.unknown().optional(),
  product_id: optionalId.catch(null),
  payment_frequency_interval: text.catch(null),
  payment_frequency_count: z.int().nullish().catch(null),
});

type Customer = z.infer<typeof customerSchema>;
type Payment = z.infer<typeof paymentSchema>;
type Subscription = z.infer<typeof subscriptionSchema>;
type Reader = (data: unknown, occurredAt: string | null) => Verdict;

const resultByStatus: ReadonlyMap<z.infer<typeof disputeStatus>, "won" | "lost"> = new Map([
  ["dispute_lost", "lost"],
  ["dispute_accepted", "lost"],
  // The dispute was not answered in time, which is decided for the payer; a later `dispute_won` would still restore it.
  ["dispute_expired", "lost"],
  ["dispute_won", "won"],
  ["dispute_cancelled", "won"],
]);

/** A webhook is to be sent these. */
const wanted: ReadonlyMap<string, Reader> = new Map([
  ["payment.succeeded", readPayment],
  ["refund.succeeded", readRefund],
  ["refund.failed", readRefund],
  ["dispute.opened", readDispute],
  ["dispute.challenged", readDispute],
  ["dispute.accepted", readDispute],
  ["dispute.expired", readDispute],
  ["dispute.cancelled", readDispute],
  ["dispute.won", readDispute],
  ["dispute.lost", readDispute],
  ["subscription.active", readSubscription],
]);

const readers: ReadonlyMap<string, Reader> = new Map([
  ...wanted,
  // Sent with every charge, without payment or amount: the payment's event reports it.
  ["subscription.renewed", () => ignored("told_by_payment")],
]);

export const dodo: Adapter = {
  provider: "dodo",
  title: "Dodo",
  version: 3,
  reports: {
    oneOff: "yes",
    firstOfSubscription: "yes",
    renewals: "yes",
    partialRefunds: "yes",
    disputes: "opened, won, lost",
    foundBy: "metadata",
  },
  clientReferenceField: null,
  events: [...wanted.keys()],
  connecting: "api_key",
  ...signedBy({ family: "standard_webhook", key: "decoded" }),
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

function readPayment(data: unknown, occurredAt: string | null): Verdict {
  return readAs("payment", paymentSchema, data, (payment) => {
    if (payment.status && payment.status !== "succeeded") return unreadable("payment.status: not succeeded");
    if (payment.is_update_payment_method) return ignored("payment_method_update");
    if (payment.total_amount === 0) return ignored("zero_amount");
    return factVerdict({
      type: "payment_succeeded",
      transaction_id: payment.payment_id,
      aliases: aliasesOf([
        ["payment", payment.payment_id],
        ["checkout_session", checkoutOf(payment)],
      ]),
      amount_cents: payment.total_amount,
      tax_cents: payment.tax ?? null,
      currency: payment.currency.toUpperCase(),
      occurred_at: occurredAt,
      payer: payerOf(payment.customer, payment.metadata),
      subscription_id: payment.subscription_id ?? null,
      // Nothing distinguishes a first charge from a renewal; reported as a renewal, it counts as the first where none is known.
      is_recurring: Boolean(payment.subscription_id),
      subscription_interval: null,
      // Subscription payments have no cart.
      product_id: payment.product_cart?.at(0)?.product_id ?? null,
      references: [],
      ...discountsOf([payment.discounts, payment.discount_id]),
    });
  });
}

/** Whether renewals repeat the session they descend from is not documented; as a name it would merge them into one. */
function checkoutOf({ subscription_id, checkout_session_id }: Payment): string | null {
  return subscription_id ? null : (checkout_session_id ?? null);
}

function payerOf(customer: Customer, keys: unknown) {
  return {
    ...attributionKeys([keys]),
    provider_customer_id: customerOf("dodo", customer?.customer_id),
    email: usableEmail(customer?.email),
  };
}

function readRefund(data: unknown, occurredAt: string | null): Verdict {
  return readAs("refund", refundSchema, data, (refund) => {
    if (refund.status === "pending" || refund.status === "review") return ignored("refund_pending");
    if (refund.amount === 0) return ignored("zero_amount");
    const terms = {
      aliases: aliasesOf([["payment", refund.payment_id]]),
      refund_id: refund.refund_id,
      amount_cents: refund.amount ?? null,
      occurred_at: occurredAt,
    };
    if (refund.status === "failed") return factVerdict({ type: "refund_failed", ...terms });
    if (terms.amount_cents === null && refund.is_partial !== false) {
      return unreadable("refund.amount: missing in a partial refund");
    }
    return factVerdict({
      type: "payment_refunded",
      ...terms,
      cumulative_cents: null,
      currency: refund.currency?.toUpperCase() ?? null,
      reason: usableReason(refund.reason),
    });
  });
}

function readDispute(data: unknown, occurredAt: string | null): Verdict {
  return readAs("dispute", disputeSchema, data, (dispute) => {
    if (dispute.amount === 0) return ignored("zero_amount");
    const terms = {
      dispute_id: dispute.dispute_id,
      aliases: aliasesOf([["payment", dispute.payment_id]]),
      amount_cents: dispute.amount,
      currency: dispute.currency.toUpperCase(),
      occurred_at: occurredAt,
    };
    const result = resultByStatus.get(dispute.dispute_status);
    return factVerdict(result ? { type: "dispute_closed", ...terms, result } : { type: "dispute_opened", ...terms });
  });
}

function readSubscription(data: unknown, occurredAt: string | null): Verdict {
  return readAs("subscription", subscriptionSchema, data, (subscription) =>
    factVerdict({
      type: "subscription_started",
      subscription_id: subscription.subscription_id,
      aliases: [],
      occurred_at: occurredAt,
      payer: payerOf(subscription.customer, subscription.metadata),
      // Its payments name neither.
      product_id: subscription.product_id ?? null,
      subscription_interval: intervalOf(subscription),
      ...discountsOf([subscription.discounts, subscription.discount_id]),
    }),
  );
}

function intervalOf({ payment_frequency_interval: unit, payment_frequency_count: count }: Subscription) {
  return unit ? subscriptionInterval(unit.toLowerCase(), count ?? 1) : null;
}
