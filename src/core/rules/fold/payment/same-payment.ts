// Names that turn out to mean one payment: the reports under them become one sale, the one reported first.
// Two sales of one payment can only have come from reports that had no name in common; the later one is taken out of the
// books, its refunds and disputes move to the one that stays, and its event's outcome says so. What one of them knew, its
// customer, its subscription and what it was the first sale of, the one that stays knows from then on.

import type { Books } from "../../books.ts";
import type { NamedEvent } from "../../events/event-names.ts";
import type { Event, RecordedFact } from "../../events/events.ts";
import { referralIdOf } from "../../referral-id.ts";
import type { SaleRow } from "../../rows/sale-rows.ts";
import { bindByHand, evidenceBinding, putEvidenceBinding, unbindByHand } from "../attribution/customer-binding.ts";
import { attributionByHand, mergeDecisions, rememberReports } from "../attribution/decided-by-hand.ts";
import { learnBeginning, learnReport, learnUntaught, withReport } from "../attribution/learn-report.ts";
import { recountOrder } from "../attribution/payment-reference.ts";
import { moveHold } from "../commission-hold.ts";
import type { FoldContext } from "../context.ts";
import { moveFlags } from "../flags/flags.ts";
import { moveForfeits } from "../forfeits.ts";
import { waitFor } from "../keys.ts";
import { isReleased, keepAsSamePayment } from "../outcome.ts";
import { paysRecruiters } from "../referral.ts";
import { putCommission } from "../reversal/paid-out.ts";
import { restate } from "../reversal/restatement.ts";
import { moveReversals, returnRefunds } from "../reversal/reversal-moves.ts";
import { dropChanges } from "../sale-change.ts";
import { usesTerms } from "../terms/in-force.ts";
import { withEvidence } from "./evidence.ts";
import { movePaidItems } from "./imported-payment.ts";
import { learnAlias } from "./name-alias.ts";
import { attributeAnew, mergeAmounts } from "./payment-amount.ts";
import { type DecidedPayment, findPayment, redirectExpired, supersede } from "./payment-identity.ts";
import { rebook } from "./rebook.ts";
import { handOverSubscription, learnCustomer } from "./subscription.ts";

/** Answers the one payment these names mean now: a sale where one of them is; undefined while nothing is decided. */
export function unify(context: FoldContext, event: NamedEvent, aliases: readonly string[]): DecidedPayment | undefined {
  const { books, arrived } = context;
  const [kept, ...others] = decidedPayments(books, aliases);
  if (kept === undefined) return undefined;
  const keptId = kept.paymentId;
  for (const other of others) {
    if (other.state === "sale") merge(context, keptId, other.paymentId);
    else redirectExpired(books, other.paymentId, keptId);
    returnRefunds(context, other.paymentId, keptId);
  }
  const leavesPayments = kept.state === "sale" && kept.sale.imported !== null;
  const waited = supersedeWaiting(context, event.id, aliases, keptId, { leavesPayments });
  rememberReports(books, keptId, [event.id, ...others.map(({ paymentId }) => paymentId)]);
  for (const alias of aliases) learnAlias(context, alias, keptId);
  adopt(context, waited, keptId);
  const sale = books.of.sale.get(keptId);
  if (sale === undefined) return kept;
  // What its provider refunded in this currency has waited for it.
  if (kept.state === "sale" && kept.sale.currency !== sale.currency) {
    for (const alias of aliases) arrived.add(waitFor.payment(alias));
  }
  return { state: "sale", paymentId: keptId, sale };
}

/** Each once: sales of ours before imported ones and these before what expired, and the one reported first before the others. */
function decidedPayments(books: Books, aliases: readonly string[]): DecidedPayment[] {
  const decided = new Map<number, DecidedPayment>();
  for (const alias of aliases) {
    const known = findPayment(books, alias);
    if (known !== undefined && known.state !== "waiting") decided.set(known.paymentId, known);
  }
  return [...decided.values()].sort((a, b) => rankOf(a) - rankOf(b) || a.paymentId - b.paymentId);
}

function rankOf(known: DecidedPayment): number {
  if (known.state === "expired") return 2;
  return known.sale.imported === null ? 0 : 1;
}

/** What was parked for the payment that an event decided about: its reports were superseded, its subscription's beginnings were not. */
type Waited = {
  readonly payments: readonly Reported<"payment_succeeded">[];
  /** Of all that reported it, also of discarded events. */
  readonly eventIds: readonly number[];
  readonly beginnings: readonly Reported<"subscription_started">[];
};
type Reported<Type extends RecordedFact["type"]> = Event<Extract<RecordedFact, { type: Type }>>;

/**
 * Other parked reports of the payment under these names are superseded by the event that decided it, and so is
 * what is parked under the names of those reports: all of them are the payment's from now on. Each kind in the order it came.
 * `leavesPayments`: of an imported sale, what providers reported of it is folded again by those names, and takes it over.
 */
export function supersedeWaiting(
  context: FoldContext,
  eventId: number,
  aliases: readonly string[],
  paymentId: number,
  { leavesPayments = false } = {},
): Waited {
  const { books } = context;
  const payments: Reported<"payment_succeeded">[] = [];
  const eventIds = new Set<number>();
  const beginnings = new Map<number, Reported<"subscription_started">>();
  const names = new Set(aliases);
  for (const event of waitingUnder(books, eventId, names)) {
    const { data } = event;
    eventIds.add(event.id);
    if (isReleased(books, event.id)) continue;
    if (data.type === "subscription_started") beginnings.set(event.id, { ...event, data });
    if (data.type !== "payment_succeeded" || leavesPayments) continue;
    supersede(books, event.id, paymentId);
    payments.push({ ...event, data });
  }
  for (const name of names) if (!aliases.includes(name)) learnAlias(context, name, paymentId);
  const inOrder = (a: Event, b: Event) => a.id - b.id;
  return {
    payments: payments.sort(inOrder),
    eventIds: [...eventIds].sort((a, b) => a - b),
    beginnings: [...beginnings.values()].sort(inOrder),
  };
}

/** When a provider's report of it came that was outside the window; asked before its names are one payment's. */
export function receivedTooLateAt(books: Books, aliases: readonly string[]): Date | undefined {
  let first: Date | undefined;
  for (const { state, paymentId } of decidedPayments(books, aliases)) {
    const report = state === "expired" ? books.eventsParked.get(paymentId) : undefined;
    if (report?.data.type !== "payment_succeeded") continue;
    if (first === undefined || report.received_at < first) first = report.received_at;
  }
  return first;
}

/** When a provider first reported this payment: others of its reports may be parked under these names, or those they lead to. */
export function firstReportedAt(books: Books, { id, received_at }: Event, aliases: readonly string[]): Date {
  let first = received_at;
  for (const { data, received_at: reported } of waitingUnder(books, id, new Set(aliases))) {
    if (data.type === "payment_succeeded" && reported < first) first = reported;
  }
  return first;
}

/** The events parked under these names, without this one; their own names are added to them. */
function* waitingUnder(books: Books, eventId: number, names: Set<string>): Generator<NamedEvent> {
  // A set hands out what is added while it is gone through.
  for (const name of names) {
    for (const { event_id } of books.of.parked.list(waitFor.payment(name))) {
      const event = books.eventsParked.get(event_id);
      if (event === undefined || event_id === eventId || !linksNames(event)) continue;
      for (const alias of event.names().aliases ?? []) names.add(String(alias));
      yield event;
    }
  }
}

/** All its names are one payment's, regardless of its outcome. */
function linksNames({ data }: Event): boolean {
  return data.type !== "payment_evidence_recorded";
}

/** The sale takes over what the events that waited for it know: its customer, and its subscription. */
export function adopt(context: FoldContext, waited: Waited, saleId: number): void {
  const { payments, beginnings } = waited;
  rememberReports(
    context.books,
    saleId,
    payments.map(({ id }) => id),
  );
  adoptRefunds(context, waited, saleId);
  for (const event of payments) learnReport(context, event, event.data.payer, saleId);
  for (const { data } of beginnings) learnBeginning(context, data.subscription_id, saleId);
}

/** Also of a payment that came too late, since it may turn out to be a sale's. */
export function adoptRefunds(context: FoldContext, { eventIds }: Waited, paymentId: number): void {
  for (const id of eventIds) returnRefunds(context, id, paymentId);
}

/** What people decided about either commission is of the one that stays. */
function moveDecisions(books: Books, mergedId: number, keptId: number): void {
  moveHold(books, mergedId, keptId);
  moveForfeits(books, mergedId, keptId);
  moveFlags(books, mergedId, keptId);
}

/** `merged` repeats `kept`, which stays. */
export function merge(context: FoldContext, keptId: number, mergedId: number): void {
  const { books } = context;
  const kept = books.of.sale.get(keptId);
  const merged = books.of.sale.get(mergedId);
  if (kept === undefined || merged === undefined) throw new Error(`sales ${keptId} and ${mergedId} cannot be merged`);
  for (const sale of [kept, merged]) unbindByHand(context, sale);
  const untaught = mergeDecisions(books, kept, merged);
  moveReversals(books, kept, merged);
  moveDecisions(books, mergedId, keptId);
  if (paysRecruiters(books)) moveDecisions(books, referralIdOf(mergedId), referralIdOf(keptId));
  if (merged.imported !== null && kept.imported === null) movePaidItems(books, mergedId, keptId);
  restate(context, mergedId, () => {
    books.of.sale.delete(merged);
    putCommission(books, mergedId, null);
    for (const row of books.of.platform_fee.list(mergedId)) books.of.platform_fee.delete(row);
  });
  dropChanges(context, merged);
  keepAsSamePayment(books, mergedId, keptId);
  moveFirstSale(books, keptId, merged);
  const sale = asOneSale(kept, merged);
  books.of.sale.put(sale);
  const named = learnCustomer(context, sale, merged.customer_key);
  handOverSubscription(context, named, merged);
  mergeAmounts(context, keptId, merged);
  attributeByHand(context, contradictedBy(merged, kept, books.of.sale.get(keptId) ?? named));
  learnUntaught(context, keptId, untaught);
  bindByHand(context, books.of.sale.get(keptId) ?? named);
  for (const reference of new Set([kept.payment_reference, merged.payment_reference])) {
    recountOrder(context, reference);
  }
}

/** Where the sale had seemed to renew what it began, that was the reason it gave. */
function contradictedBy(merged: SaleRow, kept: SaleRow, now: SaleRow): SaleRow {
  const isContradicted = kept.collected === null && merged.reason === "amount_differs";
  return isContradicted ? { ...now, reason: now.reason ?? merged.reason } : withReport(now, merged);
}

function attributeByHand(context: FoldContext, sale: SaleRow): void {
  const { books } = context;
  const decided = attributionByHand(books, sale.sale_id) ?? sale;
  // A code has no click either.
  const isSame =
    sale.partner_id === decided.partner_id &&
    sale.click_id === decided.click_id &&
    sale.clicked_at?.getTime() === decided.clicked_at?.getTime();
  // Whose first sale it is may be known only now. A renewal is no first sale, and keeps the terms of when it was received, also where its
  // subscription has another first sale by now.
  if (isSame && (sale.is_recurring || !usesTerms(books))) rebook(context, sale);
  else attributeAnew(context, sale, decided);
}

/**
 * Column by column, so that a new one does not compile until it is handled. The customer, the subscription and an
 * amount that follows from its parts are added after this, since commissions follow from them.
 */
function asOneSale(kept: SaleRow, merged: SaleRow): SaleRow {
  // What a report of the other one contradicted, it contradicts of this one.
  const isExact = kept.collected === null;
  const contradicted = isExact && merged.reason === "amount_differs" ? merged.reason : null;
  const reason = withReport(kept, merged).reason ?? contradicted;
  const { evidence, chain_transfer } = withEvidence(kept, merged);
  return {
    program_id: kept.program_id,
    sale_id: kept.sale_id,
    transaction_id: kept.transaction_id,
    amount_cents: kept.amount_cents,
    tax_cents: kept.tax_cents,
    refunded_cents: kept.refunded_cents,
    currency: kept.currency,
    status: kept.status,
    reason,
    source: kept.source,
    provider: kept.provider,
    provider_payment_id: kept.provider_payment_id,
    customer_key: kept.customer_key,
    partner_id: kept.partner_id,
    click_id: kept.click_id,
    clicked_at: kept.clicked_at,
    revisited_at: kept.revisited_at,
    sale_type: kept.sale_type,
    is_recurring: kept.is_recurring,
    subscription_id: kept.subscription_id,
    subscription_interval: kept.subscription_interval,
    product_id: kept.product_id,
    payment_reference: kept.payment_reference ?? merged.payment_reference,
    coupon_code: kept.coupon_code ?? merged.coupon_code,
    evidence,
    chain_transfer,
    collected: kept.collected,
    imported: kept.imported,
    verified_by: kept.verified_by,
    occurred_at: kept.occurred_at,
    received_at: kept.received_at,
  };
}

/** The binding it froze stays frozen. */
function moveFirstSale(books: Books, keptId: number, merged: SaleRow): void {
  if (merged.customer_key === null) return;
  const customer = evidenceBinding(books, merged.customer_key);
  if (customer?.first_sale_id !== merged.sale_id) return;
  putEvidenceBinding(books, merged.customer_key, { ...customer, first_sale_id: keptId });
}
