// Random histories in which money is paid out, lived through on PostgreSQL by the commands operators use: the law of money holds
// in the books as they are stored, and they are what their log says.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { monthOf } from "../../src/core/rules/events/statement.ts";
import { catchUpAll } from "../../src/engine/books/catch-up.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { click, lead, payment } from "../support/event-builders.ts";
import type { TestEvent } from "../support/memory-program.ts";
import { paidHistory } from "../support/operator.ts";
import { livePaidStep } from "../support/paid-steps.ts";
import { howMany, propertySeed } from "../support/property-runs.ts";
import { asOwner } from "../support/service.ts";
import { createTestProgram, dumpBooks, emptyBooks } from "../support/submissions.ts";

const programs = howMany(120, 60);

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

test(`the law of money holds in ${programs} random histories, and so it does when they are projected again`, {
  timeout: 180_000,
}, async () => {
  for (let index = 0; index < programs; index++) {
    const { programId, partnerIds } = await createTestProgram(db, { hold_period_days: 0 }, [`a${index}`, `b${index}`]);
    const steps = fc
      .sample(paidHistory(partnerIds, { strange: false }), { numRuns: 1, seed: propertySeed + index })
      .flat();
    const prelude = partnerIds.flatMap((partnerId, number) => [
      click(partnerId, { click_id: `click-${number + 1}` }),
      lead({ click_ids: [`click-${number + 1}`], customer_key: `customer-${number + 1}` }),
    ]);
    const waits = payment({ transaction_id: "waits", payer: { customer_key: "customer-late" } });
    const late = lead({ click_ids: ["click-1"], customer_key: "customer-late" });
    for (const [number, step] of [...prelude, waits, ...steps, late].entries()) {
      // As if this month were over: later events of its sales restate them.
      if (index % 2 === 0 && number === Math.floor(steps.length / 3)) await livePaidStep(db, programId, closing());
      await livePaidStep(db, programId, step);
    }
  }
  const paid = await asOwner<{ status: string; payouts: number }>(
    db.url,
    "select status, count(*)::int as payouts from payout group by 1",
  );
  for (const status of ["paid", "cancelled", "returned"]) {
    expect(paid.find((row) => row.status === status)?.payouts, status).toBeGreaterThan(2);
  }
  const [restated] = await asOwner<{ rows: number }>(db.url, "select count(*)::int as rows from restatement");
  expect(restated?.rows).toBeGreaterThan(5);
  await expectLaw();
  const stored = await dumpBooks(db.url);
  await emptyBooks(db.url);
  await catchUpAll(db.database);
  expect(await dumpBooks(db.url)).toBe(stored);
});

function closing(): TestEvent {
  const month = monthOf(new Date());
  return { source: "schedule", data: { type: "month_closed", month, totals: [], corrections: [] } };
}

/** The amount due is computed from sales and refunds; the amount paid is read from the log, not from the books. */
async function expectLaw(): Promise<void> {
  const broken = await asOwner(
    db.url,
    `with due as (
       select c.program_id, c.partner_id, c.currency,
              c.amount_at_sale_cents - div(2 * c.amount_at_sale_cents * s.refunded_cents + s.amount_cents, 2 * s.amount_cents) as cents
         from commission c join sale s using (program_id, sale_id)
        where c.stage = 'paid' or (c.stage = 'approved' and c.status <> 'held')),
     paid as (
       select e.program_id, (e.data ->> 'partner_id')::bigint as partner_id, e.data ->> 'currency' as currency,
              -(item ->> 'amount_cents')::bigint as cents
         from event e cross join lateral jsonb_array_elements(e.data -> 'items') item
        where e.type = 'payout_recorded'
          and not exists (select from event r
                           where r.program_id = e.program_id and r.type = 'payout_returned'
                             and r.data ->> 'payout_id' = e.data ->> 'payout_id')),
     owed as (
       select program_id, partner_id, currency, -amount_cents as cents
         from commission
        where stage = 'approved' and status in ('approved', 'refunded')
       union all
       select program_id, partner_id, currency, -amount_cents from adjustment)
     select program_id, partner_id, currency, sum(cents) as cents
       from (select * from due union all select * from paid union all select * from owed) account
      group by 1, 2, 3
     having sum(cents) <> 0`,
  );
  expect(broken).toEqual([]);
}
