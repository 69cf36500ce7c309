// Reports for tax offices, worked by hand: the threshold of each year, its first and last second, money that came back a year later.
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { setPartnerEmail } from "../../../src/product/partners/emails.ts";
import { markPayoutPaid, markPayoutReturned } from "../../../src/product/payouts/change.ts";
import { makeTaxReport, type ReportFormat, thresholdCents } from "../../../src/product/tax/report-read.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { sale } from "../../support/event-builders.ts";
import { makePayouts } from "../../support/payouts.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { giveTaxDetails, w8beneFields } from "../../support/tax-details.ts";
import { beginTrade, record } from "../../support/traders.ts";

const secrets = openSecrets([secretKey]);
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

/** Anna of the United States sells to customer-1, Ben of Germany to customer-2; a fifth of a sale is commission. */
async function begin() {
  const { programId, annaId, benId } = await beginTrade(db);
  const [anna, ben] = [`anna-${programId}@partners.test`, `ben-${programId}@partners.test`];
  await setPartnerEmail(db.database, secrets, { programId, partnerId: annaId, email: anna }, operator);
  await setPartnerEmail(db.database, secrets, { programId, partnerId: benId, email: ben }, operator);
  let sales = 0;
  async function paid(cents: number, at: string, customer = "customer-1", method: string | null = null) {
    sales += 1;
    const sold = { transaction_id: `sale-${sales}`, amount_cents: cents * 5, customer_key: customer };
    await record(db, programId, sale(sold));
    await approveCommissions(db.database);
    const [payoutId = 0] = await makePayouts(db.database, programId, {
      ...{ partnerId: null, currency: null, minimumCents: 1 },
    });
    await markPayoutPaid(db.database, { programId, payoutId, method, reference: null }, operator);
    await dated(payoutId, "paid_at", at);
    return payoutId;
  }
  async function dated(payoutId: number, column: "paid_at" | "withdrawn_at", at: string) {
    const values = [programId, payoutId, at];
    await asOwner(db.url, `update payout set ${column} = $3 where program_id = $1 and payout_id = $2`, values);
  }
  async function returned(payoutId: number, at: string) {
    await markPayoutReturned(db.database, { programId, payoutId, reason: null }, operator);
    await dated(payoutId, "withdrawn_at", at);
  }
  async function report(year: number, format: ReportFormat = "1099-nec") {
    const { csv, lines } = await makeTaxReport(db.database.kysely, secrets, programId, { year, format });
    const rows = csv.trimEnd().split("\r\n").slice(1);
    expect(rows).toHaveLength(lines);
    return rows;
  }
  return { programId, annaId, benId, anna, ben, paid, returned, report };
}

test("the threshold is 600 dollars to 2025 and 2,000 dollars from 2026", () => {
  expect([2024, 2025, 2026, 2027].map(thresholdCents)).toEqual([60_000, 60_000, 200_000, 200_000]);
});

test("a 1099-NEC counts what was paid in the year, from its first to its last second, and lists who reached the threshold", async () => {
  const { programId, annaId, anna, paid, report } = await begin();
  await giveTaxDetails({ database: db.database }, { programId, email: anna });
  await paid(59_999, "2025-01-01T00:00:00Z");
  await paid(100_000, "2024-12-31T23:59:59Z");
  expect(await report(2025)).toEqual([]);
  await paid(1, "2025-12-31T23:59:59Z");
  await paid(199_999, "2026-01-01T00:00:00Z");
  const address = "Main Street 1,Springfield,,12345,US,912345678,no";
  expect(await report(2025)).toEqual([`${annaId},Anna Nguyen,,${address},USD,600.00,0.00,600.00,`]);
  expect(await report(2026)).toEqual([]);
  await paid(1, "2026-12-31T23:59:59Z");
  expect(await report(2026)).toEqual([`${annaId},Anna Nguyen,,${address},USD,2000.00,0.00,2000.00,`]);
});

test("money that came back is subtracted in the year it came back, and counts when it is paid again", async () => {
  const { programId, anna, paid, returned, report } = await begin();
  await giveTaxDetails({ database: db.database }, { programId, email: anna });
  const first = await paid(60_000, "2025-12-30T12:00:00Z");
  await paid(250_000, "2026-02-01T12:00:00Z");
  await returned(first, "2026-01-15T12:00:00Z");
  expect((await report(2025)).map((row) => row.split(",").slice(-4))).toEqual([["600.00", "0.00", "600.00", ""]]);
  // 2,500 less the 600 of the year before is below 2,000.
  expect(await report(2026)).toEqual([]);
  // 100 and the 600 that are owed again.
  const last = await paid(10_000, "2026-03-01T12:00:00Z");
  expect((await report(2026)).map((row) => row.split(",").slice(-4))).toEqual([["3200.00", "600.00", "2600.00", ""]]);
  await returned(last, "2026-12-31T23:59:59Z");
  expect(await report(2026)).toEqual([]);
});

test("a partner without details is listed with a note, one with a W-8 and what PayPal paid are not", async () => {
  const { programId, annaId, ben, paid, report } = await begin();
  await giveTaxDetails({ database: db.database }, { programId, email: ben, fields: w8beneFields });
  await paid(200_000, "2026-05-01T12:00:00Z");
  await paid(300_000, "2026-05-01T12:00:00Z", "customer-2");
  await paid(400_000, "2026-05-02T12:00:00Z", "customer-1", "PayPal");
  const [row, ...others] = await report(2026);
  expect(others).toEqual([]);
  expect(row).toBe(`${annaId},,,,,,,,,,USD,2000.00,0.00,2000.00,no tax details: find out whether it is reportable`);
});

test("DAC7 lists partners in the European Union by quarter, PayPal included", async () => {
  const { programId, benId, anna, ben, paid, returned, report } = await begin();
  await giveTaxDetails({ database: db.database }, { programId, email: anna });
  await giveTaxDetails({ database: db.database }, { programId, email: ben, fields: w8beneFields });
  await paid(10_000, "2026-03-31T23:59:59Z", "customer-2");
  const second = await paid(5_000, "2026-04-01T00:00:00Z", "customer-2", "paypal");
  await paid(700, "2026-04-01T00:00:00Z", "customer-1");
  await returned(second, "2026-12-31T23:59:59Z");
  expect(await report(2026, "dac7")).toEqual([
    `${benId},business,Ben GmbH,Main Street 1,Springfield,,12345,DE,12/345/67890,,DE123456789,USD,` +
      "100.00,1,0.00,50.00,1,0.00,0.00,0,0.00,-50.00,-1,0.00",
  ]);
  expect(await report(2025, "dac7")).toEqual([]);
});
