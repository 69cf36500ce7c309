// What the fold says about one event: its outcome for the books, and the figures the caller is answered with.
// A refusal is a value with a stable code; only a bug throws.
import type {
  IgnoredReason,
  OutcomeReasons,
  ParkedReason,
  RefusalCode,
  SaleReason,
  SkippedRefundReason,
} from "../vocabulary/outcome-reasons.ts";
import type { OutcomeDetail, OutcomeName } from "./rows/sale-rows.ts";

export type SaleAnswer = {
  kind: "sale";
  sale_id: number;
  commission_id: number | null;
  reason: SaleReason | null;
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
  reason: SkippedRefundReason | null;
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

type ConclusionOf<Outcome extends OutcomeName> = {
  readonly outcome: Outcome;
  readonly reason: OutcomeReasons[Outcome] | null;
  readonly refersTo: number | null;
  readonly detail: OutcomeDetail | null;
  readonly answer: Answer | null;
  /** In plain words, for the caller or the operator. */
  readonly message: string;
};

export type Conclusion = { [Outcome in OutcomeName]: ConclusionOf<Outcome> }[OutcomeName];

type Optional<Outcome extends OutcomeName> = Partial<Omit<ConclusionOf<Outcome>, "outcome" | "message">>;

function conclude<Outcome extends OutcomeName>(
  outcome: Outcome,
  message: string,
  rest: Optional<Outcome>,
): ConclusionOf<Outcome> {
  return { outcome, message, reason: null, refersTo: null, detail: null, answer: null, ...rest };
}

export function recorded(message: string, rest: Optional<"recorded"> = {}): Conclusion {
  return conclude("recorded", message, rest);
}

export function duplicate(message: string, rest: Optional<"duplicate">): Conclusion {
  return conclude("duplicate", message, rest);
}

export function parked(reason: ParkedReason, message: string): Conclusion {
  return conclude("parked", message, { reason });
}

export function ignored(reason: IgnoredReason, message: string, rest: Optional<"ignored"> = {}): Conclusion {
  return conclude("ignored", message, { reason, ...rest });
}

export function refused(code: RefusalCode, message: string, rest: Optional<"refused"> = {}): Conclusion {
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
