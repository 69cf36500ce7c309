// What a partner brought and earned by day: over HTTP, and as a chart on its page, on a phone too.
import { expect, test } from "vitest";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { click, lead, refund, sale } from "../support/event-builders.ts";
import { newCompany } from "../support/people.ts";
import { fieldOf, refusalOf } from "../support/service.ts";
import { happenedAt, record } from "../support/traders.ts";

const { service, testDatabase, signedIn } = await startConsole();
const { programId, owner, stranger } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;
const shots = process.env.SHOTS;

const newPartner = async (name: string, code: string) => {
  const added = await service.post(`${program}/partners`, { name, code }, { key: owner.token });
  return Number(fieldOf(added, "data.partner_id"));
};
const annaId = await newPartner("Anna", "anna");
const benId = await newPartner("Ben", "ben");
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const ben = { customer_key: "customer-2" };
await record(
  testDatabase,
  programId,
  click(annaId),
  lead(),
  click(benId, { click_id: "ben-click" }),
  lead({ click_ids: ["ben-click"], ...ben }),
  sale({ transaction_id: "a1", amount_cents: 10_000 }),
);
await happenedAt(testDatabase, programId, `${dayBefore(3)}T12:00:00.000Z`);
await record(
  testDatabase,
  programId,
  sale({ transaction_id: "a2", amount_cents: 4_000 }),
  sale({ transaction_id: "a3", amount_cents: 500_000, currency: "VND" }),
  sale({ transaction_id: "b1", amount_cents: 77_000, ...ben }),
  refund({ transaction_id: "a2", refund_amount_cents: 2_000 }),
);

const activity = (query: string, { path = program, key = owner.token, partnerId = annaId } = {}) =>
  service.request(`${path}/partners/${partnerId}/activity${query}`, { key });

test("counts what a partner brought by the day it came in, with what it earns now, and no other's", async () => {
  const usd = (commission_cents: number) => ({ currency: "USD", commission_cents });
  expect(fieldOf(await activity("?days=4"), "data")).toEqual({
    partner_id: annaId,
    days: [
      { date: dayBefore(3), clicks: 1, leads: 1, sales: 1, earned: [usd(2_000)] },
      { date: dayBefore(2), clicks: 0, leads: 0, sales: 0, earned: [] },
      { date: dayBefore(1), clicks: 0, leads: 0, sales: 0, earned: [] },
      {
        date: dayBefore(0),
        clicks: 0,
        leads: 0,
        sales: 2,
        earned: [usd(400), { currency: "VND", commission_cents: 100_000 }],
      },
    ],
  });
  expect(fieldOf(await activity(""), "data.days")).toHaveLength(90);
});

test("is refused for days out of bounds, an unknown partner, and another workspace", async () => {
  for (const days of ["0", "367", "1.5", "x"]) expect((await activity(`?days=${days}`)).status).toBe(400);
  expect((await activity("", { partnerId: 999_999 })).status).toBe(404);
  const foreign = await activity("", { key: stranger.token });
  const absent = await activity("", { key: stranger.token, path: "/api/v1/programs/999999" });
  expect(refusalOf(foreign)).toBe(refusalOf(absent));
  expect(foreign.status).not.toBe(200);
});

test("is a chart on the partner's page, by what one chooses", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${service.url}/programs/${programId}/partners/${annaId}`);
  const section = page.getByRole("dialog").locator("section", { hasText: "Last 90 days" }).first();
  await section.getByRole("heading", { name: "Earned, USD" }).waitFor();
  await section.getByText("24.00", { exact: true }).first().waitFor();
  await section.locator(".recharts-line, .recharts-area").first().waitFor();
  await section.getByRole("button", { name: "Earned, VND" }).click();
  await section.getByText("100,000", { exact: true }).first().waitFor();
  await section.getByRole("button", { name: "Sales" }).click();
  await section.getByRole("heading", { name: "Sales" }).waitFor();
  await section.getByText("3", { exact: true }).first().waitFor();
  if (shots !== undefined) await page.screenshot({ path: `${shots}/activity.png` });
  expect(await violationsInBothLooks(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  if (shots !== undefined) {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.screenshot({ path: `${shots}/activity-phone.png` });
  }
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
