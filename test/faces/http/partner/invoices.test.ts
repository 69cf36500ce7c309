// Partners agree to self-billing in the portal, withdraw it, and download their invoices; owners see them and download them as well.
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { operator } from "../../../../src/access/permission.ts";
import { openKeptSecrets } from "../../../../src/access/secrets/kept-secrets.ts";
import { approveCommissions } from "../../../../src/product/commissions/approvals.ts";
import { issueInvoices } from "../../../../src/product/invoices/issue.ts";
import { setPartnerEmail } from "../../../../src/product/partners/emails.ts";
import { markPayoutPaid } from "../../../../src/product/payouts/change.ts";
import { newSignInLink } from "../../../../src/product/portal/sessions.ts";
import { createTestDatabase } from "../../../support/database.ts";
import { makePayouts } from "../../../support/payouts.ts";
import { cookiesOf, manyPeople, newCompany, newWorkspace } from "../../../support/people.ts";
import { asOwner, fieldOf, refusalOf, secretKey, startService } from "../../../support/service.ts";
import { runSvc } from "../../../support/svc.ts";
import { giveTaxDetails, w8beneFields } from "../../../support/tax-details.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { beginTrade } from "../../../support/traders.ts";

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
const { programId, owner, member, stranger } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;
const page = `/partners/${programId}/invoices`;
const email = "anna@partners.test";
const issuer = {
  ...{ legal_name: "Acme GmbH", legal_address: "Hauptstrasse 1\n10115 Berlin", legal_country: "DE" },
  ...{ brand_vat_id: "DE123456789", invoice_prefix: "ACME" },
};

async function addPartner(code: string, address: string): Promise<number> {
  const added = await service.post(`${program}/partners`, { name: code, code }, { key: owner.token });
  const partnerId = Number(fieldOf(added, "data.partner_id"));
  await setPartnerEmail(db.database, secrets, { programId, partnerId, email: address }, operator);
  return partnerId;
}

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

const read = (path: string, cookie: string) => service.request(path, { headers: { cookie } });
const set = (settings: object) =>
  service.request(program, {
    method: "PATCH",
    body: JSON.stringify(settings),
    headers: { "content-type": "application/json" },
    key: owner.token,
  });

// Partner and customer are at one address here, which would hold the commission.
await set({ flag_own_device: "off" });
const partnerId = await addPartner("anna", email);
const benId = await addPartner("ben", "ben@partners.test");
const [anna, ben] = [await signIn(email), await signIn("ben@partners.test")];
const agree = { decision: "agree", version: "1" };

/** Of a sale of Anna's that was approved. */
async function pay(): Promise<number> {
  const key = String(fieldOf(await service.post(`${program}/api-key`, {}, { key: owner.token }), "data.api_token"));
  const click = await service.post("/api/v1/track/click", { affiliate_url: "https://shop.example/?aff=anna" });
  const sold = await service.post(
    "/api/v1/track/sale",
    {
      transaction_id: `order-${Date.now()}`,
      amount_cents: 10_000,
      click_id: fieldOf(click, "click_id"),
      customer_key: "c",
    },
    { key },
  );
  expect(sold.status).toBe(200);
  await asOwner(db.url, "update commission set hold_until = now() - interval '1 day' where program_id = $1", [
    programId,
  ]);
  await approveCommissions(db.database);
  const wish = { partnerId, currency: null, minimumCents: 1 };
  const [payoutId = 0] = await makePayouts(db.database, programId, wish);
  await markPayoutPaid(db.database, { programId, payoutId, method: null, reference: null }, operator);
  return payoutId;
}

const issue = () => issueInvoices({ database: db.database, secrets, now: Date.now, log: { error: () => undefined } });

describe("before there is anything to agree to", () => {
  test("the page says that the program issues no invoices, and takes no consent", async () => {
    const shown = await read(page, anna);
    expect(shown.text).toContain("Acme issues no invoices for its partners at present.");
    expect(shown.text).not.toContain("I agree");
    const refused = await send(page, agree, anna);
    expect(refused.status).toBe(409);
    expect(await asOwner(db.url, "select 1 from self_billing where program_id = $1", [programId])).toEqual([]);
  });

  test("the program issues none before it has a legal name, an address, a country and a prefix", async () => {
    for (const left of ["legal_name", "legal_address", "legal_country", "invoice_prefix"]) {
      expect((await set({ ...issuer, [left]: null })).status).toBe(200);
      expect((await read(page, anna)).text).toContain("issues no invoices");
    }
    expect((await set({ invoice_prefix: "AC-ME" })).text).toContain("must have 1 to 10 capital letters and digits");
    expect((await set(issuer)).status).toBe(200);
    expect((await read(page, anna)).text).not.toContain("issues no invoices");
  });

  test("a partner is asked for its tax details first", async () => {
    const shown = await read(page, anna);
    expect(shown.text).toContain("give them first");
    expect((await send(page, agree, anna)).status).toBe(409);
    await giveTaxDetails(
      service,
      { programId, email, fields: { ...w8beneFields, country: "FR", vat_id: "FR12345678901" } },
      secrets,
    );
    expect((await read(page, anna)).text).toContain("I agree that Acme issues an invoice in my name");
  });
});

describe("a partner that agrees", () => {
  test("has it recorded with the version and language of the text it read", async () => {
    const stale = await send(page, { ...agree, version: "0" }, anna);
    expect(stale.status).toBe(409);
    const agreed = await send(`${page}?lang=vi`, agree, anna);
    expect(agreed.status).toBe(303);
    const rows = await asOwner(db.url, "select text_version, language from self_billing where program_id = $1", [
      programId,
    ]);
    expect(rows).toEqual([{ text_version: 1, language: "vi" }]);
    const consents = await service.request(`${program}/self-billing?is_agreed=true`, { key: owner.token });
    expect(fieldOf(consents, "data")).toEqual([
      expect.objectContaining({ partner_id: partnerId, partner_name: "anna", language: "vi", withdrawn_at: null }),
    ]);
    const changes = await service.request(`${program}/access-changes?order=newest`, { key: owner.token });
    expect(fieldOf(changes, "data.0")).toMatchObject({
      ...{ change: "self_billing_agreed", by_kind: "partner" },
      summary: "anna agreed that the program issues invoices in its name.",
    });
  });

  test("downloads its invoice as a PDF, and no other partner or visitor does", async () => {
    const payoutId = await pay();
    await issue();
    const number = `ACME-${partnerId}-0001`;
    const shown = await read(page, anna);
    expect(shown.text).toContain(`${page}/${number}.pdf`);
    const pdf = await read(`${page}/${number}.pdf`, anna);
    expect(pdf.status).toBe(200);
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    expect(pdf.headers.get("content-disposition")).toBe(`attachment; filename="${number}.pdf"`);
    expect(pdf.text.slice(0, 5)).toBe("%PDF-");
    expect((await read(`${page}/${number}.pdf`, ben)).status).toBe(404);
    expect((await read(page, ben)).text).not.toContain(number);
    for (const wrong of [`ACME-${partnerId}-0002.pdf`, `${number}`, "..%2F..%2Fetc%2Fpasswd", `${number}'--.pdf`]) {
      expect((await read(`${page}/${wrong}`, anna)).status).toBe(404);
    }
    const visitor = await service.request(`${page}/${number}.pdf`, { redirect: "manual" });
    expect(visitor.status).toBe(303);
    const list = await service.request(`${program}/invoices?payout_id=${payoutId}`, { key: owner.token });
    expect(fieldOf(list, "data.0")).toMatchObject({ number, partner_name: "anna", vat_treatment: "reverse_charge" });
    expect(list.text).not.toContain("Ben GmbH");
  });

  test("withdraws, and has it recorded; its invoices stay", async () => {
    expect((await send(page, { decision: "withdraw" }, anna)).status).toBe(303);
    const shown = await read(page, anna);
    expect(shown.text).toContain("You withdrew your consent on");
    expect(shown.text).toContain(`ACME-${partnerId}-0001.pdf`);
    const changes = await service.request(`${program}/access-changes?order=newest`, { key: owner.token });
    expect(fieldOf(changes, "data.0.change")).toBe("self_billing_withdrawn");
    await pay();
    await issue();
    expect((await read(page, anna)).text).not.toContain(`ACME-${partnerId}-0002`);
  });

  test("a partner of another program and a signed-out visitor cannot agree", async () => {
    const other = await beginTrade(db);
    const eve = { programId: other.programId, partnerId: other.annaId };
    await setPartnerEmail(db.database, secrets, { ...eve, email: "eve@partners.test" }, operator);
    expect((await send(page, agree, await signIn("eve@partners.test"))).status).toBe(401);
    expect((await send(page, agree)).status).toBe(401);
    expect((await send(page, { decision: "anything" }, anna)).status).toBe(400);
    expect(await asOwner(db.url, "select 1 from self_billing where partner_id <> $1", [partnerId])).toEqual([]);
    expect(benId).toBeGreaterThan(0);
  });
});

describe("an owner", () => {
  const number = `ACME-${partnerId}-0001`;
  const pdfPath = `${program}/invoices/${number}/pdf`;

  test("downloads an invoice, which is recorded with its number", async () => {
    const answer = await service.request(pdfPath, { key: owner.token });
    expect(fieldOf(answer, "data.file_name")).toBe(`${number}.pdf`);
    const pdf = Buffer.from(String(fieldOf(answer, "data.pdf_base64")), "base64");
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    const changes = await service.request(`${program}/access-changes?order=newest`, { key: owner.token });
    expect(fieldOf(changes, "data.0.summary")).toBe(`Invoice ${number} of anna was downloaded.`);
  });

  test("of another workspace finds neither list nor document nor details, and a member may not look", async () => {
    for (const path of [pdfPath, `${program}/invoices`, `${program}/self-billing`]) {
      expect(refusalOf(await service.request(path, { key: stranger.token }))).toBe("404 not_found");
      expect(refusalOf(await service.request(path, { key: member.token }))).toBe("403 forbidden");
    }
    const workspace_id = await newWorkspace(service, stranger, "Third");
    const made = await service.post("/api/v1/programs", { name: "Other", workspace_id }, { key: stranger.token });
    const own = `/api/v1/programs/${Number(fieldOf(made, "data.program_id"))}/invoices/${number}/pdf`;
    expect(refusalOf(await service.request(own, { key: stranger.token }))).toBe("404 not_found");
  });

  test("writes it into a file by the command line, which no one else may read, and never over another", async () => {
    const env = { DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey };
    const folder = await mkdtemp(join(temporaryFolder(), "svc-invoice-"));
    const out = join(folder, "invoice.pdf");
    const words = ["invoices", "pdf", "--program", String(programId), "--number", number, "--out", out];
    expect(await runSvc(words, { env })).toMatchObject({ code: 0, stdout: `Invoice ${number} is in ${out}.\n` });
    expect((await readFile(out)).subarray(0, 5).toString()).toBe("%PDF-");
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    expect((await runSvc(words, { env })).code).toBe(1);
    await rm(folder, { recursive: true });
  });
});

test("no log line holds a name, an address or a VAT id", () => {
  const logged = service.logged.join("");
  expect(logged).toContain("/invoices");
  for (const secret of ["Ben GmbH", "FR12345678901", "Main Street 1"]) expect(logged).not.toContain(secret);
});
