// An operator discards a pending event.
import { describe, expect, test } from "vitest";
import {
  anna,
  byHand,
  click,
  lead,
  partnerJoined,
  payment,
  paymentRefunded,
  programCreated,
  refund,
  sale,
  subscriptionStarted,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const [annaId, paymentId] = [2, 3];
const released = (event_id: number): TestEvent => ({
  source: "operator",
  data: { type: "parked_released", event_id, reason: "a test of ours" },
});

/** Of Anna's program, with this payment, which waits. */
function given(waiting = payment({ payer: { customer_key: "customer-1", click_id: "click-1" } })): MemoryProgram {
  const program = new MemoryProgram();
  for (const event of [programCreated(), partnerJoined(anna), waiting]) program.record(event);
  return program;
}

function givenUp(...names: string[]): MemoryProgram {
  const program = given(payment({ transaction_id: names[0] ?? "", aliases: names }));
  program.record(released(paymentId));
  for (const event of [click(annaId), lead()]) program.record(event);
  return program;
}

const outcomes = (program: MemoryProgram) =>
  program.rows("outcome").map(({ outcome, reason }) => `${outcome} ${reason}`);

describe("an event that an operator discards", () => {
  test("is settled by nothing that comes later, and says by which decision", () => {
    const program = given();
    const { eventId } = program.record(released(paymentId));
    expect(program.rows("parked").map(({ wait_key }) => wait_key)).toEqual(["payment:in_1"]);
    for (const event of [click(annaId), lead()]) program.record(event);
    expect(program.rows("sale")).toEqual([]);
    expect(program.one("outcome")).toMatchObject({ outcome: "ignored", reason: "released", refers_to: eventId });
  });

  test("has to be pending: one that was discarded already, or never waited, is refused", () => {
    const program = given();
    program.record(released(paymentId));
    for (const eventId of [paymentId, annaId]) {
      expect(program.record(released(eventId))).toMatchObject({ outcome: "refused", reason: "not_parked" });
    }
    const earned = payment({ transaction_id: "in_2", payer: { click_id: "click-2" } });
    program.record(click(annaId, { click_id: "click-2" }));
    const [, release] = program.recordTogether(earned, released(program.nextId));
    expect(release).toMatchObject({ outcome: "refused", reason: "not_parked" });
  });

  test("may be reported again, and stays discarded", () => {
    const program = givenUp("in_1");
    expect(program.record(sale({ transaction_id: "in_1" })).outcome).toBe("recorded");
    expect(program.one("sale").transaction_id).toBe("in_1");
    expect(outcomes(program)).toEqual(["ignored released"]);
  });

  test("teaches the sale that reports it again nothing but its names", () => {
    const program = given(payment({ amount_cents: 9_000, payer: { email_hash: "e1" } }));
    for (const event of [released(paymentId), click(annaId), lead(), sale({ transaction_id: "in_1" })])
      program.record(event);
    expect(program.one("sale").reason).toBeNull();
    expect(program.rows("identity")).toEqual([]);
  });

  test("had one payment's names: calls for each of them are one sale", () => {
    const program = givenUp("pi_1", "ch_1");
    expect(program.record(sale({ transaction_id: "pi_1" })).outcome).toBe("recorded");
    const again = sale({ transaction_id: "ch_1" });
    expect(program.record(again)).toMatchObject({ outcome: "refused", reason: "duplicate_transaction" });
    expect(program.replay(1).dump()).toBe(program.dump());
    expect(program.replay(100).dump()).toBe(program.dump());
  });

  test("leads from name to name with other discarded events", () => {
    const program = given(payment({ transaction_id: "pi_1", aliases: ["pi_1", "ch_1"] }));
    const { eventId } = program.record(payment({ transaction_id: "ch_1", aliases: ["ch_1", "in_1"] }));
    for (const event of [released(paymentId), released(eventId), click(annaId), lead()]) program.record(event);
    expect(program.record(sale({ transaction_id: "pi_1" })).outcome).toBe("recorded");
    expect(program.record(sale({ transaction_id: "in_1" })).reason).toBe("duplicate_transaction");
  });

  test("shows when its payment was reported first: a click from after that earns nothing for another report", () => {
    const program = given(payment());
    program.record(released(paymentId));
    program.record(click(annaId, { day: 1 }));
    expect(program.record(payment({ payer: { click_id: "click-1" }, day: 2 })).outcome).toBe("parked");
  });

  test("gives the refunds that calls reported of it to the sale that reports it again", () => {
    const program = given(payment());
    for (const event of [byHand.set(paymentId, annaId), refund({ transaction_id: "in_1", refund_amount_cents: 500 })]) {
      expect(program.record(event).outcome).toBe("recorded");
    }
    for (const event of [byHand.undo(paymentId), released(paymentId), click(annaId), lead()]) program.record(event);
    program.record(sale({ transaction_id: "in_1" }));
    expect(program.one("sale")).toMatchObject({ transaction_id: "in_1", refunded_cents: 500 });
  });
});

describe("a refund or a subscription that an operator discards", () => {
  test("lowers no sale that comes later", () => {
    const program = given(paymentRefunded({ amount_cents: 500 }));
    for (const event of [released(paymentId), click(annaId), lead(), sale({ transaction_id: "in_1" })])
      program.record(event);
    expect(program.one("sale").refunded_cents).toBe(0);
    expect(outcomes(program)).toEqual(["ignored released"]);
  });

  test("does not wait for a customer again where a manual decision about its payment is undone", () => {
    const program = given(subscriptionStarted({ aliases: ["in_1"], payer: { customer_key: "customer-1" } }));
    const { eventId } = program.record(payment({ payer: { click_id: "click-1" } }));
    for (const event of [byHand.set(eventId, annaId), released(paymentId), byHand.undo(eventId)]) program.record(event);
    const keys = program.rows("parked").filter(({ event_id }) => event_id === paymentId);
    expect(keys.map(({ wait_key }) => wait_key)).toEqual(["payment:in_1"]);
  });

  test("is not asked again where a decision by hand about its payment is undone", () => {
    const program = given(payment({ payer: { click_id: "click-1" } }));
    const { eventId } = program.record(paymentRefunded({ amount_cents: 500 }));
    for (const event of [released(eventId), byHand.set(paymentId, annaId), byHand.undo(paymentId)])
      program.record(event);
    expect(outcomes(program)).toEqual(["parked no_attribution", "ignored released"]);
  });
});
