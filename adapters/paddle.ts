// Paddle Billing: checks signed deliveries and says what transactions, subscriptions and adjustments mean.
// It guarantees that only a completed transaction is money in, that a refund counts only once Paddle approved it, and
// that a chargeback and its reversal, which name only the transaction they share, are reported as one dispute.
// It never uses the validator of Paddle's package: docs/decisions/0013-verifying-ourselves.md says why. The tests hold our
// verifier against it and against its vectors.
// Written from: https://developer.paddle.com/webhooks/signature-verification,
// https://developer.paddle.com/webhooks/transactions/transaction-completed,
// https://developer.paddle.com/webhooks/subscriptions/subscription-created,
// https://developer.paddle.com/webhooks/adjustments/adjustment-updated, https://developer.paddle.com/api-reference/adjustments.
import { z } from "zod";
import { type Alias, idText } from "../src/core/vocabulary/facts.ts";
import type { Adapter, Delivery, Reading } from "./adapter.ts";
import type { Labels, Verdict } from "./reading.ts";
import {
  aliasesOf,
  attributionKeys,
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
  taxCentsText,
  usableReason,
} from "./reading.ts";
import { signedBy } from "./signature.ts";

const optionalId = idText.nullish();
const text = z.string().nullish();
const metadata = z.unknown().optional();

const eventSchema = z.object({ event_id: idText, event_type: idText, occurred_at: reportedTime, data: z.unknown() });

const labelsSchema = z
  .object({ event_id: labelText, event_type: labelText })
  .catch({ event_id: null, event_type: null });

const itemSchema = z.object({
  price: z
    .object({
      product_id: optionalId,
      billing_cycle: z.object({ interval: z.string(), frequency: z.int() }).nullish(),
    })
    .nullish(),
});

const transactionSchema = z.object({
  id: idText,
  origin: text,
  invoice_id: optionalId,
  subscription_id: optionalId,
  customer_id: optionalId,
  currency_code: currencyCode,
  details: z.object({
    totals: z.object({
      total: centsText,
      tax: taxCentsText,
      /** After the customer's credit was used: what was charged. */
      grand_total: centsText.nullish(),
      grand_total_tax: taxCentsText,
    }),
  }),
  items: z.array(itemSchema).nullish(),
  discount_id: z.unknown().optional(),
  custom_data: metadata,
});

const subscriptionSchema = z.object({
  id: idText,
  /** The transaction it was bought with; only in `subscription.created`. */
  transaction_id: optionalId,
  customer_id: optionalId,
  custom_data: metadata,
});

const adjustmentSchema = z.object({
  id: idText,
  transaction_id: idText,
  action: z.enum([
    "refund",
    "credit",
    "credit_reverse",
    "chargeback",
    "chargeback_reverse",
    "chargeback_warning",
    "chargeback_warning_reverse",
  ]),
  status: z.enum(["pending_approval", "approved", "rejected", "reversed"]),
});

const moneyTakenSchema = adjustmentSchema.extend({
  reason: text,
  currency_code: currencyCode,
  totals: z.object({ total: centsText }),
});

type Transaction = z.infer<typeof transactionSchema>;
type Item = z.infer<typeof itemSchema>;
type Adjustment = z.infer<typeof adjustmentSchema>;
type MoneyTaken = z.infer<typeof moneyTakenSchema>;
const readers = {
  "transaction.completed": readTransaction,
  "subscription.created": readSubscription,
  "subscription.activated": readSubscription,
  "adjustment.created": readAdjustment,
  "adjustment.updated": readAdjustment,
} satisfies Readonly<Record<string, (data: unknown, occurredAt: string | null) => Verdict>>;
const isRead = (name: string): name is keyof typeof readers => Object.hasOwn(readers, name);

/** A webhook is to be sent these, and the same is asked for where Paddle lists its events. */
export const paddleEventTypes = Object.keys(readers).filter(isRead);

export const paddle: Adapter = {
  provider: "paddle",
  title: "Paddle",
  version: 3,
  reports: {
    oneOff: "yes",
    firstOfSubscription: "yes",
    renewals: "yes",
    partialRefunds: "yes",
    disputes: "opened, won, lost",
    foundBy: "custom data",
  },
  clientReferenceField: null,
  events: paddleEventTypes,
  connecting: "api_key",
  ...signedBy({
    family: "timestamped_hex",
    header: "paddle-signature",
    separator: ";",
    timestamp: "ts",
    signature: "h1",
    joint: ":",
  }),
  normalise,
};

function normalise({ body }: Delivery): Reading {
  return readBody(body, eventSchema, labelsOf, ({ event_type, occurred_at, data }) => {
    return isRead(event_type) ? readers[event_type](data, occurred_at) : ignored("event_type_not_used");
  });
}

function labelsOf(json: unknown): Labels {
  const { event_id, event_type } = labelsSchema.parse(json);
  return { providerEventId: event_id, providerEventType: event_type, livemode: null };
}

function readTransaction(data: unknown, occurredAt: string | null): Verdict {
  return readAs("transaction", transactionSchema, data, (transaction) => {
    const { totals } = transaction.details;
    const amount = totals.grand_total ?? totals.total;
    if (amount === 0) return ignored("zero_amount");
    const item = tellingItem(transaction.items ?? []);
    const cycle = item?.price?.billing_cycle;
    return factVerdict({
      type: "payment_succeeded",
      transaction_id: transaction.id,
      aliases: aliasesOf([
        ["transaction", transaction.id],
        ["invoice", transaction.invoice_id],
      ]),
      amount_cents: amount,
      tax_cents: totals.grand_total_tax ?? totals.tax ?? null,
      currency: transaction.currency_code.toUpperCase(),
      occurred_at: occurredAt,
      payer: {
        ...attributionKeys([transaction.custom_data]),
        provider_customer_id: customerOf("paddle", transaction.customer_id),
        // Addresses come in `customer.*` events only.
        email: null,
      },
      subscription_id: transaction.subscription_id ?? null,
      is_recurring: isRecurring(transaction),
      subscription_interval: cycle ? subscriptionInterval(cycle.interval, cycle.frequency) : null,
      product_id: item?.price?.product_id ?? null,
      references: [],
      ...discountsOf([transaction.discount_id]),
    });
  });
}

/** Renewals, one-time charges, upgrades and card changes: Paddle makes these for a subscription that is there already. */
function isRecurring({ origin, subscription_id }: Transaction): boolean {
  return Boolean(origin?.startsWith("subscription_") && subscription_id);
}

/** The item that names product and interval: what was subscribed to, else the first. */
function tellingItem(items: readonly Item[]): Item | undefined {
  return items.find((item) => item.price?.billing_cycle) ?? items.at(0);
}

function readSubscription(data: unknown, occurredAt: string | null): Verdict {
  return readAs("subscription", subscriptionSchema, data, (subscription) =>
    factVerdict({
      type: "subscription_started",
      subscription_id: subscription.id,
      // The first transaction is completed before its subscription exists, so only this event joins the two.
      aliases: aliasesOf([["transaction", subscription.transaction_id]]),
      occurred_at: occurredAt,
      payer: {
        ...attributionKeys([subscription.custom_data]),
        provider_customer_id: customerOf("paddle", subscription.customer_id),
        email: null,
      },
    }),
  );
}

function readAdjustment(data: unknown, occurredAt: string | null): Verdict {
  return readAs("adjustment", adjustmentSchema, data, (adjustment) => {
    switch (adjustment.action) {
      case "refund":
        return readAs("adjustment", moneyTakenSchema, data, (refund) => readRefund(refund, occurredAt));
      case "chargeback":
        return readAs("adjustment", moneyTakenSchema, data, (chargeback) => readChargeback(chargeback, occurredAt));
      case "chargeback_reverse":
        return adjustment.status === "approved" ? disputeWon(adjustment, occurredAt) : notApproved(adjustment);
      case "chargeback_warning":
      case "chargeback_warning_reverse":
        return ignored("chargeback_warning");
      // A credit lowers a bill that is not paid yet, or fills the customer's balance: no money went back.
      case "credit":
      case "credit_reverse":
        return ignored("credit");
    }
  });
}

function readRefund(refund: MoneyTaken, occurredAt: string | null): Verdict {
  if (refund.totals.total === 0) return ignored("zero_amount");
  if (refund.status === "reversed") {
    return factVerdict({
      type: "refund_failed",
      aliases: transactionAlias(refund),
      refund_id: refund.id,
      amount_cents: refund.totals.total,
      occurred_at: occurredAt,
    });
  }
  if (refund.status !== "approved") return notApproved(refund);
  return factVerdict({
    type: "payment_refunded",
    aliases: transactionAlias(refund),
    refund_id: refund.id,
    amount_cents: refund.totals.total,
    cumulative_cents: null,
    currency: refund.currency_code.toUpperCase(),
    reason: usableReason(refund.reason),
    occurred_at: occurredAt,
  });
}

/** Made when the payer's dispute succeeded, so the money is lost; `reversed` once Paddle contested it successfully. */
function readChargeback(chargeback: MoneyTaken, occurredAt: string | null): Verdict {
  if (chargeback.status === "reversed") return disputeWon(chargeback, occurredAt);
  if (chargeback.status !== "approved") return notApproved(chargeback);
  if (chargeback.totals.total === 0) return ignored("zero_amount");
  return factVerdict({
    type: "dispute_closed",
    aliases: transactionAlias(chargeback),
    dispute_id: disputeIdOf(chargeback),
    result: "lost",
    amount_cents: chargeback.totals.total,
    currency: chargeback.currency_code.toUpperCase(),
    occurred_at: occurredAt,
  });
}

/** All that was taken comes back, so no amount is needed: the chargeback had it. */
function disputeWon(adjustment: Adjustment, occurredAt: string | null): Verdict {
  return factVerdict({
    type: "dispute_closed",
    aliases: transactionAlias(adjustment),
    dispute_id: disputeIdOf(adjustment),
    result: "won",
    amount_cents: null,
    currency: null,
    occurred_at: occurredAt,
  });
}

/** A reversal is an adjustment of its own that does not name its chargeback: they share the transaction only. */
function disputeIdOf({ transaction_id }: Adjustment): string {
  return `${transaction_id}:chargeback`;
}

function notApproved({ status }: Adjustment): Verdict {
  return ignored(status === "rejected" ? "adjustment_rejected" : "adjustment_pending");
}

function transactionAlias({ transaction_id }: Adjustment): Alias[] {
  return aliasesOf([["transaction", transaction_id]]);
}
