// The rows of the books: what the projector concluded. Derived, disposable, rebuildable from the log alone.
// Rows keep their column names; they are replaced as wholes and never changed in place.
import type { ChainTransfer } from "./facts.ts";
import type { ManualAttributionRow } from "./manual-attribution-row.ts";
import type { Currency } from "./money.ts";
import type { OutcomeReasons, SaleReason } from "./outcome-reasons.ts";
import type { PayoutItemRow, PayoutRow, SaleChangeRow } from "./payout-rows.ts";
import type { PaymentReferenceRow } from "./reference-row.ts";
import type { CommissionTerms, Settings } from "./settings.ts";
import type { ClosedMonthRow, RestatementRow } from "./statement.ts";
import type { ActiveStatus, CommissionStage, CommissionStatus, DisputeStatus, SaleStatus } from "./statuses.ts";

type InProgram = { readonly program_id: number };

/** Whom a payment is attributed to, and the click that earned it. */
export type Attribution = {
  readonly partner_id: number;
  readonly click_id: string;
  /** When the click was recorded: it earns nothing for a payment received before. */
  readonly clicked_at: Date;
  /** When the visitor last came back by this click, from which the window counts then; null where that never was. */
  readonly revisited_at: Date | null;
};

/** As a sale has it: without a click where it was given to its partner by hand. */
export type SaleAttribution = Pick<SaleRow, keyof Attribution>;

export type ProgramRow = InProgram & {
  readonly workspace_id: number;
  readonly name: string;
  readonly status: ActiveStatus;
  readonly created_at: Date;
  /** The end of the last month that was closed. */
  readonly closed_until: Date | null;
};

/** One version of a program's settings, in force from the event that set it. */
export type SettingsRow = InProgram & {
  readonly from_event_id: number;
  readonly settings: Settings;
};

/** One version of a product's commission terms; null from the event that removed them. */
export type PolicyRow = InProgram & {
  readonly product_id: string;
  readonly from_event_id: number;
  readonly commission: CommissionTerms | null;
};

export type PartnerRow = InProgram & {
  readonly partner_id: number;
  readonly name: string;
  readonly code: string;
  readonly status: ActiveStatus;
  readonly joined_at: Date;
};

/**
 * A click, and its place in the chain of a visitor's clicks: `root_click_id` is the chain's first click (itself for most),
 * and the root's `current_click_id` is the one that counts now. `revisits` are the times (ISO 8601) at which the visitor came
 * back by the same partner, the newest last; null where that never was.
 */
export type ClickRow = InProgram & {
  readonly click_id: string;
  readonly event_id: number;
  readonly partner_id: number;
  readonly root_click_id: string;
  readonly current_click_id: string;
  readonly is_bot: boolean;
  /** The lead a browser reported with this click and no server has confirmed yet, as `lead.subject`. */
  readonly provisional_subject: string | null;
  readonly clicked_at: Date;
  readonly revisits: readonly string[] | null;
};

/** What another click claims that a browser bound this customer by, in JSON. */
export type Claim = {
  readonly partner_id: number;
  readonly click_id: string;
  readonly clicked_at: string;
  readonly claimed_at: string;
};

/** Binds the brand's customer id to a click. Earns nothing while provisional; frozen from the first sale on. */
export type CustomerRow = InProgram &
  Attribution & {
    readonly customer_key: string;
    readonly is_provisional: boolean;
    /** Of a provisional binding: the other clicks by which browsers claimed this customer, the oldest first; null for none. */
    readonly other_claims: readonly Claim[] | null;
    readonly first_sale_id: number | null;
    readonly bound_at: Date;
  };

/** `subject` is `customer:<key>` or `click:<id>`; a subject has one lead for each event name. */
export type LeadRow = InProgram & {
  readonly subject: string;
  readonly event_name: string;
  readonly lead_id: number;
  readonly click_id: string;
  readonly partner_id: number;
  readonly customer_key: string | null;
  readonly is_provisional: boolean;
  readonly reported_at: Date;
};

/** Other names a payer is known by: `email:<keyed hash>` or `payer:<provider's customer id>`. */
export type IdentityRow = InProgram &
  Attribution & {
    readonly identity: string;
    readonly customer_key: string | null;
  };

/** `first_sale_id` is null while only the subscription's beginning is known and no payment of it. */
export type SubscriptionRow = InProgram &
  Attribution & {
    readonly subscription_id: string;
    readonly customer_key: string | null;
    readonly first_sale_id: number | null;
    /** True while no payment but renewals of it was reported: the first one may still be on its way. */
    readonly began_with_renewal: boolean;
    readonly started_at: Date;
    readonly commission: CommissionTerms | null;
    /** For payments that do not name them, where the subscription's beginning did. */
    readonly product_id: string | null;
    readonly subscription_interval: string | null;
  };

/** One of the names of a payment, and the event that reported the payment first. */
export type PaymentAliasRow = InProgram & {
  readonly alias: string;
  readonly payment_id: number;
};

/** What stands behind a payment, the weakest first. */
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
  /** Null where it was given to its partner by hand. */
  readonly click_id: string | null;
  readonly clicked_at: Date | null;
  readonly revisited_at: Date | null;
  readonly sale_type: "payment" | "subscription";
  readonly is_recurring: boolean;
  readonly subscription_id: string | null;
  readonly subscription_interval: string | null;
  readonly product_id: string | null;
  /** The order it counts towards, as `payment_reference.reference`. */
  readonly payment_reference: string | null;
  /** Null where the payment's provider itself reported it, or a call. */
  readonly evidence: Evidence | null;
  readonly chain_transfer: ChainTransfer | null;
  /** Null where `amount_cents` was reported, exactly; else it follows from this. */
  readonly collected: Collected | null;
  readonly occurred_at: Date | null;
  readonly received_at: Date;
};

/**
 * What the rules say a sale earns its partner. While it is unpaid `amount_cents` is what is left of it; once payouts paid
 * its partner for it, `amount_cents` is what they paid, and an adjustment holds what the rules say beyond or below that.
 */
export type CommissionRow = InProgram & {
  readonly sale_id: number;
  readonly partner_id: number;
  readonly amount_cents: number;
  readonly amount_at_sale_cents: number;
  readonly currency: Currency;
  readonly status: CommissionStatus;
  readonly stage: CommissionStage;
  readonly hold_until: Date;
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

export type PlatformFeeRow = InProgram & {
  readonly sale_id: number;
  readonly amount_cents: number;
  readonly amount_at_sale_cents: number;
  readonly currency: Currency;
};

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
  readonly reason: string | null;
  readonly source: string;
  readonly received_at: Date;
};

export type DisputeRow = InProgram & {
  readonly sale_id: number;
  readonly dispute_id: string;
  readonly event_id: number;
  readonly amount_cents: number;
  readonly status: DisputeStatus;
  readonly received_at: Date;
};

/** One row for each key a parked event waits for. */
export type ParkedRow = InProgram & {
  readonly wait_key: string;
  readonly event_id: number;
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

/** The first time a step of the integration checklist was seen, live and in test mode apart. */
export type ChecklistRow = InProgram & {
  readonly step: "click" | "lead" | "sale" | "webhook";
  readonly is_test: boolean;
  readonly first_event_id: number;
  readonly first_seen_at: Date;
};

export type BookRows = {
  program: ProgramRow;
  program_settings: SettingsRow;
  policy: PolicyRow;
  partner: PartnerRow;
  click: ClickRow;
  customer: CustomerRow;
  lead: LeadRow;
  identity: IdentityRow;
  subscription: SubscriptionRow;
  payment_alias: PaymentAliasRow;
  payment_reference: PaymentReferenceRow;
  sale: SaleRow;
  commission: CommissionRow;
  adjustment: AdjustmentRow;
  payout: PayoutRow;
  payout_item: PayoutItemRow;
  sale_change: SaleChangeRow;
  closed_month: ClosedMonthRow;
  restatement: RestatementRow;
  platform_fee: PlatformFeeRow;
  refund: RefundRow;
  dispute: DisputeRow;
  parked: ParkedRow;
  outcome: OutcomeRow;
  manual_attribution: ManualAttributionRow;
  checklist: ChecklistRow;
};

export type BookName = keyof BookRows;
