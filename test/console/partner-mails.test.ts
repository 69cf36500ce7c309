// An owner sets how mails to partners look and what they say, and sees each before anyone gets it; a member sees it too. On a phone, in both looks.
import { expect, test } from "vitest";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { newCompany } from "../support/people.ts";

const { service, signedIn } = await startConsole();
const { programId, owner, member } = await newCompany(service);
const settings = `${service.url}/programs/${programId}/settings/program`;
const shots = process.env.SHOTS;

test("an owner writes a mail and sees it in the program's color, and a partner's language where nothing is written", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(settings);
  await page.getByLabel("Color", { exact: true }).fill("#0b7a3b");
  await page.getByLabel("Logo", { exact: true }).fill("https://acme.example/logo.png");
  await page.getByLabel("Text for approved applicants").fill("Welcome, {name}!");
  await page.getByRole("button", { name: "Save mails" }).click();
  await page.getByText("has {name}, which is no placeholder: there are {program} and {email}").waitFor();
  await page.getByLabel("Text for approved applicants").fill("Welcome to {program}!\nAsk <Ada>.");
  await page.getByRole("button", { name: "Save mails" }).click();
  await page.getByText("Saved").first().waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Preview mails" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("You are a partner now").waitFor();
  const mail = dialog.getByRole("region", { name: "As HTML" });
  await mail.getByText("Welcome to Acme!").waitFor();
  await mail.getByText("Ask <Ada>.").waitFor();
  const button = mail.getByText("Sign in", { exact: true });
  expect(await button.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgb(11, 122, 59)");
  expect(await mail.getByRole("heading", { name: "Acme" }).count()).toBe(1);
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  expect(await violationsInBothLooks(page)).toEqual([]);
  if (shots !== undefined) await page.screenshot({ path: `${shots}/mail-preview.png` });
  await dialog.getByLabel("Mail", { exact: true }).selectOption("Application declined");
  await dialog.getByLabel("Partner's language").selectOption("Deutsch");
  await mail.getByText("Acme hat Sie nicht als Partner aufgenommen.").waitFor();
  expect(visitor.complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
  await visitor.close();
});

test("a member sees mails and changes none", async () => {
  const visitor = await signedIn(member);
  const page = await visitor.open(settings);
  await page.getByRole("button", { name: "Preview mails" }).click();
  await page.getByRole("dialog").getByText("You are a partner now").waitFor();
  await page.getByRole("button", { name: "Close" }).last().click();
  expect(await page.getByRole("button", { name: "Save mails" }).count()).toBe(0);
  await visitor.close();
});
