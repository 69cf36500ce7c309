// What a partner earns once its sales have reached something: once a period, as long as they stay there while it is on hold, and for good
// once it is approved. Amounts are worked out by hand.
import { describe, expect, test } from "vitest";
import type { BonusAdded } from "../../../../src/core/rules/events/bonus-events.ts";
import {
  anna,
  ben,
  byHand,
  click,
  partnerJoined,
  programCreated,
  refund,
  sale,
} from "../../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../../support/memory-program.ts";

const [annaId, benId] = [2, 3];
const operator = (data: TestEvent["data"], day?: number): TestEvent => ({
  source: "operator",
  data,
  ...(day === undefined ? {} : { day }),
});
const at = (day: number): string => new Date(Date.parse("2026-01-01T00:00:00.000Z") + day * 86_400_000).toISOString();

/** 50.00 USD for three sales of a month. */
const three = (fields: Partial<BonusAdded> = {}): TestEvent =>
  operator({
    type: "bonus_added",
    bonus_id: "three",
    metric: "sales",
    at_least: 3,
    period: "month",
    amount_cents: 5_000,
    currency: "USD",
    from: null,
    until: null,
    ...fields,
  });
const stop = operator({ type: "bonus_stopped", bonus_id: "three" });

/** By Anna's click unless another is named; 100.00 USD. */
const sold = (name: string, fields: Parameters<typeof sale>[0] = {}): TestEvent =>
  sale({ transaction_id: name, customer_key: `customer-${name}`, click_id: "click-1", ...fields });
const back = (name: string, cents?: number): TestEvent =>
  refund({ transaction_id: name, refund_amount_cents: cents ?? null });

/** Says what is due as the service's job does, right after the event that made it due. */
function recordDue(program: MemoryProgram): void {
  for (const { bonus_id, partner_id, period, state } of program.rows("bonus_award")) {
    if (state !== "due") continue;
    program.record({ source: "schedule", data: { type: "bonus_reached", bonus_id, partner_id, period } });
  }
}

/** Anna's link was clicked (click-1), then Ben's (click-2). Every story is projected again, in batches of each size. */
function record(story: readonly TestEvent[], { records = true, hold = 10 } = {}): MemoryProgram {
  const program = new MemoryProgram();
  const beginning = [
    programCreated({ hold_period_days: hold }),
    ...[partnerJoined(anna), partnerJoined(ben), click(annaId), click(benId, { click_id: "click-2" })],
  ];
  for (const event of [...beginning, ...story]) {
    program.record(event);
    if (records) recordDue(program);
  }
  for (const batchSize of [1, 2, 3, 7, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}

const bonuses = (program: MemoryProgram) =>
  program
    .rows("commission")
    .filter(({ kind }) => kind === "bonus")
    .map(({ partner_id, amount_cents, currency, status }) => [partner_id, amount_cents, currency, status]);
const bonusId = (program: MemoryProgram): number => {
  const bonus = program.rows("commission").find(({ kind }) => kind === "bonus");
  if (bonus === undefined) throw new Error("no bonus was earned");
  return bonus.sale_id;
};
const approve = (program: MemoryProgram, day: number): void => {
  program.record({ source: "schedule", day, data: { type: "commissions_approved", sale_ids: [bonusId(program)] } });
};

describe("a bonus is earned", () => {
  test("by the sale that reaches it, and not by the one before", () => {
    expect(bonuses(record([three(), sold("a"), sold("b")]))).toEqual([]);
    const program = record([three(), sold("a"), sold("b"), sold("c")]);
    expect(bonuses(program)).toEqual([[annaId, 5_000, "USD", "pending"]]);
    const { hold_until, amount_at_sale_cents, terms } = program.rows("commission").at(-1) ?? {};
    expect([hold_until, amount_at_sale_cents, terms]).toEqual([new Date(at(10)), 5_000, null]);
  });

  test("under the id of the event that says it was reached", () => {
    const program = record([three(), sold("a"), sold("b"), sold("c")]);
    expect(program.log.find(({ id }) => id === bonusId(program))?.data.type).toBe("bonus_reached");
    expect(program.one("bonus_award")).toMatchObject({ period: "2026-01", state: "open", event_id: bonusId(program) });
  });

  test("once a period, however far beyond the sales go", () => {
    expect(bonuses(record([three(), ..."abcdefgh".split("").map((name) => sold(name))]))).toHaveLength(1);
  });

  test("by an amount that one sale reaches exactly, and one that crosses it", () => {
    const amount = three({ metric: "sales_cents", at_least: 25_000 });
    expect(bonuses(record([amount, sold("a", { amount_cents: 24_999 })]))).toEqual([]);
    expect(bonuses(record([amount, sold("a", { amount_cents: 24_999 }), sold("b", { amount_cents: 1 })]))).toHaveLength(
      1,
    );
    expect(bonuses(record([amount, sold("a", { amount_cents: 24_999 }), sold("b")]))).toHaveLength(1);
  });

  test("by new customers, each of whom counts once", () => {
    const customers = three({ metric: "customers", at_least: 2 });
    const again = sold("b", { customer_key: "customer-a" });
    expect(bonuses(record([customers, sold("a"), again]))).toEqual([]);
    expect(bonuses(record([customers, sold("a"), again, sold("c")]))).toHaveLength(1);
  });

  test("by each partner for itself", () => {
    const bens = ["d", "e", "f"].map((name) => sold(name, { click_id: "click-2" }));
    expect(bonuses(record([three(), sold("a"), sold("b"), ...bens]))).toEqual([[benId, 5_000, "USD", "pending"]]);
  });

  test("not by sales in another currency, which another bonus counts", () => {
    const dong = sold("c", { currency: "VND", amount_cents: 900_000 });
    expect(bonuses(record([three(), sold("a"), sold("b"), dong]))).toEqual([]);
    const inDong = three({ bonus_id: "dong", at_least: 1, currency: "VND", amount_cents: 120_000 });
    expect(bonuses(record([three(), inDong, sold("a"), dong]))).toEqual([[annaId, 120_000, "VND", "pending"]]);
  });

  test("not by sales of before it was added, and not by a recruiter's or a lead's commission", () => {
    expect(bonuses(record([sold("a"), sold("b"), three(), sold("c")]))).toEqual([]);
  });

  test("twice where two ask for the same, under ids of their own", () => {
    const other = three({ bonus_id: "two", at_least: 2, amount_cents: 1_000 });
    const program = record([three(), other, sold("a"), sold("b"), sold("c")]);
    expect(bonuses(program)).toEqual([
      [annaId, 1_000, "USD", "pending"],
      [annaId, 5_000, "USD", "pending"],
    ]);
    expect(new Set(program.rows("commission").map(({ sale_id }) => sale_id)).size).toBe(5);
  });

  test("held as long as the partner's group says", () => {
    const gold = operator({ type: "group_set", group_id: "gold", settings: { hold_period_days: 3 } });
    const moved = operator({
      ...{ type: "partner_moved", partner_id: annaId, group_id: "gold", existing_customers: "follow" },
    } as TestEvent["data"]);
    const program = record([gold, moved, three(), sold("a"), sold("b"), sold("c")]);
    expect(program.rows("commission").at(-1)?.hold_until).toEqual(new Date(at(3)));
  });
});

describe("a period", () => {
  test("is a month in UTC, and each month has a bonus of its own", () => {
    const [january, february] = [30.99, 31];
    const first = [sold("a"), sold("b"), sold("c", { day: january })];
    const second = [sold("d", { day: february }), sold("e"), sold("f")];
    const program = record([three(), ...first, ...second]);
    expect(bonuses(program)).toHaveLength(2);
    expect(program.rows("bonus_award").map(({ period }) => period)).toEqual(["2026-01", "2026-02"]);
    expect(bonuses(record([three(), sold("a"), sold("b", { day: january }), sold("c", { day: february })]))).toEqual(
      [],
    );
  });

  test("is all time where the bonus says so, and it is earned once", () => {
    const lifetime = three({ period: "lifetime" });
    const story = [lifetime, sold("a"), sold("b", { day: 20 }), sold("c", { day: 40 }), sold("d", { day: 55 })];
    const program = record(story);
    expect(bonuses(program)).toHaveLength(1);
    expect(program.one("bonus_award").period).toBe("lifetime");
  });

  test("begins with `from`, and `until` is outside of it", () => {
    const span = three({ from: at(5), until: at(10) });
    const within = [sold("b", { day: 5 }), sold("c", { day: 7 }), sold("d", { day: 9.99 })];
    expect(bonuses(record([span, sold("a", { day: 4.99 }), ...within]))).toHaveLength(1);
    expect(bonuses(record([span, sold("a", { day: 4.99 }), ...within.slice(0, 2), sold("d", { day: 10 })]))).toEqual(
      [],
    );
  });

  test("ends where the bonus is stopped; what was reached before stays", () => {
    expect(bonuses(record([three(), sold("a"), sold("b"), stop, sold("c"), sold("d")]))).toEqual([]);
    expect(bonuses(record([three(), sold("a"), sold("b"), sold("c"), stop]))).toEqual([
      [annaId, 5_000, "USD", "pending"],
    ]);
  });

  test("a stopped bonus is still paid where the sales of before reach it", () => {
    const program = record([three(), sold("a"), sold("b"), sold("c"), stop], { records: false });
    expect(bonuses(program)).toEqual([]);
    recordDue(program);
    expect(bonuses(program)).toHaveLength(1);
  });
});

describe("refunds", () => {
  const reached = [three(), sold("a"), sold("b"), sold("c")];

  test("that take it below while it is on hold reverse it", () => {
    expect(bonuses(record([...reached, back("b")]))).toEqual([[annaId, 0, "USD", "reversed"]]);
  });

  test("of a part leave it where sales are counted, and take it below where their amount is", () => {
    expect(bonuses(record([...reached, back("b", 9_999)]))).toEqual([[annaId, 5_000, "USD", "pending"]]);
    const amount = three({ metric: "sales_cents", at_least: 29_500 });
    const story = [amount, sold("a"), sold("b"), sold("c"), back("b", 500)];
    expect(bonuses(record(story))).toEqual([[annaId, 5_000, "USD", "pending"]]);
    expect(bonuses(record([...story, back("b", 1)]))).toEqual([[annaId, 0, "USD", "reversed"]]);
  });

  test("leave it once it is approved", () => {
    const program = record(reached);
    approve(program, 11);
    expect(bonuses(program)).toEqual([[annaId, 5_000, "USD", "approved"]]);
    for (const name of ["a", "b", "c"]) program.record(back(name));
    expect(bonuses(program)).toEqual([[annaId, 5_000, "USD", "approved"]]);
    expect(program.replay(2).dump()).toBe(program.dump());
  });

  test("are made up for by further sales of the period, and it is the same commission", () => {
    const program = record([...reached, back("b"), sold("d")]);
    expect(bonuses(program)).toEqual([[annaId, 5_000, "USD", "pending"]]);
    expect(program.rows("bonus_award")).toHaveLength(1);
    expect(program.log.filter(({ data }) => data.type === "bonus_reached")).toHaveLength(1);
  });

  test("that come before it is recorded leave nothing", () => {
    const program = record([...reached, back("b")], { records: false });
    expect([bonuses(program), program.rows("bonus_award")]).toEqual([[], []]);
  });

  test("are not made up for by sales of another month", () => {
    expect(bonuses(record([...reached, back("b"), sold("d", { day: 31 })]))).toEqual([[annaId, 0, "USD", "reversed"]]);
  });

  test("it is not approved while it is below, and is approved once it is reached again", () => {
    const program = record([...reached, back("b")]);
    approve(program, 20);
    expect(bonuses(program)).toEqual([[annaId, 0, "USD", "reversed"]]);
    program.record(sold("d", { day: 21 }));
    approve(program, 22);
    expect(bonuses(program)).toEqual([[annaId, 5_000, "USD", "approved"]]);
  });

  test("what changed of it is stated: the month's changes sum to what is left", () => {
    const program = record([...reached, back("b")]);
    const id = bonusId(program);
    const changes = program.rows("sale_change").filter(({ sale_id }) => sale_id === id);
    expect(changes.map(({ commission_cents, transaction_id }) => [commission_cents, transaction_id])).toEqual([
      [-5_000, `bonus:${id}`],
    ]);
  });
});

describe("a partner", () => {
  const reached = [three(), sold("a"), sold("b"), sold("c")];
  const leaves = operator({ type: "partner_changed", partner_id: annaId, name: null, status: "inactive" });

  test("that has left before it is recorded earns nothing until it is back", () => {
    const program = record([...reached, leaves], { records: false });
    recordDue(program);
    expect(bonuses(program)).toEqual([]);
    program.record(operator({ type: "partner_changed", partner_id: annaId, name: null, status: "active" }));
    recordDue(program);
    expect(bonuses(program)).toEqual([[annaId, 5_000, "USD", "pending"]]);
    expect(program.replay(3).dump()).toBe(program.dump());
  });

  test("that leaves later keeps it", () => {
    expect(bonuses(record([...reached, leaves]))).toEqual([[annaId, 5_000, "USD", "pending"]]);
  });

  test("whose ban forfeits what is unpaid loses it, and has it back when the ban is lifted", () => {
    const program = record(reached);
    const sale_ids = [bonusId(program)];
    program.record(operator({ type: "commissions_forfeited", partner_id: annaId, sale_ids }));
    expect(bonuses(program)).toEqual([[annaId, 0, "USD", "reversed"]]);
    program.record(back("b"));
    program.record(operator({ type: "commissions_restored", partner_id: annaId, sale_ids }));
    expect(bonuses(program)).toEqual([[annaId, 0, "USD", "reversed"]]);
    program.record(sold("d"));
    expect(bonuses(program)).toEqual([[annaId, 5_000, "USD", "pending"]]);
    for (const size of [1, 4, 100]) expect(program.replay(size).dump()).toBe(program.dump());
  });

  test("loses it with a sale that is given to another, who may reach it by that", () => {
    const bens = [sold("d", { click_id: "click-2" }), sold("e", { click_id: "click-2" })];
    const program = record([...reached, ...bens]);
    const saleId = program.rows("sale").find(({ transaction_id }) => transaction_id === "a")?.sale_id ?? 0;
    program.record(byHand.remove(saleId));
    program.record(byHand.set(saleId, benId));
    recordDue(program);
    expect(bonuses(program)).toEqual([
      [annaId, 0, "USD", "reversed"],
      [benId, 5_000, "USD", "pending"],
    ]);
    for (const size of [1, 2, 100]) expect(program.replay(size).dump()).toBe(program.dump());
  });

  test("has it held by hand and released as any commission", () => {
    const program = record(reached);
    program.record(byHand.hold([bonusId(program)]));
    expect(bonuses(program)).toEqual([[annaId, 5_000, "USD", "held"]]);
    program.record(byHand.release([bonusId(program)]));
    expect(bonuses(program)).toEqual([[annaId, 5_000, "USD", "pending"]]);
    program.record(byHand.approveEarly([bonusId(program)]));
    program.record(back("b"));
    expect(bonuses(program)).toEqual([[annaId, 5_000, "USD", "approved"]]);
    for (const size of [1, 2, 100]) expect(program.replay(size).dump()).toBe(program.dump());
  });

  test("was paid it: it stays paid, regardless of refunds", () => {
    const program = record(reached);
    const id = bonusId(program);
    approve(program, 11);
    const paying = { partner_id: annaId, currency: "USD", items: [{ sale_id: id, amount_cents: 5_000 }] } as const;
    const { eventId: payout_id } = program.record(operator({ type: "payout_created", ...paying }));
    program.record(operator({ type: "payout_recorded", ...paying, payout_id, method: "wire", reference: null }));
    program.record(back("a"));
    expect([bonuses(program), program.rows("adjustment")]).toEqual([[[annaId, 5_000, "USD", "paid"]], []]);
    program.record(operator({ type: "payout_returned", payout_id, reason: "closed", sale_ids: [id] }));
    expect(bonuses(program)).toEqual([[annaId, 5_000, "USD", "approved"]]);
    for (const size of [1, 2, 100]) expect(program.replay(size).dump()).toBe(program.dump());
  });
});

describe("the event that says it was reached", () => {
  const reached = [three(), sold("a"), sold("b"), sold("c")];
  const says = (fields: Partial<Extract<TestEvent["data"], { type: "bonus_reached" }>> = {}): TestEvent => ({
    source: "schedule",
    data: { type: "bonus_reached", bonus_id: "three", partner_id: annaId, period: "2026-01", ...fields },
  });

  test("earns nothing where the books do not say so", () => {
    const claims = [says(), says({ bonus_id: "none" }), says({ partner_id: 99 }), says({ period: "2025-12" })];
    expect(bonuses(record([three(), sold("a"), sold("b"), ...claims]))).toEqual([]);
  });

  test("counts once, however often it is recorded", () => {
    const program = record([...reached, says(), says()]);
    expect(bonuses(program)).toHaveLength(1);
    expect(program.rows("outcome").filter(({ reason }) => reason === "bonus_not_due")).toHaveLength(2);
  });

  test("earns nothing under rules by which it is not reached, and a later one earns it", () => {
    const program = record([...reached, sold("d"), says()]);
    const smaller = program.replay(2, (event) =>
      event.data.type === "sale_reported" && event.data.transaction_id === "b"
        ? { ...event, data: { ...event.data, currency: "EUR" } }
        : event,
    );
    const last = program.log.at(-1);
    expect(smaller.rows("commission").filter(({ kind }) => kind === "bonus")).toMatchObject([{ sale_id: last?.id }]);
  });

  test("leaves books as they are, regardless of other events in between", () => {
    const others = [click(benId, { click_id: "click-9" }), sold("x", { click_id: "click-2" })];
    const ends = [
      [...others, ...reached],
      [...reached.slice(0, 2), ...others, ...reached.slice(2)],
      [...reached, ...others],
    ].map((story) => bonuses(record(story)));
    for (const end of ends) expect(end).toEqual([[annaId, 5_000, "USD", "pending"]]);
  });
});

test("a bonus is added once under one id, and a program without any keeps its books", () => {
  const story = [sold("a"), sold("b"), sold("c"), back("b")];
  const program = record([three(), three({ at_least: 1 }), ...story]);
  expect(program.one("bonus")).toMatchObject({ definition: { at_least: 3 }, stopped_event_id: null });
  const noted = program.replay(2, (event) => {
    const data: typeof event.data = Object.assign(structuredClone(event.data), { by: "account:1" });
    return { ...event, data };
  });
  expect(noted.dump(["bonus", "bonus_award", "commission"])).toBe(program.dump(["bonus", "bonus_award", "commission"]));
  expect(record([...story, stop]).rows("bonus_award")).toEqual([]);
  const plain = record(story);
  expect([plain.rows("term_total"), plain.one("program").uses_terms]).toEqual([[], false]);
});
