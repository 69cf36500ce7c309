// Stripe's money back: refunds and disputes.
// It guarantees that a refund is reported with its own id and amount where Stripe sends them (`refund.*`), and as the running
// total of its charge where it does not (`charge.refunded`), so that an endpoint subscribed to both counts it once.
// It never holds a commission for an inquiry (no money moved) nor takes one for a charge that was never captured.
// Written from: https://docs.stripe.com/api/refunds/object, https://docs.stripe.com/api/disputes/object,
// https://docs.stripe.com/disputes/how-disputes-work.
import { z } from "zod";
import type { Alias } from "../../src/core/vocabulary/facts.ts";
import { idText } from "../../src/core/vocabulary/facts.ts";
import type { Verdict } from "../reading.ts";
import { aliasesOf, cents, currencyCode, factVerdict, ignored, readAs } from "../reading.ts";
import { minorUnitsOf } from "./minor-units.ts";

const optionalId = idText.nullish();

const refundSchema = z.object({
  id: idText,
  amount: cents,
  currency: currencyCode,
  /** Null where Stripe has no word on it: then the event's name says how it went. */
  status: z.enum(["pending", "requires_action", "succeeded", "failed", "canceled"]).nullable(),
  reason: z.string().nullish(),
  charge: optionalId,
  payment_intent: optionalId,
});

const refundedChargeSchema = z.object({
  id: idText,
  amount_refunded: cents,
  currency: currencyCode,
  captured: z.boolean().nullish(),
  payment_intent: optionalId,
  invoice: optionalId,
});

const disputeStatus = z.enum([
  "needs_response",
  "under_review",
  "appeal_needs_response",
  "appeal_under_review",
  "won",
  "lost",
  "prevented",
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
]);

const disputeSchema = z.object({
  id: idText,
  amount: cents,
  currency: currencyCode,
  status: disputeStatus,
  charge: optionalId,
  payment_intent: optionalId,
});

type Refund = z.infer<typeof refundSchema>;
type DisputeStatus = z.infer<typeof disputeStatus>;

const resultByStatus: ReadonlyMap<DisputeStatus, "won" | "lost"> = new Map([
  ["won", "won"],
  ["lost", "lost"],
  // Settled by a refund, which has its own event: the dispute itself takes nothing, and a hold for it must end.
  ["prevented", "won"],
]);

/** One without a status counts as what its event says; a later event with one corrects it, whichever comes first. */
export function readRefund(object: unknown, occurredAt: string, defaultStatus: "succeeded" | "failed"): Verdict {
  return readAs("refund", refundSchema, object, (refund) => {
    const status = refund.status ?? defaultStatus;
    switch (status) {
      case "succeeded":
        return refunded(refund, occurredAt);
      case "failed":
      // Cancelled before it reached the payer: what it may have taken is given back just the same.
      case "canceled":
        return factVerdict({
          type: "refund_failed",
          aliases: reversalAliases(refund),
          refund_id: refund.id,
          // Of a fact without a currency: what the currency cannot hold is as good as unsaid.
          amount_cents: refund.amount === 0 ? null : minorUnitsOf(refund.amount, refund.currency),
          occurred_at: occurredAt,
        });
      case "pending":
      case "requires_action":
        return ignored("refund_pending");
    }
  });
}

function refunded(refund: Refund, occurredAt: string): Verdict {
  if (refund.reason === "expired_uncaptured_charge") return ignored("charge_never_captured");
  if (refund.amount === 0) return ignored("zero_amount");
  return factVerdict({
    type: "payment_refunded",
    aliases: reversalAliases(refund),
    refund_id: refund.id,
    amount_cents: refund.amount,
    cumulative_cents: null,
    currency: refund.currency.toUpperCase(),
    reason: refund.reason ?? null,
    occurred_at: occurredAt,
  });
}

export function readChargeRefunded(object: unknown, occurredAt: string): Verdict {
  return readAs("charge", refundedChargeSchema, object, (charge) => {
    if (charge.captured === false) return ignored("charge_never_captured");
    if (charge.amount_refunded === 0) return ignored("zero_amount");
    return factVerdict({
      type: "payment_refunded",
      aliases: aliasesOf([
        ["invoice", charge.invoice],
        ["payment_intent", charge.payment_intent],
        ["charge", charge.id],
      ]),
      refund_id: null,
      amount_cents: null,
      cumulative_cents: charge.amount_refunded,
      currency: charge.currency.toUpperCase(),
      reason: null,
      occurred_at: occurredAt,
    });
  });
}

/** The status decides, not the event's name: some payment methods' disputes are lost the moment they are created. */
export function readDispute(object: unknown, occurredAt: string): Verdict {
  return readAs("dispute", disputeSchema, object, (dispute) => {
    // An inquiry (`warning_*`) is a question; no money moved.
    if (dispute.status.startsWith("warning_")) return ignored("inquiry");
    if (dispute.amount === 0) return ignored("zero_amount");
    const terms = {
      dispute_id: dispute.id,
      aliases: reversalAliases(dispute),
      amount_cents: dispute.amount,
      currency: dispute.currency.toUpperCase(),
      occurred_at: occurredAt,
    };
    const result = resultByStatus.get(dispute.status);
    return factVerdict(result ? { type: "dispute_closed", ...terms, result } : { type: "dispute_opened", ...terms });
  });
}

function reversalAliases(reversal: Pick<Refund, "payment_intent" | "charge">): Alias[] {
  return aliasesOf([
    ["payment_intent", reversal.payment_intent],
    ["charge", reversal.charge],
  ]);
}
