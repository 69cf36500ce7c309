// An operator gives up waiting for what an event names.
import { describe, expect, test } from "vitest";
import { MemoryProgram, type Told } from "../support/memory-program.ts";
import { anna, click, lead, partnerJoined, payment, programCreated } from "../support/told.ts";

const [annaId, paymentId] = [2, 3];
const released = (event_id: number): Told => ({
  source: "operator",
  data: { type: "parked_released", event_id, reason: "a test of ours" },
});

function given(): MemoryProgram {
  const program = new MemoryProgram();
  const waiting = payment({ payer: { customer_key: "customer-1", click_id: "click-1" } });
  for (const told of [programCreated(), partnerJoined(anna), waiting]) program.tell(told);
  return program;
}

describe("an event that an operator gives up", () => {
  test("is settled by nothing that comes later, and says by which decision", () => {
    const program = given();
    const { eventId } = program.tell(released(paymentId));
    expect(program.rows("parked")).toEqual([]);
    for (const told of [click(annaId), lead()]) program.tell(told);
    expect(program.rows("sale")).toEqual([]);
    expect(program.one("outcome")).toMatchObject({ outcome: "ignored", reason: "released", refers_to: eventId });
  });

  test("has to wait: what was given up already, or never waited, is refused", () => {
    const program = given();
    program.tell(released(paymentId));
    for (const eventId of [paymentId, annaId]) {
      expect(program.tell(released(eventId))).toMatchObject({ outcome: "refused", reason: "not_parked" });
    }
  });
});
