// Groups, terms with tiers and caps, and a partner that is moved and gets terms of its own: in the console, by a person, on a phone.
import { expect, test } from "vitest";
import { z } from "zod";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { newCompany } from "../support/people.ts";
import { fieldOf } from "../support/service.ts";

const { service, signedIn } = await startConsole();
const { programId, owner, member } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;
const shots = process.env.SHOTS;

test("an owner makes a group with tiers, moves a partner into it and gives the partner terms of its own", async () => {
  const added = await service.post(
    `${program}/partners`,
    { name: "Greta", code: "greta-grouped" },
    { key: owner.token },
  );
  const partnerId = fieldOf(added, "data.partner_id");
  const visitor = await signedIn(owner, /400/);
  const page = await visitor.open(`${service.url}/programs/${programId}/settings/policies`);
  await page.setViewportSize({ width: 390, height: 844 });
  const dialog = page.getByRole("dialog");
  const isFit = async () => {
    expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
    expect(await violationsInBothLooks(page)).toEqual([]);
  };
  const shoot = async (name: string) => {
    if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` });
  };

  await page.getByRole("button", { name: "Add group" }).click();
  await dialog.getByLabel("Name").fill("Gold");
  await dialog.getByLabel("Id", { exact: true }).fill("gold");
  await dialog.getByLabel("Terms").selectOption("Terms of its own");
  await dialog.getByLabel("Share").fill("20");
  await dialog.getByText("First sale, tiers and caps").click();
  await dialog.getByLabel("A customer's first sale").fill("40");
  for (const [index, from, earned] of [
    [1, "10", "25.25"],
    [2, "7", "99"],
    [3, "5", "30"],
  ] as const) {
    await dialog.getByRole("button", { name: "Add tier" }).click();
    await dialog.getByLabel(`Tier ${index}: from`).fill(from);
    await dialog.getByLabel("earns").last().fill(earned);
  }
  await dialog.getByRole("button", { name: "Remove tier 2" }).click();
  await dialog.getByLabel("A tier pays").selectOption("All sales of the month");
  await dialog.getByLabel("Most per customer").fill("500");
  await isFit();
  await shoot("group-dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Each tier must begin above the one before it.").waitFor();
  await dialog.getByLabel("Tier 2: from").fill("50");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const inWords =
    "20% of each sale, 25.25% from 10 sales a month, 30% from 50, for all sales of that month, 40% of a customer's first sale, at most 500.00 per customer";
  await page.getByText(inWords).first().waitFor();
  await isFit();
  await shoot("groups");

  // Saved again untouched, nothing of the terms is lost.
  const groupNow = async () =>
    fieldOf(await service.request(`${program}/groups/gold`, { key: owner.token }), "data.commission");
  const before = await groupNow();
  await page.getByRole("button", { name: "Change Gold" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await groupNow()).toEqual(before);

  await page.goto(`${service.url}/programs/${programId}/partners/${partnerId}`);
  await page.getByRole("button", { name: "Move to another group" }).click();
  await page.getByRole("dialog", { name: "Move to another group" }).waitFor();
  await shoot("move");
  await page.getByText("All later sales of this partner earn by the new group").waitFor();
  await page.getByLabel("Existing customers").selectOption("Keep the old group's terms");
  await page.getByText("Existing customers keep the old group's terms").waitFor();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await page.getByText("Group Gold's terms").waitFor();
  await page.getByText("0 of 10 sales this month, then 25.25%").waitFor();
  await isFit();
  await shoot("partner");

  await page.getByRole("button", { name: "Give it terms of its own" }).click();
  const own = page.getByRole("dialog", { name: "Terms of this partner" });
  await own.getByLabel("Share").fill("35");
  await own.getByRole("button", { name: "Save" }).click();
  await page.getByText("The partner's terms").waitFor();
  await page.getByRole("button", { name: "Remove its terms" }).click();
  await page.getByRole("button", { name: "Remove terms" }).click();
  await page.getByText("Group Gold's terms").waitFor();
  await visitor.close();
});

test("terms of a partner, a group and a product are added, changed and removed in one list", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${service.url}/programs/${programId}/settings/policies`);
  const dialog = page.getByRole("dialog");
  const table = page.getByRole("table", { name: "Terms of products, partners and groups" });
  const save = async () => {
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  const isFit = async () => {
    expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
    expect(await violationsInBothLooks(page)).toEqual([]);
  };
  const shoot = async (name: string) => {
    if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` });
  };
  const add = async (holder: string, product: string, share: string) => {
    await page.getByRole("button", { name: "Add terms" }).click();
    await dialog.getByLabel("For", { exact: true }).selectOption(holder);
    await dialog.getByLabel("Product").fill(product);
    await dialog.getByLabel("Share").fill(share);
    await save();
  };
  await add("A partner", "", "33");
  await add("A group", "prod_pro", "44");
  await add("A product, for every partner", "prod_team", "11");
  const terms = async () => fieldOf(await service.request(`${program}/terms`, { key: owner.token }), "data");
  expect(await terms()).toMatchObject([
    { scope: "product", product_id: "prod_team", commission: { rate_bps: 1100 } },
    { scope: "group_product", group_id: "default", product_id: "prod_pro", commission: { rate_bps: 4400 } },
    { scope: "group", group_id: "gold" },
    { scope: "partner", product_id: null, commission: { rate_bps: 3300 } },
  ]);
  await table.getByText("33% of each sale").waitFor();

  // Changed from a share to an amount, with tiers above a thousand, and saved again untouched.
  await page.getByRole("button", { name: "Change terms of prod_team" }).click();
  await dialog.getByLabel("Partners earn").selectOption("A fixed amount for each sale");
  await dialog.getByLabel("Amount", { exact: true }).fill("5");
  await dialog.getByLabel("Currency").selectOption("EUR");
  await dialog.getByText("First sale, tiers and caps").click();
  await dialog.getByRole("button", { name: "Add tier" }).click();
  await dialog.getByLabel("Counted by").selectOption("Sales amount");
  await dialog.getByLabel("Tier 1: from").fill("1,500.50");
  await dialog.getByLabel("earns").fill("2,000");
  await isFit();
  await page.emulateMedia({ colorScheme: "light" });
  await shoot("terms-dialog");
  await save();
  const inWords = "5.00 EUR for each sale, 2,000.00 EUR from 1,500.50 in sales a month";
  await table.getByText(inWords).waitFor();
  await isFit();
  await page.emulateMedia({ colorScheme: "light" });
  await shoot("terms");
  const before = await terms();
  await page.getByRole("button", { name: "Change terms of prod_team" }).click();
  await save();
  const after = await terms();
  expect(after).toMatchObject(commissionsOf(before));

  // The page is hidden from roles while the dialog is open, so a missing row says something only once it has closed.
  const remove = async (name: string, product: string) => {
    await page.getByRole("button", { name: `Remove terms of ${name}` }).click();
    await page.getByRole("button", { name: "Remove terms", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await table.waitFor();
    await table.getByText(product).waitFor({ state: "detached" });
  };
  await remove("group default, prod_pro", "prod_pro");
  await remove("prod_team", "prod_team");
  expect(await terms()).toMatchObject([{ scope: "group" }, { scope: "partner" }]);
  await visitor.close();
});

test("a commission's list and its sale's story say which terms, tier and cap decided it", async () => {
  const put = (path: string, body: object) =>
    service.request(`${program}/${path}`, {
      key: owner.token,
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const commission = {
    type: "percentage",
    rate_bps: 2000,
    duration_months: null,
    tiers: { metric: "sales", period: "month", applies: "next", steps: [{ from: 1, rate_bps: 5000 }] },
    caps: { per_partner_month_cents: 600 },
  };
  expect((await put("groups/capped", { name: "Capped", commission })).status).toBe(200);
  const added = await service.post(
    `${program}/partners`,
    { name: "Hugo", code: "hugo-capped", group_id: "capped" },
    { key: owner.token },
  );
  const partnerId = fieldOf(added, "data.partner_id");
  const key = String(
    fieldOf(await service.post(`${program}/api-key`, undefined, { key: owner.token }), "data.api_token"),
  );
  const sales: unknown[] = [];
  for (const transaction_id of ["order-1", "order-2"]) {
    const clicked = await service.post("/api/v1/track/click", { affiliate_url: "https://acme.test/?aff=hugo-capped" });
    const sale = { transaction_id, amount_cents: 1000, currency: "USD", click_id: fieldOf(clicked, "click_id") };
    sales.push(fieldOf(await service.post("/api/v1/track/sale", sale, { key }), "sale_id"));
  }
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${service.url}/programs/${programId}/sales/${sales[0]}`);
  await page.getByText("Hugo earned a commission of 2.00 USD by group Capped's terms.").waitFor();
  await page.goto(`${service.url}/programs/${programId}/sales/${sales[1]}`);
  const decided = "tier 1, cut from 5.00 to 4.00 USD by the cap per partner a month";
  await page.getByText(decided).waitFor();
  await page.goto(`${service.url}/programs/${programId}/partners/${partnerId}`);
  await page.getByText("2 sales this month: 50%, the highest tier").waitFor();
  await page.goto(`${service.url}/programs/${programId}/commissions`);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Terms" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("cell", { name: `Group Capped's terms, ${decided}` }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a member reads groups and terms, and is offered no change of them", async () => {
  const visitor = await signedIn(member);
  const page = await visitor.open(`${service.url}/programs/${programId}/settings/policies`);
  await page.getByText("Gold", { exact: false }).first().waitFor();
  await page.getByRole("table", { name: "Terms of products, partners and groups" }).waitFor();
  expect(await page.getByRole("button", { name: /^(Add|Change|Remove) (group|terms|Gold)/ }).count()).toBe(0);
  await visitor.close();
});

/** Without the events that set them. */
function commissionsOf(terms: unknown): readonly object[] {
  const lines = z.array(z.looseObject({ commission: z.looseObject({}) })).parse(terms);
  return lines.map(({ commission }) => ({ commission }));
}

test("an owner pays for leads and recruits, and sets who recruited a partner", async () => {
  const partner = async (name: string) =>
    fieldOf(
      await service.post(`${program}/partners`, { name, code: `${name.toLowerCase()}-recruits` }, { key: owner.token }),
      "data.partner_id",
    );
  const [recruiter, recruit] = [await partner("Rosa"), await partner("Theo")];
  const visitor = await signedIn(owner, /400/);
  const page = await visitor.open(`${service.url}/programs/${programId}/settings/policies`);
  await page.setViewportSize({ width: 390, height: 844 });
  const isFit = async () => {
    expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
    expect(await violationsInBothLooks(page)).toEqual([]);
  };
  const shoot = async (name: string) => {
    if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
  };
  const settings = async () => fieldOf(await service.request(program, { key: owner.token }), "data");

  await page.getByRole("textbox", { name: "A lead" }).fill("x");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("must be an amount, such as 50").waitFor();
  await page.getByRole("textbox", { name: "A lead" }).fill("5");
  await page.getByLabel("Share for the recruiter").fill("12.5");
  await page.getByLabel("Months after the recruit joined").fill("0");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Enter a number of months, such as 12.").waitFor();
  await page.getByLabel("Months after the recruit joined").fill("12");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved.").waitFor();
  await isFit();
  await shoot("further-earnings");
  expect(await settings()).toMatchObject({
    lead_reward: { amount_cents: 500, currency: "USD" },
    referral: { share_bps: 1_250, months: 12 },
  });
  await page.getByRole("textbox", { name: "A lead" }).fill("");
  await page.getByLabel("Share for the recruiter").fill("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(settings).toMatchObject({ lead_reward: null, referral: null });

  await page.goto(`${service.url}/programs/${programId}/partners/${recruit}`);
  await page.getByRole("button", { name: "Set its recruiter" }).click();
  const dialog = page.getByRole("dialog", { name: "Set the recruiter" });
  await dialog.getByLabel("Recruiter").selectOption("Rosa");
  await isFit();
  await shoot("recruiter-dialog");
  await dialog.getByRole("button", { name: "Set recruiter" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Rosa" }).waitFor();
  await isFit();
  await shoot("recruit");
  await page.goto(`${service.url}/programs/${programId}/partners/${recruiter}`);
  await page.getByRole("link", { name: "Theo", exact: true }).waitFor();

  const members = await signedIn(member, /400/);
  const seen = await members.open(`${service.url}/programs/${programId}/partners/${recruit}`);
  await seen.getByRole("link", { name: "Rosa" }).waitFor();
  expect(await seen.getByRole("button", { name: "Set its recruiter" }).count()).toBe(0);
});

test("an owner adds a bonus, a partner's page shows how far it is, and the owner stops it", async () => {
  const added = await service.post(`${program}/partners`, { name: "Bea", code: "bea-bonus" }, { key: owner.token });
  const visitor = await signedIn(owner, /400/);
  const page = await visitor.open(`${service.url}/programs/${programId}/settings/policies`);
  await page.setViewportSize({ width: 390, height: 844 });
  const isFit = async () => {
    expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
    expect(await violationsInBothLooks(page)).toEqual([]);
  };
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add bonus" }).click();
  await dialog.getByLabel("Name").fill("ten-thousand");
  await dialog.getByLabel("Counted by").selectOption("Sales amount");
  await dialog.getByLabel("Paid from").fill("none");
  await dialog.getByLabel("Amount", { exact: true }).fill("50");
  await isFit();
  await dialog.getByRole("button", { name: "Add bonus" }).click();
  await dialog.getByText("Enter a number above 0, such as 10.").waitFor();
  await dialog.getByLabel("Paid from").fill("10000");
  await dialog.getByRole("button", { name: "Add bonus" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("10,000.00 USD of sales in a month").first().waitFor();
  await isFit();
  if (shots !== undefined) await page.screenshot({ path: `${shots}/bonuses.png`, fullPage: true });

  await page.goto(`${service.url}/programs/${programId}/partners/${fieldOf(added, "data.partner_id")}`);
  await page.getByText("0.00 USD of 10,000.00 USD of sales this month").first().waitFor();

  await page.goto(`${service.url}/programs/${programId}/settings/policies`);
  await page.getByRole("button", { name: "Stop ten-thousand" }).first().click();
  await page.getByRole("button", { name: "Stop bonus" }).click();
  await page.getByText("Stopped").first().waitFor();
  const watching = await signedIn(member);
  const watched = await watching.open(`${service.url}/programs/${programId}/settings/policies`);
  await watched.getByText("ten-thousand").first().waitFor();
  expect(await watched.getByRole("button", { name: "Add bonus" }).count()).toBe(0);
});
