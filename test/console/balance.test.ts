// An owner sees that the balance is zero and what is behind a figure, and looks back to before a sale; a member sees the balance of now.
import { expect, test } from "vitest";
import { commitBatch } from "../../src/engine/recording/locked-batch.ts";
import { startConsole } from "../support/console.ts";
import { click, lead, sale } from "../support/event-builders.ts";
import { newCompany } from "../support/people.ts";
import { asOwner } from "../support/service.ts";
import { submission } from "../support/submissions.ts";

const { service, testDatabase, signedIn } = await startConsole();
const { programId, owner, member } = await newCompany(service);
const page = `${service.url}/programs/${programId}/balance`;
const partner = { name: "Anna", code: "anna" };
const added = await service.post(`/api/v1/programs/${programId}/partners`, partner, { key: owner.token });
const { partner_id } = (added.body as { data: { partner_id: number } }).data;
await commitBatch(
  testDatabase.database,
  [click(partner_id), lead(), sale({ transaction_id: "in_1", amount_cents: 10_000 })].map((one) =>
    submission(programId, one),
  ),
);

const rowOf = (text: string) => new RegExp(`^${text.replaceAll(".", "\\.")}$`);

test("the accounts of now, the list behind one, and the accounts of an earlier day", { timeout: 60_000 }, async () => {
  const visitor = await signedIn(owner);
  const shown = await visitor.open(page);
  await shown.getByText("Balanced: the accounts of each currency sum to zero.").first().waitFor();
  expect(await shown.getByRole("row", { name: /Pending/ }).textContent()).toMatch(/−20\.00$/);
  const [total] = await shown.getByRole("row", { name: /^Total/ }).allTextContents();
  expect(total).toMatch(rowOf("Total0.00"));

  await shown.getByRole("link", { name: "Pending" }).click();
  await shown.waitForURL(/commissions\?status=pending/);

  await shown.goto(page);
  await shown.getByLabel("As it was at").fill("2020-01-31T12:00");
  await shown.getByRole("button", { name: "Look back" }).click();
  await shown.getByText("Nothing earned yet").waitFor();
  await shown.getByText("by what was known then").waitFor();
  await shown.getByRole("link", { name: "Now", exact: true }).click();
  await shown.getByRole("row", { name: /Pending/ }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a member sees the accounts and is not offered to look back", async () => {
  const visitor = await signedIn(member);
  const shown = await visitor.open(page);
  await shown.getByRole("row", { name: /Pending/ }).waitFor();
  expect(await shown.getByRole("button", { name: "Look back" }).count()).toBe(0);
  await visitor.close();
});

test("a wrong row is said to be wrong", async () => {
  await asOwner(testDatabase.url, "update commission set amount_cents = 1_999 where program_id = $1", [programId]);
  const visitor = await signedIn(owner);
  const shown = await visitor.open(page);
  await shown.getByText("Not balanced in USD").waitFor();
  await visitor.close();
});
