// What went wrong is found and put right by the console alone: a payment that waits, a delivery that failed, books that are not what
// the log says, and partners who are to be paid.
import { expect, test } from "vitest";
import { addConnection } from "../../src/access/connections.ts";
import { operator } from "../../src/access/permission.ts";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { startBatcher } from "../../src/engine/recording/batcher.ts";
import { commitBatch } from "../../src/engine/recording/locked-batch.ts";
import { approveCommissions } from "../../src/product/commissions/approvals.ts";
import { violationsInBothLooks, violationsOf } from "../support/axe.ts";
import { sidewaysPixels, startConsole } from "../support/console.ts";
import { click as clickOf, lead as leadOf, payment } from "../support/event-builders.ts";
import type { TestEvent } from "../support/memory-program.ts";
import { newCompany, newOperator } from "../support/people.ts";
import { raiseOnWrites } from "../support/raised-faults.ts";
import { asOwner, fieldOf, secretKey } from "../support/service.ts";
import { createTestProgram, submission } from "../support/submissions.ts";

const { service, testDatabase, signedIn } = await startConsole();
const { programId, owner } = await newCompany(service);
const operatorPerson = await newOperator(service, "operator@svc.test");
const program = `${service.url}/programs/${programId}`;
const own = `/api/v1/programs/${programId}`;
await service.request(own, {
  method: "PATCH",
  key: owner.token,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ hold_period_days: 0 }),
});
await service.post(`${own}/partners`, { name: "Anna", code: "anna" }, { key: owner.token });
const key = String(fieldOf(await service.post(`${own}/api-key`, undefined, { key: owner.token }), "data.api_token"));
const connection = { programId, provider: "stripe", livemode: true, secrets: ["whsec_test"] } as const;
const connectionId = (await addConnection(testDatabase.database, openSecrets([secretKey]), connection, operator)) ?? 0;

async function click(): Promise<unknown> {
  const clicked = await service.post("/api/v1/track/click", { affiliate_url: "https://acme.test/?aff=anna" });
  return fieldOf(clicked, "click_id");
}

async function lead(customer_key: string, clickId?: unknown): Promise<void> {
  const reported = { click_id: clickId ?? (await click()), customer_key };
  expect((await service.post("/api/v1/track/lead", reported, { key })).status).toBe(200);
}

const pays = (transaction_id: string, customer_key: string) =>
  submission(programId, { ...payment({ transaction_id, payer: { customer_key } }), source: "stripe" });

test("why a payment is not attributed is found in the inbox, and the lead that was missing repairs it", async () => {
  const clickId = await click();
  await commitBatch(testDatabase.database, [pays("in_waits", "user-late")]);
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/inbox`);
  await page.getByRole("heading", { name: "Waiting" }).waitFor();
  await page.getByRole("link", { name: "Review" }).click();
  const sheet = page.getByRole("dialog", { name: "Payment" });
  await sheet.getByText("Lookups").waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sidewaysPixels(page)).toBe(0);
  expect(await violationsInBothLooks(page)).toEqual([]);
  await lead("user-late", clickId);
  await page.reload();
  await sheet.getByText("Recorded", { exact: true }).waitFor();
  await sheet.getByRole("tab", { name: "Payload" }).click();
  await sheet.getByRole("button", { name: "Show raw" }).click();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a payment that nothing leads to a partner is given to one by hand, and that is undone", async () => {
  await commitBatch(testDatabase.database, [pays("in_by_hand", "user-unknown")]);
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/inbox`);
  await page.getByRole("link", { name: "Review" }).click();
  await page.getByRole("button", { name: "Attribute manually" }).click();
  const giving = page.getByRole("dialog", { name: "Attribute this payment manually" });
  await giving.getByLabel("Partner").selectOption("Anna");
  await giving.getByLabel("Reason, shown in the log").fill("The order names her video");
  await giving.getByRole("button", { name: "Attribute to this partner" }).click();
  const sheet = page.getByRole("dialog", { name: "Payment" });
  await sheet.getByText("Recorded", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Undo the attribution" }).click();
  const undoing = page.getByRole("dialog", { name: "Undo this manual attribution?" });
  await undoing.getByLabel("Reason, shown in the log").fill("It was another order");
  await undoing.getByRole("button", { name: "Undo the attribution" }).click();
  await sheet.getByText("Waiting", { exact: true }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
  const waiting = await service.request(`${own}/parked`, { key: owner.token });
  const path = `${own}/parked/${String(fieldOf(waiting, "data.0.event_id"))}/release`;
  await service.post(path, { reason: "a test of ours" }, { key: operatorPerson.token });
});

test("the inbox is not called well while a dispute is open", async () => {
  const other = await createTestProgram(testDatabase, {}, ["ben"]);
  const of = (event: TestEvent) => submission(other.programId, event);
  const { database } = testDatabase;
  await commitBatch(database, [
    of(clickOf(other.partnerIds[0] ?? 0)),
    of(leadOf()),
    of(payment({ payer: { customer_key: "customer-1" } })),
  ]);
  const visitor = await signedIn(operatorPerson);
  const page = await visitor.open(`${service.url}/programs/${other.programId}/inbox`);
  await page.getByText("All is well").waitFor();
  const disputed = {
    aliases: [{ kind: "id", value: "in_1" }],
    dispute_id: "dp_1",
    amount_cents: null,
    currency: "USD",
  };
  await commitBatch(database, [of({ source: "stripe", data: { type: "dispute_opened", ...disputed } })]);
  await page.reload();
  await page.getByRole("link", { name: "Show disputes" }).waitFor();
  expect(await page.getByText("All is well").count()).toBe(0);
  const won: TestEvent = { source: "stripe", data: { type: "dispute_closed", result: "won", ...disputed } };
  await commitBatch(database, [of(won)]);
  await page.reload();
  await page.getByText("All is well").waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("an operator stops waiting for a payment, with a reason", async () => {
  await commitBatch(testDatabase.database, [pays("in_given_up", "user-nobody")]);
  const visitor = await signedIn(operatorPerson);
  const page = await visitor.open(`${program}/inbox`);
  await page.getByRole("link", { name: "Review" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  const stopping = page.getByRole("dialog", { name: "Discard this event?" });
  await stopping.getByLabel("Reason, shown in the log").fill("a test of ours");
  await stopping.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog", { name: "Payment" }).getByText("Not used", { exact: true }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a delivery that failed is retried from the inbox", async () => {
  await lead("user-failed");
  const takeAway = await raiseOnWrites(testDatabase.url, programId, { state: "22003", times: 1000 });
  const { database } = testDatabase;
  const batcher = startBatcher({ database, batchEventsMax: 10, queueEventsMax: 10, queueWaitSecondsMax: 60 });
  const reported = pays("in_failed", "user-failed");
  if (reported.delivery === null) throw new Error("not a delivery");
  const delivery = { ...reported.delivery, connectionId, body: Buffer.alloc(0) };
  expect(await batcher.submit({ ...reported, delivery })).toMatchObject({ conclusion: { outcome: "failed" } });
  await batcher.drain();
  await takeAway();
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/inbox`);
  await page.getByRole("button", { name: "Retry all" }).click();
  await page.getByRole("dialog").getByText("It is retried").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("heading", { name: "Failed" }).waitFor({ state: "detached" });
  await page.goto(`${program}/events`);
  await page.getByText("Live", { exact: true }).waitFor();
  await lead("user-new");
  await page.getByRole("button", { name: /^\d+ new$/ }).click();
  await page.getByText("user-new").waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("books that differ from the log are checked in a dry run, and corrected by an operator", {
  timeout: 150_000,
}, async () => {
  await asOwner(testDatabase.url, "update commission set amount_cents = amount_cents - 100 where program_id = $1", [
    programId,
  ]);
  // The host does not exist: messages to it appear in its list of messages.
  const made = await service.post(`${own}/endpoints`, { url: "https://brand.invalid/hook" }, { key: owner.token });
  const messages = `${own}/endpoints/${fieldOf(made, "data.endpoint_id")}/messages`;
  const visitor = await signedIn(operatorPerson);
  const page = await visitor.open(`${program}/replay`);
  await page.getByRole("button", { name: "Preview changes" }).click();
  await page.getByRole("button", { name: "Start dry run" }).click();
  await page.getByRole("heading", { name: "What would change, in money" }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Apply +2.00 USD to 1 partner" }).click();
  const asked = page.getByRole("dialog");
  await asked.getByRole("checkbox", { name: /a row.corrected for each changed row: 2 messages\./ }).check();
  await asked.getByLabel("Reason, shown in the log").fill("Somebody changed the books");
  await asked.getByRole("button", { name: /^Apply/ }).click();
  await page.getByRole("heading", { name: "What it changed, in money" }).waitFor();
  const reported = async () =>
    (await service.request(messages, { key: owner.token })).text.split('"row.corrected"').length - 1;
  // Attempts at a host that does not exist hold the endpoint's turn for as long as the machine looks for it.
  await expect.poll(reported, { timeout: 60_000 }).toBe(2);
  await page.getByRole("link", { name: "Back to history" }).click();
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("button", { name: "Start verification" }).click();
  await page.getByText("Verified: the log").waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("what is owed becomes a payout and is marked paid", async () => {
  await approveCommissions(service.database);
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/payouts`);
  await page.getByRole("button", { name: "Create payouts" }).click();
  await page.getByRole("button", { name: /^Create payouts of/ }).click();
  await page.getByRole("link", { name: /^Payout \d+$/ }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("To be paid").waitFor();
  await sheet.getByRole("button", { name: "Mark paid" }).click();
  await page.getByLabel("Reference").fill("2EWXR5TVL4EG8");
  await page.getByRole("button", { name: /^Mark .* paid$/ }).click();
  await page.getByText("2EWXR5TVL4EG8", { exact: true }).waitFor();
  await page.reload();
  await page.getByRole("dialog").getByRole("banner").getByText("Paid", { exact: true }).waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sidewaysPixels(page)).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
