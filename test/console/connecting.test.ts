// A provider connected by its API key in the console, as an owner does it: against a stand-in of its API, under the service's public name.
import { afterAll, expect, test } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { startEndpointApi } from "../support/endpoint-api.ts";
import { newCompany } from "../support/people.ts";
import { redirectProviders } from "../support/redirect-providers.ts";

/** Providers reach only a public name: here the browser alone is led to this machine. */
const publicUrl = "https://svc.example";
const { service, signedIn } = await startConsole({ SVC_BASE_URL: publicUrl });
const { programId, owner } = await newCompany(service);
const stripe = await startEndpointApi("stripe");
const endRedirection = redirectProviders(stripe.baseUrl);
afterAll(async () => {
  endRedirection();
  await stripe.close();
});

test("an owner connects Stripe by its key, reads what was done there, and takes it away again", async () => {
  const visitor = await signedIn(owner, /502|400/);
  await visitor.context.route(`${publicUrl}/**`, async (route) => {
    const url = route.request().url().replace(publicUrl, service.url);
    const answer = await route.fetch({
      url,
      headers: { ...route.request().headers(), cookie: `__Secure-${owner.cookie}` },
    });
    await route.fulfill({ response: answer });
  });
  const page = await visitor.open(`${publicUrl}/programs/${programId}/integration`);
  await page.getByRole("button", { name: "Connect a provider" }).click();
  const key = page.getByLabel("API key", { exact: true });
  await page.getByText("Webhook Endpoints: Write").first().waitFor();
  expect(await key.getAttribute("type")).toBe("password");
  await page.getByLabel("Provider", { exact: true }).selectOption("Lemon Squeezy");
  await page.getByLabel("Store").waitFor();
  await page.getByLabel("Provider", { exact: true }).selectOption("Stripe");
  await page.setViewportSize({ width: 360, height: 740 });
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOf(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  await key.fill("rk_live_wrong");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByText(/Stripe .*API key.*401/).waitFor();
  expect(stripe.endpoints).toEqual([]);

  await key.fill(stripe.apiKey);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByText(/The webhook endpoint we_\d+ was made at Stripe/).waitFor();
  const [made] = stripe.endpoints;
  expect(made?.url).toMatch(new RegExp(`^${publicUrl}/webhooks/stripe/\\d+$`));
  const said = await page.textContent("body");
  expect(said).not.toContain(stripe.apiKey);
  expect(said).not.toContain(made?.secret);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByText(`${made?.url}`, { exact: true }).waitFor();

  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Remove connection" }).click();
  await page.getByText(`${made?.url}`, { exact: true }).waitFor({ state: "detached" });
  expect(stripe.endpoints).toEqual([]);
  // Requests that the page still makes are not answered any more.
  await visitor.context.unrouteAll({ behavior: "ignoreErrors" });
  await visitor.close();
});
