// The tax details of a partner: who it is for the tax office, and the fields of the form that its country and kind ask for. Persons of the
// United States give those of a W-9, other people those of a W-8BEN, other businesses those of a W-8BEN-E.
// https://www.irs.gov/instructions/iw9 and https://www.irs.gov/instructions/iw8 and iw8bene say what each means.
import { z } from "zod";
import { isCountry } from "../../core/vocabulary/countries.ts";
import { hasBidiControl } from "../../core/vocabulary/fields.ts";
import { isVatIdOf, normaliseVatId } from "../../core/vocabulary/money/vat-id.ts";
import type { MessageId } from "../../core/wording/say.ts";

export const taxForms = ["w9", "w8ben", "w8bene"] as const;
export type TaxForm = (typeof taxForms)[number];
export const personKinds = ["individual", "business"] as const;
export type PersonKind = (typeof personKinds)[number];

export const formNames: { readonly [Form in TaxForm]: string } = { w9: "W-9", w8ben: "W-8BEN", w8bene: "W-8BEN-E" };

export function formOf(country: string, kind: PersonKind): TaxForm {
  if (country === "US") return "w9";
  return kind === "individual" ? "w8ben" : "w8bene";
}

/** What is wrong with a field, by the message that says so in the partner's language. */
export const taxFaults = [
  "taxRequired",
  "taxTooLong",
  "taxCharacters",
  "taxDirection",
  "taxNoCountry",
  "taxDay",
  "taxConfirm",
  "taxNineDigits",
  "taxIdCharacters",
  "taxGiinFault",
  "taxVatFault",
  "taxWrongForm",
] as const satisfies readonly MessageId[];
export type TaxFault = (typeof taxFaults)[number];

const is = (fault: TaxFault): string => fault;

const lineCharactersMax = 140;
const taxIdCharactersMax = 30;
const shownCharacters = 4;

const line = z
  .string()
  .trim()
  .min(1, is("taxRequired"))
  .max(lineCharactersMax, is("taxTooLong"))
  .regex(/^[\p{L}\p{N}(#"'„“]\P{Cc}*$/u, is("taxCharacters"))
  .refine((value) => !hasBidiControl(value), is("taxDirection"));
const optional = z
  .literal("")
  .transform(() => null)
  .or(line);
const country = z.string().refine(isCountry, is("taxNoCountry"));
const day = z.iso.date(is("taxDay"));
const yes = z.literal("yes", is("taxConfirm"));

/** Social security, individual or employer number: nine digits. */
const usTaxId = z
  .string()
  .transform((given) => given.replaceAll(/[\s-]/g, ""))
  .pipe(z.string().regex(/^\d{9}$/, is("taxNineDigits")));
const foreignTaxId = z
  .string()
  .trim()
  .toUpperCase()
  .pipe(
    z
      .string()
      .max(taxIdCharactersMax, is("taxTooLong"))
      .regex(/^[A-Z0-9][A-Z0-9 ./-]*$/, is("taxIdCharacters")),
  );

const shared = {
  kind: z.enum(personKinds),
  legal_name: line,
  street: line,
  city: line,
  region: optional,
  postal_code: optional,
  vat_id: z
    .literal("")
    .transform(() => null)
    .or(z.string().transform(normaliseVatId)),
  signature: line,
  certified: yes,
};

export const classifications = {
  individual: "Individual or sole proprietor",
  c_corporation: "C corporation",
  s_corporation: "S corporation",
  partnership: "Partnership",
  trust: "Trust or estate",
  llc_c: "LLC taxed as a C corporation",
  llc_s: "LLC taxed as an S corporation",
  llc_p: "LLC taxed as a partnership",
  other: "Other",
} as const;

export const entityTypes = {
  corporation: "Corporation",
  partnership: "Partnership",
  disregarded: "Disregarded entity",
  trust: "Trust",
  government: "Government or international organization",
  tax_exempt: "Tax-exempt organization",
  other: "Other",
} as const;

export const fatcaStatuses = {
  active_nffe: "Active NFFE",
  passive_nffe: "Passive NFFE",
  publicly_traded_nffe: "Publicly traded NFFE or its affiliate",
  participating_ffi: "Participating or registered FFI",
  exempt: "Exempt beneficial owner or non-profit",
  other: "Other",
} as const;

const schemas = {
  w9: z.object({
    ...shared,
    form: z.literal("w9"),
    country: z.literal("US"),
    tax_id: usTaxId,
    business_name: optional,
    classification: z.enum(Object.keys(classifications)),
    backup_withholding: z.enum(["no", "yes"]),
  }),
  w8ben: z.object({
    ...shared,
    form: z.literal("w8ben"),
    country,
    tax_id: z
      .literal("")
      .transform(() => null)
      .or(foreignTaxId),
    birth_date: day,
    citizenship: country,
    treaty_claim: optional,
  }),
  w8bene: z.object({
    ...shared,
    form: z.literal("w8bene"),
    country,
    tax_id: z
      .literal("")
      .transform(() => null)
      .or(foreignTaxId),
    entity_type: z.enum(Object.keys(entityTypes)),
    fatca_status: z.enum(Object.keys(fatcaStatuses)),
    giin: z
      .literal("")
      .transform(() => null)
      .or(z.string().regex(/^[0-9A-Z]{6}\.[0-9]{5}\.[A-Z]{2}\.[0-9]{3}$/, is("taxGiinFault"))),
    treaty_claim: optional,
  }),
} as const;

const byForm = z.discriminatedUnion("form", [schemas.w9, schemas.w8ben, schemas.w8bene]);

/** As a partner gives them: what is empty is left out, and ids are written one way. */
export const givenTaxDetails = byForm
  .refine(({ form, country, kind }) => form === formOf(country, kind), {
    path: ["form"],
    message: is("taxWrongForm"),
  })
  .refine(({ country, vat_id }) => vat_id === null || isVatIdOf(country, vat_id), {
    path: ["vat_id"],
    message: is("taxVatFault"),
  });

export type TaxDetails = z.output<typeof givenTaxDetails>;

/** As they are stored. */
export function parseTaxDetails(text: string): TaxDetails {
  const stored: unknown = JSON.parse(text);
  return storedTaxDetails.parse(stored);
}

/** Null in what is stored is an empty field in what is given. */
const storedTaxDetails = z
  .record(z.string(), z.string().nullable())
  .transform((fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? ""])))
  .pipe(byForm);

/** A W-8 is good until the end of the third calendar year after it was signed; a W-9 has no end. Days in UTC. */
export function validUntil(form: TaxForm, signedOn: string): string | null {
  return form === "w9" ? null : `${Number(signedOn.slice(0, 4)) + w8Years}-12-31`;
}

const w8Years = 3;

/** Its last four characters, and of a short one fewer: half of it at most. */
export function maskId(id: string | null): string | null {
  if (id === null) return null;
  const letters = id.replaceAll(/[^A-Za-z0-9]/g, "");
  const shown = Math.min(shownCharacters, Math.floor(letters.length / 2));
  return `••••${shown === 0 ? "" : letters.slice(-shown)}`;
}
