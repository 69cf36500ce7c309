// Tiers that pay a whole month, on PostgreSQL: the job that closes a month brings its commissions to the tier first, the statement says so
// line by line, and later news of its sales does not change a closed month.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CommissionTerms } from "../../../src/core/rules/events/settings/terms.ts";
import { catchUpAll } from "../../../src/engine/books/catch-up.ts";
import { findImbalances } from "../../../src/engine/books/trial-balance.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { applyReplay } from "../../../src/engine/replay/apply.ts";
import { planReplay } from "../../../src/engine/replay/plan.ts";
import { statementCsvRow, statementPage } from "../../../src/faces/http/pages/statement-page.ts";
import { listStatementLines, type StatementLine } from "../../../src/product/statements/lines-read.ts";
import { findStatement } from "../../../src/product/statements/list.ts";
import { closeMonths } from "../../../src/product/statements/month-closing.ts";
import { findPaymentStory } from "../../../src/product/stories/story-read.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { payment, refund, sale } from "../../support/event-builders.ts";
import type { TestEvent } from "../../support/memory-program.ts";
import { connectStripe, deliverMisread } from "../../support/misread-deliveries.ts";
import { replayParts, wish } from "../../support/replaying.ts";
import { asOwner } from "../../support/service.ts";
import { dumpBooks, emptyBooks, submission } from "../../support/submissions.ts";
import { beginTrade, happenedAt, record } from "../../support/traders.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

const january = "2026-01";
const openMonth = () => new Date().toISOString().slice(0, 7);
/** 10 %, and 20 % of all sales of a month with three. */
const commission: CommissionTerms = {
  ...{ type: "percentage", rate_bps: 1_000, duration_months: null },
  tiers: { metric: "sales", period: "month", applies: "period", steps: [{ from: 3, rate_bps: 2_000 }] },
};

async function linesOf(programId: number, month: string, limit = 100): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listStatementLines(db.database.kysely, programId, month, { limit, cursor: cursor ?? null });
    lines.push(...page.data);
    cursor = page.next;
  }
  return lines;
}

/** Figures, lines, CSV and page. */
async function everythingOf(programId: number, month: string) {
  const statement = await findStatement(db.database.kysely, programId, month);
  if (statement === undefined) throw new Error("no statement");
  const lines = await linesOf(programId, month);
  const page = statementPage(statement, { lines, hasMore: false });
  return { statement, lines, csv: lines.map(statementCsvRow), page };
}

/** All of it happened in January: so do the totals of that month, once the books are built again. */
async function inJanuary(programId: number): Promise<void> {
  await happenedAt(db, programId, "2026-01-20T12:00:00.000Z");
  await emptyBooks(db.url);
  await catchUpAll(db.database);
}

async function sold(count: number): Promise<{ readonly programId: number; readonly annaId: number }> {
  const { programId, annaId } = await beginTrade(db, 0, { commission });
  const sales = Array.from({ length: count }, (_, index) => sale({ transaction_id: `jan-${index + 1}` }));
  await record(db, programId, ...sales);
  await inJanuary(programId);
  return { programId, annaId };
}

const commissionsOf = async (programId: number) =>
  (
    await asOwner<{ amount_cents: number }>(
      db.url,
      "select amount_cents from commission where program_id = $1 order by sale_id",
      [programId],
    )
  ).map(({ amount_cents }) => Number(amount_cents));

async function expectSound(programId: number): Promise<void> {
  expect(await findImbalances(db.database.kysely, programId)).toEqual([]);
  const stored = await dumpBooks(db.url);
  await emptyBooks(db.url);
  await catchUpAll(db.database);
  expect(await dumpBooks(db.url)).toBe(stored);
}

describe("a month with three sales", () => {
  let programId: number;
  let before: Awaited<ReturnType<typeof everythingOf>>;
  beforeAll(async () => {
    ({ programId } = await sold(3));
  });

  test("states its sales at the terms' own rate while it is open", async () => {
    const { statement, lines } = await everythingOf(programId, january);
    expect(statement).toMatchObject({ is_final: false, totals: [{ commission_cents: 3_000 }] });
    expect(lines.map(({ what, commission_cents }) => [what, commission_cents])).toEqual([
      ["sale", 1_000],
      ["sale", 1_000],
      ["sale", 1_000],
    ]);
  });

  test("is closed with what its tier added, sale by sale", async () => {
    await closeMonths(db.database);
    expect(await closeMonths(db.database)).toBe(0);
    before = await everythingOf(programId, january);
    expect(before.statement).toMatchObject({ is_final: true, totals: [{ sales: 3, commission_cents: 6_000 }] });
    expect(
      before.lines.map(({ what, amount_cents, commission_cents }) => [what, amount_cents, commission_cents]),
    ).toEqual(
      [1, 2, 3].flatMap(() => [
        ["sale", 10_000, 1_000],
        ["tier", 0, 1_000],
      ]),
    );
    for (const limit of [1, 2, 5]) expect(await linesOf(programId, january, limit)).toEqual(before.lines);
    expect(await commissionsOf(programId)).toEqual([2_000, 2_000, 2_000]);
    const events = await asOwner<{ type: string }>(
      db.url,
      "select type from event where program_id = $1 and source = 'schedule' order by seq limit 2",
      [programId],
    );
    expect(events.map(({ type }) => type)).toEqual(["tier_month_closed", "month_closed"]);
  });

  test("is shown in each sale's story, with the month's closing", async () => {
    const asked = { programId, now: new Date() };
    const story = await findPaymentStory(db.database, asked, { transactionId: "jan-1" });
    expect(story?.steps.filter(({ kind }) => kind === "commission" || kind === "correction")).toMatchObject([
      {
        kind: "commission",
        amount_cents: 1_000,
        summary: expect.stringContaining("10.00 USD by the program's terms."),
      },
      {
        kind: "correction",
        amount_cents: 1_000,
        at: expect.any(Date),
        event_id: expect.any(Number),
        summary: "Its month closed and reached tier 1: the commission is raised by 10.00 USD.",
      },
    ]);
  });

  test("stays as it was when a sale of it is refunded: that one goes down by what it was paid", async () => {
    await record(db, programId, refund({ transaction_id: "jan-1", refund_amount_cents: 5_000 }));
    expect(await commissionsOf(programId)).toEqual([1_000, 2_000, 2_000]);
    expect(await everythingOf(programId, january)).toEqual(before);
    expect(
      (await linesOf(programId, openMonth())).map(({ what, commission_cents }) => [what, commission_cents]),
    ).toEqual([["change", -1_000]]);
  });

  test("stays as it was when the provider says that a sale was larger: the open month corrects it, at the rate of the closed one", async () => {
    const reported = submission(programId, payment({ transaction_id: "jan-2", amount_cents: 20_000 }));
    await commitBatch(db.database, [reported]);
    expect(await commissionsOf(programId)).toEqual([1_000, 4_000, 2_000]);
    expect(await everythingOf(programId, january)).toEqual(before);
    const lines = await linesOf(programId, openMonth());
    expect(lines.filter(({ what }) => what === "correction")).toMatchObject([
      { amount_cents: -10_000, commission_cents: -2_000, corrects: january },
      { amount_cents: 20_000, commission_cents: 4_000, corrects: january },
    ]);
  });

  test("leaves books that balance and can be built again", () => expectSound(programId));
});

test("a month with more sales than one event can name is closed by several events, each sale once", async () => {
  const { programId } = await beginTrade(db, 0, { commission });
  const sales = Array.from({ length: 450 }, (_, index) => sale({ transaction_id: `tx-${index}`, amount_cents: 100 }));
  for (let from = 0; from < sales.length; from += 150) await record(db, programId, ...sales.slice(from, from + 150));
  await inJanuary(programId);
  await Promise.all([closeMonths(db.database), closeMonths(db.database), closeMonths(db.database)]);
  const [closings] = await asOwner<{ events: number; sales: number }>(
    db.url,
    `select count(*)::int as events, sum(jsonb_array_length(data -> 'sale_ids'))::int as sales
       from event where program_id = $1 and type = 'tier_month_closed'`,
    [programId],
  );
  expect(closings).toEqual({ events: 3, sales: 450 });
  expect(new Set(await commissionsOf(programId))).toEqual(new Set([20]));
});

test("a delivery that a replay reads after the close waits for the job, and the closed month stays as it was", async () => {
  const { programId } = await beginTrade(db, 0, { commission });
  const connectionId = await connectStripe(db.database, programId);
  await record(db, programId, ...[1, 2, 3].map((number): TestEvent => sale({ transaction_id: `jan-${number}` })));
  const [misread = 0] = await deliverMisread(db.database, { programId, connectionId });
  await inJanuary(programId);
  await closeMonths(db.database);
  const before = await everythingOf(programId, january);
  const plan = await planReplay(
    replayParts(db),
    wish({ program_ids: [programId], from_deliveries: true, event_id: misread }),
  );
  await applyReplay(replayParts(db), plan.run.run_id);
  expect(await everythingOf(programId, january)).toEqual(before);
  // The month's figures were kept when it was closed: what is found later is paid by them, and moves nothing else.
  await closeMonths(db.database);
  const [found] = await asOwner<{ amount_cents: number; at_sale: number }>(
    db.url,
    `select s.amount_cents, c.amount_at_sale_cents as at_sale
       from sale s join commission c using (program_id, sale_id)
      where program_id = $1 and transaction_id not like 'jan-%'`,
    [programId],
  );
  expect(Number(found?.at_sale)).toBe(Math.round(Number(found?.amount_cents) / 5));
  expect(await everythingOf(programId, january)).toEqual(before);
  await expectSound(programId);
});
