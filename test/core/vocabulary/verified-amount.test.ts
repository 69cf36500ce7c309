// Which report of a payment its amount follows from: a provider's verified one outranks a call's and an import's, whichever came first.
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import {
  anna,
  ben,
  byHand,
  click,
  lead,
  partnerJoined,
  payment,
  paymentRefunded,
  payoutImported,
  programCreated,
  refund,
  sale,
  saleImported,
} from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const [annaId, benId, payoutId] = [2, 3, 4];

/** Every story is projected again, in batches of each size: the books are the same. */
function recordIn(settings: Partial<Settings>, ...story: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  const opening = [programCreated(settings), partnerJoined(anna), partnerJoined(ben), payoutImported(), click(annaId)];
  for (const event of [...opening, ...story]) program.record(event);
  for (const batchSize of [1, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}
const recordAll = (...story: readonly TestEvent[]) => recordIn({}, ...story);

const on = (day: number, event: TestEvent): TestEvent => ({ ...event, day });
const operator = (data: TestEvent["data"]): TestEvent => ({ source: "operator", data });
const inEuros = (event: TestEvent): TestEvent => ({
  ...event,
  data: { ...event.data, currency: "EUR" } as TestEvent["data"],
});
const dispute = (what: "dispute_opened" | "dispute_closed", result: "won" | "lost" = "lost"): TestEvent => {
  const rest = { aliases: [{ kind: "id", value: "in_1" }], dispute_id: "dp_1", amount_cents: null, currency: "USD" };
  const data = what === "dispute_opened" ? { type: what, ...rest } : { type: what, result, ...rest };
  return { source: "stripe", data };
};

/** What was signed: 2,500.00, by Anna's click. Commission 20 %: 500.00. Fee 3.5 %: 87.50. */
const signed = payment({ amount_cents: 250_000, payer: { click_id: "click-1" } });
const called = (amount_cents: number, fields = {}) =>
  sale({ transaction_id: "in_1", amount_cents, customer_key: null, click_id: "click-1", ...fields });
const identified = (...names: string[]): TestEvent => ({
  source: "stripe",
  data: { type: "payment_identified", aliases: names.map((value) => ({ kind: "id", value })) },
});

function worth(program: MemoryProgram) {
  const { amount_cents, currency, reason, refunded_cents } = program.one("sale");
  const { amount_cents: commission } = program.one("commission");
  const { amount_cents: fee, currency: feeCurrency } = program.one("platform_fee");
  expect(feeCurrency).toBe(currency);
  return { amount_cents, currency, reason, refunded_cents, commission, fee };
}
const asSigned = {
  ...{ amount_cents: 250_000, currency: "USD", reason: "amount_differs", refunded_cents: 0 },
  ...{ commission: 50_000, fee: 8_750 },
};

/** What is open to partners: due and unpaid, and what was paid too much. */
function open(program: MemoryProgram): number {
  const due = program.rows("commission").filter(({ stage }) => stage !== "paid");
  return [...due, ...program.rows("adjustment")].reduce((sum, row) => sum + row.amount_cents, 0);
}

describe("an import of a payment that a provider reports", () => {
  const cent = saleImported({ amount_cents: 1, commission: { amount_cents: 1, currency: "USD", payout_id: null } });

  test.each([
    ["before its delivery", [cent, signed]],
    ["after it", [signed, cent]],
    ["before a delivery that names nobody: it is whose the import says", [cent, payment({ amount_cents: 250_000 })]],
    ["after one that waits", [payment({ amount_cents: 250_000 }), cent]],
    ["twice before it", [cent, cent, signed]],
    [
      "under another name, which turns out to be the same payment's",
      [
        saleImported({ ...cent.data, transaction_id: "pi_1", aliases: [{ kind: "id", value: "pi_1" }] } as never),
        signed,
        identified("pi_1", "in_1"),
      ],
    ],
  ])("%s, of one cent: the sale is ours, of what was signed, with commission and fee", (_, story) => {
    const program = recordAll(...story);
    expect(worth(program)).toEqual(asSigned);
    expect(program.one("sale")).toMatchObject({ imported: null, provider: "stripe", partner_id: annaId });
    const delivered = program.log.find(({ data }) => data.type === "payment_succeeded");
    expect(program.one("sale").sale_id).toBe(delivered?.id);
  });

  test("of another partner: the payment is whose its own click says", () => {
    const program = recordAll(saleImported({ partner_id: benId, amount_cents: 250_000 }), signed);
    expect(program.one("sale")).toMatchObject({ partner_id: annaId, reason: null });
  });

  test("that paid 600.00 there: 500.00 are due, 100.00 are taken off", () => {
    const paid = { amount_cents: 60_000, currency: "USD", payout_id: payoutId } as const;
    for (const order of [
      [saleImported({ amount_cents: 250_000, commission: paid }), signed],
      [signed, saleImported({ amount_cents: 250_000, commission: paid })],
    ]) {
      const program = recordAll(...order);
      expect(program.one("commission")).toMatchObject({
        stage: "paid",
        amount_cents: 60_000,
        amount_at_sale_cents: 50_000,
      });
      expect(program.one("adjustment")).toMatchObject({ amount_cents: -10_000 });
      expect(program.one("payout_item")).toMatchObject({ sale_id: program.one("sale").sale_id, amount_cents: 60_000 });
    }
  });

  test("whose commission we paid out meanwhile: the difference is an adjustment, and a return owes what is due", () => {
    const owed = saleImported({
      amount_cents: 1,
      commission: { amount_cents: 30_000, currency: "USD", payout_id: null },
    });
    const [importedId, ownPayoutId] = [6, 8];
    const items = [{ sale_id: importedId, amount_cents: 30_000 }];
    const payee = { partner_id: annaId, currency: "USD", items } as const;
    const story = [
      owed,
      operator({ type: "commissions_approved_early", sale_ids: [importedId], reason: "a test of ours" }),
      operator({ type: "payout_created", ...payee }),
      operator({ type: "payout_recorded", payout_id: ownPayoutId, method: "sepa", reference: null, ...payee }),
      signed,
    ];
    const program = recordAll(...story);
    expect(program.one("commission")).toMatchObject({
      stage: "paid",
      amount_cents: 30_000,
      amount_at_sale_cents: 50_000,
    });
    expect([worth(program).fee, open(program)]).toEqual([8_750, 20_000]);
    const back = { payout_id: ownPayoutId, sale_ids: [importedId], reason: "a test of ours" };
    expect(open(recordAll(...story, operator({ type: "payout_returned", ...back })))).toBe(50_000);
  });

  test.each([
    [
      "a refund of it by its provider",
      paymentRefunded({ amount_cents: 50_000 }),
      { refunded_cents: 50_000, fee: 7_000 },
    ],
    ["a lost dispute of all of it", dispute("dispute_closed"), { refunded_cents: 250_000, fee: 0 }],
  ])("and %s, before its delivery or after it, are the same money", (_, reversal, expected) => {
    for (const order of [
      [cent, reversal, signed],
      [cent, signed, reversal],
      [signed, cent, reversal],
      [signed, reversal, cent],
      [reversal, cent, signed],
      [reversal, signed, cent],
    ]) {
      expect(worth(recordAll(...order))).toMatchObject({
        ...expected,
        amount_cents: 250_000,
        reason: "amount_differs",
      });
    }
  });

  test("in another currency: the provider's holds, and what it refunds waits for it", () => {
    const refunded = inEuros(paymentRefunded({ amount_cents: 50_000 }));
    for (const order of [
      [cent, refunded, inEuros(signed)],
      [cent, inEuros(signed), refunded],
      [refunded, inEuros(signed), cent],
    ]) {
      expect(worth(recordAll(...order))).toEqual({
        ...asSigned,
        currency: "EUR",
        refunded_cents: 50_000,
        commission: 40_000,
        fee: 7_000,
      });
    }
  });

  test("that began a subscription: its renewals go on by our terms from the delivery on", () => {
    const subscription_id = "sub_1";
    const first = payment({ amount_cents: 250_000, subscription_id, payer: { click_id: "click-1" } });
    const renewal = payment({ transaction_id: "in_2", amount_cents: 250_000, subscription_id, is_recurring: true });
    const program = recordAll(saleImported({ subscription_id, days_ago: 90 }), on(5, first), on(35, renewal));
    const [began, renewed] = program.rows("sale");
    expect([began?.is_recurring, renewed?.is_recurring]).toEqual([false, true]);
    expect(program.one("subscription")).toMatchObject({
      first_sale_id: began?.sale_id,
      started_at: began?.received_at,
    });
    expect(program.rows("platform_fee").map(({ amount_cents }) => amount_cents)).toEqual([8_750, 8_750]);
  });

  test("that was taken from its partner stays taken, and comes back as the sale of ours", () => {
    const taken = [cent, byHand.remove(6), signed];
    expect(recordAll(...taken).rows("sale")).toEqual([]);
    expect(worth(recordAll(...taken, byHand.undo(8)))).toEqual(asSigned);
  });

  test("stays where nothing can be a sale in the provider's currency, and is marked", () => {
    const program = recordAll(cent, payment({ currency: "GBP", payer: { click_id: "click-1" } }));
    expect(program.one("sale")).toMatchObject({ amount_cents: 1, reason: "amount_differs" });
  });

  test("before a delivery of a month that is open: the sale is that month's", () => {
    const closed = operator({ type: "month_closed", month: "2026-01", totals: [], corrections: [] });
    const program = recordAll(cent, on(34, closed), on(40, signed));
    expect(program.one("sale").received_at).toEqual(new Date("2026-02-10T00:00:00.000Z"));
    expect(program.rows("restatement")).toEqual([]);
  });
});

describe("a call of a payment that a provider reports", () => {
  test.each([
    ["of less", [called(100), signed], asSigned],
    ["of more", [called(900_000), signed], asSigned],
    ["of the same", [called(250_000), signed], { ...asSigned, reason: null }],
    ["in another currency", [called(250_000, { currency: "VND" }), signed], asSigned],
    ["of a payment that waited", [payment({ amount_cents: 250_000 }), called(100)], asSigned],
    [
      "by another of its names",
      [called(100, { transaction_id: "pi_1" }), signed, identified("pi_1", "in_1")],
      asSigned,
    ],
    [
      "by another of its names, later",
      [signed, called(100, { transaction_id: "pi_1" }), identified("pi_1", "in_1")],
      asSigned,
    ],
    [
      "and between two deliveries the first one holds",
      [called(100), signed, payment({ amount_cents: 300_000 })],
      asSigned,
    ],
  ])("%s", (_, story, expected) => {
    expect(worth(recordAll(...story))).toEqual(expected);
  });

  test("earns by the terms of when it was called, and the fee of then", () => {
    const later = {
      commission: { type: "percentage", rate_bps: 5_000, duration_months: null },
      platform_fee_bps: 0,
    } as const;
    const change = operator({ type: "program_changed", name: null, status: null, settings: later });
    expect(worth(recordAll(called(100), change, signed))).toEqual(asSigned);
  });

  test("flat terms are paid in their own currency, regardless of the sale's", () => {
    const flat = { type: "flat", amount_cents: 700, currency: "EUR", duration_months: null } as const;
    const program = recordIn({ commission: flat }, called(100, { currency: "VND" }), signed);
    expect(program.one("commission")).toMatchObject({ amount_cents: 700, currency: "EUR" });
    expect(program.one("platform_fee")).toMatchObject({ amount_cents: 8_750, currency: "USD" });
  });

  test("a refund of 1.00 by a call, and 500.00 by the provider, before the correction or after it", () => {
    const [byCall, byProvider] = [
      refund({ transaction_id: "in_1", refund_amount_cents: 100 }),
      paymentRefunded({ amount_cents: 50_000 }),
    ];
    // 501.00 of 2,500.00: commission 500.00 - 100.20, fee 87.50 - 17.54 (17.535 rounded half up).
    const expected = { refunded_cents: 50_100, commission: 39_980, fee: 6_996 };
    for (const order of [
      [called(100), byCall, signed, byProvider],
      [called(100), byCall, byProvider, signed],
      [called(100), signed, byCall, byProvider],
    ]) {
      expect(worth(recordAll(...order))).toEqual({ ...asSigned, ...expected });
    }
  });

  test("a dispute of all that the call said is of all that was paid", () => {
    for (const order of [
      [called(100), dispute("dispute_opened"), signed],
      [called(100), signed, dispute("dispute_opened")],
    ]) {
      const program = recordAll(...order);
      expect(program.one("dispute").amount_cents).toBe(250_000);
      expect(program.one("commission").status).toBe("held");
    }
  });

  test("a dispute that names its amount keeps it, in every order", () => {
    const opened = dispute("dispute_opened");
    const named = { ...opened, data: { ...opened.data, amount_cents: 100 } } as TestEvent;
    for (const order of [
      [called(100), named, signed],
      [called(100), signed, named],
    ]) {
      expect(recordAll(...order).one("dispute").amount_cents).toBe(100);
    }
  });

  test("in another currency: what the provider refunds in its own waits for the delivery, and what changed before is restated", () => {
    const refunded = inEuros(paymentRefunded({ amount_cents: 50_000 }));
    const expected = { ...asSigned, currency: "EUR", refunded_cents: 50_000, commission: 40_000, fee: 7_000 };
    for (const order of [
      [called(100), refunded, inEuros(signed)],
      [called(100), inEuros(signed), refunded],
    ]) {
      const program = recordAll(...order);
      expect(worth(program)).toEqual(expected);
      expect(program.rows("parked")).toEqual([]);
      expect(program.one("sale_change")).toMatchObject({ currency: "EUR", refunded_cents: 50_000, fee_cents: -1_750 });
    }
  });

  test("what was paid out by the call's amount is laid over what is due by the provider's", () => {
    const [saleId, ownPayoutId] = [6, 8];
    const payee = { partner_id: annaId, currency: "USD", items: [{ sale_id: saleId, amount_cents: 20 }] } as const;
    const program = recordAll(
      called(100),
      operator({ type: "commissions_approved_early", sale_ids: [saleId], reason: "a test of ours" }),
      operator({ type: "payout_created", ...payee }),
      operator({ type: "payout_recorded", payout_id: ownPayoutId, method: "sepa", reference: null, ...payee }),
      signed,
    );
    expect(program.one("commission")).toMatchObject({ amount_cents: 20, amount_at_sale_cents: 50_000, stage: "paid" });
    expect(program.one("adjustment").amount_cents).toBe(49_980);
  });

  test("after its month was closed: that month keeps what it stated, and the correction is of the month of the delivery", () => {
    const closed = operator({ type: "month_closed", month: "2026-01", totals: [], corrections: [] });
    const program = recordAll(called(100), on(34, closed), on(40, { ...signed }));
    expect(program.one("restatement")).toMatchObject({
      ...{ month: "2026-01", was_amount_cents: 100, was_fee_cents: 4, was_commission_cents: 20 },
      ...{ now_amount_cents: 250_000, now_fee_cents: 8_750, now_commission_cents: 50_000 },
    });
  });

  test("of a renewal that its subscription earns by: the renewal is of what was signed", () => {
    const subscription_id = "sub_1";
    const renewed = called(100, { transaction_id: "in_2", subscription_id, is_recurring: true });
    const delivered = payment({ transaction_id: "in_2", amount_cents: 250_000, subscription_id, is_recurring: true });
    const program = recordAll(called(5_000, { subscription_id }), renewed, delivered);
    expect(program.rows("sale")[1]).toMatchObject({
      amount_cents: 250_000,
      is_recurring: true,
      reason: "amount_differs",
    });
    expect(program.rows("commission")[1]?.amount_cents).toBe(50_000);
  });

  test("an instalment that the provider reports is what was paid until the next one", () => {
    const part = (transaction_id: string, amount_cents: number): TestEvent =>
      payment({ transaction_id, aliases: [transaction_id, "in_1"], amount_cents, amount_kind: "part" });
    const program = recordAll(called(100), part("pi_1", 100_000), part("pi_2", 150_000));
    expect(worth(program)).toEqual(asSigned);
  });

  test("stays what was called where nothing can be a sale in the provider's currency, and is marked", () => {
    const program = recordAll(called(100), payment({ currency: "GBP" }));
    expect(program.one("sale")).toMatchObject({ amount_cents: 100, currency: "USD", reason: "amount_differs" });
  });

  test("a customer whose first sale it was stays the partner's", () => {
    const program = recordAll(lead(), called(100, { customer_key: "customer-1", click_id: null }), signed);
    expect(program.one("customer")).toMatchObject({ partner_id: annaId, first_sale_id: program.one("sale").sale_id });
  });
});
