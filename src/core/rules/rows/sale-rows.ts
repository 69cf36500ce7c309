// The rows of the books about a sale: whose it is, what it earns, what went back of it, and what became of its event.

import type { ChainTransfer } from "../../vocabulary/facts.ts";
import type { ImportTool } from "../../vocabulary/import-tools.ts";
import type { Currency } from "../../vocabulary/money/currencies.ts";
import type { OutcomeReasons, SaleReason } from "../../vocabulary/outcome-reasons.ts";
import type {
  CommissionKind,
  CommissionStage,
  CommissionStatus,
  DisputeStatus,
  SaleStatus,
} from "../../vocabulary/statuses.ts";
import type { AppliedTerms } from "./terms-rows.ts";

type InProgram = { readonly program_id: number };

/** Whom a payment is attributed to, and the click that earned it, or none where a discount code did. */
export type Attribution = {
  readonly partner_id: number;
  readonly click_id: string | null;
  /** When the click was recorded, or the code became the partner's: it earns nothing for a payment received before. */
  readonly clicked_at: Date;
  /**
   * When the visitor last came back by this click, or used the code: the window counts from it then. Null where the visitor never
   * came back.
   */
  readonly revisited_at: Date | null;
};

/** As a sale has it: with neither a click nor a time where it was given to its partner by hand. */
export type SaleAttribution = Pick<SaleRow, keyof Attribution>;

/** The evidence for a payment, the weakest first. */
export const evidences = ["merchant_asserted", "chain_verified", "chain_contradicted", "operator_accepted"] as const;
export type Evidence = (typeof evidences)[number];

/** What a charge brought in for a payment, or was noted of it as paid elsewhere. */
export type CollectedPart = {
  readonly part_id: string;
  readonly within: string | null;
  readonly amount_cents: number;
  readonly is_out_of_band: boolean;
};

/** What is known of an amount that no report gave exactly: roughly and as a whole, null where it never was, and in parts. */
export type Collected = { readonly told_cents: number | null; readonly parts: readonly CollectedPart[] };

/** What another tool said a sale earned; nothing where `commission_cents` is 0. Our rules never recompute it. */
export type ImportedSale = {
  readonly tool: ImportTool;
  /** What the tool calls it: it may report it again. */
  readonly external_id: string;
  readonly commission_cents: number;
  readonly commission_currency: Currency;
};

export type SaleRow = InProgram & {
  readonly sale_id: number;
  readonly transaction_id: string;
  readonly amount_cents: number;
  readonly tax_cents: number | null;
  /** All that went back by refunds and lost disputes, at most `amount_cents`. */
  readonly refunded_cents: number;
  readonly currency: Currency;
  readonly status: SaleStatus;
  readonly reason: SaleReason | null;
  readonly source: string;
  readonly provider: string | null;
  readonly provider_payment_id: string | null;
  readonly customer_key: string | null;
  readonly partner_id: number;
  /** Null where a discount code earned it, or it was given to its partner by hand. */
  readonly click_id: string | null;
  /** Null where it was given by hand. */
  readonly clicked_at: Date | null;
  readonly revisited_at: Date | null;
  readonly sale_type: "payment" | "subscription";
  readonly is_recurring: boolean;
  readonly subscription_id: string | null;
  readonly subscription_interval: string | null;
  readonly product_id: string | null;
  /** The order it counts towards, as `payment_reference.reference`. */
  readonly payment_reference: string | null;
  /** A partner's code that the payment was made with, even if another partner earned it. */
  readonly coupon_code: string | null;
  /** Null where the payment's provider itself reported it, or a call. */
  readonly evidence: Evidence | null;
  readonly chain_transfer: ChainTransfer | null;
  /** Null where `amount_cents` was reported, exactly; else it follows from this. */
  readonly collected: Collected | null;
  /** Null but for history that was imported. */
  readonly imported: ImportedSale | null;
  /** The provider's report whose amount replaced a call's; null where no amount was replaced. */
  readonly verified_by: number | null;
  readonly occurred_at: Date | null;
  readonly received_at: Date;
};

/**
 * What the rules say a sale earns its partner; one of another kind than `sale` is under its own id, which is the id of no sale. While it is unpaid `amount_cents` is what is left of it; once payouts paid
 * its partner for it, `amount_cents` is what they paid, and an adjustment holds what the rules say beyond or below that.
 */
export type CommissionRow = InProgram & {
  readonly sale_id: number;
  readonly kind: CommissionKind;
  readonly partner_id: number;
  readonly amount_cents: number;
  readonly amount_at_sale_cents: number;
  readonly currency: Currency;
  readonly status: CommissionStatus;
  readonly stage: CommissionStage;
  readonly hold_until: Date;
  /** Null where the program's and its products' terms are all there are. */
  readonly terms: AppliedTerms | null;
};

/** A person holds the commission of this sale until it is released. */
export type CommissionHoldRow = InProgram & {
  readonly sale_id: number;
  /** The event that held it. */
  readonly event_id: number;
  readonly reason: string;
  /** What the partner reads. */
  readonly partner_note: string | null;
  readonly held_at: Date;
};

/** Why a commission is reversed though its sale was not taken back: its partner is banned. */
export const forfeitCauses = ["banned"] as const;
export type ForfeitCause = (typeof forfeitCauses)[number];

/** Also by a person's decision about a flag of it. */
export const reversalCauses = [...forfeitCauses, "abuse"] as const;
export type ReversalCause = (typeof reversalCauses)[number];

/** Nothing of this partner's commission of the sale is due. */
export type CommissionForfeitRow = InProgram & {
  readonly sale_id: number;
  readonly partner_id: number;
  readonly cause: ForfeitCause;
  /** The event that reversed it. */
  readonly event_id: number;
  readonly forfeited_at: Date;
};

/**
 * What the rules say of a sale now, less what this partner was paid for it: owed when positive, taken off the next payout
 * when negative. There is one only where something was paid, and none where the two agree.
 */
export type AdjustmentRow = InProgram & {
  readonly sale_id: number;
  readonly partner_id: number;
  readonly amount_cents: number;
  readonly currency: Currency;
};

/**
 * `amount_cents` is what is left of it. The last four columns are only of a payment that its provider verified, and null where no
 * call and no decision by hand took anything back that a provider did not.
 */
export type PlatformFeeRow = InProgram & {
  readonly sale_id: number;
  readonly amount_cents: number;
  readonly amount_at_sale_cents: number;
  readonly currency: Currency;
  /** The decision by hand that took its sale from the partner: no book has that sale now. */
  readonly removed_by: number | null;
  readonly taken_by_word_cents: number | null;
  /** What a word would have taken off, where `fee_refunds` is `verified`. */
  readonly kept_against_word_cents: number | null;
  readonly words: readonly FeeWord[] | null;
};

/** What of a fee words of one month (UTC) took off or would have; `since` is when the first of them came, in ISO 8601. */
export type FeeWord = { readonly month: string; readonly cents: number; readonly since: string };

/**
 * `refund_key` is `id:<refund id>`; without an id `amount:<cents>` or `rest:<event id>` for a call and `told:<cents>` for a
 * provider; or `total:<source>` for what a provider says was refunded in all. `event_id` is the event that reported it first.
 */
export type RefundRow = InProgram & {
  readonly sale_id: number;
  readonly refund_key: string;
  readonly event_id: number;
  readonly amount_cents: number;
  readonly has_failed: boolean;
  /** The event that first said it failed: a call after it is of another refund. */
  readonly failed_event_id: number | null;
  /** The call that reported it, also where a provider reported it under the same id. */
  readonly call_event_id: number | null;
  /** What a provider reported of it, where a call under the same id said more; else null. */
  readonly provider_cents: number | null;
  readonly reason: string | null;
  readonly source: string;
  readonly received_at: Date;
};

export type DisputeRow = InProgram & {
  readonly sale_id: number;
  readonly dispute_id: string;
  readonly event_id: number;
  readonly amount_cents: number;
  /** It named no amount, so it is of the whole payment; null where it named one. */
  readonly is_whole: true | null;
  readonly status: DisputeStatus;
  readonly received_at: Date;
};

/** What became of an event; an event without a row here is plainly `recorded`. */
export type OutcomeRow = InProgram & {
  readonly event_id: number;
  readonly outcome: OutcomeName;
  readonly reason: OutcomeReasons[OutcomeName] | null;
  /** The event this one repeats, was settled by, or belongs to. */
  readonly refers_to: number | null;
  readonly detail: OutcomeDetail | null;
};

export type OutcomeName = keyof OutcomeReasons;
/** The figures behind an `expired` outcome. */
export type OutcomeDetail = { readonly click_age_days: number; readonly window_days: number };
