// What the fold says about one event: its outcome for the books, and the figures the caller is answered with.
// A refusal is a value with a stable code; only a bug throws.
import type { OutcomeDetail, OutcomeName } from "./rows.ts";

/** Codes a tracking call can be refused with by the fold. */
export type RefusalCode =
  | "no_attribution"
  | "duplicate_transaction"
  | "unsupported_currency"
  | "sale_not_found"
  | "refund_exceeds_sale"
  | "unknown_partner"
  | "unknown_payout"
  | "payout_closed"
  | "not_parked"
  | "reference_already_paid"
  | "invalid_request";

export type SaleAnswer = {
  kind: "sale";
  sale_id: number;
  commission_id: number | null;
  reason: string | null;
};

export type ExpiredAnswer = {
  kind: "expired";
  click_age_days: number;
  window_days: number;
};

export type RefundAnswer = {
  kind: "refund";
  status: "reversed" | "refunded" | "skipped" | "no_commission";
  sale_id: number;
  commission_id: number | null;
  refunded_cents: number;
  refunded_total_cents: number;
  commission_cents: number;
  commission_deducted_cents: number;
  reason: string | null;
};

export type LeadAnswer = { kind: "lead"; lead_id: number; is_provisional: boolean };

export type ClickAnswer = {
  kind: "click";
  click_id: string;
  partner_code: string;
  cookie_window_days: number;
};

export type ReferenceAnswer = { kind: "reference"; reference_id: number; reference: string };

/** The link leads nowhere now: the program or the partner is not active. */
export type InactiveAnswer = { kind: "inactive"; what: "program" | "partner" };

export type TestAnswer = { kind: "test" };

export type Answer =
  | SaleAnswer
  | ExpiredAnswer
  | RefundAnswer
  | LeadAnswer
  | ClickAnswer
  | ReferenceAnswer
  | InactiveAnswer
  | TestAnswer;

export type Conclusion = {
  readonly outcome: OutcomeName;
  readonly reason: string | null;
  readonly refersTo: number | null;
  readonly detail: OutcomeDetail | null;
  readonly answer: Answer | null;
  /** In plain words, for the caller or the operator. */
  readonly message: string;
};

type Optional = Partial<Pick<Conclusion, "reason" | "refersTo" | "detail" | "answer">>;

function conclude(outcome: OutcomeName, message: string, rest: Optional): Conclusion {
  return { outcome, message, reason: null, refersTo: null, detail: null, answer: null, ...rest };
}

export function recorded(message: string, rest: Optional = {}): Conclusion {
  return conclude("recorded", message, rest);
}

export function duplicate(message: string, rest: Optional): Conclusion {
  return conclude("duplicate", message, rest);
}

export function parked(reason: string, message: string): Conclusion {
  return conclude("parked", message, { reason });
}

export function ignored(reason: string, message: string, rest: Optional = {}): Conclusion {
  return conclude("ignored", message, { reason, ...rest });
}

export function refused(code: RefusalCode, message: string, rest: Optional = {}): Conclusion {
  return conclude("refused", message, { reason: code, ...rest });
}

export function expired(answer: ExpiredAnswer): Conclusion {
  return conclude("expired", "The attribution window had expired: no commission is due.", {
    reason: "attribution_window_expired",
    detail: { click_age_days: answer.click_age_days, window_days: answer.window_days },
    answer,
  });
}

export function failed(reason: string, message: string): Conclusion {
  return conclude("failed", message, { reason });
}
