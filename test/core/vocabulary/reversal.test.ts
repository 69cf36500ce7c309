import { describe, expect, test } from "vitest";
import {
  anna,
  click,
  lead,
  partnerJoined,
  payment,
  paymentRefunded,
  programCreated,
  refund,
  sale,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const sold = payment({ aliases: ["in_1", "pi_1"], payer: { customer_key: "customer-1" } });

function given() {
  const program = new MemoryProgram();
  program.record(programCreated());
  const annaId = program.record(partnerJoined(anna)).eventId;
  program.record(click(annaId));
  program.record(lead());
  return program;
}

function dispute(type: "dispute_opened" | "dispute_closed", result: "won" | "lost" = "lost"): TestEvent {
  const rest = { aliases: [{ kind: "id", value: "pi_1" }], dispute_id: "dp_1", amount_cents: null, currency: "USD" };
  return { source: "stripe", data: type === "dispute_opened" ? { type, ...rest } : { type, result, ...rest } };
}

const failed = (amount_cents: number | null): TestEvent => {
  const aliases = [{ kind: "id", value: "pi_1" }];
  return { source: "stripe", data: { type: "refund_failed", aliases, refund_id: "re_1", amount_cents } };
};
const refundFailed = failed(10_000);

describe("a refund reported by the provider", () => {
  test("is recorded for its sale, and keeps why it was given", () => {
    const program = given();
    const { eventId } = program.record(sold);
    const event = paymentRefunded({ amount_cents: 2_500 });
    const data = { ...event.data, reason: "requested_by_customer" } as TestEvent["data"];
    expect(program.record({ ...event, data })).toMatchObject({ outcome: "recorded", refersTo: eventId });
    expect(program.one("refund").reason).toBe("requested_by_customer");
    expect(program.rows("checklist")).toContainEqual(expect.objectContaining({ step: "webhook", is_test: false }));
  });

  test("as a test ticks the checklist and waits for nothing", () => {
    const program = given();
    expect(program.record({ ...paymentRefunded({ amount_cents: 1 }), is_test: true }).outcome).toBe("recorded");
    expect(program.rows("checklist")).toContainEqual(expect.objectContaining({ step: "webhook", is_test: true }));
    expect(program.rows("parked")).toEqual([]);
  });

  test("of nothing is no refund", () => {
    const program = given();
    program.record(sold);
    expect(program.record(paymentRefunded({ amount_cents: 0 }))).toMatchObject({ reason: "same_refund" });
    expect(program.rows("refund")).toEqual([]);
  });

  test("by an id and without an amount is of all that is left", () => {
    const program = given();
    program.record(sold);
    program.record(paymentRefunded({ amount_cents: 4_000 }));
    program.record(paymentRefunded({ refund_id: "re_2" }));
    expect(program.rows("refund").map((row) => row.amount_cents)).toEqual([4_000, 6_000]);
  });

  test("without an id, with its own amount and a running total, is that total", () => {
    const program = given();
    program.record(sold);
    program.record(paymentRefunded({ refund_id: null, amount_cents: 1_000, cumulative_cents: 2_500 }));
    expect(program.one("refund")).toMatchObject({ refund_key: "total:stripe", amount_cents: 2_500 });
  });

  test("that failed stays the refund it was, and is known to have failed from then on", () => {
    const program = given();
    const { eventId } = program.record(sold);
    const refunded = program.record(paymentRefunded({ amount_cents: 10_000 }));
    expect(program.record(failed(null))).toMatchObject({ outcome: "recorded", refersTo: eventId });
    const row = { event_id: refunded.eventId, amount_cents: 10_000, has_failed: true, reason: null };
    expect(program.one("refund")).toMatchObject(row);
    const again = { outcome: "duplicate", reason: "same_refund", refersTo: eventId };
    expect(program.record(failed(null))).toMatchObject(again);
  });

  test("that failed and that nothing else reported has no reason", () => {
    const program = given();
    program.record(sold);
    program.record(failed(10_000));
    expect(program.one("refund")).toMatchObject({ amount_cents: 10_000, reason: null });
  });

  test("may name any alias", () => {
    const program = given();
    program.record(sold);
    program.record(paymentRefunded({ alias: "pi_1", amount_cents: 2_500 }));
    expect(program.one("commission")).toMatchObject({ amount_cents: 1_500, status: "refunded" });
  });

  test("before its sale waits for it", () => {
    const program = given();
    const reported = program.record(paymentRefunded({ alias: "pi_1", amount_cents: 2_500 }));
    expect(reported.outcome).toBe("parked");
    program.record(sold);
    expect(program.one("commission").amount_cents).toBe(1_500);
    expect(program.outcomeOf(reported.eventId)).toBe("recorded");
  });

  test("as a running total counts the difference, also next to the single refunds it is made of", () => {
    const program = given();
    program.record(sold);
    program.record(paymentRefunded({ refund_id: null, cumulative_cents: 2_500 }));
    program.record(paymentRefunded({ refund_id: "re_1", amount_cents: 2_500 }));
    program.record(paymentRefunded({ refund_id: "re_2", amount_cents: 1_000 }));
    program.record(paymentRefunded({ refund_id: null, cumulative_cents: 3_500 }));
    expect(program.one("sale").refunded_cents).toBe(3_500);
  });

  test.each([
    ["after", [paymentRefunded({ amount_cents: 10_000 }), refundFailed]],
    ["before", [refundFailed, paymentRefunded({ amount_cents: 10_000 })]],
  ])("that failed, reported %s it, gives everything back", (_, events) => {
    const program = given();
    program.record(sold);
    for (const one of events) program.record(one);
    expect(program.one("commission")).toMatchObject({ amount_cents: 2_000, status: "pending" });
    expect(program.one("sale")).toMatchObject({ refunded_cents: 0, status: "recorded" });
  });

  test("that failed comes off the running total it was part of", () => {
    const program = given();
    program.record(sold);
    program.record(paymentRefunded({ amount_cents: 10_000 }));
    program.record(paymentRefunded({ refund_id: null, cumulative_cents: 10_000 }));
    program.record(refundFailed);
    expect(program.one("sale").refunded_cents).toBe(0);
  });

  test.each([["before"], ["after"]])("counts once when the brand reports it %s the provider", (when) => {
    const program = given();
    program.record(sold);
    const events = [
      refund({ transaction_id: "in_1", refund_amount_cents: 3_000 }),
      paymentRefunded({ amount_cents: 3_000 }),
    ];
    for (const one of when === "before" ? events : events.toReversed()) program.record(one);
    expect(program.one("sale").refunded_cents).toBe(3_000);
    program.record(paymentRefunded({ refund_id: "re_2", amount_cents: 3_000 }));
    expect(program.one("sale").refunded_cents).toBe(6_000);
  });

  test.each([
    ["single", paymentRefunded({ amount_cents: 10_000 })],
    ["running total", paymentRefunded({ refund_id: null, cumulative_cents: 10_000 })],
  ])("of the whole sale, reported as a %s before the brand's call, makes the call a repetition", (_, event) => {
    const program = given();
    program.record(sold);
    program.record(event);
    expect(program.record(refund({ transaction_id: "in_1", refund_amount_cents: 10_000 })).answer).toMatchObject({
      status: "skipped",
      reason: "reported_by_provider",
      refunded_total_cents: 10_000,
    });
  });

  test("that failed is failed also where the brand reported it", () => {
    const program = given();
    program.record(sold);
    program.record(refund({ transaction_id: "in_1", refund_amount_cents: 10_000 }));
    program.record(paymentRefunded({ amount_cents: 10_000 }));
    program.record(refundFailed);
    expect(program.one("sale")).toMatchObject({ refunded_cents: 0, status: "recorded" });
    expect(program.one("commission").amount_cents).toBe(2_000);
  });

  test("that failed before the brand reported one of the same amount is not the brand's", () => {
    const program = given();
    program.record(sold);
    program.record(paymentRefunded({ amount_cents: 10_000 }));
    program.record(refundFailed);
    program.record(refund({ transaction_id: "in_1", refund_amount_cents: 10_000 }));
    expect(program.one("sale").refunded_cents).toBe(10_000);
  });

  test("that failed before its amount was reported comes off the running total it was part of", () => {
    const program = given();
    program.record(sold);
    program.record(failed(null));
    program.record(paymentRefunded({ refund_id: null, cumulative_cents: 5_000 }));
    program.record(paymentRefunded({ amount_cents: 5_000 }));
    expect(program.one("sale").refunded_cents).toBe(0);
  });

  test("without an id is the brand's of the same amount, and not the one the provider reported with an id", () => {
    const events = [
      refund({ transaction_id: "in_1", refund_amount_cents: 3_000 }),
      paymentRefunded({ amount_cents: 3_000 }),
      paymentRefunded({ refund_id: null, amount_cents: 3_000 }),
    ];
    for (const order of [events, events.toReversed()]) {
      const program = given();
      program.record(sold);
      for (const one of order) program.record(one);
      expect(program.one("sale").refunded_cents).toBe(6_000);
    }
  });

  test("of all that is left, reported twice, is one refund", () => {
    const program = given();
    program.record(sold);
    program.record(refund({ transaction_id: "in_1", refund_amount_cents: 5_000 }));
    program.record(paymentRefunded({ refund_id: null }));
    expect(program.one("sale")).toMatchObject({ refunded_cents: 10_000, status: "reversed" });
    expect(program.record(paymentRefunded({ refund_id: null }))).toMatchObject({ reason: "same_refund" });
    expect(program.rows("refund")).toHaveLength(2);
  });

  test("is not the rest that the brand asks for after it, though it is as much", () => {
    const program = given();
    program.record(sold);
    program.record(paymentRefunded({ amount_cents: 5_000 }));
    const rest = program.record(refund({ transaction_id: "in_1" }));
    expect(rest.answer).toMatchObject({ status: "reversed", refunded_cents: 5_000, refunded_total_cents: 10_000 });
    expect(program.one("commission").status).toBe("reversed");
  });

  test("beyond the sale takes no more than the sale", () => {
    const program = given();
    program.record(sold);
    program.record(paymentRefunded({ amount_cents: 99_999 }));
    expect(program.one("sale")).toMatchObject({ refunded_cents: 10_000, status: "reversed" });
    expect(program.one("platform_fee").amount_cents).toBe(0);
  });
});

describe("a dispute", () => {
  test("holds the commission back while it is open", () => {
    const program = given();
    const { eventId } = program.record(sold);
    expect(program.record(dispute("dispute_opened"))).toMatchObject({ outcome: "recorded", refersTo: eventId });
    expect(program.one("commission")).toMatchObject({ amount_cents: 2_000, status: "held" });
    const again = { outcome: "duplicate", reason: "same_dispute", refersTo: eventId };
    expect(program.record(dispute("dispute_opened"))).toMatchObject(again);
  });

  test("of another amount than before is news", () => {
    const program = given();
    program.record(sold);
    const opened = dispute("dispute_opened");
    program.record(opened);
    program.record({ ...opened, data: { ...opened.data, amount_cents: 4_000 } as TestEvent["data"] });
    expect(program.one("dispute").amount_cents).toBe(4_000);
  });

  test("in another currency than the sale is ignored", () => {
    const program = given();
    const { eventId } = program.record(sold);
    const opened = dispute("dispute_opened");
    const inEuro = { ...opened, data: { ...opened.data, currency: "EUR" } as TestEvent["data"] };
    const ignored = { outcome: "ignored", reason: "other_currency", refersTo: eventId };
    expect(program.record(inEuro)).toMatchObject(ignored);
    expect(program.rows("dispute")).toEqual([]);
  });

  test("lost reverses it, won restores it, in any order", () => {
    for (const result of ["lost", "won"] as const) {
      const orders: TestEvent[][] = [
        [sold, dispute("dispute_opened"), dispute("dispute_closed", result)],
        [dispute("dispute_closed", result), dispute("dispute_opened"), sold],
        [dispute("dispute_opened"), sold, dispute("dispute_closed", result)],
      ];
      for (const order of orders) {
        const program = given();
        for (const event of order) program.record(event);
        expect(program.one("commission")).toMatchObject(
          result === "lost" ? { amount_cents: 0, status: "reversed" } : { amount_cents: 2_000, status: "pending" },
        );
      }
    }
  });

  test("is closed by an operator where the provider never reports it, and only if it is known", () => {
    const program = given();
    const { eventId } = program.record(sold);
    program.record(dispute("dispute_opened"));
    const close = { ...dispute("dispute_closed", "won"), source: "operator" };
    expect(program.record(close).outcome).toBe("recorded");
    expect(program.one("commission").status).toBe("pending");
    const typo = { ...close, data: { ...close.data, dispute_id: "dp_2" } as TestEvent["data"] };
    const ignored = { outcome: "ignored", reason: "unknown_dispute", refersTo: eventId };
    expect(program.record(typo)).toMatchObject(ignored);
  });

  test("that an operator closes ticks no webhook in the checklist", () => {
    const program = given();
    program.record(sale());
    const close = { ...dispute("dispute_closed", "won"), source: "operator" };
    program.record({
      ...close,
      data: { ...close.data, aliases: [{ kind: "id", value: "tx-1" }] } as TestEvent["data"],
    });
    expect(program.rows("checklist").map((row) => row.step)).not.toContain("webhook");
  });

  test("lost takes what its opening was about, whichever is reported first", () => {
    const disputed = { aliases: [{ kind: "id", value: "pi_1" }], dispute_id: "dp_1", currency: null };
    const opened: TestEvent = { source: "stripe", data: { type: "dispute_opened", amount_cents: 5_000, ...disputed } };
    const closed = { type: "dispute_closed", result: "lost", amount_cents: null, ...disputed } as const;
    for (const order of [
      [opened, { source: "stripe", data: closed }],
      [{ source: "stripe", data: closed }, opened],
    ]) {
      const program = given();
      program.record(sold);
      for (const one of order) program.record(one);
      expect(program.one("sale").refunded_cents).toBe(5_000);
      expect(program.one("dispute")).toMatchObject({ amount_cents: 5_000, status: "lost" });
    }
  });

  test("lost after a refund takes only what was left", () => {
    const program = given();
    program.record(sold);
    program.record(paymentRefunded({ amount_cents: 4_000 }));
    program.record(dispute("dispute_closed", "lost"));
    expect(program.one("sale").refunded_cents).toBe(10_000);
    expect(program.one("commission").amount_cents).toBe(0);
  });
});

describe("a commission that was paid out", () => {
  const day = (event: TestEvent, when: number): TestEvent => ({ ...event, day: when });

  function pay(program: MemoryProgram, saleId: number) {
    const paying = { partner_id: program.one("partner").partner_id, currency: "USD" as const };
    const items = [{ sale_id: saleId, amount_cents: 2_000 }];
    const created = program.record({ source: "operator", data: { type: "payout_created", ...paying, items } });
    const recorded = { payout_id: created.eventId, ...paying, items, method: null, reference: null };
    return program.record({ source: "operator", data: { type: "payout_recorded", ...recorded } });
  }

  function paid() {
    const program = given();
    const { eventId } = program.record(sold);
    program.record(day({ source: "operator", data: { type: "commissions_approved", sale_ids: [eventId] } }, 15));
    expect(program.one("commission").status).toBe("approved");
    pay(program, eventId);
    expect(program.one("commission").status).toBe("paid");
    return program;
  }

  test("is never edited: what goes back later is taken off the next payout", () => {
    const program = paid();
    program.record(paymentRefunded({ amount_cents: 2_500 }));
    program.record(paymentRefunded({ refund_id: "re_2", amount_cents: 2_500 }));
    expect(program.one("commission")).toMatchObject({ amount_cents: 2_000, status: "paid" });
    expect(program.one("adjustment").amount_cents).toBe(-1_000);
    expect(program.one("platform_fee").amount_cents).toBe(175);
  });

  test("gets its adjustment back when the refund fails or the dispute is won", () => {
    const program = paid();
    program.record(paymentRefunded({ amount_cents: 10_000 }));
    expect(program.one("adjustment").amount_cents).toBe(-2_000);
    program.record(refundFailed);
    expect(program.rows("adjustment")).toEqual([]);
    expect(program.one("commission")).toMatchObject({ amount_cents: 2_000, status: "paid" });
  });

  test("stays paid while a dispute is open, and owes nothing until it is lost", () => {
    const program = paid();
    program.record(dispute("dispute_opened"));
    expect(program.one("commission").status).toBe("paid");
    expect(program.rows("adjustment")).toEqual([]);
    program.record(dispute("dispute_closed", "lost"));
    expect(program.one("adjustment").amount_cents).toBe(-2_000);
  });

  test("is not approved before its hold is over, nor while a dispute is open", () => {
    const program = given();
    const { eventId } = program.record(sold);
    const approved: TestEvent = { source: "operator", data: { type: "commissions_approved", sale_ids: [eventId] } };
    program.record(day(approved, 14));
    expect(program.one("commission").status).toBe("pending");
    program.record(dispute("dispute_opened"));
    expect(program.record(day(approved, 15))).toMatchObject({ outcome: "ignored", reason: "nothing_to_approve" });
    expect(program.one("commission")).toMatchObject({ status: "held", stage: "pending" });
    program.record(dispute("dispute_closed", "won"));
    program.record(approved);
    expect(program.one("commission").status).toBe("approved");
  });

  test("is held by a dispute that is opened after it was approved", () => {
    const program = given();
    const { eventId } = program.record(sold);
    program.record(day({ source: "operator", data: { type: "commissions_approved", sale_ids: [eventId] } }, 15));
    program.record(dispute("dispute_opened"));
    expect(program.one("commission")).toMatchObject({ status: "held", stage: "approved" });
    program.record(dispute("dispute_closed", "won"));
    expect(program.one("commission").status).toBe("approved");
  });
});
