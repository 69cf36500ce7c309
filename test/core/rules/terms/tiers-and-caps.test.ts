// Tiers that a partner reaches and caps on what commissions come to, with numbers worked out by hand.
import { describe, expect, test } from "vitest";
import type { CommissionTerms } from "../../../../src/core/rules/events/settings/terms.ts";
import {
  anna,
  ben,
  byHand,
  click,
  groupSet,
  lead,
  partnerJoined,
  partnerMoved,
  payment,
  policySet,
  programCreated,
  refund,
  sale,
} from "../../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../../support/memory-program.ts";

type Percentage = Extract<CommissionTerms, { type: "percentage" }>;
type Tiers = NonNullable<Percentage["tiers"]>;

const [annaId, benId] = [2, 3];
const tenPercent: Percentage = { type: "percentage", rate_bps: 1_000, duration_months: null };
/** 10 %, 20 % from three sales a month, 30 % from five. */
const byCount: Tiers = {
  metric: "sales",
  period: "month",
  applies: "next",
  steps: [
    { from: 3, rate_bps: 2_000 },
    { from: 5, rate_bps: 3_000 },
  ],
};
const joined = [
  partnerJoined(anna),
  partnerJoined(ben),
  click(annaId, { click_id: "click-1" }),
  lead({ customer_key: "customer-1", click_ids: ["click-1"] }),
  click(benId, { click_id: "click-2" }),
  lead({ customer_key: "customer-2", click_ids: ["click-2"] }),
];

/** Every story is projected again, in batches of each size: the books are the same. */
function recordIn(commission: CommissionTerms, ...story: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  for (const event of [programCreated({ commission }), ...joined, ...story]) {
    const { outcome, message } = program.record(event);
    if (outcome === "refused") throw new Error(message);
  }
  for (const batchSize of [1, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}
const amounts = (program: MemoryProgram) =>
  program.rows("commission").map(({ amount_at_sale_cents }) => amount_at_sale_cents);
const left = (program: MemoryProgram) => program.rows("commission").map(({ amount_cents }) => amount_cents);
/** Of 100.00 USD each, numbered. */
const sold = (number: number, fields: Parameters<typeof sale>[0] = {}) =>
  sale({ transaction_id: `tx-${number}`, ...fields });
const soldBen = (number: number, fields: Parameters<typeof sale>[0] = {}) =>
  sold(number, { customer_key: "customer-2", ...fields });

describe("a tier", () => {
  const terms: CommissionTerms = { ...tenPercent, tiers: byCount };

  test("pays a sale by what the sales before it reached: the one that crosses is not split", () => {
    const program = recordIn(terms, ...[1, 2, 3, 4, 5, 6].map((number) => sold(number)));
    expect(amounts(program)).toEqual([1_000, 1_000, 1_000, 2_000, 2_000, 3_000]);
    expect(program.rows("commission").map(({ terms: of }) => of?.tier?.step)).toEqual([null, null, null, 0, 0, 1]);
  });

  test("is each partner's own, and restarts each month", () => {
    const program = recordIn(
      terms,
      ...[1, 2, 3].map((number) => sold(number)),
      soldBen(4),
      sold(5),
      sold(6, { day: 31 }),
    );
    expect(amounts(program)).toEqual([1_000, 1_000, 1_000, 1_000, 2_000, 1_000]);
  });

  test("may count for life", () => {
    const program = recordIn(
      { ...tenPercent, tiers: { ...byCount, period: "lifetime" } },
      ...[1, 2, 3].map((number) => sold(number)),
      sold(4, { day: 40 }),
      sold(5, { day: 55 }),
    );
    expect(amounts(program)).toEqual([1_000, 1_000, 1_000, 2_000, 2_000]);
  });

  test("by amount counts what is left of sales, each currency apart", () => {
    const byAmount: CommissionTerms = {
      ...tenPercent,
      tiers: { ...byCount, metric: "sales_cents", steps: [{ from: 20_000, rate_bps: 5_000 }] },
    };
    const program = recordIn(
      byAmount,
      sold(1),
      sold(2, { currency: "EUR" }),
      sold(3),
      sold(4),
      sold(5, { currency: "EUR" }),
    );
    expect(amounts(program)).toEqual([1_000, 1_000, 1_000, 5_000, 1_000]);
    // 200.00 USD less 0.01: one cent below the step.
    const refunded = recordIn(
      byAmount,
      sold(1),
      sold(2),
      refund({ transaction_id: "tx-1", refund_amount_cents: 1 }),
      sold(3),
    );
    expect(amounts(refunded)).toEqual([1_000, 1_000, 1_000]);
  });

  test("by customers counts first sales", () => {
    const byCustomers: CommissionTerms = {
      ...tenPercent,
      tiers: { ...byCount, metric: "customers", steps: [{ from: 2, rate_bps: 4_000 }] },
    };
    const newCustomer = [click(annaId, { click_id: "c3" }), lead({ customer_key: "new", click_ids: ["c3"] })];
    const program = recordIn(
      byCustomers,
      sold(1),
      sold(2),
      sold(3),
      ...newCustomer,
      sold(4, { customer_key: "new" }),
      sold(5),
    );
    expect(amounts(program)).toEqual([1_000, 1_000, 1_000, 1_000, 4_000]);
  });

  test("is left again when a sale it was reached by is refunded in full; what was paid by it stays", () => {
    const program = recordIn(
      terms,
      ...[1, 2, 3, 4].map((number) => sold(number)),
      refund({ transaction_id: "tx-1" }),
      refund({ transaction_id: "tx-2" }),
      sold(5),
    );
    expect(amounts(program)).toEqual([1_000, 1_000, 1_000, 2_000, 1_000]);
    expect(left(program)).toEqual([0, 0, 1_000, 2_000, 1_000]);
  });

  test("a refund after the month takes its own commission back at the rate that was paid, and nothing else", () => {
    const program = recordIn(terms, ...[1, 2, 3, 4].map((number) => sold(number)), {
      ...refund({ transaction_id: "tx-4", refund_amount_cents: 5_000 }),
      day: 40,
    });
    expect(left(program)).toEqual([1_000, 1_000, 1_000, 1_000]);
  });

  test("of a product, a group or a partner counts only what is sold on those terms", () => {
    const ofProduct = policySet(terms, { product_id: "pro" });
    const program = recordIn(
      tenPercent,
      ofProduct,
      sold(1),
      sold(2),
      sold(3),
      ...[4, 5, 6, 7].map((number) => sold(number, { product_id: "pro" })),
      sold(8),
    );
    expect(amounts(program)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 2_000, 1_000]);
  });

  test("of a group begins when the partner is put into it", () => {
    const gold = [groupSet("gold"), policySet(terms, { group_id: "gold" })];
    const program = recordIn(terms, ...gold, sold(1), sold(2), sold(3), partnerMoved(annaId, "gold"), sold(4), sold(5));
    expect(amounts(program)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000]);
  });

  test("goes on counting when its terms are set again", () => {
    const better: CommissionTerms = { ...tenPercent, tiers: { ...byCount, steps: [{ from: 3, rate_bps: 9_000 }] } };
    const changed: TestEvent = {
      source: "operator",
      data: { type: "program_changed", name: null, status: null, settings: { commission: better } },
    };
    expect(amounts(recordIn(terms, sold(1), sold(2), sold(3), changed, sold(4)))).toEqual([1_000, 1_000, 1_000, 9_000]);
  });

  test("counts a payment once that a call and a provider report, and none that was taken from its partner", () => {
    const twice = [sale({ transaction_id: "pi_1" }), payment({ transaction_id: "in_1", aliases: ["in_1", "pi_1"] })];
    expect(amounts(recordIn(terms, ...twice, sold(2), sold(3)))).toEqual([1_000, 1_000, 1_000]);
    // Sale 8 is taken away and given back.
    const story = [sold(1), sold(2), sold(3), byHand.remove(8)];
    expect(amounts(recordIn(terms, ...story, sold(4)))).toEqual([1_000, 1_000, 1_000]);
    expect(amounts(recordIn(terms, ...story, byHand.undo(8), sold(4)))).toEqual([1_000, 1_000, 1_000, 2_000]);
  });

  test("a sale that is given to another partner is paid by what that one has reached", () => {
    const program = recordIn(
      terms,
      ...[1, 2, 3].map((number) => soldBen(number)),
      sold(4),
      byHand.remove(11),
      byHand.set(11, benId),
    );
    expect(amounts(program)).toEqual([1_000, 1_000, 1_000, 2_000]);
    const [total] = program.rows("term_total");
    expect([total?.holder, total?.period, total?.sales]).toEqual([`partner:${benId}`, "2026-01", 4]);
  });

  test("may raise a flat amount, and a first sale's own rate takes precedence", () => {
    const flat: CommissionTerms = {
      type: "flat",
      amount_cents: 100,
      currency: "EUR",
      duration_months: null,
      first: { amount_cents: 900 },
      tiers: { metric: "sales", period: "month", applies: "next", steps: [{ from: 2, amount_cents: 300 }] },
    };
    expect(amounts(recordIn(flat, sold(1), sold(2), sold(3)))).toEqual([900, 100, 300]);
  });
});

describe("sums that are larger than any amount", () => {
  const most = Number.MAX_SAFE_INTEGER;

  test("stay exact, and stop nothing", () => {
    const terms: CommissionTerms = {
      ...tenPercent,
      tiers: { ...byCount, metric: "sales_cents", period: "lifetime", steps: [{ from: most, rate_bps: 2_000 }] },
      caps: { program_month_cents: most, per_customer_cents: 1 },
    };
    const large = [1, 2, 3].map((number) => sold(number, { amount_cents: most }));
    const gone = [1, 2, 3].map((number) => refund({ transaction_id: `tx-${number}`, refund_amount_cents: most - 1 }));
    expect(amounts(recordIn(terms, ...large))).toEqual([1, 0, 0]);
    const program = recordIn(terms, ...large, ...gone);
    const lifetime = program.rows("term_total").find(({ period, subject }) => period === "lifetime" && subject !== "");
    expect(lifetime).toMatchObject({ sales_cents: "3", sales: 3 });
  });
});

describe("a cap", () => {
  const capped = (caps: NonNullable<CommissionTerms["caps"]>): CommissionTerms => ({ ...tenPercent, caps });
  const cuts = (program: MemoryProgram) => program.rows("commission").map(({ terms }) => terms?.cap?.by ?? null);

  test("on a customer cuts a commission to what is left, down to nothing, and says so", () => {
    const program = recordIn(capped({ per_customer_cents: 1_500 }), sold(1), sold(2), sold(3), soldBen(4));
    expect(amounts(program)).toEqual([1_000, 500, 0, 1_000]);
    expect(cuts(program)).toEqual([null, "per_customer_cents", "per_customer_cents", null]);
    expect(program.rows("commission")[1]?.terms?.cap).toEqual({ by: "per_customer_cents", uncapped_cents: 1_000 });
  });

  test("on a partner's month ends with the month", () => {
    const program = recordIn(
      capped({ per_partner_month_cents: 1_500 }),
      sold(1),
      sold(2),
      soldBen(3),
      sold(4, { day: 31 }),
    );
    expect(amounts(program)).toEqual([1_000, 500, 1_000, 1_000]);
  });

  test("on the program's month counts every partner", () => {
    const program = recordIn(capped({ program_month_cents: 2_500 }), sold(1), soldBen(2), sold(3), soldBen(4));
    expect(amounts(program)).toEqual([1_000, 1_000, 500, 0]);
  });

  test("that leaves the least counts, where there are several", () => {
    const program = recordIn(
      capped({ per_customer_cents: 1_800, program_month_cents: 1_700, per_partner_month_cents: 5_000 }),
      sold(1),
      sold(2),
    );
    expect(amounts(program)).toEqual([1_000, 700]);
    expect(cuts(program)).toEqual([null, "program_month_cents"]);
  });

  test("is freed by a refund for later sales, and what was cut is not brought back", () => {
    const program = recordIn(
      capped({ per_customer_cents: 1_500 }),
      sold(1),
      sold(2),
      refund({ transaction_id: "tx-1", refund_amount_cents: 5_000 }),
      sold(3),
    );
    // 1,000 fell to 500, so 500 of 1,500 are left again.
    expect(left(program)).toEqual([500, 500, 500]);
  });

  test("a cut commission follows refunds by its own amount", () => {
    const program = recordIn(
      capped({ per_customer_cents: 1_500 }),
      sold(1),
      sold(2),
      refund({ transaction_id: "tx-2", refund_amount_cents: 3_333 }),
    );
    // 500 less half up of 500 * 3,333 / 10,000 = 166.65.
    expect(left(program)).toEqual([1_000, 333]);
  });

  test("is of the commission's currency", () => {
    const flat: CommissionTerms = {
      type: "flat",
      amount_cents: 700,
      currency: "EUR",
      duration_months: null,
      caps: { per_customer_cents: 1_000 },
    };
    expect(amounts(recordIn(flat, sold(1), sold(2, { currency: "VND" })))).toEqual([700, 300]);
  });

  test("a provider's amount that replaces a call's is cut again", () => {
    const program = recordIn(
      capped({ per_customer_cents: 1_500 }),
      sale({ transaction_id: "pi_1" }),
      payment({ transaction_id: "in_1", aliases: ["in_1", "pi_1"], amount_cents: 20_000 }),
    );
    expect(amounts(program)).toEqual([1_500]);
  });
});
