// Tiers, caps, first sales and numbers of payments over random histories: each commission is what a naive model says that adds up every
// earlier sale anew, live and in a projection of the log in batches of any size.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CommissionTerms, TierMetric } from "../../../../src/core/rules/events/settings/terms.ts";
import { halfUp } from "../../../reference/arithmetic.ts";
import { TermsModel } from "../../../reference/terms-model.ts";
import { closeTierMonths } from "../../../support/close-tier-months.ts";
import {
  byHand,
  click,
  groupSet,
  lead,
  partnerJoined,
  partnerMoved,
  policySet,
  programCreated,
  refund,
  sale,
} from "../../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../../support/memory-program.ts";
import { runsOf } from "../../../support/property-runs.ts";

const partners = [2, 3];
const customers = ["a1", "a2", "b1"] as const;
const partnerOf = (customer: string) => (customer === "b1" ? 3 : 2);

type Percentage = Extract<CommissionTerms, { type: "percentage" }>;

const metrics: readonly TierMetric[] = ["sales", "sales_cents", "customers"];
const metric = fc.constantFrom(...metrics);
const tiers = fc
  .record({
    metric,
    counted: fc.constantFrom(
      { period: "month", applies: "next" } as const,
      { period: "lifetime", applies: "next" } as const,
      { period: "month", applies: "period" } as const,
    ),
    scale: fc.constantFrom(1, 2),
  })
  .map(({ scale, counted, ...rest }) => {
    const unit = rest.metric === "sales_cents" ? 10_000 * scale : scale;
    return {
      ...{ ...rest, ...counted },
      steps: [
        { from: unit, rate_bps: 2_000 },
        { from: 3 * unit, rate_bps: 3_333 },
      ],
    };
  });
const caps = fc.record(
  {
    per_customer_cents: fc.constantFrom(0, 1_500, 4_000),
    per_partner_month_cents: fc.constantFrom(1_700, 6_000),
    program_month_cents: fc.constantFrom(2_500, 9_000),
  },
  { requiredKeys: [] },
);
const terms = fc
  .record(
    {
      rate_bps: fc.constantFrom(1_000, 777),
      first: fc.constantFrom({ rate_bps: 5_000 }),
      tiers,
      caps,
    },
    { requiredKeys: ["rate_bps"] },
  )
  .map((given): Percentage => ({ type: "percentage", duration_months: null, ...given }));

type Step =
  | {
      readonly do: "sell";
      readonly customer: string;
      readonly cents: number;
      readonly product: string | null;
      readonly currency: "USD" | "EUR";
    }
  | { readonly do: "refund"; readonly pick: number; readonly cents: number | null }
  | { readonly do: "take"; readonly pick: number }
  | { readonly do: "undo"; readonly pick: number }
  | { readonly do: "close" }
  | { readonly do: "record"; readonly reported: TestEvent };

const sell = fc.record({
  do: fc.constant("sell" as const),
  customer: fc.constantFrom(...customers),
  cents: fc.constantFrom(10_000, 333, 7_501),
  product: fc.constantFrom(null, null, "pro"),
  currency: fc.constantFrom("USD" as const, "USD" as const, "EUR" as const),
});
const giveBack = fc.record({
  do: fc.constant("refund" as const),
  pick: fc.nat(20),
  cents: fc.constantFrom(null, 100, 3_333),
});
const decide = fc
  .tuple(fc.boolean(), fc.nat(20))
  .map(([isTaken, pick]): Step => (isTaken ? { do: "take", pick } : { do: "undo", pick }));
const record = fc
  .oneof(
    terms.map(
      (commission): TestEvent => ({
        source: "operator",
        data: { type: "program_changed", name: null, status: null, settings: { commission } },
      }),
    ),
    terms.map((commission) => policySet(commission, { group_id: "gold" })),
    terms.map((commission) => policySet(commission, { partner_id: 2 })),
    terms.map((commission) => policySet(commission, { product_id: "pro" })),
    fc
      .constantFrom(...partners)
      .chain((id) => fc.constantFrom("gold", "default").map((group) => partnerMoved(id, group))),
  )
  .map((event): Step => ({ do: "record", reported: event }));
const steps = fc.array(
  fc.tuple(
    fc.oneof(
      { weight: 8, arbitrary: sell },
      { weight: 3, arbitrary: giveBack },
      { weight: 1, arbitrary: decide },
      { weight: 2, arbitrary: fc.constant<Step>({ do: "close" }) },
      { weight: 2, arbitrary: record },
    ),
    fc.constantFrom(0, 0, 0, 3, 20),
  ),
  { minLength: 1, maxLength: 30 },
);

type Sold = {
  readonly id: number;
  readonly transaction: string;
  readonly customer: string;
  readonly partner: number;
  readonly month: string;
  readonly cents: number;
  readonly currency: string;
  readonly isFirst: boolean;
  readonly subject: string;
  readonly isTiered: boolean;
  readonly isCapped: boolean;
  readonly terms: Percentage;
  earned: number;
  /** On tiers that pay the whole month, until that is closed. */
  isOpen: boolean;
  refunded: number;
  isTaken: boolean;
};

class Model {
  readonly sales: Sold[] = [];
  readonly #terms = new TermsModel();
  #program: { readonly id: number; readonly commission: CommissionTerms }[] = [];

  apply(program: MemoryProgram): void {
    const event = program.log.at(-1);
    if (event === undefined) return;
    this.#terms.apply(event);
    const { data, id } = event;
    if (data.type === "program_created" || data.type === "program_changed") {
      const { commission } = data.settings;
      if (commission !== undefined) this.#program.push({ id, commission });
    }
  }

  left = ({ earned, cents, refunded }: Sold) => earned - halfUp(earned, refunded, cents);

  sell(
    id: number,
    transaction: string,
    now: Date,
    { customer, cents, product, currency }: Extract<Step, { do: "sell" }>,
  ) {
    const partner = partnerOf(customer);
    const found = this.#terms.scopeOf(partner, { id, product_id: product });
    const commission = found?.commission ?? this.#program.findLast((one) => one.id <= id)?.commission;
    if (commission === undefined || commission.type === "flat") throw new Error("no percentage");
    const subject = found?.scope ?? "program";
    const isFirst = this.sales.every((one) => one.customer !== customer);
    const month = now.toISOString().slice(0, 7);
    const sale: Sold = {
      ...{ id, transaction, customer, partner, month, cents, currency, subject, isFirst, terms: commission, earned: 0 },
      ...{ isTiered: commission.tiers !== undefined, isCapped: commission.caps !== undefined },
      ...{ isOpen: commission.tiers?.applies === "period", refunded: 0, isTaken: false },
    };
    const { tiers: of } = commission;
    const paysNext =
      of?.applies === "next" ? this.#stepOf(of, (metric) => this.#reached(sale, of.period, metric)) : undefined;
    sale.earned = this.#earned(sale, paysNext);
    this.sales.push(sale);
  }

  /** The figures that a month had when it was closed are never looked at again. */
  readonly #closed = new Map<string, (metric: TierMetric) => number>();

  /** Every month before this one, for each partner in turn. */
  close(thisMonth: string): void {
    const open = this.sales.filter((one) => one.isOpen && !one.isTaken && one.month < thisMonth);
    for (const ofPartner of Map.groupBy(open, ({ partner }) => partner).values()) {
      for (const ofMonth of Map.groupBy(ofPartner, ({ month }) => month).values()) this.#closeAll(ofMonth);
    }
  }

  #closeAll(sales: readonly Sold[]): void {
    const keyOf = ({ partner, subject, currency, month }: Sold) => [partner, subject, currency, month].join();
    for (const sale of sales) {
      const figures = new Map(metrics.map((metric) => [metric, this.#reached(sale, "month", metric)]));
      if (!this.#closed.has(keyOf(sale))) this.#closed.set(keyOf(sale), (metric) => figures.get(metric) ?? 0);
    }
    for (const sale of sales) {
      const reached = this.#closed.get(keyOf(sale));
      const { tiers: of } = sale.terms;
      if (of === undefined || reached === undefined) throw new Error("an open sale has no tiers");
      sale.isOpen = false;
      sale.earned = this.#earned(sale, this.#stepOf(of, reached));
    }
  }

  #stepOf({ metric, steps }: NonNullable<Percentage["tiers"]>, reached: (metric: TierMetric) => number) {
    return steps.filter(({ from }) => from <= reached(metric)).at(-1);
  }

  #reached({ partner, subject, currency, month }: Sold, period: "month" | "lifetime", metric: TierMetric): number {
    const counted = this.sales.filter(
      (one) =>
        !one.isTaken &&
        one.isTiered &&
        one.partner === partner &&
        one.subject === subject &&
        one.currency === currency &&
        (period === "lifetime" || one.month === month),
    );
    if (metric === "sales_cents") return counted.reduce((sum, one) => sum + one.cents - one.refunded, 0);
    const live = counted.filter((one) => one.refunded < one.cents);
    return metric === "sales" ? live.length : live.filter((one) => one.isFirst).length;
  }

  #earned(sale: Sold, step: { readonly rate_bps: number } | undefined): number {
    const { terms, isFirst, cents, customer, partner, month, currency } = sale;
    const rate = (isFirst ? terms.first : undefined) ?? step ?? terms;
    const capped = this.sales.filter(
      (one) => one !== sale && !one.isTaken && one.isCapped && one.currency === currency,
    );
    const spent = (which: (one: Sold) => boolean) => capped.filter(which).reduce((sum, one) => sum + this.left(one), 0);
    const { per_customer_cents, per_partner_month_cents, program_month_cents } = terms.caps ?? {};
    const rooms = [
      per_customer_cents === undefined ? [] : per_customer_cents - spent((one) => one.customer === customer),
      per_partner_month_cents === undefined
        ? []
        : per_partner_month_cents - spent((one) => one.partner === partner && one.month === month),
      program_month_cents === undefined ? [] : program_month_cents - spent((one) => one.month === month),
    ].flat();
    return Math.max(0, Math.min(halfUp(cents, rate.rate_bps), ...rooms));
  }
}

function live(history: readonly (readonly [Step, number])[]): {
  readonly program: MemoryProgram;
  readonly model: Model;
} {
  const program = new MemoryProgram();
  const model = new Model();
  const take = (event: TestEvent) => {
    const { outcome } = program.record(event);
    if (outcome === "recorded") model.apply(program);
    return outcome;
  };
  const commission: CommissionTerms = { type: "percentage", rate_bps: 1_000, duration_months: null };
  take(programCreated({ commission, attribution_window_days: 365 }));
  for (const code of ["anna", "ben"]) take(partnerJoined({ name: code, code }));
  take(groupSet("gold"));
  for (const customer of customers) {
    take(click(partnerOf(customer), { click_id: `click-${customer}` }));
    take(lead({ customer_key: customer, click_ids: [`click-${customer}`] }));
  }
  let day = 0;
  for (const [step, days] of history) {
    day += days;
    const id = program.nextId;
    if (step.do === "record") take({ ...step.reported, day });
    else if (step.do === "close") {
      const thisMonth = program.now.toISOString().slice(0, 7);
      closeTierMonths(program, { end: new Date(`${thisMonth}-01T00:00:00.000Z`), day });
      model.close(thisMonth);
    } else if (step.do === "sell") {
      const { customer: customer_key, cents: amount_cents, product: product_id, currency } = step;
      const transaction = `tx-${id}`;
      take(sale({ transaction_id: transaction, customer_key, amount_cents, product_id, currency, day }));
      model.sell(id, transaction, program.now, step);
    } else {
      const picked = model.sales[step.pick % Math.max(1, model.sales.length)];
      if (picked !== undefined) change(picked, step, take);
    }
  }
  return { program, model };
}

function change(picked: Sold, step: Extract<Step, { pick: number }>, take: (event: TestEvent) => string): void {
  if (step.do === "take") picked.isTaken ||= take(byHand.remove(picked.id)) === "recorded";
  else if (step.do === "undo") picked.isTaken &&= take(byHand.undo(picked.id)) !== "recorded";
  else if (!picked.isTaken) {
    const rest = picked.cents - picked.refunded;
    const cents = Math.min(step.cents ?? rest, rest);
    const reported = {
      transaction_id: picked.transaction,
      refund_amount_cents: cents,
      refund_id: `r${picked.id}-${picked.refunded}`,
    };
    if (cents > 0 && take(refund(reported)) === "recorded") picked.refunded += cents;
  }
}

test("each commission is what the model says", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 40 }), (history, batchSize) => {
      const { program, model } = live(history);
      const expected = model.sales
        .filter(({ isTaken }) => !isTaken)
        .map((one) => ({ sale_id: one.id, at_sale: one.earned, left: model.left(one) }));
      const booked = (books: MemoryProgram) =>
        books
          .rows("commission")
          .map(({ sale_id, amount_at_sale_cents, amount_cents }) => ({
            sale_id,
            at_sale: amount_at_sale_cents,
            left: amount_cents,
          }))
          .sort((a, b) => a.sale_id - b.sale_id);
      expect(booked(program)).toEqual(expected);
      expect(program.replay(batchSize).dump()).toBe(program.dump());
    }),
    runsOf(1_000, 100),
  );
});
