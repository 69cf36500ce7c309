// Closing months on PostgreSQL: a month is final by an event that holds its sums, later changes of it are in the month that learns of them,
// and all months together match the books.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { monthOf } from "../../../src/core/rules/events/statement.ts";
import { differenceOf, sumOf } from "../../../src/core/vocabulary/money/money.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { statementCsvRow, statementPage } from "../../../src/faces/http/pages/statement-page.ts";
import { listStatementLines, type StatementLine } from "../../../src/product/statements/lines-read.ts";
import { findStatement } from "../../../src/product/statements/list.ts";
import { closeMonths } from "../../../src/product/statements/month-closing.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { lead, payment, paymentRefunded, refund, sale } from "../../support/event-builders.ts";
import type { TestEvent } from "../../support/memory-program.ts";
import { asOwner } from "../../support/service.ts";
import { submission } from "../../support/submissions.ts";
import { beginTrade, happenedAt, record } from "../../support/traders.ts";

let db: TestDatabase;
let programId: number;
const january = "2026-01";
const thisMonth = () => monthOf(new Date());
const same: TestEvent = {
  source: "stripe",
  data: { type: "payment_identified", aliases: ["jan-1", "jan-2"].map((value) => ({ kind: "id", value })) },
};

beforeAll(async () => {
  db = await createTestDatabase();
  ({ programId } = await beginTrade(db));
  await record(
    db,
    programId,
    sale({ transaction_id: "jan-1", amount_cents: 10_000 }),
    sale({ transaction_id: "jan-2", amount_cents: 4_000 }),
    sale({ transaction_id: "jan-3", amount_cents: 7_000, customer_key: "customer-2" }),
    refund({ transaction_id: "jan-2", refund_amount_cents: 1_000, refund_id: "r1" }),
  );
  const waits = payment({ transaction_id: "jan-4", amount_cents: 5_000, payer: { customer_key: "customer-9" } });
  await commitBatch(db.database, [submission(programId, waits)]);
  await happenedAt(db, programId, "2026-01-20T12:00:00.000Z");
});
afterAll(async () => db.drop());

const of = (month: string) => findStatement(db.database.kysely, programId, month);

async function linesOf(month: string, limit = 100): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listStatementLines(db.database.kysely, programId, month, { limit, cursor: cursor ?? null });
    lines.push(...page.data);
    cursor = page.next;
  }
  return lines;
}

async function pageOf(month: string): Promise<string> {
  const statement = await of(month);
  if (statement === undefined) throw new Error("no statement");
  return statementPage(statement, { lines: await linesOf(month), hasMore: false });
}

const everythingOf = async (month: string) => [await of(month), await linesOf(month), await pageOf(month)];

test("a month is final when it is closed, once, and not before", async () => {
  expect(await of(january)).toMatchObject({ is_final: false, closed_at: null });
  const months = await closeMonths(db.database);
  expect(months).toBeGreaterThan(0);
  expect(await closeMonths(db.database)).toBe(0);
  expect(await of(january)).toMatchObject({
    is_final: true,
    closed_at: expect.any(Date),
    corrections: [],
    totals: [{ currency: "USD", sales: 3, sales_cents: 21_000, refunded_cents: 1_000, commission_cents: 4_000 }],
  });
  expect(await of(thisMonth())).toMatchObject({ is_final: false, totals: [] });
  const closings = await asOwner<{ month: string }>(
    db.url,
    "select data ->> 'month' as month from event where program_id = $1 and type = 'month_closed' order by seq",
    [programId],
  );
  expect(closings).toHaveLength(months);
  expect(closings[0]).toEqual({ month: january });
});

test("two processes that close at once close each month once", async () => {
  const other = await beginTrade(db);
  await record(db, other.programId, sale({ transaction_id: "x" }));
  await happenedAt(db, other.programId, "2026-03-05T00:00:00.000Z");
  const closed = await Promise.all([closeMonths(db.database), closeMonths(db.database), closeMonths(db.database)]);
  const [{ months } = { months: 0 }] = await asOwner<{ months: number }>(
    db.url,
    "select count(distinct data ->> 'month')::int as months from event where program_id = $1 and type = 'month_closed'",
    [other.programId],
  );
  expect(closed.reduce((sum, one) => sum + one, 0)).toBe(months);
});

describe("what is learned of a closed month", () => {
  let before: unknown[];
  beforeAll(async () => {
    before = await everythingOf(january);
    await record(db, programId, same, lead({ click_ids: ["click-1"], customer_key: "customer-9" }));
    await record(db, programId, paymentRefunded({ alias: "jan-3", amount_cents: 3_500 }));
  });

  test("leaves that month as it was: figures, lines and page", async () => {
    expect(await everythingOf(january)).toEqual(before);
  });

  test("is in this one, as corrections that say of which month", async () => {
    const statement = await of(thisMonth());
    expect(statement?.corrections).toEqual([
      {
        month: january,
        currency: "USD",
        reason: "late_report",
        sales: 0,
        sales_cents: 1_000,
        refunded_cents: 0,
        commission_cents: 200,
        platform_fee_cents: 35,
      },
    ]);
    // What had gone back of the second sale is the first's now; half of the third went back.
    expect(statement?.totals).toMatchObject([
      {
        sales: 0,
        sales_cents: 1_000,
        refunded_cents: 3_500,
        commission_cents: 200 - 700,
        platform_fee_cents: 35 - 123,
      },
    ]);
    const corrections = (await linesOf(thisMonth())).filter((line) => line.what === "correction");
    expect(corrections).toMatchObject([
      { transaction_id: "jan-2", amount_cents: -4_000, commission_cents: -800, corrects: january },
      { transaction_id: "jan-4", amount_cents: 5_000, commission_cents: 1_000, corrects: january },
    ]);
    expect(corrections.map((line) => statementCsvRow(line).what)).toEqual([
      "correction of 2026-01",
      "correction of 2026-01",
    ]);
    expect(await pageOf(thisMonth())).toContain("corrections of closed months");
  });

  test("is in lines that sum to the figures, however they are cut into pages", async () => {
    const lines = await linesOf(thisMonth());
    for (const limit of [1, 2, 3]) expect(await linesOf(thisMonth(), limit)).toEqual(lines);
    const [totals] = (await of(thisMonth()))?.totals ?? [];
    if (totals === undefined) throw new Error("nothing was stated");
    const sum = (name: "amount_cents" | "platform_fee_cents" | "commission_cents") =>
      sumOf(lines.map((line) => line[name]));
    expect(sum("amount_cents")).toBe(differenceOf(totals.sales_cents, totals.refunded_cents));
    expect(sum("platform_fee_cents")).toBe(totals.platform_fee_cents);
    expect(sum("commission_cents")).toBe(totals.commission_cents);
  });

  test("makes all months together what the books say", async () => {
    const months = await Promise.all([january, thisMonth()].map(of));
    const sum = (name: "sales" | "sales_cents" | "refunded_cents" | "commission_cents" | "platform_fee_cents") =>
      sumOf(months.map((month) => month?.totals[0]?.[name] ?? 0));
    const [books] = await asOwner(
      db.url,
      `select count(*)::int as sales, sum(s.amount_cents)::int as sales_cents, sum(s.refunded_cents)::int as refunded_cents,
              sum(c.amount_cents)::int as commission_cents, sum(f.amount_cents)::int as platform_fee_cents
         from sale s join platform_fee f using (program_id, sale_id) join commission c using (program_id, sale_id)
        where s.program_id = $1`,
      [programId],
    );
    expect({
      sales: sum("sales"),
      sales_cents: sum("sales_cents"),
      refunded_cents: sum("refunded_cents"),
      commission_cents: sum("commission_cents"),
      platform_fee_cents: sum("platform_fee_cents"),
    }).toEqual(books);
  });
});

test("what a replay makes of closed months is in the next month that is closed, once", {
  timeout: 60_000,
}, async () => {
  const { programId: replayed } = await beginTrade(db);
  await record(db, replayed, sale({ transaction_id: "r-1", amount_cents: 10_000 }));
  await happenedAt(db, replayed, "2026-02-10T00:00:00.000Z");
  const commission = "update commission set amount_cents = $2, amount_at_sale_cents = $2 where program_id = $1";
  // Rules that were wrong, and are corrected by a replay.
  await asOwner(db.url, commission, [replayed, 1_500]);
  await closeMonths(db.database);
  await asOwner(db.url, commission, [replayed, 2_000]);
  await asOwner(
    db.url,
    `with run as (insert into replay_run (kind, status, request, projector_version, code_digest, finished_at)
                  values ('replay', 'applied', '{}', 4, '', now()) returning run_id)
     insert into replay_program (program_id, run_id, status, difference) select $1, run_id, 'applied', '{}' from run`,
    [replayed],
  );
  const february = () => findStatement(db.database.kysely, replayed, "2026-02");
  const stated = await february();
  expect(stated?.totals).toMatchObject([{ commission_cents: 1_500 }]);
  const [last] = await reopenLast(replayed);
  await closeMonths(db.database);
  const corrected = await findStatement(db.database.kysely, replayed, last?.month ?? "");
  expect(corrected).toMatchObject({
    is_final: true,
    totals: [{ currency: "USD", sales: 0, commission_cents: 500 }],
    corrections: [{ month: "2026-02", reason: "replay", sales: 0, commission_cents: 500 }],
  });
  expect(await february()).toEqual(stated);
});

/** As if the last month that was closed were not yet. */
async function reopenLast(of: number): Promise<{ month: string; corrections: unknown[] }[]> {
  const last = await asOwner<{ month: string; corrections: unknown[] }>(
    db.url,
    `delete from closed_month where program_id = $1
       and event_id = (select max(event_id) from closed_month where program_id = $1)
     returning month, corrections`,
    [of],
  );
  await asOwner(db.url, "update program set closed_until = closed_until - interval '1 month' where program_id = $1", [
    of,
  ]);
  return last;
}
