// A banned partner earns nothing from then on, and what a ban reverses comes back exactly when it is lifted, whatever else is reported of
// the sale meanwhile.
import { describe, expect, test } from "vitest";
import type { UnpaidChoice } from "../../../src/core/rules/events/ban-events.ts";
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
const payoutId = 6;
const payee = { partner_id: annaId, currency: "USD" } as const;
const items = [{ sale_id: saleId, amount_cents: 2_000 }];
const operator = (data: TestEvent["data"]): TestEvent => ({ source: "operator", data });
const on = (day: number, event: TestEvent): TestEvent => ({ ...event, day });
const ban = (unpaid: UnpaidChoice): TestEvent =>
  operator({ type: "partner_banned", partner_id: annaId, reason: "paid_ads", unpaid, note: null });
const unban = operator({ type: "partner_unbanned", partner_id: annaId, note: null });
const forfeit = operator({ type: "commissions_forfeited", partner_id: annaId, sale_ids: [saleId] });
const restore = operator({ type: "commissions_restored", partner_id: annaId, sale_ids: [saleId] });
const approved = operator({ type: "commissions_approved", sale_ids: [saleId] });
const created = operator({ type: "payout_created", ...payee, items });
const paid = operator({
  type: "payout_recorded",
  payout_id: payoutId,
  ...payee,
  items,
  method: null,
  reference: null,
});
const refunded = paymentRefunded({ alias: "in_1", refund_id: "re_1", amount_cents: 2_500 });

/** A sale of 100 dollars by Anna, on hold for ten days; projected again in batches of each size. */
function sold(story: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  const beginning = [programCreated({ hold_period_days: 10 }), partnerJoined(anna), click(annaId)];
  for (const event of [...beginning, payment({ payer: { click_id: "click-1" } }), ...story]) program.record(event);
  for (const batchSize of [1, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}

const standing = (program: MemoryProgram) => {
  const { status, stage, amount_cents } = program.one("commission");
  return { status, stage, amount_cents, owed: owedTo(program, payee) };
};
const reversed = { status: "reversed", amount_cents: 0, owed: [] };

describe("what is not paid", () => {
  test("is reversed by a forfeit and owed again when it is restored, at its own stage", () => {
    expect(standing(sold([ban("forfeit"), forfeit]))).toMatchObject({ ...reversed, stage: "pending" });
    expect(standing(sold([ban("forfeit"), forfeit, unban, restore]))).toMatchObject({
      status: "pending",
      amount_cents: 2_000,
    });
    const afterHold = [on(20, approved), ban("forfeit"), forfeit];
    expect(standing(sold(afterHold))).toMatchObject({ ...reversed, stage: "approved" });
    expect(standing(sold([...afterHold, unban, restore]))).toMatchObject({ status: "approved", owed: items });
  });

  test("is still owed where the ban keeps commissions", () => {
    expect(standing(sold([on(20, approved), ban("keep")]))).toMatchObject({ status: "approved", owed: items });
  });

  test("is worth what a refund left when it is restored, whether the refund came before or after the ban", () => {
    const left = { status: "refunded", amount_cents: 1_500 };
    const whole = [refunded, ban("forfeit"), forfeit, unban, restore];
    expect(standing(sold(whole))).toMatchObject(left);
    expect(standing(sold([ban("forfeit"), forfeit, refunded, unban, restore]))).toMatchObject(left);
    expect(standing(sold([ban("forfeit"), forfeit, refunded]))).toMatchObject(reversed);
  });

  test("is stated as taken back and as restored, each by its own event", () => {
    const changes = sold([ban("forfeit"), forfeit, unban, restore]).rows("sale_change");
    expect(changes.map(({ commission_cents, refunded_cents }) => [commission_cents, refunded_cents])).toEqual([
      [-2_000, 0],
      [2_000, 0],
    ]);
  });

  test("is not approved while it is forfeited", () => {
    expect(standing(sold([ban("forfeit"), forfeit, on(20, approved)]))).toMatchObject({
      ...reversed,
      stage: "pending",
    });
  });

  test("is reversed once, however often it is named", () => {
    const twice = sold([ban("forfeit"), forfeit, forfeit]);
    expect(twice.rows("commission_forfeit")).toHaveLength(1);
    expect(standing(sold([ban("forfeit"), forfeit, forfeit, restore]))).toMatchObject({ amount_cents: 2_000 });
  });
});

test("paid commissions stay paid", () => {
  const program = sold([on(20, approved), created, paid, ban("forfeit"), forfeit]);
  expect(standing(program)).toMatchObject({ status: "paid", amount_cents: 2_000, owed: [] });
  expect(program.rows("adjustment")).toEqual([]);
});

test("a manual hold and a forfeit end separately", () => {
  const [hold, release] = [byHand.hold([saleId]), byHand.release([saleId])];
  expect(standing(sold([hold, ban("forfeit"), forfeit, release]))).toMatchObject(reversed);
  expect(standing(sold([hold, ban("forfeit"), forfeit, restore]))).toMatchObject({
    status: "held",
    amount_cents: 2_000,
  });
});

describe("a banned partner", () => {
  const next = payment({ payer: { click_id: "click-1" }, transaction_id: "in_2" });

  test("earns nothing until the ban is lifted", () => {
    const banned = sold([ban("keep"), click(annaId, { click_id: "click-2" }), next]);
    expect(banned.rows("sale")).toHaveLength(1);
    expect(banned.rows("click")).toHaveLength(1);
    expect(sold([ban("keep"), unban, next]).rows("sale")).toHaveLength(2);
  });

  test("is what it was before once the ban is lifted, with what was set meanwhile", () => {
    const stopped = operator({ type: "partner_changed", partner_id: annaId, name: null, status: "inactive" });
    const started = operator({ type: "partner_changed", partner_id: annaId, name: "Anna B.", status: "active" });
    expect(sold([stopped, ban("keep"), unban]).one("partner").status).toBe("inactive");
    expect(sold([ban("keep"), ban("forfeit"), unban]).one("partner")).toMatchObject({ status: "active", ban: null });
    expect(sold([ban("keep"), started]).one("partner")).toMatchObject({ status: "banned", name: "Anna B." });
    expect(sold([ban("keep"), stopped, unban]).one("partner").status).toBe("inactive");
  });
});

test("a program without bans has no forfeits to look up", () => {
  expect(sold([]).one("program").has_forfeits).toBe(false);
  expect(sold([ban("keep")]).one("program").has_forfeits).toBe(false);
  expect(sold([ban("forfeit"), forfeit]).one("program").has_forfeits).toBe(true);
});
