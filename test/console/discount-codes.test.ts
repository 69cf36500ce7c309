// Discount codes in the console: one made at the provider for a partner, and the setting by which a group gives one to each that joins.
import { expect, test } from "vitest";
import { startConsole } from "../support/console.ts";
import { keepMadeDiscount } from "../support/discounts.ts";
import { newCompany } from "../support/people.ts";
import { fieldOf } from "../support/service.ts";

const { service, signedIn } = await startConsole();
const { programId, owner } = await newCompany(service);
const program = `${service.url}/programs/${programId}`;
const path = `/api/v1/programs/${programId}`;
const key = { key: owner.token };
const partner = await service.post(`${path}/partners`, { name: "Anna", code: "anna" }, key);
const partnerId = Number(fieldOf(partner, "data.partner_id"));
const signed = { provider: "stripe", signing_secret: "whsec_only_for_tests" };
const connectionId = Number(fieldOf(await service.post(`${path}/connections`, signed, key), "data.connection_id"));
await service.post(`${path}/coupons`, { partner_id: partnerId, code: "ANNA20" }, key);
// Stripe made it before: no call here reaches Stripe.
await keepMadeDiscount(service.database, { programId, partnerId, connectionId, code: "ANNA20" });

test("a code is created with what it gives, and shown with that", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/partners/${partnerId}`);
  await page.getByText("20% off the first 3 months").waitFor();
  await page.getByRole("button", { name: "Create at Stripe or Paddle" }).click();
  const dialog = page.getByRole("dialog", { name: "Create a code at the provider" });
  await dialog.getByLabel("Code", { exact: true }).fill("ANNA20");
  await dialog.getByLabel("For how long").selectOption("months");
  await dialog.getByLabel("Months", { exact: true }).fill("3");
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === "POST" && one.url().endsWith("/coupons/at-provider")),
    dialog.getByRole("button", { name: "Create code" }).click(),
  ]);
  expect(request.postDataJSON()).toEqual({
    ...{ partner_id: partnerId, connection_id: connectionId, code: "ANNA20" },
    ...{ percent_off: 20, duration: "months", months: 3 },
  });
  await dialog.waitFor({ state: "detached" });
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a group keeps what its partners' codes give, until it says none", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/settings/policies`);
  const discount = async () => {
    const shown = await service.request(`${path}/groups/default`, key);
    return JSON.parse(shown.text).data.partner_discount;
  };
  const dialog = page.getByRole("dialog", { name: "Default" });
  await page.getByRole("button", { name: "Change Default" }).click();
  await dialog.getByLabel("Discount code for each partner").selectOption("own");
  await dialog.getByLabel("Discount", { exact: true }).selectOption("amount");
  await dialog.getByLabel("Amount off").fill("5.50");
  await dialog.getByLabel("For how long").selectOption("forever");
  await dialog.getByLabel("Codes begin with").fill("ACME");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await discount()).toMatchObject({
    ...{ connection_id: connectionId, amount_off_cents: 550, currency: "USD", duration: "forever" },
    ...{ code_prefix: "ACME", summary: "5.50 USD off every payment" },
  });
  await page.getByRole("button", { name: "Change Default" }).click();
  expect(await dialog.getByLabel("Amount off").inputValue()).toBe("5.50");
  await dialog.getByLabel("Discount code for each partner").selectOption("none");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await discount()).toBeNull();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
