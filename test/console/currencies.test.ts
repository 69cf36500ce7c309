// A program's currencies in the console: an owner enters them, an unknown code is reported, and forms offer what the program takes.
import { expect, test } from "vitest";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { newCompany } from "../support/people.ts";
import { fieldOf } from "../support/service.ts";

const { service, signedIn } = await startConsole();
const { programId, owner } = await newCompany(service);
const own = `/api/v1/programs/${programId}`;

const shown = async () => fieldOf(await service.request(own, { key: owner.token }), "data");

test("an owner sets a program's currencies, and terms are offered in them", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${service.url}/programs/${programId}/settings/program`);
  const field = page.getByLabel("Currencies of sales");
  expect(await field.inputValue()).toBe("USD EUR VND");
  await field.fill("usd, JPY XAU");
  const save = page.getByRole("button", { name: "Save", exact: true }).first();
  await save.click();
  await page.getByText("XAU is not a currency code").waitFor();
  await field.fill("kwd, USD JPY");
  await save.click();
  await page.getByText("Saved.").waitFor();
  expect(await shown()).toMatchObject({ currencies: ["USD", "JPY", "KWD"] });

  await page.reload();
  expect(await field.inputValue()).toBe("USD JPY KWD");
  await page.getByLabel("Partners earn").first().selectOption("A fixed amount for each sale");
  const currency = page.getByLabel("Currency", { exact: true }).first();
  expect(await currency.locator("option").allTextContents()).toEqual(["USD", "JPY", "KWD"]);
  await currency.selectOption("KWD");
  await page.getByLabel("Amount", { exact: true }).first().fill("1.250");
  await save.click();
  await page.getByText("Saved.").waitFor();
  expect(await shown()).toMatchObject({ commission: { type: "flat", amount_cents: 1_250, currency: "KWD" } });

  await page.setViewportSize({ width: 360, height: 740 });
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  expect(await violationsInBothLooks(page)).toEqual([]);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
