// Tiers that pay a whole month: its sales earn the terms' own rate until it is closed, and then that of the step which it reached. Worked out
// by hand.
import { describe, expect, test } from "vitest";
import type { CommissionTerms } from "../../../../src/core/rules/events/settings/terms.ts";
import { commissionTermsSchema } from "../../../../src/core/rules/events/settings/terms.ts";
import { closeTierMonths } from "../../../support/close-tier-months.ts";
import {
  anna,
  ben,
  byHand,
  click,
  lead,
  partnerJoined,
  programCreated,
  refund,
  sale,
} from "../../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../../support/memory-program.ts";

type Percentage = Extract<CommissionTerms, { type: "percentage" }>;
type Tiers = NonNullable<Percentage["tiers"]>;

const [annaId, benId] = [2, 3];
const tenPercent: Percentage = { type: "percentage", rate_bps: 1_000, duration_months: null };
/** 20 % of a month with three sales, 30 % of one with five. */
const wholeMonth: Tiers = {
  metric: "sales",
  period: "month",
  applies: "period",
  steps: [
    { from: 3, rate_bps: 2_000 },
    { from: 5, rate_bps: 3_000 },
  ],
};
const terms: Percentage = { ...tenPercent, tiers: wholeMonth };
/** January is over on day 31, and is closed two days later. */
const [january, closedOn] = ["2026-01", 33];

function begin(commission: CommissionTerms, fields: Parameters<typeof programCreated>[0] = {}): MemoryProgram {
  const program = new MemoryProgram();
  recordAll(program, [
    programCreated({ commission, ...fields }),
    partnerJoined(anna),
    partnerJoined(ben),
    click(annaId, { click_id: "click-1" }),
    lead({ customer_key: "customer-1", click_ids: ["click-1"] }),
    click(benId, { click_id: "click-2" }),
    lead({ customer_key: "customer-2", click_ids: ["click-2"] }),
  ]);
  return program;
}

function recordAll(program: MemoryProgram, story: readonly TestEvent[]): void {
  for (const event of story) {
    const { outcome, message } = program.record(event);
    if (outcome === "refused") throw new Error(message);
  }
}

/** Projects the events again, in batches of each size: the books are the same. */
function projectAgain(program: MemoryProgram): void {
  for (const batchSize of [1, 2, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
}

/** Of 100.00 USD each, numbered, by Anna. */
const sold = (number: number, fields: Parameters<typeof sale>[0] = {}) =>
  sale({ transaction_id: `tx-${number}`, ...fields });
const soldBen = (number: number, fields: Parameters<typeof sale>[0] = {}) =>
  sold(number, { customer_key: "customer-2", ...fields });
const back = (number: number, cents: number | null = null, day?: number) => ({
  ...refund({ transaction_id: `tx-${number}`, refund_amount_cents: cents }),
  ...(day === undefined ? {} : { day }),
});
const close = (program: MemoryProgram, sizeMax = 200): void =>
  closeTierMonths(program, { end: new Date("2026-02-01T00:00:00.000Z"), day: closedOn, sizeMax });

const atSale = (program: MemoryProgram) =>
  program.rows("commission").map(({ amount_at_sale_cents }) => amount_at_sale_cents);
const now = (program: MemoryProgram) => program.rows("commission").map(({ amount_cents }) => amount_cents);
const tiersOf = (program: MemoryProgram) => program.rows("commission").map(({ terms: of }) => of?.tier);

function sell(count: number, commission: CommissionTerms = terms): MemoryProgram {
  const program = begin(commission);
  recordAll(
    program,
    Array.from({ length: count }, (_, index) => sold(index + 1)),
  );
  return program;
}

describe("a month that reached a step", () => {
  test("pays its sales the terms' own rate until it is closed, and then all of them by the step", () => {
    const program = sell(4);
    expect(atSale(program)).toEqual([1_000, 1_000, 1_000, 1_000]);
    expect(tiersOf(program)[3]).toEqual({ step: null, open_month: january });
    close(program);
    expect(atSale(program)).toEqual([2_000, 2_000, 2_000, 2_000]);
    expect(now(program)).toEqual([2_000, 2_000, 2_000, 2_000]);
    expect(tiersOf(program)[0]).toEqual({ step: 0, adjusted_cents: 1_000 });
    projectAgain(program);
  });

  test("and one that reached none leaves its sales as they were, closed", () => {
    const program = sell(2);
    close(program);
    expect(atSale(program)).toEqual([1_000, 1_000]);
    expect(tiersOf(program)).toEqual([
      { step: null, adjusted_cents: 0 },
      { step: null, adjusted_cents: 0 },
    ]);
    projectAgain(program);
  });

  test("is each partner's own, and the next month's sales stay open", () => {
    const program = sell(3);
    recordAll(program, [soldBen(4), sold(5, { day: 32 })]);
    close(program);
    expect(atSale(program)).toEqual([2_000, 2_000, 2_000, 1_000, 1_000]);
    expect(tiersOf(program)[4]).toEqual({ step: null, open_month: "2026-02" });
    projectAgain(program);
  });

  test("may pay less than until then, where the step does", () => {
    const program = sell(3, { ...tenPercent, tiers: { ...wholeMonth, steps: [{ from: 2, rate_bps: 500 }] } });
    close(program);
    expect(atSale(program)).toEqual([500, 500, 500]);
    projectAgain(program);
  });

  test("leaves a customer's first sale its own rate, and flat amounts work alike", () => {
    const program = sell(3, { ...terms, first: { rate_bps: 5_000 } });
    close(program);
    expect(atSale(program)).toEqual([5_000, 2_000, 2_000]);
    const flat: CommissionTerms = {
      ...{ type: "flat", amount_cents: 700, currency: "EUR", duration_months: null },
      tiers: { ...wholeMonth, steps: [{ from: 3, amount_cents: 900 }] },
    };
    const paidFlat = sell(3, flat);
    close(paidFlat);
    expect(atSale(paidFlat)).toEqual([900, 900, 900]);
    projectAgain(paidFlat);
  });

  test("is the same however its sales are spread over events", () => {
    const whole = sell(5);
    close(whole);
    const inPieces = sell(5);
    close(inPieces, 2);
    expect(atSale(inPieces)).toEqual(atSale(whole));
    expect(atSale(whole)).toEqual([3_000, 3_000, 3_000, 3_000, 3_000]);
    projectAgain(inPieces);
  });
});

describe("a refund", () => {
  test("before the close takes the month below the step", () => {
    const program = sell(3);
    recordAll(program, [back(2)]);
    close(program);
    expect(atSale(program)).toEqual([1_000, 1_000, 1_000]);
    expect(now(program)).toEqual([1_000, 0, 1_000]);
    projectAgain(program);
  });

  test("in the days between the month's end and its close counts", () => {
    const program = sell(3);
    recordAll(program, [back(2, null, 32)]);
    close(program);
    expect(now(program)).toEqual([1_000, 0, 1_000]);
    projectAgain(program);
  });

  test("of a part leaves a part of what the step pays", () => {
    const program = sell(3);
    recordAll(program, [back(1, 3_333)]);
    close(program);
    // 20.00 less a third of it, rounded half up: 20.00 - 6.67.
    expect(now(program)).toEqual([1_333, 2_000, 2_000]);
    projectAgain(program);
  });

  test("after the close changes its own commission at the rate that was paid, and nothing else of the month", () => {
    const program = sell(3);
    close(program);
    recordAll(program, [back(1, 5_000, 40), back(2, null, 41)]);
    expect(atSale(program)).toEqual([2_000, 2_000, 2_000]);
    expect(now(program)).toEqual([1_000, 0, 2_000]);
    projectAgain(program);
  });

  test("between two events of one close moves no other sale: the month is what it was at the first", () => {
    const program = sell(3);
    const saleIds = program.rows("sale").map(({ sale_id }) => sale_id);
    const closing = (sale_ids: readonly number[]): TestEvent => ({
      source: "schedule",
      day: closedOn,
      data: { type: "tier_month_closed", partner_id: annaId, month: january, sale_ids },
    });
    recordAll(program, [closing(saleIds.slice(0, 1)), back(3, null, closedOn), closing(saleIds.slice(1))]);
    expect(atSale(program)).toEqual([2_000, 2_000, 2_000]);
    projectAgain(program);
  });
});

describe("a sale of a closed month", () => {
  test("that is learned of later is paid by the step that the month reached, and moves no other", () => {
    const program = sell(3);
    const [first = 0] = program.rows("sale").map(({ sale_id }) => sale_id);
    recordAll(program, [byHand.remove(first)]);
    close(program);
    expect(atSale(program)).toEqual([1_000, 1_000]);
    recordAll(program, [byHand.undo(first)]);
    expect(atSale(program)).toEqual([1_000, 1_000, 1_000]);
    projectAgain(program);
  });

  test("waits for a close of its own where its partner had none of that month", () => {
    const program = sell(3);
    const [first = 0] = program.rows("sale").map(({ sale_id }) => sale_id);
    close(program);
    recordAll(program, [byHand.remove(first), byHand.set(first, benId)]);
    expect(tiersOf(program)[0]).toEqual({ step: null, open_month: january });
    close(program);
    expect(atSale(program)).toEqual([1_000, 2_000, 2_000]);
    projectAgain(program);
  });
});

test("a cap leaves what it leaves of the step's amount", () => {
  const program = sell(3, { ...terms, caps: { per_partner_month_cents: 5_000 } });
  close(program);
  expect(atSale(program)).toEqual([2_000, 2_000, 1_000]);
  expect(program.rows("commission")[2]?.terms?.cap).toEqual({ by: "per_partner_month_cents", uncapped_cents: 2_000 });
  projectAgain(program);
});

test("a recruiter's share follows", () => {
  const program = begin(terms, { referral: { share_bps: 1_000, months: null } });
  recordAll(program, [
    { source: "operator", data: { type: "partner_recruited", partner_id: annaId, recruited_by: benId } },
    sold(1),
    sold(2),
    sold(3),
  ]);
  close(program);
  const shares = program.rows("commission").filter(({ kind }) => kind === "referral");
  expect(shares.map(({ amount_cents }) => amount_cents)).toEqual([200, 200, 200]);
  projectAgain(program);
});

test("what was paid stays, and the rest is owed", () => {
  const program = begin(terms, { hold_period_days: 0 });
  recordAll(program, [sold(1), sold(2), sold(3)]);
  const [first = 0] = program.rows("sale").map(({ sale_id }) => sale_id);
  recordAll(program, [{ source: "schedule", day: 5, data: { type: "commissions_approved", sale_ids: [first] } }]);
  const paying = { partner_id: annaId, currency: "USD", items: [{ sale_id: first, amount_cents: 1_000 }] } as const;
  const { eventId: payout_id } = program.record({ source: "operator", data: { type: "payout_created", ...paying } });
  recordAll(program, [
    { source: "operator", data: { type: "payout_recorded", ...paying, payout_id, method: "wire", reference: null } },
  ]);
  close(program);
  expect(program.rows("commission")[0]).toMatchObject({ amount_cents: 1_000, amount_at_sale_cents: 2_000 });
  expect(program.rows("adjustment")).toMatchObject([{ sale_id: first, amount_cents: 1_000 }]);
  projectAgain(program);
});

describe("the log", () => {
  test("may name sales that are another partner's, another month's or closed: nothing is changed by them", () => {
    const program = sell(3);
    recordAll(program, [soldBen(4), sold(5, { day: 32 })]);
    const ids = program.rows("sale").map(({ sale_id }) => sale_id);
    const closing = (partner_id: number, month: string): TestEvent => ({
      source: "schedule",
      day: closedOn,
      data: { type: "tier_month_closed", partner_id, month, sale_ids: [...ids, 9_999] },
    });
    expect(program.record(closing(benId, "2025-12"))).toMatchObject({ reason: "tier_month_closed_already" });
    expect(program.record(closing(annaId, january))).toMatchObject({ outcome: "recorded" });
    expect(program.record(closing(annaId, january))).toMatchObject({ reason: "tier_month_closed_already" });
    expect(atSale(program)).toEqual([2_000, 2_000, 2_000, 1_000, 1_000]);
    expect(program.record(closing(77, january))).toMatchObject({ outcome: "refused", reason: "unknown_partner" });
    projectAgain(program);
  });
});

test("tiers that count for life pay by what was reached before", () => {
  const parsed = commissionTermsSchema.safeParse({ ...terms, tiers: { ...wholeMonth, period: "lifetime" } });
  expect(parsed.error?.issues[0]).toMatchObject({ path: ["tiers", "applies"] });
});
