// Groups, terms with tiers and caps, and a partner that is moved and gets terms of its own: in the console, by a person, on a phone.
import { expect, test } from "vitest";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { newCompany } from "../support/people.ts";
import { fieldOf } from "../support/service.ts";

const { service, signedIn } = await startConsole();
const { programId, owner, member } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;
const shots = process.env.SHOTS;

test("an owner makes a group with tiers, moves a partner into it and gives the partner terms of its own", async () => {
  const added = await service.post(
    `${program}/partners`,
    { name: "Greta", code: "greta-grouped" },
    { key: owner.token },
  );
  const partnerId = fieldOf(added, "data.partner_id");
  const visitor = await signedIn(owner, /400/);
  const page = await visitor.open(`${service.url}/programs/${programId}/settings/policies`);
  await page.setViewportSize({ width: 390, height: 844 });
  const dialog = page.getByRole("dialog");
  const isFit = async () => {
    expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
    expect(await violationsInBothLooks(page)).toEqual([]);
  };
  const shoot = async (name: string) => {
    if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}.png` });
  };

  await page.getByRole("button", { name: "Add group" }).click();
  await dialog.getByLabel("Name").fill("Gold");
  await dialog.getByLabel("Id", { exact: true }).fill("gold");
  await dialog.getByLabel("Terms").selectOption("Terms of its own");
  await dialog.getByLabel("Share").fill("20");
  await dialog.getByText("First sale, tiers and caps").click();
  await dialog.getByLabel("A customer's first sale").fill("40");
  await dialog.getByLabel("Steps").fill("10 = 25, 5 = 30");
  await dialog.getByLabel("Most per customer").fill("500");
  await isFit();
  await shoot("group-dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("must rise by").waitFor();
  await dialog.getByLabel("Steps").fill("10 = 25, 50 = 30");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const inWords =
    "20% for as long as the customer pays; 40% of a customer's first sale; 25% from 10 sales a month, 30% from 50 sales a month; at most 500.00 per customer";
  await page.getByText(inWords).waitFor();
  await isFit();
  await shoot("groups");

  // Saved again untouched, nothing of the terms is lost.
  const groupNow = async () =>
    fieldOf(await service.request(`${program}/groups/gold`, { key: owner.token }), "data.commission");
  const before = await groupNow();
  await page.getByRole("button", { name: "Change Gold" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await groupNow()).toEqual(before);

  await page.goto(`${service.url}/programs/${programId}/partners/${partnerId}`);
  await page.getByRole("button", { name: "Move to another group" }).click();
  await page.getByRole("dialog", { name: "Move to another group" }).waitFor();
  await shoot("move");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await page.getByText("Its group's terms").waitFor();
  await page.getByText("0 sales; 25% from 10 sales").waitFor();
  await isFit();
  await shoot("partner");

  await page.getByRole("button", { name: "Give it terms of its own" }).click();
  const own = page.getByRole("dialog", { name: "Terms of this partner" });
  await own.getByLabel("Share").fill("35");
  await own.getByRole("button", { name: "Save" }).click();
  await page.getByText("Its own terms").waitFor();
  await page.getByRole("button", { name: "Remove its terms" }).click();
  await page.getByRole("button", { name: "Remove terms" }).click();
  await page.getByText("Its group's terms").waitFor();
  await visitor.close();
});

test("a member reads groups and terms, and is offered no change of them", async () => {
  const visitor = await signedIn(member);
  const page = await visitor.open(`${service.url}/programs/${programId}/settings/policies`);
  await page.getByText("Gold", { exact: false }).first().waitFor();
  expect(await page.getByRole("button", { name: "Add group" }).count()).toBe(0);
  await visitor.close();
});
