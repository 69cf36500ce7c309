// Stripe's invoices: charges of subscriptions and what was billed by hand, in payload shapes before and after 2025-03-31.
// It guarantees that an invoice is one payment however many charges paid it, and that money paid out of band is not counted
// where the payload has it. Since 2025-03-31 it does not: `amount_paid` holds such money too and the flag is gone, so the
// amount is an estimate, which the invoice's payments (`invoice_payment.paid`) correct where the endpoint sends them.
// Written from: https://docs.stripe.com/api/invoices/object, https://docs.stripe.com/changelog/basil.
import { z } from "zod";
import { idText, type PaymentSucceeded } from "../../src/core/vocabulary/facts.ts";
import type { Verdict } from "../reading.ts";
import {
  aliasesOf,
  cents,
  currencyCode,
  factVerdict,
  ignored,
  readAs,
  subscriptionInterval,
  taxCents,
} from "../reading.ts";
import { discountsOfStripe } from "./discounts.ts";
import { payerOf } from "./payer.ts";

const secondsPerDay = 86_400;

/** Never a subscription's first charge: the subscription is there before any of them. */
const laterBillingReasons: ReadonlySet<string> = new Set([
  "subscription_cycle",
  "subscription_update",
  "subscription_threshold",
  // Invoices of subscriptions from before May 2018.
  "subscription",
]);
/** Made by hand or for pending items: about a subscription only if they name one, and then it is there already. */
const laterBillingReasonsIfSubscribed: ReadonlySet<string> = new Set([
  "manual",
  "automatic_pending_invoice_item_invoice",
]);

const optionalId = idText.nullish();
const metadata = z.unknown().optional();
const text = z.string().nullish();

const lineSchema = z.object({
  /** Negative where an earlier charge is credited. */
  amount: z.int().nullish(),
  type: text,
  parent: z
    .object({ type: text, subscription_item_details: z.object({ proration: z.boolean().nullish() }).nullish() })
    .nullish(),
  proration: z.boolean().nullish(),
  period: z.object({ start: z.int(), end: z.int() }).nullish(),
  price: z
    .object({
      product: optionalId,
      recurring: z.object({ interval: z.string(), interval_count: z.int() }).nullish(),
    })
    .nullish(),
  plan: z.object({ product: optionalId, interval: z.string(), interval_count: z.int() }).nullish(),
  pricing: z.object({ price_details: z.object({ product: optionalId }).nullish() }).nullish(),
  metadata,
});

const invoicePaymentSchema = z.object({
  status: text,
  amount_paid: cents.nullish(),
  payment: z.object({ type: text, payment_intent: optionalId, charge: optionalId }),
});

const invoiceSchema = z.object({
  id: idText,
  status: text,
  amount_paid: cents,
  currency: currencyCode,
  billing_reason: text,
  paid_out_of_band: z.boolean().nullish(),
  tax: taxCents,
  total_taxes: z
    .array(z.object({ amount: z.int() }))
    .nullish()
    .catch(null),
  parent: z.object({ subscription_details: z.object({ subscription: optionalId, metadata }).nullish() }).nullish(),
  subscription: optionalId,
  subscription_details: z.object({ metadata }).nullish(),
  payment_intent: optionalId,
  charge: optionalId,
  /** Only where the endpoint expands it. */
  payments: z.object({ data: z.array(invoicePaymentSchema), has_more: z.boolean().nullish() }).nullish(),
  customer: optionalId,
  customer_account: optionalId,
  customer_email: text,
  /** Before 2025-03-31, and what the endpoint expands; else only the ids of discounts, which are no code's. */
  discount: z.unknown().optional(),
  discounts: z.unknown().optional(),
  lines: z.object({ data: z.array(lineSchema) }).nullish(),
  metadata,
});

type Invoice = z.infer<typeof invoiceSchema>;
type InvoiceLine = z.infer<typeof lineSchema>;

export function readInvoice(object: unknown, occurredAt: string): Verdict {
  return readAs("invoice", invoiceSchema, object, (invoice) => {
    if (invoice.paid_out_of_band) return ignored("paid_out_of_band");
    if (invoice.amount_paid === 0) return ignored("zero_amount");
    // Since 2025-03-31 an invoice can be paid in parts; it counts once, when it is paid in full.
    if (invoice.status && invoice.status !== "paid") return ignored("invoice_not_paid_in_full");
    const through = paidThroughStripe(invoice);
    if (through === 0) return ignored("paid_out_of_band");
    if (through !== null) return invoicePayment(invoice, occurredAt, { amount_cents: through });
    const { amount_paid: amount_cents } = invoice;
    // The flag left the shape together with what it said.
    const isExact = invoice.paid_out_of_band !== undefined;
    return invoicePayment(invoice, occurredAt, isExact ? { amount_cents } : { amount_cents, amount_kind: "estimate" });
  });
}

/** The sum of the payments an invoice carries, without those Stripe only took note of; null where it does not carry them all. */
function paidThroughStripe({ payments }: Invoice): number | null {
  if (!payments || payments.data.length === 0 || payments.has_more) return null;
  const paid = payments.data.filter(({ status }) => status === "paid");
  if (paid.length === 0 || paid.some(({ amount_paid }) => typeof amount_paid !== "number")) return null;
  const through = paid.filter(({ payment }) => payment.type !== "payment_record");
  return through.reduce((sum, { amount_paid }) => sum + (amount_paid ?? 0), 0);
}

type Amount = Pick<PaymentSucceeded, "amount_cents" | "amount_kind">;

function invoicePayment(invoice: Invoice, occurredAt: string, amount: Amount): Verdict {
  const lines = invoice.lines?.data ?? [];
  const line = tellingLine(lines);
  const subscription = invoice.parent?.subscription_details?.subscription ?? invoice.subscription ?? null;
  return factVerdict({
    type: "payment_succeeded",
    transaction_id: invoice.id,
    aliases: invoiceAliases(invoice),
    ...amount,
    tax_cents: taxOf(invoice),
    currency: invoice.currency.toUpperCase(),
    occurred_at: occurredAt,
    payer: payerOf({
      metadata: [
        invoice.parent?.subscription_details?.metadata,
        invoice.subscription_details?.metadata,
        invoice.metadata,
        ...lines.map((each) => each.metadata),
      ],
      customer: invoice.customer,
      customer_account: invoice.customer_account,
      email: invoice.customer_email,
    }),
    subscription_id: subscription,
    is_recurring: isRecurring(invoice.billing_reason, subscription),
    subscription_interval: line ? intervalOfLine(line) : null,
    product_id: line?.pricing?.price_details?.product ?? line?.price?.product ?? line?.plan?.product ?? null,
    references: [],
    ...discountsOfStripe([invoice.discount, invoice.discounts]),
  });
}

function taxOf({ total_taxes, tax }: Invoice): number | null {
  const sum = total_taxes?.reduce((taxes, { amount }) => taxes + amount, 0) ?? tax ?? null;
  return Number.isSafeInteger(sum) ? sum : null;
}

function invoiceAliases(invoice: Invoice) {
  return aliasesOf([
    ["invoice", invoice.id],
    ["payment_intent", invoice.payment_intent],
    ["charge", invoice.charge],
    ...(invoice.payments?.data ?? []).flatMap(({ payment }) => [
      ["payment_intent", payment.payment_intent] as const,
      ["charge", payment.charge] as const,
    ]),
  ]);
}

function isRecurring(billingReason: string | null | undefined, subscription: string | null): boolean {
  if (!billingReason) return false;
  if (laterBillingReasons.has(billingReason)) return true;
  return laterBillingReasonsIfSubscribed.has(billingReason) && subscription !== null;
}

/** The line that names product and interval: what was subscribed to or, where all is prorated or one-off, the dearest. */
function tellingLine(lines: readonly InvoiceLine[]): InvoiceLine | undefined {
  const subscribed = lines.find((line) => isSubscriptionLine(line) && !isProration(line));
  return subscribed ?? lines.toSorted((one, other) => (other.amount ?? 0) - (one.amount ?? 0)).at(0);
}

function isSubscriptionLine(line: InvoiceLine): boolean {
  return line.type === "subscription" || line.parent?.type === "subscription_item_details";
}

function isProration(line: InvoiceLine): boolean {
  return line.proration ?? line.parent?.subscription_item_details?.proration ?? false;
}

/** Lines no longer have the price's interval since 2025-03-31; a whole line's period is as long as the interval. */
function intervalOfLine(line: InvoiceLine) {
  const recurring = line.price?.recurring ?? line.plan;
  if (recurring) return subscriptionInterval(recurring.interval, recurring.interval_count);
  if (!line.period || !isSubscriptionLine(line) || isProration(line)) return null;
  return subscriptionInterval("month", wholeMonths(line.period.start, line.period.end));
}

/** 0 when the time between is not a whole number of calendar months (four weeks are one only in February). */
function wholeMonths(startSeconds: number, endSeconds: number): number {
  const start = new Date(startSeconds * 1000);
  const end = new Date(endSeconds * 1000);
  const dayDifference = end.getUTCDate() - start.getUTCDate();
  // Billing on the 31st means the 30th or 28th in shorter months.
  const sameDay = dayDifference === 0 || (dayDifference > 0 ? isLastDayOfMonth(start) : isLastDayOfMonth(end));
  if (!sameDay || (endSeconds - startSeconds) % secondsPerDay !== 0) return 0;
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
}

function isLastDayOfMonth(date: Date): boolean {
  return new Date(date.getTime() + secondsPerDay * 1000).getUTCDate() === 1;
}
