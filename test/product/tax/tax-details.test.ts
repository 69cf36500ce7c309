// Partners give their tax details in the portal; owners see them masked; a program that requires them pays no partner without.
import { afterAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openKeptSecrets } from "../../../src/access/secrets/kept-secrets.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { setPartnerEmail } from "../../../src/product/partners/emails.ts";
import { createPayouts } from "../../../src/product/payouts/change.ts";
import { makePayoutFile } from "../../../src/product/payouts/file-read.ts";
import { newSignInLink } from "../../../src/product/portal/sessions.ts";
import { changeProgram } from "../../../src/product/programs/change.ts";
import { createTestDatabase } from "../../support/database.ts";
import { sale } from "../../support/event-builders.ts";
import { cookiesOf, manyPeople, newCompany } from "../../support/people.ts";
import { asOwner, fieldOf, secretKey, startService } from "../../support/service.ts";
import { giveTaxDetails, w8beneFields, w8benFields, w9Fields } from "../../support/tax-details.ts";
import { beginTrade, record } from "../../support/traders.ts";

const db = await createTestDatabase();
const service = await startService(db.url, {
  ...manyPeople,
  ...{ RATE_LIMIT_BROWSER_PER_MINUTE: "10000", LOG_LEVEL: "trace" },
});
afterAll(async () => {
  await service.close();
  await db.drop();
});
const secrets = await openKeptSecrets(db.database, [secretKey]);

const company = await newCompany(service);
const { programId, owner } = company;
const program = `/api/v1/programs/${programId}`;
const added = await service.post(`${program}/partners`, { name: "Anna", code: "anna" }, { key: owner.token });
const partnerId = Number(fieldOf(added, "data.partner_id"));
const email = "anna@partners.test";
await setPartnerEmail(db.database, secrets, { programId, partnerId, email }, operator);

async function signIn(address: string): Promise<string> {
  const token = await newSignInLink(db.database, secrets, { email: address, signUp: null });
  return cookiesOf(await send("/partners/link", { token }));
}

function send(path: string, fields: Record<string, string>, cookie = "") {
  return service.request(path, {
    method: "POST",
    headers: { origin: service.url, "content-type": "application/x-www-form-urlencoded", cookie },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });
}

const page = `/partners/${programId}/tax-details`;
const cookie = await signIn(email);
const { form: _, ...typed } = w9Fields;
const filled = { step: "details", ...typed };

describe("in the portal", () => {
  test("a partner chooses its country and kind, and is asked for the fields of that form", async () => {
    const first = await service.request(page, { headers: { cookie } });
    expect(first.text).toContain("Acme has no tax details of you yet");
    const second = await send(page, { country: "FR", kind: "individual" }, cookie);
    expect(second.text).toContain("Tax details: W-8BEN");
    expect(second.text).toContain("Date of birth");
    expect((await send(page, { country: "DE", kind: "business" }, cookie)).text).toContain("Tax details: W-8BEN-E");
    expect((await send(page, { country: "US", kind: "business" }, cookie)).text).toContain("Tax details: W-9");
  });

  test("a wrong field is named, and what was written is kept in the form", async () => {
    const refused = await send(page, { ...filled, tax_id: "12" }, cookie);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Tax id (SSN, ITIN or EIN): Write nine digits.");
    expect(refused.text).toContain('value="Anna Nguyen"');
  });

  test("all of it is in the partner's language, with the English text next to what it certifies", async () => {
    const inGerman = (fields: Record<string, string>) => send(`${page}?lang=de`, fields, cookie);
    const first = await service.request(`${page}?lang=de`, { headers: { cookie } });
    expect(first.text).toContain("Acme hat noch keine Steuerdaten von Ihnen.");
    expect(first.text).toContain(">Vereinigte Staaten</option>");
    const form = await inGerman({ country: "FR", kind: "individual" });
    for (const text of ["Steuerdaten: W-8BEN", "Geburtsdatum", "Sie unterschreiben den englischen Text:"]) {
      expect(form.text).toContain(text);
    }
    expect(form.text).toContain("By signing, you certify under penalties of perjury");
    const refused = await inGerman({ ...filled, legal_name: "" });
    expect(refused.text).toContain("Vollständiger Name: Diese Angabe fehlt.");
  });

  test("what it gave is shown masked to it and to owners", async () => {
    const saved = await send(page, filled, cookie);
    expect(saved.status).toBe(303);
    const shown = await service.request(page, { headers: { cookie } });
    expect(shown.text).toMatch(/Form W-9, United States, signed on \d+ \w+ \d{4}\. Tax id: ••••5678\./);
    const list = await service.request(`${program}/tax-details`, { key: owner.token });
    expect(fieldOf(list, "data.0")).toMatchObject({
      ...{ partner_id: partnerId, partner_name: "Anna", form: "w9", country: "US", kind: "individual" },
      ...{ tax_id_masked: "••••5678", vat_id_masked: null, vat_status: null, valid_until: null, status: "valid" },
    });
    expect(list.text).not.toContain("12345");
  });

  test("another program's partner and a signed-out visitor neither see nor change it", async () => {
    const other = await beginTrade(db);
    const eve = { programId: other.programId, partnerId: other.annaId };
    await setPartnerEmail(db.database, secrets, { ...eve, email: "eve@partners.test" }, operator);
    const session = await signIn("eve@partners.test");
    expect((await service.request(page, { headers: { cookie: session } })).status).toBe(404);
    expect((await send(page, { ...filled, legal_name: "Eve" }, session)).status).toBe(401);
    expect((await send(page, filled)).status).toBe(401);
    const list = await service.request(`${program}/tax-details`, { key: owner.token });
    expect(fieldOf(list, "data.0.tax_id_masked")).toBe("••••5678");
  });

  test("the database, the log and the record of changes hold neither id nor name nor address", async () => {
    const secretsGiven = ["912345678", "912-34-5678", "Main Street 1", "Springfield"];
    const tables = await asOwner<{ name: string }>(
      db.url,
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
      [],
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await asOwner<{ text: string }>(db.url, `select row_to_json(t)::text as text from "${name}" t`, []);
      const hex = secretsGiven.map((one) => Buffer.from(one).toString("hex"));
      for (const { text } of rows) {
        for (const secret of [...secretsGiven, ...hex]) if (text.includes(secret)) found.push(`${name} ${secret}`);
      }
    }
    expect(found).toEqual([]);
    expect(service.logged.join("")).toContain("/tax-details");
    expect(secretsGiven.filter((one) => service.logged.join("").includes(one))).toEqual([]);
    const changes = await service.request(`${program}/access-changes?order=newest`, { key: owner.token });
    expect(fieldOf(changes, "data.0")).toMatchObject({ change: "tax_details_set", by_kind: "partner" });
    expect(fieldOf(changes, "data.0.summary")).toBe("Anna gave its tax details (W-9).");
  });

  test("an owner erases them; that they were given remains recorded", async () => {
    const path = `${program}/partners/${partnerId}/tax-details`;
    const removed = await service.request(path, { method: "DELETE", key: owner.token });
    expect(removed.status).toBe(200);
    expect((await service.request(path, { method: "DELETE", key: owner.token })).status).toBe(404);
    const rows = await asOwner(db.url, "select 1 from partner_tax where program_id = $1", [programId]);
    expect(rows).toEqual([]);
    const changes = await service.request(`${program}/access-changes?order=newest`, { key: owner.token });
    expect(fieldOf(changes, "data.0.change")).toBe("tax_details_removed");
    expect(fieldOf(changes, "data.1.change")).toBe("tax_details_set");
  });
});

describe("a program that requires tax details", () => {
  const wish = { partnerId: null, currency: null, minimumCents: 1, onlyWithRecipient: false };

  async function owing(isRequired: boolean) {
    const traders = await beginTrade(db);
    const settings = { tax_required: isRequired };
    await changeProgram(db.database, traders.programId, { name: null, status: null, settings }, operator);
    await record(
      db,
      traders.programId,
      sale({ transaction_id: "a", amount_cents: 10_000 }),
      sale({ transaction_id: "b", amount_cents: 20_000, customer_key: "customer-2" }),
    );
    await approveCommissions(db.database);
    const annas = `anna-${traders.programId}@partners.test`;
    const bens = `ben-${traders.programId}@partners.test`;
    const { programId, annaId, benId } = traders;
    await setPartnerEmail(db.database, secrets, { programId, partnerId: annaId, email: annas }, operator);
    await setPartnerEmail(db.database, secrets, { programId, partnerId: benId, email: bens }, operator);
    return { ...traders, annas, bens };
  }

  const reasonsOf = async (programId: number) => {
    const { payoutIds, leftOut } = await createPayouts(db.database, programId, wish, operator);
    return { payouts: payoutIds.length, reasons: leftOut.map(({ partner_id, reason }) => [partner_id, reason]) };
  };

  test("creates no payout for a partner without details or whose form has expired", async () => {
    const { programId, annaId, benId, annas, bens } = await owing(true);
    expect(await reasonsOf(programId)).toEqual({
      payouts: 0,
      reasons: [
        [annaId, "tax_details_missing"],
        [benId, "tax_details_missing"],
      ],
    });
    await giveTaxDetails(service, { programId, email: annas, fields: w8benFields }, secrets);
    const longAgo = new Date("2021-06-30T12:00:00Z");
    await giveTaxDetails(service, { programId, email: bens, fields: w8beneFields, now: longAgo }, secrets);
    expect(await reasonsOf(programId)).toEqual({ payouts: 1, reasons: [[benId, "tax_form_expired"]] });
    await giveTaxDetails(service, { programId, email: bens, fields: w8beneFields }, secrets);
    expect(await reasonsOf(programId)).toEqual({ payouts: 1, reasons: [] });
  });

  test("puts no payout into a file that was created before they were required", async () => {
    const { programId, annas } = await owing(false);
    expect(await reasonsOf(programId)).toEqual({ payouts: 2, reasons: [] });
    const settings = { tax_required: true };
    await changeProgram(db.database, programId, { name: null, status: null, settings }, operator);
    await giveTaxDetails(service, { programId, email: annas }, secrets);
    const wished = { currency: "USD", payoutIds: null, sourceCurrency: null, decimalComma: false } as const;
    const file = await makePayoutFile(db.database.kysely, secrets, programId, { tool: "wise", ...wished });
    expect(file.left_out.map(({ why }) => why)).toEqual([
      expect.stringContaining("no payout recipient"),
      expect.stringContaining("has not given its tax details"),
    ]);
  });
});
