// Other terms tried in the console: what they would have paid by month, as a chart with its figures, and by partner. On a phone too.
import { expect, test } from "vitest";
import { commitBatch } from "../../src/engine/recording/locked-batch.ts";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { click, lead, sale } from "../support/event-builders.ts";
import { newCompany } from "../support/people.ts";
import { fieldOf } from "../support/service.ts";
import { submission } from "../support/submissions.ts";
import { happenedAt } from "../support/traders.ts";

const { service, testDatabase, signedIn } = await startConsole();
const { programId, owner, member } = await newCompany(service);
const pages = `${service.url}/programs/${programId}`;
const shots = process.env.SHOTS;

const newPartner = async (name: string, code: string) => {
  const added = await service.post(`/api/v1/programs/${programId}/partners`, { name, code }, { key: owner.token });
  return Number(fieldOf(added, "data.partner_id"));
};
const annaId = await newPartner("Anna", "anna");
const benId = await newPartner("Ben", "ben");
const record = (...events: Parameters<typeof submission>[1][]) =>
  commitBatch(
    testDatabase.database,
    events.map((one) => submission(programId, one)),
  );
const ben = { customer_key: "customer-2" };
await record(
  click(annaId),
  lead(),
  click(benId, { click_id: "ben-click" }),
  lead({ click_ids: ["ben-click"], ...ben }),
);
await record(sale({ transaction_id: "a1", amount_cents: 10_000 }));
const lastMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 15));
await happenedAt(testDatabase, programId, lastMonth.toISOString());
await record(
  sale({ transaction_id: "a2", amount_cents: 4_000 }),
  sale({ transaction_id: "b1", amount_cents: 2_000, ...ben }),
);

test("an owner tries a rate one and a half times as high, and sees whose commissions would change", {
  timeout: 60_000,
}, async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${pages}/settings/policies`);
  await page.getByRole("link", { name: "Try other terms" }).click();
  // The page before has a share too.
  await page.getByLabel("Months to look back").waitFor();
  await page.getByLabel("Share").fill("30");
  await page.getByLabel("Months to look back").fill("3");
  await page.getByRole("button", { name: "Show the difference" }).click();

  await page.getByText("30% of each sale, for every partner.").waitFor();
  const months = page.getByRole("table", { name: "Commissions by month, USD" });
  await months.waitFor();
  expect(await months.locator("tbody tr").allTextContents()).toEqual([
    `${lastMonth.toISOString().slice(0, 7)}120.0030.00+10.00`,
    `${new Date().toISOString().slice(0, 7)}212.0018.00+6.00`,
  ]);
  const partners = page.getByRole("table", { name: "Commissions by partner" });
  expect(await partners.locator("tbody tr").allTextContents()).toEqual([
    "Anna228.00 USD42.00 USD+14.00 USD",
    "Ben14.00 USD6.00 USD+2.00 USD",
  ]);
  expect(await page.getByText("+16.00 USD").count()).toBe(1);
  await page.locator(".recharts-bar-rectangle").first().waitFor();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^forecast-\d+\.csv$/);
  if (shots !== undefined) await page.screenshot({ path: `${shots}/forecast.png`, fullPage: true });
  expect(await violationsInBothLooks(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  if (shots !== undefined) {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.screenshot({ path: `${shots}/forecast-phone.png`, fullPage: true });
  }

  // It is found again in the list of runs.
  await page.goto(`${pages}/replay`);
  await page.getByText(/^Forecast \d+$/).click();
  await partners.waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("terms of one partner move only its commissions", { timeout: 60_000 }, async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${pages}/forecasts`);
  await page.getByLabel("For", { exact: true }).selectOption("A partner");
  await page.getByLabel("Partner", { exact: true }).selectOption("Ben");
  await page.getByLabel("Share").fill("10");
  if (shots !== undefined) await page.screenshot({ path: `${shots}/forecast-new.png`, fullPage: true });
  await page.getByRole("button", { name: "Show the difference" }).click();
  await page.getByText("10% of each sale, for Ben.").waitFor();
  const partners = page.getByRole("table", { name: "Commissions by partner" });
  await partners.waitFor();
  expect(await partners.locator("tbody tr").allTextContents()).toEqual([
    "Ben14.00 USD2.00 USD−2.00 USD",
    "Anna228.00 USD28.00 USD0.00 USD",
  ]);
  await visitor.close();
});

test("a member is not offered to try terms, and the service refuses it", async () => {
  const visitor = await signedIn(member);
  const page = await visitor.open(`${pages}/settings/policies`);
  await page.getByRole("heading", { name: "Groups", exact: true }).waitFor();
  expect(await page.getByRole("link", { name: "Try other terms" }).count()).toBe(0);
  const body = { commission: { type: "percentage", rate_bps: 3000, duration_months: null } };
  const answer = await service.post(`/api/v1/programs/${programId}/forecasts`, body, { key: member.token });
  expect(answer.status).toBe(403);
  await visitor.close();
});
