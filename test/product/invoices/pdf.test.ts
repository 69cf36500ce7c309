// The PDF of an invoice: the same bytes each time, one page, and every letter of each language in the fonts that it brings.
import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { languageCodes } from "../../../src/core/wording/languages.ts";
import { creditNoteOf, type InvoiceContent } from "../../../src/product/invoices/content.ts";
import { drawInvoice } from "../../../src/product/invoices/pdf.ts";

const content: InvoiceContent = {
  ...{ version: 1, language: "en", program_name: "Acme", kind: "invoice", number: "ACME-2-0001" },
  ...{ issued_on: "2026-11-27", paid_on: "2026-11-26", payout_id: 42, takes_back: null, vat_check: null },
  supplier: {
    name: "Zoé Lefèvre",
    address: ["5 rue de l’Église", "42000 Saint-Étienne"],
    country: "FR",
    vat_id: "FR12345678901",
  },
  customer: {
    name: "Acme Größe GmbH",
    address: ["Hauptstraße 1", "10115 Berlin"],
    country: "DE",
    vat_id: "DE123456789",
  },
  lines: [
    { what: "commissions", count: 132, net_cents: 1_234_567 },
    { what: "corrections", count: 1, net_cents: -567 },
  ],
  ...{ currency: "EUR", vat_treatment: "reverse_charge", vat_basis_points: null },
  ...{ net_cents: 1_234_000, vat_cents: 0, gross_cents: 1_234_000 },
};
const named = (name: string): InvoiceContent => ({ ...content, supplier: { ...content.supplier, name } });

/** What is drawn on its pages. */
function drawnIn(pdf: Buffer): string {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/stream\n(.*?)\nendstream/gs)]
    .map(([, stream = ""]) => {
      try {
        return inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
      } catch {
        return "";
      }
    })
    .filter((stream) => stream.includes(" Tm"))
    .join("\n");
}

/** The glyph 0 of a font is that of what it does not have. */
function missingIn(pdf: Buffer): number {
  const glyphs = [...drawnIn(pdf).matchAll(/<([0-9a-f]+)>/g)].flatMap(([, codes = ""]) => codes.match(/.{4}/g) ?? []);
  expect(glyphs.length).toBeGreaterThan(100);
  return glyphs.filter((code) => code === "0000").length;
}

const pagesIn = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;

test("is the same each time it is drawn", async () => {
  const [one, other] = [await drawInvoice(content), await drawInvoice(structuredClone(content))];
  expect(one.subarray(0, 5).toString()).toBe("%PDF-");
  expect(one.equals(other)).toBe(true);
  expect(pagesIn(one)).toBe(1);
  expect((await drawInvoice(named("Another"))).equals(one)).toBe(false);
});

describe.each(languageCodes)("in %s", (language) => {
  test.each(["reverse_charge", "domestic", "outside_eu", "not_charged"] as const)(
    "every letter is in its fonts where VAT is %s",
    async (vat_treatment) => {
      const vat = vat_treatment === "domestic" ? { vat_basis_points: 1_900 } : {};
      const invoice = { ...content, language, vat_treatment, ...vat };
      expect(missingIn(await drawInvoice(invoice))).toBe(0);
      const note = { number: "ACME-2-0002", issuedOn: "2026-12-02", returnedOn: "2026-12-01" };
      expect(missingIn(await drawInvoice(creditNoteOf(invoice, note)))).toBe(0);
    },
  );
});

test.each(["Nguyễn Thị Phượng", "株式会社山田　髙﨑", "Łukasz Żółć", "Иван Петров", "Γιώργος Παπαδόπουλος"])(
  "%s is written as it is",
  async (name) => {
    expect(missingIn(await drawInvoice(named(name)))).toBe(0);
  },
);

test("a letter that no font has is seen to be missing", async () => {
  expect(missingIn(await drawInvoice(named("สมชาย")))).toBeGreaterThan(0);
});

test("the longest names and addresses stay on the one page", async () => {
  const address = ["M".repeat(140), "W".repeat(281), "名".repeat(140)];
  const party = { name: "W".repeat(140), address, country: "FR", vat_id: "W".repeat(20) };
  const long = { ...content, supplier: party, customer: party, program_name: "M ".repeat(128) };
  const pdf = await drawInvoice({ ...long, language: "de" });
  expect(pagesIn(pdf)).toBe(1);
  const drawn = drawnIn(pdf);
  const scale = Number(/^(0\.\d+) 0 0 \1 \S+ \S+ cm$/m.exec(drawn)?.[1]);
  const tops = [...drawn.matchAll(/1 0 0 1 \S+ (\S+) Tm/g)].map(([, y]) => 56 + (841.89 - Number(y) - 56) * scale);
  expect(tops.length).toBeGreaterThan(20);
  expect(Math.min(...tops)).toBeGreaterThan(56);
  expect(Math.max(...tops)).toBeLessThan(810);
});
