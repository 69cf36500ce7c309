import { describe, expect, test } from "vitest";
import type { PaymentReferenceRegistered } from "../../../src/core/rules/events/events.ts";
import {
  anna,
  ben,
  byHand,
  click,
  lead,
  partnerJoined,
  payment,
  programCreated,
  sale,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

function registered(fields: Partial<PaymentReferenceRegistered> = {}): TestEvent {
  return {
    source: "api",
    data: {
      type: "payment_reference_registered",
      provider: "sepay",
      reference: "DH1024",
      reference_hash: "hash-of-DH1024",
      customer_key: "customer-1",
      click_id: null,
      amount_cents: 100_000,
      currency: "VND",
      product_id: null,
      ...fields,
    },
  };
}

const reference_hashes = ["hash-of-FT99", "hash-of-DH1024"];

function transfer(id: string, amount_cents = 100_000): TestEvent {
  const event = payment({ transaction_id: `sepay:${id}`, amount_cents, currency: "VND", reference_hashes });
  return { ...event, source: "sepay" };
}

function given(isBound = true) {
  const program = new MemoryProgram();
  program.record(programCreated());
  const annaId = program.record(partnerJoined(anna)).eventId;
  program.record(click(annaId));
  if (isBound) program.record(lead());
  return program;
}

describe("a transfer without metadata", () => {
  test("finds its customer by the reference the brand registered", () => {
    const program = given();
    program.record(registered());
    program.record(transfer("1"));
    expect(program.one("sale")).toMatchObject({ customer_key: "customer-1", amount_cents: 100_000, reason: null });
    expect(program.one("commission")).toMatchObject({ amount_cents: 20_000, currency: "VND" });
  });

  test("that comes before the registration waits for it", () => {
    const program = given();
    expect(program.record(transfer("1")).outcome).toBe("parked");
    program.record(registered());
    expect(program.rows("sale")).toHaveLength(1);
  });

  test("goes by the corrected registration, also when what the first one waited for comes after", () => {
    const program = given();
    program.record(registered({ customer_key: null, click_id: "click-2", amount_cents: 5 }));
    program.record(registered());
    program.record(click(2, { click_id: "click-2" }));
    program.record(transfer("1"));
    expect(program.one("payment_reference")).toMatchObject({ customer_key: "customer-1", amount_cents: 100_000 });
    expect(program.one("sale")).toMatchObject({ customer_key: "customer-1", amount_cents: 100_000, reason: null });
    expect(program.rows("outcome")).toMatchObject([{ event_id: 5, reason: "reference_corrected", refers_to: 6 }]);
  });

  test("waits for the lead when the registered customer is not bound yet", () => {
    const program = given(false);
    program.record(registered());
    expect(program.record(transfer("1")).outcome).toBe("parked");
    program.record(lead());
    expect(program.rows("sale")).toHaveLength(1);
    expect(program.rows("parked")).toEqual([]);
  });

  test("of another provider with the same code is not the order", () => {
    const program = given();
    program.record(registered({ provider: "payos" }));
    expect(program.record(transfer("1")).outcome).toBe("parked");
  });

  test("paid twice counts once", () => {
    const program = given();
    const { eventId: refersTo } = program.record(registered());
    program.record(transfer("1"));
    expect(program.record(transfer("2"))).toMatchObject({
      outcome: "ignored",
      reason: "reference_already_paid",
      refersTo,
    });
    expect(program.rows("sale")).toHaveLength(1);
  });

  test("in another currency than its order counts nothing towards it", () => {
    const program = given();
    const { eventId: refersTo } = program.record(registered({ currency: "USD" }));
    expect(program.record(transfer("1"))).toMatchObject({ outcome: "ignored", reason: "other_currency", refersTo });
    expect([program.rows("sale"), program.one("payment_reference").paid_cents]).toEqual([[], 0]);
  });

  test("of more than the order costs counts the order's price", () => {
    const program = given();
    program.record(registered());
    program.record(transfer("1", 150_000));
    expect(program.one("sale")).toMatchObject({ amount_cents: 100_000, reason: "overpaid" });
  });

  test("in two parts counts both, and no more than the order costs", () => {
    const program = given();
    program.record(registered());
    program.record(transfer("1", 60_000));
    program.record(transfer("2", 60_000));
    expect(program.rows("sale").map((row) => [row.amount_cents, row.reason])).toEqual([
      [60_000, "underpaid"],
      [40_000, "overpaid"],
    ]);
  });

  test("without a registered amount counts as it came, once", () => {
    const program = given();
    program.record(registered({ amount_cents: null, currency: null }));
    program.record(transfer("1", 12_345));
    expect(program.record(transfer("2", 5))).toMatchObject({ reason: "reference_already_paid" });
    expect(program.one("sale").amount_cents).toBe(12_345);
  });

  test("of nothing, or reported more exactly, leaves the order paid by what its sales are", () => {
    const program = given();
    program.record(registered());
    program.record(transfer("1", 0));
    expect(program.one("payment_reference")).toMatchObject({ paid_cents: 0, counted_sale_ids: [6] });
    const rough = transfer("2", 40_000);
    program.record({ ...rough, data: { ...rough.data, amount_kind: "estimate" } as TestEvent["data"] });
    expect(program.one("payment_reference").paid_cents).toBe(40_000);
    program.record(transfer("2", 70_000));
    expect(program.one("payment_reference").paid_cents).toBe(70_000);
    program.record(transfer("3", 70_000));
    expect(program.rows("sale").map((row) => row.amount_cents)).toEqual([0, 70_000, 30_000]);
  });

  test("that only a decision by hand had made a sale leaves its orders unpaid when that is undone", () => {
    const program = given();
    const benId = program.record(partnerJoined(ben)).eventId;
    const annaIs = (status: "active" | "inactive"): TestEvent => ({
      source: "operator",
      data: { type: "partner_changed", partner_id: 2, name: null, status },
    });
    program.record(annaIs("inactive"));
    program.record(registered());
    program.record(registered({ reference: "DH2048", reference_hash: "hash-of-DH2048" }));
    const ofOther = (id: string) => {
      const event = payment({ transaction_id: `sepay:${id}`, currency: "VND", reference_hashes: ["hash-of-DH2048"] });
      return { ...event, source: "sepay" };
    };
    const left = program.record(transfer("1"));
    expect(left.reason).toBe("partner_inactive");
    program.record(byHand.set(left.eventId, benId));
    program.record(ofOther("1"));
    expect(program.one("sale").payment_reference).toBe("sepay:hash-of-DH1024");
    const paid = () => program.rows("payment_reference").map((row) => row.paid_cents);
    expect(paid()).toEqual([100_000, 100_000]);
    program.record(byHand.undo(left.eventId));
    program.record(annaIs("active"));
    program.record(transfer("2"));
    program.record(ofOther("3"));
    expect(paid()).toEqual([100_000, 10_000]);
    expect(program.rows("sale").map((row) => row.partner_id)).toEqual([2, 2]);
    expect(program.replay(100).dump()).toBe(program.dump());
  });

  test("delivered twice is one sale", () => {
    const program = given();
    program.record(registered());
    program.record(transfer("1", 60_000));
    expect(program.record(transfer("1", 60_000)).outcome).toBe("duplicate");
    expect(program.one("payment_reference").paid_cents).toBe(60_000);
  });

  test("reported under two names pays once, and leaves room for the one that is still missing", () => {
    const program = given();
    program.record(registered());
    program.record(transfer("1", 50_000));
    program.record(transfer("2", 50_000));
    expect(program.one("payment_reference").paid_cents).toBe(100_000);
    const aliases = ["sepay:2", "sepay:1"];
    const both = payment({
      transaction_id: "sepay:2",
      aliases,
      amount_cents: 50_000,
      currency: "VND",
      reference_hashes,
    });
    program.record({ ...both, source: "sepay" });
    expect(program.one("payment_reference")).toMatchObject({ paid_cents: 50_000, counted_sale_ids: [6] });
    expect(program.record(transfer("3", 50_000)).outcome).toBe("recorded");
    expect(program.one("payment_reference").paid_cents).toBe(100_000);
  });

  test("reported under two names that only another delivery joins leaves as much room", () => {
    const program = given();
    program.record(registered());
    program.record(transfer("1", 50_000));
    program.record(transfer("2", 50_000));
    const aliases = ["sepay:1", "sepay:2"].map((value) => ({ kind: "id", value }));
    program.record({ source: "sepay", data: { type: "payment_identified", aliases } });
    expect(program.record(transfer("3", 70_000)).outcome).toBe("recorded");
    expect(program.rows("sale").map((row) => row.amount_cents)).toEqual([50_000, 50_000]);
    expect(program.one("payment_reference").paid_cents).toBe(100_000);
    expect(program.replay(100).one("payment_reference")).toEqual(program.one("payment_reference"));
  });

  test("that was not needed is one payment under all its names all the same", () => {
    const program = given();
    program.record(registered());
    program.record(transfer("1"));
    const aliases = ["sepay:2", "bank:2"];
    const second = payment({ transaction_id: "sepay:2", aliases, amount_cents: 5, currency: "VND", reference_hashes });
    expect(program.record({ ...second, source: "sepay" })).toMatchObject({ reason: "reference_already_paid" });
    program.record(sale({ transaction_id: "bank:2", amount_cents: 5, currency: "VND" }));
    const again = program.record(sale({ transaction_id: "sepay:2", amount_cents: 5, currency: "VND" }));
    expect(again.reason).toBe("duplicate_transaction");
  });

  test("whose sale the brand reported first still pays the order", () => {
    const program = given();
    program.record(registered());
    program.record(sale({ transaction_id: "sepay:1", amount_cents: 100_000, currency: "VND" }));
    expect(program.record(transfer("1")).outcome).toBe("duplicate");
    expect(program.record(transfer("2"))).toMatchObject({ reason: "reference_already_paid" });
  });
});

describe("a reference", () => {
  test("registered twice alike answers the same", () => {
    const program = given();
    const first = program.record(registered());
    const row = { reference: "sepay:hash-of-DH1024", event_id: first.eventId, paid_cents: 0, counted_sale_ids: [] };
    expect(program.one("payment_reference")).toMatchObject(row);
    expect(first.answer).toEqual({ kind: "reference", reference_id: first.eventId, reference: "DH1024" });
    expect(program.record(registered())).toMatchObject({ outcome: "duplicate", answer: first.answer });
  });

  test("waits for nothing where its click or its customer is known", () => {
    const program = given();
    const byClick = { customer_key: null, click_id: "click-1", reference_hash: "another" };
    for (const event of [registered(), registered(byClick)]) expect(program.record(event).reason).toBeNull();
    expect(program.rows("parked")).toEqual([]);
  });

  test.each([
    { customer_key: "customer-2" },
    { click_id: "click-1" },
    { amount_cents: 5 },
    { currency: "USD" as const },
    { product_id: "pro" },
  ])("registered anew is corrected by %o", (corrected) => {
    const program = given();
    program.record(registered());
    const again = program.record(registered(corrected));
    expect(again.outcome).toBe("recorded");
    expect(program.one("payment_reference")).toMatchObject({ event_id: again.eventId, ...corrected });
  });

  test("may be corrected until it is paid", () => {
    const program = given();
    program.record(registered({ amount_cents: 5 }));
    expect(program.record(registered()).outcome).toBe("recorded");
    program.record(transfer("1"));
    expect(program.record(registered({ amount_cents: 7 }))).toMatchObject({
      outcome: "refused",
      reason: "reference_already_paid",
    });
  });
});

describe("two transfers of an order that turn out to be one", () => {
  const same = (...ids: readonly string[]): TestEvent => ({
    source: "sepay",
    data: { type: "payment_identified", aliases: ids.map((id) => ({ kind: "id", value: `sepay:${id}` })) },
  });

  function twice() {
    const program = given();
    program.record(registered({ amount_cents: 10_000 }));
    program.record(transfer("1", 6_000));
    program.record(transfer("2", 4_000));
    expect(program.one("payment_reference").paid_cents).toBe(10_000);
    return program;
  }

  test("pay it once", () => {
    const program = twice();
    program.record(same("1", "2"));
    expect(program.one("payment_reference")).toMatchObject({
      paid_cents: 6_000,
      counted_sale_ids: [program.one("sale").sale_id],
    });
    expect(program.one("sale")).toMatchObject({ amount_cents: 6_000 });
    expect(program.replay(2).dump()).toBe(program.dump());
  });

  test("are as much as the first of them, without what was odd about the other", () => {
    const program = given();
    program.record(registered({ amount_cents: 10_000 }));
    program.record(sale({ transaction_id: "sepay:0", amount_cents: 4_000, currency: "VND" }));
    program.record(transfer("1", 4_000));
    expect(program.rows("sale").map((row) => row.reason)).toEqual([null, "underpaid"]);
    program.record(same("0", "1"));
    expect(program.one("sale")).toMatchObject({ amount_cents: 4_000, reason: null });
  });

  test("let a transfer count that had found the order paid", () => {
    const program = twice();
    const refused = program.record(transfer("3", 5_000));
    expect(refused).toMatchObject({ outcome: "ignored", reason: "reference_already_paid" });
    const second = program.record(transfer("4", 7_000));
    program.record(same("1", "2"));
    expect(program.outcomeOf(refused.eventId)).toBe("recorded");
    expect(program.outcomeOf(second.eventId)).toBe("ignored");
    expect(program.rows("sale")).toMatchObject([
      { amount_cents: 6_000, reason: "underpaid" },
      { sale_id: refused.eventId, amount_cents: 4_000, reason: "overpaid" },
    ]);
    expect(program.one("payment_reference").paid_cents).toBe(10_000);
    expect(program.replay(3).dump()).toBe(program.dump());
  });

  test("one of them reported by the order's number alone", () => {
    const program = given();
    program.record(registered({ amount_cents: 10_000 }));
    program.record(sale({ transaction_id: "call-1", amount_cents: 4_000, currency: "VND" }));
    program.record(transfer("1", 10_000));
    const refused = program.record(transfer("2", 6_000));
    expect(refused.reason).toBe("reference_already_paid");
    program.record({
      source: "sepay",
      data: { type: "payment_identified", aliases: ["call-1", "sepay:1"].map((value) => ({ kind: "id", value })) },
    });
    expect(program.one("payment_reference").paid_cents).toBe(10_000);
    // The bank says what was paid, not the call: the order is paid by the one transfer.
    expect(program.one("sale")).toMatchObject({ amount_cents: 10_000, reason: "amount_differs" });
    expect(program.one("sale").payment_reference).toBe(program.one("payment_reference").reference);
    expect(program.outcomeOf(refused.eventId)).toBe("ignored");
    expect(program.replay(2).dump()).toBe(program.dump());
  });
});
