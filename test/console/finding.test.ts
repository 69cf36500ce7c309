// Navigation in the console: search by keyboard, test records next to live ones, records that arrive while the page is open, and the audit
// of changes.
import { expect, test } from "vitest";
import { violationsInBothLooks, violationsOf } from "../support/axe.ts";
import { failedCall } from "../support/browsing.ts";
import { sidewaysPixels, startConsole } from "../support/console.ts";
import { newCompany, newOperator } from "../support/people.ts";
import { fieldOf } from "../support/service.ts";

const { service, signedIn } = await startConsole();
const { programId, owner, member } = await newCompany(service);
const operatorPerson = await newOperator(service, "operator@acme.test");
const program = `${service.url}/programs/${programId}`;
const path = `/api/v1/programs/${programId}`;
const asOwner = { key: owner.token };
const partner = await service.post(`${path}/partners`, { name: "Anna", code: "anna" }, asOwner);
const partnerId = Number(fieldOf(partner, "data.partner_id"));
const call = { key: String(fieldOf(await service.post(`${path}/api-key`, undefined, asOwner), "data.api_token")) };
await buy("order-1", "user-1");

async function buy(transaction_id: string, customer_key: string, more: object = {}): Promise<void> {
  const clicked = await service.post("/api/v1/track/click", { affiliate_url: "https://acme.test/?aff=anna" });
  const click_id = fieldOf(clicked, "click_id");
  await service.post("/api/v1/track/lead", { click_id, customer_key, ...more }, call);
  const sale = { transaction_id, customer_key, amount_cents: 4900, currency: "USD", ...more };
  await service.post("/api/v1/track/sale", sale, call);
}

test("Ctrl K finds pages, partners and payments by the keyboard alone, and opens each at its address", async () => {
  const visitor = await signedIn(member);
  const page = await visitor.open(`${program}/overview`);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  const find = async (text: string, option: RegExp): Promise<void> => {
    await page.keyboard.press("Control+K");
    await page.getByRole("combobox", { name: /^Search pages/ }).fill(text);
    // What Enter opens is the one that is highlighted.
    await page.getByRole("option", { name: option }).and(page.locator("[data-highlighted]")).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Search" }).waitFor({ state: "detached" });
  };
  await find("order-1", /order-1/);
  await page.waitForURL(/\/sales\/\d+$/);
  await page.getByRole("dialog", { name: "49.00 USD" }).waitFor();
  await find("anna", /Anna/);
  await page.waitForURL(`${program}/partners/${partnerId}`);
  await page.getByRole("dialog", { name: "Anna" }).waitFor();
  await find("user-1", /user-1/);
  await page.waitForURL(`${program}/customers/user-1`);
  await page.getByRole("dialog", { name: "user-1" }).waitFor();
  await find("settings: ch", /Changes/);
  await page.waitForURL(`${program}/settings/audit`);
  await page.goBack();
  await page.waitForURL(`${program}/customers/user-1`);

  await page.goto(`${program}/overview`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("combobox", { name: /^Search pages/ }).fill("nothing of the kind");
  await page.getByText("No results.").waitFor();
  await page.getByRole("combobox", { name: /^Search pages/ }).fill("order-1");
  await page.getByRole("option", { name: /order-1/ }).waitFor();
  expect(await violationsInBothLooks(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sidewaysPixels(page)).toBe(0);
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: /^Search pages/ }).waitFor({ state: "detached" });
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("on test the frame says so, the address keeps it from page to page, and tests are shown alone", async () => {
  await buy("order-test", "user-test", { additional_data: { test_mode: true } });
  const visitor = await signedIn(member);
  const page = await visitor.open(`${program}/events`);
  await page.getByRole("cell", { name: "user-1", exact: true }).first().waitFor();
  expect(await page.getByText("user-test").count()).toBe(0);
  await page.getByRole("switch", { name: "Test mode" }).click();
  await page.getByText("user-test").first().waitFor();
  expect(await page.getByRole("cell", { name: "user-1", exact: true }).count()).toBe(0);
  expect(new URL(page.url()).searchParams.get("mode")).toBe("test");
  expect(await page.getByRole("link", { name: "CSV" }).getAttribute("href")).toContain("is_test=true");
  await page.getByRole("link", { name: "Overview" }).first().click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.getByText("Test mode: overview and events").waitFor();
  expect(new URL(page.url()).searchParams.get("mode")).toBe("test");
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sidewaysPixels(page)).toBe(0);
  expect(await violationsInBothLooks(page)).toEqual([]);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("what comes in is counted on top of a list, and the rows stay where they are until it is asked for", async () => {
  const visitor = await signedIn(member);
  const page = await visitor.open(`${program}/sales`);
  await page.getByText("Live", { exact: true }).waitFor();
  const rows = page.getByRole("row");
  // Partners' names come after the rows.
  await page.getByRole("cell", { name: "Anna", exact: true }).waitFor();
  const before = await rows.allInnerTexts();
  await buy("order-2", "user-2");
  await page.getByRole("button", { name: "1 new" }).waitFor();
  expect(await rows.allInnerTexts()).toEqual(before);
  await page.getByRole("button", { name: "1 new" }).click();
  await page.getByText("order-2").waitFor();
  expect(await rows.nth(1).textContent()).toContain("order-2");
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("an operator makes an agent's key, shown once, and revokes it; a member sees it and who did both", async () => {
  const visitor = await signedIn(operatorPerson);
  const page = await visitor.open(`${program}/settings/agents`);
  await page.getByRole("button", { name: "New agent key" }).click();
  await page.getByLabel("Name").fill("Helper");
  await page.getByLabel("see events and sales").check();
  await page.getByRole("button", { name: "Create key" }).click();
  const shown = await page.getByRole("region", { name: "Agent key", exact: true }).textContent();
  expect(shown).toMatch(/agt_|_/);
  await page.getByRole("cell", { name: "see programs, see events and sales" }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Revoke the key of Helper" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await page.getByRole("cell", { name: "Revoked" }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();

  const other = await signedIn(member);
  const looks = await other.open(`${program}/settings/agents`);
  await looks.getByRole("cell", { name: "Helper" }).waitFor();
  expect(await looks.getByRole("button", { name: "New agent key" }).count()).toBe(0);
  await looks.goto(`${program}/settings/audit`, { waitUntil: "networkidle" });
  await looks.getByText("A partner was added.").waitFor();
  await looks.getByRole("tab", { name: "Keys and people" }).click();
  await looks.getByText("Agent key “Helper” was revoked.").waitFor();
  await looks.getByText("The program's key was replaced").waitFor();
  expect(await violationsOf(looks)).toEqual([]);
  expect(await looks.getByText(operatorPerson.name).count()).toBeGreaterThan(0);
  await looks.setViewportSize({ width: 360, height: 740 });
  expect(await sidewaysPixels(looks)).toBe(0);
  expect(other.complaints).toEqual([]);
  await other.close();
});

test("a key holder sees the deadline of the rotation, and that a client still uses the key", async () => {
  const deadline = new Date(Date.now() + 5 * 86_400_000).toISOString();
  await service.post(`${path}/api-key/flag`, { deadline }, { key: operatorPerson.token });
  const visitor = await signedIn(member, failedCall);
  const page = await visitor.open(`${program}/settings/keys`);
  await page.getByText("Replace this key: it is refused from").waitFor();
  await page.getByRole("table", { name: "Calls with this key, by UTC day" }).waitFor();
  expect(await violationsInBothLooks(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sidewaysPixels(page)).toBe(0);
  await visitor.close();
});
