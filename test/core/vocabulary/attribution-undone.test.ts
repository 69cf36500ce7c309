// A payment that nothing but a decision by hand had made a sale, when that is undone: all that reported it is asked again.
import { expect, test } from "vitest";
import {
  anna,
  ben,
  byHand,
  click,
  partnerJoined,
  payment,
  payoutImported,
  programCreated,
  refund,
  sale,
  saleImported,
  subscriptionStarted,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const [annaId, benId] = [2, 3];
const operator = (data: TestEvent["data"]): TestEvent => ({ source: "operator", data });
const identified = (...names: string[]): TestEvent => ({
  source: "stripe",
  data: { type: "payment_identified", aliases: names.map((value) => ({ kind: "id", value })) },
});

/** Every story is projected again, in batches of each size: the books are the same. */
function recordAll(...story: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  for (const event of [programCreated(), partnerJoined(anna), partnerJoined(ben), ...story]) program.record(event);
  for (const batchSize of [1, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}

const namesIn = (program: MemoryProgram) => program.rows("payment_alias").map((row) => [row.alias, row.payment_id]);
const outcomesIn = (program: MemoryProgram) =>
  program.rows("outcome").map((row) => [row.event_id, row.outcome, row.reason, row.refers_to]);

test("each name is again that of the payment whose report had it", () => {
  const two = ["in_1", "pi_1"].map((id) => payment({ transaction_id: id, payer: { customer_key: "customer-1" } }));
  const program = recordAll(...two, byHand.set(4, annaId), byHand.set(5, benId), identified("in_1", "pi_1"));
  expect(namesIn(program)).toEqual([
    ["in_1", 4],
    ["pi_1", 4],
  ]);
  program.record(byHand.undo(4));
  expect(namesIn(program)).toEqual([
    ["in_1", 4],
    ["pi_1", 5],
  ]);
  expect(outcomesIn(program)).toEqual([
    [4, "parked", "no_attribution", null],
    [5, "parked", "no_attribution", null],
    [8, "recorded", "payment_awaited", null],
  ]);
});

test("what came too late under one of its names came too late under all, and no later report makes it a sale", () => {
  const waiting = payment({ transaction_id: "in_1", payer: { customer_key: "customer-1" } });
  const late = ["in_8", "in_9"].map((transaction_id) => ({
    ...payment({ transaction_id, payer: { click_id: "click-1" } }),
    day: 90,
  }));
  const program = recordAll(
    click(annaId),
    waiting,
    byHand.set(5, benId),
    ...late,
    identified("in_1", "in_8", "in_9"),
    byHand.undo(5),
  );
  expect(namesIn(program)).toEqual(["in_1", "in_8", "in_9"].map((name) => [name, 7]));
  expect(outcomesIn(program)).toEqual([
    [5, "duplicate", "same_payment", 7],
    [7, "expired", "attribution_window_expired", null],
    [8, "expired", "attribution_window_expired", 7],
    [9, "recorded", "settled", 10],
  ]);
  program.record(click(annaId, { click_id: "click-2" }));
  const again = program.record(payment({ transaction_id: "in_1", payer: { click_id: "click-2" } }));
  expect(again).toMatchObject({ outcome: "duplicate", reason: "attribution_window_expired", refersTo: 7 });
  expect(program.record(sale({ transaction_id: "in_1", click_id: "click-2" })).outcome).toBe("duplicate");
});

test("a payment that names both makes them one as well: both names are those of what came too late", () => {
  const waiting = payment({ transaction_id: "in_1", payer: { customer_key: "customer-1" } });
  const late = { ...payment({ transaction_id: "in_9", payer: { click_id: "click-1" } }), day: 90 };
  const both = payment({ transaction_id: "in_1", aliases: ["in_1", "in_9"] });
  const program = recordAll(click(annaId), waiting, byHand.set(5, benId), late, both, byHand.undo(5));
  expect(namesIn(program)).toEqual(["in_1", "in_9"].map((name) => [name, 7]));
  expect(outcomesIn(program).map(([id, outcome]) => [id, outcome])).toEqual([
    [5, "duplicate"],
    [7, "expired"],
    [8, "duplicate"],
  ]);
});

test("what came too late is asked with it, also where it was recorded long before and all else comes in one batch", () => {
  const late = { ...payment({ transaction_id: "in_9", payer: { click_id: "click-1" } }), day: 90 };
  const waiting = payment({ transaction_id: "in_1", payer: { customer_key: "customer-1" } });
  // In batches of three, the decision and all behind it are the third.
  const program = recordAll(
    click(annaId),
    late,
    waiting,
    byHand.set(6, benId),
    identified("in_1", "in_9"),
    byHand.undo(6),
  );
  expect(program.rows("sale")).toEqual([]);
  expect(namesIn(program)).toEqual(["in_1", "in_9"].map((name) => [name, 5]));
});

test("what a tool had paid for it is paid for what came too late then, and is owed", () => {
  const waiting = payment({ transaction_id: "in_1", payer: { customer_key: "customer-1" } });
  const late = { ...payment({ transaction_id: "in_9", payer: { click_id: "click-1" } }), day: 90 };
  const paid = saleImported({ commission: { amount_cents: 3_000, currency: "USD", payout_id: 4 } });
  const given = [payoutImported(annaId), click(annaId), waiting, late, byHand.set(6, annaId), paid];
  const program = recordAll(...given, identified("in_1", "in_9"), byHand.undo(6));
  expect(program.outcomeOf(9)).toBe("duplicate");
  expect(program.one("payout_item")).toMatchObject({ sale_id: 7, amount_cents: 3_000, status: "paid" });
  expect(program.one("adjustment")).toMatchObject({ sale_id: 7, partner_id: annaId, amount_cents: -3_000 });
});

test("refunds that calls reported are the sale's that it turns out to be, though a call came too late between", () => {
  const waiting = payment({ transaction_id: "in_1", payer: { customer_key: "customer-1" } });
  const refunded = refund({ transaction_id: "in_1", refund_amount_cents: 500 });
  const late = sale({ transaction_id: "in_1", customer_key: null, click_id: "click-1", day: 90 });
  const earned = payment({ transaction_id: "in_9", payer: { click_id: "click-2" } });
  const undone = [click(annaId), waiting, byHand.set(5, benId), refunded, byHand.undo(5), late];
  const program = recordAll(...undone, click(benId, { click_id: "click-2" }), earned, identified("in_1", "in_9"));
  expect(program.outcomeOf(9)).toBe("expired");
  expect(program.one("sale")).toMatchObject({ transaction_id: "in_9", partner_id: benId, refunded_cents: 500 });
  expect(program.rows("manual_attribution")).toEqual([]);
});

test("what came too late keeps the refunds of all that it names", () => {
  const names = ["in_1", "in_2"];
  const undone = names.flatMap((transaction_id, index) => [
    payment({ transaction_id, payer: { customer_key: "customer-1" } }),
    byHand.set(5 + 4 * index, benId),
    refund({ transaction_id, refund_amount_cents: 500 + index }),
    byHand.undo(5 + 4 * index),
  ]);
  const payer = { click_id: "click-1" };
  const late = { ...payment({ transaction_id: "in_2", aliases: ["in_2", "in_1"], payer }), day: 90 };
  const waiting = recordAll(click(annaId), ...undone, late).one("manual_attribution");
  expect(waiting.hidden?.refunds.map(({ amount_cents }) => amount_cents)).toEqual([500, 501]);
  const earned = payment({ transaction_id: "in_9", payer: { click_id: "click-2" } });
  const joined = [click(benId, { click_id: "click-2" }), earned, identified("in_2", "in_9")];
  const program = recordAll(click(annaId), ...undone, late, ...joined);
  expect(program.one("sale")).toMatchObject({ transaction_id: "in_9", refunded_cents: 1_001 });
});

test("a renewal given by hand that turns out to be of an earlier sale hands over what it began", () => {
  const renewal = (transaction_id: string, fields: Parameters<typeof payment>[0]) =>
    payment({ transaction_id, is_recurring: true, ...fields });
  const program = recordAll(
    click(annaId),
    renewal("in_3", { payer: { click_id: "click-1", email_hash: "e1" } }),
    renewal("pi_3", { subscription_id: "sub_1", payer: { click_id: "click-9" } }),
    byHand.set(6, annaId),
    sale({ transaction_id: "ch_3", customer_key: null, click_id: "click-1", is_recurring: true }),
    identified("pi_3", "ch_3"),
    renewal("in_3", { aliases: ["in_3", "pi_3"], payer: { email_hash: "e1" } }),
  );
  expect(program.one("sale")).toMatchObject({ sale_id: 5, subscription_id: "sub_1", partner_id: annaId });
  expect(program.one("subscription").first_sale_id).toBe(5);
});

test("what was reported while the program was paused stays ignored", () => {
  const paused = { type: "program_changed", name: null, settings: {} } as const;
  const program = recordAll(
    click(annaId),
    payment({ payer: { customer_key: "customer-1" } }),
    byHand.set(5, benId),
    operator({ ...paused, status: "inactive" }),
    subscriptionStarted({ aliases: ["in_1"], payer: { click_id: "click-1" } }),
    operator({ ...paused, status: "active" }),
    byHand.undo(5),
  );
  expect(program.outcomeOf(8)).toBe("ignored");
  expect(program.rows("subscription")).toEqual([]);
});

test("an order that it had paid is to be paid again, and a transfer that found it paid counts", () => {
  const order = {
    type: "payment_reference_registered",
    provider: "sepay",
    reference: "DH1024",
    reference_hash: "hash",
    customer_key: "customer-1",
    click_id: null,
    amount_cents: 10_000,
    currency: "USD",
    product_id: null,
  } as const;
  const transfer = (transaction_id: string, click_id: string | null): TestEvent => ({
    ...payment({ transaction_id, reference_hashes: ["hash"], payer: { click_id } }),
    source: "sepay",
  });
  const registered: TestEvent = { source: "api", data: order };
  const paid = [registered, transfer("1", null), byHand.set(6, benId), transfer("2", "click-1")];
  const program = recordAll(click(annaId), ...paid);
  expect(program.one("sale")).toMatchObject({ sale_id: 6, partner_id: benId });
  expect(outcomesIn(program)).toContainEqual([8, "ignored", "reference_already_paid", 5]);
  program.record(byHand.undo(6));
  expect(program.one("sale")).toMatchObject({ sale_id: 8, partner_id: annaId });
  expect(program.one("payment_reference")).toMatchObject({ paid_cents: 10_000, counted_sale_ids: [8] });
});
