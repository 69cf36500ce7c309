// The demo's Stripe: snapshot events of a subscription as Stripe sends them since 2025-03-31, and its way of signing them.
// Every id carries the run's own mark, so a demo never repeats what an earlier one delivered.
// It shares no code with the adapter that reads them, so that a fault of one cannot hide in the other.
// Written from: https://docs.stripe.com/api/checkout/sessions/object, https://docs.stripe.com/api/invoices/object,
// https://docs.stripe.com/webhooks/signature.
import { createHmac } from "node:crypto";

const apiVersion = "2025-03-31.basil";

/** What a brand puts into its checkout's metadata, and Stripe into the subscription's. */
export type Metadata = {
  readonly svc_click_id: string;
  readonly svc_customer_key: string;
  readonly program_id: string;
};

export type Subscriber = {
  /** Different in every run. */
  readonly mark: string;
  readonly email: string;
  readonly amountCents: number;
  /** When all of it is said to happen, in seconds. */
  readonly now: number;
};

type StripeObject = { readonly id: string; readonly object: string; readonly [field: string]: unknown };

/** A subscription's checkout is done. Its first invoice reports the money. */
export function checkoutCompleted(subscriber: Subscriber, metadata: Metadata): string {
  const { mark, email, amountCents, now } = subscriber;
  return eventOf("checkout.session.completed", subscriber, {
    id: `cs_live_demo${mark}`,
    object: "checkout.session",
    amount_subtotal: amountCents,
    amount_total: amountCents,
    client_reference_id: null,
    created: now,
    currency: "usd",
    customer: customerId(subscriber),
    customer_details: { address: null, email, name: null, phone: null, tax_exempt: "none", tax_ids: [] },
    customer_email: null,
    invoice: invoiceId(subscriber, "first"),
    livemode: true,
    metadata,
    mode: "subscription",
    payment_intent: null,
    payment_status: "paid",
    status: "complete",
    subscription: subscriptionId(subscriber),
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  });
}

export type Invoice = {
  readonly which: "first" | "renewal";
  /** The subscription's metadata; empty where the brand never set any. */
  readonly metadata: Metadata | Record<string, never>;
  /** What is paid for, in seconds. */
  readonly period: { readonly start: number; readonly end: number };
};

/** An invoice of the subscription is paid. */
export function invoicePaid(subscriber: Subscriber, { which, metadata, period }: Invoice): string {
  const { email, amountCents } = subscriber;
  const subscription = subscriptionId(subscriber);
  const id = invoiceId(subscriber, which);
  return eventOf("invoice.payment_succeeded", subscriber, {
    id,
    object: "invoice",
    amount_due: amountCents,
    amount_paid: amountCents,
    amount_remaining: 0,
    billing_reason: which === "first" ? "subscription_create" : "subscription_cycle",
    collection_method: "charge_automatically",
    created: subscriber.now,
    currency: "usd",
    customer: customerId(subscriber),
    customer_email: email,
    livemode: true,
    metadata: {},
    parent: {
      quote_details: null,
      subscription_details: { metadata, subscription },
      type: "subscription_details",
    },
    status: "paid",
    subtotal: amountCents,
    total: amountCents,
    total_taxes: [],
    lines: {
      object: "list",
      data: [invoiceLine(subscriber, id, period)],
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
  });
}

/** The `Stripe-Signature` header: an HMAC over the time and the exact body. */
export function signatureOf(body: string, secret: string, atSeconds: number): string {
  const signature = createHmac("sha256", secret).update(`${atSeconds}.${body}`, "utf8").digest("hex");
  return `t=${atSeconds},v1=${signature}`;
}

function eventOf(type: string, { mark, now }: Subscriber, object: StripeObject): string {
  return JSON.stringify({
    id: `evt_demo${mark}${object.id}`,
    object: "event",
    api_version: apiVersion,
    created: now,
    data: { object },
    livemode: true,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });
}

function invoiceLine(subscriber: Subscriber, invoice: string, period: Invoice["period"]): StripeObject {
  return {
    id: `il_${invoice}`,
    object: "line_item",
    amount: subscriber.amountCents,
    currency: "usd",
    description: "1 × Pro (monthly)",
    discounts: [],
    invoice,
    livemode: true,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        proration: false,
        subscription: subscriptionId(subscriber),
        subscription_item: `si_demo${subscriber.mark}`,
      },
      type: "subscription_item_details",
    },
    period,
    pricing: {
      price_details: { price: "price_demo_pro", product: "prod_demo_pro" },
      type: "price_details",
      unit_amount_decimal: String(subscriber.amountCents),
    },
    quantity: 1,
    taxes: [],
  };
}

function customerId({ mark }: Subscriber): string {
  return `cus_demo${mark}`;
}

function subscriptionId({ mark }: Subscriber): string {
  return `sub_demo${mark}`;
}

function invoiceId({ mark }: Subscriber, which: Invoice["which"]): string {
  return `in_demo${mark}_${which}`;
}
