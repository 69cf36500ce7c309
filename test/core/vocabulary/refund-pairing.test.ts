// One refund, two sources: a brand that reports what its provider delivers as well is believed once, in every order.
import { describe, expect, test } from "vitest";
import { pairRefunds } from "../../../src/core/rules/fold/reversal/refund-pairing.ts";
import type { RefundRow } from "../../../src/core/rules/rows/sale-rows.ts";
import {
  anna,
  click,
  lead,
  partnerJoined,
  payment,
  paymentRefunded,
  programCreated,
  refund,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

function given(...events: readonly TestEvent[]) {
  const program = new MemoryProgram();
  program.record(programCreated());
  program.record(click(program.record(partnerJoined(anna)).eventId));
  program.record(lead());
  program.record(payment({ payer: { customer_key: "customer-1" } }));
  for (const one of events) program.record(one);
  return program;
}

const call = (refund_id: string | null, refund_amount_cents: number | null = 3_000) =>
  refund({ transaction_id: "in_1", refund_id, refund_amount_cents });
const reported = (refund_id: string, amount_cents = 3_000) => paymentRefunded({ refund_id, amount_cents });
const total = (cumulative_cents: number) => paymentRefunded({ refund_id: null, cumulative_cents });
const failed = (refund_id: string, amount_cents = 3_000): TestEvent => {
  const aliases = [{ kind: "id", value: "in_1" }];
  return { source: "stripe", data: { type: "refund_failed", aliases, refund_id, amount_cents } };
};

/** Every order in which the calls stay in theirs: whether the rest was asked for first is another story. */
function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

describe("reported in any order", () => {
  test.each<readonly [string, number, readonly TestEvent[]]>([
    ["a call with its own id and the provider's refund are one", 3_000, [call("r1"), reported("re_1")]],
    ["a call by the provider's own id is that refund", 3_000, [call("re_1"), reported("re_1")]],
    [
      "two equal calls and two equal refunds are two",
      6_000,
      [call("r1"), call("r2"), reported("re_1"), reported("re_2")],
    ],
    [
      "one of two equal calls that the provider reported is paired with one",
      6_000,
      [call("r1"), call("r2"), reported("re_1")],
    ],
    ["a call without an id and one with are two", 6_000, [call(null), call("r2"), reported("re_1"), reported("re_2")]],
    ["a call and the running total it is in are one", 3_000, [call("r1"), total(3_000)]],
    ["a call, its refund and the running total are one", 3_000, [call("r1"), reported("re_1"), total(3_000)]],
    ["a call within a larger running total is in it", 5_000, [call("r1"), total(5_000)]],
    ["two calls that a running total holds both are in it", 5_000, [call("r1"), call("r2", 2_000), total(5_000)]],
    ["growing running totals report each refund once", 6_000, [call("r1"), total(3_000), call("r2"), total(6_000)]],
    ["a call beyond what is left of the running total adds all of it", 8_000, [call("r1"), call("r2"), total(5_000)]],
    [
      "beside a running total, a call leaves none of its refund to another",
      6_000,
      [call("r1"), reported("re_1"), total(3_000), call("r2")],
    ],
    ["calls of other amounts than the provider's are others", 5_000, [call("r1", 2_000), reported("re_1")]],
    ["a call for the whole sale and the provider's are one", 10_000, [call("r1", 10_000), reported("re_1", 10_000)]],
  ])("%s", (_, refundedCents, story) => {
    for (const order of permutations(story)) {
      const program = given(...order);
      expect(program.one("sale").refunded_cents, JSON.stringify(order.map(({ data }) => data))).toBe(refundedCents);
      expect(program.one("commission").amount_cents).toBe(2_000 - refundedCents / 5);
      expect(program.replay(2).dump()).toBe(program.dump());
    }
  });
});

describe("a call that the provider reported before", () => {
  test.each<readonly [string, readonly TestEvent[]]>([
    ["as a refund", [reported("re_1")]],
    ["as a running total", [total(3_000)]],
    ["as part of a running total", [total(4_000)]],
    ["under the same id", [reported("r1")]],
    ["as a running total of the whole sale", [total(10_000)]],
  ])("%s is skipped, and so is its retry", (_, before) => {
    const program = given(...before);
    const was = program.one("sale").refunded_cents;
    for (const answered of [program.record(call("r1")), program.record(call("r1"))]) {
      expect(answered.answer).toMatchObject({
        status: "skipped",
        reason: "reported_by_provider",
        refunded_cents: 0,
        refunded_total_cents: was,
        commission_deducted_cents: 0,
      });
    }
  });

  test.each([
    ["under another id", "r1"],
    ["under its own", "re_1"],
  ])("is none that it reported after the call, %s: a retry repeats the call", (_, id) => {
    const program = given(call(id), reported("re_1"));
    expect(program.record(call(id)).answer).toMatchObject({ status: "skipped", reason: "same_refund_id" });
  });

  test("takes the place of no other: the next one of its amount is a refund", () => {
    for (const before of [reported("re_1"), total(3_000)]) {
      const program = given(before, call("r1"));
      expect(program.record(call("r2")).answer).toMatchObject({
        status: "refunded",
        refunded_cents: 3_000,
        refunded_total_cents: 6_000,
        commission_deducted_cents: 600,
      });
    }
  });

  test("is the provider's of its id, and leaves another of the amount to the next call", () => {
    const program = given(call("re_1"), reported("re_1"));
    expect(program.record(call("r2")).answer).toMatchObject({ status: "refunded", refunded_total_cents: 6_000 });
    program.record(reported("re_2"));
    expect(program.one("sale").refunded_cents).toBe(6_000);
  });

  test("fails with the provider's refund; a call after that is another refund", () => {
    const program = given(reported("re_1"), call("r1"), failed("re_1"));
    expect(program.one("sale").refunded_cents).toBe(0);
    expect(program.record(call("r2")).answer).toMatchObject({ status: "refunded", refunded_total_cents: 3_000 });
  });

  test("leaves its part of a running total to the next one when its refund failed", () => {
    const program = given(call("r1"), reported("re_1"), total(6_000), failed("re_1"));
    expect(program.record(call("r2")).answer).toMatchObject({
      reason: "reported_by_provider",
      refunded_total_cents: 3_000,
    });
  });

  test("may ask for more than is left when the provider reported it", () => {
    const program = given(reported("re_1", 8_000));
    expect(program.record(call("r1", 8_000)).answer).toMatchObject({
      status: "skipped",
      reason: "reported_by_provider",
    });
    const { sale_id: refersTo } = program.one("sale");
    const refused = { outcome: "refused", reason: "refund_exceeds_sale", refersTo };
    expect(program.record(call("r2", 8_000))).toMatchObject(refused);
  });
});

describe("a call for the rest", () => {
  test.each([4_000, 6_000])("takes what a running total of %d has left", (cents) => {
    const program = given(total(cents));
    expect(program.record(call(null, null)).answer).toMatchObject({
      status: "reversed",
      refunded_cents: 10_000 - cents,
      refunded_total_cents: 10_000,
    });
    program.record(total(10_000));
    expect(program.one("sale").refunded_cents).toBe(10_000);
  });

  test("is all of a running total of the whole sale: no other call is in that", () => {
    const program = given(call(null, null), total(10_000));
    expect(program.record(call("r2"))).toMatchObject({ outcome: "refused", reason: "refund_exceeds_sale" });
  });

  test("fails with the refund that the provider reported after it", () => {
    const program = given(call(null, null), reported("re_1", 10_000), failed("re_1", 10_000));
    expect(program.one("sale").refunded_cents).toBe(0);
    expect(program.one("commission").amount_cents).toBe(2_000);
  });
});

test("the figures of two sales that turn out to be one are paired again", () => {
  const program = given(call("r1"), payment({ transaction_id: "in_9", payer: { customer_key: "customer-1" } }));
  program.record(paymentRefunded({ alias: "in_9", refund_id: "re_9", amount_cents: 3_000 }));
  program.record({
    source: "stripe",
    data: { type: "payment_identified", aliases: ["in_1", "in_9"].map((value) => ({ kind: "id", value })) },
  });
  expect(program.one("sale").refunded_cents).toBe(3_000);
});

test("calls find room in a running total in the order they came, in whichever their rows are read", () => {
  const row = (event_id: number, refund_key: string, amount_cents: number, source = "api"): RefundRow => ({
    program_id: 7,
    sale_id: 1,
    refund_key,
    event_id,
    amount_cents,
    has_failed: false,
    failed_event_id: null,
    call_event_id: source === "api" ? event_id : null,
    provider_cents: null,
    reason: null,
    source,
    received_at: new Date(0),
  });
  const rows = [row(2, "id:r1", 3_000), row(3, "id:r2", 2_000), row(4, "total:stripe", 4_000, "stripe")];
  for (const read of [rows, rows.toReversed()]) {
    const { refundedCents, reportedByProvider } = pairRefunds(read, 10_000);
    expect(refundedCents).toBe(6_000);
    expect([...reportedByProvider].map(([{ refund_key }, by]) => [refund_key, by])).toEqual([["id:r1", 4]]);
  }
});
