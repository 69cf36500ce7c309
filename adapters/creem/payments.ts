// Creem's money in: checkouts of one-off purchases and the charges of subscriptions.
// It guarantees that a recurring checkout is never money (its first charge is reported by `subscription.paid`, a second later)
// and that an amount is what was paid, tax included, wherever the payload says so.
// Limit: payloads that name a charge by its id alone are taken at the product's price for each seat, without tax and discounts;
// that is an estimate, which the charge itself corrects, or what a refund or dispute says it came to.
// Written from: https://docs.creem.io/code/webhooks and the types in armitage-labs/creem, `packages/webhook-types`.
import { z } from "zod";
import type { Alias, Payer } from "../../src/core/vocabulary/facts.ts";
import { idText } from "../../src/core/vocabulary/facts.ts";
import type { Verdict } from "../reading.ts";
import {
  aliasesOf,
  attributionKeys,
  cents,
  currencyCode,
  customerOf,
  discountsOf,
  factVerdict,
  ignored,
  readAs,
  subscriptionInterval,
  taxCents,
  unreadable,
  usableEmail,
} from "../reading.ts";
import { idOf, transactionSchema } from "./objects.ts";

const monthsByPeriod: ReadonlyMap<string, number> = new Map([
  ["every-month", 1],
  ["every-three-months", 3],
  ["every-six-months", 6],
  ["every-year", 12],
]);

const optionalId = idText.nullish();
const text = z.string().nullish();
const metadata = z.unknown().optional();
const customerSchema = z
  .union([idText.transform((id) => ({ id, email: null })), z.object({ id: optionalId, email: text })])
  .nullish();

const checkoutSchema = z.object({
  id: idText,
  order: z
    .object({
      id: idText,
      type: z.enum(["onetime", "recurring"]),
      status: z.enum(["pending", "paid"]),
      /** The list price before tax in older payloads, so only where nothing better is given. */
      amount: cents,
      amount_paid: cents.nullish(),
      tax_amount: taxCents,
      currency: currencyCode,
      transaction: idOf,
      discount: z.unknown().optional(),
    })
    .nullish(),
  product: idOf,
  subscription: idOf,
  customer: customerSchema,
  metadata,
});

const subscriptionSchema = z.object({
  id: idText,
  customer: customerSchema,
  discount: z.unknown().optional(),
  metadata,
});

const paidSubscriptionSchema = subscriptionSchema.extend({
  product: z.union([
    idText.transform((id) => ({ id, price: null, currency: null, billing_period: null })),
    z.object({ id: optionalId, price: cents.nullish(), currency: currencyCode.nullish(), billing_period: text }),
  ]),
  /** What was subscribed to, with the number of seats. */
  items: z
    .array(z.object({ units: z.int().positive().nullish() }))
    .nullish()
    .catch(null),
  last_transaction_id: optionalId,
  last_transaction: transactionSchema.nullish(),
});

type Checkout = z.infer<typeof checkoutSchema>;
type Order = NonNullable<Checkout["order"]>;
type Subscription = z.infer<typeof subscriptionSchema>;
type PaidSubscription = z.infer<typeof paidSubscriptionSchema>;

export function readCheckout(object: unknown, occurredAt: string | null): Verdict {
  return readAs("checkout", checkoutSchema, object, (checkout) => {
    const { order } = checkout;
    if (!order) return ignored("no_order");
    if (order.status === "pending") return ignored("payment_pending");
    return order.type === "recurring"
      ? subscriptionBought(checkout, order, occurredAt)
      : purchase(checkout, order, occurredAt);
  });
}

function subscriptionBought(checkout: Checkout, order: Order, occurredAt: string | null): Verdict {
  if (!checkout.subscription) return unreadable("checkout.subscription: missing in a recurring order");
  return factVerdict({
    type: "subscription_started",
    subscription_id: checkout.subscription,
    // Names of the first charge, where the first charge is known.
    aliases: order.transaction ? checkoutAliases(checkout, order) : [],
    occurred_at: occurredAt,
    payer: payerOf(checkout),
    ...discountsOf([order.discount]),
  });
}

function purchase(checkout: Checkout, order: Order, occurredAt: string | null): Verdict {
  const amount = order.amount_paid ?? order.amount;
  if (amount === 0) return ignored("zero_amount");
  return factVerdict({
    type: "payment_succeeded",
    transaction_id: order.transaction ?? order.id,
    aliases: checkoutAliases(checkout, order),
    amount_cents: amount,
    ...(typeof order.amount_paid === "number" ? {} : estimated),
    tax_cents: order.tax_amount ?? null,
    currency: order.currency.toUpperCase(),
    occurred_at: occurredAt,
    payer: payerOf(checkout),
    subscription_id: null,
    is_recurring: false,
    subscription_interval: null,
    product_id: checkout.product ?? null,
    references: [],
    ...discountsOf([order.discount]),
  });
}

function checkoutAliases(checkout: Checkout, order: Order): Alias[] {
  return aliasesOf([
    ["transaction", order.transaction],
    ["order", order.id],
    ["checkout", checkout.id],
  ]);
}

function payerOf({ customer, metadata: keys }: Pick<Subscription, "customer" | "metadata">): Payer {
  return {
    ...attributionKeys([keys]),
    provider_customer_id: customerOf("creem", customer?.id),
    email: usableEmail(customer?.email),
  };
}

export function readSubscription(object: unknown, occurredAt: string | null): Verdict {
  return readAs("subscription", subscriptionSchema, object, (subscription) =>
    factVerdict({
      type: "subscription_started",
      subscription_id: subscription.id,
      aliases: [],
      occurred_at: occurredAt,
      payer: payerOf(subscription),
      ...discountsOf([subscription.discount]),
    }),
  );
}

export function readPaidSubscription(object: unknown, occurredAt: string | null): Verdict {
  return readAs("subscription", paidSubscriptionSchema, object, (subscription) => {
    const transaction = transactionOf(subscription);
    if (!transaction) return unreadable("subscription.last_transaction_id: missing in a paid subscription");
    const { amount, currency, tax, isPaid } = transaction;
    if (amount === null || currency === null) return unreadable("subscription: neither a transaction nor a price");
    if (amount === 0) return ignored("zero_amount");
    return factVerdict({
      type: "payment_succeeded",
      transaction_id: transaction.id,
      aliases: aliasesOf([["transaction", transaction.id]]),
      amount_cents: amount,
      ...(isPaid ? {} : estimated),
      tax_cents: tax,
      currency: currency.toUpperCase(),
      occurred_at: occurredAt,
      payer: payerOf(subscription),
      subscription_id: subscription.id,
      // Nothing distinguishes a first charge from a renewal; reported as a renewal, it counts as the first where none is known.
      is_recurring: true,
      subscription_interval: intervalOf(subscription.product.billing_period),
      product_id: subscription.product.id ?? null,
      references: [],
      ...discountsOf([subscription.discount]),
    });
  });
}

const estimated = { amount_kind: "estimate" } as const;

/** Older payloads name the charge by its id alone: its amount is then only the product's price for each seat. */
function transactionOf({ last_transaction, last_transaction_id, product, items }: PaidSubscription) {
  const units = items?.reduce((sum, item) => sum + (item.units ?? 1), 0) || 1;
  const amount = typeof product.price === "number" ? product.price * units : null;
  const price = { amount, currency: product.currency ?? null, tax: null, isPaid: false };
  if (!last_transaction) return last_transaction_id ? { id: last_transaction_id, ...price } : null;
  return {
    id: last_transaction.id,
    amount: last_transaction.amount_paid ?? last_transaction.amount ?? price.amount,
    currency: last_transaction.currency ?? price.currency,
    tax: last_transaction.tax_amount ?? null,
    isPaid: typeof last_transaction.amount_paid === "number",
  };
}

function intervalOf(billingPeriod: string | null | undefined) {
  return subscriptionInterval("month", monthsByPeriod.get(billingPeriod ?? "") ?? 0);
}
