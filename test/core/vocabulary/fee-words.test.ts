// The platform fee of a payment that its provider verified: what the brand's word alone takes off it, and where it does not.
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import {
  anna,
  ben,
  byHand,
  click,
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

const [annaId, benId] = [2, 3];
/** The first event of the story itself. */
const first = 6;

/** Every story is projected again, in batches of each size: the books are the same. */
function recordIn(settings: Partial<Settings>, ...story: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  const opening = [programCreated(settings), partnerJoined(anna), partnerJoined(ben), payoutImported(), click(annaId)];
  for (const event of [...opening, ...story]) program.record(event);
  for (const batchSize of [1, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}
const byAnybody = (...story: readonly TestEvent[]) => recordIn({}, ...story);
const byProviders = (...story: readonly TestEvent[]) => recordIn({ fee_refunds: "verified" }, ...story);

const on = (day: number, event: TestEvent): TestEvent => ({ ...event, day });
const operator = (data: TestEvent["data"]): TestEvent => ({ source: "operator", data });
const dispute = (result: "won" | "lost", source = "stripe"): TestEvent => ({
  source,
  data: {
    ...{ type: "dispute_closed", result, aliases: [{ kind: "id", value: "in_1" }], dispute_id: "dp_1" },
    ...{ amount_cents: null, currency: "USD" },
  },
});
const opened: TestEvent = {
  source: "stripe",
  data: {
    ...{ type: "dispute_opened", aliases: [{ kind: "id", value: "in_1" }], dispute_id: "dp_1" },
    ...{ amount_cents: null, currency: "USD" },
  },
};

/** 2,500.00 by Anna's click; its fee of 3.5 % is 87.50. */
const signed = payment({ amount_cents: 250_000, payer: { click_id: "click-1" } });
const called = (amount_cents: number) =>
  sale({ transaction_id: "in_1", amount_cents, customer_key: null, click_id: "click-1" });
/** By a call; without an amount of all of it. */
const refundCalled = (refund_amount_cents: number | null = null, refund_id: string | null = null) =>
  refund({ transaction_id: "in_1", refund_amount_cents, refund_id });

/** What is left of the fee, what a word took of it, and what it would have taken. */
function fee(program: MemoryProgram) {
  const { amount_cents, taken_by_word_cents, kept_against_word_cents } = program.one("platform_fee");
  return [amount_cents, taken_by_word_cents, kept_against_word_cents];
}
const months = (program: MemoryProgram) =>
  program.one("platform_fee").words?.map(({ month, cents }) => [month, cents]) ?? null;
/** As a statement adds it up: the fee at the sale while there is one, and every change since. */
function stated(program: MemoryProgram): number {
  const { amount_at_sale_cents } = program.one("platform_fee");
  const atSale = program.rows("sale").length === 0 ? 0 : amount_at_sale_cents;
  return program.rows("sale_change").reduce((sum, { fee_cents }) => sum + fee_cents, atSale);
}

const imported = saleImported({ amount_cents: 1, commission: { amount_cents: 1, currency: "USD", payout_id: null } });

describe("what only the brand says", () => {
  test.each([
    ["a refund by a call", [signed, refundCalled()]],
    ["a refund by a call, before the delivery", [called(250_000), refundCalled(), signed]],
    ["a refund by a call of a sale that it had said to be less", [called(100), signed, refundCalled()]],
    ["a sale that is taken from its partner", [signed, byHand.remove(first)]],
    ["a sale that was taken from its partner before the delivery", [called(250_000), byHand.remove(first), signed]],
    ["a part by a call, and all of it by hand", [signed, refundCalled(100_000), byHand.remove(first)]],
    ["an import of less, and a refund by a call", [imported, signed, refundCalled()]],
  ])("%s: the whole fee goes, and says so; where providers' words count, it stays, and says so", (_, story) => {
    const any = byAnybody(...story);
    expect([fee(any), months(any), stated(any)]).toEqual([[0, 8_750, null], [["2026-01", 8_750]], 0]);
    const verified = byProviders(...story);
    expect([fee(verified), months(verified), stated(verified)]).toEqual([
      [8_750, null, 8_750],
      [["2026-01", 8_750]],
      8_750,
    ]);
  });

  test.each([
    ["an import of one cent", [imported, signed]],
    ["a call of one cent", [called(1), signed]],
  ])("%s takes nothing off", (_, story) => {
    for (const play of [byAnybody, byProviders]) expect(fee(play(...story))).toEqual([8_750, null, null]);
  });

  test("of a payment that no provider reported is all that there is: its fee follows, unmarked", () => {
    for (const play of [byAnybody, byProviders]) {
      expect(fee(play(called(250_000), refundCalled()))).toEqual([0, null, null]);
      expect(play(called(250_000), byHand.remove(first)).rows("platform_fee")).toEqual([]);
    }
  });

  test("of a transfer on a chain, which the merchant reports, likewise", () => {
    const chain_transfer = { network: "base", asset: "usdc", payer: null, payee: "0x1", transaction: "0x2" } as never;
    const transfer = payment({ amount_cents: 250_000, payer: { click_id: "click-1" }, chain_transfer });
    for (const play of [byAnybody, byProviders]) {
      expect(fee(play(transfer, refundCalled()))).toEqual([0, null, null]);
    }
  });

  test("takes the commission and the sale's amount all the same", () => {
    const program = byProviders(signed, refundCalled());
    expect(program.one("sale")).toMatchObject({ refunded_cents: 250_000, status: "reversed" });
    expect(program.one("commission").amount_cents).toBe(0);
  });

  test("is of the month (UTC) in which it was said, each word's part from the totals", () => {
    const story = [signed, on(40, refundCalled(83_333, "a")), on(70, refundCalled(83_333, "b"))];
    // 3.5 % of 833.33 is 29.17, of 1,666.66 58.33.
    const expected = [
      ["2026-02", 2_917],
      ["2026-03", 2_916],
    ];
    expect(months(byAnybody(...story))).toEqual(expected);
    expect(fee(byAnybody(...story))).toEqual([8_750 - 5_833, 5_833, null]);
    expect(fee(byProviders(...story))).toEqual([8_750, null, 5_833]);
    const taken = byAnybody(...story, on(100, byHand.remove(first)));
    expect(months(taken)).toEqual([...expected, ["2026-04", 8_750 - 5_833]]);
  });

  test("takes away what is set to 0 anyway without a word", () => {
    expect(fee(recordIn({ platform_fee_bps: 0 }, signed, refundCalled()))).toEqual([0, null, null]);
  });
});

describe("once a provider reports it", () => {
  const all = paymentRefunded({ amount_cents: 250_000 });

  test.each([
    ["the same refund", [refundCalled(250_000), all], 0],
    ["a running total of it", [refundCalled(), paymentRefunded({ refund_id: null, cumulative_cents: 250_000 })], 0],
    ["a part of it under another id", [refundCalled(50_000), paymentRefunded({ amount_cents: 50_000 })], 7_000],
    ["a lost dispute of a sale that was taken away", [byHand.remove(first), opened, dispute("lost")], 0],
    ["what the operator decides of a dispute", [byHand.remove(first), opened, dispute("lost", "operator")], 0],
    ["a refund of a sale that was taken away", [byHand.remove(first), all], 0],
  ])("%s: nothing is left to name, in either order and under either setting", (_, words, left) => {
    const [word, ...reports] = words;
    for (const play of [byAnybody, byProviders]) {
      for (const story of [words, [...reports, word as TestEvent]]) {
        const program = play(signed, ...story);
        expect([fee(program)[0], months(program), stated(program)]).toEqual([left, null, left]);
      }
    }
  });

  test("in part: the rest is by the brand's word still", () => {
    const story = [signed, byHand.remove(first), paymentRefunded({ amount_cents: 50_000 })];
    expect(fee(byAnybody(...story))).toEqual([0, 7_000, null]);
    expect(fee(byProviders(...story))).toEqual([7_000, null, 7_000]);
  });

  test("less under the id that a call gave for more: only what the provider says counts as verified", () => {
    const more = refundCalled(250_000, "re_1");
    const less = paymentRefunded({ amount_cents: 50_000 });
    expect(fee(byAnybody(signed, more, less))).toEqual([0, 7_000, null]);
    expect(fee(byProviders(signed, more, less))).toEqual([7_000, null, 7_000]);
    // The provider's report came first: the call says nothing new.
    expect(fee(byProviders(signed, less, more))).toEqual([7_000, null, null]);
  });

  test("as failed: what the call said went back is back", () => {
    const failed: TestEvent = {
      source: "stripe",
      data: {
        ...{ type: "refund_failed", aliases: [{ kind: "id", value: "in_1" }] },
        ...{ refund_id: "re_1", amount_cents: 250_000 },
      },
    };
    for (const play of [byAnybody, byProviders]) {
      expect(fee(play(signed, refundCalled(250_000), all, failed))).toEqual([8_750, null, null]);
    }
  });

  test("a refund of it: the fee of every order of the same reports is the same", () => {
    const reports = [refundCalled(50_000, "a"), paymentRefunded({ amount_cents: 50_000 }), refundCalled(20_000, "b")];
    for (const play of [byAnybody, byProviders]) {
      const results = permutations(reports).flatMap((some) => [
        [signed, ...some],
        ...[0, 1, 2, 3].map((at) => [called(250_000), ...some.slice(0, at), signed, ...some.slice(at)]),
      ]);
      const fees = results.map((story) => JSON.stringify(fee(play(...story))));
      expect([...new Set(fees)]).toEqual([
        JSON.stringify(play === byAnybody ? [6_300, 700, null] : [7_000, null, 700]),
      ]);
    }
  });
});

describe("a decision by hand", () => {
  test("that is undone gives the sale its fee back, and nothing is named", () => {
    for (const play of [byAnybody, byProviders]) {
      const program = play(signed, byHand.remove(first), byHand.undo(first));
      expect([fee(program), stated(program)]).toEqual([[8_750, null, null], 8_750]);
      expect(program.one("platform_fee").removed_by).toBeNull();
    }
  });

  test("for another partner likewise", () => {
    for (const play of [byAnybody, byProviders]) {
      const program = play(signed, byHand.remove(first), byHand.set(first, benId));
      expect([fee(program), stated(program), program.one("sale").partner_id]).toEqual([
        [8_750, null, null],
        8_750,
        benId,
      ]);
    }
  });

  test("that takes a sale away is named by its fee, also after other reports of the payment", () => {
    const program = byProviders(signed, byHand.remove(first), payment({ amount_cents: 250_000 }));
    expect(program.one("platform_fee")).toMatchObject({ sale_id: first, removed_by: first + 1, amount_cents: 8_750 });
    expect(program.rows("sale")).toEqual([]);
  });

  test("that alone made a payment a sale may take its fee again", () => {
    const waiting = payment({ amount_cents: 250_000, payer: { customer_key: "nobody" } });
    const program = byProviders(waiting, byHand.set(first, benId), byHand.undo(first));
    expect(program.rows("platform_fee")).toEqual([]);
  });

  test("in a month after the sale's was closed: that month keeps its fee, and the kept fee is stated where it was decided", () => {
    const closed = operator({ type: "month_closed", month: "2026-01", totals: [], corrections: [] });
    const program = byProviders(signed, on(34, closed), on(40, byHand.remove(first)));
    expect(program.one("restatement")).toMatchObject({ was_fee_cents: 8_750, now_fee_cents: null });
    expect(program.one("sale_change")).toMatchObject({ event_id: first + 2, fee_cents: 8_750, refunded_cents: 0 });
  });
});

describe("the setting", () => {
  const verifiedOnly = operator({
    type: "program_changed",
    name: null,
    status: null,
    settings: { fee_refunds: "verified" },
  });

  test("counts from when it was set: a sale keeps the one it was received under", () => {
    expect(fee(byAnybody(signed, verifiedOnly, refundCalled()))).toEqual([0, 8_750, null]);
    expect(fee(byAnybody(verifiedOnly, signed, refundCalled()))).toEqual([8_750, null, 8_750]);
  });

  test("that was never set leaves programs' settings as they were", () => {
    expect(byAnybody(signed).one("program_settings").settings).not.toHaveProperty("fee_refunds");
  });
});

test("a delivery that agrees with a call verifies its sale", () => {
  const program = byAnybody(called(250_000), signed);
  expect(program.one("sale")).toMatchObject({ verified_by: first + 1, reason: null, amount_cents: 250_000 });
  // Between two deliveries the first one holds, also where that one agreed with a call.
  const again = byAnybody(called(250_000), signed, payment({ amount_cents: 300_000 }));
  expect(again.one("sale")).toMatchObject({ verified_by: first + 1, amount_cents: 250_000, reason: "amount_differs" });
});

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}
