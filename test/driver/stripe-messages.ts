// Stripe's deliveries of a driven history, and what each reports: written side by side, so that the model gets what the service
// was sent and nothing an adapter made of it.
// Written from: https://docs.stripe.com/api/checkout/sessions/object, https://docs.stripe.com/api/invoices/object,
// https://docs.stripe.com/api/refunds/object, https://docs.stripe.com/api/disputes/object.

import { payment, subscriptionStarted } from "../support/event-builders.ts";
import type { TestEvent } from "../support/memory-program.ts";
import type { Payment } from "./ledger.ts";

export type Message = { readonly body: string; readonly reported: TestEvent };
type Fact = TestEvent["data"];

const chargeOf = ({ number }: Payment) => `ch_${number}`;
const intentOf = ({ number }: Payment) => `pi_${number}`;
const sessionOf = ({ number }: Payment) => `cs_${number}`;
const namesOf = (of: Payment) => [intentOf(of), chargeOf(of)];
const aliases = (values: readonly string[]) => values.map((value) => ({ kind: "id", value }));
const centsIn = (of: Payment) => ({ currency: of.currency.toLowerCase() });
const fact = (data: Fact): TestEvent => ({ source: "stripe", data });

let made = 0;

function event(type: string, object: object, reported: TestEvent): Message {
  made += 1;
  const envelope = { id: `evt_${made}`, object: "event", api_version: "2022-11-15", created: 1_737_000_000 + made };
  return { body: JSON.stringify({ ...envelope, type, livemode: true, data: { object } }), reported };
}

/** `programId` from the metadata, which anyone may have written. */
export type Metadata = { readonly programId: string; readonly customerKey: string | null; readonly clickId?: string };

function metadataOf({ programId, customerKey, clickId }: Metadata) {
  const json = {
    program_id: programId,
    ...(customerKey === null ? {} : { svc_customer_key: customerKey }),
    ...(clickId === undefined ? {} : { svc_click_id: clickId }),
  };
  return { json, payer: { program_id: programId, customer_key: customerKey, click_id: clickId ?? null } };
}

/** A checkout that took `cents`: those of the payment, unless Stripe says otherwise than the brand. */
export function checkout(of: Payment, metadata: Metadata, cents = of.cents): Message {
  const { json, payer } = metadataOf(metadata);
  const object = {
    id: sessionOf(of),
    object: "checkout.session",
    mode: "payment",
    payment_status: "paid",
    amount_total: cents,
    ...centsIn(of),
    payment_intent: intentOf(of),
    invoice: null,
    subscription: null,
    customer: null,
    metadata: json,
  };
  const names = [intentOf(of), sessionOf(of)];
  const reported = payment({
    transaction_id: intentOf(of),
    aliases: names,
    amount_cents: cents,
    currency: of.currency,
    payer,
  });
  return event("checkout.session.completed", object, reported);
}

export function subscriptionCheckout(of: Payment, metadata: Metadata): Message {
  const { json, payer } = metadataOf(metadata);
  const subscription = of.subscription?.id ?? "";
  const object = {
    id: sessionOf(of),
    object: "checkout.session",
    mode: "subscription",
    payment_status: "paid",
    amount_total: of.cents,
    ...centsIn(of),
    invoice: of.name,
    subscription,
    metadata: json,
  };
  const reported = subscriptionStarted({ subscription_id: subscription, aliases: [sessionOf(of), of.name], payer });
  return event("checkout.session.completed", object, reported);
}

/** A subscription's charge, in the shape from before 2025-03-31, which names intent and charge. */
export function invoicePaid(of: Payment, metadata: Metadata): Message {
  const { json, payer } = metadataOf(metadata);
  const { id: subscription, isFirst } = of.subscription ?? { id: null, isFirst: true };
  const object = {
    id: of.name,
    object: "invoice",
    status: "paid",
    amount_paid: of.cents,
    ...centsIn(of),
    billing_reason: isFirst ? "subscription_create" : "subscription_cycle",
    paid_out_of_band: false,
    subscription,
    subscription_details: { metadata: json },
    payment_intent: intentOf(of),
    charge: chargeOf(of),
    customer: null,
  };
  const reported = payment({
    transaction_id: of.name,
    aliases: [of.name, ...namesOf(of)],
    amount_cents: of.cents,
    currency: of.currency,
    subscription_id: subscription,
    is_recurring: !isFirst,
    payer,
  });
  return event("invoice.payment_succeeded", object, reported);
}

const partsOf = (of: Payment) => ({ charge: chargeOf(of), payment_intent: intentOf(of), ...centsIn(of) });

export function refunded(of: Payment, refundId: string, cents: number): Message {
  const object = { id: refundId, object: "refund", amount: cents, status: "succeeded", reason: null, ...partsOf(of) };
  const amounts = { refund_id: refundId, amount_cents: cents, cumulative_cents: null };
  const reported = { ...amounts, aliases: aliases(namesOf(of)), currency: of.currency, reason: null };
  return event("refund.created", object, fact({ type: "payment_refunded", ...reported }));
}

export function refundFailed(of: Payment, refundId: string, cents: number): Message {
  const object = { id: refundId, object: "refund", amount: cents, status: "failed", reason: null, ...partsOf(of) };
  const reported = { aliases: aliases(namesOf(of)), refund_id: refundId, amount_cents: cents };
  return event("refund.failed", object, fact({ type: "refund_failed", ...reported }));
}

/** All that went back of the charge so far. */
export function chargeRefunded(of: Payment, cents: number): Message {
  const { charge: id, ...parts } = partsOf(of);
  const object = { id, object: "charge", amount: of.cents, amount_refunded: cents, captured: true, ...parts };
  const amounts = { refund_id: null, amount_cents: null, cumulative_cents: cents };
  const reported = { ...amounts, aliases: aliases(namesOf(of)), currency: of.currency, reason: null };
  return event("charge.refunded", object, fact({ type: "payment_refunded", ...reported }));
}

export function disputed(of: Payment, disputeId: string, cents: number, status: "open" | "won" | "lost"): Message {
  const isOpen = status === "open";
  const object = { id: disputeId, object: "dispute", amount: cents, status: isOpen ? "needs_response" : status };
  const reported = { aliases: aliases(namesOf(of)), dispute_id: disputeId, amount_cents: cents, currency: of.currency };
  const type = isOpen ? "charge.dispute.created" : "charge.dispute.closed";
  const data: Fact = isOpen
    ? { type: "dispute_opened", ...reported }
    : { type: "dispute_closed", result: status, ...reported };
  return event(type, { ...object, ...partsOf(of) }, fact(data));
}
