// An owner publishes an agreement in the console, requires it for payouts and ends it; a member reads its state. On a phone, in both looks.
import { expect, test } from "vitest";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { newCompany } from "../support/people.ts";
import { fieldOf } from "../support/service.ts";

const { service, signedIn } = await startConsole();
const { programId, owner, member } = await newCompany(service);
const settings = `${service.url}/programs/${programId}/settings/program`;
const shots = process.env.SHOTS;
await service.post(`/api/v1/programs/${programId}/partners`, { name: "Anna", code: "anna" }, { key: owner.token });

test("an owner publishes a version that partners must accept before they are paid, and ends it", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(settings);
  await page.getByRole("button", { name: "Publish an agreement" }).click();
  await page
    .getByLabel("Text", { exact: true })
    .fill("Partners do not bid on our name.\n\nThey say that they are paid.");
  await page.getByLabel("Payouts", { exact: true }).selectOption("Pay only partners who accepted this version");
  await page.setViewportSize({ width: 390, height: 844 });
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  expect(await violationsInBothLooks(page)).toEqual([]);
  if (shots !== undefined) await page.screenshot({ path: `${shots}/agreement-dialog.png` });
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("0 of 1 active partners").waitFor();
  await page.getByText("Only partners who accepted it are paid").waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  if (shots !== undefined) {
    await page.getByText("0 of 1 active partners").scrollIntoViewIfNeeded();
    await page.screenshot({ path: `${shots}/agreement-settings.png` });
  }
  const shown = await service.request(`/api/v1/programs/${programId}/agreement`, { key: owner.token });
  expect(fieldOf(shown, "data")).toMatchObject({
    version: 1,
    text: "Partners do not bid on our name.\n\nThey say that they are paid.",
  });

  const reader = await signedIn(member);
  const read = await reader.open(settings);
  await read.getByText("0 of 1 active partners").waitFor();
  expect(await read.getByRole("button", { name: "Publish a new version" }).count()).toBe(0);
  await reader.close();

  await page.getByRole("button", { name: "End", exact: true }).click();
  await page.getByRole("button", { name: "End agreement" }).click();
  await page.getByText("No agreement yet.").waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
