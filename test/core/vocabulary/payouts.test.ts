// Money's life: held, approved, put in a payout, paid; regardless of what happens afterwards, no partner is paid a cent twice or loses
// one. The law: for every partner and currency, what is owed is what the rules say, less what was paid; at any time.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Event } from "../../../src/core/rules/events/events.ts";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
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
import { accountOf, operate, owedTo, paidHistory, payeesOf, type Step, sumOf, take } from "../../support/operator.ts";
import { runsOf } from "../../support/property-runs.ts";

const runs = runsOf(400);
const [annaId, benId] = [2, 3];
const partnerIds = [annaId, benId];

function begin(settings: Partial<Settings> = {}): MemoryProgram {
  const program = new MemoryProgram();
  program.record(programCreated({ attribution_window_days: 90, ...settings }));
  program.record(partnerJoined(anna));
  program.record(partnerJoined(ben));
  return program;
}

/** Two customers who bring sales, and commissions that may be approved at once: so that much is paid in few steps. */
function beginRandom(): MemoryProgram {
  const program = begin({ hold_period_days: 0 });
  for (const [index, partnerId] of partnerIds.entries()) {
    program.record(click(partnerId, { click_id: `click-${index + 1}` }));
    program.record(lead({ click_ids: [`click-${index + 1}`], customer_key: `customer-${index + 1}` }));
  }
  return program;
}

function live(steps: readonly Step[]): MemoryProgram {
  const program = beginRandom();
  for (const step of steps) take(program, step);
  return program;
}

function expectLaw(program: MemoryProgram): void {
  for (const payee of payeesOf(program)) {
    const { due, owed, paid } = accountOf(program, payee);
    expect(owed, `${payee.partner_id} ${payee.currency}: ${due} due, ${paid} paid`).toBe(due - paid);
  }
}

/** Half a year of rules that were wrong: other rates, other holds, other partners. */
function corrected({ data, ...event }: Event): Event {
  if (data.type === "program_created") {
    const commission = { type: "percentage", rate_bps: 3_000, duration_months: 1 } as const;
    return { ...event, data: { ...data, settings: { ...data.settings, commission, lead_auth: "any" } } };
  }
  if (data.type === "click_recorded" && data.click_id === "click-1") {
    return { ...event, data: { ...data, partner_id: data.partner_id === annaId ? benId : annaId } };
  }
  return { ...event, data };
}

describe.each([
  ["by an operator", { strange: false }],
  ["as no operator would", { strange: true }],
])("whatever happens and is paid %s", (_, how) => {
  const history = paidHistory(partnerIds, how);

  test("what is owed is what the rules say, less what was paid, after every single event", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const program = beginRandom();
        for (const step of steps) {
          take(program, step);
          expectLaw(program);
        }
      }),
      runsOf(200),
    );
  });

  test("projecting the log again gives the same books, in batches of any size", () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 30 }), (steps, batchSize) => {
        const program = live(steps);
        expect(program.replay(batchSize).dump()).toBe(program.dump());
        expect(program.rows("outcome").filter((row) => row.outcome === "failed")).toEqual([]);
      }),
      runs,
    );
  });

  test("the law holds as well under rules that were corrected since, and what was paid stays what it was", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const program = live(steps);
        const replayed = program.replay(7, corrected);
        expectLaw(replayed);
        expect(replayed.dump(["payout", "payout_item"])).toBe(program.dump(["payout", "payout_item"]));
      }),
      runs,
    );
  });

  test("what changed in a sale since it was recorded sums to what it is now", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const program = live(steps);
        const changes = program.rows("sale_change");
        for (const sale of program.rows("sale")) {
          // History of before is on no statement.
          if (sale.imported !== null) continue;
          const ofSale = changes.filter((row) => row.sale_id === sale.sale_id);
          expect(sumOf(ofSale.map((row) => row.refunded_cents))).toBe(sale.refunded_cents);
          const fee = program.rows("platform_fee").find((row) => row.sale_id === sale.sale_id);
          expect(sumOf(ofSale.map((row) => row.fee_cents))).toBe(
            (fee?.amount_cents ?? 0) - (fee?.amount_at_sale_cents ?? 0),
          );
        }
        const sales = new Set(program.rows("sale").map((row) => row.sale_id));
        expect(changes.filter((row) => !sales.has(row.sale_id))).toEqual([]);
      }),
      runs,
    );
  });
});

describe("an operator's payouts", () => {
  const covered = { paid: 0, tookOff: 0, returned: 0 };

  function expectSoundPayout(
    program: MemoryProgram,
    data: Extract<TestEvent["data"], { type: "payout_created" }>,
  ): void {
    expect(sumOf(data.items.map((item) => item.amount_cents))).toBeGreaterThan(0);
    const waiting = program.rows("payout_item").filter((row) => row.status === "created");
    const places = waiting.map((row) => `${row.sale_id} ${row.partner_id} ${row.currency}`);
    expect(new Set(places).size).toBe(places.length);
    const held = new Set(data.items.map((item) => item.sale_id));
    expect(owedTo(program, data).filter((item) => held.has(item.sale_id))).toEqual([]);
    if (data.items.some((item) => item.amount_cents < 0)) covered.tookOff += 1;
    const disputed = program.rows("sale").filter((row) => row.status === "disputed");
    const isDisputed = ({ sale_id }: { sale_id: number }) => disputed.some((row) => row.sale_id === sale_id);
    expect(data.items.filter((item) => item.amount_cents > 0 && isDisputed(item))).toEqual([]);
  }

  test("never pay nothing or less, and never hold what another holds", () => {
    fc.assert(
      fc.property(paidHistory(partnerIds, { strange: false }), (steps) => {
        const program = beginRandom();
        for (const step of steps) {
          const data = take(program, step);
          if (data?.type === "payout_created") expectSoundPayout(program, data);
          if (data?.type === "payout_recorded") covered.paid += 1;
          if (data?.type === "payout_returned") covered.returned += 1;
        }
        for (const payout of program.rows("payout").filter((row) => row.status === "paid")) {
          const items = program.rows("payout_item").filter((row) => row.payout_id === payout.payout_id);
          expect(sumOf(items.map((row) => row.amount_cents))).toBe(payout.amount_cents);
        }
      }),
      runs,
    );
    // A property about things that never happen would say nothing.
    expect(Math.min(...Object.values(covered)), JSON.stringify(covered)).toBeGreaterThan(0);
  });
});

describe("a payout", () => {
  const sold = payment({ aliases: ["in_1", "pi_1"], payer: { customer_key: "customer-1" } });
  const day = (event: TestEvent, when: number): TestEvent => ({ ...event, day: when });
  const usd = { partner_id: annaId, currency: "USD" } as const;
  const approve = (when: number) => ({ do: "approve", pick: 0, day: when }) as const;
  const then = (what: "create" | "pay" | "cancel" | "return") => ({ do: what, pick: 0, day: null }) as const;

  function given(...steps: readonly Step[]): MemoryProgram {
    const program = begin();
    program.record(click(annaId));
    program.record(lead());
    for (const step of steps) take(program, step);
    return program;
  }

  test("takes off what went back after an earlier one, and the rest is carried over until it can", () => {
    const program = given(sold, approve(15), then("create"), then("pay"), paymentRefunded({ amount_cents: 5_000 }));
    expect(accountOf(program, usd)).toEqual({ due: 1_000, owed: -1_000, paid: 2_000 });
    expect(operate(program, then("create"))).toBeNull();
    program.record(
      day(payment({ transaction_id: "in_2", amount_cents: 4_000, payer: { customer_key: "customer-1" } }), 20),
    );
    take(program, approve(40));
    expect(accountOf(program, usd).owed).toBe(-200);
    expect(operate(program, then("create"))).toBeNull();
    program.record(payment({ transaction_id: "in_3", amount_cents: 10_000, payer: { customer_key: "customer-1" } }));
    take(program, approve(60));
    expect(operate(program, then("create"))).toMatchObject({
      items: [{ amount_cents: -1_000 }, { amount_cents: 800 }, { amount_cents: 2_000 }],
    });
    take(program, then("pay"));
    expect(accountOf(program, usd)).toEqual({ due: 3_800, owed: 0, paid: 3_800 });
    expect(program.rows("adjustment")).toEqual([]);
    expect(program.rows("commission")).toMatchObject([
      { amount_cents: 1_000, status: "paid" },
      { amount_cents: 800, status: "paid" },
      { amount_cents: 2_000, status: "paid" },
    ]);
  });

  test("pays what it was put together for, though a refund came before it was paid; the difference is an adjustment", () => {
    const program = given(sold, approve(15), then("create"), paymentRefunded({ amount_cents: 2_500 }));
    expect(program.one("commission")).toMatchObject({ amount_cents: 1_500, status: "refunded", stage: "approved" });
    expect(owedTo(program, usd)).toEqual([]);
    take(program, then("pay"));
    expect(program.one("commission")).toMatchObject({ amount_cents: 2_000, status: "paid" });
    expect(program.one("adjustment")).toMatchObject({ partner_id: annaId, amount_cents: -500 });
  });

  test("that is cancelled leaves everything owed as it was", () => {
    const program = given(sold, approve(15), then("create"));
    expect(owedTo(program, usd)).toEqual([]);
    take(program, then("cancel"));
    expect(owedTo(program, usd)).toEqual([{ sale_id: program.one("sale").sale_id, amount_cents: 2_000 }]);
    expect(program.one("payout")).toMatchObject({ status: "cancelled", paid_at: null });
  });

  test("whose money came back is owed again, as the rules say by then", () => {
    const program = given(sold, approve(15), then("create"), then("pay"), paymentRefunded({ amount_cents: 2_500 }));
    take(program, then("return"));
    expect(program.one("commission")).toMatchObject({ amount_cents: 1_500, status: "refunded", stage: "approved" });
    expect(program.rows("adjustment")).toEqual([]);
    expect(accountOf(program, usd)).toEqual({ due: 1_500, owed: 1_500, paid: 0 });
    take(program, then("create"));
    take(program, then("pay"));
    expect(accountOf(program, usd)).toEqual({ due: 1_500, owed: 0, paid: 1_500 });
  });

  test("whose money came back takes nothing off for a sale that earns nothing by now", () => {
    const commission = { type: "percentage", rate_bps: 2_000, duration_months: 1 } as const;
    const program = given({
      source: "operator",
      data: { type: "program_changed", name: null, status: null, settings: { commission } },
    });
    const renewal = { transaction_id: "in_2", subscription_id: "sub_1", is_recurring: true };
    program.record(payment({ subscription_id: "sub_1", payer: { customer_key: "customer-1" } }));
    program.record(day(sale({ transaction_id: "in_2" }), 40));
    for (const step of [approve(60), then("create"), then("pay")]) take(program, step);
    program.record(payment(renewal));
    expect(accountOf(program, usd)).toEqual({ due: 2_000, owed: -2_000, paid: 4_000 });
    take(program, then("return"));
    expect(accountOf(program, usd)).toEqual({ due: 2_000, owed: 2_000, paid: 0 });
    program.record(paymentRefunded({ alias: "in_2", amount_cents: 2_500 }));
    expect(program.rows("sale_change").at(-1)).toMatchObject({
      refunded_cents: 2_500,
      commission_currency: "",
      commission_cents: 0,
      fee_cents: -88,
    });
  });

  test("is paid, cancelled or returned once: the second word is refused and changes nothing", () => {
    const program = given(sold, approve(15), then("create"), then("pay"));
    const { payout_id } = program.one("payout");
    const sale_ids = [program.one("sale").sale_id];
    const before = program.dump(["payout", "payout_item", "commission"]);
    const again: TestEvent["data"][] = [
      { type: "payout_recorded", payout_id, ...usd, items: [], method: null, reference: null },
      { type: "payout_cancelled", payout_id, sale_ids, reason: null },
    ];
    for (const data of again) {
      expect(program.record({ source: "operator", data })).toMatchObject({
        outcome: "refused",
        reason: "payout_closed",
      });
    }
    const unknown: TestEvent["data"] = { type: "payout_cancelled", payout_id: 999, sale_ids, reason: null };
    expect(program.record({ source: "operator", data: unknown })).toMatchObject({
      outcome: "refused",
      reason: "unknown_payout",
    });
    expect(program.dump(["payout", "payout_item", "commission"])).toBe(before);
  });

  describe("under rules that were corrected since", () => {
    const rate =
      (rate_bps: number) =>
      (event: Event): Event =>
        event.data.type === "program_created"
          ? {
              ...event,
              data: {
                ...event.data,
                settings: {
                  ...event.data.settings,
                  commission: { type: "percentage", rate_bps, duration_months: null },
                },
              },
            }
          : event;
    const paid = () => given(sold, approve(15), then("create"), then("pay"));

    test("stays as it was, and what was paid too little is owed", () => {
      const replayed = paid().replay(3, rate(3_000));
      expect(replayed.one("commission")).toMatchObject({
        amount_cents: 2_000,
        amount_at_sale_cents: 3_000,
        status: "paid",
      });
      expect(replayed.one("adjustment").amount_cents).toBe(1_000);
      expect(operate(replayed, then("create"))).toMatchObject({ items: [{ amount_cents: 1_000 }] });
      take(replayed, then("pay"));
      expect(accountOf(replayed, usd)).toEqual({ due: 3_000, owed: 0, paid: 3_000 });
    });

    test("stays as it was, and what was paid too much is taken off", () => {
      const replayed = paid().replay(3, rate(500));
      expect(replayed.one("commission")).toMatchObject({
        amount_cents: 2_000,
        amount_at_sale_cents: 500,
        status: "paid",
      });
      expect(replayed.one("adjustment").amount_cents).toBe(-1_500);
    });

    test("that give the sale to another partner: the one who was paid owes it, the other is owed it", () => {
      const replayed = paid().replay(3, corrected);
      expect(replayed.one("commission")).toMatchObject({ partner_id: benId, amount_cents: 3_000, stage: "approved" });
      expect(replayed.one("adjustment")).toMatchObject({ partner_id: annaId, amount_cents: -2_000 });
    });

    test("that know no such sale: all that was paid is taken off", () => {
      const replayed = paid().replay(3, (event) =>
        event.data.type === "payment_succeeded"
          ? { ...event, data: { type: "delivery_ignored", reason: "event_type_not_used", provider_event_type: null } }
          : event,
      );
      expect(replayed.rows("commission")).toEqual([]);
      expect(replayed.one("adjustment")).toMatchObject({ partner_id: annaId, amount_cents: -2_000 });
      expectLaw(replayed);
    });
  });

  test("of a sale that turns out to repeat another is taken off, and the one that stays is owed", () => {
    const again = payment({ transaction_id: "in_9", payer: { customer_key: "customer-1" } });
    const program = given(sold, day(again, 1), approve(20), then("create"), then("pay"));
    program.record({
      source: "stripe",
      data: { type: "payment_identified", aliases: ["in_1", "in_9"].map((value) => ({ kind: "id", value })) },
    });
    expect(accountOf(program, usd)).toEqual({ due: 2_000, owed: -2_000, paid: 4_000 });
    expect(program.rows("commission")).toHaveLength(1);
  });
});
