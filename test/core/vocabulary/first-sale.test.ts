// Whom a first sale binds its customer to, and whose customer a renewal is.
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import {
  anna,
  ben,
  byHand,
  click,
  couponAssigned,
  lead,
  partnerJoined,
  payment,
  programCreated,
  refund,
  sale,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const [annaId, benId] = [2, 3];
const couponFirst = { coupon_precedence: "coupon" } as const;
const annasCode = couponAssigned(annaId, "ANNA20", { names: ["stripe:promo_1"] });

/** Every story is projected again, in batches of each size: the books are the same. */
function recordIn(settings: Partial<Settings>, ...story: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  for (const event of [programCreated(settings), partnerJoined(anna), partnerJoined(ben), ...story])
    program.record(event);
  for (const batchSize of [1, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}
const recordAll = (...story: readonly TestEvent[]) => recordIn({}, ...story);

describe("a first sale binds its customer to whom it pays", () => {
  const bensClick = click(benId, { click_id: "click-b" });
  const partners = (program: MemoryProgram) =>
    program.rows("sale").map(({ transaction_id, partner_id }) => [transaction_id, partner_id]);
  const bound = [annasCode, bensClick, lead({ click_ids: ["click-b"] })];
  const calledWithCode = (transaction_id: string, day = 0) => ({
    ...sale({ transaction_id, coupon_code: "anna20" }),
    day,
  });

  test("a code that pays another than its click bound: later sales are the code's partner's, with and without it", () => {
    const later = [calledWithCode("order-2", 10), { ...sale({ transaction_id: "order-3" }), day: 20 }];
    const program = recordIn(couponFirst, ...bound, calledWithCode("order-1"), ...later);
    expect(partners(program)).toEqual([
      ["order-1", annaId],
      ["order-2", annaId],
      ["order-3", annaId],
    ]);
    expect(program.one("customer")).toMatchObject({ partner_id: annaId, click_id: null, first_sale_id: 7 });
    expect(program.rows("commission").map(({ partner_id }) => partner_id)).toEqual([annaId, annaId, annaId]);
  });

  test("and a newer click that a server names afterwards moves nothing", () => {
    const back = [click(benId, { click_id: "click-c" }), lead({ click_ids: ["click-c"] })];
    const program = recordIn(
      couponFirst,
      ...bound,
      calledWithCode("order-1"),
      ...back,
      sale({ transaction_id: "o-2" }),
    );
    expect(partners(program).map(([, partnerId]) => partnerId)).toEqual([annaId, annaId]);
  });

  test("a click that a delivery names instead of the bound one", () => {
    const annas = click(annaId, { click_id: "click-a" });
    const payer = { customer_key: "customer-1", click_id: "click-a" };
    const program = recordAll(...bound, annas, payment({ payer }), sale({ transaction_id: "order-2" }));
    expect(program.rows("sale").map(({ partner_id, click_id }) => [partner_id, click_id])).toEqual([
      [annaId, "click-a"],
      [annaId, "click-a"],
    ]);
  });
});

describe("a first sale that a person gave to a partner binds its customer to that partner", () => {
  const owed = (transaction_id: string, day: number, payer = {}) => ({
    ...payment({ transaction_id, payer: { customer_key: "customer-1", ...payer } }),
    day,
  });
  const partners = (program: MemoryProgram) =>
    program.rows("sale").map(({ transaction_id, partner_id }) => [transaction_id, partner_id]);
  const boundTo = (program: MemoryProgram) =>
    program
      .rows("customer")
      .map(({ partner_id, click_id, first_sale_id }) => ({ partner_id, click_id, first_sale_id }));
  const first = 4;

  test("what the customer pays then, and what waited since, is that partner's", () => {
    const program = recordAll(owed("in_1", 1), owed("in_2", 2), byHand.set(first, benId), owed("in_3", 3));
    expect(partners(program)).toEqual([
      ["in_1", benId],
      ["in_2", benId],
      ["in_3", benId],
    ]);
    expect(program.rows("commission").map(({ partner_id }) => partner_id)).toEqual([benId, benId, benId]);
  });

  test("and not what was received before", () => {
    const program = recordAll(owed("in_1", 1), owed("in_2", 2), byHand.set(first + 1, benId));
    expect([partners(program), program.outcomeOf(first)]).toEqual([[["in_2", benId]], "parked"]);
  });

  test("renewals that name the customer alone are that partner's", () => {
    const renewal = (transaction_id: string, day: number) => ({
      ...payment({
        transaction_id,
        subscription_id: "sub_1",
        is_recurring: true,
        payer: { customer_key: "customer-1" },
      }),
      day,
    });
    const began = payment({ transaction_id: "in_1", subscription_id: "sub_1", payer: { customer_key: "customer-1" } });
    const program = recordAll({ ...began, day: 1 }, byHand.set(first, benId), renewal("in_2", 31), renewal("in_3", 61));
    expect(partners(program).map(([, partnerId]) => partnerId)).toEqual([benId, benId, benId]);
  });

  const bensClick = click(benId, { click_id: "click-b" });
  const annas = [click(annaId), lead()];

  test("regardless of what a lead, a click or a code says afterwards", () => {
    const later = [bensClick, lead({ click_ids: ["click-b"] })];
    const program = recordIn(
      couponFirst,
      annasCode,
      owed("in_1", 1),
      byHand.set(5, annaId),
      ...later,
      owed("in_2", 2, { click_id: "click-b" }),
      { ...sale({ transaction_id: "order-3", coupon_code: "anna20" }), day: 3 },
    );
    expect(partners(program).map(([, partnerId]) => partnerId)).toEqual([annaId, annaId, annaId]);
  });

  test("a sale that was taken from another first", () => {
    const program = recordAll(...annas, sale(), byHand.remove(6), byHand.set(6, benId), owed("in_2", 2));
    expect(partners(program).map(([, partnerId]) => partnerId)).toEqual([benId, benId]);
    program.record(byHand.undo(6));
    expect(boundTo(program)).toEqual([{ partner_id: annaId, click_id: "click-1", first_sale_id: 6 }]);
  });

  test("a later sale binds no one: the first one has", () => {
    const story = [...annas, sale(), sale({ transaction_id: "order-2" }), byHand.remove(7), byHand.set(7, benId)];
    const program = recordAll(...story, owed("in_3", 2));
    expect(partners(program).map(([, partnerId]) => partnerId)).toEqual([annaId, benId, annaId]);
  });

  test("nor does one of a customer whom an import bound", () => {
    const imported: TestEvent = {
      source: "import",
      data: {
        type: "customer_imported",
        tool: "csv",
        partner_id: annaId,
        customer_key: "customer-1",
        provider_customer_id: null,
        email_hash: null,
      },
    };
    const turned = (status: "active" | "inactive"): TestEvent => ({
      source: "operator",
      data: { type: "partner_changed", partner_id: annaId, name: null, status },
    });
    const program = recordAll(
      imported,
      turned("inactive"),
      owed("in_1", 1),
      byHand.set(6, benId),
      turned("active"),
      owed("in_2", 2),
    );
    expect(partners(program)).toEqual([
      ["in_1", benId],
      ["in_2", annaId],
    ]);
  });

  describe("until the decision is undone", () => {
    const lateClick = [{ ...click(annaId), day: 2 }, lead()];

    test("then the customer belongs to the partner of the evidence, as if there had been no decision", () => {
      const program = recordAll(owed("in_1", 1), byHand.set(first, benId), ...lateClick, byHand.undo(first));
      expect([partners(program), program.outcomeOf(first)]).toEqual([[], "parked"]);
      expect(boundTo(program)).toEqual([{ partner_id: annaId, click_id: "click-1", first_sale_id: null }]);
      program.record(owed("in_3", 3));
      expect(partners(program)).toEqual([["in_3", annaId]]);
    });

    test("sales made meanwhile keep their partner, and the first of them the customer, until that is decided", () => {
      const story = [owed("in_1", 1), byHand.set(first, benId), ...lateClick, owed("in_2", 3), byHand.undo(first)];
      const program = recordAll(...story);
      expect([partners(program), program.outcomeOf(first)]).toEqual([[["in_2", benId]], "parked"]);
      expect(boundTo(program)).toEqual([{ partner_id: benId, click_id: null, first_sale_id: 8 }]);
      for (const event of [byHand.remove(8), byHand.set(8, annaId), owed("in_3", 4)]) program.record(event);
      expect(partners(program)).toEqual([
        ["in_2", annaId],
        ["in_3", annaId],
      ]);
    });

    test("what a sale made meanwhile teaches of the payer never earns the payment that was decided about", () => {
      const known = { email_hash: "e1", provider_customer_id: "cus_1" };
      const story = [owed("in_1", 1, known), byHand.set(first, benId), owed("in_2", 2, known), byHand.undo(first)];
      const program = recordAll(...story);
      expect([partners(program), program.outcomeOf(first)]).toEqual([[["in_2", benId]], "parked"]);
    });

    test("a sale with evidence of its own has bound the customer then", () => {
      const withCode = { ...sale({ transaction_id: "order-2", coupon_code: "anna20" }), day: 2 };
      const given = [annasCode, owed("in_1", 1), byHand.set(5, benId)];
      const program = recordIn(couponFirst, ...given, byHand.remove(5), withCode, byHand.undo(5), owed("in_3", 3));
      expect(partners(program)).toEqual([
        ["in_1", annaId],
        ["order-2", annaId],
        ["in_3", annaId],
      ]);
      expect(boundTo(program)).toEqual([{ partner_id: annaId, click_id: null, first_sale_id: 8 }]);
    });

    test("a customer of whom nothing else is known has no partner again, and can be given to another", () => {
      const program = recordAll(owed("in_1", 1), byHand.set(first, benId), byHand.undo(first));
      expect(program.rows("customer")).toEqual([]);
      for (const event of [byHand.set(first, annaId), owed("in_2", 2)]) program.record(event);
      expect(partners(program).map(([, partnerId]) => partnerId)).toEqual([annaId, annaId]);
    });

    test("or the sale is taken away: then it binds no customer", () => {
      const program = recordAll(owed("in_1", 1), byHand.set(first, benId), byHand.remove(first), owed("in_2", 2));
      expect([partners(program), program.rows("customer")]).toEqual([[], []]);
    });

    test("of two decisions the first binds, and the second once the first is undone", () => {
      const story = [owed("in_1", 1), owed("in_2", 2), byHand.set(first + 1, benId), byHand.set(first, annaId)];
      const program = recordAll(...story, owed("in_3", 3), byHand.undo(first + 1), owed("in_4", 4));
      expect(partners(program)).toEqual([
        ["in_1", annaId],
        ["in_2", annaId],
        ["in_3", benId],
        ["in_4", annaId],
      ]);
    });
  });

  test("also where the sale turns out to repeat another, by either name", () => {
    const linked: TestEvent = {
      source: "stripe",
      data: { type: "payment_identified", aliases: ["in_1", "pi_1"].map((value) => ({ kind: "id", value })) },
    };
    const twice = [
      owed("in_1", 1),
      payment({ transaction_id: "pi_1" }),
      byHand.set(first, benId),
      byHand.set(5, annaId),
    ];
    const program = recordAll(...twice, linked);
    expect(boundTo(program)).toEqual([{ partner_id: annaId, click_id: null, first_sale_id: first }]);
    program.record(owed("in_3", 3));
    expect(partners(program).map(([, partnerId]) => partnerId)).toEqual([annaId, annaId]);
  });
});

describe("a renewal keeps its subscription's customer", () => {
  const first = sale({ transaction_id: "order-1", subscription_id: "sub_1" });
  const renewal = { transaction_id: "order-2", subscription_id: "sub_1", is_recurring: true, customer_key: "other" };
  const others = lead({ customer_key: "other", click_ids: ["click-2"] });
  const story = [click(annaId), click(benId, { click_id: "click-2" }), lead(), others, first];
  const renewed = [
    { transaction_id: "order-1", customer_key: "customer-1", partner_id: annaId },
    { transaction_id: "order-2", customer_key: "customer-1", partner_id: annaId },
  ];

  test("where a call names another, who stays as free as before", () => {
    const program = recordAll(...story, sale(renewal));
    expect(program.rows("sale")).toMatchObject(renewed);
    expect(program.rows("customer").find(({ customer_key }) => customer_key === "other")).toMatchObject({
      partner_id: benId,
      first_sale_id: null,
    });
  });

  test("where a delivery names another", () => {
    const { customer_key, ...charge } = renewal;
    const program = recordAll(...story, payment({ ...charge, payer: { customer_key } }));
    expect(program.rows("sale")).toMatchObject(renewed);
  });
});

test("a refund call for a sale that was taken away by hand answers no_commission", () => {
  const program = recordAll(click(annaId), lead(), sale(), byHand.remove(6));
  const reported = program.record(refund({ refund_amount_cents: 2_500, refund_id: "re_1" }));
  const nothing = { commission_id: null, commission_cents: 0, commission_deducted_cents: 0 };
  expect(reported.answer).toMatchObject({ ...nothing, status: "no_commission", refunded_cents: 2_500 });
  const again = program.record(refund({ refund_amount_cents: 2_500, refund_id: "re_1" }));
  expect(again.answer).toMatchObject({ ...nothing, status: "skipped" });
});
