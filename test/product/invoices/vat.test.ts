// How VAT is treated between a partner and a program, and how what was paid is split.
import { describe, expect, test } from "vitest";
import { splitGross, vatTreatmentOf } from "../../../src/product/invoices/vat.ts";

const business = (country: string, vat_status: "unchecked" | "valid" | "invalid" = "valid") => ({
  ...{ country, vat_id: `${country}123`, vat_status },
});
const person = (country: string) => ({ country, vat_id: null, vat_status: null });

describe("VAT is", () => {
  test.each([
    ["reverse charge between businesses of two EU states", business("FR"), business("DE"), "reverse_charge"],
    ["reverse charge while VIES has not answered yet", business("FR", "unchecked"), business("DE"), "reverse_charge"],
    ["not charged where VIES does not know the partner's id", business("FR", "invalid"), business("DE"), "not_charged"],
    ["not charged for a partner of another EU state without an id", person("FR"), business("DE"), "not_charged"],
    ["not charged where the program has no id", business("FR"), person("DE"), "not_charged"],
    ["domestic within one state of the EU", business("DE"), business("DE"), "domestic"],
    ["domestic within one state outside of it", business("VN"), business("VN"), "domestic"],
    ["not charged by a partner without an id in the same country", person("DE"), business("DE"), "not_charged"],
    ["outside the EU where the partner is", business("VN"), business("DE"), "outside_eu"],
    ["outside the EU where the program is", business("FR"), business("US"), "outside_eu"],
    ["outside the EU for a person there", person("JP"), business("DE"), "outside_eu"],
  ] as const)("%s", (_, supplier, customer, treatment) => {
    expect(vatTreatmentOf(supplier, customer)).toBe(treatment);
  });
});

describe("what was paid", () => {
  test.each([
    [11_900, 1_900, 10_000, 1_900],
    [1_999, 1_900, 1_680, 319],
    [1, 1_900, 1, 0],
    [3, 2_000, 2, 1],
    [-11_900, 1_900, -10_000, -1_900],
    [-3, 2_000, -2, -1],
    [12_345, 0, 12_345, 0],
    ["9007199254740993", 2_000, "7505999378950827", "1501199875790166"],
  ] as const)("of %s includes VAT of %s basis points", (gross, basisPoints, net, vat) => {
    const split = splitGross(gross, basisPoints);
    expect(BigInt(split.net_cents)).toBe(BigInt(net));
    expect(BigInt(split.vat_cents)).toBe(BigInt(vat));
    expect(BigInt(split.net_cents) + BigInt(split.vat_cents)).toBe(BigInt(gross));
  });
});
