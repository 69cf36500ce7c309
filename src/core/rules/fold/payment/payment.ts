// A payment a provider reports: the event is always kept, and the outcome says what it led to.
// Its names are one payment's in every outcome, also if no partner earned from it, since a call may still report it.

import type { Books } from "../../books.ts";
import { type Conclusion, duplicate, expired, ignored, recorded } from "../../conclusion.ts";
import type { NamedEvent } from "../../events/event-names.ts";
import type { DataOf } from "../../events/events.ts";
import type { PaymentReferenceRow } from "../../rows/reference-row.ts";
import type { Attribution, SaleAttribution, SaleRow } from "../../rows/sale-rows.ts";
import { attributionOf, ifBefore, isPartnerActive, windowOverrun } from "../attribution/attribution.ts";
import { couponOf, couponThatEarns } from "../attribution/coupon.ts";
import { evidenceOf, givenTo } from "../attribution/decided-by-hand.ts";
import { learnIdentities, learnReport } from "../attribution/learn-report.ts";
import { countSale, countTowards, registeredFor } from "../attribution/payment-reference.ts";
import { settleNamed } from "../attribution/settle-lead.ts";
import { tick } from "../checklist.ts";
import type { FoldContext } from "../context.ts";
import { examineNewSale } from "../flags/examine.ts";
import { type Payment, type ReportedPayment, recordSale, withSubscription } from "../sale.ts";
import { tookCurrency } from "../settings-in-force.ts";
import { nameAlias } from "./name-alias.ts";
import { awaitOrder, awaitPayment, park } from "./parking.ts";
import { attributePayer, inactiveProgram, namedBy, type Payer, wrongProgram } from "./payer.ts";
import { collectedOf } from "./payment-amount.ts";
import type { DecidedPayment } from "./payment-identity.ts";
import {
  adopt,
  adoptRefunds,
  firstReportedAt,
  merge,
  receivedTooLateAt,
  supersedeWaiting,
  unify,
} from "./same-payment.ts";
import { isVerified } from "./verified-amount.ts";

type PaymentEvent = NamedEvent<DataOf<"payment_succeeded">>;

export function foldPayment(context: FoldContext, event: PaymentEvent): Conclusion {
  const { books } = context;
  const { data } = event;
  tick(books, event, "webhook");
  const strange = wrongProgram(books, data.payer.program_id);
  if (strange !== undefined) return strange;
  if (event.is_test) {
    const inactive = inactiveProgram(context, event);
    if (inactive === undefined) tick(books, event, "sale");
    return inactive ?? recorded("Test payment recorded. No sale, commission or platform fee was created.");
  }
  const lateAt = receivedTooLateAt(books, aliasesOf(data));
  const known = unify(context, event, aliasesOf(data));
  const isImported = known?.state === "sale" && known.sale.imported !== null;
  const taken = isImported ? takeFromImport(context, event, { imported: known.sale, lateAt }) : undefined;
  if (taken !== undefined) return taken;
  if (known !== undefined) return repeatPayment(context, event, known);
  const conclusion = inactiveProgram(context, event) ?? earn(context, event);
  if (conclusion.reason === "reference_already_paid") awaitOrder(books, event);
  else if (conclusion.outcome === "ignored") awaitPayment(books, event);
  return conclusion;
}

/** It earns no second commission, but may bring what was not reported of the payment before. */
function repeatPayment(context: FoldContext, event: PaymentEvent, known: DecidedPayment): Conclusion {
  const { books } = context;
  if (known.state === "expired") {
    return duplicate("This payment was already received, outside the attribution window.", {
      reason: "attribution_window_expired",
      refersTo: known.paymentId,
    });
  }
  const { sale } = known;
  const order = registeredFor(books, event);
  const counts = order === undefined || isVerified(sale) ? undefined : countTowards(order, event.data.amount_cents);
  const counted = counts === null ? sale.amount_cents : counts?.amountCents;
  learnReport(context, event, payerOfOrder(order, event.data.payer), sale.sale_id, counted);
  if (order !== undefined) countSale(books, order, sale.sale_id);
  return duplicate("This payment is already recorded as a sale.", { reason: "same_payment", refersTo: sale.sale_id });
}

function earn(context: FoldContext, event: PaymentEvent): Conclusion {
  const { books } = context;
  const { data } = event;
  const order = registeredFor(books, event);
  const payer = payerOfOrder(order, data.payer);
  const payment = paymentOf(books, event, payer, order);
  if (payment === undefined) {
    return ignored("unsupported_currency", `The program takes no sales in ${data.currency}: no sale was created.`);
  }
  const given = givenTo(books, event.id);
  const evidence = given === undefined ? attribute(books, event, payer, payment) : null;
  const earned = given ?? evidence;
  if (earned == null || evidence === undefined) {
    for (const alias of payment.aliases) keepAlias(books, alias, event.id);
    return park(
      books,
      event,
      "no_attribution",
      "Nothing this payment names is known yet: it waits for a lead or subscription that is, by a click from before it.",
    );
  }
  if (!isPartnerActive(books, earned.partner_id)) {
    return partnerInactive();
  }
  return order === undefined
    ? recordPayment(context, event, { payment, payer, earned, evidence })
    : recordTransfer(context, event, { payment, payer, earned, evidence, order });
}

/**
 * Another tool had reported this payment: it is a sale of ours, with commission and fee by the terms, and the imported sale repeats it.
 * It is whose its own evidence says, and else whose the import says. Undefined where it is no sale of ours, and the import stays.
 */
function takeFromImport(
  context: FoldContext,
  event: PaymentEvent,
  { imported, lateAt }: { readonly imported: SaleRow; readonly lateAt: Date | undefined },
): Conclusion | undefined {
  const { books } = context;
  const order = registeredFor(books, event);
  const payer = payerOfOrder(order, event.data.payer);
  const reported = paymentOf(books, event, payer, order);
  if (reported === undefined || inactiveProgram(context, event) !== undefined) return undefined;
  const counted =
    order === undefined
      ? { amountCents: reported.amount_cents, note: null }
      : countTowards(order, reported.amount_cents);
  if (counted === null) return undefined;
  const payment = { ...reported, amount_cents: counted.amountCents, note: counted.note };
  const evidence = attributeInTime(books, event, payer, { payment, lateAt });
  const earned = evidence ?? evidenceOf(books, imported);
  if (earned === null) return undefined;
  if (evidence !== undefined) settleNamed(context, event, namedBy(payer));
  const { sale } = recordSale(context, event, payment, earned);
  merge(context, sale.sale_id, imported.sale_id);
  // Whose they are the import may have said.
  learnIdentities(context, payer, books.of.sale.get(sale.sale_id) ?? sale);
  examineNewSale(context, sale.sale_id, payer);
  if (order !== undefined) countSale(books, order, sale.sale_id);
  return recorded("Sale recorded. It had been imported before.");
}

/** By its own evidence alone: undefined if that names no active partner, or came too late. */
function attributeInTime(
  books: Books,
  event: PaymentEvent,
  payer: Payer,
  { payment, lateAt }: { readonly payment: Payment; readonly lateAt: Date | undefined },
): Attribution | undefined {
  const reportedAt = firstReportedAt(books, event, payment.aliases);
  const first = lateAt !== undefined && lateAt < reportedAt ? lateAt : reportedAt;
  const found = attribute(books, event, payer, payment, first);
  const isLate = found !== undefined && payment.renewed === undefined && windowOverrun(books, event, found) !== null;
  const earned = isLate ? couponThatEarns(books, event, first) : found;
  return earned !== undefined && isPartnerActive(books, earned.partner_id) ? earned : undefined;
}

function partnerInactive(): Conclusion {
  return ignored("partner_inactive", "The attributed partner is not active: no sale was created.");
}

type Attributed = {
  readonly payment: Payment;
  readonly payer: Payer;
  readonly earned: SaleAttribution;
  /** Null where it is given by hand: no window is asked, and nothing that a browser claimed is settled by it. */
  readonly evidence: Attribution | null;
};

function recordPayment(context: FoldContext, event: PaymentEvent, attributed: Attributed): Conclusion {
  const { books } = context;
  const { payment, payer, earned, evidence } = attributed;
  const overrun = payment.renewed !== undefined || evidence === null ? null : windowOverrun(books, event, evidence);
  // An expired click falls back to the coupon.
  const coupon =
    overrun === null ? undefined : couponThatEarns(books, event, firstReportedAt(books, event, payment.aliases));
  if (coupon !== undefined) {
    if (!isPartnerActive(books, coupon.partner_id)) return partnerInactive();
    return recordPayment(context, event, { payment, payer, earned: coupon, evidence: coupon });
  }
  const waited = supersedeWaiting(context, event.id, payment.aliases, event.id);
  if (overrun !== null) {
    for (const alias of payment.aliases) nameAlias(context, alias, event.id);
    adoptRefunds(context, waited, event.id);
    return expired({ kind: "expired", ...overrun });
  }
  if (evidence !== null) settleNamed(context, event, namedBy(payer));
  const { sale } = recordSale(context, event, payment, earned);
  learnIdentities(context, payer, sale);
  examineNewSale(context, sale.sale_id, payer);
  adopt(context, waited, sale.sale_id);
  return recorded("Sale recorded.");
}

/** A transfer for a registered order: only what the order still costs counts. */
function recordTransfer(
  context: FoldContext,
  event: PaymentEvent,
  attributed: Attributed & { readonly order: PaymentReferenceRow },
): Conclusion {
  const { order, payment } = attributed;
  if (order.currency !== null && order.currency !== payment.currency) {
    return ignored("other_currency", `The order was registered in ${order.currency}: amounts are never converted.`, {
      refersTo: order.event_id,
    });
  }
  const counted = countTowards(order, payment.amount_cents);
  if (counted === null) {
    return ignored("reference_already_paid", "The order this transfer names is paid already.", {
      refersTo: order.event_id,
    });
  }
  const { amountCents, note } = counted;
  const conclusion = recordPayment(context, event, {
    ...attributed,
    payment: { ...payment, amount_cents: amountCents, note },
  });
  if (conclusion.outcome === "recorded") countSale(context.books, order, event.id);
  return conclusion;
}

/** Metadata first, where there is any; then what the brand registered. */
export function payerOfOrder(order: PaymentReferenceRow | undefined, payer: Payer): Payer {
  if (order === undefined) return payer;
  return {
    ...payer,
    click_id: payer.click_id ?? order.click_id,
    customer_key: payer.customer_key ?? order.customer_key,
  };
}

function paymentOf(
  books: Books,
  event: PaymentEvent,
  payer: Payer,
  order: PaymentReferenceRow | undefined,
): Payment | undefined {
  const { data } = event;
  if (!tookCurrency(books, event.id, data.currency)) return undefined;
  const reported: ReportedPayment = {
    transaction_id: data.transaction_id,
    aliases: aliasesOf(data),
    amount_cents: data.amount_cents,
    tax_cents: data.tax_cents,
    currency: data.currency,
    customer_key: payer.customer_key,
    sale_type: data.subscription_id === null ? "payment" : "subscription",
    is_recurring: data.is_recurring,
    subscription_id: data.subscription_id,
    subscription_interval: data.subscription_interval,
    product_id: data.product_id ?? order?.product_id ?? null,
    provider: event.source,
    provider_payment_id: data.transaction_id,
    note: null,
    chain_transfer: data.chain_transfer ?? null,
    coupon_code: couponOf(books, event)?.code ?? null,
    collected: collectedOf(data),
  };
  return withSubscription(books, reported, event.received_at);
}

function aliasesOf({ transaction_id, aliases }: PaymentEvent["data"]): string[] {
  return [...new Set([transaction_id, ...aliases.map((alias) => alias.value)])];
}

/** By what was there when the payment was first reported, however often it is reported again. */
function attribute(
  books: Books,
  event: PaymentEvent,
  payer: Payer,
  payment: Payment,
  receivedAt = firstReportedAt(books, event, payment.aliases),
): Attribution | undefined {
  const { renewed } = payment;
  if (renewed !== undefined) return ifBefore(receivedAt, attributionOf(renewed));
  return attributePayer(books, payer, { subscriptionId: payment.subscription_id, event, receivedAt });
}

function keepAlias(books: Books, alias: string, eventId: number): void {
  if (books.of.payment_alias.get(alias) !== undefined) return;
  books.of.payment_alias.put({ program_id: books.programId, alias, payment_id: eventId });
}
