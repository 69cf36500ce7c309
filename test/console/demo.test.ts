// A demo program in the console: offered before the first program, marked on every page, and removed by one button.
import { expect, test } from "vitest";
import { violationsInBothLooks } from "../support/axe.ts";
import { startConsole, widerThanPage } from "../support/console.ts";
import { newPerson } from "../support/people.ts";

const { service, signedIn } = await startConsole();
const owner = await newPerson(service, "ada@acme.test");

test("an owner looks at a demo program first, sees on every page that it is one, and removes it", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(service.url);
  await page.getByRole("heading", { name: "Create your first program" }).waitFor();
  await page.getByRole("button", { name: "Look at a demo program first" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.getByText("Demo program: its partners, customers and sales are invented.").waitFor();
  await page.getByRole("link", { name: /^Revenue, USD/ }).waitFor();

  await page.getByRole("navigation", { name: "Program" }).getByRole("link", { name: "Payouts" }).click();
  await page.getByRole("row", { name: /Paid/ }).first().waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await widerThanPage(page)).toEqual([]);
  expect(await violationsInBothLooks(page)).toEqual([]);

  await page.getByRole("button", { name: "Remove demo" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove demo" }).click();
  await page.getByRole("heading", { name: "Create your first program" }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
