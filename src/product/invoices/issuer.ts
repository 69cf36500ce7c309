// Who a program is on the invoices that it issues for its partners: its settings, where they say enough.
import type { Settings } from "../../core/rules/events/settings/settings.ts";
import { taxSettingsOf } from "../../core/rules/events/settings/tax-settings.ts";

export type Issuer = {
  readonly name: string;
  /** Its lines. */
  readonly address: readonly string[];
  readonly country: string;
  readonly vat_id: string | null;
  /** 0 where none is stated. */
  readonly domesticVatBasisPoints: number;
  readonly prefix: string;
};

/** Null where the program issues no invoices. */
export function issuerOf(settings: Settings): Issuer | null {
  const { legal_name, legal_address, legal_country, brand_vat_id, vat_rate_bps, invoice_prefix } =
    taxSettingsOf(settings);
  if (legal_name === null || legal_address === null || legal_country === null || invoice_prefix === null) return null;
  return {
    name: legal_name,
    address: legal_address.split("\n"),
    country: legal_country,
    vat_id: brand_vat_id,
    domesticVatBasisPoints: vat_rate_bps,
    prefix: invoice_prefix,
  };
}
