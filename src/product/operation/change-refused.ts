// Why a requested change is impossible, as a message for the caller. Separate from the changes themselves, so that a caller that only
// reports it need not load them.

/** An impossible request, with a message for the caller. */
export class ConfigurationRefused extends Error {
  readonly code:
    | "unknown_workspace"
    | "unknown_program"
    | "unknown_partner"
    | "unknown_group"
    | "recruiter_refused"
    | "unsupported_currency"
    | "unknown_bonus"
    | "bonus_taken"
    | "too_many_bonuses"
    | "too_many_groups"
    | "too_many_terms"
    | "unknown_application"
    | "code_taken"
    | "email_taken"
    | "application_decided";
  /** Additional details for the caller. */
  readonly details: { readonly program_id?: number; readonly partner_id?: number };

  constructor(
    message: string,
    options: ErrorOptions & Pick<ConfigurationRefused, "code"> & Partial<Pick<ConfigurationRefused, "details">>,
  ) {
    super(message, options);
    this.code = options.code;
    this.details = options.details ?? {};
  }
}

/** Why a payment cannot be attributed manually as requested, as a message. */
export class AttributionRefused extends Error {
  override readonly name = "AttributionRefused";
  readonly code:
    | "unknown_payment"
    | "unknown_partner"
    | "partner_inactive"
    | "no_attribution"
    | "already_attributed"
    | "not_attributable"
    | "not_attributed";

  constructor(code: AttributionRefused["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** Why a discount code cannot become whose was asked, in words. */
export class CouponRefused extends Error {
  override readonly name = "CouponRefused";
  readonly code: "unknown_partner" | "unknown_coupon" | "coupon_taken";
  readonly details: { readonly partner_id?: number };

  constructor(code: CouponRefused["code"], message: string, details: CouponRefused["details"] = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** The message for the caller. */
export class PayoutRefused extends Error {
  override readonly name = "PayoutRefused";
  readonly code: "unknown_payout" | "payout_closed" | "payout_withheld" | "second_person_required";

  constructor(code: PayoutRefused["code"], message: string) {
    super(message);
    this.code = code;
  }
}
