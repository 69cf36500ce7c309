// Whom a first sale binds its customer to, and whose customer a renewal is.
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/core/rules/events/settings.ts";
import { MemoryProgram, type Told } from "../../support/memory-program.ts";
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
} from "../../support/told.ts";

const [annaId, benId] = [2, 3];
const couponFirst = { coupon_precedence: "coupon" } as const;
const annasCode = couponAssigned(annaId, "ANNA20", { names: ["stripe:promo_1"] });

/** Every story is projected again, in batches of each size: the books are the same. */
function tellIn(settings: Partial<Settings>, ...story: readonly Told[]): MemoryProgram {
  const program = new MemoryProgram();
  for (const told of [programCreated(settings), partnerJoined(anna), partnerJoined(ben), ...story]) program.tell(told);
  for (const batchSize of [1, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}
const tellAll = (...story: readonly Told[]) => tellIn({}, ...story);

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
    const program = tellIn(couponFirst, ...bound, calledWithCode("order-1"), ...later);
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
    const program = tellIn(couponFirst, ...bound, calledWithCode("order-1"), ...back, sale({ transaction_id: "o-2" }));
    expect(partners(program).map(([, partnerId]) => partnerId)).toEqual([annaId, annaId]);
  });

  test("a click that a delivery names instead of the bound one", () => {
    const annas = click(annaId, { click_id: "click-a" });
    const payer = { customer_key: "customer-1", click_id: "click-a" };
    const program = tellAll(...bound, annas, payment({ payer }), sale({ transaction_id: "order-2" }));
    expect(program.rows("sale").map(({ partner_id, click_id }) => [partner_id, click_id])).toEqual([
      [annaId, "click-a"],
      [annaId, "click-a"],
    ]);
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
    const program = tellAll(...story, sale(renewal));
    expect(program.rows("sale")).toMatchObject(renewed);
    expect(program.rows("customer").find(({ customer_key }) => customer_key === "other")).toMatchObject({
      partner_id: benId,
      first_sale_id: null,
    });
  });

  test("where a delivery names another", () => {
    const { customer_key, ...charge } = renewal;
    const program = tellAll(...story, payment({ ...charge, payer: { customer_key } }));
    expect(program.rows("sale")).toMatchObject(renewed);
  });
});

test("a refund call for a sale that was taken away by hand answers no_commission", () => {
  const program = tellAll(click(annaId), lead(), sale(), byHand.remove(6));
  const told = program.tell(refund({ refund_amount_cents: 2_500, refund_id: "re_1" }));
  const nothing = { commission_id: null, commission_cents: 0, commission_deducted_cents: 0 };
  expect(told.answer).toMatchObject({ ...nothing, status: "no_commission", refunded_cents: 2_500 });
  const again = program.tell(refund({ refund_amount_cents: 2_500, refund_id: "re_1" }));
  expect(again.answer).toMatchObject({ ...nothing, status: "skipped" });
});
