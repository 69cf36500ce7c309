// An owner creates a token of the workspace in the console, sees its last use, and revokes it; others see that owners do.
import { expect, test } from "vitest";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { newCompany } from "../support/people.ts";

const { service, signedIn } = await startConsole();
const { programId, owner, member } = await newCompany(service);
const settings = `${service.url}/programs/${programId}/settings/tokens`;

test("a token is created with scopes of its role, shown once, used and revoked", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(settings);
  await page.getByText("No tokens yet").waitFor();
  await page.getByRole("button", { name: "New token" }).click();
  const dialog = page.getByRole("dialog", { name: "New token" });
  await dialog.getByLabel("Name").fill("Monthly report");
  await dialog.getByLabel("Role").selectOption("finance");
  await dialog.getByLabel(/tax details/).check();
  await dialog.getByLabel("Valid for days").fill("366");
  expect(await violationsInBothLooks(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create token" }).click();
  const shown = page.getByRole("region", { name: "New token" });
  const token = (await shown.locator("code").textContent()) ?? "";
  expect(token).toMatch(/^tok_[\w-]{43}$/);
  const row = page.getByRole("row", { name: /Monthly report/ });
  await row.getByText("read, tax").waitFor();
  await row.getByText("Never").waitFor();

  expect((await service.request(`/api/v1/programs/${programId}`, { key: token })).status).toBe(200);
  await page.reload();
  await row.getByText(/ago|now/).waitFor();
  expect(await page.getByText(token).count()).toBe(0);
  expect(await violationsInBothLooks(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole("button", { name: "Revoke the token Monthly report" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke token" }).click();
  await row.getByText("Revoked").waitFor();
  expect((await service.request(`/api/v1/programs/${programId}`, { key: token })).status).toBe(401);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a member sees that owners create them, and asks for nothing more", async () => {
  const visitor = await signedIn(member);
  const page = await visitor.open(settings);
  await page.getByText("Owners of the workspace create and revoke tokens.").waitFor();
  expect(await page.getByRole("button", { name: "New token" }).count()).toBe(0);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
