// A closed month stays: regardless of later reports, it keeps the lines and sums that it was closed with, and all months
// together are what the books say.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import { boundsOfMonth, monthOf, monthToClose } from "../../../src/core/rules/events/statement.ts";
import { market } from "../../reference/market.ts";
import {
  anna,
  ben,
  click,
  lead,
  partnerJoined,
  payment,
  paymentRefunded,
  programCreated,
  sale,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";
import { type Step, take } from "../../support/operator.ts";
import { runsOf } from "../../support/property-runs.ts";
import { linesOf, type StatedLine, totalsOf } from "../../support/stated-months.ts";

const [annaId, benId] = [2, 3];
const counts = { clicks: 6, customers: 3, payments: 12, subscriptions: 3 };

function begin(): MemoryProgram {
  const program = new MemoryProgram();
  program.record(programCreated({ hold_period_days: 0, attribution_window_days: 90, lead_auth: "any" }));
  program.record(partnerJoined(anna));
  program.record(partnerJoined(ben));
  return program;
}

/** Closes every month that is over by now, as the job does; answers the lines each was closed with. */
function closeMonths(program: MemoryProgram, closed: Map<string, StatedLine[]>): void {
  for (;;) {
    const since = program.one("program").closed_until ?? program.one("program").created_at;
    const month = monthOf(since);
    const [, end] = boundsOfMonth(month);
    if (end > program.now) return;
    const lines = linesOf(program, month);
    const totals = totalsOf(lines).map((sums) => ({ ...sums, paid_out_cents: 0 }));
    const reported = program.record({
      source: "schedule",
      data: { type: "month_closed", month, totals, corrections: [] },
    });
    expect(reported.outcome).toBe("recorded");
    closed.set(month, lines);
  }
}

function live(steps: readonly Step[]) {
  const program = begin();
  const closed = new Map<string, StatedLine[]>();
  for (const step of steps) {
    // Months are closed below, by what they were; and a replay may change what was learned in one.
    if ("do" in step && (step.do === "close_month" || step.do === "apply_replay")) continue;
    take(program, step);
    closeMonths(program, closed);
  }
  return { program, closed };
}

/** What the books say of all sales: what they were worth, and what went back. */
function booksOf(program: MemoryProgram) {
  const fees = new Map(program.rows("platform_fee").map((row) => [row.sale_id, row.amount_cents]));
  const commissions = new Map(program.rows("commission").map((row) => [row.sale_id, row]));
  const adjustments = program.rows("adjustment");
  // Imported sales were sold elsewhere, and are in no month.
  const sales = program.rows("sale").filter(({ imported }) => imported === null);
  return totalsOf(
    sales.map((row) => {
      const commission = commissions.get(row.sale_id);
      const adjusted = adjustments.find(
        (one) =>
          one.sale_id === row.sale_id &&
          one.partner_id === commission?.partner_id &&
          one.currency === commission.currency,
      );
      const paidBeside = commission?.stage === "paid" ? (adjusted?.amount_cents ?? 0) : 0;
      return {
        event_id: row.sale_id,
        sale_id: row.sale_id,
        what: "sale" as const,
        partner_id: row.partner_id,
        currency: row.currency,
        sales: 1,
        amount: row.amount_cents,
        refunded: row.refunded_cents,
        fee: fees.get(row.sale_id) ?? 0,
        commission_currency: commission?.currency ?? "",
        commission: (commission?.amount_cents ?? 0) + paidBeside,
      };
    }),
  );
}

function monthsOf(program: MemoryProgram): string[] {
  return [...new Set(program.log.map(({ received_at }) => monthOf(received_at)))];
}

describe.each([["many" as const], ["one" as const]])("where payments have %s names", (names) => {
  const seen = new Set<string>();

  test("closed months stay as they were, all months are the books, and a replay says the same", {
    timeout: 60_000,
  }, () => {
    const histories = market({ names, partnerIds: [annaId, benId], counts }, { lengthMin: 20, lengthMax: 90 });
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 40 }), (steps, batchSize) => {
        const { program, closed } = live(steps);
        for (const [month, lines] of closed) {
          expect(linesOf(program, month), month).toEqual(lines);
          const row = program.rows("closed_month").find((one) => one.month === month);
          expect(
            row?.totals.map(({ paid_out_cents: _, ...sums }) => sums),
            month,
          ).toEqual(totalsOf(lines));
        }
        const all = monthsOf(program).flatMap((month) => linesOf(program, month));
        const nothing = { sales: 0, sales_cents: 0, refunded_cents: 0, commission_cents: 0, platform_fee_cents: 0 };
        const isSomething = (sums: object) =>
          JSON.stringify({ ...sums, currency: 0 }) !== JSON.stringify({ currency: 0, ...nothing });
        expect(totalsOf(all).filter(isSomething)).toEqual(booksOf(program).filter(isSomething));
        expect(program.replay(batchSize).dump()).toBe(program.dump());
        for (const { was_currency, now_currency } of program.rows("restatement")) {
          if (was_currency === null) seen.add("added");
          else seen.add(now_currency === null ? "removed" : "changed");
        }
      }),
      runsOf(400),
    );
    expect([...seen]).toEqual(expect.arrayContaining(names === "many" ? ["added", "removed", "changed"] : ["added"]));
  });
});

describe("what is learned of a closed month", () => {
  const day = (event: TestEvent, when: number): TestEvent => ({ ...event, day: when });
  const closing = (month: string): TestEvent => ({
    source: "schedule",
    data: { type: "month_closed", month, totals: [], corrections: [] },
  });
  const same: TestEvent = {
    source: "stripe",
    data: { type: "payment_identified", aliases: ["in_1", "in_2"].map((value) => ({ kind: "id", value })) },
  };

  test("is listed in the month it is learned in: a payment that waited for its click", () => {
    const program = begin();
    program.record(payment({ payer: { customer_key: "customer-1" } }));
    program.record(click(annaId));
    program.record(day(closing("2026-01"), 33));
    program.record(lead());
    expect(linesOf(program, "2026-01")).toEqual([]);
    expect(linesOf(program, "2026-02")).toMatchObject([
      { what: "correction", sales: 1, amount: 10_000, commission: 2_000 },
    ]);
  });

  test("is listed in the month it is learned in: two sales that are one, with the refunds of the second", () => {
    const program = begin();
    program.record(click(annaId));
    for (const id of ["in_1", "in_2"])
      program.record(sale({ transaction_id: id, customer_key: null, click_id: "click-1" }));
    program.record(paymentRefunded({ alias: "in_2", amount_cents: 2_500 }));
    const january = linesOf(program, "2026-01");
    program.record(day(closing("2026-01"), 33));
    program.record(same);
    expect(linesOf(program, "2026-01")).toEqual(january);
    expect(totalsOf(linesOf(program, "2026-02"))).toMatchObject([
      { sales: -1, sales_cents: -10_000, refunded_cents: 0, commission_cents: -2_000, platform_fee_cents: -350 },
    ]);
  });

  test("while the month is open changes that month and nothing else", () => {
    const program = begin();
    program.record(click(annaId));
    for (const id of ["in_1", "in_2"])
      program.record(sale({ transaction_id: id, customer_key: null, click_id: "click-1" }));
    program.record(day(same, 20));
    expect(linesOf(program, "2026-01")).toMatchObject([{ what: "sale", amount: 10_000 }]);
    expect(program.rows("restatement")).toEqual([]);
  });

  test("is nothing where it was received in the next month's first moment", () => {
    const program = begin();
    program.record(click(annaId));
    for (const id of ["in_1", "in_2"])
      program.record(sale({ transaction_id: id, customer_key: null, click_id: "click-1", day: 31 }));
    program.record(day(closing("2026-01"), 33));
    program.record(same);
    expect(program.rows("restatement")).toEqual([]);
    expect(linesOf(program, "2026-02")).toMatchObject([{ what: "sale", amount: 10_000 }]);
  });

  const renews = { transaction_id: "in_2", subscription_id: "sub_1", is_recurring: true };
  const percent = (rate_bps: number) => ({ type: "percentage", rate_bps, duration_months: null }) as const;
  const flat = (currency: "USD" | "EUR") =>
    ({ type: "flat", amount_cents: 2_000, currency, duration_months: null }) as const;

  test.each([
    ["nothing where it earns the same", percent(2_000), percent(2_000), []],
    ["what it earns", percent(2_000), percent(5_000), [{ was_commission_cents: 5_000, now_commission_cents: 2_000 }]],
    ["its currency", flat("EUR"), flat("USD"), [{ was_commission_currency: "USD", now_commission_currency: "EUR" }]],
  ])("changes of a payment that turns out to renew a subscription %s", (_, before, after, restated) => {
    const program = begin();
    const set = (commission: Settings["commission"]): TestEvent => ({
      source: "operator",
      data: { type: "program_changed", name: null, status: null, settings: { commission } },
    });
    const payer = { click_id: "click-1" };
    const begun = payment({ subscription_id: "sub_1", payer });
    const paid = payment({ transaction_id: "in_2", payer });
    for (const event of [set(before), click(annaId), begun, set(after), paid, day(closing("2026-01"), 33)])
      program.record(event);
    program.record(payment(renews));
    expect(program.rows("restatement")).toMatchObject(restated);
  });

  test("is its amount alone where neither commission nor fee follow from that", () => {
    const program = new MemoryProgram();
    program.record(programCreated({ commission: flat("USD"), platform_fee_bps: 0 }));
    program.record(partnerJoined(anna));
    const estimated = payment({ amount_kind: "estimate", payer: { click_id: "click-1" } });
    for (const event of [click(annaId), estimated, day(closing("2026-01"), 33), payment({ amount_cents: 9_000 })])
      program.record(event);
    expect(program.one("restatement")).toMatchObject({ was_amount_cents: 10_000, now_amount_cents: 9_000 });
  });

  test("is listed in the month it is learned in: what an estimate came to, with the fee that follows from it", () => {
    const program = begin();
    program.record(click(annaId));
    program.record(payment({ amount_kind: "estimate", payer: { click_id: "click-1" } }));
    const january = linesOf(program, "2026-01");
    program.record(day(closing("2026-01"), 33));
    program.record(payment({ amount_cents: 9_000 }));
    expect(linesOf(program, "2026-01")).toEqual(january);
    expect(totalsOf(linesOf(program, "2026-02"))).toMatchObject([
      { sales: 0, sales_cents: -1_000, commission_cents: -200, platform_fee_cents: -35 },
    ]);
  });

  test("is stated once where one report says both what it came to and whose it is", () => {
    const program = begin();
    const begun = payment({ subscription_id: "sub_1", payer: { click_id: "click-2" } });
    const estimated = payment({ transaction_id: "in_2", amount_kind: "estimate", payer: { click_id: "click-1" } });
    for (const event of [click(annaId), click(benId, { click_id: "click-2" }), begun, estimated]) program.record(event);
    program.record(day(closing("2026-01"), 33));
    program.record(payment({ ...renews, amount_cents: 9_000 }));
    expect(program.one("restatement")).toMatchObject({
      was_partner_id: annaId,
      was_currency: "USD",
      was_amount_cents: 10_000,
      was_fee_cents: 350,
      was_commission_cents: 2_000,
      now_partner_id: benId,
      now_amount_cents: 9_000,
      now_fee_cents: 315,
      now_commission_cents: 1_800,
    });
  });

  test("cannot close it again", () => {
    const program = begin();
    program.record(day(closing("2026-01"), 33));
    expect(program.record(closing("2026-01"))).toMatchObject({ outcome: "ignored", reason: "month_already_closed" });
    expect(program.rows("closed_month")).toHaveLength(1);
  });
});

describe("a month", () => {
  test.each([
    ["2026-10-20T12:00:00Z", "2026-11-02T23:59:59.999Z", null],
    ["2026-10-20T12:00:00Z", "2026-11-03T00:00:00.000Z", "2026-10"],
    ["2026-11-01T00:00:00Z", "2026-11-30T00:00:00.000Z", null],
    ["2025-12-31T23:59:59.999Z", "2026-01-03T00:00:00.000Z", "2025-12"],
    ["2026-02-01T00:00:00Z", "2026-11-22T00:00:00.000Z", "2026-02"],
  ])("open since %s is closed at %s: %s", (since, now, month) => {
    expect(monthToClose(new Date(since), new Date(now))).toBe(month);
  });
});
