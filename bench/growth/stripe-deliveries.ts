// Stripe's deliveries in few bytes: only the fields that are read, so that ten million events fit a disk. The content of each is stored
// next to it and compared with the adapter's own reading of the bytes: a delivery of the log means what its event says.
import { deepStrictEqual } from "node:assert/strict";
import { stripe } from "../../adapters/stripe.ts";
import type { Secrets } from "../../src/access/secrets/secrets.ts";
import type { DeliveryIgnored, RecordedFact } from "../../src/core/rules/events/events.ts";
import { recordedReading } from "../../src/engine/recording/recorded-reading.ts";

export type StripeDelivery = {
  readonly eventId: string;
  readonly eventType: string;
  readonly createdSeconds: number;
  readonly object: object;
  readonly data: RecordedFact | DeliveryIgnored;
};

type Ids = { readonly eventId: string; readonly createdSeconds: number };
/** Names of one payment, as Stripe gives them. */
export type PaymentNames = { readonly invoice: string; readonly intent: string; readonly charge: string };

export type InvoicePaid = Ids & {
  readonly names: PaymentNames;
  readonly amountCents: number;
  readonly customerId: string;
  /** Null where the brand's checkout carried none. */
  readonly customerKey: string | null;
  readonly subscriptionId: string | null;
  readonly isRenewal: boolean;
};

export function invoicePaid(paid: InvoicePaid): StripeDelivery {
  const { names, amountCents, customerId, customerKey, subscriptionId, isRenewal } = paid;
  return {
    ...idsOf(paid),
    eventType: "invoice.payment_succeeded",
    object: {
      id: names.invoice,
      object: "invoice",
      status: "paid",
      amount_due: amountCents,
      amount_paid: amountCents,
      amount_remaining: 0,
      billing_reason: billingReason(subscriptionId, isRenewal),
      currency: "usd",
      customer: customerId,
      customer_email: null,
      paid_out_of_band: false,
      payment_intent: names.intent,
      charge: names.charge,
      subscription: subscriptionId,
      subscription_details: { metadata: customerKey === null ? {} : { svc_customer_key: customerKey } },
      tax: null,
      lines: { object: "list", data: [], has_more: false },
      metadata: {},
    },
    data: {
      type: "payment_succeeded",
      transaction_id: names.invoice,
      aliases: [
        { kind: "invoice", value: names.invoice },
        { kind: "payment_intent", value: names.intent },
        { kind: "charge", value: names.charge },
      ],
      amount_cents: amountCents,
      tax_cents: null,
      currency: "USD",
      payer: payerOf(customerKey, customerId),
      subscription_id: subscriptionId,
      is_recurring: isRenewal,
      subscription_interval: null,
      product_id: null,
      reference_hashes: [],
    },
  };
}

function billingReason(subscriptionId: string | null, isRenewal: boolean): string {
  if (subscriptionId === null) return "manual";
  return isRenewal ? "subscription_cycle" : "subscription_create";
}

export type Checkout = Ids & {
  readonly sessionId: string;
  readonly names: PaymentNames;
  readonly customerId: string;
  readonly customerKey: string;
  readonly subscriptionId: string;
};

export function checkoutCompleted(checkout: Checkout): StripeDelivery {
  const { sessionId, names, customerId, customerKey, subscriptionId } = checkout;
  return {
    ...idsOf(checkout),
    eventType: "checkout.session.completed",
    object: {
      id: sessionId,
      object: "checkout.session",
      mode: "subscription",
      status: "complete",
      payment_status: "paid",
      invoice: names.invoice,
      subscription: subscriptionId,
      customer: customerId,
      customer_details: { email: null },
      metadata: { svc_customer_key: customerKey },
    },
    data: {
      type: "subscription_started",
      subscription_id: subscriptionId,
      aliases: [
        { kind: "checkout_session", value: sessionId },
        { kind: "invoice", value: names.invoice },
      ],
      payer: payerOf(customerKey, customerId),
    },
  };
}

function payerOf(customerKey: string | null, customerId: string) {
  return {
    click_id: null,
    customer_key: customerKey,
    program_id: null,
    provider_customer_id: `stripe:${customerId}`,
    email_hash: null,
  };
}

type Reversal = Ids & { readonly id: string; readonly names: PaymentNames; readonly amountCents: number };

export function refundMade({ id, names, amountCents, ...ids }: Reversal): StripeDelivery {
  return {
    ...ids,
    eventType: "refund.created",
    object: {
      id,
      object: "refund",
      amount: amountCents,
      currency: "usd",
      status: "succeeded",
      reason: "requested_by_customer",
      charge: names.charge,
      payment_intent: names.intent,
      metadata: {},
    },
    data: {
      type: "payment_refunded",
      aliases: reversalAliases(names),
      refund_id: id,
      amount_cents: amountCents,
      cumulative_cents: null,
      currency: "USD",
      reason: "requested_by_customer",
    },
  };
}

export function disputed(
  { id, names, amountCents, ...ids }: Reversal,
  status: "needs_response" | "won" | "lost",
): StripeDelivery {
  const terms = { dispute_id: id, aliases: reversalAliases(names), amount_cents: amountCents, currency: "USD" };
  return {
    ...ids,
    eventType: status === "needs_response" ? "charge.dispute.created" : "charge.dispute.closed",
    object: {
      id,
      object: "dispute",
      amount: amountCents,
      currency: "usd",
      status,
      reason: "fraudulent",
      charge: names.charge,
      payment_intent: names.intent,
    },
    data:
      status === "needs_response"
        ? { type: "dispute_opened", ...terms }
        : { type: "dispute_closed", ...terms, result: status },
  };
}

function reversalAliases({ intent, charge }: PaymentNames) {
  return [
    { kind: "payment_intent", value: intent },
    { kind: "charge", value: charge },
  ];
}

/** Brands often ask for every kind of event; most are of no use here. */
export function customerUpdated({ customerId, ...ids }: Ids & { readonly customerId: string }): StripeDelivery {
  return {
    ...ids,
    eventType: "customer.updated",
    object: { id: customerId, object: "customer", balance: 0, delinquent: false, email: null, metadata: {} },
    data: { type: "delivery_ignored", reason: "event_type_not_used", provider_event_type: "customer.updated" },
  };
}

function idsOf({ eventId, createdSeconds }: Ids): Ids {
  return { eventId, createdSeconds };
}

export function bodyOf({ eventId, eventType, createdSeconds, object }: StripeDelivery): Buffer {
  return Buffer.from(
    JSON.stringify({
      id: eventId,
      object: "event",
      api_version: "2024-06-20",
      created: createdSeconds,
      data: { object },
      livemode: true,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type: eventType,
    }),
  );
}

/** When it happened, as the adapter reads it: what is not used has no time. */
export function occurredAtOf({ data, createdSeconds }: StripeDelivery): Date | null {
  return data.type === "delivery_ignored" ? null : new Date(createdSeconds * 1000);
}

/** Throws if the bytes do not have the stored content. */
export function requireTrueReading(delivery: StripeDelivery, body: Buffer, secrets: Secrets): void {
  const reading = stripe.normalise({ body, headers: {} });
  deepStrictEqual([reading.providerEventId, reading.providerEventType], [delivery.eventId, delivery.eventType]);
  deepStrictEqual(recordedReading(reading, true, secrets), {
    isTest: false,
    occurredAt: occurredAtOf(delivery),
    data: delivery.data,
  });
}
