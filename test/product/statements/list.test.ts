// Statements: a month's figures to the cent, by its edges in UTC, unmoved by what comes later, and all months together what the
// books say now.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { differenceOf, sumOf } from "../../../src/core/vocabulary/money/money.ts";
import { statementPage } from "../../../src/faces/http/pages/statement-page.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { markPayoutPaid, markPayoutReturned } from "../../../src/product/payouts/change.ts";
import { listStatementLines, type StatementLine } from "../../../src/product/statements/lines-read.ts";
import { findStatement } from "../../../src/product/statements/list.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { refund, sale } from "../../support/event-builders.ts";
import { makePayouts } from "../../support/payouts.ts";
import { asOwner } from "../../support/service.ts";
import { beginTrade, disputeOf, happenedAt, record } from "../../support/traders.ts";

let db: TestDatabase;
let programId: number;
beforeAll(async () => {
  db = await createTestDatabase();
  ({ programId } = await beginTrade(db));
  const reported = (
    ...of: Parameters<typeof record> extends [unknown, unknown, ...infer TestEvent] ? TestEvent : never
  ) => record(db, programId, ...of);
  const inMonth = (time: string) => happenedAt(db, programId, time);

  // December's last millisecond.
  await reported(sale({ transaction_id: "dec", amount_cents: 5_000 }));
  await inMonth("2025-12-31T23:59:59.999Z");
  // January's first.
  await reported(
    sale({ transaction_id: "jan-1", amount_cents: 10_000 }),
    sale({ transaction_id: "jan-2", amount_cents: 3_333 }),
    sale({ transaction_id: "jan-vnd", amount_cents: 250_000, currency: "VND" }),
    refund({ transaction_id: "jan-2", refund_amount_cents: 1_111, refund_id: "r1" }),
  );
  await approveCommissions(db.database);
  const [payoutId = 0] = await makePayouts(db.database, programId, {
    partnerId: null,
    currency: "USD",
    minimumCents: 1,
  });
  await markPayoutPaid(db.database, { programId, payoutId, method: null, reference: null }, operator);
  await inMonth("2026-01-01T00:00:00.000Z");
  // February: all of it takes back what January and December brought.
  await reported(refund({ transaction_id: "jan-1" }), disputeOf.opened("dec"), disputeOf.closed("dec", "lost"));
  await reported(sale({ transaction_id: "<b>feb</b>", amount_cents: 2_000, customer_key: "customer-2" }));
  await markPayoutReturned(db.database, { programId, payoutId, reason: null }, operator);
  await inMonth("2026-02-28T23:59:59.999Z");
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

const nothing = {
  sales: 0,
  sales_cents: 0,
  refunded_cents: 0,
  commission_cents: 0,
  platform_fee_cents: 0,
  paid_out_cents: 0,
};

describe("a month", () => {
  test("has what was received in it, to the millisecond", async () => {
    expect((await of("2025-12"))?.totals).toEqual([
      { ...nothing, currency: "USD", sales: 1, sales_cents: 5_000, commission_cents: 1_000, platform_fee_cents: 175 },
    ]);
    expect((await of("2026-01"))?.totals).toEqual([
      {
        currency: "USD",
        sales: 2,
        sales_cents: 13_333,
        refunded_cents: 1_111,
        // 2000 + 667 - 222.
        commission_cents: 2_445,
        // 350 + 117 - 39.
        platform_fee_cents: 428,
        // December's 1000 as well.
        paid_out_cents: 3_445,
      },
      {
        ...nothing,
        currency: "VND",
        sales: 1,
        sales_cents: 250_000,
        commission_cents: 50_000,
        platform_fee_cents: 8_750,
      },
    ]);
  });

  test("counts what went back of earlier sales when it went back", async () => {
    expect((await of("2026-02"))?.totals).toEqual([
      {
        currency: "USD",
        sales: 1,
        sales_cents: 2_000,
        refunded_cents: 15_000,
        commission_cents: 400 - 2_000 - 1_000,
        platform_fee_cents: 70 - 350 - 175,
        paid_out_cents: -3_445,
      },
    ]);
  });

  test("that is empty has no figures, and one that is not over says so", async () => {
    expect(await of("2026-03")).toMatchObject({ totals: [], is_final: false, invoice: { platform_fee_cents: 0 } });
    expect(await of("2026-02")).toMatchObject({ is_final: false, closed_at: null });
    expect(await findStatement(db.database.kysely, 999_999, "2026-01")).toBeUndefined();
  });

  test("invoices dollars, and lists other fees apart as they are", async () => {
    expect(await of("2026-01")).toMatchObject({
      invoice: { currency: "USD", platform_fee_cents: 428 },
      not_invoiced: [{ currency: "VND", platform_fee_cents: 8_750 }],
    });
  });
});

test("all months together are what the books say now", async () => {
  const months = await Promise.all(["2025-12", "2026-01", "2026-02"].map(of));
  const sum = (name: keyof typeof nothing) =>
    sumOf(months.map((month) => month?.totals.find((line) => line.currency === "USD")?.[name] ?? 0));
  const [books] = await asOwner(
    db.url,
    `select sum(s.amount_cents)::int as sales_cents, sum(s.refunded_cents)::int as refunded_cents,
            sum(f.amount_cents)::int as platform_fee_cents,
            (select sum(amount_cents)::int from commission where program_id = $1 and currency = 'USD') as commission_cents
       from sale s join platform_fee f using (program_id, sale_id)
      where s.program_id = $1 and s.currency = 'USD'`,
    [programId],
  );
  expect({
    sales_cents: sum("sales_cents"),
    refunded_cents: sum("refunded_cents"),
    platform_fee_cents: sum("platform_fee_cents"),
    commission_cents: sum("commission_cents"),
  }).toEqual(books);
});

describe("the lines", () => {
  test("sum to the figures, however they are cut into pages", async () => {
    for (const month of ["2025-12", "2026-01", "2026-02"]) {
      const lines = await linesOf(month);
      for (const limit of [1, 2]) expect(await linesOf(month, limit)).toEqual(lines);
      for (const totals of (await of(month))?.totals ?? []) {
        const own = lines.filter((line) => line.currency === totals.currency);
        const sum = (name: "amount_cents" | "platform_fee_cents" | "commission_cents") =>
          own.reduce((total, line) => total + line[name], 0);
        expect(sum("amount_cents")).toBe(differenceOf(totals.sales_cents, totals.refunded_cents));
        expect(sum("platform_fee_cents")).toBe(totals.platform_fee_cents);
        expect(sum("commission_cents")).toBe(totals.commission_cents);
      }
    }
  });

  test("say of a change what it took", async () => {
    expect(await linesOf("2026-02")).toMatchObject([
      {
        what: "change",
        transaction_id: "jan-1",
        amount_cents: -10_000,
        commission_cents: -2_000,
        platform_fee_cents: -350,
      },
      {
        what: "change",
        transaction_id: "dec",
        amount_cents: -5_000,
        commission_cents: -1_000,
        platform_fee_cents: -175,
      },
      {
        what: "sale",
        transaction_id: "<b>feb</b>",
        amount_cents: 2_000,
        commission_cents: 400,
        platform_fee_cents: 70,
      },
    ]);
  });
});

describe("the page", () => {
  const pageOf = async (month: string, hasMore = false) => {
    const statement = await of(month);
    if (statement === undefined) throw new Error("no statement");
    return statementPage(statement, { lines: await linesOf(month), hasMore });
  };

  test("shows the invoice, what is not on it, and escapes all text that came from outside", async () => {
    const february = await pageOf("2026-02");
    expect(february).toContain("&lt;b&gt;feb&lt;/b&gt;");
    expect(february).not.toContain("<b>feb</b>");
    expect(february).toContain("-4.55 USD");
    expect(february).not.toContain("other currencies");
    const january = await pageOf("2026-01");
    expect(january).toContain("Not on the invoice");
    expect(january).toContain("8,750 VND");
    expect(january).not.toContain("8,750.00");
  });

  test("says when it does not show every line", async () => {
    expect(await pageOf("2026-01")).not.toContain("the CSV has them all");
    expect(await pageOf("2026-01", true)).toContain("the CSV has them all");
  });
});
