// The fields of each tax form as a page shows them, and what a partner certifies by its signature.
import { countryChoicesIn } from "../../../core/vocabulary/countries.ts";
import { english } from "../../../core/wording/english-words.ts";
import type { Words } from "../../../core/wording/say.ts";
import { classifications, entityTypes, fatcaStatuses, type TaxForm } from "../../../product/tax/details.ts";
import type { FormValues } from "../account/form.ts";
import type { Check, Choice, Field } from "../pages/form-page.ts";

type Input = Field | Choice | Check;

/** In the partner's language; what is signed is the English text, which then follows. */
export function certificationOf(form: TaxForm, words: Words): readonly string[] {
  const own = words.say(certifications[form]);
  return words.language === "en" ? [own] : [own, words.say("taxEnglishCounts"), english.say(certifications[form])];
}

const certifications = { w9: "taxCertifyW9", w8ben: "taxCertifyW8ben", w8bene: "taxCertifyW8bene" } as const;

export function fieldsOf(form: TaxForm, values: FormValues, { say, locale }: Words): readonly Input[] {
  const text = (name: string, label: string, extra: Partial<Field> = {}): Field => ({
    ...{ name, label, type: "text", autocomplete: "off", value: values.get(name) },
    ...extra,
  });
  const choice = (name: string, label: string, choices: Readonly<Record<string, string>>, first: string): Choice => ({
    ...{ name, label, choices, value: values.get(name) === "" ? first : values.get(name) },
  });
  const optional = { isOptional: true } as const;
  const treaty = text("treaty_claim", say("taxTreaty"), {
    ...optional,
    hint: say("taxTreatyHint"),
  });
  const ownFields: { readonly [Form in TaxForm]: readonly Input[] } = {
    w9: [
      text("business_name", say("taxBusinessName"), optional),
      choice("classification", say("taxClassification"), classifications, "individual"),
      choice("backup_withholding", say("taxBackup"), { no: say("taxNo"), yes: say("taxYes") }, "no"),
      text("tax_id", say("taxUsId"), { hint: say("taxUsIdHint") }),
    ],
    w8ben: [
      text("birth_date", say("taxBirth"), { type: "date" }),
      choice("citizenship", say("taxCitizenship"), countryChoicesIn(locale), values.get("country") || "DE"),
      text("tax_id", say("taxForeignId"), { ...optional, hint: say("taxForeignIdHint") }),
      treaty,
    ],
    w8bene: [
      choice("entity_type", say("taxEntity"), entityTypes, "corporation"),
      choice("fatca_status", say("taxFatca"), fatcaStatuses, "active_nffe"),
      text("giin", say("taxGiin"), optional),
      text("tax_id", say("taxForeignId"), { ...optional, hint: say("taxForeignIdHint") }),
      treaty,
    ],
  };
  return [
    text("legal_name", say("taxLegalName"), { autocomplete: "name", hint: say("taxLegalNameHint") }),
    text("street", say("taxStreet"), { autocomplete: "street-address" }),
    text("city", say("taxCity"), { autocomplete: "address-level2" }),
    text("region", say("taxRegion"), { ...optional, autocomplete: "address-level1" }),
    text("postal_code", say("taxPostal"), { ...optional, autocomplete: "postal-code" }),
    ...ownFields[form],
    text("vat_id", say("taxVatId"), { ...optional, hint: say("taxVatIdHint") }),
    text("signature", say("taxSignature"), { hint: say("taxSignatureHint") }),
    { name: "certified", check: say("taxCertified") },
  ];
}

const none: FormValues = { get: () => "" };

/** Of the faulty field. */
export function labelOf(form: TaxForm, name: string, words: Words): string {
  const field = fieldsOf(form, none, words).find((one) => one.name === name);
  if (field === undefined) return words.say("taxCountry");
  return "check" in field ? words.say("taxCertification") : field.label;
}
