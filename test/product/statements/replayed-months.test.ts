// A replay changes sales of closed months: those months stay as they were closed, in figures, lines, CSV and page, and the open month
// states the difference at once. So all statements together are what the books say, and never less than what payouts pay.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { boundsOfMonth } from "../../../src/core/rules/events/statement.ts";
import { addDays } from "../../../src/core/rules/time.ts";
import { catchUpAll } from "../../../src/engine/books/catch-up.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { applyReplay } from "../../../src/engine/replay/apply.ts";
import { planReplay } from "../../../src/engine/replay/plan.ts";
import { statementCsvRow, statementPage } from "../../../src/faces/http/pages/statement-page.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { markPayoutPaid } from "../../../src/product/payouts/change.ts";
import { listStatementLines, type StatementLine } from "../../../src/product/statements/lines-read.ts";
import { findStatement } from "../../../src/product/statements/list.ts";
import { closeMonths } from "../../../src/product/statements/month-closing.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { payment, paymentRefunded, refund, sale } from "../../support/event-builders.ts";
import type { TestEvent } from "../../support/memory-program.ts";
import { connectStripe, deliverMisread } from "../../support/misread-deliveries.ts";
import { makePayouts } from "../../support/payouts.ts";
import { howMany, propertySeed } from "../../support/property-runs.ts";
import { replayParts, wish } from "../../support/replaying.ts";
import { asOwner } from "../../support/service.ts";
import { dumpBooks, emptyBooks, submission } from "../../support/submissions.ts";
import { beginTrade, happenedAt, record } from "../../support/traders.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

const statementOf = async (programId: number, month: string) => {
  const found = await findStatement(db.database.kysely, programId, month);
  if (found === undefined) throw new Error("no statement");
  return found;
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
  const statement = await statementOf(programId, month);
  const lines = await linesOf(programId, month);
  return {
    statement,
    lines,
    csv: lines.map(statementCsvRow),
    page: statementPage(statement, { lines, hasMore: false }),
  };
}

/** The month is closed as the job does it, which goes by the database's clock and closes all that are over. */
async function close(programId: number, month: string): Promise<void> {
  const { totals, corrections: shown } = await statementOf(programId, month);
  const corrections = shown.map(({ reason, ...sums }) => ({
    ...sums,
    reason: reason === "late_report" ? ("told_later" as const) : reason,
  }));
  await record(db, programId, { source: "schedule", data: { type: "month_closed", month, totals, corrections } });
}

/** `misread` is a delivery to read again. */
async function replay(programId: number, misread: number | null = null): Promise<void> {
  const read = misread === null ? {} : { from_deliveries: true, event_id: misread };
  const plan = await planReplay(replayParts(db), wish({ program_ids: [programId], ...read }));
  await applyReplay(replayParts(db), plan.run.run_id);
}

describe("a delivery that was parked by a wrong reading, and is read again after its month was closed", () => {
  const january = "2026-01";
  let programId: number;
  let before: Awaited<ReturnType<typeof everythingOf>>;
  const openMonth = () => new Date().toISOString().slice(0, 7);

  beforeAll(async () => {
    ({ programId } = await beginTrade(db));
    const connectionId = await connectStripe(db.database, programId);
    await record(db, programId, sale({ transaction_id: "jan-1", amount_cents: 10_000 }));
    const [misread = 0] = await deliverMisread(db.database, { programId, connectionId });
    await happenedAt(db, programId, "2026-01-20T12:00:00.000Z");
    await closeMonths(db.database);
    before = await everythingOf(programId, january);
    expect(before.statement).toMatchObject({ is_final: true, totals: [{ sales: 1, commission_cents: 2_000 }] });
    await replay(programId, misread);
  });

  test("leaves the closed month as it was: figures, lines, CSV and page", async () => {
    const sales = await asOwner(db.url, "select sale_id from sale where program_id = $1", [programId]);
    expect(sales).toHaveLength(2);
    expect(await everythingOf(programId, january)).toEqual(before);
  });

  test("is at once a correction in the open month, which is not closed yet", async () => {
    const { statement, lines } = await everythingOf(programId, openMonth());
    const [amount, commission, fee] = await earnedBySecond();
    expect(statement).toMatchObject({
      is_final: false,
      totals: [{ sales: 1, sales_cents: amount, commission_cents: commission, platform_fee_cents: fee }],
      corrections: [{ month: january, reason: "replay", sales: 1, sales_cents: amount, commission_cents: commission }],
    });
    expect(lines).toMatchObject([
      { what: "correction", corrects: january, amount_cents: amount, platform_fee_cents: fee },
    ]);
  });

  async function earnedBySecond(): Promise<[number, number, number]> {
    const [row] = await asOwner<{ amount: number; commission: number; fee: number }>(
      db.url,
      `select s.amount_cents as amount, c.amount_cents as commission, f.amount_cents as fee
         from sale s join commission c using (program_id, sale_id) join platform_fee f using (program_id, sale_id)
        where program_id = $1 and transaction_id <> 'jan-1'`,
      [programId],
    );
    if (row === undefined) throw new Error("there is no second sale");
    return [row.amount, row.commission, row.fee];
  }
});

/** Wrong rules, as if this month's books had been written by them; `$3` is the last event of the months before. */
const faults = [
  "update sale set amount_cents = amount_cents + 700 where program_id = $1 and sale_id % 3 = $2 and sale_id > $3",
  "update commission set amount_at_sale_cents = amount_at_sale_cents + 90, amount_cents = amount_cents + 90 where program_id = $1 and sale_id % 3 = $2 and sale_id > $3",
  "update platform_fee set amount_at_sale_cents = amount_at_sale_cents + 5 where program_id = $1 and sale_id % 3 = $2 and sale_id > $3",
  "update sale_change set refunded_cents = refunded_cents + 11, commission_cents = commission_cents + 3 where program_id = $1 and sale_id % 3 = $2 and event_id > $3",
  "delete from sale_change where program_id = $1 and sale_id % 3 = $2 and event_id > $3",
  "with s as (delete from sale where program_id = $1 and sale_id % 3 = $2 and sale_id > $3 returning sale_id), c as (delete from commission c using s where c.program_id = $1 and c.sale_id = s.sale_id) delete from platform_fee f using s where f.program_id = $1 and f.sale_id = s.sale_id",
  "update restatement set now_amount_cents = now_amount_cents + 17, now_commission_cents = now_commission_cents + 4 where program_id = $1 and sale_id % 3 = $2 and event_id > $3 and now_currency is not null and now_commission_currency is not null",
  "delete from restatement where program_id = $1 and sale_id % 3 = $2 and event_id > $3",
  "update sale set transaction_id = transaction_id || ' of old' where program_id = $1 and sale_id % 3 = $2 and sale_id > $3",
] as const;

const amounts = fc.integer({ min: 1, max: 200 }).map((hundreds) => hundreds * 100);
const names = fc.integer({ min: 1, max: 8 }).map((number) => `in_${number}`);
type Step = TestEvent | "approve" | "pay out";
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        transaction_id: names,
        amount_cents: amounts,
        customer_key: fc.constantFrom("customer-1", "customer-2"),
        currency: fc.constantFrom("USD" as const, "EUR" as const),
      })
      .map(sale),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({
        transaction_id: names,
        amount_cents: amounts,
        payer: fc.record({ customer_key: fc.constantFrom("customer-1", "customer-2", "customer-3") }),
      })
      .map(payment),
  },
  {
    weight: 2,
    arbitrary: fc.record({ transaction_id: names, refund_amount_cents: fc.integer({ min: 1, max: 900 }) }).map(refund),
  },
  {
    weight: 1,
    arbitrary: fc.record({ alias: names, amount_cents: fc.integer({ min: 1, max: 900 }) }).map(paymentRefunded),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(names, names).map(
      (pair): TestEvent => ({
        source: "stripe",
        data: { type: "payment_identified", aliases: pair.map((value) => ({ kind: "id", value })) },
      }),
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom("approve" as const, "pay out" as const) },
);
const months = ["2026-01", "2026-02", "2026-03"] as const;
const history = fc.tuple(
  ...months.map(() =>
    fc.record({
      steps: fc.array(step, { minLength: 3, maxLength: 12 }),
      faults: fc.array(fc.tuple(fc.constantFrom(...faults), fc.integer({ min: 0, max: 2 })), { maxLength: 3 }),
    }),
  ),
);

const programs = howMany(24, 3);

test(`in ${programs} random histories closed months stay, and all statements are what the books say and payouts pay`, {
  timeout: 600_000,
}, async () => {
  for (let index = 0; index < programs; index++) {
    const { programId } = await beginTrade(db);
    const connectionId = await connectStripe(db.database, programId);
    const closed = new Map<string, unknown>();
    const [phases] = fc.sample(history, { numRuns: 1, seed: propertySeed + index });
    for (const [number, phase] of (phases ?? []).entries()) {
      const month = months[number] ?? "";
      const misread = number === index % months.length ? { programId, connectionId } : null;
      await trade(programId, month, phase, misread);
      await closeAndReplay(programId, month, closed);
      for (const [each, asClosed] of closed) expect(await everythingOf(programId, each), each).toEqual(asClosed);
      await expectBooks(programId, [...closed.keys(), nextOf(month).toISOString().slice(0, 7)]);
    }
  }
  const [corrected] = await asOwner<{ rows: number }>(db.url, "select count(*)::int as rows from line_correction");
  expect(corrected?.rows).toBeGreaterThan(programs);
  const stored = await dumpBooks(db.url);
  await emptyBooks(db.url);
  await catchUpAll(db.database);
  expect(await dumpBooks(db.url)).toBe(stored);
});

type Phase = { readonly steps: readonly Step[]; readonly faults: readonly (readonly [string, number])[] };
let toReadAgain: number | null = null;

const nextOf = (month: string): Date => boundsOfMonth(month)[1];
const daysAfter = (time: Date, days: number): string => addDays(time, days).toISOString();

/** A month's trade, whose books then go wrong. */
async function trade(
  programId: number,
  month: string,
  { steps, faults: wrong }: Phase,
  misread: Parameters<typeof deliverMisread>[1] | null,
): Promise<void> {
  const [{ last } = { last: 0 }] = await asOwner<{ last: number }>(
    db.url,
    "select max(id)::int as last from event where program_id = $1",
    [programId],
  );
  for (const one of steps) await live(programId, one);
  toReadAgain = misread === null ? null : ((await deliverMisread(db.database, misread))[0] ?? null);
  for (const [text, rest] of wrong) {
    await asOwner(db.url, text, [programId, rest, last]);
  }
  await happenedAt(db, programId, daysAfter(boundsOfMonth(month)[0], 20));
}

/** The month is closed on its third day after, with what it showed; a day later the replay is applied. */
async function closeAndReplay(programId: number, month: string, closed: Map<string, unknown>): Promise<void> {
  await close(programId, month);
  await happenedAt(db, programId, daysAfter(nextOf(month), 2));
  closed.set(month, await everythingOf(programId, month));
  await replay(programId, toReadAgain);
  await happenedAt(db, programId, daysAfter(nextOf(month), 3));
}

async function live(programId: number, one: Step): Promise<void> {
  if (one === "approve") await approveCommissions(db.database);
  else if (one === "pay out") {
    const payouts = await makePayouts(db.database, programId, { partnerId: null, currency: null, minimumCents: 1 });
    for (const payoutId of payouts.slice(0, 1)) {
      await markPayoutPaid(db.database, { programId, payoutId, method: null, reference: null }, operator);
    }
  } else await commitBatch(db.database, [submission(programId, one)]);
}

type Cents = { readonly partner_id: number; readonly currency: string; readonly cents: number };

/** By partner and currency, without what comes to nothing. */
function sumsOf(rows: readonly Cents[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { partner_id, currency, cents } of rows) {
    const key = `${partner_id} ${currency}`;
    sums.set(key, (sums.get(key) ?? 0) + cents);
  }
  return new Map([...sums].filter(([, cents]) => cents !== 0).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** All statements together, the open month with what it corrects, are what the books say. */
async function expectBooks(programId: number, all: readonly string[]): Promise<void> {
  const lines = (await Promise.all(all.map((month) => linesOf(programId, month)))).flat();
  const statements = await Promise.all(all.map((month) => statementOf(programId, month)));
  const totals = statements.flatMap((statement) => statement.totals);
  const ofAll = { partner_id: 0 };
  const fromLines = (name: "amount_cents" | "platform_fee_cents") =>
    sumsOf(lines.map((line) => ({ ...ofAll, currency: line.currency, cents: line[name] })));
  const sold = totals.map((line) => ({ ...line, cents: Number(line.sales_cents) - Number(line.refunded_cents) }));
  expect(sumsOf(sold.map((line) => ({ ...ofAll, ...line })))).toEqual(fromLines("amount_cents"));
  const fees = totals.map((line) => ({ ...ofAll, currency: line.currency, cents: Number(line.platform_fee_cents) }));
  expect(sumsOf(fees)).toEqual(fromLines("platform_fee_cents"));
  const earned = lines.flatMap(({ partner_id, commission_currency: currency, commission_cents: cents }) =>
    currency === null ? [] : [{ partner_id, currency, cents }],
  );
  const commissions = totals.map(({ currency, commission_cents }) => ({
    ...ofAll,
    currency,
    cents: Number(commission_cents),
  }));
  expect(sumsOf(commissions)).toEqual(sumsOf(earned.map((line) => ({ ...line, ...ofAll }))));

  const books = (text: string) => asOwner<Cents>(db.url, text, [programId]);
  const fee = await books(
    "select 0 as partner_id, currency, sum(amount_cents)::int as cents from platform_fee where program_id = $1 group by currency",
  );
  expect(sumsOf(fee)).toEqual(fromLines("platform_fee_cents"));
  const [balances, due] = [
    await books(`select partner_id, currency, sum(cents)::int as cents from (
        select partner_id, currency, amount_cents as cents from commission where program_id = $1 and stage <> 'paid'
        union all select partner_id, currency, amount_cents from adjustment where program_id = $1
        union all select partner_id, currency, amount_cents from payout where program_id = $1 and status = 'paid') account
      group by partner_id, currency`),
    await books(`select partner_id, currency, sum(cents)::int as cents from (
        select partner_id, currency, amount_cents as cents from payout where program_id = $1 and status = 'paid'
        union all select partner_id, currency, amount_cents from commission
                   where program_id = $1 and stage = 'approved' and status in ('approved', 'refunded')
        union all select partner_id, currency, amount_cents from adjustment where program_id = $1) paying
      group by partner_id, currency`),
  ];
  const stated = sumsOf(earned);
  expect(stated).toEqual(sumsOf(balances));
  for (const [key, cents] of sumsOf(due)) expect(stated.get(key) ?? 0, key).toBeGreaterThanOrEqual(cents);
}
