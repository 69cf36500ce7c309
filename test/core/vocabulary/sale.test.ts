import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import {
  anna,
  ben,
  click,
  lead,
  partnerJoined,
  payment,
  programCreated,
  refund,
  sale,
  subscriptionStarted,
} from "../../support/event-builders.ts";
import { MemoryProgram } from "../../support/memory-program.ts";

/** A program with Anna's click, and by default a customer bound to it. */
function given(settings: Partial<Settings> = {}, isBound = true) {
  const program = new MemoryProgram();
  program.record(programCreated(settings));
  const annaId = program.record(partnerJoined(anna)).eventId;
  const benId = program.record(partnerJoined(ben)).eventId;
  program.record(click(annaId));
  if (isBound) program.record(lead());
  return { program, annaId, benId };
}

describe("a reported sale", () => {
  test("earns the partner 20 % and costs the brand 3.5 %", () => {
    const { program, annaId } = given();
    const { eventId } = program.record(sale({ amount_cents: 9_999 }));
    expect(program.one("commission")).toMatchObject({
      sale_id: eventId,
      partner_id: annaId,
      amount_cents: 2_000,
      status: "pending",
    });
    expect(program.one("platform_fee")).toMatchObject({ sale_id: eventId, amount_cents: 350 });
    expect(program.one("sale")).toMatchObject({ sale_id: eventId, amount_cents: 9_999, customer_key: "customer-1" });
  });

  test("is held for the program's hold period, counted from receipt", () => {
    const { program } = given({ hold_period_days: 10 });
    program.record(sale({ day: 5 }));
    expect(program.one("commission").hold_until).toEqual(new Date("2026-01-16T00:00:00.000Z"));
  });

  test("reported twice is refused with the first sale's id and changes nothing", () => {
    const { program } = given();
    const { eventId } = program.record(sale());
    const before = program.dump();
    expect(program.record(sale({ amount_cents: 5_000 }))).toMatchObject({
      outcome: "refused",
      reason: "duplicate_transaction",
      refersTo: eventId,
    });
    expect(program.dump()).toBe(before);
  });

  test("is attributed by the customer before the click", () => {
    const { program, annaId, benId } = given();
    program.record(click(benId, { click_id: "click-2" }));
    program.record(sale({ customer_key: "customer-1", click_id: "click-2" }));
    expect(program.one("sale").partner_id).toBe(annaId);
  });

  test("is attributed by the click where the customer is unknown, and binds the customer", () => {
    const { program, annaId } = given({}, false);
    program.record(sale({ click_id: "click-1" }));
    program.record(sale({ transaction_id: "tx-2" }));
    expect(program.rows("sale").map((row) => row.partner_id)).toEqual([annaId, annaId]);
  });

  test.each([
    ["neither name is known", { customer_key: "stranger", click_id: "click-9" }, "Neither customer_key nor click_id"],
    ["the customer alone is named and unknown", { customer_key: "stranger" }, "Neither customer_key nor click_id"],
    ["the click alone is named and unknown", { customer_key: null, click_id: "click-9" }, "Neither customer_key nor"],
    ["no name is given", { customer_key: null }, "Send customer_key, click_id or coupon_code"],
    ["a code is nobody's", { customer_key: null, coupon_code: "ANNA20" }, "No active partner has this coupon_code"],
  ])("is refused when %s, and says so", (_, named, message) => {
    const { program } = given();
    expect(program.record(sale(named))).toMatchObject({
      outcome: "refused",
      reason: "no_attribution",
      message: expect.stringContaining(message),
    });
    expect(program.rows("sale")).toEqual([]);
  });

  test.each([[{ transaction_id: null }], [{ amount_cents: null }]])("that is live cannot lack %j", (lacking) => {
    const { program } = given();
    expect(() => program.record(sale(lacking))).toThrow("a live sale needs a transaction_id and an amount");
  });

  test("is refused in another currency, before duplicates and attribution are looked at", () => {
    const { program } = given();
    expect(program.record(sale({ currency: "GBP", customer_key: "stranger" }))).toMatchObject({
      reason: "unsupported_currency",
    });
  });

  test("outside the window earns nothing, keeps its event and always gives the same answer", () => {
    const { program } = given({ attribution_window_days: 30 });
    const first = program.record(sale({ day: 31 }));
    expect(first).toMatchObject({ outcome: "expired", answer: { click_age_days: 31, window_days: 30 } });
    program.record(click(2, { click_id: "click-2" }));
    const again = program.record(sale({ click_id: "click-2", day: 40 }));
    expect(again.answer).toEqual(first.answer);
    expect(program.rows("sale")).toEqual([]);
    expect(program.log.filter((event) => event.data.type === "sale_reported")).toHaveLength(1);
  });

  test("outside the window is the same payment as one that waited under its name", () => {
    const { program } = given({ attribution_window_days: 30 });
    const waited = program.record(payment({ transaction_id: "tx-1" }));
    const { eventId } = program.record(sale({ day: 31 }));
    expect(program.rows("outcome").find((row) => row.event_id === waited.eventId)).toMatchObject({
      outcome: "duplicate",
      reason: "same_payment",
      refers_to: eventId,
    });
  });

  test("on the window's last day still earns", () => {
    const { program } = given({ attribution_window_days: 30 });
    expect(program.record(sale({ day: 30 })).outcome).toBe("recorded");
  });

  test("in test mode is held against the currencies too", () => {
    const { program } = given();
    expect(program.record({ ...sale({ currency: "GBP" }), is_test: true })).toMatchObject({
      reason: "unsupported_currency",
    });
  });

  test("in test mode ticks the checklist and makes no money", () => {
    const { program } = given();
    expect(program.record({ ...sale(), is_test: true }).answer).toEqual({ kind: "test" });
    expect(program.rows("sale")).toEqual([]);
    expect(program.rows("checklist")).toContainEqual(expect.objectContaining({ step: "sale", is_test: true }));
  });

  test("ticks the checklist as a live one", () => {
    const { program } = given();
    program.record(sale());
    expect(program.rows("checklist")).toContainEqual(expect.objectContaining({ step: "sale", is_test: false }));
  });

  test("freezes its customer, and no later sale freezes it again", () => {
    const { program } = given();
    const { eventId } = program.record(sale());
    program.record(sale({ transaction_id: "tx-2" }));
    expect(program.one("customer").first_sale_id).toBe(eventId);
  });

  test("that binds its customer brings what waited for that customer", () => {
    const { program, annaId } = given({}, false);
    program.record(payment({ payer: { customer_key: "customer-1" } }));
    program.record(sale({ click_id: "click-1" }));
    expect(program.rows("sale").map((row) => row.partner_id)).toEqual([annaId, annaId]);
  });

  test("goes by the policy in force when it was received", () => {
    const { program } = given();
    program.record({
      source: "operator",
      data: {
        type: "policy_set",
        product_id: "pro",
        commission: { type: "percentage", rate_bps: 5_000, duration_months: null },
      },
    });
    program.record(sale({ product_id: "pro" }));
    program.record({ source: "operator", data: { type: "policy_removed", product_id: "pro" } });
    program.record(sale({ transaction_id: "tx-2", product_id: "pro" }));
    expect(program.rows("commission").map((row) => row.amount_cents)).toEqual([5_000, 2_000]);
  });

  test("with a flat commission pays it in the commission's own currency", () => {
    const { program } = given({
      commission: { type: "flat", amount_cents: 700, currency: "EUR", duration_months: null },
    });
    program.record(sale({ currency: "VND", amount_cents: 500_000 }));
    expect(program.one("commission")).toMatchObject({ amount_cents: 700, currency: "EUR" });
    expect(program.one("platform_fee")).toMatchObject({ amount_cents: 17_500, currency: "VND" });
  });
});

describe("a subscription's renewals", () => {
  const renewal = (number: number, day: number) =>
    sale({ transaction_id: `tx-${number}`, subscription_id: "sub_1", is_recurring: true, day });

  test("continue the first sale's terms, regardless of later changes", () => {
    const { program } = given();
    program.record(sale({ subscription_id: "sub_1" }));
    program.record({
      source: "operator",
      data: {
        type: "program_changed",
        name: null,
        status: null,
        settings: { commission: { type: "percentage", rate_bps: 100, duration_months: null } },
      },
    });
    program.record(renewal(2, 30));
    expect(program.rows("commission").map((row) => row.amount_cents)).toEqual([2_000, 2_000]);
  });

  test("earn the same whether the brand or the provider reports them first", () => {
    const terms = { commission: { type: "percentage", rate_bps: 2_000, duration_months: 0 } } as const;
    const first = payment({ subscription_id: "sub_1", payer: { customer_key: "customer-1" } });
    const events = [
      sale({ transaction_id: "in_2" }),
      payment({ transaction_id: "in_2", subscription_id: "sub_1", is_recurring: true }),
    ];
    for (const order of [events, events.toReversed()]) {
      const { program } = given(terms);
      for (const one of [first, ...order]) program.record(one);
      expect(program.rows("commission")).toHaveLength(1);
      expect(program.rows("sale").map((row) => row.reason)).toEqual([null, "recurring_period_ended"]);
    }
  });

  test("pay no one when the subscription's partner is not active any more", () => {
    const { program, annaId, benId } = given();
    program.record(sale({ subscription_id: "sub_1" }));
    program.record(click(benId, { click_id: "click-2" }));
    program.record({
      source: "operator",
      data: { type: "partner_changed", partner_id: annaId, name: null, status: "inactive" },
    });
    const renewal = { transaction_id: "tx-2", subscription_id: "sub_1", is_recurring: true };
    expect(program.record(sale({ ...renewal, customer_key: null, click_id: "click-2" }))).toMatchObject({
      reason: "no_attribution",
    });
  });

  test("are not bound to the attribution window", () => {
    const { program } = given({ attribution_window_days: 10 });
    program.record(sale({ subscription_id: "sub_1" }));
    expect(program.record(renewal(2, 300)).outcome).toBe("recorded");
  });

  test("bind a customer who was unknown before", () => {
    const { program, annaId } = given({}, false);
    program.record(sale({ customer_key: null, click_id: "click-1", subscription_id: "sub_1" }));
    const { eventId } = program.record(
      payment({ subscription_id: "sub_1", is_recurring: true, payer: { customer_key: "customer-1" } }),
    );
    expect(program.one("customer")).toMatchObject({ partner_id: annaId, first_sale_id: eventId });
  });

  test("that came before the first payment earn nothing where only that one earns", () => {
    const { program } = given({ commission: { type: "percentage", rate_bps: 2_000, duration_months: 0 } });
    program.record(renewal(2, 1));
    const first = program.record(sale({ subscription_id: "sub_1", day: 2 }));
    expect(program.rows("commission").map((row) => row.sale_id)).toEqual([first.eventId]);
  });

  test("earn from when the first payment was received, whenever it was made", () => {
    const { program } = given({ commission: { type: "percentage", rate_bps: 2_000, duration_months: 1 } });
    program.record({ ...sale({ subscription_id: "sub_1", day: 31 }), days_ago: 31 });
    expect(program.record(renewal(2, 40)).answer).toMatchObject({ reason: null });
  });

  test.each([
    [12, 364, true],
    [12, 365, false],
    [0, 0, false],
    [null, 4_000, true],
  ])("with a period of %s months earn on day %s: %s", (duration_months, day, earns) => {
    const { program } = given({ commission: { type: "percentage", rate_bps: 2_000, duration_months } });
    program.record(sale({ subscription_id: "sub_1" }));
    const { answer, message } = program.record(renewal(2, day));
    expect(answer).toMatchObject(
      earns
        ? { commission_id: expect.any(Number), reason: null }
        : { commission_id: null, reason: "recurring_period_ended" },
    );
    expect(message.includes("no commission is due")).toBe(!earns);
    expect(program.rows("platform_fee")).toHaveLength(2);
  });
});

describe("a refund", () => {
  test("of a part reduces commission and fee in proportion", () => {
    const { program } = given();
    program.record(sale());
    expect(program.record(refund({ refund_amount_cents: 2_500 })).answer).toMatchObject({
      status: "refunded",
      commission_cents: 1_500,
      commission_deducted_cents: 500,
      refunded_total_cents: 2_500,
    });
    expect(program.one("platform_fee").amount_cents).toBe(262);
  });

  test("is answered with what is left, and a retry with what was left then", () => {
    const { program } = given();
    const { eventId: sale_id } = program.record(sale());
    const call = refund({ refund_id: "r1", refund_amount_cents: 2_500, refund_reason: "broken" });
    const reported = program.record(call);
    const answer = {
      kind: "refund",
      sale_id,
      commission_id: sale_id,
      refunded_total_cents: 2_500,
      commission_cents: 1_500,
    };
    expect(reported).toMatchObject({ outcome: "recorded", reason: null, refersTo: sale_id });
    expect(reported.message).toContain("the commission was reduced");
    const counted = { ...answer, status: "refunded", refunded_cents: 2_500, commission_deducted_cents: 500 };
    expect(reported.answer).toEqual({ ...counted, reason: null });
    const skipped = { ...answer, status: "skipped", refunded_cents: 0, commission_deducted_cents: 0 };
    expect(program.record(call)).toMatchObject({
      outcome: "duplicate",
      reason: "same_refund_id",
      refersTo: sale_id,
      answer: { ...skipped, reason: "same_refund_id" },
    });
    expect(program.one("refund")).toEqual({
      program_id: 7,
      sale_id,
      refund_key: "id:r1",
      event_id: reported.eventId,
      amount_cents: 2_500,
      has_failed: false,
      failed_event_id: null,
      call_event_id: reported.eventId,
      provider_cents: null,
      reason: "broken",
      source: "api",
      received_at: program.now,
    });
  });

  test("of a sale without a commission takes none, and says so", () => {
    const { program } = given({ commission: { type: "percentage", rate_bps: 2_000, duration_months: 0 } });
    program.record(sale({ transaction_id: "tx-0", subscription_id: "sub_1" }));
    program.record(sale({ subscription_id: "sub_1", is_recurring: true }));
    const nothing = { commission_id: null, commission_cents: 0, commission_deducted_cents: 0 };
    const reported = program.record(refund({ refund_amount_cents: 2_500 }));
    expect(reported.answer).toMatchObject({ ...nothing, status: "no_commission", refunded_cents: 2_500 });
    expect(reported.message).toContain("has no commission");
    const again = program.record(refund({ refund_amount_cents: 2_500 }));
    expect(again.answer).toMatchObject({ ...nothing, status: "skipped", refunded_total_cents: 2_500 });
  });

  test("in three thirds takes exactly everything", () => {
    const { program } = given();
    program.record(sale({ amount_cents: 10_001 }));
    for (const [id, amount] of [
      ["a", 3_333],
      ["b", 3_333],
      ["c", 3_335],
    ] as const) {
      program.record(refund({ refund_id: id, refund_amount_cents: amount }));
    }
    expect(program.one("commission")).toMatchObject({ amount_cents: 0, status: "reversed" });
    expect(program.one("platform_fee").amount_cents).toBe(0);
  });

  test.each([[null], [0]])("without an amount (%s) takes the rest", (refund_amount_cents) => {
    const { program } = given();
    program.record(sale());
    program.record(refund({ refund_amount_cents: 4_000 }));
    expect(program.record(refund({ refund_amount_cents })).answer).toMatchObject({
      status: "reversed",
      refunded_cents: 6_000,
    });
  });

  test("retried with the same amount is skipped; with its own refund_id it counts", () => {
    const { program } = given();
    program.record(sale());
    program.record(refund({ refund_amount_cents: 1_000 }));
    expect(program.record(refund({ refund_amount_cents: 1_000 })).answer).toMatchObject({
      status: "skipped",
      reason: "same_refund_amount",
    });
    expect(program.record(refund({ refund_amount_cents: 1_000, refund_id: "second" })).answer).toMatchObject({
      refunded_total_cents: 2_000,
    });
  });

  test("without an id is another than one of its amount that had an id", () => {
    const { program } = given();
    program.record(sale());
    program.record(refund({ refund_amount_cents: 1_000, refund_id: "first" }));
    expect(program.record(refund({ refund_amount_cents: 1_000 })).answer).toMatchObject({
      refunded_total_cents: 2_000,
    });
  });

  test("of more than is left records nothing", () => {
    const { program } = given();
    program.record(sale());
    const before = program.dump();
    expect(program.record(refund({ refund_amount_cents: 10_001 }))).toMatchObject({
      outcome: "refused",
      reason: "refund_exceeds_sale",
    });
    expect(program.dump()).toBe(before);
  });

  test("of the rest counts, also when an earlier refund had the same amount", () => {
    const { program } = given();
    program.record(sale());
    program.record(refund({ refund_amount_cents: 5_000 }));
    expect(program.record(refund()).answer).toMatchObject({ status: "reversed", refunded_total_cents: 10_000 });
    expect(program.record(refund()).answer).toMatchObject({ status: "skipped", reason: "already_refunded" });
  });

  test("of a fully refunded sale is too much when it names an amount", () => {
    const { program } = given();
    program.record(sale());
    program.record(refund({ refund_id: "all" }));
    expect(program.record(refund({ refund_id: "more", refund_amount_cents: 1 }))).toMatchObject({
      reason: "refund_exceeds_sale",
    });
  });

  test("of an unknown sale is refused", () => {
    const { program } = given();
    expect(program.record(refund({ transaction_id: "tx-9" }))).toMatchObject({ reason: "sale_not_found" });
  });
});

describe("a payment reported by the provider", () => {
  test("is recorded by its metadata and found again by any of its names", () => {
    const { program } = given();
    const event = payment({ aliases: ["in_1", "pi_1", "ch_1"], payer: { customer_key: "customer-1" } });
    const { eventId } = program.record(event);
    expect(program.record(sale({ transaction_id: "pi_1" }))).toMatchObject({ reason: "duplicate_transaction" });
    const again = program.record(payment({ transaction_id: "ch_1" }));
    expect(again).toMatchObject({ outcome: "duplicate", reason: "same_payment", refersTo: eventId });
    expect(program.rows("sale")).toHaveLength(1);
  });

  test("waits for the lead that binds its customer, and then gives the same sale", () => {
    const { program, annaId } = given({}, false);
    const reported = program.record(payment({ payer: { customer_key: "customer-1" } }));
    expect(reported.outcome).toBe("parked");
    program.record(lead());
    expect(program.one("sale")).toMatchObject({ sale_id: reported.eventId, partner_id: annaId });
    expect(program.rows("parked")).toEqual([]);
    expect(program.outcomeOf(reported.eventId)).toBe("recorded");
  });

  test("without metadata belongs to the customer of its subscription", () => {
    const { program } = given();
    program.record(subscriptionStarted({ payer: { customer_key: "customer-1" } }));
    program.record(payment({ subscription_id: "sub_1" }));
    expect(program.one("sale").customer_key).toBe("customer-1");
  });

  test("without metadata waits for the session that names its subscription", () => {
    const { program } = given();
    const reported = program.record(payment({ subscription_id: "sub_1" }));
    expect(reported.outcome).toBe("parked");
    program.record(subscriptionStarted({ payer: { click_id: "click-1" } }));
    expect(program.one("sale").sale_id).toBe(reported.eventId);
    expect(
      program.record(payment({ transaction_id: "in_2", subscription_id: "sub_1", is_recurring: true })).outcome,
    ).toBe("recorded");
  });

  test("that waits is taken over by the call that can attribute it", () => {
    const { program } = given();
    const waiting = program.record(payment({ aliases: ["in_1", "pi_1"] }));
    const call = program.record(sale({ transaction_id: "in_1" }));
    expect(call.outcome).toBe("recorded");
    expect(program.outcomeOf(waiting.eventId)).toBe("duplicate");
    expect(program.record(sale({ transaction_id: "pi_1" }))).toMatchObject({
      reason: "duplicate_transaction",
      refersTo: call.eventId,
    });
  });

  test("teaches a sale the brand reported first whose it is, for later payments", () => {
    const { program } = given({}, false);
    program.record(sale({ transaction_id: "in_1", customer_key: null, click_id: "click-1" }));
    program.record(payment({ payer: { customer_key: "m1", provider_customer_id: "stripe:cus_1", email_hash: "e1" } }));
    expect(program.record(sale({ transaction_id: "tx-2", customer_key: "m1" })).outcome).toBe("recorded");
    expect(
      program.record(payment({ transaction_id: "in_3", payer: { provider_customer_id: "stripe:cus_1" } })).outcome,
    ).toBe("recorded");
  });

  test("of an inactive program is kept and earns nothing", () => {
    const { program } = given();
    program.record({
      source: "operator",
      data: { type: "program_changed", name: null, status: "inactive", settings: {} },
    });
    expect(program.record(payment({ payer: { customer_key: "customer-1" } }))).toMatchObject({
      reason: "program_inactive",
    });
  });

  test("whose metadata names another program is ignored", () => {
    const { program } = given();
    expect(program.record(payment({ payer: { customer_key: "customer-1", program_id: "8" } }))).toMatchObject({
      outcome: "ignored",
      reason: "wrong_program",
    });
  });

  test("in another currency is kept and ignored", () => {
    const { program } = given();
    expect(program.record(payment({ currency: "CAD", payer: { customer_key: "customer-1" } }))).toMatchObject({
      outcome: "ignored",
      reason: "unsupported_currency",
    });
  });

  test("is a subscription's where it names one, and a single payment where it names none", () => {
    const { program } = given();
    const payer = { customer_key: "customer-1" };
    program.record(payment({ payer }));
    program.record(payment({ transaction_id: "in_2", subscription_id: "sub_1", payer }));
    expect(program.rows("sale").map((row) => row.sale_type)).toEqual(["payment", "subscription"]);
  });

  test("ticks the checklist as a delivery and as a sale; in test mode it makes no money", () => {
    const { program } = given();
    const ticked = (is_test: boolean) =>
      program.rows("checklist").flatMap((row) => (row.is_test === is_test ? row.step : []));
    program.record({ ...payment({ payer: { customer_key: "customer-1" } }), is_test: true });
    expect([ticked(true), program.rows("sale")]).toEqual([["sale", "webhook"], []]);
    program.record(payment({ payer: { customer_key: "customer-1" } }));
    expect(ticked(false)).toEqual(expect.arrayContaining(["sale", "webhook"]));
  });

  test("in test mode is no sale of a program that is not active", () => {
    const { program } = given();
    program.record({
      source: "operator",
      data: { type: "program_changed", name: null, status: "inactive", settings: {} },
    });
    expect(program.record({ ...payment(), is_test: true })).toMatchObject({ reason: "program_inactive" });
    expect(program.rows("checklist").map((row) => [row.step, row.is_test])).not.toContainEqual(["sale", true]);
  });

  test("that waits is found by each of its names, and stays the one that reported them first", () => {
    const { program } = given();
    const first = program.record(payment({ aliases: ["in_1", "pi_1"] }));
    const second = program.record(payment({ transaction_id: "ch_1", aliases: ["pi_1", "ch_1"] }));
    expect(program.rows("payment_alias").map((row) => [row.alias, row.payment_id])).toEqual([
      ["ch_1", second.eventId],
      ["in_1", first.eventId],
      ["pi_1", first.eventId],
    ]);
  });
});
