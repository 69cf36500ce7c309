// A second report of a recorded sale may know what the first did not: its subscription, the transfer that paid it, and the
// names its payer goes by. Whichever comes first, the books then know the same.
import type { Event, RecordedFact } from "../../events/events.ts";
import type { SaleRow } from "../../rows/sale-rows.ts";
import type { FoldContext } from "../context.ts";
import { noteCustomerEmail } from "../flags/customer-emails.ts";
import { examineSale } from "../flags/examine.ts";
import { identitiesOf, waitFor } from "../keys.ts";
import { withTransfer } from "../payment/evidence.ts";
import type { Payer } from "../payment/payer.ts";
import { learnAmount } from "../payment/payment-amount.ts";
import { learnCustomer, learnSubscription } from "../payment/subscription.ts";
import { freezeCustomer } from "./customer.ts";
import { decisionOn, evidenceOf, untaughtBy } from "./decided-by-hand.ts";

type PaymentEvent = Event<Extract<RecordedFact, { type: "payment_succeeded" }>>;

/** `countedCents` is the part of the payment that counts: of a transfer, at most the rest of its order's price. */
export function learnReport(
  context: FoldContext,
  event: PaymentEvent,
  payer: Payer,
  saleId: number,
  countedCents = event.data.amount_cents,
): void {
  const { books, arrived } = context;
  const untaught = untaughtBy(decisionOn(books, saleId));
  // Before the subscription: it may begin on the terms of a product that only this report names.
  const before = books.of.sale.get(saleId);
  learnAmount(context, { id: event.id, fact: { ...event.data, amount_cents: countedCents } }, saleId);
  const sale = books.of.sale.get(saleId);
  if (sale === undefined) return;
  // What its provider refunded in this currency has waited for it.
  if (sale.currency !== before?.currency)
    for (const { value } of event.data.aliases) arrived.add(waitFor.payment(value));
  learnSubscription(context, event.data, learnCustomer(context, sale, payer.customer_key));
  const learned = books.of.sale.get(saleId) ?? sale;
  const saleNow = withReport(withTransfer(learned, event.data), event.data);
  if (saleNow !== learned) books.of.sale.put(saleNow);
  if (payer.customer_key !== null && sale.customer_key === null) freezeCustomer(context, saleNow);
  learnIdentities(context, payer, saleNow);
  examineSale(context, saleId, payer);
  // This report may be its evidence: of the subscription it renews.
  if (evidenceOf(books, saleNow) !== null) learnUntaught(context, saleId, untaught);
}

/** Of reports of a payment which only a decision by hand had made a sale, and that now has evidence. */
export function learnUntaught(context: FoldContext, saleId: number, reports: readonly number[]): void {
  const { books } = context;
  for (const id of reports) {
    const event = books.eventsParked.get(id);
    if (event?.data.type !== "payment_succeeded") continue;
    learnReport(context, { ...event, data: event.data }, event.data.payer, saleId);
  }
  const sale = books.of.sale.get(saleId);
  if (sale !== undefined && reports.length > 0) freezeCustomer(context, sale);
}

type PaymentReport = {
  readonly amount_cents: number;
  readonly currency: string;
  readonly amount_kind?: "estimate" | "part";
  readonly collected?: SaleRow["collected"];
};

/**
 * Reports differ in amount, whichever of them holds. What is said of the amount already, as of an order's, says why. An estimate
 * and a part contradict nothing: they are made one with the rest.
 */
export function withReport(sale: SaleRow, reported: PaymentReport): SaleRow {
  const isExact =
    sale.collected === null && reported.amount_kind === undefined && (reported.collected ?? null) === null;
  if (!isExact) return sale;
  const isSame = reported.amount_cents === sale.amount_cents && reported.currency === sale.currency;
  return isSame || sale.reason !== null ? sale : { ...sale, reason: "amount_differs" };
}

/** Where the payment itself does not say which subscription it began, the subscription's beginning does. */
export function learnBeginning(context: FoldContext, subscriptionId: string, saleId: number): void {
  const sale = context.books.of.sale.get(saleId);
  if (sale === undefined) return;
  learnSubscription(context, { subscription_id: subscriptionId, is_recurring: false }, sale);
}

/** The provider's customer and the address lead to this sale's partner, if they were unknown before. */
export function learnIdentities(context: FoldContext, payer: Payer, sale: SaleRow): void {
  const { books, arrived } = context;
  const earned = evidenceOf(books, sale);
  if (earned === null) return;
  for (const identity of identitiesOf(payer)) {
    const known = books.of.identity.get(identity);
    if (known !== undefined) {
      // It is the first named customer's who pays by it.
      if (known.customer_key === null && sale.customer_key !== null) {
        books.of.identity.put({ ...known, customer_key: sale.customer_key });
      }
      continue;
    }
    books.of.identity.put({
      program_id: books.programId,
      identity,
      ...earned,
      customer_key: sale.customer_key,
    });
    arrived.add(waitFor.identity(identity));
  }
  noteCustomerEmail(context, sale.customer_key, payer.email_hash);
}
