// A payment is given to a partner by hand, or taken from one, with a reason; and either is undone.
// Policy, hold and fee are those of when the payment was received, as ever; what was paid out is laid over what is due then. The
// decision is about this payment. A customer whose first sale it is is bound to its partner until the decision is undone; the
// decision does not bind the payer's other names or its subscription.

import type { Books } from "../../books.ts";
import { type Conclusion, recorded, refused } from "../../conclusion.ts";
import type { AttributionRemoved, AttributionSet, AttributionUndone } from "../../events/attribution-events.ts";
import type { NamedEvent } from "../../events/event-names.ts";
import type { Event } from "../../events/events.ts";
import { referralIdOf } from "../../referral-id.ts";
import { type ManualAttributionRow, nothingHidden, revived, stored } from "../../rows/manual-attribution-row.ts";
import type { Attribution, SaleAttribution, SaleRow } from "../../rows/sale-rows.ts";
import { endHold } from "../commission-hold.ts";
import type { FoldContext, FoldEvent } from "../context.ts";
import { endFlags } from "../flags/flags.ts";
import { endForfeits } from "../forfeits.ts";
import { waitFor } from "../keys.ts";
import { isReleased, keepAsSamePayment, keepOutcome } from "../outcome.ts";
import { takeImportedPaymentBack } from "../payment/imported-payment.ts";
import { nameAlias } from "../payment/name-alias.ts";
import { awaitKeys, unpark } from "../payment/parking.ts";
import { attributeAnew } from "../payment/payment-amount.ts";
import { paymentReportedBy } from "../payment/payment-identity.ts";
import { paysRecruiters, restartReferral } from "../referral.ts";
import { takeRefundsOf } from "../reversal/reversal-moves.ts";
import { dropChanges } from "../sale-change.ts";
import { attributionByCustomer, isPartnerActive } from "./attribution.ts";
import { bindByHand, unbindByHand } from "./customer-binding.ts";
import { decisionOn, evidenceOf } from "./decided-by-hand.ts";
import { recountOrder } from "./payment-reference.ts";
import { byName, deleteSale, takeSaleOut } from "./removed-sales.ts";

/** `fold` is the fold of the payment's own type. */
export function foldAttributionSet(context: FoldContext, event: Event<AttributionSet>, fold: FoldEvent): Conclusion {
  const { books } = context;
  const known = paymentReportedBy(books, event.data.event_id);
  if (known?.state === "sale") return giveSale(context, event, known.sale);
  const { event_id: eventId } = event.data;
  const isLeft = books.of.outcome.get(eventId)?.reason === "partner_inactive";
  if (known?.state === "waiting" || isLeft) {
    const waiting = books.eventsParked.get(known?.paymentId ?? eventId);
    if (waiting?.data.type === "payment_succeeded") return giveWaiting(context, event, waiting, fold);
  }
  return refused("not_attributable", notAttributable);
}

const notAttributable =
  "Only a payment that waits for a partner, whose partner had left, or that was removed from its partner manually can be attributed: this event is not one of these, or came too late for its click.";

/** It was taken from another. */
function giveSale(context: FoldContext, event: Event<AttributionSet>, sale: SaleRow): Conclusion {
  const { books } = context;
  const decision = decisionOn(books, sale.sale_id);
  if (decision?.state !== "removed") {
    return refused(
      "already_attributed",
      `Sale ${sale.sale_id} is partner ${sale.partner_id}'s: take that away first.`,
      {
        refersTo: sale.sale_id,
      },
    );
  }
  const given = wished(books, event, sale.customer_key);
  if ("outcome" in given) return given;
  const decided_at = event.received_at;
  const now = { ...decision, event_id: event.id, decided_at, state: "given", given: stored(given) } as const;
  books.of.manual_attribution.put(now);
  // Its customer is the one that a report of it names, or none yet: the decision may be undone, and that customer's payments must earn.
  attributeAnew(context, sale, given);
  bindByHand(context, sale);
  return recorded("Sale attributed by hand.", { refersTo: sale.sale_id });
}

function giveWaiting(
  context: FoldContext,
  event: Event<AttributionSet>,
  payment: NamedEvent,
  fold: FoldEvent,
): Conclusion {
  const { books } = context;
  const given = wished(books, event, "payer" in payment.data ? payment.data.payer.customer_key : null);
  if ("outcome" in given) return given;
  const lifted = books.of.manual_attribution.get(payment.id);
  const mark = books.mark();
  unpark(books, payment.id);
  books.of.manual_attribution.put({
    program_id: books.programId,
    payment_id: payment.id,
    event_id: event.id,
    decided_at: event.received_at,
    state: "given",
    given: stored(given),
    evidence: null,
    hidden: null,
    reports: [],
  });
  const conclusion = fold(context, payment);
  const sale = books.of.sale.get(payment.id);
  if (conclusion.outcome !== "recorded" || sale === undefined) {
    books.rollback(mark);
    return refused("not_attributable", `The payment cannot become a sale: ${conclusion.message}`);
  }
  const named = { ...sale, customer_key: sale.customer_key ?? event.data.customer_key };
  books.of.sale.put(named);
  if (sale.customer_key === null) bindByHand(context, named);
  if (lifted !== undefined) takeRefundsOf(context, lifted, named);
  keepOutcome(books, payment.id, { ...conclusion, reason: "settled", refersTo: event.id });
  return recorded("Payment attributed by hand.", { refersTo: payment.id });
}

/** Whom it is to be given to, or why it cannot be. */
function wished(
  books: Books,
  { data, received_at }: Event<AttributionSet>,
  ownCustomer: string | null,
): SaleAttribution | Conclusion {
  const { partner_id: partnerId, customer_key: customerKey } = data;
  if (customerKey !== null && ownCustomer !== null && customerKey !== ownCustomer) {
    return refused("not_attributable", "The payment names another customer.");
  }
  const customer = customerKey === null ? undefined : books.of.customer.get(customerKey);
  if (customerKey !== null && (customer === undefined || customer.is_provisional)) {
    return refused("no_attribution", "This customer is bound to no partner, or only by a browser's word.");
  }
  const bound = customer && attributionByCustomer(books, customer, received_at);
  const given = bound ?? { partner_id: partnerId ?? 0, click_id: null, clicked_at: null, revisited_at: null };
  if (books.of.partner.get(given.partner_id) === undefined) {
    return refused("unknown_partner", `Program ${books.programId} has no partner ${given.partner_id}.`);
  }
  if (isPartnerActive(books, given.partner_id)) return given;
  return refused("partner_inactive", `Partner ${given.partner_id} is not active: it earns nothing.`);
}

export function foldAttributionRemoved(context: FoldContext, event: Event<AttributionRemoved>): Conclusion {
  const { books } = context;
  const known = paymentReportedBy(books, event.data.event_id);
  const before = known && decisionOn(books, known.paymentId);
  if (known?.state !== "sale" || before?.state === "removed") {
    return refused("not_attributed", "This event is of no sale that a partner has.");
  }
  const evidence = evidenceOf(books, known.sale);
  books.of.manual_attribution.put({
    program_id: books.programId,
    payment_id: known.paymentId,
    event_id: event.id,
    decided_at: event.received_at,
    state: "removed",
    given: null,
    evidence: evidence && stored(evidence),
    hidden: null,
    reports: before?.reports ?? [],
  });
  unbindByHand(context, known.sale);
  takeSaleOut(context, known.sale);
  return recorded("The sale is no longer its partner's.", { refersTo: known.paymentId });
}

export function foldAttributionUndone(context: FoldContext, event: Event<AttributionUndone>): Conclusion {
  const { books } = context;
  const known = paymentReportedBy(books, event.data.event_id);
  const decision = known && decisionOn(books, known.paymentId);
  if (known?.state !== "sale" || decision === undefined) {
    return refused("not_attributed", "Nothing was decided by hand of this payment, or it is undone already.");
  }
  unbindByHand(context, known.sale);
  if (decision.evidence === null) awaitAnew(context, known.sale, decision);
  else {
    books.of.manual_attribution.delete(decision);
    attributeAnew(context, known.sale, revived<Attribution>(decision.evidence));
  }
  return recorded("The decision is undone: the payment's evidence counts again.", { refersTo: known.paymentId });
}

/** What people decided about a commission leaves with it. */
function endDecisions(books: Books, id: number): void {
  endHold(books, id);
  endForfeits(books, id);
  endFlags(books, id);
}

/** Only the decision made it a sale: the reports of the payment are folded again, in their order. */
function awaitAnew(context: FoldContext, sale: SaleRow, decision: ManualAttributionRow): void {
  const { books, arrived } = context;
  // What providers reported comes again with its events; a call does not wait.
  const refunds = byName(books.of.refund.list(sale.sale_id), ({ refund_key }) => refund_key);
  const called = refunds.filter((refund) => refund.call_event_id !== null);
  for (const eventId of decision.reports) takeImportedPaymentBack(books, books.eventsParked.get(eventId), sale.sale_id);
  deleteSale(context, sale);
  restartReferral(books, sale.sale_id);
  endDecisions(books, sale.sale_id);
  if (paysRecruiters(books)) endDecisions(books, referralIdOf(sale.sale_id));
  dropChanges(context, sale);
  if (called.length === 0) books.of.manual_attribution.delete(decision);
  else {
    const hidden = { ...nothingHidden, refunds: called.map(stored) };
    books.of.manual_attribution.put({ ...decision, state: "lifted", given: null, hidden, reports: [] });
  }
  const reports = [sale.sale_id, ...decision.reports];
  // Reported under one name, it came too late: then all of it did.
  const tooLate = reports.find((id) => books.of.outcome.get(id)?.outcome === "expired");
  for (const eventId of reports) {
    const event = books.eventsParked.get(eventId);
    if (event === undefined) throw new Error(`event ${eventId} was never loaded`);
    const aliases = (event.names().aliases ?? []).filter((alias) => alias !== null).map(String);
    if (tooLate === undefined) {
      forgetAliases(books, aliases, sale.sale_id);
      askAgain(books, event);
    } else {
      for (const alias of aliases) nameAlias(context, alias, tooLate);
      leaveTooLate(books, event, tooLate);
    }
    for (const alias of aliases) arrived.add(waitFor.payment(alias));
  }
  recountOrder(context, sale.payment_reference);
}

/** A payment came too late by whichever report said so; what belongs to it is asked of that one. */
function leaveTooLate(books: Books, event: NamedEvent, tooLate: number): void {
  const outcome = books.of.outcome.get(event.id);
  if (outcome?.outcome === "expired") {
    books.of.outcome.put({ ...outcome, refers_to: event.id === tooLate ? null : tooLate });
  } else if (event.data.type === "payment_succeeded") keepAsSamePayment(books, event.id, tooLate);
  else askAgain(books, event);
}

/** It is folded again by its own names, which arrive. Until then its outcome stays: that its program was not active counts again. */
function askAgain(books: Books, event: NamedEvent): void {
  if (!isReleased(books, event.id)) awaitKeys(books, event);
}

/** They become known again with the reports that named them, and arrive then. */
function forgetAliases(books: Books, aliases: readonly string[], paymentId: number): void {
  for (const alias of aliases) {
    const row = books.of.payment_alias.get(alias);
    if (row?.payment_id === paymentId) books.of.payment_alias.delete(row);
  }
}
