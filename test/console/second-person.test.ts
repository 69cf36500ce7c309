// What a second person decides in the console: a payout is approved by an owner who did not create it, and a partner is banned and the ban
// lifted. On a phone as well, in both looks.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { approveCommissions } from "../../src/product/commissions/approvals.ts";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { joinWorkspace, newCompany, newPerson } from "../support/people.ts";
import { fieldOf } from "../support/service.ts";

const { service, testDatabase, signedIn } = await startConsole();
const { programId, workspaceId, owner } = await newCompany(service);
const second = await newPerson(service, "second-owner@acme.test");
await joinWorkspace(service, workspaceId, { owner, joins: second, role: "owner" });
const program = `${service.url}/programs/${programId}`;
const own = `/api/v1/programs/${programId}`;
const asOwner = { key: owner.token };
const made = await service.post(`${own}/partners`, { name: "Anna", code: "anna" }, asOwner);
const partnerId = Number(fieldOf(made, "data.partner_id"));
const key = String(fieldOf(await service.post(`${own}/api-key`, undefined, asOwner), "data.api_token"));

async function sell(transaction_id: string): Promise<void> {
  const clicked = await service.post("/api/v1/track/click", { affiliate_url: "https://acme.test/?aff=anna" });
  const sale = { transaction_id, amount_cents: 1_000, click_id: fieldOf(clicked, "click_id") };
  expect((await service.post("/api/v1/track/sale", sale, { key })).status).toBe(200);
}

async function change(settings: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(settings);
  expect((await service.request(own, { method: "PATCH", headers, body, ...asOwner })).status).toBe(200);
}

async function isForEverybody(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  expect(await violationsInBothLooks(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test("its creator sees that another person must approve a payout, and an owner approves it", async () => {
  await change({ hold_period_days: 0, payout_approvals: 2 });
  await sell("order-1");
  await approveCommissions(testDatabase.database);
  const created = await service.post(`${own}/payouts`, { currency: "USD", minimum_cents: 1 }, asOwner);
  const payoutId = Number(fieldOf(created, "data.0.payout_id"));
  const creator = await (await signedIn(owner)).open(`${program}/payouts/${payoutId}`);
  await creator.getByText("Another person must approve this payout before it can be paid: 1 of 2").waitFor();
  await creator.getByRole("button", { name: "Refuse" }).waitFor();
  expect(await creator.getByRole("button", { name: "Approve" }).count()).toBe(0);
  await isForEverybody(creator);

  const page = await (await signedIn(second)).open(`${program}/payouts/${payoutId}`);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("button", { name: "Approve 2.00 USD" }).click();
  await page.getByRole("button", { name: "Mark paid" }).waitFor();
  const shown = await service.request(`${own}/payouts/${payoutId}`, asOwner);
  expect(fieldOf(shown, "data.approvals")).toMatchObject({ needed: 2, missing: 0 });
});

test("an owner bans a partner with its unpaid commissions reversed, and lifts the ban", async () => {
  await sell("order-2");
  const page = await (await signedIn(owner)).open(`${program}/partners/${partnerId}`);
  await page.getByRole("button", { name: "Ban", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Ban Anna?" });
  await dialog.getByLabel("Reason").selectOption({ label: "Paid ads" });
  await dialog.getByLabel("Unpaid commissions").selectOption({ label: "Are reversed" });
  await isForEverybody(page);
  await dialog.getByRole("button", { name: "Ban", exact: true }).click();
  await page.getByRole("button", { name: "Lift ban" }).waitFor();
  const commissions = () => service.request(`${own}/commissions?partner_id=${partnerId}`, asOwner);
  await expect
    .poll(async () => fieldOf(await commissions(), "data.1"))
    .toMatchObject({ amount_cents: 0, reason: "banned" });

  await page.getByRole("button", { name: "Lift ban" }).click();
  await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: "Lift ban" }).click();
  await page.getByRole("button", { name: "Ban", exact: true }).waitFor();
  await expect.poll(async () => fieldOf(await commissions(), "data.1.amount_cents")).toBe(200);
});
