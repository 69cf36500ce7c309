// Whose terms count for a sale: of the partner, of its group, of the product or of the program, the first that there are, as they were
// when the sale was received.
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
  sale,
} from "../../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../../support/memory-program.ts";

const [annaId, benId] = [2, 3];
type Percentage = Extract<CommissionTerms, { type: "percentage" }>;
const rate = (rate_bps: number): Percentage => ({ type: "percentage", rate_bps, duration_months: null });
const opening = [
  programCreated({ commission: rate(1_000), hold_period_days: 15 }),
  partnerJoined(anna),
  partnerJoined(ben),
  click(annaId, { click_id: "click-1" }),
  lead({ customer_key: "customer-1", click_ids: ["click-1"] }),
];

/** Every story is projected again, in batches of each size: the books are the same. */
function recordAll(...story: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  for (const event of [...opening, ...story]) program.record(event);
  for (const batchSize of [1, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}
const commissions = (program: MemoryProgram) => program.rows("commission").map(({ amount_cents }) => amount_cents);
const scopes = (program: MemoryProgram) => program.rows("commission").map(({ terms }) => terms?.scope ?? null);
let sales = 0;
/** Of 100.00 USD. */
const sold = (fields: Parameters<typeof sale>[0] = {}) => {
  sales += 1;
  return sale({ transaction_id: `tx-${sales}`, ...fields });
};

describe("the first terms that there are count", () => {
  const product = policySet(rate(2_000), { product_id: "pro" });
  const group = policySet(rate(3_000), { group_id: "gold" });
  const groupsProduct = policySet(rate(4_000), { group_id: "gold", product_id: "pro" });
  const partner = policySet(rate(5_000), { partner_id: annaId });
  const partnersProduct = policySet(rate(6_000), { partner_id: annaId, product_id: "pro" });
  const inGold = [groupSet("gold"), partnerMoved(annaId, "gold")];

  test.each([
    ["the program's", [], "program", 1_000],
    ["the product's above them", [product], "product", 2_000],
    ["the group's above the product's", [product, ...inGold, group], "group", 3_000],
    ["the group's for the product", [product, ...inGold, group, groupsProduct], "group_product", 4_000],
    ["the partner's above its group's", [product, ...inGold, groupsProduct, partner], "partner", 5_000],
    ["the partner's for the product", [partner, partnersProduct], "partner_product", 6_000],
  ] as const)("%s", (_, set, scope, cents) => {
    const program = recordAll(...set, sold({ product_id: "pro" }));
    expect(commissions(program)).toEqual([cents]);
    expect(scopes(program)).toEqual([scope === "program" || (scope === "product" && set.length === 1) ? null : scope]);
  });

  test("another product, another partner and another group have none of it", () => {
    const forBen = [click(benId, { click_id: "click-2" }), lead({ customer_key: "b", click_ids: ["click-2"] })];
    const program = recordAll(
      ...inGold,
      groupsProduct,
      partnersProduct,
      ...forBen,
      sold(),
      sold({ customer_key: "b", product_id: "pro" }),
    );
    expect(commissions(program)).toEqual([1_000, 1_000]);
    expect(program.rows("commission").map(({ terms }) => terms?.group_id)).toEqual(["gold", "default"]);
  });

  test("what is set later pays later sales, and what is removed gives way to what is below it", () => {
    const removed: TestEvent = {
      source: "operator",
      data: { type: "policy_removed", product_id: null, partner_id: annaId },
    };
    const program = recordAll(sold(), partner, sold(), removed, sold());
    expect(commissions(program)).toEqual([1_000, 5_000, 1_000]);
  });

  test("the event that set them is named", () => {
    const program = recordAll(partner, sold());
    expect(program.one("commission").terms).toMatchObject({ scope: "partner", policy_event_id: 6 });
  });
});

describe("a program that uses none of it", () => {
  test("keeps nothing about terms", () => {
    const program = recordAll(policySet(rate(2_000), { product_id: "pro" }), sold({ product_id: "pro" }), sold());
    expect(program.one("program").uses_terms).toBe(false);
    expect(scopes(program)).toEqual([null, null]);
    for (const name of ["partner_group", "partner_policy", "term_total"] as const)
      expect(program.rows(name)).toEqual([]);
  });
});

describe("a partner that is moved", () => {
  const gold = [groupSet("gold"), policySet(rate(3_000), { group_id: "gold" })];

  test("earns by its new group from then on", () => {
    expect(commissions(recordAll(...gold, sold(), partnerMoved(annaId, "gold"), sold()))).toEqual([1_000, 3_000]);
  });

  test("keeps the customers of before in the group of then, where it is moved so, and new ones follow", () => {
    const program = recordAll(
      ...gold,
      sold(),
      partnerMoved(annaId, "gold", "keep"),
      sold(),
      click(annaId, { click_id: "click-2" }),
      lead({ customer_key: "new", click_ids: ["click-2"] }),
      sold({ customer_key: "new" }),
    );
    expect(commissions(program)).toEqual([1_000, 1_000, 3_000]);
  });

  test("takes a kept customer's group from the last move that did not keep it", () => {
    const silver = [groupSet("silver"), policySet(rate(2_000), { group_id: "silver" })];
    const moves = [partnerMoved(annaId, "silver"), partnerMoved(annaId, "gold", "keep")];
    expect(commissions(recordAll(...gold, ...silver, sold(), ...moves, sold()))).toEqual([1_000, 2_000]);
  });

  test("earns renewals by its new group, unless its customers are kept", () => {
    const renewal = { subscription_id: "sub_1", is_recurring: true };
    const story = (how: "follow" | "keep") =>
      recordAll(...gold, sold({ subscription_id: "sub_1" }), partnerMoved(annaId, "gold", how), sold(renewal));
    expect(commissions(story("follow"))).toEqual([1_000, 3_000]);
    expect(commissions(story("keep"))).toEqual([1_000, 1_000]);
  });

  test("keeps its subscriptions' terms while it stays where it is, regardless of later settings", () => {
    const renewal = { subscription_id: "sub_1", is_recurring: true };
    const program = recordAll(
      ...gold,
      partnerMoved(annaId, "gold"),
      sold({ subscription_id: "sub_1" }),
      policySet(rate(500), { group_id: "gold" }),
      sold(renewal),
      sold(),
    );
    expect(commissions(program)).toEqual([3_000, 3_000, 500]);
  });

  test("to a group that is not there is refused, and the default group is always there", () => {
    const program = recordAll();
    expect(program.record(partnerMoved(annaId, "nowhere"))).toMatchObject({
      outcome: "refused",
      reason: "unknown_group",
    });
    expect(program.record(partnerMoved(99, "default"))).toMatchObject({
      outcome: "refused",
      reason: "unknown_partner",
    });
    expect(program.record(partnerMoved(annaId, "default"))).toMatchObject({ outcome: "recorded" });
  });

  test("may join a group at once", () => {
    const program = recordAll(
      ...gold,
      partnerJoined({ name: "Cara", code: "cara", group_id: "gold" }),
      click(8, { click_id: "click-3" }),
      lead({ customer_key: "c", click_ids: ["click-3"] }),
      sold({ customer_key: "c" }),
    );
    expect(commissions(program)).toEqual([3_000]);
  });
});

describe("a group's hold", () => {
  test("counts in place of the program's, and the default group may have one", () => {
    const days = (program: MemoryProgram) => {
      const { hold_until } = program.one("commission");
      return (hold_until.getTime() - program.one("sale").received_at.getTime()) / 86_400_000;
    };
    expect(days(recordAll(groupSet("gold", { hold_period_days: 3 }), partnerMoved(annaId, "gold"), sold()))).toBe(3);
    expect(days(recordAll(groupSet("default", { hold_period_days: 40 }), sold()))).toBe(40);
    expect(days(recordAll(groupSet("gold"), partnerMoved(annaId, "gold"), sold()))).toBe(15);
  });
});

describe("a sale that becomes another partner's", () => {
  test("earns by that one's terms, and a renewal too", () => {
    const renewal = { subscription_id: "sub_1", is_recurring: true };
    const story = [
      policySet(rate(5_000), { partner_id: annaId }),
      policySet(rate(700), { partner_id: benId }),
      sold({ subscription_id: "sub_1" }),
      sold(renewal),
      byHand.remove(9),
      byHand.set(9, benId),
    ];
    expect(commissions(recordAll(...story))).toEqual([5_000, 700]);
  });
});

describe("a customer's first sale", () => {
  const first: CommissionTerms = { ...rate(1_000), first: { rate_bps: 5_000 } };

  test("earns by a rate of its own, and later ones by the usual one", () => {
    const program = recordAll(policySet(first, { partner_id: annaId }), sold(), sold());
    expect(commissions(program)).toEqual([5_000, 1_000]);
    expect(program.rows("commission").map(({ terms }) => terms?.is_first)).toEqual([true, false]);
  });

  test("is the subscription's first payment, and no renewal", () => {
    const renewal = { subscription_id: "sub_1", is_recurring: true };
    const program = recordAll(
      policySet(first, { partner_id: annaId }),
      sold({ subscription_id: "sub_1" }),
      sold(renewal),
    );
    expect(commissions(program)).toEqual([5_000, 1_000]);
  });

  test("that a call and a delivery report is one first sale", () => {
    const program = recordAll(
      policySet(first, { partner_id: annaId }),
      sale({ transaction_id: "pi_1" }),
      payment({ transaction_id: "in_1", aliases: ["in_1", "pi_1"] }),
      sold(),
    );
    expect(commissions(program)).toEqual([5_000, 1_000]);
  });

  test("may earn another flat amount", () => {
    const flat: CommissionTerms = {
      type: "flat",
      amount_cents: 300,
      currency: "EUR",
      duration_months: null,
      first: { amount_cents: 2_500 },
    };
    const program = recordAll(policySet(flat, { partner_id: annaId }), sold(), sold());
    expect(program.rows("commission").map(({ amount_cents, currency }) => [amount_cents, currency])).toEqual([
      [2_500, "EUR"],
      [300, "EUR"],
    ]);
  });
});

describe("a number of payments", () => {
  const two: CommissionTerms = { ...rate(1_000), duration_payments: 2 };
  const charge = (number: number, fields: Parameters<typeof sale>[0] = {}) =>
    sold({ subscription_id: "sub_1", is_recurring: number > 1, ...fields });

  test("is how many of a subscription earn, the first among them", () => {
    const program = recordAll(policySet(two), policySet(two, { partner_id: annaId }), charge(1), charge(2), charge(3));
    expect(commissions(program)).toEqual([1_000, 1_000]);
    expect(program.rows("sale").map(({ reason }) => reason)).toEqual([null, null, "recurring_period_ended"]);
  });

  test("ends with the months where these are over first", () => {
    const months: CommissionTerms = { ...two, duration_months: 1 };
    const program = recordAll(policySet(months, { partner_id: annaId }), charge(1), charge(2, { day: 40 }));
    expect(commissions(program)).toEqual([1_000]);
  });

  test("counts a payment that two report once", () => {
    const renewal = { subscription_id: "sub_1", is_recurring: true };
    const program = recordAll(
      policySet(two, { partner_id: annaId }),
      charge(1),
      sale({ transaction_id: "pi_2", ...renewal }),
      payment({ transaction_id: "in_2", aliases: ["in_2", "pi_2"], ...renewal }),
      charge(3),
    );
    expect(commissions(program)).toEqual([1_000, 1_000]);
    expect(program.one("subscription").payments).toHaveLength(2);
  });
});
