// The API key of a provider whose deliveries are looked up, set in the console: with the connection, later, and again.
import { afterAll, expect, test } from "vitest";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { newCompany } from "../support/people.ts";
import { redirectProviders } from "../support/redirect-providers.ts";
import { startStandInApi } from "../support/stand-in-api.ts";

const { service, signedIn } = await startConsole();
const { programId, owner } = await newCompany(service);
const mollie = await startStandInApi();
const endRedirection = redirectProviders(mollie.baseUrl);
afterAll(async () => {
  endRedirection();
  await mollie.close();
});

test("an owner connects Mollie, sets its API key later, and replaces it", async () => {
  const visitor = await signedIn(owner, /502|400/);
  const page = await visitor.open(`${service.url}/programs/${programId}/settings/connections`);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Connect a provider" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Provider", { exact: true }).selectOption("Mollie");
  await dialog.getByLabel("Signing secret").fill("a_signing_secret_of_mollie");
  await dialog.getByRole("button", { name: "Connect", exact: true }).click();

  const key = dialog.getByLabel("API key", { exact: true });
  await dialog.getByText("without a key it refuses every delivery").waitFor();
  expect(await key.getAttribute("type")).toBe("password");
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  expect(await violationsInBothLooks(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });

  const warning = page.getByText("Set the API key. A delivery from Mollie only names a payment.");
  await warning.waitFor();
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  expect(await violationsInBothLooks(page)).toEqual([]);

  await page.getByRole("button", { name: "Set API key" }).click();
  await key.fill("test_key_of_the_other_mode");
  await dialog.getByRole("button", { name: "Save API key" }).click();
  await dialog.getByText("This API key is one for tests").waitFor();
  mollie.answers.set("/v2/payments", { status: 200, body: { _embedded: { payments: [] } } });
  await key.fill(" live_key_of_this_account ");
  await dialog.getByRole("button", { name: "Save API key" }).click();
  await dialog.waitFor({ state: "detached" });
  await warning.waitFor({ state: "detached" });
  expect(mollie.asked.at(-1)?.authorization).toBe("Bearer live_key_of_this_account");
  expect(await page.content()).not.toContain("live_key_of_this_account");

  mollie.answers.set("/v2/payments", { status: 503, body: {} });
  await page.getByRole("button", { name: "Replace API key" }).click();
  await key.fill("live_key_made_since");
  await dialog.getByRole("button", { name: "Save API key" }).click();
  await dialog.getByText("The key is saved but not tested").waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.waitFor({ state: "detached" });
  await visitor.close();
});
