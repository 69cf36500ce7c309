// Before payouts are created an owner sees who gets which amount, who gets none and why, and what applies; the settings control all of it. On
// a phone as well, in both looks.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { operator } from "../../src/access/permission.ts";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { approveCommissions } from "../../src/product/commissions/approvals.ts";
import { setPayoutRecipient } from "../../src/product/payouts/recipients.ts";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { newCompany } from "../support/people.ts";
import { fieldOf, secretKey } from "../support/service.ts";

const { service, testDatabase, signedIn } = await startConsole();
const { programId, owner, member } = await newCompany(service);
const { database } = testDatabase;
const program = `${service.url}/programs/${programId}`;
const own = `/api/v1/programs/${programId}`;
const byOwner = { key: owner.token };
const shots = process.env.SHOTS;
const key = String(fieldOf(await service.post(`${own}/api-key`, undefined, byOwner), "data.api_token"));

async function sendJson(method: string, path: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await service.request(path, { method, headers, body: JSON.stringify(body), ...byOwner });
  expect(answer.status).toBe(200);
}

async function newPartner(name: string): Promise<number> {
  const made = await service.post(`${own}/partners`, { name, code: name.toLowerCase() }, byOwner);
  return Number(fieldOf(made, "data.partner_id"));
}

async function setRecipient(partnerId: number): Promise<void> {
  const recipient = { email: `partner-${partnerId}@partners.example`, name: "A partner", kind: "person" } as const;
  await setPayoutRecipient(database, openSecrets([secretKey]), { programId, partnerId, recipient }, operator);
}

let orders = 0;
async function sell(name: string, amount_cents: number, currency = "USD"): Promise<void> {
  const affiliate_url = `https://acme.test/?aff=${name.toLowerCase()}`;
  const clicked = await service.post("/api/v1/track/click", { affiliate_url });
  orders += 1;
  const sale = { transaction_id: `order-${orders}`, amount_cents, currency, click_id: fieldOf(clicked, "click_id") };
  expect((await service.post("/api/v1/track/sale", sale, { key })).status).toBe(200);
}

async function isForEverybody(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  expect(await violationsInBothLooks(page)).toEqual([]);
  if (shots !== undefined) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 360, height: 740 });
      await page.screenshot({ path: `${shots}/${name}-phone-${colorScheme}.png` });
      await page.setViewportSize({ width: 1280, height: 860 });
      await page.screenshot({ path: `${shots}/${name}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 860 });
}

const [anna, ben, cara, dan] = [
  await newPartner("Anna"),
  await newPartner("Ben"),
  await newPartner("Cara"),
  await newPartner("Dan"),
];
for (const partnerId of [anna, ben, dan]) await setRecipient(partnerId);
await sendJson("PATCH", own, { hold_period_days: 0, payout_approvals: 2 });
await sendJson("PUT", `${own}/payout-limits`, {
  currency: "USD",
  payout_limit_cents: 100_000,
  day_limit_cents: 4_000,
});
await sell("Anna", 15_000);
await sell("Ben", 8_000);
await sell("Cara", 5_000);
await sell("Dan", 900_000);
await sell("Anna", 6_000, "EUR");
await approveCommissions(database);

test("an owner sees who gets what, who gets nothing and why, and sets the details that are missing", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/payouts`);
  await page.getByRole("button", { name: "Create payouts" }).click();
  const sheet = page.getByRole("dialog", { name: "Create payouts" });
  await sheet.getByLabel("Currency").selectOption("USD");
  await sheet.getByLabel("Partners").selectOption("Only partners with payout details");
  await sheet.getByText("The partner has no payout recipient.").waitFor();
  await sheet.getByText(/^Over the limit of 1000\.00 USD for one payout/).waitFor();
  await sheet.getByText("Another person must approve each payout before it can be paid.").waitFor();
  await sheet.getByText(/the total is above it, so some payouts wait for the next day/).waitFor();
  expect(await sheet.getByLabel("Currency").locator("option").allTextContents()).toEqual([
    "46.00 USD to 2 partners",
    "12.00 EUR to 1 partner",
  ]);
  await isForEverybody(page, "preflight");

  await sheet.getByLabel("Minimum amount").fill("20");
  await sheet.getByText("Below the minimum of 20.00 USD.").first().waitFor();
  await sheet.getByRole("button", { name: "Create payouts of 30.00 USD" }).waitFor();
  await sheet.getByLabel("Minimum amount").fill("2o");
  await sheet.getByText("must be an amount, such as 50").waitFor();
  expect(await sheet.getByRole("button", { name: /^Create payouts of/ }).isDisabled()).toBe(true);

  await sheet.getByLabel("Minimum amount").fill("");
  await sheet.getByRole("link", { name: "Set payout details" }).click();
  await page.getByRole("button", { name: "Set payout details" }).click();
  const details = page.getByRole("dialog", { name: "Payout details" });
  await details.getByLabel("E-mail").fill("cara@partners.example");
  await details.getByLabel("Name").fill("Cara Lee");
  await isForEverybody(page, "payout-details");
  await details.getByRole("button", { name: "Save payout details" }).click();
  await page.getByText("cara@partners.example").waitFor();
  await isForEverybody(page, "partner");

  await page.goBack();
  await sheet.getByLabel("Partners").selectOption("Only partners with payout details");
  await sheet.getByRole("button", { name: "Create payouts of 56.00 USD" }).click();
  await sheet.waitFor({ state: "detached" });
  await page.getByRole("cell", { name: "To be approved" }).nth(2).waitFor();
  const listed = await service.request(`${own}/payouts`, byOwner);
  expect(fieldOf(listed, "data")).toMatchObject([
    { partner_id: anna, amount_cents: 3_000 },
    { partner_id: ben, amount_cents: 1_600 },
    { partner_id: cara, amount_cents: 1_000 },
  ]);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("an owner sets a second person, limits and a schedule in the settings, and removes them", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/settings/payouts`);
  await page.getByLabel("People for each payout").selectOption("One: its creator may pay it");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved.", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Change limits in USD" }).click();
  const limits = page.getByRole("dialog", { name: "Limits" });
  await limits.getByLabel("One payout").fill("much");
  await limits.getByRole("button", { name: "Save limits" }).click();
  await limits.getByText("must be an amount, such as 50").waitFor();
  await limits.getByLabel("One payout").fill("2,500.50");
  await limits.getByLabel("One day").fill("");
  await isForEverybody(page, "limits-dialog");
  await limits.getByRole("button", { name: "Save limits" }).click();
  await page.getByText("One payout: 2,500.50 USD. One day: no limit.").waitFor();
  await page.getByRole("button", { name: "Set limit" }).click();
  await limits.getByLabel("Currency").selectOption("VND");
  await limits.getByLabel("One day").fill("5000000");
  await limits.getByRole("button", { name: "Save limits" }).click();
  await page.getByText("One payout: no limit. One day: 5,000,000 VND.").waitFor();

  await page.getByRole("button", { name: "Add schedule" }).click();
  const added = page.getByRole("dialog", { name: "Add schedule" });
  await added.getByLabel("Day of month").fill("31");
  await added.getByLabel("Minimum amount").fill("25");
  await isForEverybody(page, "schedule-dialog");
  await added.getByRole("button", { name: "Save schedule" }).click();
  await page.getByText("USD on day 31 of each month").waitFor();
  await page.getByRole("button", { name: "Add schedule" }).click();
  await added.getByRole("button", { name: "Save schedule" }).click();
  await added.getByText("have a schedule in this currency: change that one").waitFor();
  await added.getByRole("button", { name: "Cancel" }).click();
  await page.getByText(/only partners with payout details, from 25\.00 USD\. Next on/).waitFor();
  await isForEverybody(page, "settings-payouts");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  const shown = await service.request(own, byOwner);
  expect(fieldOf(shown, "data")).toMatchObject({
    payout_approvals: 1,
    payout_limits: [
      { currency: "USD", payout_limit_cents: 250_050, day_limit_cents: null },
      { currency: "VND", payout_limit_cents: null, day_limit_cents: 5_000_000 },
    ],
    payout_schedules: [
      {
        currency: "USD",
        group_id: null,
        day_of_month: 31,
        minimum_cents: 2_500,
        only_with_recipient: true,
        is_paused: true,
      },
    ],
  });
  await page.getByRole("button", { name: "Remove limits in VND" }).click();
  await page.getByRole("button", { name: "Remove limits", exact: true }).click();
  await page.getByText("VND", { exact: true }).first().waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Remove schedule" }).click();
  await page.getByText("No schedule", { exact: true }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a member sees how payouts are controlled and changes nothing", async () => {
  const visitor = await signedIn(member);
  const page = await visitor.open(`${program}/settings/payouts`);
  await page.getByText("An owner of the workspace changes this.").waitFor();
  await page.getByText("One payout: 2,500.50 USD. One day: no limit.").waitFor();
  expect(await page.getByRole("button", { name: /^(Save|Set limit|Change limits in USD|Add schedule)$/ }).count()).toBe(
    0,
  );
  await page.goto(`${program}/payouts/new`);
  await page.getByText("An owner of the workspace or finance creates payouts.").waitFor();
  await visitor.close();
});
