// The rows of the books about terms beyond the program's and its products': groups of partners, terms for a partner or a group, and
// what tiers and caps are measured by.
import type { Currency } from "../../vocabulary/money/currencies.ts";
import type { PolicyScope } from "../events/events.ts";
import type { ExistingCustomers, GroupSettings } from "../events/group-events.ts";
import type { CapName, CommissionTerms } from "../events/settings/terms.ts";

type InProgram = { readonly program_id: number };

/** Which terms count, the first that there are. */
export const termsScopes = ["partner_product", "partner", "group_product", "group", "product", "program"] as const;
export type TermsScope = (typeof termsScopes)[number];

/** Where the terms of a sale come from. */
export type TermsOrigin = {
  readonly scope: TermsScope;
  /** The event that set them. */
  readonly policy_event_id: number;
  /** The group whose terms count for the sale, whether it has any of its own or not. */
  readonly group_id: string;
};

/**
 * `step` counts from 0 and is null below the first one. Of tiers that pay the whole month it is not known until that month (UTC),
 * `open_month`, was closed for the partner; from then on `adjusted_cents` is what the step added to what the sale earned until then.
 */
export type AppliedTier =
  | { readonly step: number | null; readonly open_month?: never; readonly adjusted_cents?: never }
  | { readonly step: null; readonly open_month: string; readonly adjusted_cents?: never }
  | { readonly step: number | null; readonly open_month?: never; readonly adjusted_cents: number };

/** By which terms a commission was computed, and what became of it by tiers and caps. */
export type AppliedTerms = TermsOrigin & {
  /** It is the customer's first sale. */
  readonly is_first: boolean;
  /** Null where the terms have no tiers. */
  readonly tier: AppliedTier | null;
  /** Null where the terms have no caps; `by` is the one that cut it, from what the terms alone say. */
  readonly cap: { readonly by: CapName; readonly uncapped_cents: number } | { readonly by: null } | null;
};

/** A partner was put into a group. */
export type GroupMove = {
  readonly from_event_id: number;
  readonly group_id: string;
  readonly existing_customers: ExistingCustomers;
};

/** One version of a group, in force from the event that set it. */
export type PartnerGroupRow = InProgram & {
  readonly group_id: string;
  readonly from_event_id: number;
  readonly settings: GroupSettings;
};

/** One version of the terms for a partner or a group; `product_id` is "" for all products. */
export type PartnerPolicyRow = InProgram & {
  /** `partner:<id>` or `group:<id>`. */
  readonly holder: string;
  readonly product_id: string;
  readonly from_event_id: number;
  /** Null from the event that removed them. */
  readonly commission: CommissionTerms | null;
};

/**
 * What tiers and caps are measured by: live sales, net of what went back, and what they earn. `holder` is `partner:<id>`, and for caps
 * also `customer:<key>` or `program`; `period` is a month (UTC), `lifetime`, or a month as it was when it was closed
 * (`closedPeriod`), which tiers that pay whole months go by. Of tiers `subject` is the scope of their terms and the
 * currency the sale's; of caps it is "", and the currency the commission's. All periods of a holder are loaded together: when an event
 * is received is known only after what it needs was loaded.
 */
export type TermTotalRow = InProgram & {
  readonly holder: string;
  readonly period: string;
  readonly subject: string;
  readonly currency: Currency;
  /** In decimal digits: a sum may be larger than any single amount, and stays exact. */
  readonly sales_cents: string;
  readonly sales: number;
  readonly customers: number;
  /** In decimal digits, as `sales_cents`. */
  readonly commission_cents: string;
};

/** What one sale adds to a total. */
export type CountedShare = Pick<TermTotalRow, "holder" | "period" | "subject" | "currency" | "sales" | "customers"> & {
  readonly sales_cents: number;
  readonly commission_cents: number;
};

export const partnerHolder = (partnerId: number): string => `partner:${partnerId}`;
export const groupHolder = (groupId: string): string => `group:${groupId}`;

/** Whose terms a policy is; null where it is for every partner. */
export function holderOf({ partner_id, group_id }: Pick<PolicyScope, "partner_id" | "group_id">): string | null {
  if (partner_id !== undefined) return partnerHolder(partner_id);
  return group_id === undefined ? null : groupHolder(group_id);
}

export const customerHolder = (customerKey: string): string => `customer:${customerKey}`;
export const programHolder = "program";
export const lifetime = "lifetime";
/** The period of the figures that a month had when it was closed for a partner. They never change. */
export const closedPeriod = (month: string): string => `${month}/closed`;
