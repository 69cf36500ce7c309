// What a program needs of its partners for taxes, and who it is on invoices. No sale, commission or payout follows from any of it: it decides
// who may be paid now and what invoices say. A program that never set one has no such field in its events.
import { z } from "zod";
import { isCountry } from "../../../vocabulary/countries.ts";
import { bidiRule, hasBidiControl, rule, wholeNumber } from "../../../vocabulary/fields.ts";

const charactersMax = 300;
const lineRule = rule(`must have 1 to ${charactersMax} characters and no control character but line ends`);
const countryRule = rule("must be a country's two capital letters, such as DE");
const prefixRule = rule("must have 1 to 10 capital letters and digits, such as ACME");
const vatRule = rule("must be a VAT id such as DE123456789, without blanks");

const line = (description: string) =>
  z
    .string(lineRule)
    .min(1, lineRule)
    .max(charactersMax, lineRule)
    .regex(/^[^\p{Cc}]*(?:\n[^\p{Cc}]+)*$/u, lineRule)
    .refine((value) => !hasBidiControl(value), bidiRule)
    .nullable()
    .meta({ description });

export const taxSettingsSchema = z.strictObject({
  tax_required: z.boolean().meta({
    description: "Pay only partners with valid tax details; false in a new program",
  }),
  legal_name: line("The brand's legal name, as on invoices; null for none"),
  legal_address: line("The brand's address, as on invoices; null for none"),
  legal_country: z
    .string(countryRule)
    .refine(isCountry, countryRule)
    .nullable()
    .meta({ description: "The brand's country as a two-letter code; null for none", flag: { placeholder: "code" } }),
  brand_vat_id: z
    .string(vatRule)
    .regex(/^[A-Z0-9+*]{4,20}$/, vatRule)
    .nullable()
    .meta({ description: "The brand's VAT id; null for none" }),
  vat_rate_bps: wholeNumber(
    [0, 10_000],
    "VAT on invoices for partners with a VAT id in the brand's country, in hundredths of a percent; 0 in a new program",
  ).meta({ flag: { placeholder: "bps" } }),
  invoice_prefix: z
    .string(prefixRule)
    .regex(/^[A-Z0-9]{1,10}$/, prefixRule)
    .nullable()
    .meta({
      description:
        "Prefix of self-billing invoice numbers. With the legal name, address and country it enables invoices for partners who agree; null for none",
    }),
});

export type TaxSettings = z.output<typeof taxSettingsSchema>;

const defaultTaxSettings: TaxSettings = {
  tax_required: false,
  legal_name: null,
  legal_address: null,
  legal_country: null,
  brand_vat_id: null,
  vat_rate_bps: 0,
  invoice_prefix: null,
};

/** What was never set has its default. */
export function taxSettingsOf(
  settings: { readonly [Name in keyof TaxSettings]?: TaxSettings[Name] | undefined },
): TaxSettings {
  return {
    tax_required: settings.tax_required ?? defaultTaxSettings.tax_required,
    legal_name: settings.legal_name ?? defaultTaxSettings.legal_name,
    legal_address: settings.legal_address ?? defaultTaxSettings.legal_address,
    legal_country: settings.legal_country ?? defaultTaxSettings.legal_country,
    brand_vat_id: settings.brand_vat_id ?? defaultTaxSettings.brand_vat_id,
    vat_rate_bps: settings.vat_rate_bps ?? defaultTaxSettings.vat_rate_bps,
    invoice_prefix: settings.invoice_prefix ?? defaultTaxSettings.invoice_prefix,
  };
}
