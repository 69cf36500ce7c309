// Every page that the service writes itself, in a real browser, light and wide, dark and on a phone: axe-core finds nothing, nothing scrolls
// sideways, each has a name, a mark and a way on, and its Content-Security-Policy stops nothing of it. The API reference is looked at
// in openapi/reference-page.test.ts, where it is loaded.
import { afterAll, describe, expect, test, vi } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { makePartnerLink } from "../../../src/product/portal/links.ts";
import { violationsOf } from "../../support/axe.ts";
import { newVisitor, startBrowser } from "../../support/browser.ts";
import { createTestDatabase } from "../../support/database.ts";
import { auth, linkTo, manyPeople, newCompany } from "../../support/people.ts";
import { fieldOf, secretKey, startService } from "../../support/service.ts";

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url, { ...manyPeople, RATE_LIMIT_BROWSER_PER_MINUTE: "10000" });
const browser = await startBrowser();
const visitor = await newVisitor(browser, /404|410/);
const page = await visitor.context.newPage();
afterAll(async () => {
  await browser.close();
  await service.close();
  await testDatabase.drop();
});

const { programId, workspaceId, owner } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;
const asOwner = { key: owner.token };

async function send(method: string, path: string, body: object) {
  const headers = { "content-type": "application/json" };
  const answer = await service.request(path, { method, body: JSON.stringify(body), headers, ...asOwner });
  if (answer.status >= 400) throw new Error(answer.text);
  return answer;
}

const settings = { partner_sign_up: "open", site_url: "https://acme.example", brand_color: "#b45309" };
await send("PATCH", program, settings);
const partner = await send("POST", `${program}/partners`, { name: "Anna", code: "anna" });
const partnerId = Number(fieldOf(partner, "data.partner_id"));
await send("PUT", `${program}/partners/${partnerId}/email`, { email: "anna@partners.test" });
const key = String(fieldOf(await send("POST", `${program}/api-key`, {}), "data.api_token"));
const click = await service.post("/api/v1/track/click", { affiliate_url: "https://acme.example/?aff=anna" });
const sale = { transaction_id: "order-1", amount_cents: 4_900, click_id: fieldOf(click, "click_id") };
await service.post("/api/v1/track/sale", sale, { key });
const invitation = { organizationId: String(workspaceId), email: "new@acme.test", role: "member" };
await auth(service, "/organization/invite-member", invitation, owner);
const secrets = openSecrets([secretKey]);
const link = await makePartnerLink(testDatabase.database, secrets, { programId, partnerId, days: 30 }, operator);

/** As its form is sent, so that the link is mailed. */
async function mailedLink(): Promise<string> {
  await service.request("/partners/sign-in", {
    method: "POST",
    headers: { origin: service.url, "content-type": "application/x-www-form-urlencoded" },
    body: "email=anna%40partners.test",
  });
  return vi.waitFor(() => linkTo(service, "anna@partners.test", "/partners/link"));
}

const month = new Date().toISOString().slice(0, 7);
const signInAsPartner = await mailedLink();

const pages = {
  "sign-in": "/sign-in",
  "sign-up": "/sign-up",
  "forgotten password": "/forgot-password",
  "new password": "/reset-password?token=x&confirm",
  invitation:
    new URL(linkTo(service, "new@acme.test", "/invitation")).pathname +
    new URL(linkTo(service, "new@acme.test", "/invitation")).search,
  "invitation that is gone": "/invitation?ticket=x",
  "partner's sign-in": "/partners/sign-in",
  "partner's mailed link": signInAsPartner.slice(service.url.length),
  "mailed link that is gone": "/partners/link?token=x",
  "partner's sign-up": `/partners/join/${programId}`,
  "sign-up that is closed": "/partners/join/999999",
  "partner's page by a link": link?.path ?? "",
  "partner's page within another": `${link?.path}?embed=1`,
  "link that does not open": "/partner/x",
  "error codes": "/docs/errors",
};

const signedInPages = {
  account: "/account",
  device: "/device",
  statement: `${program}/statements/${month}?format=html`,
  "partner's page": `/partners/${programId}`,
  "partner's link to a page": `/partners/${programId}?page=acme.example%2Fpricing&days=90`,
  "partner's payout details": `/partners/${programId}/payout-details`,
};

const looks = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 360 },
] as const;

/** Loaded once: what is looked at are the same rows in another light and width. */
async function look(path: string): Promise<void> {
  await page.goto(`${service.url}${path}`);
  await page.locator("h1, h2").first().waitFor();
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const found = await violationsOf(page);
    const scrolls = await page.evaluate("document.documentElement.scrollWidth");
    expect({ colorScheme, width, found, scrolls }).toEqual({ colorScheme, width, found: [], scrolls: width });
  }
}

describe("a public page", () => {
  test.each(Object.entries(pages))("can be read and used: %s", async (_, path) => {
    await look(path);
    if (!path.includes("embed=1")) expect(await page.locator(".mark").count()).toBe(1);
    expect(await page.locator("a[href], button").count()).toBeGreaterThan(0);
    expect(visitor.complaints).toEqual([]);
  });
});

describe("a page for a signed-in person", () => {
  test("opens the console after sign-in, and no dead end", async () => {
    await page.goto(`${service.url}/sign-in`);
    await visitor.context.addCookies([
      { name: owner.cookie.split("=")[0] ?? "", value: owner.cookie.split("=").slice(1).join("="), url: service.url },
    ]);
    await page.goto(`${service.url}/account`);
    expect(await page.getByRole("link", { name: "Open the console" }).getAttribute("href")).toBe("/");
    await page.goto(signInAsPartner);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Anna" }).waitFor();
  });

  test.each(Object.entries(signedInPages))("can be read and used: %s", async (_, path) => {
    await look(path);
    expect(await page.locator(".mark").count()).toBe(1);
    expect(visitor.complaints).toEqual([]);
  });
});
