// VAT ids of the member states of the European Union, by their form alone: whether one is registered only VIES can say.
// https://ec.europa.eu/taxation_customs/vies/#/faq (question 11): Greece writes EL; XI is Northern Ireland.

const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d[A-Z0-9+*]\d{5}[A-Z]|\d{7}[A-Z]{1,2})$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{12}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

export type VatId = { readonly prefix: string; readonly number: string };

/** Without the blanks, dots and dashes that people write. */
export const normaliseVatId = (given: string): string => given.toUpperCase().replaceAll(/[\s.-]/g, "");

/** Undefined where it has not the form of any member state. */
export function europeanVatId(given: string): VatId | undefined {
  const text = normaliseVatId(given);
  const [prefix, number] = [text.slice(0, 2), text.slice(2)];
  return forms[prefix]?.test(number) === true ? { prefix, number } : undefined;
}

/** The letters that begin the VAT ids of a country, where it is a member state. */
const vatPrefixOf = (country: string): string => (country === "GR" ? "EL" : country);

const otherVatId = /^[A-Z0-9]{4,20}$/;

/** Elsewhere any short run of letters and digits. */
export function isVatIdOf(country: string, given: string): boolean {
  const own = forms[vatPrefixOf(country)];
  if (own === undefined) return otherVatId.test(normaliseVatId(given));
  return europeanVatId(given)?.prefix === vatPrefixOf(country);
}
