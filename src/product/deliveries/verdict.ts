// The outcome of a delivery as sentences for an operator, from the outcome and reason in the books. Every reason of an adapter or the fold
// has its sentence here, or it does not compile; one from another release is shown unchanged.

import type { OutcomeDetail } from "../../core/rules/rows/sale-rows.ts";
import type { Fact } from "../../core/vocabulary/facts.ts";
import type {
  DuplicateReason,
  IgnoredReason,
  NamedScheme,
  ParkedReason,
  RecordedReason,
} from "../../core/vocabulary/outcome-reasons.ts";
import type { EventOutcome } from "../events/event-outcome.ts";

export type ConcludedDelivery = {
  readonly event_id: number;
  /** Of the event as it is read today. */
  readonly type: string;
  readonly is_test: boolean;
  readonly outcome: EventOutcome;
  readonly reason: string | null;
  readonly refers_to: number | null;
  readonly detail: OutcomeDetail | null;
};

export function verdictInWords(verdict: ConcludedDelivery): string {
  switch (verdict.outcome) {
    case "pending":
      return "It is in the log, and the books do not hold it yet.";
    case "recorded":
      return recordedInWords(verdict);
    case "duplicate":
      return find(duplicates, verdict.reason)?.(verdict.refers_to) ?? unknownReason("It repeats another", verdict);
    case "expired":
      return expiredInWords(verdict.detail);
    case "parked":
      return find(parked, verdict.reason) ?? unknownReason("It waits", verdict);
    case "ignored":
      return find(ignored, verdict.reason) ?? unknownReason("It is not used", verdict);
    case "failed":
      return verdict.reason === "projector_error"
        ? "Our own code failed on it: nothing was booked, and it waits to be retried after a fix."
        : `It could not be read (${verdict.reason}): it waits to be retried after a fix.`;
    // Calls are refused; a provider's delivery is always stored.
    case "refused":
      return unknownReason("It was refused", verdict);
  }
}

function recordedInWords({ event_id, type, is_test, reason, refers_to }: ConcludedDelivery): string {
  if (is_test) return "Recorded as a test: it earns nothing.";
  const what = find(recorded, type)?.(event_id) ?? "Recorded.";
  if (reason === null) return what;
  const why = find(recordedReasons, reason)?.(refers_to);
  return why === undefined ? unknownReason(what.replace(/\.$/, ""), { reason }) : `${what} ${why}`;
}

function expiredInWords(detail: OutcomeDetail | null): string {
  const ages = detail === null ? "" : `: the click was ${detail.click_age_days} days old, of ${detail.window_days}`;
  return `The attribution window had expired${ages}. It earns no commission.`;
}

function unknownReason(words: string, { reason }: Pick<ConcludedDelivery, "reason">): string {
  return reason === null ? `${words}.` : `${words}: ${reason.replaceAll("_", " ")}.`;
}

/** Undefined for what is not ours to know: another release's reason, or none. */
function find<Words>(table: { readonly [key: string]: Words }, key: string | null): Words | undefined {
  return key !== null && Object.hasOwn(table, key) ? table[key] : undefined;
}

type ById<Key extends string> = { readonly [Each in Key]: (id: number | null) => string };

const recorded: ById<Fact["type"]> = {
  payment_succeeded: (id) => `Recorded as sale ${id}.`,
  subscription_started: () => "Recorded: the subscription's customer.",
  payment_identified: () => "Recorded: names of one payment.",
  payment_refunded: () => "Recorded: a refund.",
  refund_failed: () => "Recorded: a refund failed.",
  dispute_opened: () => "Recorded: the payment is disputed, and its commission is held.",
  dispute_closed: () => "Recorded: the dispute was closed.",
};

/** By the event it refers to. */
const recordedReasons: ById<RecordedReason> = {
  settled: (id) => `It had waited, and event ${id} settled it.`,
  retried: (id) => `It had failed, and event ${id} retried it.`,
  payment_awaited: () => "They are joined when the payment itself is reported.",
  attribution_awaited: () => "It earns no commission until its click or customer is known.",
  reference_corrected: (id) => `Event ${id} registered the reference again, and that registration counts.`,
  reported_by_provider: (id) => `The provider reported this refund of sale ${id} already.`,
};

const duplicates: ById<DuplicateReason> = {
  same_payment: (id) => `The payment is sale ${id} already, reported under another name or once more.`,
  attribution_window_expired: (id) => `Event ${id} reported this payment before, outside the attribution window.`,
  same_refund: (id) => `This refund of sale ${id} is recorded already.`,
  same_refund_id: (id) => `A refund of sale ${id} with this id is recorded already.`,
  same_refund_amount: (id) => `A refund of sale ${id} of this amount is recorded already, and neither has an id.`,
  already_refunded: (id) => `All of sale ${id} is refunded already.`,
  reported_by_provider: (id) => `The provider reported this refund of sale ${id} already.`,
  same_dispute: (id) => `This dispute of sale ${id} is recorded already.`,
  same_evidence: (id) => `As much is known of the payment of sale ${id} already.`,
};

const parked: { readonly [Reason in ParkedReason]: string } = {
  no_attribution:
    "Nothing it names leads to a partner yet: it waits for a lead, a subscription or a reference that does, by a click from before it.",
  payment_unknown: "The payment it belongs to has not become a sale yet: it waits for that.",
};

/** All reasons except payment schemes by their own names, which cannot be listed. */
const ignored: { readonly [Reason in Exclude<IgnoredReason, NamedScheme>]: string } = {
  adjustment_pending: "Paddle has not approved this adjustment yet: another delivery reports its result.",
  adjustment_rejected: "Paddle rejected this adjustment: nothing was refunded.",
  asset_not_listed: "It was paid in a token that is not accepted.",
  agreement_not_in_force: "Another version of the agreement is in force: nothing was accepted.",
  attributed_to_another: "The payment is another partner's sale here.",
  attribution_removed:
    "Its partner was removed manually: it earns nothing until that is undone or it is attributed to another partner.",
  attribution_window_expired: "Its payment earned no commission: the attribution window had expired.",
  awaiting_async_payment: "The payment is still pending: another delivery reports its result.",
  below_one_cent: "The payment was below one cent.",
  charge_never_captured: "The charge was never captured: nothing was paid or refunded.",
  chargeback_warning: "A warning of a chargeback moves no money.",
  credit: "A credit reduces a bill or adds to a balance: nothing was refunded.",
  dispute_funds_follow_close: "The end of the dispute is reported by another delivery.",
  event_type_not_used: "This kind of event is not used; the provider need not send it.",
  inquiry: "An inquiry is not a dispute: no money moved.",
  invoice_not_paid_in_full: "The invoice is not paid in full yet.",
  bonus_known: "The bonus was added before.",
  bonus_not_due: "The bonus is not due to the partner.",
  tier_month_closed_already: "None of these commissions waits for the month to close.",
  bonus_not_running: "The bonus is not running.",
  likeness_known: "It was known before whether these partners are alike.",
  email_known: "The partner's address was noted before.",
  month_already_closed: "The month was closed already.",
  no_order: "The checkout made no order.",
  no_payment_required: "Nothing had to be paid.",
  no_second_name: "It names its payment in one way only, and so joins nothing.",
  no_transfer_asserted: "The sale is not known to be paid on a chain.",
  not_contradicted: "Nothing contradicts the sale: there is nothing to decide.",
  nothing_charged:
    "It charged nothing: a deposit's return, a claim or a sweep of charges that were reported by their own assertions.",
  nothing_to_approve: "None of the commissions can be approved.",
  nothing_to_forfeit: "None of the commissions can be reversed.",
  nothing_to_hold: "None of the commissions can be held.",
  nothing_to_release: "None of the commissions is held manually.",
  nothing_to_reopen: "None of the flags was resolved.",
  nothing_to_resolve: "None of the flags can be resolved.",
  nothing_to_restore: "There is no ban to lift.",
  other_currency: "Its currency differs from that of its order or sale, and nothing is converted.",
  outgoing_transfer: "An outgoing transfer is not a sale.",
  paid_out_of_band: "The invoice was marked as paid outside the provider: report it with a sale call.",
  partner_inactive: "Its partner is not active: no sale was created.",
  payment_failed: "The payment failed.",
  payment_fraudulent: "The provider considers the payment fraudulent.",
  payment_method_update: "A charge that only checks a new payment method is not a payment.",
  payment_not_successful: "The payment did not succeed.",
  payment_pending: "The payment is still pending: another delivery reports its result.",
  payment_void: "The payment was voided before it completed.",
  program_inactive: "The program was not active: no sale was created.",
  customer_bound: "The customer is bound to another partner here.",
  other_commission: "The payment was imported with another commission.",
  reference_already_paid: "The order of its reference was paid already.",
  refund_pending: "The refund is still pending: another delivery reports its result.",
  released: "It was pending and was discarded.",
  scheme_not_read: "It was paid by an x402 scheme whose answers are not read: report it with a sale call.",
  settlement_failed: "The payment was not settled.",
  settlement_pending: "The payment is not settled yet.",
  setup_mode: "The checkout only saved a payment method: nothing was paid.",
  told_by_payment: "The payment itself is reported by another delivery.",
  told_by_payment_success: "The payment itself is reported by another delivery.",
  unknown_dispute: "The sale has no such dispute.",
  unsupported_currency: "The program takes no sales in its currency: no sale was created.",
  url_confirmation: "The provider only tested whether this URL answers.",
  wrong_program: "Its metadata names another program than this connection's: it is not counted.",
  zero_amount: "The amount was zero.",
};

/** By outcome, every reason that has words here. */
export const verdictWords = { recorded: recordedReasons, duplicate: duplicates, parked, ignored } as const;
