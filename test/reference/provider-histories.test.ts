// The payloads of Chargebee, Mollie, Razorpay, Recurly, RevenueCat and Shopify, read by their adapters, in random orders and among calls
// for the same payments: the books are what the naive model says they must be, projected live and again in batches.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fact } from "../../src/core/vocabulary/facts.ts";
import { recorded } from "../support/checkout-lines.ts";
import { deliveredJsonByProvider } from "../support/delivered-fixtures.ts";
import { anna, ben, click, lead, partnerJoined, programCreated, refund, sale } from "../support/event-builders.ts";
import { fixturesOf } from "../support/fixtures.ts";
import { MemoryProgram, type TestEvent } from "../support/memory-program.ts";
import { runsOf } from "../support/property-runs.ts";
import { readingOfText } from "../support/readings.ts";
import { figuresOf } from "./event-histories.ts";
import { figuresOfModel } from "./figures.ts";
import { imbalances } from "./trial-balance.ts";

/** The click and the customers that the written fixtures name. */
const clickId = "clk_0f8fad5bd9cb469fa165";
const customers = /user-\d+/;
const [annaId, benId] = [2, 3];
const happeningsMax = 24;

/** What a provider's fixtures say, in a currency that programs count. */
function factsOf(provider: string): readonly Fact[] {
  const facts = fixturesOf(provider, deliveredJsonByProvider[provider]).flatMap(({ body }) => {
    const { verdict } = readingOfText(provider, body);
    return verdict.kind === "fact" ? [inDollars(verdict.fact)] : [];
  });
  return facts.flatMap((fact) => [fact, ...paidAgain(fact)]);
}

/** What was received for an order is raised by an edit that is paid. */
function paidAgain(fact: Fact): readonly Fact[] {
  const isPart = fact.type === "payment_succeeded" && fact.amount_kind === "part";
  return isPart ? [{ ...fact, amount_cents: fact.amount_cents + 1_001 }] : [];
}

function inDollars(fact: Fact): Fact {
  return "currency" in fact && fact.currency === "INR" ? { ...fact, currency: "USD" } : fact;
}

const namesOf = (facts: readonly Fact[]) => [
  ...new Set(facts.flatMap((fact) => ("aliases" in fact ? fact.aliases.map(({ value }) => value) : []))),
];
const customersOf = (facts: readonly Fact[]) => [...new Set(JSON.stringify(facts).match(new RegExp(customers, "g")))];

function happenings(provider: string, facts: readonly Fact[]): fc.Arbitrary<TestEvent> {
  const name = fc.constantFrom(...namesOf(facts));
  const customer = fc.constantFrom("user-1", ...customersOf(facts));
  const amount = fc.constantFrom(1, 999, 4_900, 11_997);
  const currency = fc.constantFrom("EUR" as const, "USD" as const);
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom(...facts).map((fact): TestEvent => ({ source: provider, data: recorded(fact) })),
    },
    { weight: 1, arbitrary: fc.constantFrom(annaId, benId).map((of) => click(of, { existing_click_id: clickId })) },
    { weight: 1, arbitrary: customer.map((customer_key) => lead({ customer_key, click_ids: [clickId] })) },
    {
      weight: 2,
      arbitrary: fc
        .record({ transaction_id: name, customer_key: customer, amount_cents: amount, currency })
        .map((call) => sale({ ...call, click_id: null })),
    },
    {
      weight: 1,
      arbitrary: fc
        .record({ transaction_id: name, refund_amount_cents: fc.option(amount, { nil: null }) })
        .map((call) => refund(call)),
    },
  );
}

/** Clicks are numbered as they come, behind the one that the fixtures name. */
function begun(): MemoryProgram {
  const program = new MemoryProgram();
  program.record(programCreated({ commission: { type: "percentage", rate_bps: 2_000, duration_months: 3 } }));
  program.record(partnerJoined(anna));
  program.record(partnerJoined(ben));
  program.record(click(annaId, { click_id: clickId }));
  return program;
}

const providers = ["chargebee", "mollie", "razorpay", "recurly", "revenuecat", "shopify"].map((provider) => ({
  provider,
  facts: factsOf(provider),
}));

describe.each(providers)("$provider's payloads", ({ provider, facts }) => {
  test("in any order, repeated and among calls, come to what the model says", { timeout: 60_000 }, () => {
    const histories = fc.array(happenings(provider, facts), { minLength: 4, maxLength: happeningsMax });
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: happeningsMax }), (history, batchSize) => {
        const program = begun();
        for (const [index, one] of history.entries()) {
          const { data } = one;
          program.record(
            data.type === "click_recorded" ? { ...one, data: { ...data, click_id: `click-${index}` } } : one,
          );
        }
        const expected = figuresOfModel(program.log);
        expect(figuresOf(program)).toEqual(expected);
        const again = program.replay(batchSize);
        expect(figuresOf(again, program)).toEqual(expected);
        for (const books of [program, again]) expect(imbalances((name) => books.rows(name))).toEqual([]);
      }),
      runsOf(600, 40),
    );
  });
});
