// An owner sets who the program is on invoices, a partner agrees in its portal, and both download the invoice of a paid payout. On a phone as
// well, in both looks.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { operator } from "../../src/access/permission.ts";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { approveCommissions } from "../../src/product/commissions/approvals.ts";
import { issueInvoices } from "../../src/product/invoices/issue.ts";
import { setPartnerEmail } from "../../src/product/partners/emails.ts";
import { markPayoutPaid, markPayoutReturned } from "../../src/product/payouts/change.ts";
import { newSignInLink } from "../../src/product/portal/sessions.ts";
import { violationsInBothLooks } from "../support/axe.ts";
import { newVisitor } from "../support/browser.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { makePayouts } from "../support/payouts.ts";
import { newCompany } from "../support/people.ts";
import { fieldOf, secretKey } from "../support/service.ts";
import { giveTaxDetails, w8beneFields } from "../support/tax-details.ts";

const { service, testDatabase, browser, signedIn } = await startConsole();
const { programId, owner, member } = await newCompany(service);
const { database } = testDatabase;
const secrets = openSecrets([secretKey]);
const program = `${service.url}/programs/${programId}`;
const own = `/api/v1/programs/${programId}`;
const byOwner = { key: owner.token };
const shots = process.env.SHOTS;
const email = "anna@partners.example";
const added = await service.post(`${own}/partners`, { name: "Zoé Lefèvre", code: "anna" }, byOwner);
const partnerId = Number(fieldOf(added, "data.partner_id"));
await setPartnerEmail(database, secrets, { programId, partnerId, email }, operator);
// Partner and customer are at one address here, which would hold the commission.
await service.request(own, {
  ...{ method: "PATCH", body: JSON.stringify({ flag_own_device: "off" }) },
  ...{ headers: { "content-type": "application/json" }, key: owner.token },
});

async function isForEverybody(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  expect(await violationsInBothLooks(page)).toEqual([]);
  if (shots !== undefined) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 360, height: 740 });
      await page.screenshot({ path: `${shots}/${name}-phone-${colorScheme}.png`, fullPage: true });
      await page.setViewportSize({ width: 1280, height: 860 });
      await page.screenshot({ path: `${shots}/${name}-${colorScheme}.png` });
    }
  }
  await page.setViewportSize({ width: 1280, height: 860 });
}

async function pay(): Promise<number> {
  const key = String(fieldOf(await service.post(`${own}/api-key`, undefined, byOwner), "data.api_token"));
  const clicked = await service.post("/api/v1/track/click", { affiliate_url: "https://acme.test/?aff=anna" });
  const sale = {
    transaction_id: "order-1",
    amount_cents: 100_000,
    currency: "EUR",
    click_id: fieldOf(clicked, "click_id"),
  };
  expect((await service.post("/api/v1/track/sale", sale, { key })).status).toBe(200);
  await approveCommissions(database);
  const [payoutId = 0] = await makePayouts(database, programId, { partnerId: null, currency: null, minimumCents: 1 });
  await markPayoutPaid(database, { programId, payoutId, method: null, reference: null }, operator);
  return payoutId;
}

const issue = () => issueInvoices({ database, secrets, now: Date.now, log: { error: () => undefined } });

test("an owner sets the program's details, and a member sees them", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/settings/payouts`);
  await page.getByLabel("Legal name").fill("Acme Größe GmbH");
  await page.getByLabel("Address").fill("Hauptstraße 1\n10115 Berlin");
  await page.getByLabel("Country").selectOption("DE");
  await page.getByLabel("VAT id").fill("DE 123 456 789");
  await page.getByLabel("VAT of domestic partners").fill("19");
  await page.getByLabel("Prefix of numbers").fill("acme");
  const section = page.locator("section", { has: page.getByRole("heading", { name: "Invoices" }) });
  await page.getByRole("button", { name: "Save invoice details" }).click();
  await page.getByText("must have 1 to 10 capital letters and digits").waitFor();
  await page.getByLabel("Prefix of numbers").fill("ACME");
  await page.getByRole("button", { name: "Save invoice details" }).click();
  await page.getByText("Saved.").waitFor();
  await section.scrollIntoViewIfNeeded();
  await isForEverybody(page, "invoice-settings");
  const set = await service.request(own, byOwner);
  expect(fieldOf(set, "data")).toMatchObject({
    ...{ legal_name: "Acme Größe GmbH", legal_address: "Hauptstraße 1\n10115 Berlin", legal_country: "DE" },
    ...{ brand_vat_id: "DE123456789", vat_rate_bps: 1_900, invoice_prefix: "ACME" },
  });
  await visitor.close();
  const reader = await signedIn(member);
  const read = await reader.open(`${program}/settings/payouts`);
  expect(await read.getByLabel("Legal name").inputValue()).toBe("Acme Größe GmbH");
  expect(await read.getByLabel("Legal name").isDisabled()).toBe(true);
  await reader.close();
});

test("a partner agrees in its portal, and downloads its invoice and its credit note", async () => {
  await service.request(own, {
    method: "PATCH",
    body: JSON.stringify({ hold_period_days: 0, tax_required: true }),
    headers: { "content-type": "application/json" },
    ...byOwner,
  });
  const token = await newSignInLink(database, secrets, { email, signUp: null });
  const visitor = await newVisitor(browser);
  const page = await visitor.open(`${service.url}/partners/link?token=${token}`);
  await page.getByRole("button").first().click();
  await page.getByText("pays you once you have entered your tax details").waitFor();
  await isForEverybody(page, "portal-overview");
  await page.getByRole("link", { name: "Invoices" }).click();
  await page.getByText("give them first").waitFor();
  await isForEverybody(page, "portal-invoices-tax");
  await giveTaxDetails(
    { database },
    {
      programId,
      email,
      fields: { ...w8beneFields, legal_name: "Zoé Lefèvre SARL", country: "FR", vat_id: "FR12345678901" },
    },
    secrets,
  );
  await page.reload();
  await isForEverybody(page, "portal-invoices-offer");
  await page.getByRole("button", { name: "I agree" }).click();
  await page.getByText("You agreed on").waitFor();
  await isForEverybody(page, "portal-invoices-agreed");
  const payoutId = await pay();
  await issue();
  await markPayoutReturned(database, { programId, payoutId, reason: null }, operator);
  await issue();
  await page.reload();
  const number = `ACME-${partnerId}-0001`;
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: number }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${number}.pdf`);
  await page.getByText(/^Credit note, /).waitFor();
  await isForEverybody(page, "portal-invoices");
  await page.goto(`${page.url()}?lang=de`);
  await isForEverybody(page, "portal-invoices-de");
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("an owner downloads them from the sheets of the payout and the partner; a member sees none", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/payouts`);
  const number = `ACME-${partnerId}-0001`;
  const [first] = await database.kysely
    .selectFrom("payout")
    .select("payout_id")
    .where("program_id", "=", programId)
    .execute();
  await page.goto(`${program}/payouts/${first?.payout_id}`);
  const button = page.getByRole("button", { name: `Download ${number} as PDF` });
  await button.waitFor();
  await isForEverybody(page, "payout-invoices");
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  expect(download.suggestedFilename()).toBe(`${number}.pdf`);
  await page.goto(`${program}/partners/${partnerId}`);
  await page.getByRole("button", { name: `Download ACME-${partnerId}-0002 as PDF` }).waitFor();
  await isForEverybody(page, "partner-invoices");
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
  const reader = await signedIn(member);
  const read = await reader.open(`${program}/payouts/${first?.payout_id}`);
  await read.getByRole("heading", { name: "Commissions" }).waitFor();
  expect(await read.getByText(number).count()).toBe(0);
  expect(reader.complaints).toEqual([]);
  await reader.close();
});
