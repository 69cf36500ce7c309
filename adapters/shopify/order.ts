// A Shopify order: what was received for it, and what leads it to its customer.
// It guarantees that money still owed is never counted, and that what was received stays the same through refunds and edits: an edit
// moves no money, the payment or refund that follows it does. Amounts are the buyer's, in the buyer's currency.
// Shopify states what is still owed in the shop's currency only; an order in another currency that owes money counts once it owes nothing.
// Written from: https://shopify.dev/docs/api/admin-rest/latest/resources/order (total_price_set, current_total_price_set,
// total_outstanding, refunds) and https://shopify.dev/docs/apps/build/orders-fulfillment/order-management-apps/edit-orders.
import { z } from "zod";
import type { Payer } from "../../src/core/vocabulary/facts.ts";
import { decimalText, minorUnits } from "../decimal.ts";
import {
  aliasesOf,
  attributionKeys,
  currencyCode,
  customerOf,
  discountsOf,
  factVerdict,
  ignored,
  reportedTime,
  unreadable,
  usableEmail,
  type Verdict,
} from "../reading.ts";

/** Financial states of an order that was paid in full, refunded later or not. */
const paidStatuses: ReadonlySet<string> = new Set(["paid", "partially_refunded", "refunded"]);
/** A renewal is an order that a subscription contract made, not a checkout. */
const renewalSource = /^subscription_contract/;

/** Ids are whole numbers; one that a double does not hold exactly would be another order's. */
export const resourceId = z.int().positive();
export const time = reportedTime.optional();
export const text = z.string().nullish().catch(null);

const money = z.object({ amount: decimalText, currency_code: currencyCode });
const moneySet = z.object({ presentment_money: money });

export const transactionSchema = z.object({
  kind: z.string(),
  status: z.string(),
  amount: decimalText,
  currency: currencyCode,
});

export type Transaction = z.infer<typeof transactionSchema>;

export const orderSchema = z.object({
  admin_graphql_api_id: z.string().regex(/^gid:\/\/shopify\/Order\/[1-9][0-9]*$/),
  financial_status: z.string().nullable(),
  currency: currencyCode.nullish().catch(null),
  total_price_set: moneySet,
  current_total_price_set: moneySet.nullish().catch(null),
  total_outstanding: decimalText.nullish().catch(null),
  total_tax_set: moneySet.nullish().catch(null),
  refunds: z
    .array(z.object({ transactions: z.array(transactionSchema) }))
    .nullish()
    .catch(null),
  created_at: time,
  processed_at: time,
  email: text,
  source_name: text,
  customer: z.object({ id: resourceId, email: text }).nullish().catch(null),
  note_attributes: z.array(z.unknown()).nullish().catch(null),
  discount_codes: z.unknown().optional(),
  line_items: z
    .array(z.object({ product_id: resourceId.nullish().catch(null) }))
    .nullish()
    .catch(null),
});

const attributeSchema = z.object({ name: z.string(), value: z.unknown() });

type Order = z.infer<typeof orderSchema>;

export function readOrder(order: Order): Verdict {
  const received = receivedOf(order);
  if (received === "not_paid") return ignored("payment_not_successful");
  if (received === "unreadable") {
    return unreadable("order.total_price_set.presentment_money: not an amount of its currency");
  }
  if (received.amountCents === 0) return ignored("zero_amount");
  const { currency_code: currency } = order.total_price_set.presentment_money;
  return factVerdict({
    type: "payment_succeeded",
    transaction_id: order.admin_graphql_api_id,
    aliases: aliasesOf([["order", order.admin_graphql_api_id]]),
    amount_cents: received.amountCents,
    // An edited order that is paid again reports more: the most that was reported counts.
    amount_kind: "part",
    tax_cents: taxOf(order, currency),
    currency: currency.toUpperCase(),
    occurred_at: order.processed_at ?? order.created_at ?? null,
    payer: payerOf(order),
    subscription_id: null,
    is_recurring: renewalSource.test(order.source_name ?? ""),
    subscription_interval: null,
    product_id: onlyProductOf(order),
    references: [],
    ...discountsOf([order.discount_codes]),
  });
}

/** What makes one state of an order another: what was received for it, or why it does not count. */
export function stateOfOrder(payload: unknown): string | null {
  const { data: order } = orderSchema.safeParse(payload);
  if (order === undefined) return null;
  const received = receivedOf(order);
  if (received === "unreadable") return null;
  if (received === "not_paid") return order.financial_status ?? "not_paid";
  return `${received.amountCents}${order.total_price_set.presentment_money.currency_code.toUpperCase()}`;
}

type Received = { readonly amountCents: number } | "not_paid" | "unreadable";

function receivedOf(order: Order): Received {
  if (!paidStatuses.has(order.financial_status ?? "")) return "not_paid";
  const { amount, currency_code: currency } = order.total_price_set.presentment_money;
  const total = minorUnits(amount, currency);
  if (total === null || total < 0) return "unreadable";
  const current = centsIn(order.current_total_price_set?.presentment_money, currency);
  const refunded = refundedCents(order.refunds ?? [], currency);
  const owed = owedOf(order, currency);
  if (owed === "in_another_currency") return "not_paid";
  if (current === null || refunded === null || owed === null) return { amountCents: total };
  // Never more than the order was worth: refunds that the current total does not reflect are not received twice.
  const amountCents = Math.min(current - owed + refunded, Math.max(total, current));
  return { amountCents: Math.max(0, amountCents) };
}

function centsIn(of: z.infer<typeof money> | undefined, currency: string): number | null {
  return of?.currency_code === currency ? minorUnits(of.amount, currency) : null;
}

/** Below zero where the buyer is owed what an edit took off. Null where it is not known in the buyer's currency. */
function owedOf(
  { total_outstanding, currency: ofShop }: Order,
  currency: string,
): number | "in_another_currency" | null {
  if (!total_outstanding || !ofShop) return null;
  const owed = minorUnits(total_outstanding, ofShop);
  if (owed === null || owed === 0 || ofShop === currency) return owed;
  return owed > 0 ? "in_another_currency" : null;
}

function refundedCents(refunds: readonly { readonly transactions: readonly Transaction[] }[], currency: string) {
  const amounts = refunds
    .flatMap(({ transactions }) => transactions)
    .filter(({ kind, status }) => kind === "refund" && status === "success")
    .map((of) => (of.currency === currency ? minorUnits(of.amount, currency) : null));
  return amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0);
}

function taxOf({ total_tax_set: taxes }: Order, currency: string): number | null {
  const tax = taxes?.presentment_money;
  return tax === undefined || tax.currency_code !== currency ? null : minorUnits(tax.amount, currency);
}

function payerOf({ note_attributes, customer, email }: Order): Payer {
  const attributes = (note_attributes ?? []).flatMap((attribute) => {
    const { data } = attributeSchema.safeParse(attribute);
    return data === undefined ? [] : [[data.name, data.value] as const];
  });
  return {
    ...attributionKeys([Object.fromEntries(attributes)]),
    provider_customer_id: customerOf("shopify", customer ? String(customer.id) : null),
    email: usableEmail(email ?? customer?.email),
  };
}

/** An order of several products is no one product's. */
function onlyProductOf({ line_items }: Order): string | null {
  const products = new Set((line_items ?? []).map(({ product_id }) => product_id ?? null));
  const [product] = products;
  return products.size === 1 && product ? String(product) : null;
}
