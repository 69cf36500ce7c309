// An owner sets a payment provider's credentials, pays by it and removes it; what was typed is never shown again. On a phone, in both looks.
import { expect, test } from "vitest";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { newCompany } from "../support/people.ts";
import { fieldOf } from "../support/service.ts";

const { service, signedIn } = await startConsole();
const { programId, owner, member } = await newCompany(service);
const page = `${service.url}/programs/${programId}/settings/payouts`;
const shots = process.env.SHOTS;
const rails = async () => {
  const listed = await service.request(`/api/v1/programs/${programId}/payout-rails`, { key: owner.token });
  return fieldOf(listed, "data");
};

test("an owner sets up PayPal, pays by it, and removes it", async () => {
  const visitor = await signedIn(owner);
  const shown = await visitor.open(page);
  await shown.getByText("Payouts are paid by file").waitFor();
  await shown.getByRole("button", { name: "Set up PayPal" }).click();
  await shown.getByLabel("Mode", { exact: true }).selectOption("Sandbox: no money moves");
  await shown.getByLabel("Client id").fill("client-of-acme");
  await shown.getByLabel("Client secret").fill("secret-of-acme");
  await shown.setViewportSize({ width: 390, height: 844 });
  expect([await widerThanPage(shown), await sidewaysPixels(shown)]).toEqual([[], 0]);
  expect(await violationsInBothLooks(shown)).toEqual([]);
  if (shots !== undefined) await shown.screenshot({ path: `${shots}/rails-dialog.png` });
  await shown.getByRole("button", { name: "Save credentials" }).click();
  await shown.getByText("Give the provider this address for its webhooks").waitFor();
  expect(await rails()).toMatchObject([{ rail: "paypal", is_chosen: false, is_sandbox: true }]);

  await shown.getByRole("button", { name: "Pay by PayPal" }).click();
  await shown.getByRole("button", { name: "Choose", exact: true }).last().click();
  await shown.getByRole("cell", { name: "Yes" }).waitFor();
  expect(await rails()).toMatchObject([{ rail: "paypal", is_chosen: true }]);
  expect(await violationsInBothLooks(shown)).toEqual([]);
  expect(await shown.content()).not.toMatch(/client-of-acme|secret-of-acme/);
  await shown.setViewportSize({ width: 1280, height: 800 });
  if (shots !== undefined) await shown.screenshot({ path: `${shots}/rails.png` });

  await shown.getByRole("button", { name: "Remove PayPal" }).click();
  await shown.getByRole("button", { name: "Remove provider" }).click();
  await shown.getByRole("button", { name: "Remove PayPal" }).waitFor({ state: "detached" });
  await shown.getByText("Set up a payment provider to send them from here.").waitFor();
  expect(await rails()).toEqual([]);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a member sees how payouts are paid and changes nothing", async () => {
  const visitor = await signedIn(member);
  const shown = await visitor.open(page);
  await shown.getByText("Payouts are paid by file").waitFor();
  expect(await shown.getByRole("button", { name: "Set up PayPal" }).count()).toBe(0);
  await visitor.close();
});
