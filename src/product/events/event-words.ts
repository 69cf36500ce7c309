// The outcome of an event in words: of deliveries as for an operator, of everything else by its type. Every type, every refusal code and
// every sale reason has its sentence here, or it does not compile.
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
  refund_reported: () => "Recorded: a refund.",
  payment_reference_registered: () => "Recorded: an expected payment with this reference.",
  payment_succeeded: (id) => `Recorded as sale ${id}.`,
  subscription_started: () => "Recorded: the subscription's customer.",
  payment_identified: () => "Recorded: names of one payment.",
  payment_refunded: () => "Recorded: a refund.",
  refund_failed: () => "Recorded: a refund failed.",
  dispute_opened: () => "Recorded: the payment is disputed, and its commission is held.",
  dispute_closed: () => "Recorded: the dispute was closed.",
  payment_evidence_recorded: () => "Recorded: evidence of the payment.",
  delivery_ignored: () => "Nothing to record.",
  delivery_unreadable: () => "It could not be read.",
  delivery_reread: () => "A delivery was read again: the new reading counts at the delivery's own place.",
  delivery_retried: () => "A failed delivery was retried here.",
  parked_released: () => "A pending event was discarded.",
  attribution_set: () => "A payment was attributed to a partner manually.",
  attribution_removed: () => "A sale was taken from its partner manually.",
  attribution_undone: () => "A manual attribution was undone.",
  program_created: () => "The program was created.",
  program_changed: () => "The program was changed.",
  policy_set: () => "Commission terms were set for a product, a partner or a group.",
  policy_removed: () => "Commission terms of a product, a partner or a group were removed.",
  group_set: () => "A group of partners was set.",
  partner_moved: () => "A partner was moved to another group.",
  bonus_added: () => "A bonus was added.",
  bonus_stopped: () => "A bonus was stopped.",
  bonus_reached: () => "A partner reached a bonus.",
  tier_month_closed: () => "A partner's commissions of a month were brought to the tier that the month reached.",
  partner_joined: () => "A partner was added.",
  partner_recruited: () => "It was noted which partner recruited another.",
  partner_changed: () => "A partner was changed.",
  agreement_published: () => "A version of the agreement with partners was published.",
  agreement_accepted: () => "A partner accepted the agreement.",
  partner_banned: () => "A partner was banned.",
  partner_unbanned: () => "A partner's ban was lifted.",
  partner_email_noted: () => "A partner's address was noted, as a keyed hash.",
  partners_compared: () => "Two partners were compared, by what is kept next to the log.",
  flags_resolved: () => "Flags of commissions were resolved.",
  flags_reopened: () => "A decision about flags was taken back.",
  commissions_forfeited: () => "Commissions of a banned partner were reversed.",
  commissions_restored: () => "Commissions that a ban had reversed were restored.",
  coupon_assigned: () => "A discount code was assigned to a partner.",
  coupon_removed: () => "A discount code was taken from its partner.",
  commissions_approved: () => "Commissions whose hold was over were approved.",
  commissions_held: () => "Commissions were put on hold manually.",
  commissions_released: () => "Commissions on manual hold were released.",
  commissions_approved_early: () => "Commissions were approved manually, before their hold was over.",
  month_closed: () => "A month was closed: its figures are final.",
  closed_lines_corrected: () =>
    "A replay corrected closed months: they keep their lines, and this month states the difference.",
  payout_created: (id) => `Recorded as payout ${id}.`,
  payout_approved: () => "A payout was approved by a second person.",
  payout_recorded: () => "A payout was paid.",
  payout_sending: () => "A payout was handed to a payment provider.",
  payout_progressed: () => "A payment provider reported a payout's progress.",
  payout_failed: () => "A payment provider did not pay a payout: it is owed again.",
  payouts_exported: () => "A file for a payment tool was created.",
  payout_cancelled: () => "A payout was canceled: its balances are payable again.",
  partner_imported: () => "A partner was imported from another tool.",
  customer_imported: () => "A customer was imported from another tool, with their partner.",
  payout_imported: () => "A payout of another tool was imported as paid.",
  sale_imported: (id) => `Imported from another tool as sale ${id}: without a fee, and with that tool's commission.`,
  clicks_archived: () => "Old clicks were archived in a file, without browser data.",
  personal_data_erased: () => "A person was erased: their data was removed from the log and deliveries.",
  payout_returned: () => "A payout was returned: it is owed again.",
};

const refusals: Readonly<Record<RefusalCode, string>> = {
  no_attribution: "nothing it names leads to a partner.",
  duplicate_transaction: "the payment is recorded already.",
  unsupported_currency: "the program does not take its currency.",
  sale_not_found: "no such sale is recorded.",
  refund_exceeds_sale: "it would refund more than was paid.",
  unknown_partner: "there is no such partner.",
  unknown_group: "there is no such group.",
  recruiter_refused: "the partner has a recruiter already, or would earn by itself.",
  unknown_payout: "there is no such payout.",
  payout_closed: "the payout's status does not allow it.",
  partner_inactive: "the partner is not active.",
  already_attributed: "the payment is attributed to a partner already.",
  not_attributable: "the payment cannot be attributed.",
  not_attributed: "there is nothing to remove or undo.",
  not_parked: "it is not pending.",
  reference_already_paid: "its order was paid already.",
  invalid_request: "the request was invalid.",
};

const saleReasons: Readonly<Record<SaleReason, string>> = {
  recurring_period_ended: "No commission: the subscription's commission period is over.",
  overpaid: "It is more than its order's open amount.",
  underpaid: "It is less than its order's open amount.",
  amount_differs:
    "Its reports name different amounts: the provider's takes precedence over a call or an import, otherwise the first counts.",
  self_referral: "No commission: its customer is the partner.",
  paid_out_of_band: "Its amount is 0: the payment was made outside the provider.",
};
