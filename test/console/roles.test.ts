// What the console shows to each role: an owner gives roles, and no role sees a button that the service would refuse.
import { expect, test } from "vitest";
import type { WorkspaceRole } from "../../src/core/vocabulary/access/workspace-roles.ts";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { joinWorkspace, newCompany, newPerson, type Person } from "../support/people.ts";
import { fieldOf } from "../support/service.ts";

const { service, signedIn } = await startConsole();
const { programId, workspaceId, owner, member } = await newCompany(service);
const program = `${service.url}/programs/${programId}`;
const made = await service.post(
  `/api/v1/programs/${programId}/partners`,
  { name: "Anna", code: "anna" },
  { key: owner.token },
);
const partner = `${program}/partners/${fieldOf(made, "data.partner_id")}`;

async function join(role: WorkspaceRole): Promise<Person> {
  const person = await newPerson(service, `${role}@acme.test`);
  await joinWorkspace(service, workspaceId, { owner, joins: person, role });
  return person;
}

test("an owner changes a member's role, which each role's sentence explains", async () => {
  const page = await (await signedIn(owner)).open(`${program}/settings/members`);
  await page.getByRole("button", { name: "Change role of member" }).click();
  const dialog = page.getByRole("dialog", { name: "Role of member" });
  await dialog.getByText("Sees what a member sees, and changes nothing.").waitFor();
  expect(await dialog.getByRole("radio", { name: "Member" }).isChecked()).toBe(true);
  await page.setViewportSize({ width: 360, height: 740 });
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  expect(await violationsInBothLooks(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole("radio", { name: "Finance" }).check();
  await dialog.getByRole("button", { name: "Change role" }).click();
  await page
    .getByRole("row", { name: /member@acme.test/ })
    .getByText("Finance")
    .waitFor();
  const listed = await service.request("/api/v1/workspaces", { key: member.token });
  expect(fieldOf(listed, "data.0.role")).toBe("finance");

  await page.getByRole("button", { name: "Invite" }).click();
  const invitation = page.getByRole("dialog", { name: "Invite a member" });
  await invitation.getByLabel("E-mail").fill("new@acme.test");
  await invitation.getByRole("radio", { name: "Viewer" }).check();
  await invitation.getByRole("button", { name: "Send invitation" }).click();
  await page
    .getByRole("row", { name: /new@acme.test/ })
    .getByText("Viewer")
    .waitFor();
});

test("a viewer sees the pages, and no button that changes anything", async () => {
  const visitor = await signedIn(await join("viewer"));
  const page = await visitor.open(`${program}/partners`);
  await page.getByText("Anna", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Add partner" }).count()).toBe(0);
  await page.goto(partner);
  await page.getByRole("heading", { name: "Discount codes" }).waitFor();
  for (const name of ["Rename", "Deactivate", "Ban", "Add code", "Create link"]) {
    expect([name, await page.getByRole("button", { name, exact: true }).count()]).toEqual([name, 0]);
  }
  await page.goto(`${program}/settings/program`);
  await page.getByText("An owner of the workspace changes these.").first().waitFor();
  expect(await page.getByLabel("Name", { exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
  expect(await violationsInBothLooks(page)).toEqual([]);
  await page.goto(`${program}/payouts`);
  await page.getByRole("heading", { name: "Payouts" }).first().waitFor();
  expect(await page.getByRole("button", { name: /Record results|Create/ }).count()).toBe(0);
});

test("support sees endpoints without their secrets, tries them, and does not pause them", async () => {
  const endpoint = await service.post(
    `/api/v1/programs/${programId}/endpoints`,
    { url: "https://shop.example/webhooks" },
    { key: owner.token },
  );
  const page = await (await signedIn(await join("support"))).open(`${program}/webhooks`);
  await page.getByText("https://shop.example/webhooks").waitFor();
  expect(await page.getByRole("button", { name: "Add endpoint" }).count()).toBe(0);
  await page.goto(`${program}/webhooks/${fieldOf(endpoint, "data.endpoint_id")}`);
  await page.getByRole("button", { name: "Send a test" }).waitFor();
  expect(await page.getByRole("button", { name: /secret/ }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Pause" }).count()).toBe(0);
});
