// Whose a payment is by the discount code it was made with, and where something else ranks above the code.
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import {
  anna,
  ben,
  byHand,
  click,
  couponAssigned,
  couponRemoved,
  lead,
  partnerJoined,
  payment,
  programCreated,
  sale,
  subscriptionStarted,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const [annaId, benId] = [2, 3];
const couponFirst = { coupon_precedence: "coupon" } as const;
const clickFirst = { coupon_precedence: "click" } as const;

/** Every story is projected again, in batches of each size: the books are the same. */
function recordIn(settings: Partial<Settings>, ...story: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  for (const event of [programCreated(settings), partnerJoined(anna), partnerJoined(ben), ...story])
    program.record(event);
  for (const batchSize of [1, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}
const recordAll = (...story: readonly TestEvent[]) => recordIn({}, ...story);

const earned = (program: MemoryProgram) =>
  program.rows("sale").map(({ partner_id, click_id, coupon_code }) => ({ partner_id, click_id, coupon_code }));
const byAnnasCode = { partner_id: annaId, click_id: null, coupon_code: "ANNA20" };
const annasCode = couponAssigned(annaId, "ANNA20", { names: ["stripe:promo_1"] });
const with20 = (fields: Parameters<typeof payment>[0] = {}) => payment({ discounts: ["ANNA20"], ...fields });

describe("a payment with a partner's code and nothing else", () => {
  test.each([
    ["typed in another case", "anna20 "],
    ["reported by the provider's own id", "promo_1"],
  ])("%s is the partner's", (_, reported) => {
    expect(earned(recordAll(annasCode, payment({ discounts: [reported] })))).toEqual([byAnnasCode]);
  });

  test("is the partner's when a call names the code", () => {
    expect(earned(recordAll(annasCode, sale({ customer_key: null, coupon_code: "anna20" })))).toEqual([byAnnasCode]);
  });

  test("waits while the code belongs to no partner, and another provider's id says nothing", () => {
    const program = recordAll(annasCode, payment({ discounts: ["SUMMER", "paddle:promo_1"] }));
    expect(program.rows("sale")).toEqual([]);
    expect(program.rows("parked").length).toBeGreaterThan(0);
  });

  test("earns nothing where the code was given to a partner that the program does not have", () => {
    const unknown = couponAssigned(99, "ANNA20");
    const program = recordAll(unknown, with20());
    expect([program.rows("sale"), program.rows("coupon"), program.rows("outcome")[0]?.reason]).toEqual([
      [],
      [],
      "unknown_partner",
    ]);
  });

  test("creates no later version where a code that no partner has is taken away", () => {
    expect(recordAll(annasCode, couponRemoved("SUMMER")).rows("coupon")).toHaveLength(2);
    expect(recordAll(couponRemoved("SUMMER")).rows("coupon")).toEqual([]);
  });

  test("looks up nothing where no partner has a code", () => {
    const program = recordAll(with20());
    expect([program.rows("sale"), program.rows("coupon"), program.one("program").owns_coupons]).toEqual([
      [],
      [],
      false,
    ]);
  });

  test("is refused as a call while the code belongs to no partner, and says so", () => {
    const program = recordAll(annasCode);
    expect(program.record(sale({ customer_key: null, coupon_code: "SUMMER" }))).toMatchObject({
      outcome: "refused",
      reason: "no_attribution",
      message: expect.stringContaining("coupon_code"),
    });
  });

  test("earns nothing while the code's partner is not active", () => {
    const left = { type: "partner_changed", partner_id: annaId, name: null, status: "inactive" } as const;
    const program = recordAll(annasCode, { source: "operator", data: left }, with20());
    expect([program.rows("sale"), program.rows("outcome").at(-1)?.reason]).toEqual([[], "partner_inactive"]);
  });

  test("of two partners' codes the first counts, in the provider's order", () => {
    const codes = [annasCode, couponAssigned(benId, "BEN10")];
    const [byBen] = earned(recordAll(...codes, payment({ discounts: ["BEN10", "ANNA20"] })));
    expect(byBen).toEqual({ partner_id: benId, click_id: null, coupon_code: "BEN10" });
    expect(earned(recordAll(...codes, payment({ discounts: ["ANNA20", "BEN10"] })))).toEqual([byAnnasCode]);
  });
});

describe("a code that changes hands", () => {
  test("pays the partner who had it when the payment was received", () => {
    const program = recordAll(
      annasCode,
      with20({ transaction_id: "one" }),
      couponAssigned(benId, "ANNA20", { names: ["stripe:promo_1"] }),
      with20({ transaction_id: "two" }),
      couponRemoved("ANNA20", ["stripe:promo_1"]),
      with20({ transaction_id: "three" }),
      payment({ transaction_id: "four", discounts: ["promo_1"] }),
    );
    expect(program.rows("sale").map(({ transaction_id, partner_id }) => [transaction_id, partner_id])).toEqual([
      ["one", annaId],
      ["two", benId],
    ]);
  });

  test("earns nothing for a payment received before a partner had it, also when the payment is reported again", () => {
    const program = recordAll(with20({ day: 1 }), { ...annasCode, day: 2 }, payment({ day: 3, discounts: ["ANNA20"] }));
    expect(program.rows("sale")).toEqual([]);
  });
});

describe("click against code", () => {
  const clicked = [annasCode, click(benId)];
  const both = with20({ payer: { click_id: "click-1" } });
  const byBensClick = { partner_id: benId, click_id: "click-1", coupon_code: "ANNA20" };

  test("the click counts where the program says nothing, or says so, and the sale keeps the code", () => {
    expect(earned(recordAll(...clicked, both))).toEqual([byBensClick]);
    expect(earned(recordIn(clickFirst, ...clicked, both))).toEqual([byBensClick]);
    expect(
      earned(recordAll(...clicked, sale({ customer_key: null, click_id: "click-1", coupon_code: "ANNA20" }))),
    ).toEqual([byBensClick]);
  });

  test("the code counts where the program says so", () => {
    expect(earned(recordIn(couponFirst, ...clicked, both))).toEqual([byAnnasCode]);
    const called = sale({ customer_key: null, click_id: "click-1", coupon_code: "ANNA20" });
    expect(earned(recordIn(couponFirst, ...clicked, called))).toEqual([byAnnasCode]);
    const bound = [...clicked, lead(), with20({ payer: { customer_key: "customer-1" } })];
    expect(earned(recordIn(couponFirst, ...bound))).toEqual([byAnnasCode]);
  });

  test.each([clickFirst, couponFirst])("a customer frozen by a first sale ranks above the code (%o)", (settings) => {
    const frozen = [...clicked, lead(), sale(), with20({ payer: { customer_key: "customer-1" } })];
    expect(earned(recordIn(settings, ...frozen)).map(({ partner_id }) => partner_id)).toEqual([benId, benId]);
    const called = [...clicked, lead(), sale(), sale({ transaction_id: "tx-2", coupon_code: "ANNA20" })];
    expect(earned(recordIn(settings, ...called)).map(({ partner_id }) => partner_id)).toEqual([benId, benId]);
  });

  test("a click whose window is over leaves the payment to the code", () => {
    const late = { day: 90, payer: { click_id: "click-1" } };
    expect(earned(recordAll(...clicked, with20(late)))).toEqual([byAnnasCode]);
    const called = sale({ day: 90, customer_key: null, click_id: "click-1", coupon_code: "ANNA20" });
    expect(earned(recordAll(...clicked, called))).toEqual([byAnnasCode]);
    expect(recordAll(...clicked, payment(late)).rows("sale")).toEqual([]);
  });

  test("a click whose window is over leaves nothing to a code whose partner is not active", () => {
    const left = { type: "partner_changed", partner_id: annaId, name: null, status: "inactive" } as const;
    const late = with20({ day: 90, payer: { click_id: "click-1" } });
    const program = recordAll(...clicked, { source: "operator", data: left }, late);
    expect([program.rows("sale"), program.rows("outcome").at(-1)?.reason]).toEqual([[], "partner_inactive"]);
  });
});

describe("what follows from a sale by a code", () => {
  const first = {
    subscription_id: "sub-1",
    payer: { customer_key: "customer-1", provider_customer_id: "stripe:cus_1" },
  };
  const renewal = payment({ transaction_id: "in-2", subscription_id: "sub-1", is_recurring: true, day: 200 });

  test("renewals without a code are the partner's", () => {
    const program = recordAll(annasCode, with20({ ...first, day: 1 }), renewal);
    expect(earned(program)).toEqual([byAnnasCode, { ...byAnnasCode, coupon_code: null }]);
  });

  test("its customer is frozen, and the window of what it pays later begins with the payment by the code", () => {
    const again = (day: number) => payment({ transaction_id: `in-${day}`, day, payer: { customer_key: "customer-1" } });
    const program = recordIn(
      { attribution_window_days: 30 },
      annasCode,
      with20({ ...first, day: 100 }),
      again(120),
      again(140),
    );
    expect(program.rows("sale").map(({ partner_id }) => partner_id)).toEqual([annaId, annaId]);
    expect(program.one("customer")).toMatchObject({ partner_id: annaId, click_id: null, is_provisional: false });
  });

  test("a claim by a browser yields to it, and a lead comes to its partner", () => {
    const program = recordAll(
      annasCode,
      click(benId),
      lead({ source: "browser" }),
      with20({ payer: { customer_key: "customer-1" } }),
      lead({ click_ids: [], event_name: "trial" }),
    );
    expect(earned(program)).toEqual([byAnnasCode]);
    expect(program.rows("lead").map(({ partner_id, click_id }) => [partner_id, click_id])).toEqual([
      [annaId, null],
      [annaId, null],
    ]);
  });

  test("a subscription that began with a code pays for the invoice that names none, in either order", () => {
    const begun = subscriptionStarted({ subscription_id: "sub-1", discounts: ["promo_1"] });
    const invoice = payment({ subscription_id: "sub-1" });
    for (const story of [
      [begun, invoice],
      [invoice, begun],
    ]) {
      expect(earned(recordAll(annasCode, ...story))).toEqual([{ ...byAnnasCode, coupon_code: null }]);
    }
  });

  test("where the code comes first, a subscription that began with one takes precedence over the invoice's click", () => {
    const begun = subscriptionStarted({
      subscription_id: "sub-1",
      discounts: ["promo_1"],
      payer: { click_id: "click-1" },
    });
    const invoice = payment({ subscription_id: "sub-1", payer: { click_id: "click-1" } });
    const story = [annasCode, click(benId), begun, invoice];
    expect(earned(recordIn(couponFirst, ...story))[0]?.partner_id).toBe(annaId);
    expect(earned(recordAll(...story))[0]?.partner_id).toBe(benId);
  });

  test("a manual decision takes precedence over the code, and undone the code counts again", () => {
    const [removed, given, undone] = [byHand.remove(5), byHand.set(5, benId), byHand.undo(5)];
    expect(earned(recordAll(annasCode, with20(), removed))).toEqual([]);
    expect(earned(recordAll(annasCode, with20(), removed, given))[0]?.partner_id).toBe(benId);
    expect(earned(recordAll(annasCode, with20(), removed, given, undone))).toEqual([byAnnasCode]);
  });
});
