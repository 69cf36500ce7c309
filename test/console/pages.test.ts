// Every page of the console: usable by everybody, on a narrow phone, in light and dark; and what a member is kept from.
import { afterAll, describe, expect, test } from "vitest";
import { violationsInBothLooks, violationsOf } from "../support/axe.ts";
import { interceptFirst } from "../support/browser.ts";
import { failedCall } from "../support/browsing.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { newCompany } from "../support/people.ts";
import { requestExports } from "../support/request-exports.ts";
import { asOwner, fieldOf } from "../support/service.ts";

const { service, testDatabase, signedIn } = await startConsole();
const company = await newCompany(service);
const { programId, owner, member, stranger } = company;
const program = `${service.url}/programs/${programId}`;
await fill();

const pages = [
  "overview",
  "integration",
  "sales",
  "customers",
  "inbox",
  "events",
  "commissions",
  "flags",
  "payouts",
  "statements",
  "disputes",
  "adjustments",
  "balance",
  "replay",
  "webhooks",
  `webhooks/${await endpointId()}`,
  "settings/audit",
  "partners",
  "partners/new",
  `partners/${await partnerId()}`,
  "imports",
  "exports",
  "proof",
  "settings/program",
  "settings/policies",
  "settings/connections",
  "settings/keys",
  "settings/members",
  "settings/agents",
  "settings/notices",
  "events?mode=test",
  "overview?mode=test",
];

describe("a page cannot be pushed sideways at 360 pixels, and axe finds nothing on it, in light and in dark:", async () => {
  // One for all of them, which loads the console's files once.
  const visitor = await signedIn(owner);
  const page = await visitor.context.newPage();
  afterAll(() => visitor.close());

  test.each([...pages, "../../new-program"])("%s", async (path) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${program}/${path}`, { waitUntil: "networkidle" });
    expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
    expect(await violationsInBothLooks(page)).toEqual([]);
    expect(visitor.complaints).toEqual([]);
  });

  test("overview, on a desk", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${program}/overview`, { waitUntil: "networkidle" });
    expect(await violationsOf(page)).toEqual([]);
    expect(visitor.complaints).toEqual([]);
  });
});

test("a filter is in the URL and in the CSV, and a chosen column is remembered", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/sales`);
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("button", { name: "Status" }).click();
  await page.getByRole("button", { name: "Refunded" }).click();
  await page.getByText("Nothing matches").waitFor();
  expect(new URL(page.url()).search).toBe("?status=refunded");
  expect(await page.getByRole("link", { name: "CSV" }).getAttribute("href")).toContain("status=refunded&format=csv");
  await page.getByRole("button", { name: "Remove the filter Status" }).click();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Product" }).click();
  await page.getByRole("columnheader", { name: "Product" }).waitFor();
  await page.reload();
  await page.getByRole("columnheader", { name: "Product" }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("an owner replaces the key, which is shown once, and the old one opens nothing", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/settings/keys`);
  const shown: (string | null)[] = [];
  for (const _ of [1, 2]) {
    await page.getByRole("button", { name: "Regenerate key" }).click();
    await page.getByRole("button", { name: "Create new key" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    shown.push(await page.getByRole("region", { name: "Program key" }).textContent());
  }
  const [old = "", current = ""] = shown.map((key) => key ?? "");
  expect(old).not.toBe(current);
  const lead = { click_id: "clk_none", customer_key: "nobody" };
  expect((await service.post("/api/v1/track/lead", lead, { key: old })).status).toBe(401);
  expect((await service.post("/api/v1/track/lead", lead, { key: current })).status).toBe(400);
  await page.reload();
  await page.getByText("aff_").first().waitFor();
  expect(await page.content()).not.toContain(current);
  await visitor.close();
});

test("an owner has a list written each day, sees why a day failed, has it tried again, and removes it", async () => {
  const visitor = await signedIn(owner, failedCall);
  const page = await visitor.open(`${program}/exports`);
  await page.getByRole("button", { name: "Add export" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("List").selectOption("Refunds");
  await dialog.getByRole("button", { name: "Add export" }).click();
  // No folder is allowed here, and the field shows that error.
  await dialog.getByText("EXPORT_FOLDER").waitFor();
  await dialog.getByLabel("Destination").selectOption("An S3-compatible bucket");
  const bucket = { Service: "https://s3.example", Bucket: "acme-reports", "Access key": "AKIA", "Secret key": "s" };
  for (const [label, text] of Object.entries(bucket)) await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByRole("button", { name: "Add export" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("row", { name: "Refunds s3://acme-reports Never" }).getByText("Write now").click();
  await page.getByRole("row", { name: "Refunds Scheduled" }).waitFor();

  const failed = page.getByRole("row", { name: "Retrying" });
  await failed.getByText("AccessDenied: the key may not put objects there").waitFor();
  await failed.getByRole("button", { name: "Retry" }).click();
  await page.getByText(/^The commissions of .* are written within two minutes\.$/).waitFor();
  await page.getByRole("button", { name: "Remove: refunds" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove export" }).click();
  await page.getByRole("button", { name: "Remove: refunds" }).waitFor({ state: "detached" });
  expect(
    await asOwner(
      testDatabase.url,
      `select attempts from export_run join export_schedule using (program_id, export_id)
        where program_id = $1 and list = 'commissions'`,
      [programId],
    ),
  ).toEqual([{ attempts: 0 }]);
  await visitor.close();
});

test("a member is not shown what is for owners, and a stranger learns of no program", async () => {
  const visitor = await signedIn(member, failedCall);
  const page = await visitor.open(`${program}/settings/keys`);
  await page.getByText("An owner of the workspace creates and replaces it.").waitFor();
  await page.goto(`${program}/settings/connections`);
  await page.getByText("Owners of the workspace see and change connections.").waitFor();
  await page.goto(`${program}/settings/members`);
  await page.getByText("Owners invite and remove people.").waitFor();
  await visitor.close();

  const other = await signedIn(stranger, failedCall);
  const foreign = await other.open(`${program}/sales`);
  await foreign.getByRole("alert").getByText("not yours").waitFor();
  await other.close();
});

test("a user who is signed out while working signs in again, and keeps typed text", async () => {
  const visitor = await signedIn(owner, failedCall);
  const page = await visitor.open(`${program}/partners/new`);
  await page.getByLabel("Name").fill("Ben");
  await page.getByLabel("Code").fill("ben");
  // What the page still asks for would find out first.
  await page.waitForLoadState("networkidle");
  await visitor.context.clearCookies();
  await page.getByRole("button", { name: "Add partner" }).last().click();
  const dialog = page.getByRole("dialog", { name: "You are signed out" });
  await dialog.getByLabel("Password").fill("correct horse battery");
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await page.getByLabel("Code").inputValue()).toBe("ben");
  await page.getByRole("button", { name: "Add partner" }).last().click();
  await page.getByText("https://your-site.example/?aff=ben").waitFor();
  await visitor.close();
});

test("a field corrected before its fault is answered is not marked, and is sent with its new value", async () => {
  const visitor = await signedIn(owner, failedCall);
  const corrected = Promise.withResolvers<void>();
  await interceptFirst(visitor, `**/api/v1/programs/${programId}/coupons`, async (route) => {
    await corrected.promise;
    await route.continue();
  });
  const page = await visitor.open(`${program}/partners/${await partnerId()}`);
  await page.getByRole("button", { name: "Add code" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a discount code" });
  await dialog.getByLabel("Code", { exact: true }).fill("CID20");
  const providerId = dialog.getByLabel("Id at the provider");
  await providerId.fill("not an id");
  await dialog.getByRole("button", { name: "Add code" }).click();
  await providerId.fill("stripe:promo_123");
  corrected.resolve();
  await dialog.getByRole("alert").getByText("must be the provider, a colon and the id").waitFor();
  await dialog.getByRole("button", { name: "Add code" }).click();
  await page.getByText("stripe:promo_123").waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

/** A partner, a sale, a connection, and exports. */
async function fill(): Promise<void> {
  await requestExports(testDatabase.url, programId);
  const key = { key: owner.token };
  const path = `/api/v1/programs/${programId}`;
  await service.post(`${path}/partners`, { name: "Anna", code: "anna" }, key);
  await service.post(`${path}/connections`, { provider: "stripe", signing_secret: "whsec_only_for_tests" }, key);
  await service.post(`${path}/policies/prod_1`, { type: "percentage", rate_bps: 1000 }, key);
  const regenerated = await service.post(`${path}/api-key`, undefined, key);
  const call = { key: String(fieldOf(regenerated, "data.api_token")) };
  const clicked = await service.post("/api/v1/track/click", { affiliate_url: "https://acme.test/?aff=anna" });
  const click_id = fieldOf(clicked, "click_id");
  await service.post("/api/v1/track/lead", { click_id, customer_key: "user-1" }, call);
  const sale = { transaction_id: "order-1", customer_key: "user-1", amount_cents: 4900, currency: "USD" };
  await service.post("/api/v1/track/sale", sale, call);
}

async function endpointId(): Promise<number> {
  const endpoint = { url: "https://shop.example/webhooks" };
  const made = await service.post(`/api/v1/programs/${programId}/endpoints`, endpoint, { key: owner.token });
  return Number(fieldOf(made, "data.endpoint_id"));
}

async function partnerId(): Promise<number> {
  const partners = await service.request(`/api/v1/programs/${programId}/partners`, { key: owner.token });
  return Number(fieldOf(partners, "data.0.partner_id"));
}
