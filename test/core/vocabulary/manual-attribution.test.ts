// Whose a payment is, decided by hand: what that does to the sale, and what it leaves as it is.
import { describe, expect, test } from "vitest";
import { bookNames } from "../../../src/core/rules/book-keys.ts";
import {
  anna,
  ben,
  byHand,
  click,
  couponAssigned,
  lead,
  partnerJoined,
  payment,
  paymentRefunded,
  programCreated,
  refund,
  sale,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const [annaId, benId] = [2, 3];
const operator = (data: TestEvent["data"]): TestEvent => ({ source: "operator", data });
const waiting = payment({ payer: { customer_key: "customer-1", email_hash: "e1" } });
const identified = (...names: string[]): TestEvent => ({
  source: "stripe",
  data: { type: "payment_identified", aliases: names.map((value) => ({ kind: "id", value })) },
});

/** Every story is projected again, in batches of each size: the books are the same. */
function recordAll(...story: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  for (const event of [programCreated({ hold_period_days: 10 }), partnerJoined(anna), partnerJoined(ben), ...story]) {
    program.record(event);
  }
  for (const batchSize of [1, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}

const firstEvent = 4;
const worth = (program: MemoryProgram) => ({
  sales: program.rows("sale").map(({ sale_id, partner_id, click_id }) => ({ sale_id, partner_id, click_id })),
  commissions: program.rows("commission").map(({ partner_id, amount_cents }) => ({ partner_id, amount_cents })),
  fees: program.rows("platform_fee").map(({ amount_cents }) => amount_cents),
});
const nothing = { sales: [], commissions: [], fees: [] };
/** Of a payment that its provider verified the fee stays listed, with nothing left of it. */
const taken = { ...nothing, fees: [0] };
const bensAlone = {
  sales: [{ sale_id: firstEvent, partner_id: benId, click_id: null }],
  commissions: [{ partner_id: benId, amount_cents: 2_000 }],
  fees: [350],
};

describe("a payment that waits and is given to a partner", () => {
  test("is its sale, by the policy, fee and hold of when it was received", () => {
    const half = { type: "percentage", rate_bps: 5_000, duration_months: null } as const;
    const later = { type: "program_changed", name: null, status: null } as const;
    const program = recordAll(
      { ...waiting, day: 1 },
      operator({ ...later, settings: { commission: half, hold_period_days: 99, platform_fee_bps: 0 } }),
      { ...byHand.set(firstEvent, benId), day: 40 },
    );
    expect(worth(program)).toEqual(bensAlone);
    expect(program.one("commission").hold_until).toEqual(new Date("2026-01-12T00:00:00Z"));
    expect(program.rows("outcome").find(({ event_id }) => event_id === firstEvent)).toMatchObject({
      outcome: "recorded",
      reason: "settled",
      refers_to: 6,
    });
  });

  test("binds its customer, teaches none of the payer's other names, and begins no subscription", () => {
    const subscribed = payment({
      subscription_id: "sub_1",
      payer: { customer_key: "customer-1", email_hash: "e1", provider_customer_id: "cus_1" },
    });
    const program = recordAll(subscribed, byHand.set(firstEvent, benId));
    for (const book of ["identity", "subscription"] as const) expect(program.rows(book)).toEqual([]);
    expect(program.one("customer")).toMatchObject({ partner_id: benId, click_id: null, first_sale_id: firstEvent });
  });

  test("stays that partner's regardless of later clicks and leads, as does its customer, and takes refunds as any sale", () => {
    const program = recordAll(
      waiting,
      click(annaId),
      byHand.set(firstEvent, benId),
      lead(),
      waiting,
      paymentRefunded({ amount_cents: 5_000 }),
      { ...payment({ transaction_id: "in_2", payer: { customer_key: "customer-1" } }), day: 1 },
    );
    expect(worth(program)).toMatchObject({
      sales: [{ partner_id: benId }, { partner_id: benId }],
      commissions: [{ amount_cents: 1_000 }, { amount_cents: 2_000 }],
    });
  });

  test("is given also where the partner whose click it was by had left", () => {
    const left = operator({ type: "partner_changed", partner_id: annaId, name: null, status: "inactive" });
    const program = recordAll(click(annaId), left, payment({ payer: { click_id: "click-1" } }), byHand.set(6, benId));
    expect(worth(program)).toMatchObject({ sales: [{ sale_id: 6, partner_id: benId }], fees: [350] });
    program.record(byHand.undo(6));
    expect(program.outcomeOf(6)).toBe("ignored");
  });

  test("settles nothing that a browser claimed by the click it names", () => {
    const left = operator({ type: "partner_changed", partner_id: annaId, name: null, status: "inactive" });
    const named = payment({ payer: { customer_key: "customer-1", click_id: "click-1" } });
    const program = recordAll(click(annaId), lead({ source: "browser" }), left, named, byHand.set(7, benId));
    expect(program.one("sale").partner_id).toBe(benId);
    expect(program.one("customer")).toMatchObject({
      partner_id: benId,
      is_provisional: false,
      by_hand: { evidence: { partner_id: annaId, is_provisional: true } },
    });
    program.record(byHand.undo(7));
    expect(program.one("customer")).toMatchObject({ partner_id: annaId, is_provisional: true, by_hand: null });
  });

  test("is given to whom a customer is bound to, by that click", () => {
    const story = [click(annaId), lead(), payment({ payer: { click_id: "unknown" } })];
    const program = recordAll(...story, byHand.set(6, null, "customer-1"));
    expect(program.one("sale")).toMatchObject({ partner_id: annaId, click_id: "click-1", customer_key: "customer-1" });
    expect(program.one("customer")).toMatchObject({ partner_id: annaId, click_id: "click-1", first_sale_id: 6 });
  });
});

describe("what cannot be given is refused and changes nothing", () => {
  const inactive = operator({ type: "partner_changed", partner_id: benId, name: null, status: "inactive" });
  const referred = { provider: "stripe", reference: "DH1024", reference_hash: "hash", product_id: null } as const;
  const ordered = { customer_key: "customer-1", click_id: null, amount_cents: 10_000, currency: "USD" } as const;
  const order: TestEvent = { source: "api", data: { type: "payment_reference_registered", ...referred, ...ordered } };
  const transfer = (transaction_id: string) => payment({ transaction_id, reference_hashes: ["hash"] });
  const givenUp = operator({ type: "parked_released", event_id: firstEvent, reason: "a test of ours" });
  const bound = [click(annaId), lead({ customer_key: "customer-2" })];
  test.each<[string, readonly TestEvent[], TestEvent, string]>([
    ["a sale", [click(annaId), sale({ click_id: "click-1" })], byHand.set(5, benId), "already_attributed"],
    ["a payment that is given already", [waiting, byHand.set(4, annaId)], byHand.set(4, benId), "already_attributed"],
    ["to nobody's partner", [waiting], byHand.set(4, 99), "unknown_partner"],
    ["to a partner that left", [waiting, inactive], byHand.set(4, benId), "partner_inactive"],
    ["to a customer nobody bound", [waiting], byHand.set(4, null, "customer-1"), "no_attribution"],
    ["to another customer than it names", [waiting, ...bound], byHand.set(4, null, "customer-2"), "not_attributable"],
    ["an event that is no payment", [click(annaId)], byHand.set(4, benId), "not_attributable"],
    ["a payment that was given up", [waiting, givenUp], byHand.set(4, benId), "not_attributable"],
    [
      "a second transfer of an order that is paid",
      [order, transfer("1"), transfer("2"), byHand.set(5, annaId)],
      byHand.set(6, benId),
      "not_attributable",
    ],
    [
      "what was taken away, to nobody's partner",
      [click(annaId), sale({ click_id: "click-1" }), byHand.remove(5)],
      byHand.set(5, 99),
      "unknown_partner",
    ],
    [
      "a payment that came too late for its click",
      [click(annaId), { ...payment({ payer: { click_id: "click-1" } }), day: 99 }],
      byHand.set(5, benId),
      "not_attributable",
    ],
  ])("%s", (_, story, decision, code) => {
    const program = recordAll(...story);
    const books = bookNames.filter((name) => name !== "outcome");
    const before = program.dump(books);
    expect(program.record(decision)).toMatchObject({ outcome: "refused", reason: code });
    expect(program.dump(books)).toBe(before);
  });

  test("and says of a pending event that is no payment that it is not one", () => {
    const program = recordAll(paymentRefunded({ amount_cents: 5_000 }));
    expect(program.record(byHand.set(firstEvent, benId)).message).toContain("this event is not one of these");
  });
});

describe("each decision names the sale that it is about", () => {
  const [given, taken] = [firstEvent, 6];
  const story = [waiting, click(annaId), sale({ customer_key: null, click_id: "click-1" })];

  test.each<[string, readonly TestEvent[], TestEvent, number]>([
    ["of what waits", story, byHand.set(given, benId), given],
    ["of what somebody has", story, byHand.set(taken, benId), taken],
    ["of what is taken away", story, byHand.remove(taken), taken],
    ["of what was taken away", [...story, byHand.remove(taken)], byHand.set(taken, benId), taken],
    ["that is undone", [...story, byHand.remove(taken)], byHand.undo(taken), taken],
  ])("%s", (_, events, decision, saleId) => {
    expect(recordAll(...events).record(decision).refersTo).toBe(saleId);
  });
});

describe("a sale that is taken from its partner", () => {
  const sold = [click(annaId), sale({ click_id: "click-1" })];
  const saleId = 5;

  test("has no partner, and keeps none regardless of which reports follow", () => {
    const program = recordAll(
      ...sold,
      byHand.remove(saleId),
      payment({ transaction_id: "tx-1", payer: { click_id: "click-1" } }),
    );
    expect(worth(program)).toEqual(taken);
    expect(program.record(sale({ click_id: "click-1" }))).toMatchObject({ reason: "duplicate_transaction" });
  });

  test("is taken once", () => {
    const program = recordAll(...sold, byHand.remove(saleId));
    const before = program.dump(["manual_attribution"]);
    expect(program.one("manual_attribution")).toMatchObject({ state: "removed", reports: [] });
    expect(program.record(byHand.remove(saleId))).toMatchObject({ outcome: "refused", reason: "not_attributed" });
    expect(program.dump(["manual_attribution"])).toBe(before);
  });

  test("is put back by undoing as it was, with what went back of it meanwhile", () => {
    const part = refund({ refund_amount_cents: 2_500 });
    const kept = recordAll(...sold, part);
    const undone = recordAll(...sold, byHand.remove(saleId), part, byHand.undo(saleId));
    for (const book of ["sale", "commission", "platform_fee", "customer", "manual_attribution"] as const) {
      expect(undone.rows(book)).toEqual(kept.rows(book));
    }
  });

  test("takes what was disputed of it out of the books with it, and undoing puts all of that back", () => {
    const named = { aliases: [{ kind: "id", value: "in_1" }], amount_cents: 1_000, currency: "USD" };
    const disputed = ["dp_2", "dp_1"].map(
      (dispute_id): TestEvent => ({ source: "stripe", data: { type: "dispute_opened", ...named, dispute_id } }),
    );
    const paid = [click(annaId), payment({ payer: { click_id: "click-1" } }), ...disputed];
    const removed = recordAll(...paid, byHand.remove(saleId));
    expect(removed.rows("dispute")).toEqual([]);
    removed.record(byHand.undo(saleId));
    for (const book of ["sale", "commission", "dispute"] as const) {
      expect(removed.rows(book)).toEqual(recordAll(...paid).rows(book));
    }
  });

  test("is not approved meanwhile where its commission is held", () => {
    const approved = { ...operator({ type: "commissions_approved", sale_ids: [saleId] }), day: 20 };
    const program = recordAll(...sold, byHand.hold([saleId]), byHand.remove(saleId), approved, byHand.undo(saleId));
    expect(program.one("commission")).toMatchObject({ stage: "pending", status: "held" });
  });

  test("is passed over by approvals, also by one that comes with the decision in one batch", () => {
    const approved = { ...operator({ type: "commissions_approved", sale_ids: [5] }), day: 20 };
    const program = recordAll(click(annaId), payment({ payer: { click_id: "click-1" } }), byHand.remove(5), approved);
    expect(program.outcomeOf(7)).toBe("ignored");
    program.record(byHand.set(5, benId));
    expect(program.one("commission")).toMatchObject({ partner_id: benId, stage: "pending" });
  });

  test("earns nothing either where it earned nothing before, and is that sale again by undoing", () => {
    const firstOnly = { type: "percentage", rate_bps: 2_000, duration_months: 0 } as const;
    const changed = { type: "program_changed", name: null, status: null, settings: { commission: firstOnly } } as const;
    const renewed = [
      operator(changed),
      click(annaId),
      payment({ subscription_id: "sub_1", payer: { click_id: "click-1" } }),
      payment({ transaction_id: "in_2", subscription_id: "sub_1", is_recurring: true, day: 40 }),
    ];
    const events = [byHand.remove(7), payment({ transaction_id: "in_2" })];
    const program = recordAll(...renewed, ...events);
    expect(program.rows("sale").map(({ sale_id }) => sale_id)).toEqual([6]);
    program.record(byHand.undo(7));
    expect(worth(program)).toEqual(worth(recordAll(...renewed)));
    expect(worth(program).commissions).toHaveLength(1);
  });

  test("can be given to another, and undoing that gives it back to the first", () => {
    const moved = [...sold, byHand.remove(saleId), byHand.set(saleId, benId)];
    expect(worth(recordAll(...moved))).toMatchObject({ commissions: [{ partner_id: benId }] });
    expect(worth(recordAll(...moved, byHand.undo(saleId)))).toEqual(worth(recordAll(...sold)));
  });

  test("is taken off the next payout where it was paid, and the payout stays what it was", () => {
    const items = [{ sale_id: saleId, amount_cents: 2_000 }];
    const paid = { partner_id: annaId, currency: "USD", items } as const;
    const program = recordAll(
      ...sold,
      { ...operator({ type: "commissions_approved", sale_ids: [saleId] }), day: 20 },
      operator({ type: "payout_created", ...paid }),
      operator({ type: "payout_recorded", payout_id: 7, method: null, reference: null, ...paid }),
      byHand.remove(saleId),
    );
    expect(program.rows("commission")).toEqual([]);
    expect(program.one("adjustment")).toMatchObject({ partner_id: annaId, amount_cents: -2_000 });
    expect(program.one("manual_attribution").hidden?.commission).toMatchObject({
      amount_cents: 2_000,
      stage: "approved",
    });
    expect(program.one("payout")).toMatchObject({ status: "paid", amount_cents: 2_000 });
    program.record(byHand.undo(saleId));
    expect(program.rows("adjustment")).toEqual([]);
    expect(program.one("commission")).toMatchObject({ status: "paid", amount_cents: 2_000 });
  });

  test("leaves a closed month as it was: the month it was taken in takes it back", () => {
    const closed = { type: "month_closed", month: "2026-01", totals: [], corrections: [] } as const;
    const program = recordAll(...sold, { ...operator(closed), day: 34 }, { ...byHand.remove(saleId), day: 50 });
    expect(program.one("restatement")).toMatchObject({
      month: "2026-01",
      was_partner_id: annaId,
      was_amount_cents: 10_000,
      was_commission_cents: 2_000,
      now_partner_id: null,
    });
    program.record({ ...byHand.undo(saleId), day: 51 });
    expect(program.rows("restatement").map((row) => row.now_partner_id)).toEqual([null, annaId]);
  });

  test.each([
    ["is kept", benId, []],
    ["is undone", annaId, [byHand.undo(7)]],
  ])(
    "to whom a customer is bound says nothing of whose payment it is: a report does, and binds that customer, also when the decision %s",
    (_, partnerId, after) => {
      const bens = [click(annaId), click(benId, { click_id: "click-2" }), lead({ click_ids: ["click-2"] })];
      const sold = sale({ transaction_id: "in_1", customer_key: null, click_id: "click-1" });
      const moved = [byHand.remove(7), byHand.set(7, null, "customer-1"), ...after];
      const theirs = ["in_1", "in_2"].map((id, day) => ({
        ...payment({ transaction_id: id, payer: { customer_key: "customer-9" } }),
        day,
      }));
      const program = recordAll(...bens, sold, ...moved, ...theirs);
      expect(program.rows("sale").map((row) => [row.transaction_id, row.partner_id, row.customer_key])).toEqual([
        ["in_1", partnerId, "customer-9"],
        ["in_2", partnerId, "customer-9"],
      ]);
    },
  );
});

describe("a payment that turns out to renew another partner's subscription", () => {
  test.each([
    ["stays whose the hand made it", [byHand.remove(7), byHand.set(7, annaId)], [annaId]],
    ["stays nobody's", [byHand.remove(7)], []],
  ])("%s, and is by undoing whose the subscription is", (_, decisions, partnerIds) => {
    const events = [
      click(annaId),
      click(benId, { click_id: "click-2" }),
      payment({ subscription_id: "sub_1", payer: { click_id: "click-2" } }),
      payment({ transaction_id: "in_2", payer: { click_id: "click-1" } }),
    ];
    const renews = payment({ transaction_id: "in_2", subscription_id: "sub_1", is_recurring: true });
    const program = recordAll(...events, ...decisions, renews);
    const earned = () => program.rows("commission").filter(({ sale_id }) => sale_id === 7);
    expect(earned().map(({ partner_id }) => partner_id)).toEqual(partnerIds);
    expect(program.one("manual_attribution").reports).toEqual([]);
    program.record(byHand.undo(7));
    expect(earned()).toMatchObject([{ partner_id: benId, amount_cents: 2_000 }]);
  });
});

describe("undoing", () => {
  test("lets a payment wait again that only a decision had made a sale, and a refund with it", () => {
    const program = recordAll(waiting, byHand.set(4, benId), paymentRefunded({ amount_cents: 5_000 }), byHand.undo(4));
    expect(worth(program)).toEqual(nothing);
    expect([program.outcomeOf(4), program.outcomeOf(6)]).toEqual(["parked", "parked"]);
    expect(program.rows("manual_attribution")).toEqual([]);
    program.record(byHand.set(4, annaId));
    expect(program.one("commission")).toMatchObject({ partner_id: annaId, amount_cents: 1_000 });
  });

  test("lets the evidence count that came meanwhile", () => {
    const program = recordAll(click(annaId), waiting, byHand.set(5, benId), lead(), byHand.undo(5));
    expect(worth(program)).toMatchObject({ sales: [{ partner_id: annaId, click_id: "click-1" }] });
    expect(program.one("customer").first_sale_id).toBe(5);
  });

  test("keeps a refund that was called for, for when the payment is a sale by its evidence", () => {
    const called = refund({ transaction_id: "in_1", refund_amount_cents: 2_500 });
    const program = recordAll(click(annaId), waiting, byHand.set(5, benId), called, byHand.undo(5), lead());
    expect(program.one("commission")).toMatchObject({ partner_id: annaId, amount_cents: 1_500 });
    expect(program.one("customer").first_sale_id).toBe(5);
    expect(program.rows("manual_attribution")).toEqual([]);
  });

  test("keeps of the sale nothing but the refunds that were called for, by their names", () => {
    const called = ["re_2", "re_1"].map((refund_id) =>
      refund({ transaction_id: "in_1", refund_id, refund_amount_cents: 1_000 }),
    );
    const delivered = paymentRefunded({ refund_id: "re_3", amount_cents: 500 });
    const program = recordAll(waiting, byHand.set(4, benId), ...called, delivered, byHand.undo(4));
    const { hidden, ...decision } = program.one("manual_attribution");
    expect(decision).toMatchObject({ state: "lifted", given: null, reports: [] });
    expect(hidden).toMatchObject({ sale: null, commission: null, fee: null, disputes: [], outcome: null });
    expect(hidden?.refunds.map((row) => row.refund_key)).toEqual(["id:re_1", "id:re_2"]);
    program.record(byHand.set(4, annaId));
    expect(program.one("sale").refunded_cents).toBe(2_500);
  });

  test("gives such a refund to the sale of another report of the payment", () => {
    const called = refund({ transaction_id: "in_1", refund_amount_cents: 2_500 });
    const undone = [click(annaId), waiting, byHand.set(5, benId), called, byHand.undo(5)];
    const program = recordAll(...undone, sale({ transaction_id: "in_1", customer_key: null, click_id: "click-1" }));
    expect(program.one("commission")).toMatchObject({ partner_id: annaId, amount_cents: 1_500 });
    expect(program.rows("manual_attribution")).toEqual([]);
  });

  test("leaves nothing of a payment that turned out to be one that came too late", () => {
    const late = { ...payment({ transaction_id: "in_9", payer: { click_id: "click-1" } }), day: 90 };
    const program = recordAll(click(annaId), waiting, byHand.set(5, benId), late, identified("in_1", "in_9"));
    expect(worth(program)).toMatchObject({ sales: [{ sale_id: 5, partner_id: benId }] });
    program.record(byHand.undo(5));
    expect(worth(program)).toEqual(nothing);
    expect([program.outcomeOf(5), program.outcomeOf(7)]).toEqual(["duplicate", "expired"]);
  });

  test("gives such a refund to no payment that came too late", () => {
    const called = refund({ transaction_id: "in_1", refund_amount_cents: 2_500 });
    const late = { ...sale({ transaction_id: "in_9", customer_key: null, click_id: "click-1" }), day: 90 };
    const undone = [click(annaId), waiting, byHand.set(5, benId), called, byHand.undo(5)];
    const program = recordAll(...undone, late, identified("in_1", "in_9"));
    expect(program.outcomeOf(5)).toBe("duplicate");
    expect(program.one("manual_attribution").state).toBe("lifted");
  });

  test("is refused where nothing was decided, or it is undone already", () => {
    const program = recordAll(waiting, byHand.set(4, benId), byHand.undo(4));
    for (const eventId of [4, 5]) {
      expect(program.record(byHand.undo(eventId))).toMatchObject({ outcome: "refused", reason: "not_attributed" });
    }
  });
});

describe("two reports that turn out to be one payment", () => {
  const two = [
    click(annaId),
    sale({ transaction_id: "in_1", click_id: "click-1" }),
    payment({ transaction_id: "pi_1" }),
  ];

  test.each([
    ["a manual attribution wins over evidence, whichever was reported first", byHand.set(6, benId), [benId]],
    ["what was taken away stays away", byHand.remove(5), []],
  ])("%s", (_, decision, partnerIds) => {
    const program = recordAll(...two, decision, identified("in_1", "pi_1"));
    expect(program.rows("commission").map((row) => row.partner_id)).toEqual(partnerIds);
    program.record(byHand.undo(5));
    expect(worth(program)).toMatchObject({ sales: [{ sale_id: 5, partner_id: annaId, click_id: "click-1" }] });
  });

  const clicks = [click(annaId), click(annaId, { click_id: "click-2" }), click(benId, { click_id: "click-3" })];
  const bound = [
    lead({ click_ids: ["click-2"] }),
    lead({ click_ids: ["click-3"], customer_key: "customer-2" }),
    couponAssigned(annaId, "ANNA20"),
  ];
  const byClick = sale({ transaction_id: "in_1", customer_key: null, click_id: "click-1" });
  const waits = payment({ transaction_id: "pi_1", payer: { click_id: "unknown" } });
  const strangers = ["in_1", "pi_1"].map((id) => payment({ transaction_id: id, payer: { customer_key: "stranger" } }));
  test.each<[string, readonly TestEvent[], SaleAttributed]>([
    ["the later of two hands", [...strangers, byHand.set(10, annaId), byHand.set(11, benId)], { partner_id: benId }],
    ["a customer's partner", [byClick, waits, byHand.set(11, null, "customer-2")], { partner_id: benId }],
    ["another click of its partner", [byClick, waits, byHand.set(11, null, "customer-1")], { click_id: "click-2" }],
    [
      "its partner without its code",
      [payment({ discounts: ["ANNA20"] }), waits, byHand.set(11, annaId)],
      { partner_id: annaId, click_id: null, clicked_at: null },
    ],
  ])("belong to whom the later report was attributed by hand: %s", (_, story, attributed) => {
    const program = recordAll(...clicks, ...bound, ...story, identified("in_1", "pi_1"));
    expect(program.one("sale")).toMatchObject({ sale_id: 10, ...attributed });
    expect(program.one("commission").partner_id).toBe(attributed.partner_id ?? annaId);
  });

  test("teach what only a decision had made a sale, now that there is evidence, and the decision stays above that", () => {
    const given = [click(annaId), waiting, byHand.set(5, benId), identified("in_1", "ch_1")];
    const program = recordAll(
      ...given,
      sale({ transaction_id: "pi_1", customer_key: null, click_id: "click-1" }),
      identified("in_1", "pi_1"),
      payment({ transaction_id: "in_2", payer: { email_hash: "e1" } }),
    );
    expect(program.rows("sale").map((row) => [row.sale_id, row.partner_id])).toEqual([
      [5, benId],
      [10, annaId],
    ]);
    const evidence = { partner_id: annaId, click_id: "click-1", first_sale_id: 5 };
    expect(program.one("customer")).toMatchObject({ partner_id: benId, first_sale_id: 5, by_hand: { evidence } });
    program.record(byHand.undo(5));
    expect(program.one("customer")).toMatchObject({ ...evidence, by_hand: null });
  });

  test("are taken away where the one that was reported later was, and come back as one", () => {
    const both = ["in_1", "pi_1"].map((id) => sale({ transaction_id: id, customer_key: null, click_id: "click-1" }));
    const program = recordAll(click(annaId), ...both, byHand.remove(6), identified("in_1", "pi_1"));
    expect(worth(program)).toEqual(nothing);
    expect(program.one("manual_attribution")).toMatchObject({ payment_id: 5, state: "removed", reports: [] });
    program.record(byHand.undo(5));
    expect(worth(program)).toMatchObject({ sales: [{ sale_id: 5, partner_id: annaId }] });
  });

  const neither = [
    payment({ transaction_id: "in_1", payer: { customer_key: "stranger" } }),
    payment({ transaction_id: "pi_1", payer: { customer_key: "customer-1" } }),
    byHand.set(5, annaId),
    byHand.set(6, benId),
    payment({ transaction_id: "in_1" }),
  ];

  test("wait again, each report of them, where only a manual decision had made either a sale", () => {
    const program = recordAll(click(annaId), ...neither, identified("in_1", "pi_1"));
    expect(worth(program)).toMatchObject({ sales: [{ sale_id: 5, partner_id: benId }] });
    expect(program.one("manual_attribution").reports).toEqual([6, 9, 10]);
    program.record(byHand.undo(5));
    expect([worth(program), [5, 6, 9].map((id) => program.outcomeOf(id))]).toEqual([
      nothing,
      ["parked", "parked", "parked"],
    ]);
    program.record(lead());
    expect(worth(program)).toMatchObject({ sales: [{ partner_id: annaId, click_id: "click-1" }], fees: [350] });
  });

  test("have no partner where manual decisions had made both sales and then took one away", () => {
    const program = recordAll(click(annaId), ...neither, byHand.remove(6), identified("in_1", "pi_1"));
    expect(worth(program)).toEqual(taken);
    program.record(byHand.undo(5));
    expect([worth(program), program.outcomeOf(5), program.outcomeOf(6)]).toEqual([nothing, "parked", "parked"]);
  });

  test("teach what only a decision had made a sale, now that it is reported to renew a subscription that earns", () => {
    const began = payment({ transaction_id: "in_1", subscription_id: "sub_1", payer: { click_id: "click-1" } });
    const reported = { transaction_id: "in_2", payer: { customer_key: "customer-1", email_hash: "e1" } };
    const renewal = payment({ ...reported, subscription_id: "sub_1", is_recurring: true });
    const later = [
      { ...payment({ transaction_id: "in_3", payer: { customer_key: "customer-1" } }), day: 1 },
      payment({ transaction_id: "in_4", payer: { email_hash: "e1" } }),
    ];
    const story = [click(annaId), began, payment(reported)];
    const partnersOf = (...rest: TestEvent[]) =>
      recordAll(...story, ...rest)
        .rows("sale")
        .map((row) => row.partner_id);
    expect(partnersOf(renewal, ...later)).toEqual([annaId, annaId, annaId, annaId]);
    expect(partnersOf(byHand.set(6, benId), renewal, ...later)).toEqual([annaId, benId, benId, annaId]);
    expect(partnersOf(byHand.set(6, benId), renewal, byHand.undo(6), ...later)).toEqual([
      annaId,
      annaId,
      annaId,
      annaId,
    ]);
  });

  test("freeze no customer whom only a hand gave one of them", () => {
    const bens = [click(benId, { click_id: "click-2" }), lead({ click_ids: ["click-2"] })];
    const sold = [sale({ transaction_id: "in_1", customer_key: null, click_id: "click-1" })];
    const moved = [byHand.remove(7), byHand.set(7, null, "customer-1")];
    const again = payment({ transaction_id: "pi_1", subscription_id: "sub_1", payer: { click_id: "click-1" } });
    const program = recordAll(click(annaId), ...bens, ...sold, ...moved, again, identified("in_1", "pi_1"));
    expect(program.one("sale")).toMatchObject({ sale_id: 7, partner_id: benId, customer_key: null });
    program.record(sale({ transaction_id: "ch_1", customer_key: null, click_id: "click-1" }));
    program.record(payment({ transaction_id: "ch_1", subscription_id: "sub_1" }));
    expect(program.one("customer").first_sale_id).toBeNull();
  });
});

type SaleAttributed = {
  readonly partner_id?: number;
  readonly click_id?: string | null;
  readonly clicked_at?: Date | null;
};
