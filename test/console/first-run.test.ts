// From an empty installation to the first program, by the console alone.
import { expect, test } from "vitest";
import { newVisitor } from "../support/browser.ts";
import { sidewaysPixels, startConsole } from "../support/console.ts";
import { password } from "../support/people.ts";

const { service, browser } = await startConsole();

test("an empty installation is a program after the first sign-up, by the console alone", async () => {
  const visitor = await newVisitor(browser);
  const page = await visitor.open(service.url);
  await page.getByRole("link", { name: "Create account" }).click();
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("E-mail").fill("ada@acme.test");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("E-mail").fill("ada@acme.test");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Create your first program" }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Acme partners");
  await page.getByRole("button", { name: "Create program" }).click();
  await page.getByRole("heading", { name: "Integration" }).waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sidewaysPixels(page)).toBe(0);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
