// A partner reads in its portal when and how it is paid, what is missing from it, and what became of each payout.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../../src/access/permission.ts";
import { openKeptSecrets } from "../../../../src/access/secrets/kept-secrets.ts";
import type { EventData } from "../../../../src/core/rules/events/events.ts";
import { commitBatch } from "../../../../src/engine/recording/locked-batch.ts";
import { approveCommissions } from "../../../../src/product/commissions/approvals.ts";
import { setPartnerEmail } from "../../../../src/product/partners/emails.ts";
import { makePartnerLink } from "../../../../src/product/portal/links.ts";
import { newSignInLink } from "../../../../src/product/portal/sessions.ts";
import { changeProgram } from "../../../../src/product/programs/change.ts";
import { chooseRail, setRail } from "../../../../src/product/rails/settings.ts";
import { createTestDatabase } from "../../../support/database.ts";
import { sale } from "../../../support/event-builders.ts";
import { makePayouts } from "../../../support/payouts.ts";
import { cookiesOf } from "../../../support/people.ts";
import { fieldOf, secretKey, startService } from "../../../support/service.ts";
import { submission } from "../../../support/submissions.ts";
import { giveTaxDetails, w8beneFields } from "../../../support/tax-details.ts";
import { beginTrade, record as recordInProgram } from "../../../support/traders.ts";

const db = await createTestDatabase();
const service = await startService(db.url, { RATE_LIMIT_BROWSER_PER_MINUTE: "10000" });
afterAll(async () => {
  await service.close();
  await db.drop();
});
const { database } = db;
const secrets = await openKeptSecrets(database, [secretKey]);
const { programId, annaId } = await beginTrade(db);
const email = "anna@partners.test";
await setPartnerEmail(database, secrets, { programId, partnerId: annaId, email }, operator);
const token = await newSignInLink(database, secrets, { email, signUp: null });
const opened = await service.request("/partners/link", {
  method: "POST",
  headers: { origin: service.url, "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams({ token }).toString(),
  redirect: "manual",
});
const cookie = cookiesOf(opened);
const link = await makePartnerLink(database, secrets, { programId, partnerId: annaId, days: 30 }, operator);

/** Its own page, in English unless another language is named. */
async function page(language = "en"): Promise<string> {
  const answer = await service.request(`/partners/${programId}`, { headers: { cookie, "accept-language": language } });
  expect(answer.status).toBe(200);
  return answer.text;
}
const set = (settings: object) => changeProgram(database, programId, { name: null, status: null, settings }, operator);

describe("what is missing", () => {
  test("is not asked for by a program that does not require it", async () => {
    expect(await page()).not.toContain("tax details.");
    expect(await page()).not.toContain("in your name");
  });

  test("are tax details where the program requires them, and again once the form has expired", async () => {
    await set({ tax_required: true });
    expect(await page()).toContain("pays you once you have entered your tax details.");
    expect(await page()).toContain(`/partners/${programId}/tax-details`);
    expect(await page("vi")).toContain("sẽ chi trả sau khi bạn cung cấp thông tin thuế.");
    expect(await page("ja")).toContain("税務情報を入力いただいた後");
    const give = (now: Date) => giveTaxDetails({ database }, { programId, email, fields: w8beneFields, now }, secrets);
    await give(new Date("2021-06-30T12:00:00Z"));
    expect(await page()).toContain("Your tax form has expired");
    await give(new Date());
    expect(await page()).not.toContain("tax form");
    expect(await page()).not.toContain("once you have given");
  });

  test("is a decision about invoices where the program offers them, until the partner has decided", async () => {
    await set({
      legal_name: "Acme GmbH",
      legal_address: "Hauptstrasse 1",
      legal_country: "DE",
      invoice_prefix: "ACME",
    });
    expect(await page()).toContain("can issue the invoices for your payouts in your name.");
    const decide = (decision: string) =>
      service.request(`/partners/${programId}/invoices`, {
        method: "POST",
        headers: { origin: service.url, "content-type": "application/x-www-form-urlencoded", cookie },
        body: new URLSearchParams({ decision, version: "1" }).toString(),
        redirect: "manual",
      });
    expect((await decide("agree")).status).toBe(303);
    expect(await page()).not.toContain("can issue the invoices");
    expect((await decide("withdraw")).status).toBe(303);
    expect(await page()).not.toContain("can issue the invoices");
  });

  test("is not shown to who opens a signed link", async () => {
    await set({ tax_required: true });
    const shown = await service.request(link?.path ?? "");
    expect(shown.status).toBe(200);
    for (const hidden of ["tax", "invoice", "decides when it pays"]) expect(shown.text).not.toContain(hidden);
  });
});

describe("when and how", () => {
  test("it says that there is no fixed day, until a schedule names one", async () => {
    expect(await page()).toContain("Payouts have no fixed day");
    expect(await page("de")).toContain("Auszahlungen haben keinen festen Tag");
    const schedule = { currency: "USD", day_of_month: 5, minimum_cents: 5_000, group_id: null, is_paused: false };
    await set({ payout_schedules: [schedule] });
    expect(await page()).not.toContain("Payouts have no fixed day");
    expect(await page()).toContain("Next payout in USD");
    expect(await page()).toContain("50.00");
  });

  test("it names the provider that pays", async () => {
    expect(await page()).not.toContain("pays by");
    const credentials = { client_id: "client", client_secret: "secret" };
    await setRail(database, secrets, { programId, rail: "paypal", isSandbox: false, credentials }, operator);
    await chooseRail(database, { programId, rail: "paypal" }, operator);
    expect(await page()).toContain("pays by PayPal.");
    expect(await page("fr")).toContain("paie par PayPal.");
  });
});

describe("a payout", () => {
  let payoutId = 0;
  const record = async (data: EventData) => {
    const results = await commitBatch(database, [submission(programId, { source: "operator", data })]);
    expect(results).toMatchObject([{ kind: "concluded", conclusion: { outcome: "recorded" } }]);
  };
  beforeAll(async () => {
    await recordInProgram(db, programId, sale({ transaction_id: "a", amount_cents: 50_000 }));
    await approveCommissions(database);
    [payoutId = 0] = await makePayouts(database, programId, { partnerId: annaId, currency: "USD", minimumCents: 1 });
  });
  const progress = (state: "sent" | "unclaimed") =>
    record({
      ...{ type: "payout_progressed", payout_id: payoutId, attempt: 1, state, rail_id: "PI-1", reason: null },
      ...{ fee_cents: null, fee_currency: null, exchange_rate: null },
    });

  test("is in words at each step, and never hidden while it is on its way", async () => {
    expect(await page()).toContain("Being paid.");
    const key = `payout:${payoutId}:1`;
    await record({
      ...{ type: "payout_sending", payout_id: payoutId, rail: "paypal", attempt: 1, key, is_sandbox: false },
    });
    expect(await page()).toContain("Being paid by PayPal.");
    await progress("sent");
    expect(await page()).toContain("On its way");
    await progress("unclaimed");
    expect(await page()).toContain("accept it in your account, or it is returned.");
    expect(await page("es")).toContain("acéptelo en su cuenta, o será devuelto.");
    const items = await database.kysely
      .selectFrom("payout_item")
      .select("sale_id")
      .where("program_id", "=", programId)
      .where("payout_id", "=", payoutId)
      .execute();
    const sale_ids = items.map(({ sale_id }) => sale_id);
    await record({ type: "payout_failed", payout_id: payoutId, sale_ids, reason: "RECEIVER_UNREGISTERED" });
    const failed = await page();
    expect(failed).toContain("It could not be paid. Check your payout details.");
    expect(failed).not.toContain("RECEIVER_UNREGISTERED");
    const list = await service.request(`${link?.path}/payouts`);
    expect(fieldOf(list, "data.0")).toMatchObject({ payout_id: payoutId, status: "failed", method: "paypal" });
  });
});
