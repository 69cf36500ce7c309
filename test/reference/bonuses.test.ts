// Bonuses in random histories of sales, refunds and approvals, held against what they come to the slow way: after each step all sales are
// counted again. And every history is projected again, in batches of each size.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { BonusAdded } from "../../src/core/rules/events/bonus-events.ts";
import { anna, ben, click, partnerJoined, programCreated, refund, sale } from "../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../support/memory-program.ts";
import { runsOf } from "../support/property-runs.ts";

type Sold = { readonly do: "sell"; readonly partner: 2 | 3; readonly cents: number; readonly currency: "USD" | "EUR" };
type Step = { readonly days: number } & (
  | Sold
  | { readonly do: "refund"; readonly pick: number; readonly cents: number }
  | { readonly do: "record" | "approve" | "stop" }
);

const days = fc.constantFrom(0, 0, 0, 1, 7, 16);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("sell" as const),
      partner: fc.constantFrom(2 as const, 3 as const),
      cents: fc.constantFrom(100, 999, 10_000),
      currency: fc.constantFrom("USD" as const, "USD" as const, "EUR" as const),
      days,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("refund" as const),
      pick: fc.nat(30),
      cents: fc.constantFrom(50, 999, 10_000),
      days,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom("record" as const, "record" as const, "approve" as const), days }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("stop" as const), days }) },
);

const bonuses: readonly BonusAdded[] = [
  {
    ...{ type: "bonus_added", bonus_id: "monthly", metric: "sales", at_least: 2, period: "month" },
    ...{ amount_cents: 700, currency: "USD", from: null, until: null },
  },
  {
    ...{ type: "bonus_added", bonus_id: "lifelong", metric: "sales_cents", at_least: 10_900, period: "lifetime" },
    ...{ amount_cents: 900, currency: "EUR", from: null, until: "2026-02-20T00:00:00.000Z" },
  },
];

/** What is known of one sale, and of one bonus that was recorded. */
type Sale = Sold & { readonly name: string; readonly at: Date; readonly counts: readonly string[]; back: number };
type Award = { readonly key: string; readonly id: number; isFinal: boolean };

class Model {
  readonly sales: Sale[] = [];
  readonly awards: Award[] = [];
  readonly running = new Set(bonuses.map(({ bonus_id }) => bonus_id));

  reached(): string[] {
    const found = bonuses.flatMap((bonus) => [2, 3].flatMap((partner) => this.#periodsOf(bonus, partner)));
    return found.sort();
  }

  #periodsOf({ bonus_id, metric, at_least, period, currency }: BonusAdded, partner: number): string[] {
    const counted = this.sales.filter(
      (one) => one.partner === partner && one.currency === currency && one.counts.includes(bonus_id),
    );
    const byPeriod = Map.groupBy(counted, ({ at }) => (period === "month" ? at.toISOString().slice(0, 7) : "lifetime"));
    return [...byPeriod].flatMap(([within, sold]) => {
      const left = sold.map(({ cents, back }) => cents - back);
      const figure = metric === "sales" ? left.filter((cents) => cents > 0).length : left.reduce((a, b) => a + b, 0);
      return figure >= at_least ? [`${bonus_id} ${partner} ${within}`] : [];
    });
  }

  /** By the commission's id. */
  expected(): Record<number, number> {
    const reached = this.reached();
    return Object.fromEntries(
      this.awards.map(({ key, id, isFinal }) => {
        const amount = bonuses.find(({ bonus_id }) => key.startsWith(`${bonus_id} `))?.amount_cents ?? 0;
        return [id, isFinal || reached.includes(key) ? amount : 0];
      }),
    );
  }
}

function counting(model: Model, at: Date): string[] {
  const open = bonuses.filter(({ until }) => until === null || at < new Date(until));
  return open.map(({ bonus_id }) => bonus_id).filter((id) => model.running.has(id));
}

function take(program: MemoryProgram, model: Model, one: Step, day: number): void {
  switch (one.do) {
    case "sell": {
      const name = `tx-${model.sales.length}`;
      const { partner, cents, currency } = one;
      const fields = { transaction_id: name, customer_key: name, click_id: `click-${partner}`, amount_cents: cents };
      program.record(sale({ ...fields, currency, day }));
      model.sales.push({ ...one, name, at: program.now, counts: counting(model, program.now), back: 0 });
      return;
    }
    case "refund": {
      const of = model.sales[one.pick % Math.max(1, model.sales.length)];
      if (of === undefined || of.back + one.cents > of.cents) return;
      program.record(
        refund({ transaction_id: of.name, refund_amount_cents: one.cents, refund_id: `${of.back}-${of.name}`, day }),
      );
      of.back += one.cents;
      return;
    }
    case "record": {
      for (const key of model.reached().filter((due) => !model.awards.some((award) => award.key === due))) {
        const [bonus_id = "", partner, period = ""] = key.split(" ");
        const data: TestEvent["data"] = { type: "bonus_reached", bonus_id, partner_id: Number(partner), period };
        const { eventId, outcome } = program.record({ source: "schedule", data, day });
        expect(outcome).toBe("recorded");
        model.awards.push({ key, id: eventId, isFinal: false });
      }
      return;
    }
    case "approve": {
      const reached = model.reached();
      program.record({
        source: "schedule",
        data: { type: "commissions_approved", sale_ids: model.awards.map(({ id }) => id) },
        day,
      });
      const rows = new Map(program.rows("commission").map((row) => [row.sale_id, row]));
      for (const award of model.awards) {
        const isOver = (rows.get(award.id)?.hold_until ?? program.now) <= program.now;
        if (isOver && reached.includes(award.key)) award.isFinal = true;
      }
      return;
    }
    case "stop":
      program.record({ source: "operator", data: { type: "bonus_stopped", bonus_id: "monthly" }, day });
      model.running.delete("monthly");
  }
}

test("the books say of bonuses what counting all sales again says, in every history", () => {
  let [earned, reversed, final] = [0, 0, 0];
  const history = fc.array(step, { minLength: 5, maxLength: 60, size: "max" });
  fc.assert(
    fc.property(history, (steps) => {
      const [program, model] = [new MemoryProgram(), new Model()];
      const operator = (data: TestEvent["data"]): TestEvent => ({ source: "operator", data });
      program.record(programCreated({ hold_period_days: 10, attribution_window_days: 365 }));
      for (const partner of [anna, ben]) program.record(partnerJoined(partner));
      for (const id of [2, 3]) program.record(click(id, { click_id: `click-${id}` }));
      for (const bonus of bonuses) program.record(operator(bonus));
      let day = 0;
      for (const one of steps) {
        day += one.days;
        take(program, model, one, day);
        const found = program.rows("commission").filter(({ kind }) => kind === "bonus");
        expect(Object.fromEntries(found.map((row) => [row.sale_id, row.amount_cents]))).toEqual(model.expected());
        const due = program.rows("bonus_award").filter(({ state }) => state === "due");
        const known = new Set(model.awards.map(({ key }) => key));
        expect(due.map((row) => `${row.bonus_id} ${row.partner_id} ${row.period}`).sort()).toEqual(
          model.reached().filter((key) => !known.has(key)),
        );
      }
      for (const size of [1, 3, 1_000]) expect(program.replay(size).dump()).toBe(program.dump());
      earned += model.awards.length;
      final += model.awards.filter(({ isFinal }) => isFinal).length;
      reversed += program.rows("bonus_award").filter(({ state }) => state === "below").length;
    }),
    runsOf(1_000, 60),
  );
  // A model that agrees about nothing proves nothing.
  for (const seen of [earned, reversed, final]) expect(seen).toBeGreaterThan(0);
});
