// A file of a tool: how it is known by its columns, and what a line of it means.

import type {
  CommissionState,
  ImportedCustomer,
  ImportedPartner,
  ImportedSaleLine,
  ImportRow,
  LeftOutReason,
  PartnerNames,
} from "../import-row.ts";
import type { Cells, Column } from "./cells.ts";

export type Layout = {
  /** What its lines are about. */
  readonly records: "partners" | "customers" | "sales";
  /** It is this file where all of these columns are there. */
  readonly needs: readonly Column[];
  readonly read: (cells: Cells) => ImportRow;
};

export function partnerRow(partner: ImportedPartner, customer: ImportedCustomer | null = null): ImportRow {
  return { names: partner, partner, customer, sale: null, leftOut: null };
}

export function customerRow(names: PartnerNames, customer: ImportedCustomer | null): ImportRow {
  return { names, partner: null, customer, sale: null, leftOut: customer === null ? "no_customer" : null };
}

export function saleRow(names: PartnerNames, sale: ImportedSaleLine): ImportRow {
  return { names, partner: null, customer: null, sale, leftOut: reasonToLeaveOut(sale) };
}

/** A commission below zero is money that went back there; one on nothing was earned without a sale. */
function reasonToLeaveOut({ amountCents, commissionCents }: ImportedSaleLine): LeftOutReason | null {
  if (amountCents < 0 || commissionCents < 0) return "money_back";
  return amountCents === 0 ? "no_sale" : null;
}

/** Providers' customer ids show their provider; any other is unknown. */
export function providerCustomer(id: string | null): string | null {
  if (id === null) return null;
  if (id.startsWith("cus_")) return `stripe:${id}`;
  return id.startsWith("ctm_") ? `paddle:${id}` : null;
}

export function fullName(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(" ");
}

export type Words = Readonly<Record<string, CommissionState>>;
