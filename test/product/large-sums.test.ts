// Sums that no JSON number holds exactly: they are decimal strings, and stop no list, statement, preview or payout.
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "../../src/access/permission.ts";
import { listBookTotals } from "../../src/engine/books/book-totals.ts";
import { statementPage } from "../../src/faces/http/pages/statement-page.ts";
import { approveCommissions } from "../../src/product/commissions/approvals.ts";
import { findPartnerBalances } from "../../src/product/payouts/balances-read.ts";
import { createPayouts } from "../../src/product/payouts/change.ts";
import { listOwed } from "../../src/product/payouts/list.ts";
import { findPerformance } from "../../src/product/programs/performance-read.ts";
import { listStatementLines } from "../../src/product/statements/lines-read.ts";
import { findStatement } from "../../src/product/statements/list.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { sale } from "../support/event-builders.ts";
import { beginTrade, record, type Traders } from "../support/traders.ts";

const largest = Number.MAX_SAFE_INTEGER;
/** Three times 2^53 - 1. */
const sum = "27021597764222973";
const everything = { limit: 100, cursor: null };

let db: TestDatabase;
let traders: Traders;
beforeAll(async () => {
  db = await createTestDatabase();
  traders = await beginTrade(db);
  const commission = { type: "percentage", rate_bps: 10_000, duration_months: null } as const;
  await record(db, traders.programId, {
    source: "operator",
    data: { type: "program_changed", name: null, status: null, settings: { commission } },
  });
  const sales = [1, 2, 3].map((number) => sale({ transaction_id: `t${number}`, amount_cents: largest }));
  await record(db, traders.programId, ...sales, sale({ transaction_id: "b", customer_key: "customer-2" }));
  await approveCommissions(db.database);
});
afterAll(async () => db.drop());

test("is in the preview, and the filter by amount understands it", async () => {
  const { programId, annaId, benId } = traders;
  const owed = await listOwed(db.database.kysely, programId, everything);
  expect(owed.data).toMatchObject([
    { partner_id: annaId, owed_cents: sum, commission_cents: sum, adjustment_cents: 0 },
    { partner_id: benId, owed_cents: 10_000 },
  ]);
  const large = await listOwed(db.database.kysely, programId, everything, { minimum_cents: 10_001 });
  expect(large.data).toHaveLength(1);
});

test("is paid to no one at once: the partner is left out and named, the others are paid", async () => {
  const { programId, annaId, benId } = traders;
  const wish = { partnerId: null, currency: null, minimumCents: 1, onlyWithRecipient: false };
  const { payoutIds, leftOut } = await createPayouts(db.database, programId, wish, operator);
  expect(payoutIds).toHaveLength(1);
  expect(leftOut).toMatchObject([{ partner_id: annaId, currency: "USD", owed_cents: sum, reason: "too_large" }]);
  expect(await findPartnerBalances(db.database.kysely, programId, annaId)).toMatchObject([{ owed_cents: sum }]);
  expect(await findPartnerBalances(db.database.kysely, programId, benId)).toMatchObject([{ waiting_cents: 10_000 }]);
});

test("is in the statement, its page and its lines", async () => {
  const { programId } = traders;
  const month = new Date().toISOString().slice(0, 7);
  const statement = await findStatement(db.database.kysely, programId, month);
  // All three parties: 27021597764222973 and 10000.
  expect(statement?.totals).toMatchObject([
    { sales: 4, sales_cents: "27021597764232973", commission_cents: "27021597764232973" },
  ]);
  const { data: lines } = await listStatementLines(db.database.kysely, programId, month, everything);
  expect(lines.map((line) => line.amount_cents)).toEqual([largest, largest, largest, 10_000]);
  if (statement === undefined) throw new Error("no statement");
  expect(statementPage(statement, { lines, hasMore: false })).toContain("270,215,977,642,329.73");
});

test("is in the performance and the totals of the books", async () => {
  const { programId } = traders;
  const today = new Date(new Date().toISOString().slice(0, 10));
  const performance = await findPerformance(db.database.kysely, programId, { from: null, to: today });
  expect(performance.totals.currencies).toMatchObject([{ sales: 4, revenue_cents: "27021597764232973" }]);
  expect(await listBookTotals(db.database.kysely, [programId])).toMatchObject([
    { amount_cents: sum, commission_cents: sum },
    { amount_cents: 10_000 },
  ]);
});
