// Self-billing invoices and credit notes: who gets one, what it says, and that numbers have neither gaps nor duplicates.
import { afterAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { SecretUnreadable } from "../../../src/access/secrets/sealed-value.ts";
import { rotateSecrets } from "../../../src/access/secrets/secret-rotation.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { hasFittingSums, type InvoiceContent } from "../../../src/product/invoices/content.ts";
import { eraseInvoices } from "../../../src/product/invoices/erase-change.ts";
import { issueInvoice, issueInvoices } from "../../../src/product/invoices/issue.ts";
import { type InvoiceLine, listInvoices } from "../../../src/product/invoices/list.ts";
import { findInvoice } from "../../../src/product/invoices/read.ts";
import { chooseSelfBilling } from "../../../src/product/invoices/self-billing-change.ts";
import { setPartnerEmail } from "../../../src/product/partners/emails.ts";
import { markPayoutPaid, markPayoutReturned } from "../../../src/product/payouts/change.ts";
import { changeProgram } from "../../../src/product/programs/change.ts";
import { createTestDatabase } from "../../support/database.ts";
import { sale } from "../../support/event-builders.ts";
import { makePayouts } from "../../support/payouts.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { giveTaxDetails, w8beneFields, w8benFields } from "../../support/tax-details.ts";
import { beginTrade, record } from "../../support/traders.ts";

const db = await createTestDatabase();
afterAll(() => db.drop());
const { database } = db;
const secrets = openSecrets([secretKey]);
const faults: unknown[] = [];
const log = { error: (...line: unknown[]) => faults.push(line) };
const parts = { database, secrets, now: Date.now, log };
const issue = () => issueInvoices(parts);

const acme = {
  ...{ legal_name: "Acme GmbH", legal_address: "Hauptstrasse 1\n10115 Berlin", legal_country: "DE" },
  ...{ brand_vat_id: "DE123456789", invoice_prefix: "ACME" },
};
const setIssuer = (programId: number, settings: Partial<Settings>) =>
  changeProgram(database, programId, { name: null, status: null, settings }, operator);
const french = { ...w8beneFields, country: "FR", legal_name: "Zoé SARL", vat_id: "FR12345678901" };

/** Anna gave tax details and agreed; Ben gave them and did not. */
async function begin({ issuer = acme, fields = french }: { issuer?: Partial<Settings> | null; fields?: object } = {}) {
  const { programId, annaId, benId } = await beginTrade(db);
  const [anna, ben] = [`anna-${programId}@partners.test`, `ben-${programId}@partners.test`];
  await setPartnerEmail(database, secrets, { programId, partnerId: annaId, email: anna }, operator);
  await setPartnerEmail(database, secrets, { programId, partnerId: benId, email: ben }, operator);
  await giveTaxDetails({ database }, { programId, email: anna, fields }, secrets);
  await giveTaxDetails({ database }, { programId, email: ben, fields: w8benFields }, secrets);
  if (issuer !== null) await setIssuer(programId, issuer);
  const choose = (agreesIn: "de" | null) =>
    chooseSelfBilling(database, { programId, agreesIn }, { emailHash: secrets.hashEmail(anna) });
  let sold = 0;
  const pay = async (isAnnas = true, amount_cents = 10_000): Promise<number> => {
    sold += 1;
    const customer_key = isAnnas ? "customer-1" : "customer-2";
    await record(db, programId, sale({ transaction_id: `order-${sold}`, amount_cents, customer_key }));
    await approveCommissions(database);
    const [payoutId = 0] = await makePayouts(database, programId, { partnerId: null, currency: null, minimumCents: 1 });
    await markPaid(payoutId);
    return payoutId;
  };
  const markPaid = (payoutId: number) =>
    markPayoutPaid(database, { programId, payoutId, method: null, reference: null }, operator);
  const giveBack = (payoutId: number) => markPayoutReturned(database, { programId, payoutId, reason: null }, operator);
  const list = async (): Promise<readonly InvoiceLine[]> =>
    (await listInvoices(database.kysely, programId, { limit: 1000, cursor: null })).data;
  const contentOf = async (number: string): Promise<InvoiceContent> => {
    const found = await findInvoice(database.kysely, secrets, { programId, partnerId: null, number });
    if (found?.content == null) throw new Error(`${number} has no content`);
    return found.content;
  };
  return { programId, annaId, benId, anna, choose, pay, markPaid, giveBack, list, contentOf };
}

describe("an invoice", () => {
  test("is issued once for a payout that was paid to a partner who had agreed", async () => {
    const { pay, choose, list, annaId, contentOf } = await begin();
    await choose("de");
    const payoutId = await pay();
    await pay(false);
    await issue();
    await issue();
    const rows = await list();
    expect(rows).toEqual([
      expect.objectContaining({
        ...{ number: `ACME-${annaId}-0001`, kind: "invoice", partner_id: annaId, payout_id: payoutId, sequence: 1 },
        ...{ gross_cents: 2_000, vat_cents: 0, net_cents: 2_000, currency: "USD", vat_treatment: "reverse_charge" },
        ...{ takes_back: null, is_erased: false },
      }),
    ]);
    expect(await contentOf(`ACME-${annaId}-0001`)).toMatchObject({
      ...{ language: "de", supplier: { name: "Zoé SARL", country: "FR", vat_id: "FR12345678901" } },
      ...{
        customer: { name: "Acme GmbH", address: ["Hauptstrasse 1", "10115 Berlin"], vat_id: "DE123456789" },
        vat_check: { status: "unchecked", checked_on: null },
      },
      lines: [{ what: "commissions", count: 1, net_cents: 2_000 }],
    });
  });

  test("is not issued for what was paid before the consent, nor once it was withdrawn", async () => {
    const { pay, choose, list } = await begin();
    await pay();
    await choose("de");
    await issue();
    expect(await list()).toEqual([]);
    await pay();
    await choose(null);
    await issue();
    expect(await list()).toEqual([]);
    await choose("de");
    await pay();
    await issue();
    expect(await list()).toHaveLength(1);
  });

  test("waits for the program's details and comes once they are there", async () => {
    const { programId, pay, choose, list } = await begin({ issuer: null });
    await choose("de");
    await pay();
    await issue();
    expect(await list()).toEqual([]);
    await setIssuer(programId, acme);
    await issue();
    expect(await list()).toHaveLength(1);
    await setIssuer(programId, { invoice_prefix: null });
    await pay();
    await issue();
    expect(await list()).toHaveLength(1);
  });

  test("waits for the partner's tax details", async () => {
    const { programId, anna, pay, choose, list } = await begin();
    await choose("de");
    await asOwner(db.url, "delete from partner_tax where program_id = $1", [programId]);
    await pay();
    await issue();
    expect(await list()).toEqual([]);
    await giveTaxDetails({ database }, { programId, email: anna, fields: french }, secrets);
    await issue();
    expect(await list()).toHaveLength(1);
  });

  test("states domestic VAT as part of what was paid, in sums that fit", async () => {
    const issuer = { ...acme, vat_rate_bps: 1_900 };
    const { pay, choose, list, contentOf } = await begin({ issuer, fields: w8beneFields });
    await choose("de");
    await pay(true, 9_995);
    await issue();
    const [row] = await list();
    expect(row).toMatchObject({ gross_cents: 1_999, net_cents: 1_680, vat_cents: 319, vat_treatment: "domestic" });
    const content = await contentOf(row?.number ?? "");
    expect(content.vat_basis_points).toBe(1_900);
    expect(hasFittingSums(content)).toBe(true);
  });

  test("claims no reverse charge for a VAT id that VIES does not know, and does not print it", async () => {
    const { programId, annaId, pay, choose, contentOf } = await begin();
    await choose("de");
    await asOwner(db.url, "update partner_tax set vat_status = 'invalid' where program_id = $1", [programId]);
    await pay();
    await issue();
    expect(await contentOf(`ACME-${annaId}-0001`)).toMatchObject({
      ...{ vat_treatment: "not_charged", supplier: { vat_id: null }, vat_check: { status: "invalid" } },
    });
  });

  test("is not issued for what a provider's sandbox says it paid", async () => {
    const { programId, pay, choose, list } = await begin();
    await choose("de");
    const payoutId = await pay();
    await asOwner(
      db.url,
      `insert into payout_attempt (program_id, payout_id, attempt, rail, key, is_sandbox)
       values ($1, $2, 1, 'paypal', 'key', true)`,
      [programId, payoutId],
    );
    await issue();
    expect(await list()).toEqual([]);
  });

  test("keeps what it said when details change afterwards", async () => {
    const { programId, anna, annaId, pay, choose, contentOf } = await begin();
    await choose("de");
    await pay();
    await issue();
    const before = await contentOf(`ACME-${annaId}-0001`);
    await setIssuer(programId, { legal_name: "New AG", invoice_prefix: "NEW" });
    await giveTaxDetails({ database }, { programId, email: anna, fields: { ...french, legal_name: "Other" } }, secrets);
    await pay();
    await issue();
    expect(await contentOf(`ACME-${annaId}-0001`)).toEqual(before);
    expect(await contentOf(`NEW-${annaId}-0002`)).toMatchObject({ customer: { name: "New AG" } });
  });
});

describe("a credit note", () => {
  test("takes an invoice back whose payout came back, with the next number and amounts below zero", async () => {
    const { annaId, pay, choose, giveBack, list, contentOf } = await begin();
    await choose("de");
    const payoutId = await pay();
    await issue();
    await giveBack(payoutId);
    await choose(null);
    await issue();
    await issue();
    const [invoice, note, ...others] = await list();
    expect(others).toEqual([]);
    expect(note).toMatchObject({
      ...{ number: `ACME-${annaId}-0002`, kind: "credit_note", payout_id: payoutId, takes_back: invoice?.number },
      gross_cents: -2_000,
    });
    const content = await contentOf(`ACME-${annaId}-0002`);
    expect(content).toMatchObject({ kind: "credit_note", takes_back: { number: invoice?.number }, language: "de" });
    expect(hasFittingSums(content)).toBe(true);
  });

  test("is not issued for a payout that had no invoice", async () => {
    const { pay, choose, giveBack, list } = await begin();
    const payoutId = await pay();
    await choose("de");
    await giveBack(payoutId);
    await issue();
    expect(await list()).toEqual([]);
  });
});

test("fifty payouts invoiced in parallel, each by two at once, have fifty numbers without a gap or a duplicate", async () => {
  const { programId, annaId, choose, pay, giveBack, list } = await begin();
  await choose("de");
  const payoutIds: number[] = [];
  for (let made = 0; made < 50; made += 1) payoutIds.push(await pay());
  const numbers = await Promise.all(
    [...payoutIds, ...payoutIds].map((payoutId) =>
      issueInvoice(parts, { programId, partnerId: annaId, payoutId, kind: "invoice" }),
    ),
  );
  expect(numbers.filter((number) => number !== null)).toHaveLength(50);
  for (const payoutId of payoutIds.slice(0, 10)) await giveBack(payoutId);
  await Promise.all([issue(), issue(), issue()]);
  const rows = await list();
  expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  expect(new Set(rows.map(({ number }) => number)).size).toBe(60);
  expect(
    rows
      .slice(0, 50)
      .map(({ payout_id }) => payout_id)
      .toSorted((a, b) => a - b),
  ).toEqual(payoutIds);
  expect(faults).toEqual([]);
}, 120_000);

describe("an issued document", () => {
  test("cannot be changed, deleted or given a number out of turn, even by someone who has the database", async () => {
    const { programId, annaId, choose, pay } = await begin();
    await choose("de");
    await pay();
    await issue();
    const which = "where program_id = $1";
    const change = (text: string) => asOwner(db.url, text, [programId]);
    await expect(change(`update invoice set gross_cents = 1, net_cents = 1 ${which}`)).rejects.toThrow("not changed");
    await expect(change(`update invoice set content_encrypted = 'x' ${which}`)).rejects.toThrow("not changed");
    await expect(change(`delete from invoice ${which}`)).rejects.toThrow("not changed");
    await expect(
      change(`insert into invoice select program_id, partner_id, 3, 'ACME-${annaId}-0003', kind, payout_id + 1, corrects,
                     currency, net_cents, vat_cents, gross_cents, vat_treatment, issued_at, content_encrypted
                from invoice ${which}`),
    ).rejects.toThrow("does not follow 1");
  });

  test("loses its content when that is erased, and keeps its number and amounts", async () => {
    const { programId, annaId, choose, pay, giveBack, list } = await begin();
    await choose("de");
    const payoutId = await pay();
    await issue();
    const before = new Date("2100-01-01");
    const past = new Date("2020-01-01");
    const number = `ACME-${annaId}-0001`;
    expect(await eraseInvoices(database, { programId, partnerId: annaId, before: past }, operator)).toEqual([]);
    expect(await eraseInvoices(database, { programId, partnerId: annaId, before }, operator)).toEqual([number]);
    expect(await eraseInvoices(database, { programId, partnerId: annaId, before }, operator)).toEqual([]);
    expect(await list()).toEqual([expect.objectContaining({ number, gross_cents: 2_000, is_erased: true })]);
    const found = await findInvoice(database.kysely, secrets, { programId, partnerId: null, number });
    expect(found).toEqual({ partnerId: annaId, content: null });
    await expect(
      asOwner(db.url, "update invoice set content_encrypted = 'x' where program_id = $1", [programId]),
    ).rejects.toThrow("not changed");
    await giveBack(payoutId);
    await issue();
    expect(await list()).toHaveLength(1);
  });

  test("can be read after the secrets were rotated, with the new one alone", async () => {
    const { programId, annaId, choose, pay, contentOf } = await begin();
    await choose("de");
    await pay();
    await issue();
    const number = `ACME-${annaId}-0001`;
    const before = await contentOf(number);
    const newKey = "another secret of thirty-two characters";
    const { unreadable } = await rotateSecrets({ url: db.url, secretKeys: [newKey, secretKey] });
    expect(unreadable).toBe(0);
    const found = await findInvoice(database.kysely, openSecrets([newKey]), { programId, partnerId: null, number });
    expect(found?.content).toEqual(before);
    await rotateSecrets({ url: db.url, secretKeys: [secretKey, newKey] });
    expect(await contentOf(number)).toEqual(before);
  });

  test("cannot be moved to another place: it opens nowhere else", async () => {
    const { programId, annaId, choose, pay } = await begin();
    await choose("de");
    await pay();
    await pay();
    await issue();
    await asOwner(db.url, "alter table invoice disable trigger an_issued_invoice_stays", []);
    await asOwner(
      db.url,
      `update invoice set content_encrypted = (select content_encrypted from invoice where program_id = $1 and sequence = 2)
        where program_id = $1 and sequence = 1`,
      [programId],
    );
    await asOwner(db.url, "alter table invoice enable trigger an_issued_invoice_stays", []);
    const which = { programId, partnerId: null, number: `ACME-${annaId}-0001` };
    await expect(findInvoice(database.kysely, secrets, which)).rejects.toThrow(SecretUnreadable);
  });

  test("is kept encrypted: no table names the partner or its address", async () => {
    const { programId, choose, pay } = await begin({ fields: { ...french, street: "Rue Secrète 7" } });
    await choose("de");
    await pay();
    await issue();
    for (const table of ["invoice", "self_billing", "access_change"]) {
      const rows = await asOwner<{ text: string }>(
        db.url,
        `select row_to_json(t)::text as text from ${table} t where program_id = $1`,
        [programId],
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { text } of rows) {
        for (const secret of ["Rue Secrète 7", "Zoé SARL", "FR12345678901"]) {
          expect(text).not.toContain(secret);
          expect(text).not.toContain(Buffer.from(secret).toString("hex"));
        }
      }
    }
  });
});
