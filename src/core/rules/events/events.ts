// The events of the log: what was observed, never what we concluded from it.
// An event's data keeps its stored names (snake case) everywhere. A shape that has been released is never changed:
// a new one gets the next `schema_version` and the old one is lifted when read.

import type { Fact } from "../../vocabulary/facts.ts";
import type { Currency } from "../../vocabulary/money/currencies.ts";
import type { IgnoredDeliveryReason } from "../../vocabulary/outcome-reasons.ts";
import type { ActiveStatus } from "../../vocabulary/statuses.ts";
import type { AdParameter } from "../ad-parameters.ts";
import type { PayoutTool } from "../rows/payout-rows.ts";
import type { SubIds } from "../sub-ids.ts";
import type { AgreementEvent } from "./agreement-events.ts";
import type { AttributionRemoved, AttributionSet, AttributionUndone } from "./attribution-events.ts";
import type { BanEvent } from "./ban-events.ts";
import type { BonusEvent } from "./bonus-events.ts";
import type { CommissionEvent } from "./commission-events.ts";
import type { CouponAssigned, CouponRemoved } from "./coupon-events.ts";
import type { ErasureEvent } from "./erasure-events.ts";
import type { DeviceOf, FlagEvent } from "./flag-events.ts";
import type { GroupEvent } from "./group-events.ts";
import type { ImportEvent } from "./import-events.ts";
import type { RailEvent } from "./rail-events.ts";
import type { PartnerRecruited } from "./recruiting-events.ts";
import type { Settings } from "./settings/settings.ts";
import type { CommissionTerms } from "./settings/terms.ts";
import type { LineCorrection, StatementCorrection, StatementTotals } from "./statement.ts";
import type { TierMonthClosed } from "./tier-events.ts";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Who reported it: `api` with the program key, `browser` without, `operator`, or a provider by name. */
export type Source = string;

export type ClickRecorded = {
  type: "click_recorded";
  click_id: string;
  /** Null in test mode without an affiliate URL. */
  partner_id: number | null;
  partner_code: string | null;
  existing_click_id: string | null;
  is_bot: boolean;
  affiliate_url: string | null;
  page_url: string | null;
  page_title: string | null;
  referrer_url: string | null;
  session_id: string | null;
  visitor_id: string | null;
  user_agent: string | null;
  screen_resolution: string | null;
  viewport_size: string | null;
  language: string | null;
  timezone: string | null;
  additional_data: JsonObject | null;
  /** What the partner marked its link with; absent where it did not. */
  sub_ids?: SubIds;
  /** By which an advertising network marked the visit; absent where none did. */
  ad_parameter?: AdParameter;
  /** The visit came from an address that the partner, or its recruiter, had signed in from in the 30 days before; absent where it did not. */
  device_of?: DeviceOf;
  /** The host of the other site that the visitor came from; absent where none is known. */
  referrer_site?: string;
};

export type LeadReported = {
  type: "lead_reported";
  /** Candidates in the order given; the first one known to the program counts. */
  click_ids: readonly string[];
  customer_key: string | null;
  email_hash: string | null;
  event_name: string | null;
  session_id: string | null;
  page_url: string | null;
  visitor_id: string | null;
  additional_data: Json | null;
};

export type SaleReported = {
  type: "sale_reported";
  /** Null only in test mode. */
  transaction_id: string | null;
  amount_cents: number | null;
  tax_cents: number | null;
  customer_key: string | null;
  click_id: string | null;
  currency: string;
  sale_type: "payment" | "subscription";
  line_items: Json | null;
  is_recurring: boolean;
  subscription_id: string | null;
  subscription_interval: "monthly" | "quarterly" | "annual" | null;
  product_id: string | null;
  provider: string | null;
  provider_payment_id: string | null;
  event_name: string | null;
  additional_data: Json | null;
  /** The discount code the buyer used; absent where none was reported. */
  coupon_code?: string;
};

export type RefundReported = {
  type: "refund_reported";
  transaction_id: string;
  /** This refund's own amount; null or 0 means all that is left. */
  refund_amount_cents: number | null;
  refund_reason: string | null;
  refund_id: string | null;
};

/** What a payment without metadata will be found by: the brand says beforehand whose payment it will be. */
export type PaymentReferenceRegistered = {
  type: "payment_reference_registered";
  provider: string;
  /** Keyed hash of what `normaliseReference` leaves: deliveries are compared by it, and memos hold people's names. */
  reference_hash: string;
  /** The brand's own order code, for people to read. */
  reference: string;
  customer_key: string | null;
  click_id: string | null;
  /** What the order costs; null where any amount will do. */
  amount_cents: number | null;
  currency: string | null;
  product_id: string | null;
};

type PlainPayer = Extract<Fact, { payer: unknown }>["payer"];
type RecordedPayer = Omit<PlainPayer, "email"> & { email_hash: string | null };
type Recorded<F> = F extends { references: unknown }
  ? Omit<F, "payer" | "references" | "occurred_at"> & { payer: RecordedPayer; reference_hashes: readonly string[] }
  : F extends { payer: unknown }
    ? Omit<F, "payer" | "occurred_at"> & { payer: RecordedPayer }
    : Omit<F, "occurred_at">;

/** A fact as it is kept: addresses and the words of memos only as keyed hashes. */
export type RecordedFact = Fact extends infer F ? (F extends Fact ? Recorded<F> : never) : never;

/** Beyond the merchant's word: a look at its chain, or an operator's decision about a payment the chain contradicts. */
export type PaymentEvidenceRecorded = {
  type: "payment_evidence_recorded";
  transaction_id: string;
  evidence: "chain_verified" | "chain_contradicted" | "operator_accepted";
  /** The transfer that was found, by its place on the chain: one transfer pays once. */
  transfer: string | null;
  /** What was seen, for people to read. */
  detail: string;
};

export type DisputeClosedFact = Extract<RecordedFact, { type: "dispute_closed" }>;

export type DeliveryIgnored = {
  type: "delivery_ignored";
  reason: IgnoredDeliveryReason;
  provider_event_type: string | null;
};
export type DeliveryUnreadable = { type: "delivery_unreadable"; reason: string; provider_event_type: string | null };

/** What a later release's adapter says of a delivery: it counts at that delivery's place; the newest one counts. */
export type DeliveryReread = {
  type: "delivery_reread";
  event_id: number;
  adapter_version: number;
  /** Of the shape `reading` is stored in. */
  schema_version: number;
  is_test: boolean;
  /** ISO 8601. */
  occurred_at: string | null;
  reading: RecordedFact | DeliveryIgnored | DeliveryUnreadable;
};

/** A parked event is released: an operator discarded it, or it waited longer than allowed. */
export type ParkedReleased = { type: "parked_released"; event_id: number; reason: string };

/** A failed delivery is retried here, as the adapter reads it now; before this event it is failed in every fold of the log. */
export type DeliveryRetried = Omit<DeliveryReread, "type"> & { type: "delivery_retried"; provider: string };

export type ProgramCreated = { type: "program_created"; workspace_id: number; name: string; settings: Settings };
export type ProgramChanged = {
  type: "program_changed";
  name: string | null;
  status: ActiveStatus | null;
  /** Only what changed; the rest stays as it is when this is recorded. */
  settings: Partial<Settings>;
};
/** Whose sales terms are for, and of which product; null for all products. Policies of every partner name neither of the first two. */
export type PolicyScope = { product_id: string | null; partner_id?: number; group_id?: string };
export type PolicySet = PolicyScope & { type: "policy_set"; commission: CommissionTerms };
export type PolicyRemoved = PolicyScope & { type: "policy_removed" };
export type PartnerJoined = {
  type: "partner_joined";
  name: string;
  code: string;
  /** Absent where it joined the default group. */
  group_id?: string;
  /** The partner that recruited it; absent for none. */
  recruited_by?: number;
};
export type PartnerChanged = {
  type: "partner_changed";
  partner_id: number;
  name: string | null;
  status: ActiveStatus | null;
};

/** A month is over and its third day after has come, by the database's clock: these sums are its final statement. */
export type MonthClosed = {
  type: "month_closed";
  /** `2026-01`, in UTC. */
  month: string;
  totals: readonly StatementTotals[];
  corrections: readonly StatementCorrection[];
};

/** A replay was applied that changed lines of closed months: those months keep them, and this month states the difference. */
export type ClosedLinesCorrected = {
  type: "closed_lines_corrected";
  run_id: number;
  lines: readonly LineCorrection[];
};

/** What a payout pays a partner for one sale; less than zero where it takes back what was paid too much. */
export type PaidItem = { readonly sale_id: number; readonly amount_cents: number };
type Payment = { readonly partner_id: number; readonly currency: Currency; readonly items: readonly PaidItem[] };

/** What is owed to a partner was put together to be paid. The payout's id is this event's. */
export type PayoutCreated = Payment & {
  type: "payout_created";
  /** Absent where one person is enough. Later settings do not change it. */
  approvals?: { readonly needed: number; readonly created_by: string | null };
};
/** A person approved that it is paid: `account:` and the account's id. */
export type PayoutApproved = { type: "payout_approved"; payout_id: number; approved_by: string };
/**
 * Exactly this was paid. The amounts are kept here and never recomputed, so that what the rules say of these sales later
 * can be compared with what the partner really got.
 */
export type PayoutRecorded = Payment & {
  type: "payout_recorded";
  payout_id: number;
  method: string | null;
  /** The bank's reference. */
  reference: string | null;
};
/** A file for a payment tool was made with these payouts in it: it may be paid though they are cancelled. */
export type PayoutsExported = { type: "payouts_exported"; payout_ids: readonly number[]; tool: PayoutTool };
/** It will not be paid: what it held is owed as before. */
export type PayoutCancelled = {
  type: "payout_cancelled";
  payout_id: number;
  sale_ids: readonly number[];
  /** Why the payment tool could not pay it, where that is why. */
  reason: string | null;
};
/** It was paid and the money came back: what it paid is owed again. */
export type PayoutReturned = {
  type: "payout_returned";
  payout_id: number;
  sale_ids: readonly number[];
  reason: string | null;
};

export type EventData =
  | ClickRecorded
  | LeadReported
  | SaleReported
  | RefundReported
  | PaymentReferenceRegistered
  | RecordedFact
  | PaymentEvidenceRecorded
  | DeliveryIgnored
  | DeliveryUnreadable
  | DeliveryReread
  | RailEvent
  | ParkedReleased
  | AttributionSet
  | AttributionRemoved
  | AttributionUndone
  | DeliveryRetried
  | ProgramCreated
  | ProgramChanged
  | PolicySet
  | PolicyRemoved
  | PartnerJoined
  | PartnerChanged
  | BonusEvent
  | TierMonthClosed
  | GroupEvent
  | PartnerRecruited
  | AgreementEvent
  | BanEvent
  | FlagEvent
  | CouponAssigned
  | CouponRemoved
  | CommissionEvent
  | MonthClosed
  | ClosedLinesCorrected
  | PayoutCreated
  | PayoutApproved
  | PayoutRecorded
  | PayoutsExported
  | PayoutCancelled
  | PayoutReturned
  | ImportEvent
  | ErasureEvent;

export type EventType = EventData["type"];
export type DataOf<Type extends EventType> = Extract<EventData, { type: Type }>;

/** One event as the fold sees it: an immutable row of the log. */
export type Event<Data extends EventData = EventData> = {
  readonly program_id: number;
  readonly id: number;
  readonly source: Source;
  readonly is_test: boolean;
  readonly occurred_at: Date | null;
  readonly received_at: Date;
  readonly data: Data;
  /** What it was read as when it failed; only of a delivery that a later event retries. */
  readonly failed_as?: string;
};
