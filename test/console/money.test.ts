// Partners' money by the console alone: commissions held, released and approved, payouts from a file to what the bank says of them,
// what is put right afterwards, disputes, and people who want to become partners.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { operator } from "../../src/access/permission.ts";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { commitBatch } from "../../src/engine/recording/locked-batch.ts";
import { approveCommissions } from "../../src/product/commissions/approvals.ts";
import { setPayoutRecipient } from "../../src/product/payouts/recipients.ts";
import { apply } from "../support/applications.ts";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { paymentRefunded } from "../support/event-builders.ts";
import { newCompany, newOperator } from "../support/people.ts";
import { fieldOf, secretKey } from "../support/service.ts";
import { submission } from "../support/submissions.ts";
import { disputeOf } from "../support/traders.ts";

const { service, testDatabase, signedIn } = await startConsole();
const { programId, owner, member } = await newCompany(service);
const { database } = testDatabase;
const program = `${service.url}/programs/${programId}`;
const own = `/api/v1/programs/${programId}`;
const asOwner = { key: owner.token };
const names = ["Anna", "Ben"] as const;
const partnerIds: number[] = [];
for (const name of names) {
  const made = await service.post(`${own}/partners`, { name, code: name.toLowerCase() }, asOwner);
  partnerIds.push(Number(fieldOf(made, "data.partner_id")));
}
const key = String(fieldOf(await service.post(`${own}/api-key`, undefined, asOwner), "data.api_token"));

/** Of ten dollars by each of them. */
async function sell(name: string, transaction_id: string): Promise<void> {
  const code = name.toLowerCase();
  const clicked = await service.post("/api/v1/track/click", { affiliate_url: `https://acme.test/?aff=${code}` });
  const sale = { transaction_id, amount_cents: 1_000, click_id: fieldOf(clicked, "click_id") };
  expect((await service.post("/api/v1/track/sale", sale, { key })).status).toBe(200);
}

async function change(settings: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(settings);
  expect((await service.request(own, { method: "PATCH", headers, body, ...asOwner })).status).toBe(200);
}

async function record(event: Parameters<typeof submission>[1]): Promise<void> {
  await commitBatch(database, [submission(programId, event)]);
}

/** On a phone, in light and in dark. */
async function isForEverybody(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  expect(await violationsInBothLooks(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function choose(page: Page, rows: number): Promise<void> {
  await page.getByRole("row").nth(rows).waitFor();
  for (let row = 1; row <= rows; row++) await page.getByRole("row").nth(row).getByRole("checkbox").check();
}

test("commissions are put on hold together with a reason, the notice undoes it, and others are approved early", async () => {
  await change({ hold_period_days: 30 });
  for (const name of ["order-1", "order-2", "order-3"]) await sell("Anna", name);
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/commissions`);
  await choose(page, 2);
  await page.getByRole("button", { name: "Put on hold" }).click();
  const asked = page.getByRole("dialog", { name: "Put on hold: 2 commissions" });
  await asked.getByText("4.00 USD, 2 commissions").waitFor();
  await asked.getByLabel("Reason, shown in the log").fill("Both name her own address");
  await asked.getByLabel("Note for partners").fill("We are checking these orders.");
  await isForEverybody(page);
  await asked.getByRole("button", { name: "Put on hold: 4.00 USD" }).click();
  await page.getByText("2 commissions put on hold: 4.00 USD.").waitFor();
  expect(await page.getByRole("cell", { name: "On hold manually" }).count()).toBe(2);
  await isForEverybody(page);
  await page.getByRole("button", { name: "Undo: release them" }).click();
  await page.getByText("2 commissions released: 4.00 USD.").waitFor();
  expect(await page.getByRole("cell", { name: "On hold manually" }).count()).toBe(0);
  await page.getByRole("button", { name: "Undo: put them on hold again" }).click();
  await page.getByText("2 commissions put on hold").waitFor();

  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByLabel("Select all rows shown").check();
  await page.getByRole("button", { name: "Approve now" }).click();
  await page.getByText("2.00 USD, 1 commission.").waitFor();
  await page.getByText("2 of those selected stay unchanged.").waitFor();
  await page.getByLabel("Reason, shown in the log").fill("A campaign that pays at once");
  await page.getByRole("button", { name: "Approve now: 2.00 USD" }).click();
  await page.getByText("1 commission approved: 2.00 USD.").waitFor();
  await page.getByRole("cell", { name: "Owed" }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
  const audit = await service.request(`${own}/audit?order=newest&limit=1`, asOwner);
  expect(audit.text).toContain("A campaign that pays at once");

  const onlyLooks = await signedIn(member);
  const looked = await onlyLooks.open(`${program}/commissions`);
  await looked.getByRole("cell", { name: "Owed" }).waitFor();
  expect(await looked.getByRole("checkbox").count()).toBe(0);
  await onlyLooks.close();
});

test("payouts go into a file, and what the bank says of each is looked at and recorded: paid, failed, and what it got wrong", async () => {
  await change({ hold_period_days: 0 });
  for (const partnerId of partnerIds) {
    const recipient = { email: `partner-${partnerId}@partners.example`, name: "A partner", kind: "person" } as const;
    await setPayoutRecipient(database, openSecrets([secretKey]), { programId, partnerId, recipient }, operator);
  }
  await sell("Anna", "order-4");
  await sell("Ben", "order-5");
  await approveCommissions(database);
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/payouts`);
  await page.getByRole("button", { name: "Create payouts" }).click();
  await page.getByRole("button", { name: "Create payouts of 6.00 USD" }).click();
  await page
    .getByRole("link", { name: /^Payout \d+$/ })
    .nth(1)
    .waitFor();
  await page.getByLabel("Select all rows shown").check();
  await page.getByRole("button", { name: "Export file" }).click();
  await page.getByLabel("Payment tool").selectOption("wise");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Create file" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("payouts-wise-USD.csv");
  const csv = await readFile(await download.path(), "utf8");
  const payoutIds = [...csv.matchAll(/Payout (\d+)/g)].map(([, id = ""]) => id);
  expect(payoutIds).toHaveLength(2);
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByText("Exported, to be paid").first().waitFor();

  const results = `ID,Status,Payment reference,Reason\nT-1,outgoing_payment_sent,Payout ${payoutIds[0]},\nT-2,cancelled,Payout ${payoutIds[1]},Account closed\nT-3,completed,Payout 987654,\n`;
  await page.getByRole("button", { name: "Import results" }).click();
  const dialog = page.getByRole("dialog", { name: "Import payout results" });
  await dialog.getByLabel("Payment tool").selectOption("wise");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("is required").waitFor();
  await dialog
    .getByLabel("Result file")
    .setInputFiles({ name: "r.csv", mimeType: "text/csv", buffer: Buffer.from(results) });
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("Account closed").waitFor();
  await dialog.getByText("The program has no payout 987654.").waitFor();
  await isForEverybody(page);
  await dialog.getByRole("button", { name: "Record 2 payouts" }).click();
  await dialog.getByText("The same file again would change nothing.").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("cell", { name: "Paid", exact: true }).waitFor();
  await page.getByRole("cell", { name: "Canceled" }).waitFor();
  await isForEverybody(page);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("one payout is cancelled, one is paid and comes back, and what changed after it was paid is put right", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/payouts`);
  const openNewest = async (state: string) => {
    await page
      .getByRole("row")
      .filter({ hasText: state })
      .getByRole("link", { name: /^Payout \d+$/ })
      .click();
    return page.getByRole("dialog");
  };
  const create = async () => {
    await page.getByRole("button", { name: "Create payouts" }).click();
    await page.getByRole("button", { name: /^Create payouts of/ }).click();
    return openNewest("To be paid");
  };
  const first = await create();
  await first.getByRole("button", { name: "Cancel payout" }).click();
  await page.getByText("are owed as before. Nothing was paid.").waitFor();
  await page.getByRole("button", { name: /^Cancel payout \d+$/ }).click();
  await first.getByText("Canceled", { exact: true }).waitFor();
  await page.goto(`${program}/payouts`);

  const second = await create();
  await second.getByRole("button", { name: "Mark paid" }).click();
  await page.getByRole("button", { name: /^Mark .* paid$/ }).click();
  await second.getByRole("button", { name: "Money returned" }).click();
  await page.getByLabel("Reason, shown in the log").fill("Account closed");
  await page.getByRole("button", { name: /^Return / }).click();
  await second.getByText("Returned", { exact: true }).first().waitFor();

  await record(paymentRefunded({ alias: "order-4", refund_id: "re_1", amount_cents: 500 }));
  await page.goto(`${program}/adjustments`);
  await page.getByRole("cell", { name: "Deducted from the next payout" }).waitFor();
  await page.getByRole("cell", { name: "−1.00 USD" }).waitFor();
  await isForEverybody(page);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a dispute holds a commission, is seen with its amount, and is closed by an operator", async () => {
  await sell("Ben", "order-6");
  await record(disputeOf.opened("order-6"));
  const person = await newOperator(service, "operator@svc.test");
  const visitor = await signedIn(person);
  const page = await visitor.open(`${program}/disputes`);
  await page.getByRole("cell", { name: "10.00 USD" }).waitFor();
  await page.getByText("Open, commission held").waitFor();
  await isForEverybody(page);
  await page.getByRole("button", { name: "Lost" }).click();
  await page.getByRole("button", { name: "Close as lost" }).click();
  await page.getByText("Lost, commission reversed").waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("applicants are accepted or declined, and the page says whether they were mailed", async () => {
  await change({ partner_sign_up: "by_approval" });
  await apply(database, { program_id: programId, code: "dora", email: "dora@partners.example" });
  await apply(database, { program_id: programId, code: "finn", email: "finn@partners.example" });
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/partners`);
  await page.getByRole("heading", { name: "Applications" }).waitFor();
  await isForEverybody(page);
  const row = (email: string) => page.getByRole("row").filter({ hasText: email });
  await row("dora@partners.example").getByRole("button", { name: "Approve" }).click();
  await page.getByRole("button", { name: "Approve Dora" }).click();
  await page.getByText("Dora is a partner. No mail was sent").waitFor();
  await row("finn@partners.example").getByRole("button", { name: "Decline" }).click();
  await page.getByRole("button", { name: "Decline Dora" }).click();
  await page.getByText("Dora is declined. No mail was sent").waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
