// What one line of an export says, in words no tool owns.
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import type { ActiveStatus } from "../../core/vocabulary/statuses.ts";

/** A partner by any of the line's names for it: the tool's own id, its code, its address. At least one is present. */
export type PartnerNames = {
  readonly externalId: string | null;
  readonly code: string | null;
  readonly email: string | null;
};

export type ImportedPartner = PartnerNames & {
  readonly name: string;
  readonly status: ActiveStatus;
  /** The group it is in there, as people call it; absent where the export says none. */
  readonly group?: string | null;
  /** Who recruited it, under any name of that one; absent where the export says no one. */
  readonly recruiter?: PartnerNames | null;
  /** The discount code whose sales are the partner's. */
  readonly coupon?: ImportedCoupon | null;
};

/** A line's partner and who recruited it. */
export type NamedRecruit = { readonly line: number; readonly partner: PartnerNames; readonly recruiter: PartnerNames };

/** `providerNames` as `couponOfProvider` writes them. */
export type ImportedCoupon = { readonly code: string; readonly providerNames: readonly string[] };

export type ImportedCustomer = {
  readonly externalId: string;
  /** The brand's own id. */
  readonly customerKey: string | null;
  /** With the provider's name before it. */
  readonly providerCustomerId: string | null;
  readonly email: string | null;
  readonly referredAt: Date | null;
};

/** `none`: refused or void there; `refunded`: so is the sale. */
export type CommissionState = "paid" | "owed" | "none" | "refunded";

export type ImportedSaleLine = {
  readonly externalId: string;
  /** The payment's own name at its provider; null where the export has none. */
  readonly transactionId: string | null;
  readonly amountCents: number;
  readonly currency: Currency;
  readonly soldAt: Date | null;
  readonly subscriptionId: string | null;
  readonly productId: string | null;
  readonly customerKey: string | null;
  readonly providerCustomerId: string | null;
  readonly email: string | null;
  readonly commissionCents: number;
  readonly commissionCurrency: Currency;
  readonly state: CommissionState;
};

/** Why a line is left out, though nothing is wrong with it. */
export const leftOutReasons = ["no_sale", "money_back", "no_customer"] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export type ImportRow = {
  /** The partner or customer of the line. */
  readonly names: PartnerNames;
  readonly partner: ImportedPartner | null;
  readonly customer: ImportedCustomer | null;
  readonly sale: ImportedSaleLine | null;
  readonly leftOut: LeftOutReason | null;
};

export type Fault = { readonly line: number; readonly column: string | null; readonly message: string };
