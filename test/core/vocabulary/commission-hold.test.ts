// Commissions that an operator holds, releases or approves early: what is due stays exact, regardless of the sale's later events.
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import {
  anna,
  byHand,
  click,
  partnerJoined,
  payment,
  paymentRefunded,
  programCreated,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";
import { owedTo } from "../../support/operator.ts";

const annaId = 2;
const saleId = 4;
const stripe = (data: TestEvent["data"]): TestEvent => ({ source: "stripe", data });
const operator = (data: TestEvent["data"]): TestEvent => ({ source: "operator", data });
const on = (day: number, event: TestEvent): TestEvent => ({ ...event, day });
const names = (...all: string[]) => all.map((value) => ({ kind: "id", value }));
const disputed = { aliases: names("in_1"), dispute_id: "dp_1", amount_cents: null, currency: null };
const opened = stripe({ type: "dispute_opened", ...disputed });
const won = stripe({ type: "dispute_closed", result: "won", ...disputed });
const refunded = paymentRefunded({ alias: "in_1", refund_id: "re_1", amount_cents: 2_500 });
const refundFailed = stripe({ type: "refund_failed", aliases: names("in_1"), refund_id: "re_1", amount_cents: 2_500 });
const approved = operator({ type: "commissions_approved", sale_ids: [saleId] });
const [hold, release, approveEarly] = [byHand.hold([saleId]), byHand.release([saleId]), byHand.approveEarly([saleId])];
const items = [{ sale_id: saleId, amount_cents: 2_000 }];
const payee = { partner_id: annaId, currency: "USD" } as const;

/** A sale of 100 dollars by Anna, on hold for ten days. Every story is projected again, in batches of each size. */
function sold(story: readonly TestEvent[], settings: Partial<Settings> = {}): MemoryProgram {
  const program = new MemoryProgram();
  const beginning = [programCreated({ hold_period_days: 10, ...settings }), partnerJoined(anna), click(annaId)];
  for (const event of [...beginning, payment({ payer: { click_id: "click-1" } }), ...story]) program.record(event);
  for (const batchSize of [1, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}

const standing = (program: MemoryProgram) => {
  const { status, stage, amount_cents } = program.one("commission");
  return { status, stage, amount_cents, owed: owedTo(program, payee) };
};

describe("a commission that is held", () => {
  test("is not approved when its hold period is over, and is once it was released", () => {
    expect(standing(sold([hold, on(20, approved)]))).toMatchObject({ status: "held", stage: "pending", owed: [] });
    expect(standing(sold([hold, release, on(20, approved)]))).toMatchObject({ status: "approved", owed: items });
  });

  test("is not owed, though it was approved before", () => {
    expect(standing(sold([on(20, approved), hold]))).toMatchObject({ status: "held", stage: "approved", owed: [] });
    expect(standing(sold([on(20, approved), hold, release]))).toMatchObject({ status: "approved", owed: items });
  });

  test("comes to the same money in any order of refunds and disputes around it", () => {
    const events = [hold, opened, won, refunded, refundFailed];
    for (const order of permutations(events)) {
      expect(standing(sold(order))).toEqual({ status: "held", stage: "pending", amount_cents: 2_000, owed: [] });
      expect(standing(sold([...order, release]))).toMatchObject({ status: "pending", amount_cents: 2_000 });
    }
  });

  test("stays held by a dispute that is open when it is released, and is reversed when all went back", () => {
    expect(standing(sold([hold, opened, release]))).toMatchObject({ status: "held" });
    const whole = paymentRefunded({ alias: "in_1", amount_cents: 10_000 });
    expect(standing(sold([hold, whole]))).toMatchObject({ status: "reversed", amount_cents: 0 });
  });

  test("is paid where a payout that holds it is, and held again when that comes back", () => {
    const created = operator({ type: "payout_created", ...payee, items });
    const payout = (payoutId: number) => ({ payout_id: payoutId, ...payee, items, method: null, reference: null });
    const paid = sold([on(20, approved), created, hold, operator({ type: "payout_recorded", ...payout(6) })]);
    expect(standing(paid)).toMatchObject({ status: "paid", amount_cents: 2_000, owed: [] });
    const returned = operator({ type: "payout_returned", payout_id: 6, sale_ids: [saleId], reason: null });
    paid.record(returned);
    expect(standing(paid)).toMatchObject({ status: "held", stage: "approved", amount_cents: 2_000, owed: [] });
    paid.record(release);
    expect(standing(paid)).toMatchObject({ status: "approved", owed: items });
  });

  test("also holds what is owed on top of what was paid, and refunds still lower it", () => {
    const created = operator({ type: "payout_created", ...payee, items: [{ sale_id: saleId, amount_cents: 1_500 }] });
    const recorded = operator({
      type: "payout_recorded",
      payout_id: 7,
      ...payee,
      items: [{ sale_id: saleId, amount_cents: 1_500 }],
      method: null,
      reference: null,
    });
    const paid = [on(20, approved), refunded, created, recorded, hold, refundFailed];
    expect(standing(sold(paid)).owed).toEqual([]);
    expect(standing(sold([...paid, release])).owed).toEqual([{ sale_id: saleId, amount_cents: 500 }]);
    const more = paymentRefunded({ alias: "in_1", refund_id: "re_2", amount_cents: 5_000 });
    expect(standing(sold([...paid, more])).owed).toEqual([{ sale_id: saleId, amount_cents: -500 }]);
  });

  test("is held as one, when two sales turn out to be one payment", () => {
    const other = payment({ transaction_id: "pi_1", payer: { click_id: "click-1" } });
    const linked = stripe({ type: "payment_identified", aliases: names("in_1", "pi_1") });
    const heldOther = byHand.hold([saleId + 1]);
    expect(standing(sold([other, heldOther, linked]))).toMatchObject({ status: "held" });
    const held = sold([other, hold, heldOther, linked]).one("commission_hold");
    expect(held).toMatchObject({ sale_id: saleId, event_id: saleId + 2 });
    const both = sold([other, hold, heldOther, linked, release]);
    expect(both.rows("commission_hold")).toEqual([]);
    expect(standing(both)).toMatchObject({ status: "pending" });
  });

  test("is held still when its sale was taken from its partner and given back", () => {
    const program = sold([hold, byHand.remove(saleId), byHand.undo(saleId)]);
    expect(standing(program)).toMatchObject({ status: "held", amount_cents: 2_000 });
  });

  test("starts over, like all decisions about it, when what had made it a sale is undone", () => {
    const program = new MemoryProgram();
    const waiting = payment({ payer: { customer_key: "customer-1" } });
    for (const event of [programCreated(), partnerJoined(anna), waiting, byHand.set(3, annaId), byHand.hold([3])]) {
      program.record(event);
    }
    expect(program.one("commission").status).toBe("held");
    program.record(byHand.undo(3));
    expect([program.rows("commission"), program.rows("commission_hold")]).toEqual([[], []]);
  });

  test.each([
    ["held twice", [hold], hold, "nothing_to_hold"],
    ["released and not held", [], release, "nothing_to_release"],
    ["held where there is no sale", [], byHand.hold([77]), "nothing_to_hold"],
  ])("is not %s", (_, before, event, reason) => {
    expect(sold(before).record(event)).toMatchObject({ outcome: "ignored", reason });
  });
});

describe("a commission that is approved early", () => {
  test("is owed before its hold period is over", () => {
    expect(standing(sold([approveEarly]))).toMatchObject({ status: "approved", stage: "approved", owed: items });
  });

  test.each([
    ["held by hand", hold],
    ["under an open dispute", opened],
    ["of a sale that was refunded", paymentRefunded({ alias: "in_1", amount_cents: 10_000 })],
    ["approved already", on(20, approved)],
  ])("is not one %s", (_, before) => {
    expect(sold([before]).record(approveEarly)).toMatchObject({ outcome: "ignored", reason: "nothing_to_approve" });
  });

  test("is lowered by a refund as any other", () => {
    const left = [{ sale_id: saleId, amount_cents: 1_500 }];
    for (const order of [
      [approveEarly, refunded],
      [refunded, approveEarly],
    ]) {
      expect(standing(sold(order))).toMatchObject({ status: "refunded", stage: "approved", owed: left });
    }
  });
});

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}
