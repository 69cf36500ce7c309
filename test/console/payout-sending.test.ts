// An owner sends payouts by a payment provider from the console, watches each, and settles what the provider leaves open.
// On a phone as well, in both looks.
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { operator } from "../../src/access/permission.ts";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { approveCommissions } from "../../src/product/commissions/approvals.ts";
import { setPayoutRecipient } from "../../src/product/payouts/recipients.ts";
import { runSender } from "../../src/product/rails/payout-sender.ts";
import { chooseRail, setRail } from "../../src/product/rails/settings.ts";
import { violationsInBothLooks } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { newCompany } from "../support/people.ts";
import { paypalCredentials, startPaypalPayouts } from "../support/rails/paypal-payouts.ts";
import { asOwner, fieldOf, secretKey } from "../support/service.ts";

const paypal = await startPaypalPayouts();
const { service, testDatabase, signedIn } = await startConsole({ PAYOUT_API_URLS: `paypal=${paypal.baseUrl}` });
afterAll(() => paypal.close());
const { programId, owner, member } = await newCompany(service);
const { database } = testDatabase;
const secrets = openSecrets([secretKey]);
const program = `${service.url}/programs/${programId}`;
const own = `/api/v1/programs/${programId}`;
const byOwner = { key: owner.token };
const shots = process.env.SHOTS;
const key = String(fieldOf(await service.post(`${own}/api-key`, undefined, byOwner), "data.api_token"));

async function newPartner(name: string, hasRecipient = true): Promise<number> {
  const made = await service.post(`${own}/partners`, { name, code: name.toLowerCase() }, byOwner);
  const partnerId = Number(fieldOf(made, "data.partner_id"));
  const recipient = { email: `${name.toLowerCase()}@partners.example`, name, kind: "person" as const };
  if (hasRecipient) await setPayoutRecipient(database, secrets, { programId, partnerId, recipient }, operator);
  return partnerId;
}

let orders = 0;
async function sell(name: string, amount_cents: number): Promise<void> {
  const affiliate_url = `https://acme.test/?aff=${name.toLowerCase()}`;
  const clicked = await service.post("/api/v1/track/click", { affiliate_url });
  orders += 1;
  const sale = { transaction_id: `order-${orders}`, amount_cents, click_id: fieldOf(clicked, "click_id") };
  expect((await service.post("/api/v1/track/sale", sale, { key })).status).toBe(200);
  await approveCommissions(database);
}

async function patch(settings: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  expect(
    (await service.request(own, { method: "PATCH", headers, body: JSON.stringify(settings), ...byOwner })).status,
  ).toBe(200);
}

/** What the service does by itself, with everything due. */
async function sendNow(): Promise<void> {
  await asOwner(
    testDatabase.url,
    "update payout_attempt set next_look_at = now() - interval '1 second', leased_until = null where program_id = $1 and next_look_at is not null",
    [programId],
  );
  const log = { warn: () => undefined, error: () => undefined };
  await runSender({ database, secrets, urls: { paypal: paypal.baseUrl }, log });
}

async function isForEverybody(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  expect(await violationsInBothLooks(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}-phone.png` });
  await page.setViewportSize({ width: 1280, height: 860 });
  if (shots !== undefined) {
    await page.screenshot({ path: `${shots}/${name}.png` });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.screenshot({ path: `${shots}/${name}-dark.png` });
    await page.emulateMedia({ colorScheme: "light" });
  }
}

await patch({ hold_period_days: 0 });
await newPartner("Anna");
await newPartner("Ben");
await setRail(
  database,
  secrets,
  { programId, rail: "paypal", isSandbox: false, credentials: paypalCredentials },
  operator,
);
await chooseRail(database, { programId, rail: "paypal" }, operator);

async function newPayouts(): Promise<number[]> {
  await sell("Anna", 15_335);
  await sell("Ben", 8_200);
  const made = await service.post(`${own}/payouts`, { currency: "USD" }, byOwner);
  return (fieldOf(made, "data") as readonly { readonly payout_id: number }[]).map(({ payout_id }) => payout_id);
}

/** The list behind the sheet may say the same of the payout, as soon as it is there. */
function inSheet(page: Page): Locator {
  return page.getByRole("dialog");
}

test("a payout is sent, and its sheet follows it to the money that came back", async () => {
  const [payoutId = 0, other = 0] = await newPayouts();
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/payouts/${payoutId}`);
  await inSheet(page).getByText("Created: 30.67 USD for 1 commission.").waitFor();
  await page.getByRole("button", { name: "Send by PayPal" }).click();
  await page.getByText("PayPal pays 30.67 USD. A payout that was sent cannot be canceled.").waitFor();
  await page.getByRole("button", { name: "Send 30.67 USD" }).click();
  await inSheet(page).getByText(`Handed to PayPal under the key payout:${payoutId}:1.`).waitFor();
  await sendNow();
  await inSheet(page)
    .getByText(/PayPal accepted it as/)
    .waitFor();
  paypal.move(`payout:${payoutId}:1`, "SUCCESS");
  await sendNow();
  await inSheet(page)
    .getByText(/PayPal paid it/)
    .waitFor();
  await inSheet(page).getByText("0.25 USD", { exact: true }).waitFor();
  await page.getByText("2 requests with answers").first().click();
  await page.getByText("POST /v1/payments/payouts").first().waitFor();
  expect(await page.content()).not.toMatch(/anna@partners|A21AA/);
  await isForEverybody(page, "sheet-paid");
  await asOwner(
    testDatabase.url,
    "update payout_attempt set next_look_at = now() - interval '1 second' where payout_id = $1",
    [payoutId],
  );
  paypal.move(`payout:${payoutId}:1`, "RETURNED", "ACCOUNT_CLOSED");
  await sendNow();
  await page.goto(`${program}/payouts/${payoutId}`);
  await inSheet(page)
    .getByText(/The money came back: .* 30\.67 USD is owed again/)
    .waitFor();
  await isForEverybody(page, "sheet-returned");

  // The other one gets no clear answer, however often the service asks by itself meanwhile.
  const cut = ["POST /v1/payments/payouts", "GET /v1/payments"].map((path) => ({ path, fault: "cut_after" }) as const);
  paypal.faults.push(...Array.from({ length: 50 }, () => cut).flat());
  await page.goto(`${program}/payouts/${other}`);
  await page.getByRole("button", { name: "Send by PayPal" }).click();
  await page.getByRole("button", { name: "Send 16.40 USD" }).click();
  await inSheet(page).getByText(`Handed to PayPal under the key payout:${other}:1.`).waitFor();
  await sendNow();
  await inSheet(page)
    .getByText(/It is not known whether it paid/)
    .first()
    .waitFor();
  await asOwner(
    testDatabase.url,
    "update payout_attempt set unclear_since = unclear_since - interval '1 hour', leased_until = null where program_id = $1",
    [programId],
  );
  await page.goto(`${program}/payouts`);
  await page.getByText(/Look for payout:\d+:1 there, then mark it as paid or not paid/).waitFor();
  await isForEverybody(page, "page-attention");
  await page
    .getByRole("link", { name: `Payout ${other}`, exact: true })
    .first()
    .click();
  await page.getByRole("button", { name: "It was paid" }).waitFor();
  await isForEverybody(page, "sheet-unknown");
  await page.getByRole("button", { name: "It was not paid" }).click();
  await page.getByLabel("Reason, shown in the log").fill("not in PayPal's activity");
  await page.getByRole("button", { name: "Mark 16.40 USD not paid" }).click();
  await inSheet(page).getByText("Marked as not paid: not in PayPal's activity. It is owed again.").waitFor();
  paypal.faults.length = 0;
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("several payouts are sent at once; one that the provider declines says why and is sent again", async () => {
  await newPayouts();
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/payouts?status=created`);
  await page.getByRole("checkbox", { name: "Select all rows shown" }).check();
  await page.getByRole("button", { name: "Send by PayPal" }).click();
  paypal.refusals.push({ status: 422, body: { name: "INSUFFICIENT_FUNDS", message: "No money." } });
  await page.getByRole("button", { name: /^Send \d+\.\d\d USD$/ }).click();
  await page.getByText("Send 2 payouts by PayPal?").waitFor({ state: "detached" });
  await sendNow();
  await page.goto(`${program}/payouts`);
  await page.getByText(/PayPal declined it: .*INSUFFICIENT_FUNDS.* Nothing was paid/).waitFor();
  await isForEverybody(page, "page-declined");
  await page
    .locator(".attention")
    .filter({ hasText: "Declined" })
    .getByRole("link", { name: /^Payout/ })
    .click();
  await page.getByRole("button", { name: "Send by PayPal" }).click();
  await page.getByRole("button", { name: /^Send \d/ }).click();
  await inSheet(page)
    .getByText(/^Handed to PayPal under the key payout:\d+:2\.$/)
    .waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a day is compared with the provider's list, and each difference leads to its payout", async () => {
  const listed = await service.request(`${own}/payouts`, byOwner);
  const payouts = fieldOf(listed, "data") as readonly {
    readonly payout_id: number;
    readonly reference: string | null;
  }[];
  const paid = payouts.find(({ reference }) => reference !== null);
  paypal.transactions.push(
    { transaction_id: "BY-HAND", code: "T0001", status: "S", value: "-1.00" },
    { transaction_id: paid?.reference ?? "", code: "T0001", status: "S", value: "-30.00" },
  );
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${program}/payouts`);
  await page.getByRole("link", { name: "Reconcile" }).click();
  await page.getByRole("heading", { name: "Reconcile payouts" }).waitFor();
  await isForEverybody(page, "reconcile");
  await page.getByLabel("Day (UTC)").fill(new Date().toISOString().slice(0, 10));
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByText("Only at the provider", { exact: true }).waitFor();
  await page.getByText("The provider lists payment BY-HAND; no payout of this program has it.").waitFor();
  await page.getByText("Another amount", { exact: true }).waitFor();
  await page.getByText(/is 30\.67 USD here and 30\.00 USD there/).waitFor();
  await isForEverybody(page, "reconcile-differences");

  paypal.maySearch = false;
  await page.reload();
  await page.getByText(/^The list of PayPal could not be read, and nothing was compared/).waitFor();
  paypal.maySearch = true;
  await page.reload();
  const difference = page.locator(".attention").filter({ hasText: "Another amount" });
  await difference.getByRole("link", { name: `Payout ${paid?.payout_id}` }).click();
  await page.getByRole("heading", { name: "What happened" }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a member sees what became of payouts and sends none", async () => {
  const visitor = await signedIn(member);
  const page = await visitor.open(`${program}/payouts`);
  await page
    .getByRole("cell", { name: /^Payout \d+$/ })
    .last()
    .getByRole("link")
    .click();
  await page.getByRole("heading", { name: "What happened" }).waitFor();
  expect(await page.getByRole("button", { name: /Send|Mark|Cancel/ }).count()).toBe(0);
  await visitor.close();
});
