// Which step of a story each type of event is.
import type { EventType } from "../../core/rules/events/events.ts";

/** `elsewhere`: it has steps of its own. `sentence`: what the list of events says of it. */
type ShownAs = "click" | "lead" | "payment" | "refund" | "dispute" | "elsewhere" | "sentence";

/** How a story shows each type of event; a type that this lacks does not compile. */
const shownAs: Readonly<Record<EventType, ShownAs>> = {
  click_recorded: "click",
  lead_reported: "lead",
  sale_reported: "payment",
  payment_succeeded: "payment",
  refund_reported: "refund",
  payment_refunded: "refund",
  refund_failed: "refund",
  dispute_opened: "dispute",
  dispute_closed: "dispute",
  payout_created: "elsewhere",
  payout_failed: "elsewhere",
  commissions_approved: "elsewhere",
  commissions_approved_early: "elsewhere",
  commissions_held: "elsewhere",
  commissions_released: "elsewhere",
  commissions_forfeited: "elsewhere",
  commissions_restored: "elsewhere",
  flags_resolved: "elsewhere",
  flags_reopened: "elsewhere",
  payment_reference_registered: "sentence",
  subscription_started: "sentence",
  payment_identified: "sentence",
  payment_evidence_recorded: "sentence",
  delivery_ignored: "sentence",
  delivery_unreadable: "sentence",
  delivery_reread: "sentence",
  delivery_retried: "sentence",
  parked_released: "sentence",
  attribution_set: "sentence",
  attribution_removed: "sentence",
  attribution_undone: "sentence",
  partner_imported: "sentence",
  payout_imported: "sentence",
  customer_imported: "sentence",
  sale_imported: "sentence",
  program_created: "sentence",
  program_changed: "sentence",
  policy_set: "sentence",
  policy_removed: "sentence",
  group_set: "sentence",
  partner_moved: "sentence",
  partner_recruited: "sentence",
  partner_joined: "sentence",
  agreement_published: "sentence",
  agreement_accepted: "sentence",
  partner_banned: "sentence",
  partner_unbanned: "sentence",
  partner_changed: "sentence",
  partner_email_noted: "sentence",
  coupon_assigned: "sentence",
  coupon_removed: "sentence",
  month_closed: "sentence",
  closed_lines_corrected: "sentence",
  clicks_archived: "sentence",
  personal_data_erased: "sentence",
  payout_approved: "sentence",
  payout_recorded: "sentence",
  payouts_exported: "sentence",
  payout_cancelled: "sentence",
  payout_sending: "sentence",
  payout_progressed: "sentence",
  payout_returned: "sentence",
};

/** A type that only a later release knows is a sentence. */
export function shownAsOf(type: string): ShownAs {
  const known: Readonly<Record<string, ShownAs | undefined>> = shownAs;
  return known[type] ?? "sentence";
}
