// Razorpay: checks signed deliveries and says what captured payments, subscription charges, refunds and disputes mean.
// It guarantees that a payment counts once, although `payment.captured`, `order.paid` and `subscription.charged` all report it, and
// that an order is a name of its payment only where that payment covers it: an order may be paid in parts.
// It never sees a replay by its signature, which covers no time. Razorpay does not sign the header with the event's id either, so the event
// and what it is about show which delivery it repeats.
// Test mode is not in the payload: the connection says it.
// Written from: https://razorpay.com/docs/webhooks/ (payments, orders, subscriptions, refunds, disputes, validate-test), as in
// razorpay/markdown-docs @ab3bda5f.
import { z } from "zod";
import { type Fact, idText, type Payer } from "../src/core/vocabulary/facts.ts";
import type { Adapter, Delivery, Reading } from "./adapter.ts";
import { nameOfEvent } from "./razorpay/names.ts";
import type { Labels, Verdict } from "./reading.ts";
import {
  aliasesOf,
  attributionKeys,
  cents,
  currencyCode,
  customerOf,
  factVerdict,
  ignored,
  labelText,
  readAs,
  readBody,
  unixSeconds,
  unreadable,
  usableEmail,
} from "./reading.ts";
import { signedBy } from "./signature.ts";

/** Kept for operators; it is not signed. */
const eventIdHeader = "x-razorpay-event-id";
/** Phases in which the bank only asks: nothing is taken from the merchant. */
const inquiryPhases: ReadonlySet<string> = new Set(["fraud", "retrieval"]);

const optionalId = idText.nullish();
const notes = z.unknown().optional();
const time = unixSeconds.nullish().catch(null);

const eventSchema = z.object({ event: idText, created_at: time, payload: z.unknown() });
const labelsSchema = z.object({ event: labelText, payload: z.unknown() }).catch({ event: null, payload: null });

const paymentSchema = z.object({
  id: idText,
  amount: cents,
  currency: currencyCode,
  status: z.string(),
  order_id: optionalId,
  invoice_id: optionalId,
  customer_id: optionalId,
  email: z.string().nullish(),
  notes,
  created_at: time,
});

const orderSchema = z.object({ id: idText, amount: cents, currency: currencyCode, notes });

const subscriptionSchema = z.object({
  id: idText,
  plan_id: optionalId,
  customer_id: optionalId,
  /** Charges that succeeded so far, this one included. */
  paid_count: z.int().nonnegative().nullish(),
  notes,
  created_at: time,
});

const refundSchema = z.object({
  id: idText,
  payment_id: idText,
  amount: cents,
  currency: currencyCode,
  status: z.enum(["pending", "processed", "failed"]),
  created_at: time,
});

const disputeSchema = z.object({
  id: idText,
  payment_id: idText,
  amount: cents,
  currency: currencyCode,
  phase: z.string(),
});

/** What a refund's payload repeats of the payment. */
const repeatedPaymentSchema = z.object({ captured: z.unknown().optional() }).nullable().catch(null);

const entity = <Shape extends z.ZodType>(schema: Shape) => z.object({ entity: schema });
const repeatedPayment = z.object({ entity: repeatedPaymentSchema }).nullish().catch(null);

const paymentPayload = z.object({ payment: entity(paymentSchema) });
const orderPayload = z.object({ payment: entity(paymentSchema), order: entity(orderSchema) });
const chargePayload = z.object({ payment: entity(paymentSchema), subscription: entity(subscriptionSchema) });
const subscriptionPayload = z.object({ subscription: entity(subscriptionSchema) });
const refundPayload = z.object({ refund: entity(refundSchema), payment: repeatedPayment });
const disputePayload = z.object({ dispute: entity(disputeSchema) });

type Payment = z.infer<typeof paymentSchema>;
type Subscription = z.infer<typeof subscriptionSchema>;
type Succeeded = Extract<Fact, { type: "payment_succeeded" }>;
type Reader = (payload: unknown, occurredAt: string | null) => Verdict;

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["payment.captured", readPayment],
  ["order.paid", readOrder],
  ["subscription.authenticated", readSubscription],
  ["subscription.activated", readSubscription],
  ["subscription.charged", readCharge],
  ["refund.created", readRefund],
  ["refund.processed", readRefund],
  ["refund.failed", readRefund],
  ["payment.dispute.created", readOpenedDispute],
  ["payment.dispute.won", (payload, occurredAt) => readClosedDispute("won", payload, occurredAt)],
  ["payment.dispute.lost", (payload, occurredAt) => readClosedDispute("lost", payload, occurredAt)],
  ["payment.dispute.closed", readInquiryEnd],
]);

export const razorpay: Adapter = {
  provider: "razorpay",
  title: "Razorpay",
  version: 2,
  reports: {
    oneOff: "yes",
    firstOfSubscription: "yes",
    renewals: "yes",
    partialRefunds: "yes",
    disputes: "opened, won, lost",
    foundBy: "notes",
  },
  clientReferenceField: null,
  events: [...readers.keys()],
  connecting: "by_hand",
  ...signedBy({ family: "hex_of_body", header: "x-razorpay-signature" }),
  headers: ["x-razorpay-signature", eventIdHeader],
  normalise,
};

function normalise({ body }: Delivery): Reading {
  return readBody(body, eventSchema, labelsOf, ({ event, created_at, payload }) => {
    const read = readers.get(event);
    return read ? read(payload, isoTime(created_at)) : ignored("event_type_not_used");
  });
}

function labelsOf(json: unknown): Labels {
  const { event, payload } = labelsSchema.parse(json);
  return {
    providerEventId: labelText.parse(nameOfEvent(event, payload)),
    providerEventType: event,
    livemode: null,
  };
}

function readPayment(payload: unknown, occurredAt: string | null): Verdict {
  return readAs("payload", paymentPayload, payload, ({ payment }) => paid(payment.entity, occurredAt, {}));
}

/** An order's notes are in this event only. */
function readOrder(payload: unknown, occurredAt: string | null): Verdict {
  return readAs("payload", orderPayload, payload, ({ payment: { entity: payment }, order: { entity: order } }) => {
    const isWholeOrder = order.amount === payment.amount && order.currency === payment.currency;
    return paid(payment, occurredAt, {
      aliases: aliasesOf([
        ["payment", payment.id],
        ["order", isWholeOrder ? order.id : null],
      ]),
      payer: payerOf(payment, [payment.notes, order.notes]),
    });
  });
}

function readCharge(payload: unknown, occurredAt: string | null): Verdict {
  return readAs("payload", chargePayload, payload, ({ payment: { entity: payment }, subscription }) => {
    const { id, plan_id, paid_count, customer_id, notes: subscriptionNotes } = subscription.entity;
    return paid(payment, occurredAt, {
      aliases: aliasesOf([
        ["payment", payment.id],
        ["invoice", payment.invoice_id],
        ["order", payment.order_id],
      ]),
      payer: payerOf({ ...payment, customer_id: payment.customer_id ?? customer_id }, [
        payment.notes,
        subscriptionNotes,
      ]),
      subscription_id: id,
      is_recurring: (paid_count ?? 1) > 1,
      product_id: plan_id ?? null,
    });
  });
}

function paid(payment: Payment, occurredAt: string | null, more: Partial<Succeeded>): Verdict {
  // A payment that was refunded since, in whole or in part, came in all the same.
  if (payment.status !== "captured" && payment.status !== "refunded") return ignored("payment_not_successful");
  if (payment.amount === 0) return ignored("zero_amount");
  return factVerdict({
    type: "payment_succeeded",
    transaction_id: payment.id,
    aliases: aliasesOf([["payment", payment.id]]),
    amount_cents: payment.amount,
    // `tax` is what Razorpay's own fee was taxed, not the buyer's.
    tax_cents: null,
    currency: payment.currency.toUpperCase(),
    occurred_at: isoTime(payment.created_at) ?? occurredAt,
    payer: payerOf(payment, [payment.notes]),
    subscription_id: null,
    is_recurring: false,
    subscription_interval: null,
    product_id: null,
    references: [],
    ...more,
  });
}

function payerOf({ customer_id, email }: Pick<Payment, "customer_id" | "email">, metadata: readonly unknown[]): Payer {
  return {
    ...attributionKeys(metadata),
    provider_customer_id: customerOf("razorpay", customer_id),
    email: usableEmail(email),
  };
}

function readSubscription(payload: unknown, occurredAt: string | null): Verdict {
  return readAs("payload", subscriptionPayload, payload, ({ subscription: { entity: subscription } }) =>
    factVerdict({
      type: "subscription_started",
      subscription_id: subscription.id,
      aliases: [],
      occurred_at: isoTime(subscription.created_at) ?? occurredAt,
      payer: subscriberOf(subscription),
      product_id: subscription.plan_id ?? null,
    }),
  );
}

function subscriberOf({ customer_id, notes: metadata }: Subscription): Payer {
  return {
    ...attributionKeys([metadata]),
    provider_customer_id: customerOf("razorpay", customer_id),
    email: null,
  };
}

function readRefund(payload: unknown, occurredAt: string | null): Verdict {
  return readAs("payload", refundPayload, payload, ({ refund: { entity: refund }, payment }) => {
    // Razorpay gives back by itself what was authorised and never captured.
    if (payment?.entity?.captured === false) return ignored("charge_never_captured");
    const aliases = aliasesOf([["payment", refund.payment_id]]);
    const occurred_at = isoTime(refund.created_at) ?? occurredAt;
    if (refund.status === "failed") {
      return factVerdict({
        type: "refund_failed",
        aliases,
        refund_id: refund.id,
        amount_cents: refund.amount === 0 ? null : refund.amount,
        occurred_at,
      });
    }
    if (refund.status === "pending") return ignored("refund_pending");
    if (refund.amount === 0) return ignored("zero_amount");
    return factVerdict({
      type: "payment_refunded",
      aliases,
      refund_id: refund.id,
      amount_cents: refund.amount,
      cumulative_cents: null,
      currency: refund.currency.toUpperCase(),
      reason: null,
      occurred_at,
    });
  });
}

function readOpenedDispute(payload: unknown, occurredAt: string | null): Verdict {
  return readAs("payload", disputePayload, payload, ({ dispute: { entity: dispute } }) => {
    if (inquiryPhases.has(dispute.phase)) return ignored("inquiry");
    if (dispute.amount === 0) return ignored("zero_amount");
    return factVerdict({
      type: "dispute_opened",
      aliases: aliasesOf([["payment", dispute.payment_id]]),
      dispute_id: dispute.id,
      amount_cents: dispute.amount,
      currency: dispute.currency.toUpperCase(),
      occurred_at: occurredAt,
    });
  });
}

function readClosedDispute(result: "won" | "lost", payload: unknown, occurredAt: string | null): Verdict {
  return readAs("payload", disputePayload, payload, ({ dispute: { entity: dispute } }) => {
    // An inquiry that was lost took the money, although it held nothing before.
    if (inquiryPhases.has(dispute.phase) && result === "won") return ignored("inquiry");
    return factVerdict({
      type: "dispute_closed",
      aliases: aliasesOf([["payment", dispute.payment_id]]),
      dispute_id: dispute.id,
      result,
      amount_cents: dispute.amount === 0 ? null : dispute.amount,
      currency: dispute.currency.toUpperCase(),
      occurred_at: occurredAt,
    });
  });
}

/** Only a suspicion of fraud is closed without being won or lost; what the merchant gave back for it is a refund of its own. */
function readInquiryEnd(payload: unknown): Verdict {
  return readAs("payload", disputePayload, payload, ({ dispute: { entity: dispute } }) =>
    inquiryPhases.has(dispute.phase)
      ? ignored("inquiry")
      : unreadable("payload.dispute.entity.phase: not one of an inquiry"),
  );
}

function isoTime(seconds: number | null | undefined): string | null {
  return seconds === null || seconds === undefined ? null : new Date(seconds * 1000).toISOString();
}
