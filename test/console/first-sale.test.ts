// From opening an empty installation to a test sale in its books, by hand: how many fields and clicks that takes, and what a person sees
// of it on a phone.
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { violationsInBothLooks } from "../support/axe.ts";
import { newVisitor } from "../support/browser.ts";
import { failedCall } from "../support/browsing.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { password } from "../support/people.ts";
import { asOwner } from "../support/service.ts";

/** A person fills a field or finds and clicks a button in about seven seconds: twelve of them are less than 90 seconds. */
const stepsMax = 12;

const { service, testDatabase, browser } = await startConsole();

test(`a test sale is in the books after at most ${stepsMax} fields and clicks`, async () => {
  const visitor = await newVisitor(browser, failedCall);
  const page = await visitor.context.newPage();
  await page.setViewportSize({ width: 360, height: 740 });
  let steps = 0;
  const fill = async (field: Locator, text: string) => {
    steps += 1;
    await field.fill(text);
  };
  const click = async (button: Locator) => {
    steps += 1;
    await button.click();
  };
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  await page.goto(service.url);
  await page.getByRole("heading", { name: "Create the first account" }).waitFor();
  await page.getByText("8 to 128 characters.").waitFor();
  await fill(page.getByLabel("Name"), "Ada");
  await fill(page.getByLabel("E-mail"), "ada@acme.test");
  await fill(page.getByLabel("Password"), password);
  await click(button("Create account"));

  await page.getByRole("heading", { name: "Create your first program" }).waitFor();
  await fill(page.getByLabel("Name", { exact: true }), "Acme partners");
  await click(button("Create program"));

  await page.getByRole("heading", { name: "1. Add a partner (to do)" }).waitFor();
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  await fill(page.getByLabel("Name", { exact: true }), "Đỗ Minh");
  expect(await page.getByLabel("Code").inputValue()).toBe("do-minh");
  await click(button("Add partner"));
  await page.getByText("https://your-site.example/?aff=do-minh").waitFor();
  await page.getByRole("heading", { name: "1. Add a partner (done)" }).waitFor();

  await click(button("Run verification"));
  await page.getByText("Sale passed").waitFor();
  await page.getByRole("heading", { name: "4. Connect your payments (only in test mode so far)" }).waitFor();
  expect(steps).toBeLessThanOrEqual(stepsMax);

  await scrollsNowhere(page.locator(".code-text"));
  expect(await violationsInBothLooks(page)).toEqual([]);
  const sales = await asOwner(testDatabase.url, "select is_test from event where type = 'sale_reported'");
  expect(sales).toEqual([{ is_test: true }]);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a partner's code and an address are checked while they are typed", async () => {
  const visitor = await newVisitor(browser, failedCall);
  const page = await visitor.open(`${service.url}/sign-in`);
  await page.getByLabel("E-mail").fill("ada@acme.test");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation", { name: "Program" }).getByRole("link", { name: "Partners" }).click();
  await page.getByRole("button", { name: "Add partner" }).click();
  const sheet = page.getByRole("dialog", { name: "Add partner" });
  const code = sheet.getByLabel("Code");
  await sheet.getByLabel("Name").fill("Do Minh");
  await expect.poll(() => code.inputValue()).toBe("do-minh-2");
  const said = sheet.locator(".field-error");
  for (const [typed, words] of [
    ["do minh", "must have 1 to 64 letters"],
    ["DO-MINH", "is the code of another partner"],
    ["x".repeat(65), "must have 1 to 64 letters"],
  ] as const) {
    await code.fill(typed);
    await said.filter({ hasText: words }).waitFor();
  }
  await code.fill("minh");
  await said.waitFor({ state: "detached" });

  await page.goto(new URL("settings/program", page.url().replace(/partners.*/, "")).href);
  await page.getByLabel("Where partners' links lead to").fill("acme.example");
  await page.getByText("must be an address such as https://acme.example").waitFor();
  await visitor.close();
});

/** Nothing of it is hidden behind its right edge. */
async function scrollsNowhere(blocks: Locator): Promise<void> {
  const hidden = await blocks.evaluateAll((all) => all.map((block) => block.scrollWidth - block.clientWidth));
  expect(hidden.length).toBeGreaterThan(0);
  expect(Math.max(...hidden)).toBe(0);
}
