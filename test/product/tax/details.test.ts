// Which form a partner gives, how long it is good, and what of it is shown.
import { describe, expect, test } from "vitest";
import { countries, countryName, isInEuropeanUnion } from "../../../src/core/vocabulary/countries.ts";
import { europeanVatId, isVatIdOf } from "../../../src/core/vocabulary/money/vat-id.ts";
import {
  formOf,
  givenTaxDetails,
  maskId,
  parseTaxDetails,
  type TaxDetails,
  validUntil,
} from "../../../src/product/tax/details.ts";
import { isExpired } from "../../../src/product/tax/list.ts";
import { w8beneFields, w8benFields, w9Fields } from "../../support/tax-details.ts";

const faultOf = (fields: object): string => {
  const given = givenTaxDetails.safeParse(fields);
  const [fault] = given.error?.issues ?? [];
  return fault === undefined ? "none" : `${fault.path.join(".")} ${fault.message}`;
};

test("a partner of the United States gives a W-9, other people a W-8BEN, other businesses a W-8BEN-E", () => {
  expect(formOf("US", "individual")).toBe("w9");
  expect(formOf("US", "business")).toBe("w9");
  expect(formOf("VN", "individual")).toBe("w8ben");
  expect(formOf("DE", "business")).toBe("w8bene");
});

describe("a form", () => {
  test.each([w9Fields, w8benFields, w8beneFields])("of $country is read back from what is stored", (fields) => {
    const details: TaxDetails = givenTaxDetails.parse(fields);
    expect(parseTaxDetails(JSON.stringify(details))).toEqual(details);
  });

  test("has ids written one way", () => {
    expect(givenTaxDetails.parse(w9Fields).tax_id).toBe("912345678");
    expect(givenTaxDetails.parse(w8beneFields).vat_id).toBe("DE123456789");
  });

  test.each([
    ["a tax id of eight digits", { ...w9Fields, tax_id: "12345678" }, "tax_id taxNineDigits"],
    ["no certification", { ...w9Fields, certified: "" }, "certified taxConfirm"],
    ["no signature", { ...w9Fields, signature: " " }, "signature taxRequired"],
    ["the form of another country", { ...w8benFields, country: "US" }, "form taxWrongForm"],
    ["the form of another kind", { ...w8benFields, kind: "business" }, "form taxWrongForm"],
    ["a country that is none", { ...w8benFields, country: "XX" }, "country taxNoCountry"],
    ["a name that a spreadsheet runs", { ...w9Fields, legal_name: "=1+1" }, "legal_name taxCharacters"],
    ["a name that turns the writing", { ...w9Fields, legal_name: "Anna \u202Eannah" }, "legal_name taxDirection"],
    ["a VAT id of another country", { ...w8beneFields, vat_id: "FR12345678901" }, "vat_id taxVatFault"],
    ["a birthday that is none", { ...w8benFields, birth_date: "1990-02-30" }, "birth_date taxDay"],
  ])("is refused with %s", (_, fields, fault) => {
    expect(faultOf(fields)).toMatch(fault);
  });
});

test("a W-8 is good until the end of the third calendar year after its signature, a W-9 has no end", () => {
  expect(validUntil("w8ben", "2026-01-01")).toBe("2029-12-31");
  expect(validUntil("w8bene", "2026-12-31")).toBe("2029-12-31");
  expect(validUntil("w8ben", "2027-01-01")).toBe("2030-12-31");
  expect(validUntil("w9", "2026-01-01")).toBeNull();
  expect(isExpired("2029-12-31", "2029-12-31")).toBe(false);
  expect(isExpired("2029-12-31", "2030-01-01")).toBe(true);
  expect(isExpired(null, "2099-01-01")).toBe(false);
});

test("of an id the last four characters are shown, and never more than half of it", () => {
  expect(maskId("912345678")).toBe("••••5678");
  expect(maskId("12/345/67890")).toBe("••••7890");
  expect(maskId("12345")).toBe("••••45");
  expect(maskId("1")).toBe("••••");
  expect(maskId(null)).toBeNull();
});

test("VAT ids are held against the form of their country", () => {
  expect(europeanVatId("de 123.456.789")).toEqual({ prefix: "DE", number: "123456789" });
  expect(europeanVatId("DE12345678")).toBeUndefined();
  expect(isVatIdOf("GR", "EL123456789")).toBe(true);
  expect(isVatIdOf("GR", "GR123456789")).toBe(false);
  expect(isVatIdOf("AT", "ATU12345678")).toBe(true);
  expect(isVatIdOf("NO", "NO 987654321 MVA")).toBe(true);
});

test("there are 249 countries with names, and 27 member states", () => {
  expect(countries).toHaveLength(249);
  expect(countries.filter((code) => countryName(code) === code)).toEqual([]);
  expect(countries.filter(isInEuropeanUnion)).toHaveLength(27);
});
