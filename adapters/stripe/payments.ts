// Stripe's money in: checkout sessions and invoices, in payload shapes before and after 2025-03-31.
// It guarantees one transaction id per payment (`invoice ?? payment_intent ?? session`), so that a session and the
// invoice it made meet under one name, and that a subscription is charged by its invoices only.
// It never reads `client_reference_id` (brands keep their own carts there) and never counts money paid out of band:
// `invoice.paid` tells of that and `invoice.payment_succeeded` does not, and both must give the same books.
// Written from: https://docs.stripe.com/api/checkout/sessions/object, https://docs.stripe.com/api/invoices/object.
import { z } from "zod";
import type { Payer } from "../../src/core/facts.ts";
import { idText } from "../../src/core/facts.ts";
import type { Verdict } from "../reading.ts";
import {
  aliasesOf,
  attributionKeys,
  cents,
  currencyCode,
  factVerdict,
  ignored,
  readAs,
  subscriptionInterval,
  taxCents,
  unreadable,
  usableEmail,
} from "../reading.ts";

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

const sessionSchema = z.object({
  id: idText,
  mode: z.enum(["payment", "subscription", "setup"]),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  amount_total: cents.nullish(),
  currency: currencyCode.nullish(),
  total_details: z.object({ amount_tax: taxCents }).nullish(),
  payment_intent: optionalId,
  invoice: optionalId,
  subscription: optionalId,
  customer: optionalId,
  customer_details: z.object({ email: text }).nullish(),
  customer_email: text,
  metadata,
});

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
  payments: z
    .object({ data: z.array(z.object({ payment: z.object({ payment_intent: optionalId, charge: optionalId }) })) })
    .nullish(),
  customer: optionalId,
  customer_email: text,
  lines: z.object({ data: z.array(lineSchema) }).nullish(),
  metadata,
});

type Session = z.infer<typeof sessionSchema>;
type Invoice = z.infer<typeof invoiceSchema>;
type InvoiceLine = z.infer<typeof lineSchema>;

export function readCheckoutSession(object: unknown, occurredAt: string): Verdict {
  return readAs("checkout.session", sessionSchema, object, (session) => {
    switch (session.mode) {
      case "setup":
        return ignored("setup_mode");
      case "subscription":
        return subscriptionStarted(session, occurredAt);
      case "payment":
        return sessionPayment(session, occurredAt);
    }
  });
}

function subscriptionStarted(session: Session, occurredAt: string): Verdict {
  if (!session.subscription) return unreadable("checkout.session.subscription: missing in subscription mode");
  return factVerdict({
    type: "subscription_started",
    subscription_id: session.subscription,
    // The session and the invoice are names of the subscription's first payment.
    aliases: aliasesOf([
      ["checkout_session", session.id],
      ["invoice", session.invoice],
    ]),
    occurred_at: occurredAt,
    payer: sessionPayer(session),
  });
}

function sessionPayment(session: Session, occurredAt: string): Verdict {
  if (session.payment_status === "unpaid") return ignored("awaiting_async_payment");
  if (session.payment_status === "no_payment_required") return ignored("no_payment_required");
  if (session.amount_total === 0) return ignored("zero_amount");
  if (!session.amount_total) return unreadable("checkout.session.amount_total: missing in a paid session");
  if (!session.currency) return unreadable("checkout.session.currency: missing in a paid session");
  return factVerdict({
    type: "payment_succeeded",
    transaction_id: session.invoice ?? session.payment_intent ?? session.id,
    aliases: aliasesOf([
      ["invoice", session.invoice],
      ["payment_intent", session.payment_intent],
      ["checkout_session", session.id],
    ]),
    amount_cents: session.amount_total,
    tax_cents: session.total_details?.amount_tax ?? null,
    currency: session.currency.toUpperCase(),
    occurred_at: occurredAt,
    payer: sessionPayer(session),
    subscription_id: null,
    is_recurring: false,
    subscription_interval: null,
    // Line items are not in the event.
    product_id: null,
    references: [],
  });
}

function sessionPayer(session: Session): Payer {
  return {
    ...attributionKeys([session.metadata]),
    provider_customer_id: customerId(session.customer),
    email: usableEmail(session.customer_details?.email ?? session.customer_email),
  };
}

export function readInvoice(object: unknown, occurredAt: string): Verdict {
  return readAs("invoice", invoiceSchema, object, (invoice) => {
    if (invoice.paid_out_of_band) return ignored("paid_out_of_band");
    if (invoice.amount_paid === 0) return ignored("zero_amount");
    // Since 2025-03-31 an invoice can be paid in parts; it counts once, when it is paid in full.
    if (invoice.status && invoice.status !== "paid") return ignored("invoice_not_paid_in_full");
    return invoicePayment(invoice, occurredAt);
  });
}

function invoicePayment(invoice: Invoice, occurredAt: string): Verdict {
  const lines = invoice.lines?.data ?? [];
  const line = tellingLine(lines);
  const subscription = invoice.parent?.subscription_details?.subscription ?? invoice.subscription ?? null;
  return factVerdict({
    type: "payment_succeeded",
    transaction_id: invoice.id,
    aliases: invoiceAliases(invoice),
    amount_cents: invoice.amount_paid,
    tax_cents: taxOf(invoice),
    currency: invoice.currency.toUpperCase(),
    occurred_at: occurredAt,
    payer: {
      ...attributionKeys([
        invoice.parent?.subscription_details?.metadata,
        invoice.subscription_details?.metadata,
        invoice.metadata,
        ...lines.map((each) => each.metadata),
      ]),
      provider_customer_id: customerId(invoice.customer),
      email: usableEmail(invoice.customer_email),
    },
    subscription_id: subscription,
    is_recurring: isRecurring(invoice.billing_reason, subscription),
    subscription_interval: line ? intervalOfLine(line) : null,
    product_id: line?.pricing?.price_details?.product ?? line?.price?.product ?? line?.plan?.product ?? null,
    references: [],
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

/** Lines stopped telling the price's interval on 2025-03-31; a whole line's period is as long as the interval. */
function intervalOfLine(line: InvoiceLine) {
  const recurring = line.price?.recurring ?? line.plan;
  if (recurring) return subscriptionInterval(recurring.interval, recurring.interval_count);
  if (!line.period || !isSubscriptionLine(line) || isProration(line)) return null;
  return subscriptionInterval("month", wholeMonths(line.period.start, line.period.end));
}

/** 0 when the time between is no whole number of calendar months (four weeks are none, except in February). */
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

function customerId(customer: string | null | undefined): string | null {
  return customer ? `stripe:${customer}` : null;
}
