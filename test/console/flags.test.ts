// Flags in the console: a partner's own purchase is found, resolved as abuse and reopened, and an owner decides what is looked for.
import { expect, test } from "vitest";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { newCompany } from "../support/people.ts";
import { fieldOf } from "../support/service.ts";

const { service, signedIn } = await startConsole();
const { programId, owner, member } = await newCompany(service);
const program = `${service.url}/programs/${programId}`;
const own = `/api/v1/programs/${programId}`;
const shots = process.env.SHOTS;

const call = (method: string, path: string, body: unknown) =>
  service.request(`${own}${path}`, {
    key: owner.token,
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

await call("PATCH", "", { forbids_ads: true, banned_sites: ["coupons.example"] });
const partnerId = Number(fieldOf(await call("POST", "/partners", { name: "Anna", code: "anna" }), "data.partner_id"));
await call("PUT", `/partners/${partnerId}/email`, { email: "anna@partners.test" });
const key = String(fieldOf(await call("POST", "/api-key", {}), "data.api_token"));

/** A sale of 100.00 USD, which earns 20.00. */
async function buy(customer_key: string, email: string, visit: { query?: string; referrer?: string } = {}) {
  const clicked = await service.post("/api/v1/track/click", {
    affiliate_url: `https://acme.test/?aff=anna${visit.query ?? ""}`,
    referrer_url: visit.referrer ?? null,
  });
  const lead = { click_id: fieldOf(clicked, "click_id"), customer_key, email };
  expect((await service.post("/api/v1/track/lead", lead, { key })).status).toBe(200);
  const sale = { transaction_id: `order-${customer_key}`, customer_key, amount_cents: 10_000, currency: "USD" };
  expect((await service.post("/api/v1/track/sale", sale, { key })).status).toBe(200);
}

await buy("user-self", "anna@partners.test");
await buy("user-ad", "one@customers.test", { query: "&gclid=Cj0KCQ" });
await buy("user-site", "two@customers.test", { referrer: "https://www.coupons.example/acme" });

async function commissionOf(customerKey: string): Promise<unknown> {
  const { text } = await service.request(`${own}/payment-story?transaction_id=order-${customerKey}`, {
    key: owner.token,
  });
  const listed = await service.request(`${own}/commissions?limit=100`, { key: owner.token });
  const saleId = /"sale_id":(\d+)/.exec(text)?.[1];
  const rows = fieldOf(listed, "data");
  return Array.isArray(rows) ? rows.find(({ commission_id }) => String(commission_id) === saleId)?.status : undefined;
}

test("a partner's own purchase is found, resolved as abuse, and reopened, and each says what happens to the money", async () => {
  expect(await commissionOf("user-self")).toBe("held");
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/inbox`);
  const shoot = async (name: string) => {
    if (shots === undefined) return;
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${shots}/${name}-${page.viewportSize()?.width}-${colorScheme}.png` });
    }
    await page.emulateMedia({ colorScheme: "light" });
  };
  const isFit = async (name: string) => {
    await shoot(name);
    await page.setViewportSize({ width: 360, height: 740 });
    expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
    expect(await violationsInBothLooks(page)).toEqual([]);
    await shoot(name);
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  const navigation = page.getByRole("navigation", { name: "Program" });
  await navigation.getByRole("link", { name: "Flags (3 open)" }).waitFor();
  await page.getByText("3 open. Say whether each is fine or abuse.").waitFor();
  await isFit("inbox");
  await page.getByRole("link", { name: "Review flags" }).click();
  await page.getByText("The click came from coupons.example, which the program has banned.").waitFor();
  await isFit("queue");

  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("button", { name: "Kind" }).click();
  await page.getByRole("button", { name: "Own purchase" }).click();
  await page.getByText("The click came from coupons.example").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Own purchase" }).click();
  const sheet = page.getByRole("dialog", { name: "Own purchase" });
  await sheet.getByText("20.00 USD is held until you decide.").waitFor();
  await sheet.getByText("E-mail of the customer", { exact: true }).waitFor();
  await sheet.getByText("E-mail of the partner", { exact: true }).waitFor();
  expect(await page.content()).not.toContain("anna@partners.test");
  await isFit("sheet");

  await sheet.getByRole("button", { name: "Resolve as abuse" }).click();
  const asked = page.getByRole("dialog", { name: "Resolve this flag as abuse?" });
  await asked.getByText("20.00 USD is reversed and not paid to the partner.").waitFor();
  expect(await asked.getByRole("button", { name: "Resolve as abuse" }).isDisabled()).toBe(true);
  await isFit("dialog");
  await asked.getByLabel("Reason, shown in the log").fill("Anna ordered for herself");
  await asked.getByRole("button", { name: "Resolve as abuse" }).click();
  await sheet.getByText("The commission is reversed.", { exact: true }).waitFor();
  await sheet.getByText("Anna ordered for herself", { exact: true }).waitFor();
  expect(await commissionOf("user-self")).toBe("reversed");
  await isFit("resolved");
  await sheet.getByRole("button", { name: "Close" }).click();
  await page.getByText("Nothing matches").waitFor();
  await navigation.getByRole("link", { name: "Flags (2 open)" }).waitFor();

  await page.getByRole("tab", { name: "Abuse" }).click();
  await page.getByRole("link", { name: "Own purchase" }).click();
  await sheet.getByRole("button", { name: "Reopen" }).click();
  const reopening = page.getByRole("dialog", { name: "Reopen this flag?" });
  await reopening.getByText("The commission is held again until you decide.").waitFor();
  await reopening.getByLabel("Reason, shown in the log").fill("It was her sister");
  await reopening.getByRole("button", { name: "Reopen" }).click();
  await sheet.getByText("20.00 USD is held until you decide.").waitFor();
  expect(await commissionOf("user-self")).toBe("held");
  expect(visitor.complaints).toEqual([]);

  await page.goto(`${program}/flags`);
  await page.getByRole("link", { name: "Paid ad" }).click();
  await page.getByRole("dialog", { name: "Paid ad" }).getByText("Partners may not buy ads", { exact: true }).waitFor();
  await isFit("ad");
  await page.goto(`${program}/flags`);
  await page.getByRole("checkbox", { name: "Select all rows shown" }).check();
  await page.getByRole("status").getByRole("button", { name: "Resolve as fine" }).click();
  const many = page.getByRole("dialog", { name: "Resolve 3 flags as fine?" });
  await many.getByText("20.00 USD is released and paid as usual, unless something else holds it.").waitFor();
  await many.getByText("Where nothing was held, commissions stay as they are.").waitFor();
  await isFit("bulk");
  await many.getByLabel("Reason, shown in the log").fill("Looked at all");
  await many.getByRole("button", { name: "Resolve as fine" }).click();
  await page.getByText("No open flags").waitFor();
  await isFit("empty");
  expect(await commissionOf("user-self")).toBe("pending");
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("an owner decides what is flagged, and a partner's page shows its open flags", async () => {
  await buy("user-again", "anna@partners.test");
  const visitor = await signedIn(owner, /400/);
  const page = await visitor.open(`${program}/settings/program`);
  await page.getByLabel("A partner's own purchase").selectOption("Record it without a commission");
  await page.getByLabel("Banned sites").fill("coupons.example https://b.example/");
  await page.getByRole("button", { name: "Save flags" }).click();
  await page.getByText("https://b.example/: must be hosts such as").waitFor();
  await page.getByLabel("Banned sites").fill("coupons.example\nDeals.example");
  await page.getByRole("button", { name: "Save flags" }).click();
  await page.getByText("Flags saved.").waitFor();
  const settings = await service.request(own, { key: owner.token });
  expect(fieldOf(settings, "data")).toMatchObject({
    ...{ flag_own_email: "refuse", flag_paid_ads: "flag", flag_banned_site: "flag", forbids_ads: true },
    banned_sites: ["coupons.example", "deals.example"],
  });
  if (shots !== undefined) await page.screenshot({ path: `${shots}/settings.png`, fullPage: true });
  await buy("user-refused", "anna@partners.test");

  await page.goto(`${program}/partners/${partnerId}`);
  const sheet = page.getByRole("dialog", { name: "Anna" });
  await sheet.getByRole("heading", { name: "Open flags" }).waitFor();
  await sheet.getByText("No commission", { exact: true }).waitFor();
  if (shots !== undefined) await page.screenshot({ path: `${shots}/partner.png` });
  await page.setViewportSize({ width: 360, height: 740 });
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  expect(await violationsInBothLooks(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await sheet.getByRole("link", { name: "All flags" }).click();
  await page.getByText("None", { exact: true }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a member looks at flags, and neither decides nor is asked to", async () => {
  const visitor = await signedIn(member);
  const page = await visitor.open(`${program}/flags`);
  await page.getByRole("link", { name: "Own purchase" }).first().click();
  const sheet = page.getByRole("dialog", { name: "Own purchase" });
  await sheet.getByText("An owner of the workspace decides.").waitFor();
  expect(await page.getByRole("button", { name: /Resolve|Reopen/ }).count()).toBe(0);
  expect(await page.getByRole("checkbox").count()).toBe(0);
  await page.goto(`${program}/inbox`);
  await page.getByText("All is well").waitFor();
  expect(await page.getByRole("link", { name: "Review flags" }).count()).toBe(0);
  await page.getByRole("navigation", { name: "Program" }).getByRole("link", { name: "Flags", exact: true }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
