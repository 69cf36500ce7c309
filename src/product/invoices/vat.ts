// How VAT is treated on a self-billing invoice, from what both sides said of themselves. It is a rule and no advice: docs/tax.md names what
// a person must decide.
import { isInEuropeanUnion } from "../../core/vocabulary/countries.ts";
import { basisPointsPerWhole, differenceOf, type Sum } from "../../core/vocabulary/money/money.ts";

export const vatTreatments = ["reverse_charge", "domestic", "outside_eu", "not_charged"] as const;
export type VatTreatment = (typeof vatTreatments)[number];

type Supplier = {
  readonly country: string;
  readonly vat_id: string | null;
  readonly vat_status: "unchecked" | "valid" | "invalid" | null;
};
type Customer = { readonly country: string; readonly vat_id: string | null };

/** Who has a VAT id is a business, a person too. An id that VIES does not know counts as none; one that could not be checked counts. */
export function vatTreatmentOf(supplier: Supplier, customer: Customer): VatTreatment {
  const hasVatId = supplier.vat_id !== null && supplier.vat_status !== "invalid";
  if (supplier.country === customer.country) return hasVatId ? "domestic" : "not_charged";
  if (!isInEuropeanUnion(supplier.country) || !isInEuropeanUnion(customer.country)) return "outside_eu";
  return hasVatId && customer.vat_id !== null ? "reverse_charge" : "not_charged";
}

export type VatSums = { readonly net_cents: Sum; readonly vat_cents: Sum; readonly gross_cents: Sum };

/** The amount that was paid includes the VAT: it is rounded half up, and below zero as above. */
export function splitGross(gross: Sum, basisPoints: number): VatSums {
  const [amount, rate] = [BigInt(gross), BigInt(basisPoints)];
  const size = amount < 0n ? -amount : amount;
  const whole = BigInt(basisPointsPerWhole) + rate;
  const vat = (2n * size * rate + whole) / (2n * whole);
  const vat_cents = Number(amount < 0n ? -vat : vat);
  return { net_cents: differenceOf(gross, vat_cents), vat_cents, gross_cents: gross };
}
