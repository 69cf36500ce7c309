// The rows of the books: what the projector concluded. Derived, disposable, rebuildable from the log alone.
// Rows keep their column names; they are replaced as wholes and never changed in place.

import type { ActiveStatus, PartnerStatus } from "../../vocabulary/statuses.ts";
import type { BanReason, UnpaidChoice } from "../events/ban-events.ts";
import type { Settings } from "../events/settings/settings.ts";
import type { CommissionTerms } from "../events/settings/terms.ts";
import type { ClosedMonthRow, LineCorrectionRow, RestatementRow } from "../events/statement.ts";
import type { SubIds } from "../sub-ids.ts";
import type { BonusAwardRow, BonusRow } from "./bonus-rows.ts";
import type { CouponRow } from "./coupon-row.ts";
import type { Alike, ClickSigns, CustomerEmailRow, FlagRow, PartnerActivityRow, PartnerEmail } from "./flag-row.ts";
import type { ManualAttributionRow, Stored } from "./manual-attribution-row.ts";
import type { PayoutItemRow, PayoutRow, SaleChangeRow } from "./payout-rows.ts";
import type { PaymentReferenceRow } from "./reference-row.ts";
import type {
  AdjustmentRow,
  Attribution,
  CommissionForfeitRow,
  CommissionHoldRow,
  CommissionRow,
  DisputeRow,
  OutcomeRow,
  PlatformFeeRow,
  RefundRow,
  SaleRow,
} from "./sale-rows.ts";
import type { GroupMove, PartnerGroupRow, PartnerPolicyRow, TermsOrigin, TermTotalRow } from "./terms-rows.ts";

type InProgram = { readonly program_id: number };

export type ProgramRow = InProgram & {
  readonly workspace_id: number;
  readonly name: string;
  readonly status: ActiveStatus;
  readonly created_at: Date;
  /** The end of the last month that was closed. */
  readonly closed_until: Date | null;
  /** Whether a partner ever had a discount code: else no payment's codes are looked up. */
  readonly owns_coupons: boolean;
  /** Whether it ever had groups, terms for a partner or a group, or terms that look at more than the sale: else none are looked up. */
  readonly uses_terms: boolean;
  /** Whether it ever had a bonus: else none are looked up. */
  readonly uses_bonuses: boolean;
  /** Whether a decision about a partner ever reversed commissions: else none are looked up. */
  readonly has_forfeits: boolean;
  /** The newest version; null where none was ever published. */
  readonly agreement: Agreement | null;
};

/** A version of the text that partners accept, in JSON; the event has the text. */
export type Agreement = {
  readonly event_id: number;
  readonly version: number;
  readonly sha256: string;
  /** The newest version is empty: there is nothing to accept. */
  readonly is_ended: boolean;
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

/** The version of the agreement that a partner accepted last, in JSON. */
export type AcceptedAgreement = { readonly event_id: number; readonly version: number; readonly accepted_at: string };

/** The ban in force, in JSON. */
export type PartnerBan = {
  readonly event_id: number;
  readonly reason: BanReason;
  readonly unpaid: UnpaidChoice;
  readonly banned_at: string;
  /** What the partner is again once the ban is lifted. */
  readonly status_before: ActiveStatus;
};

export type PartnerRow = InProgram & {
  readonly partner_id: number;
  readonly name: string;
  readonly code: string;
  readonly status: PartnerStatus;
  readonly joined_at: Date;
  /** The groups it was put into, the oldest first; null where it never left the default group. */
  readonly group_moves: readonly GroupMove[] | null;
  /** Null unless it is banned. */
  readonly ban: PartnerBan | null;
  /** Null where it never accepted one. */
  readonly accepted: AcceptedAgreement | null;
  /** Null where none was noted. */
  readonly emails: readonly PartnerEmail[] | null;
  /** Partners that it was found to be like; null where it never was. */
  readonly alike: readonly Alike[] | null;
  /** The partner that recruited it, and the event that said so; null for none. */
  readonly recruited_by: number | null;
  readonly recruited_event_id: number | null;
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
  /** What the partner marked the link with; null for nothing. */
  readonly sub_ids: SubIds | null;
  /** What may flag what it earns; null where nothing was found, or was looked for. */
  readonly signs: ClickSigns | null;
};

/** What another click claims that a browser bound this customer by, in JSON. */
export type Claim = {
  readonly partner_id: number;
  readonly click_id: string;
  readonly clicked_at: string;
  readonly claimed_at: string;
};

/** What a lead, a claim, an import or a first sale binds a customer to. */
export type EvidenceBinding = Attribution & {
  readonly is_provisional: boolean;
  /** Of a provisional binding: the other clicks by which browsers claimed this customer, the oldest first; null for none. */
  readonly other_claims: readonly Claim[] | null;
  readonly first_sale_id: number | null;
  readonly bound_at: Date;
};

/** What a decision by hand about a customer's first sale binds the customer to. */
export type BindingByHand = Stored<Attribution & { readonly sale_id: number; readonly bound_at: Date }>;

/** Binds the brand's customer id to a click. Earns nothing while provisional; frozen from the first sale on. */
export type CustomerRow = InProgram &
  EvidenceBinding & {
    readonly customer_key: string;
    /**
     * Decisions by hand above the evidence, the first one in force; `evidence` is what the row is without them. Null where no
     * decision binds the customer.
     */
    readonly by_hand: {
      readonly bindings: readonly BindingByHand[];
      readonly evidence: Stored<EvidenceBinding> | null;
    } | null;
  };

/** `subject` is `customer:<key>` or `click:<id>`; a subject has one lead for each event name. */
export type LeadRow = InProgram & {
  readonly subject: string;
  readonly event_name: string;
  readonly lead_id: number;
  /** Null where the customer it is of was bound by a discount code. */
  readonly click_id: string | null;
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
    /** Where its terms come from; null where the program's and its products' terms are all there are. */
    readonly terms: TermsOrigin | null;
    /** Sales that count towards `duration_payments`, as far as it reaches; null where the terms have none. */
    readonly payments: readonly number[] | null;
    /** For payments that do not name them, where the subscription's beginning did. */
    readonly product_id: string | null;
    readonly subscription_interval: string | null;
  };

/** One of the names of a payment, and the event that reported the payment first. */
export type PaymentAliasRow = InProgram & {
  readonly alias: string;
  readonly payment_id: number;
};

/** One row for each key a parked event waits for. */
export type ParkedRow = InProgram & {
  readonly wait_key: string;
  readonly event_id: number;
};

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
  commission_hold: CommissionHoldRow;
  commission_forfeit: CommissionForfeitRow;
  flag: FlagRow;
  customer_email: CustomerEmailRow;
  partner_activity: PartnerActivityRow;
  adjustment: AdjustmentRow;
  payout: PayoutRow;
  payout_item: PayoutItemRow;
  sale_change: SaleChangeRow;
  closed_month: ClosedMonthRow;
  restatement: RestatementRow;
  line_correction: LineCorrectionRow;
  platform_fee: PlatformFeeRow;
  refund: RefundRow;
  dispute: DisputeRow;
  parked: ParkedRow;
  outcome: OutcomeRow;
  manual_attribution: ManualAttributionRow;
  coupon: CouponRow;
  checklist: ChecklistRow;
  partner_group: PartnerGroupRow;
  partner_policy: PartnerPolicyRow;
  term_total: TermTotalRow;
  bonus: BonusRow;
  bonus_award: BonusAwardRow;
};

export type BookName = keyof BookRows;
