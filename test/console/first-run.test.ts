// From an empty installation to the first attributed sale, by the console alone; a visitor and a shop's server do what they do.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newVisitor } from "../support/browser.ts";
import { startConsole } from "../support/console.ts";
import { password } from "../support/people.ts";
import { fieldOf } from "../support/service.ts";

const { service, browser } = await startConsole();

test("an empty installation gets its first attributed sale with the console alone", async () => {
  const visitor = await newVisitor(browser);
  const page = await visitor.open(service.url);
  await createAccount(page);

  await page.getByRole("heading", { name: "Create your first program" }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Acme partners");
  await page.getByRole("button", { name: "Create program" }).click();
  await page.getByRole("heading", { name: "Integration" }).waitFor();
  await page.getByText("Nothing arrived yet").waitFor();

  await page.getByLabel("Name", { exact: true }).fill("Anna");
  await page.getByRole("button", { name: "Add partner" }).click();
  await page.getByText("https://your-site.example/?aff=anna").waitFor();

  await page.getByRole("button", { name: "Regenerate key" }).click();
  await page.getByRole("button", { name: "Create new key" }).click();
  const key = await page.getByRole("region", { name: "Program key" }).textContent();
  if (key === null) throw new Error("No key is shown.");
  expect(key).toMatch(/^aff_/);

  await page.getByRole("button", { name: "Connect a provider" }).click();
  const willBeMade = page.getByRole("region", { name: "What will be created" });
  await willBeMade.getByText(`${service.url}/webhooks/stripe/…`).waitFor();
  await willBeMade.getByText("invoice_payment.paid").waitFor();
  await page.getByLabel("Connect with").selectOption("signing_secret");
  await page.getByLabel("Signing secret").fill("whsec_only_for_tests");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByText(`${service.url}/webhooks/stripe/`).waitFor();

  await page.getByRole("button", { name: "Run verification" }).click();
  await page.getByText("Sale passed").waitFor();

  const clicked = await service.post("/api/v1/track/click", { affiliate_url: "https://acme.test/?aff=anna" });
  const lead = { click_id: fieldOf(clicked, "click_id"), customer_key: "user-42" };
  await service.post("/api/v1/track/lead", lead, { key });
  const sale = { transaction_id: "order-1", customer_key: "user-42", amount_cents: 4900, currency: "USD" };
  expect((await service.post("/api/v1/track/sale", sale, { key })).status).toBe(200);

  // The list ticks by itself.
  await page.getByText("A sale arrived, done").waitFor();
  await page.getByRole("link", { name: "Sales" }).first().click();
  await page.getByRole("cell", { name: "49.00 USD" }).click();
  await page.getByRole("dialog").getByRole("tab", { name: "Details" }).click();
  await page.getByRole("dialog").getByText("order-1").first().waitFor();
  await page.getByRole("dialog").getByRole("link", { name: "Anna" }).first().waitFor();
  expect(new URL(page.url()).pathname).toMatch(/\/sales\/\d+$/);
  await page.goBack();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Overview" }).first().click();
  await page.getByRole("link", { name: "Revenue, USD 49.00" }).waitFor();
  // A value that the service finds at fault is answered 400, which Chromium says in its console.
  expect(visitor.complaints.filter((line) => !line.includes("400 (Bad Request)"))).toEqual([]);
  await visitor.close();
});

async function createAccount(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Create the first account" }).waitFor();
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("E-mail").fill("ada@acme.test");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
}
