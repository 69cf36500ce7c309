import { describe, expect, test } from "vitest";
import type { EventData } from "../../../src/core/rules/events/events.ts";
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
  saleImported,
  subscriptionStarted,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const [annaId, benId] = [2, 3];

function given(...stories: TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  program.record(programCreated());
  program.record(partnerJoined(anna));
  program.record(partnerJoined(ben));
  program.record(click(annaId));
  program.record(click(benId, { click_id: "click-2" }));
  for (const event of stories) program.record(event);
  return program;
}

const operator = (data: EventData): TestEvent => ({ source: "operator", data });
const partnerIs = (status: "active" | "inactive") =>
  operator({ type: "partner_changed", partner_id: annaId, name: null, status });
const programIs = (status: "active" | "inactive") =>
  operator({ type: "program_changed", name: null, status, settings: {} });
const named = (...names: string[]) => names.map((value) => ({ kind: "id", value }));
const identified = (...names: string[]): TestEvent => ({
  source: "stripe",
  data: { type: "payment_identified", aliases: named(...names) },
});
/** A brand's call by the click of Ben. */
const call = (transaction_id: string) => sale({ transaction_id, customer_key: null, click_id: "click-2" });
const checkout = (fields: Parameters<typeof payment>[0] = {}) =>
  payment({ aliases: ["in_1", "pi_1"], payer: { click_id: "click-1" }, ...fields });

describe("the names reported by a delivery that earned nothing", () => {
  const unpaid: readonly (readonly [string, readonly TestEvent[]])[] = [
    ["since the partner is not active", [partnerIs("inactive"), checkout()]],
    ["since the program was not active", [programIs("inactive"), checkout(), programIs("active")]],
    ["since its currency is not supported", [checkout({ currency: "GBP" })]],
  ];

  test.each(unpaid)("%s, are one payment's: a call by each of them is one sale", (_, stories) => {
    const program = given(...stories);
    const first = program.record(call("in_1"));
    expect(first.outcome).toBe("recorded");
    expect(program.record(call("pi_1"))).toMatchObject({ reason: "duplicate_transaction", refersTo: first.eventId });
    expect(program.rows("sale")).toHaveLength(1);
  });

  test.each(unpaid)("%s, make one of two sales that were called before", (_, stories) => {
    const program = given(call("in_1"), call("pi_1"), ...stories);
    expect(program.one("sale").transaction_id).toBe("in_1");
    expect(program.one("commission").partner_id).toBe(benId);
  });

  test("lead through several such deliveries to one sale", () => {
    const program = given(
      partnerIs("inactive"),
      checkout({ aliases: ["in_1", "pi_1"] }),
      checkout({ transaction_id: "ch_1", aliases: ["pi_1", "ch_1"] }),
      call("in_1"),
    );
    expect(program.record(call("ch_1")).reason).toBe("duplicate_transaction");
  });

  test("never earn the partner who was not active then, who is again", () => {
    const program = given(partnerIs("inactive"), checkout(), partnerIs("active"));
    const reported = program.record(checkout());
    expect(program.one("sale").sale_id).toBe(reported.eventId);
    expect(program.outcomeOf(reported.eventId - 2)).toBe("duplicate");
  });

  test("settle the refund that waited for one of them", () => {
    const program = given(partnerIs("inactive"), checkout(), paymentRefunded({ alias: "pi_1", amount_cents: 2_500 }));
    program.record(call("in_1"));
    expect(program.one("sale").refunded_cents).toBe(2_500);
  });

  test("say nothing where the metadata names another program", () => {
    const program = given(checkout({ payer: { click_id: "click-1", program_id: "8" } }), call("in_1"));
    expect(program.record(call("pi_1")).outcome).toBe("recorded");
  });
});

test("a subscription's beginning reported while the program was not active teaches it no product, whenever it is asked again", () => {
  const begun = subscriptionStarted({ payer: { click_id: "click-1" }, aliases: ["in_1"] });
  const ofProduct = { ...begun, data: { ...begun.data, product_id: "pro" } as EventData };
  const program = given(programIs("inactive"), ofProduct, programIs("active"), call("in_1"));
  expect(program.rows("outcome")).toMatchObject([{ outcome: "ignored", reason: "program_inactive" }]);
  expect(program.one("subscription")).toMatchObject({ partner_id: benId, product_id: null });
});

describe("a delivery of names alone", () => {
  test("shows that the provider's webhook arrives", () => {
    const program = given(identified("in_1", "pi_1"));
    expect(program.rows("checklist")).toContainEqual(expect.objectContaining({ step: "webhook", is_test: false }));
  });

  test("makes two sales one, but as a test joins nothing", () => {
    const program = given(call("in_1"), call("pi_1"));
    program.record({ ...identified("in_1", "pi_1"), is_test: true });
    expect(program.rows("sale")).toHaveLength(2);
    program.record(identified("in_1", "pi_1"));
    expect(program.rows("sale")).toHaveLength(1);
  });
});

test("a payment that waited from before the program was made inactive is not lost by that", () => {
  const ofPayer = (transaction_id: string) => payment({ transaction_id, payer: { provider_customer_id: "cus_1" } });
  const program = given(ofPayer("in_1"), ofPayer("pi_2"), call("in_2"), programIs("inactive"));
  program.record(identified("in_2", "pi_2"));
  expect(program.rows("sale").map((row) => row.transaction_id)).toEqual(["in_1", "in_2"]);
  expect(program.rows("parked")).toHaveLength(0);
});

describe("a payment that came too late", () => {
  const late = { ...call("in_1"), day: 90 };

  test("is too late under every name it is reported by afterwards", () => {
    const program = given(late, payment({ aliases: ["in_1", "pi_1"] }), click(benId, { click_id: "click-3" }));
    expect(program.record(sale({ transaction_id: "pi_1", customer_key: null, click_id: "click-3" }))).toMatchObject({
      outcome: "duplicate",
      reason: "attribution_window_expired",
    });
    expect(program.rows("sale")).toHaveLength(0);
  });

  test("says how late, and a delivery of it again says which it repeats", () => {
    const late = { day: 90, payer: { click_id: "click-1" } };
    const program = given(payment(late));
    const { event_id, ...kept } = program.one("outcome");
    const detail = { click_age_days: 90, window_days: 60 };
    expect(kept).toMatchObject({ outcome: "expired", reason: "attribution_window_expired", detail });
    expect(program.record(payment(late))).toMatchObject({
      outcome: "duplicate",
      reason: "attribution_window_expired",
      refersTo: event_id,
    });
  });

  test("is the sale it turns out to be, also under the names that only the late one was reported by", () => {
    const program = given(late, payment({ aliases: ["in_1", "pi_1"] }), click(benId, { click_id: "click-3" }));
    program.record(sale({ transaction_id: "ch_1", customer_key: null, click_id: "click-3" }));
    program.record(identified("pi_1", "ch_1"));
    program.record(paymentRefunded({ alias: "in_1", amount_cents: 2_500 }));
    expect(program.one("sale")).toMatchObject({ transaction_id: "ch_1", refunded_cents: 2_500 });
  });
});

describe("two sales that turn out to be one payment", () => {
  test("are one when a refund names both, and it counts once", () => {
    const program = given(call("in_1"), call("pi_1"));
    const refunded = paymentRefunded({ amount_cents: 2_500 });
    const { data } = refunded;
    if (data.type !== "payment_refunded") throw new Error("not a refund");
    program.record({ ...refunded, data: { ...data, aliases: named("pi_1", "in_1") } });
    expect(program.one("sale")).toMatchObject({ transaction_id: "in_1", refunded_cents: 2_500 });
    expect(program.one("commission").amount_cents).toBe(1_500);
  });

  const dispute = (
    alias: string,
    amount_cents: number | null,
    type: "dispute_opened" | "dispute_closed",
  ): TestEvent => {
    const data = { aliases: named(alias), dispute_id: "dp_1", amount_cents, currency: null };
    return {
      source: "stripe",
      data: type === "dispute_opened" ? { type, ...data } : { type, result: "lost", ...data },
    };
  };
  const of = (transaction_id: string, amount_cents: number) => ({
    ...call(transaction_id),
    data: { ...call(transaction_id).data, amount_cents } as EventData,
  });

  test("take back what went back of either", () => {
    const [ofFirst, ofSecond] = [
      paymentRefunded({ refund_id: "re_1", amount_cents: 1_000 }),
      paymentRefunded({ alias: "pi_1", refund_id: "re_2", amount_cents: 2_500 }),
    ];
    const program = given(call("in_1"), call("pi_1"), ofFirst, ofSecond, identified("in_1", "pi_1"));
    const { sale_id } = program.one("sale");
    expect(program.rows("refund").map((row) => [row.sale_id, row.amount_cents])).toEqual([
      [sale_id, 1_000],
      [sale_id, 2_500],
    ]);
    expect(program.one("commission").amount_cents).toBe(1_300);
  });

  test("take one refund back once where both had it, and the most of it", () => {
    for (const [ofFirst, ofSecond] of [
      [1_000, 2_500],
      [2_500, 1_000],
    ]) {
      const program = given(
        call("in_1"),
        call("pi_1"),
        paymentRefunded({ amount_cents: ofFirst ?? 0 }),
        paymentRefunded({ alias: "pi_1", amount_cents: ofSecond ?? 0 }),
        identified("in_1", "pi_1"),
      );
      expect(program.one("refund")).toMatchObject({ sale_id: program.one("sale").sale_id, amount_cents: 2_500 });
      expect(program.one("sale").refunded_cents).toBe(2_500);
    }
  });

  test.each([
    ["a part of the other is that part", 2_000, 2_000],
    ["all of the other is all of the one that stays", null, 10_000],
    ["more than the other is as much of the one that stays", 8_000, 10_000],
    ["more than either stays what it is", 12_000, 12_000],
  ])("have a dispute of the other: %s", (_, disputedCents, cents) => {
    const program = given(of("in_1", 10_000), of("pi_1", 6_000), dispute("pi_1", disputedCents, "dispute_opened"));
    program.record(identified("in_1", "pi_1"));
    expect(program.one("dispute")).toMatchObject({ sale_id: program.one("sale").sale_id, amount_cents: cents });
    expect(program.one("commission").status).toBe("held");
  });

  test("have both disputes where each had its own", () => {
    const other = dispute("pi_1", 3_000, "dispute_opened");
    const program = given(
      call("in_1"),
      call("pi_1"),
      dispute("in_1", 2_000, "dispute_opened"),
      { ...other, data: { ...other.data, dispute_id: "dp_2" } as EventData },
      identified("in_1", "pi_1"),
    );
    expect(program.rows("dispute").map((row) => [row.dispute_id, row.amount_cents])).toEqual([
      ["dp_1", 2_000],
      ["dp_2", 3_000],
    ]);
  });

  test("have one dispute where both had it, and its end", () => {
    for (const [first, second] of [
      [dispute("in_1", 2_000, "dispute_opened"), dispute("pi_1", null, "dispute_closed")],
      [dispute("in_1", null, "dispute_closed"), dispute("pi_1", 2_000, "dispute_opened")],
    ] as const) {
      const program = given(call("in_1"), call("pi_1"), first, second, identified("in_1", "pi_1"));
      expect(program.one("dispute")).toMatchObject({ status: "lost", amount_cents: 2_000 });
      expect(program.one("sale").refunded_cents).toBe(2_000);
    }
  });

  test("are one customer's, whichever of them knew whose", () => {
    const program = given(call("in_1"), checkout({ transaction_id: "pi_1", aliases: ["pi_1"] }), lead());
    program.record(payment({ transaction_id: "ch_1", payer: { customer_key: "customer-1" } }));
    program.record(identified("in_1", "ch_1"));
    expect(program.rows("sale").map((row) => row.customer_key)).toEqual(["customer-1", null]);
    expect(program.one("customer").first_sale_id).toBe(program.rows("sale")[0]?.sale_id);
  });

  test("leave a customer's first sale what it was where it was a third", () => {
    const named = (transaction_id: string) =>
      payment({ transaction_id, payer: { customer_key: "customer-1", click_id: "click-1" } });
    const program = given(named("ch_1"), call("in_1"), named("pi_1"));
    const { first_sale_id } = program.one("customer");
    program.record(identified("in_1", "pi_1"));
    expect(program.one("customer").first_sale_id).toBe(first_sale_id);
  });

  test("are what either knew: the code it was paid with, and what a report of it contradicted", () => {
    const coupon = operator({ type: "coupon_assigned", code: "BEN10", partner_id: benId, provider_names: [] });
    const checkedOut = payment({ transaction_id: "pi_1", payer: { click_id: "click-2" }, discounts: ["BEN10"] });
    const program = given(coupon, call("in_1"), checkedOut, payment({ transaction_id: "pi_1", amount_cents: 9_000 }));
    program.record(identified("in_1", "pi_1"));
    expect(program.one("sale")).toMatchObject({
      amount_cents: 10_000,
      coupon_code: "BEN10",
      reason: "amount_differs",
    });
  });

  test.each([
    ["marked where the first was imported", saleImported({ partner_id: benId }), "amount_differs"],
    ["not marked where the first was reported roughly", checkout({ amount_kind: "estimate" }), null],
  ])("are worth what a provider reports exactly, and %s", (_, first, reason) => {
    const program = given(first, call("ch_1"), payment({ transaction_id: "ch_1", amount_cents: 9_000 }));
    expect(program.rows("sale").map((row) => row.reason)).toEqual([null, "amount_differs"]);
    program.record(identified("in_1", "ch_1"));
    expect(program.one("sale")).toMatchObject({ amount_cents: 9_000, reason });
  });

  test("keep the terms of one that was paid before the click that started its subscription", () => {
    const half = { type: "percentage", rate_bps: 5_000, duration_months: null } as const;
    const renewal = { subscription_id: "sub_1", is_recurring: true };
    const program = given(
      call("in_1"),
      operator({ type: "policy_set", product_id: "pro", commission: half }),
      click(annaId, { click_id: "click-3", day: 1 }),
      payment({ transaction_id: "ch_1", subscription_id: "sub_1", product_id: "pro", payer: { click_id: "click-3" } }),
      payment({ ...renewal }),
      call("pi_1"),
      identified("in_1", "pi_1"),
    );
    expect(program.rows("sale").map((row) => [row.transaction_id, row.is_recurring])).toEqual([
      ["in_1", true],
      ["ch_1", false],
    ]);
    expect(program.rows("commission").map((row) => row.amount_cents)).toEqual([2_000, 5_000]);
  });

  test("began their subscription with the first of them: its time, its terms, its partner", () => {
    const commission = { type: "percentage", rate_bps: 2_000, duration_months: 1 } as const;
    const program = given(operator({ type: "program_changed", name: null, status: null, settings: { commission } }));
    program.record(call("in_1"));
    const second = payment({ transaction_id: "pi_1", subscription_id: "sub_1", payer: { click_id: "click-1" } });
    program.record({ ...second, day: 5 });
    program.record(identified("in_1", "pi_1"));
    program.record({ ...payment({ transaction_id: "in_2", subscription_id: "sub_1", is_recurring: true }), day: 33 });
    expect(program.one("subscription")).toMatchObject({ partner_id: benId, first_sale_id: 7 });
    expect(program.rows("sale")[1]).toMatchObject({ partner_id: benId, reason: "recurring_period_ended" });
  });

  test("keep the commission of a first payment that the provider had reported as a renewal of itself", () => {
    const commission = { type: "percentage", rate_bps: 2_000, duration_months: 0 } as const;
    const program = given(operator({ type: "program_changed", name: null, status: null, settings: { commission } }));
    program.record(payment({ subscription_id: "sub_1", is_recurring: true, payer: { click_id: "click-1" } }));
    program.record(sale({ transaction_id: "pi_1", customer_key: null, click_id: "click-1", subscription_id: "sub_1" }));
    program.record(identified("in_1", "pi_1"));
    expect(program.one("sale")).toMatchObject({ transaction_id: "in_1", reason: null, is_recurring: false });
    expect(program.one("commission").amount_cents).toBe(2_000);
  });
});

describe("what waits", () => {
  test("is settled in the order it was reported, regardless of what brought it", () => {
    const program = given(payment({ payer: { provider_customer_id: "cus_1" } }));
    const [earlier] = program.rows("outcome");
    program.record(payment({ payer: { customer_key: "customer-1" }, day: 1 }));
    const both = { customer_key: "customer-1", provider_customer_id: "cus_1", click_id: "click-1" };
    program.record(payment({ transaction_id: "in_2", payer: both }));
    expect(program.rows("sale").map((row) => row.sale_id)).toContain(earlier?.event_id);
  });

  test("of a subscription's beginning ends when a sale makes the subscription known", () => {
    const program = given(subscriptionStarted({ payer: { customer_key: "customer-1" } }));
    const [started] = program.rows("outcome");
    expect(started?.outcome).toBe("parked");
    program.record(payment({ subscription_id: "sub_1", payer: { click_id: "click-1" } }));
    expect(program.outcomeOf(started?.event_id ?? 0)).toBe("recorded");
    expect(program.rows("parked")).toHaveLength(0);
  });

  test("is not asked again where an earlier report said that it is one payment, though another waits still", () => {
    const payer = { customer_key: "customer-1" };
    const reports = [payment({ payer, day: 100 }), payment({ payer }), payment({ transaction_id: "in_2", payer })];
    const program = given(...reports, lead());
    const [first, second, other] = program.rows("outcome");
    expect([first?.outcome, other?.outcome]).toEqual(["expired", "expired"]);
    expect(second).toMatchObject({ outcome: "duplicate", reason: "same_payment", refers_to: first?.event_id });
  });

  test("is learned in the order it was reported, however its names lead from one to the other", () => {
    const reported = (transaction_id: string, aliases: string[], customer_key: string) =>
      payment({ transaction_id, aliases, payer: { customer_key } });
    const begun = (subscription_id: string, aliases: string[]) => subscriptionStarted({ subscription_id, aliases });
    const program = given(
      reported("b", ["b", "c"], "customer-1"),
      reported("a", ["a", "b"], "customer-2"),
      begun("sub_1", ["d"]),
      begun("sub_2", ["a", "d"]),
      payment({ transaction_id: "a", payer: { click_id: "click-1" } }),
    );
    expect(program.one("sale")).toMatchObject({ customer_key: "customer-1", subscription_id: "sub_1" });
  });

  test("and renews what only a beginning's names lead to is bound to no window", () => {
    const within = (attribution_window_days: number) =>
      operator({ type: "program_changed", name: null, status: null, settings: { attribution_window_days } });
    const payer = { customer_key: "customer-1" };
    const program = given(
      within(30),
      payment({ transaction_id: "in_2", subscription_id: "sub_1", is_recurring: true, payer, day: 70 }),
      subscriptionStarted({ aliases: ["in_1"] }),
      within(365),
      payment({ payer: { ...payer, click_id: "click-1" } }),
    );
    expect(program.rows("sale").map((row) => [row.transaction_id, row.is_recurring])).toEqual([
      ["in_2", true],
      ["in_1", false],
    ]);
  });

  test("for its own subscription's beginning has its other names from then on", () => {
    const program = given(
      payment({ subscription_id: "sub_1" }),
      subscriptionStarted({ payer: { click_id: "click-1" }, aliases: ["in_1", "cs_1"] }),
      paymentRefunded({ alias: "cs_1", amount_cents: 5_000 }),
    );
    expect(program.one("sale").refunded_cents).toBe(5_000);
    const [begun] = program.log.slice(-2);
    expect(program.rows("outcome").map(({ event_id }) => event_id)).not.toContain(begun?.id);
  });
});

test("a binding is frozen by a sale that knows its customer from its subscription", () => {
  const program = given(lead(), subscriptionStarted({ payer: { customer_key: "customer-1" } }));
  program.record(payment({ subscription_id: "sub_1" }));
  program.record(click(benId, { click_id: "click-3", day: 1 }));
  program.record(lead({ click_ids: ["click-3"] }));
  program.record(sale());
  expect(program.rows("sale").map((row) => row.partner_id)).toEqual([annaId, annaId]);
});

test("renewals go by the terms of the subscription's first sale, not of the product a second report names", () => {
  const half = { type: "percentage", rate_bps: 5_000, duration_months: null } as const;
  const program = given(operator({ type: "policy_set", product_id: "pro", commission: half }), call("in_1"));
  program.record(payment({ subscription_id: "sub_1", product_id: "pro" }));
  program.record(payment({ transaction_id: "in_2", subscription_id: "sub_1", is_recurring: true }));
  expect(program.rows("commission").map((row) => row.amount_cents)).toEqual([2_000, 2_000]);
});

describe("reports of one payment that differ in amount", () => {
  const byClick = (transaction_id: string, amount_cents: number) =>
    sale({ transaction_id, amount_cents, customer_key: null, click_id: "click-1" });

  test.each<readonly [string, number, readonly TestEvent[]]>([
    ["two deliveries", 10_000, [checkout(), checkout({ amount_cents: 9_000 })]],
    ["another currency", 10_000, [checkout(), checkout({ currency: "EUR" })]],
    [
      "two sales that turn out to be one",
      9_000,
      [byClick("in_1", 9_000), byClick("in_2", 1), identified("in_1", "in_2")],
    ],
  ])("are marked on the sale, and the first is kept: %s", (_, amount_cents, story) => {
    const program = given(...story);
    expect(program.one("sale")).toMatchObject({ amount_cents, reason: "amount_differs" });
    expect(program.one("commission").amount_cents).toBe(amount_cents / 5);
    expect(program.replay(2).dump()).toBe(program.dump());
  });

  test("say nothing where they agree", () => {
    expect(given(byClick("in_1", 10_000), checkout()).one("sale").reason).toBeNull();
  });
});
