// The navigation of a program: its groups at the side, folded in a phone's sheet, and how many events the inbox holds.
import { expect, test } from "vitest";
import { commitBatch } from "../../src/engine/recording/locked-batch.ts";
import { violationsInBothLooks } from "../support/axe.ts";
import { startConsole, widerThanPage } from "../support/console.ts";
import { payment } from "../support/event-builders.ts";
import { newCompany } from "../support/people.ts";
import { submission } from "../support/submissions.ts";

const { service, testDatabase, signedIn } = await startConsole();
const { programId, owner } = await newCompany(service);
const program = `${service.url}/programs/${programId}`;
const waiting = ["in_1", "in_2"].map((transaction_id) =>
  submission(programId, { ...payment({ transaction_id, payer: { customer_key: "user-late" } }), source: "stripe" }),
);
await commitBatch(testDatabase.database, waiting);

const groups = {
  Program: ["Overview", /^Inbox/, "Events", "Sales", "Customers"],
  Partners: ["Partners", "Commissions", "Flags", "Payouts", "Adjustments", "Statements"],
  Books: ["Balance", "Disputes", "Replay", "Proof"],
  Connections: ["Integration", "Webhooks", "Imports", "Exports"],
};

test("at the side every page is in its group, and the inbox says how many payments wait", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/sales`);
  const navigation = page.getByRole("navigation", { name: "Program" });
  await navigation.getByRole("link", { name: "Inbox (2 failed or waiting)" }).waitFor();
  for (const [group, labels] of Object.entries(groups)) {
    const links = await navigation.getByRole("list", { name: group }).getByRole("link").allInnerTexts();
    expect(links).toEqual(labels.map((label) => (typeof label === "string" ? label : expect.stringMatching(label))));
  }
  await navigation.getByRole("link", { name: "Settings" }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("on a phone the bar shows the inbox's count, and the sheet unfolds one group at a time by keyboard", async () => {
  const visitor = await signedIn(owner);
  const page = await visitor.context.newPage();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${program}/payouts`, { waitUntil: "networkidle" });
  const bar = page.getByRole("navigation", { name: "Main" });
  await bar.getByRole("link", { name: "Inbox (2 failed or waiting)" }).waitFor();
  await bar.getByRole("button", { name: "More" }).press("Enter");
  const sheet = page.getByRole("dialog", { name: "Go to" });
  await sheet.getByRole("link", { name: "Payouts" }).waitFor();
  await sheet.getByRole("link", { name: "Replay" }).waitFor({ state: "hidden" });
  await sheet.locator("summary", { hasText: "Books" }).press("Enter");
  await sheet.getByRole("link", { name: "Payouts" }).waitFor({ state: "hidden" });
  expect(await widerThanPage(page)).toEqual([]);
  expect(await violationsInBothLooks(page)).toEqual([]);
  await sheet.getByRole("link", { name: "Replay" }).press("Enter");
  await page.getByRole("heading", { name: "Replay" }).waitFor();
  await sheet.waitFor({ state: "detached" });
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
