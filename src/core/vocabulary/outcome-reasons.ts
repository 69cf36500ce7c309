// Why an event ended as it did: for each outcome the closed set of reasons, as the books keep them.
// The books of another release may hold others, so code that shows one has words of its own for what is not listed here. What
// a reason means to people is in queries/delivery-verdict.ts, in records over these sets.

/** Why an adapter says that a delivery brings nothing. */
export type IgnoredDeliveryReason =
  | "adjustment_pending"
  | "adjustment_rejected"
  | "asset_not_listed"
  | "awaiting_async_payment"
  | "below_one_cent"
  | "charge_never_captured"
  | "chargeback_warning"
  | "credit"
  | "dispute_funds_follow_close"
  | "event_type_not_used"
  | "inquiry"
  | "invoice_not_paid_in_full"
  | "no_order"
  | "no_payment_required"
  | "no_second_name"
  | "nothing_charged"
  | "outgoing_transfer"
  | "paid_out_of_band"
  | "payment_failed"
  | "payment_fraudulent"
  | "payment_method_update"
  | "payment_not_successful"
  | "payment_pending"
  | "payment_void"
  | "refund_pending"
  | "scheme_not_read"
  | NamedScheme
  | "settlement_failed"
  | "settlement_pending"
  | "setup_mode"
  | "told_by_payment"
  | "told_by_payment_success"
  | "unsupported_currency"
  | "url_confirmation"
  | "zero_amount";

/** Payment schemes have names of their own, so this one says which it was. */
export type NamedScheme = `scheme_${string}_not_read`;

export type RecordedReason =
  | "settled"
  | "retried"
  | "payment_awaited"
  | "attribution_awaited"
  | "reference_corrected"
  | "reported_by_provider";

/** Why a refund call took nothing. */
export type SkippedRefundReason = "already_refunded" | "reported_by_provider" | "same_refund_id" | "same_refund_amount";

export type DuplicateReason =
  | "attribution_window_expired"
  | "same_payment"
  | "same_refund"
  | "same_dispute"
  | "same_evidence"
  | SkippedRefundReason;

export type ParkedReason = "no_attribution" | "payment_unknown";

export type IgnoredReason =
  | IgnoredDeliveryReason
  | "agreement_not_in_force"
  | "attributed_to_another"
  | "attribution_removed"
  | "attribution_window_expired"
  | "bonus_known"
  | "bonus_not_due"
  | "tier_month_closed_already"
  | "bonus_not_running"
  | "customer_bound"
  | "email_known"
  | "likeness_known"
  | "month_already_closed"
  | "no_transfer_asserted"
  | "not_contradicted"
  | "nothing_to_approve"
  | "other_commission"
  | "nothing_to_forfeit"
  | "nothing_to_hold"
  | "nothing_to_release"
  | "nothing_to_reopen"
  | "nothing_to_resolve"
  | "nothing_to_restore"
  | "other_currency"
  | "partner_inactive"
  | "program_inactive"
  | "reference_already_paid"
  | "released"
  | "unknown_dispute"
  | "wrong_program";

/** Codes a call can be refused with by the fold. */
export type RefusalCode =
  | "no_attribution"
  | "duplicate_transaction"
  | "unsupported_currency"
  | "sale_not_found"
  | "refund_exceeds_sale"
  | "unknown_partner"
  | "unknown_group"
  | "recruiter_refused"
  | "unknown_payout"
  | "payout_closed"
  | "not_parked"
  | "partner_inactive"
  | "already_attributed"
  | "not_attributable"
  | "not_attributed"
  | "reference_already_paid"
  | "invalid_request";

/** Every outcome with its reasons. */
export type OutcomeReasons = {
  recorded: RecordedReason;
  duplicate: DuplicateReason;
  expired: "attribution_window_expired";
  parked: ParkedReason;
  ignored: IgnoredReason;
  /** `projector_error`, or what an adapter says it could not read. */
  failed: string;
  refused: RefusalCode;
};

export const outcomeNames = [
  "recorded",
  "duplicate",
  "expired",
  "parked",
  "ignored",
  "failed",
  "refused",
] as const satisfies readonly (keyof OutcomeReasons)[];

/** What is odd about a sale, for the brand to see on it. */
export type SaleReason =
  /** It renewed a subscription whose commission had ended. */
  | "recurring_period_ended"
  /** Its customer is the partner, and the program pays nothing for that. */
  | "self_referral"
  /** It paid more, or less, than its order still cost. */
  | "overpaid"
  | "underpaid"
  /** Reports of it differ in amount: a provider's holds before a call's and an import's, and else the first. */
  | "amount_differs"
  /** It is worth nothing: its payment was made outside the provider. */
  | "paid_out_of_band";
