// What became of an event, in words for people: of deliveries as for an operator, of everything else by its type. Every type, every
// code of a refusal and every oddity of a sale has its sentence here, or it does not compile.
import type { EventType } from "../../core/rules/events/events.ts";
import type { RefusalCode, SaleReason } from "../../core/vocabulary/outcome-reasons.ts";
import { type ConcludedDelivery, verdictInWords } from "../deliveries/verdict.ts";

export function eventInWords(event: ConcludedDelivery): string {
  if (event.outcome === "refused") {
    const why = wordsFor(refusals, event.reason);
    return why === undefined ? verdictInWords(event) : `It was refused: ${why}`;
  }
  const isPlain = event.outcome === "recorded" && event.reason === null && !event.is_test;
  const what = isPlain ? wordsFor(recorded, event.type) : undefined;
  return what?.(event.event_id) ?? verdictInWords(event);
}

export function saleReasonInWords(reason: string | null): string | null {
  return wordsFor(saleReasons, reason) ?? (reason === null ? null : `${reason.replaceAll("_", " ")}.`);
}

/** Undefined for none, and for what only another release knows. */
function wordsFor<Words>(table: { readonly [key: string]: Words }, key: string | null): Words | undefined {
  return key !== null && Object.hasOwn(table, key) ? table[key] : undefined;
}

const recorded: Readonly<Record<EventType, (id: number) => string>> = {
  click_recorded: () => "Recorded as a click on a partner's link.",
  lead_reported: () => "Recorded as a lead: the customer is bound to the click.",
  sale_reported: (id) => `Recorded as sale ${id}.`,
  refund_reported: () => "Recorded: money went back.",
  payment_reference_registered: () => "Recorded: a payment with this reference will be known.",
  payment_succeeded: (id) => `Recorded as sale ${id}.`,
  subscription_started: () => "Recorded: whose subscription it is.",
  payment_identified: () => "Recorded: names of one payment.",
  payment_refunded: () => "Recorded: money went back.",
  refund_failed: () => "Recorded: a refund did not go through.",
  dispute_opened: () => "Recorded: the payment is disputed, its commission is held back.",
  dispute_closed: () => "Recorded: the dispute is over.",
  payment_evidence_recorded: () => "Recorded: what is known of the payment beyond the merchant's word.",
  delivery_ignored: () => "Nothing to record.",
  delivery_unreadable: () => "It could not be read.",
  delivery_reread: () => "A delivery was read again: the new reading counts at the delivery's own place.",
  delivery_retried: () => "A failed delivery was retried here.",
  parked_released: () => "A pending event was discarded.",
  attribution_set: () => "A payment was given to a partner by hand.",
  attribution_removed: () => "A sale was taken from its partner by hand.",
  attribution_undone: () => "What was decided of a payment by hand was undone.",
  program_created: () => "The program was created.",
  program_changed: () => "The program was changed.",
  policy_set: () => "Commission terms were set for a product, a partner or a group.",
  policy_removed: () => "Commission terms of a product, a partner or a group were removed.",
  group_set: () => "A group of partners was set.",
  partner_moved: () => "A partner was moved to another group.",
  partner_joined: () => "A partner was added.",
  partner_changed: () => "A partner was changed.",
  coupon_assigned: () => "A discount code became a partner's.",
  coupon_removed: () => "A discount code was taken from its partner.",
  commissions_approved: () => "Commissions whose hold was over were approved.",
  commissions_held: () => "Commissions were put on hold by hand.",
  commissions_released: () => "Commissions that were on hold by hand were released.",
  commissions_approved_early: () => "Commissions were approved by hand, before their hold was over.",
  month_closed: () => "A month was closed: its figures stay as they are.",
  closed_lines_corrected: () =>
    "A replay corrected closed months: they keep their lines, and this month states the difference.",
  payout_created: (id) => `Recorded as payout ${id}: what was owed was put together.`,
  payout_recorded: () => "A payout was paid.",
  payouts_exported: () => "A file for a payment tool was made.",
  payout_cancelled: () => "A payout was cancelled: its balances are payable again.",
  partner_imported: () => "A partner was taken over from another tool.",
  customer_imported: () => "A customer was taken over from another tool, with the partner who brought them.",
  payout_imported: () => "A payout of another tool was imported as paid.",
  sale_imported: (id) => `Taken over from another tool as sale ${id}: it charges no fee and earns what the tool said.`,
  clicks_archived: () => "Old clicks are in a file now, without what browsers said.",
  personal_data_erased: () => "A person was erased: rows of the log and deliveries lost what they held of them.",
  payout_returned: () => "The money of a payout came back: it is owed again.",
};

const refusals: Readonly<Record<RefusalCode, string>> = {
  no_attribution: "nothing it names leads to a partner.",
  duplicate_transaction: "the payment is recorded already.",
  unsupported_currency: "its currency is not one of USD, EUR and VND.",
  sale_not_found: "no such sale is recorded.",
  refund_exceeds_sale: "more would go back than came in.",
  unknown_partner: "there is no such partner.",
  unknown_group: "there is no such group.",
  unknown_payout: "there is no such payout.",
  payout_closed: "the payout is settled already.",
  partner_inactive: "the partner is not active.",
  already_attributed: "the payment is a partner's already.",
  not_attributable: "the payment cannot be attributed.",
  not_attributed: "there is nothing to take away or to undo.",
  not_parked: "it does not wait.",
  reference_already_paid: "the order it names was paid already.",
  invalid_request: "the request was invalid.",
};

const saleReasons: Readonly<Record<SaleReason, string>> = {
  recurring_period_ended: "No commission: the months in which the subscription earns one are over.",
  overpaid: "It paid more than its order still cost.",
  underpaid: "It paid less than its order still cost.",
  amount_differs:
    "Reports of it name different amounts: the provider's holds before a call's and an import's, and else the first.",
  paid_out_of_band: "It is worth nothing: the payment was made outside the provider.",
};
