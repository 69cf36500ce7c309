// Stripe: checks signed deliveries and says what snapshot events mean, in payload shapes before and after 2025-03-31.
// It guarantees that one payment is reported under the same names by every event that refers to it, that money is reported only
// when it moved, and that the payload's shape decides, never its `api_version`.
// It never asks Stripe's API (a delivery must mean the same on a replay in five years) and never parses unverified bytes.
// Written from: https://docs.stripe.com/webhooks/signature, https://docs.stripe.com/api/events/types and
// https://docs.stripe.com/changelog/basil.
import { z } from "zod";
import { idText } from "../src/core/vocabulary/facts.ts";
import { type Adapter, type Choices, type Delivery, noChoices, type Reading } from "./adapter.ts";
import type { Verdict } from "./reading.ts";
import { ignored, issueText, labelText, parseJson, unixSeconds, unreadable } from "./reading.ts";
import { signedBy } from "./signature.ts";
import { readInvoicePayment, readPaymentIntent } from "./stripe/charges.ts";
import { readInvoice } from "./stripe/invoices.ts";
import { inMinorUnits } from "./stripe/minor-units.ts";
import { readChargeNames } from "./stripe/names.ts";
import { readChargeRefunded, readDispute, readRefund } from "./stripe/reversals.ts";
import { readCheckoutSession } from "./stripe/sessions.ts";

const eventSchema = z.object({
  id: idText,
  object: z.literal("event"),
  type: idText,
  created: unixSeconds,
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
});

/** What can still be shown to an operator of an event that does not fit. */
const labelsSchema = z
  .object({ id: labelText, type: labelText, livemode: z.boolean().nullable().catch(null), object: labelText })
  .catch({ id: null, type: null, livemode: null, object: null });

type Reader = (object: unknown, occurredAt: string, choices: Choices) => Verdict;

/** The event types that a webhook must be sent: together they report everything that is booked. */
export const stripeWebhookEvents = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "invoice.payment_succeeded",
  "invoice_payment.paid",
  "charge.succeeded",
  "payment_intent.succeeded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.closed",
] as const;

const wanted: Readonly<Record<(typeof stripeWebhookEvents)[number], Reader>> = {
  "checkout.session.completed": readCheckoutSession,
  "checkout.session.async_payment_succeeded": readCheckoutSession,
  "invoice.payment_succeeded": readInvoice,
  "invoice_payment.paid": readInvoicePayment,
  "charge.succeeded": readChargeNames,
  "payment_intent.succeeded": readPaymentIntent,
  "refund.created": readMadeRefund,
  "refund.updated": readMadeRefund,
  "refund.failed": (object, occurredAt) => readRefund(object, occurredAt, "failed"),
  "charge.dispute.created": readDispute,
  // An inquiry that becomes a chargeback keeps its dispute id and is not created again: the withdrawal reports it.
  "charge.dispute.funds_withdrawn": readDispute,
  "charge.dispute.closed": readDispute,
};

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...Object.entries(wanted),
  // The same by other names, for destinations that were made with them, and what is known to mean nothing.
  ["checkout.session.async_payment_failed", () => ignored("payment_failed")],
  ["invoice.paid", readInvoice],
  ["charge.refund.updated", readMadeRefund],
  ["charge.refunded", readChargeRefunded],
  ["charge.dispute.funds_reinstated", () => ignored("dispute_funds_follow_close")],
]);

function readMadeRefund(object: unknown, occurredAt: string): Verdict {
  return readRefund(object, occurredAt, "succeeded");
}

/** What must be asked for where Stripe lists its events. */
export const stripeEventTypes: readonly string[] = [...readers.keys()];

export const stripe: Adapter = {
  provider: "stripe",
  title: "Stripe",
  version: 3,
  reports: {
    oneOff: "yes",
    firstOfSubscription: "yes",
    renewals: "yes",
    partialRefunds: "yes",
    disputes: "opened, won, lost",
    foundBy: "metadata",
  },
  clientReferenceField: "client_reference_id",
  events: stripeWebhookEvents,
  connecting: "api_key",
  ...signedBy({
    family: "timestamped_hex",
    header: "stripe-signature",
    separator: ",",
    timestamp: "t",
    signature: "v1",
    joint: ".",
  }),
  normalise,
};

function normalise({ body }: Delivery, choices: Choices = noChoices): Reading {
  const json = parseJson(body);
  const event = eventSchema.safeParse(json);
  if (!event.success) return unreadableEvent(json, event.error);
  const { id, type, created, livemode, data } = event.data;
  const read = readers.get(type);
  return {
    providerEventId: id,
    providerEventType: type,
    livemode,
    verdict: read
      ? inMinorUnits(read(data.object, new Date(created * 1000).toISOString(), choices))
      : ignored("event_type_not_used"),
  };
}

function unreadableEvent(json: unknown, error: z.ZodError): Reading {
  const { id, type, livemode, object } = labelsSchema.parse(json);
  return {
    providerEventId: id,
    providerEventType: type,
    livemode,
    verdict: unreadable(unreadableReason(json, object, error)),
  };
}

function unreadableReason(json: unknown, object: string | null, error: z.ZodError): string {
  if (json === undefined) return "body is not JSON";
  if (object === "v2.core.event") return "thin event: subscribe to snapshot events instead";
  return issueText("event", error);
}
