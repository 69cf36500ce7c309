// The fields of each tax form as a page shows them, and what a partner certifies by its signature.
import { countryChoices } from "../../../core/vocabulary/countries.ts";
import { classifications, entityTypes, fatcaStatuses, type TaxForm } from "../../../product/tax/details.ts";
import type { FormValues } from "../account/form.ts";
import type { Check, Choice, Field } from "../pages/form-page.ts";

type Input = Field | Choice | Check;

export const certification: { readonly [Form in TaxForm]: string } = {
  w9: "By signing, you certify under penalties of perjury that your tax id is right, that you are a person of the United States, and that you are not subject to backup withholding unless you say so below.",
  w8ben:
    "By signing, you certify under penalties of perjury that you are the person who earns this income, that you are not a person of the United States, and that what you state is true and complete.",
  w8bene:
    "By signing, you certify under penalties of perjury that the business earns this income and is not of the United States, that you may sign for it, and that what you state is true and complete.",
};

export function fieldsOf(form: TaxForm, values: FormValues): readonly Input[] {
  const text = (name: string, label: string, extra: Partial<Field> = {}): Field => ({
    ...{ name, label, type: "text", autocomplete: "off", value: values.get(name) },
    ...extra,
  });
  const choice = (name: string, label: string, choices: Readonly<Record<string, string>>, first: string): Choice => ({
    ...{ name, label, choices, value: values.get(name) === "" ? first : values.get(name) },
  });
  const optional = { isOptional: true } as const;
  const treaty = text("treaty_claim", "Tax treaty claim", {
    ...optional,
    hint: "Country, article and rate. Optional.",
  });
  const ownFields: { readonly [Form in TaxForm]: readonly Input[] } = {
    w9: [
      text("business_name", "Business name, if it differs", optional),
      choice("classification", "Tax classification", classifications, "individual"),
      choice("backup_withholding", "Subject to backup withholding", { no: "No", yes: "Yes" }, "no"),
      text("tax_id", "Tax id (SSN, ITIN or EIN)", { hint: "Nine digits." }),
    ],
    w8ben: [
      text("birth_date", "Date of birth", { type: "date" }),
      choice("citizenship", "Citizenship", countryChoices, values.get("country") || "DE"),
      text("tax_id", "Tax id in your country", { ...optional, hint: "Empty only if your country issues none." }),
      treaty,
    ],
    w8bene: [
      choice("entity_type", "Kind of entity", entityTypes, "corporation"),
      choice("fatca_status", "FATCA status", fatcaStatuses, "active_nffe"),
      text("giin", "GIIN", optional),
      text("tax_id", "Tax id in your country", { ...optional, hint: "Empty only if your country issues none." }),
      treaty,
    ],
  };
  return [
    text("legal_name", "Legal name", { autocomplete: "name", hint: "As on your tax return." }),
    text("street", "Street and number", { autocomplete: "street-address" }),
    text("city", "City", { autocomplete: "address-level2" }),
    text("region", "State or region", { ...optional, autocomplete: "address-level1" }),
    text("postal_code", "Postal code", { ...optional, autocomplete: "postal-code" }),
    ...ownFields[form],
    text("vat_id", "VAT id", { ...optional, hint: "If you are registered for VAT." }),
    text("signature", "Signature", { hint: "Your full name. Today is the date of signature." }),
    { name: "certified", check: "I certify the above." },
  ];
}

const none: FormValues = { get: () => "" };

/** Of the faulty field. */
export function labelOf(form: TaxForm, name: string): string {
  const field = fieldsOf(form, none).find((one) => one.name === name);
  if (field === undefined) return name === "country" ? "Country" : "What you sent";
  return "check" in field ? "Certification" : field.label;
}
