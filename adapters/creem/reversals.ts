// Creem's money back: refunds and disputes.
// It guarantees that a refund of a subscription's charge is found by its transaction alone: whether renewals repeat the
// order they descend from is not documented, and by the order a refund could take from another charge.
// It reports the payment's own amount where the transaction in the payload has it, since the charge may have been reported by its price.
// Limit: a dispute is reported when it opens, and its end never.
// Written from: https://docs.creem.io/code/webhooks and the types in armitage-labs/creem, `packages/webhook-types`.
import { z } from "zod";
import type { Alias } from "../../src/core/vocabulary/facts.ts";
import { idText } from "../../src/core/vocabulary/facts.ts";
import type { Verdict } from "../reading.ts";
import { aliasesOf, cents, currencyCode, factVerdict, ignored, readAs, usableReason } from "../reading.ts";
import { idOf, transactionSchema } from "./objects.ts";

/** What names the payment a refund or a dispute is about. */
const reversedPayment = {
  transaction: z.union([
    idText.transform((id) => ({ id, subscription: null, amount_paid: null, currency: null })),
    transactionSchema,
  ]),
  order: idOf,
  checkout: idOf,
  subscription: idOf,
};

const refundSchema = z.object({
  id: idText,
  status: z.enum(["pending", "succeeded", "canceled", "failed"]),
  refund_amount: cents,
  refund_currency: currencyCode,
  reason: z.string().nullish(),
  ...reversedPayment,
});

const disputeSchema = z.object({ id: idText, amount: cents, currency: currencyCode, ...reversedPayment });

type Reversal = Pick<z.infer<typeof disputeSchema>, keyof typeof reversedPayment>;

export function readRefund(object: unknown, occurredAt: string | null): Verdict {
  return readAs("refund", refundSchema, object, (refund) => {
    if (refund.status === "pending") return ignored("refund_pending");
    if (refund.refund_amount === 0) return ignored("zero_amount");
    const terms = {
      aliases: reversedAliases(refund),
      refund_id: refund.id,
      amount_cents: refund.refund_amount,
      occurred_at: occurredAt,
    };
    if (refund.status !== "succeeded") return factVerdict({ type: "refund_failed", ...terms });
    return factVerdict({
      type: "payment_refunded",
      ...terms,
      ...paymentTotal(refund, refund.refund_currency),
      cumulative_cents: null,
      currency: refund.refund_currency.toUpperCase(),
      reason: usableReason(refund.reason),
    });
  });
}

export function readDispute(object: unknown, occurredAt: string | null): Verdict {
  return readAs("dispute", disputeSchema, object, (dispute) => {
    if (dispute.amount === 0) return ignored("zero_amount");
    return factVerdict({
      type: "dispute_opened",
      aliases: reversedAliases(dispute),
      dispute_id: dispute.id,
      amount_cents: dispute.amount,
      ...paymentTotal(dispute, dispute.currency),
      currency: dispute.currency.toUpperCase(),
      occurred_at: occurredAt,
    });
  });
}

/** Of the currency the money goes back in; nothing where the transaction does not say what was paid. */
function paymentTotal({ transaction }: Reversal, currency: string): { payment_cents?: number } {
  const { amount_paid: paid, currency: paidIn } = transaction;
  const isSameCurrency = !paidIn || paidIn.toUpperCase() === currency.toUpperCase();
  return paid && isSameCurrency ? { payment_cents: paid } : {};
}

function reversedAliases({ transaction, order, checkout, subscription }: Reversal): Alias[] {
  const isOfSubscription = Boolean(subscription || transaction.subscription);
  return aliasesOf([
    ["transaction", transaction.id],
    ["order", isOfSubscription ? null : order],
    ["checkout", isOfSubscription ? null : checkout],
  ]);
}
