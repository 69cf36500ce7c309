// Rows of one refund, or of one dispute, say the same whichever of them came first.
import { describe, expect, test } from "vitest";
import { asOneDispute, asOneRefund, isSameRefund } from "../../../src/core/rules/fold/reversal/reversal-rows.ts";
import type { DisputeRow, RefundRow } from "../../../src/core/rules/rows/sale-rows.ts";

const [monday, tuesday] = [new Date("2026-01-05T00:00:00Z"), new Date("2026-01-06T00:00:00Z")];
const called: RefundRow = {
  program_id: 7,
  sale_id: 1,
  refund_key: "id:r1",
  event_id: 5,
  amount_cents: 3_000,
  has_failed: false,
  failed_event_id: null,
  call_event_id: 5,
  provider_cents: null,
  reason: null,
  source: "api",
  received_at: monday,
};
const delivered: RefundRow = {
  ...called,
  event_id: 6,
  amount_cents: 4_000,
  call_event_id: null,
  reason: "requested",
  source: "stripe",
  received_at: tuesday,
};

describe("two rows of one refund", () => {
  test.each<[string, RefundRow, RefundRow, Partial<RefundRow>]>([
    [
      "a call's and a provider's are the call's event with the provider's word",
      called,
      delivered,
      { amount_cents: 4_000, reason: "requested", source: "stripe" },
    ],
    [
      "the reason that was given first is kept",
      { ...called, reason: "duplicate" },
      delivered,
      {
        amount_cents: 4_000,
        reason: "duplicate",
        source: "stripe",
      },
    ],
    [
      "the most of it counts, also where that was said first",
      { ...called, amount_cents: 5_000 },
      delivered,
      {
        amount_cents: 5_000,
        provider_cents: 4_000,
        reason: "requested",
        source: "stripe",
      },
    ],
    [
      "one that failed has failed, since the first that said so",
      { ...called, has_failed: true, failed_event_id: 8 },
      { ...called, event_id: 7, has_failed: true, failed_event_id: 7, call_event_id: 7 },
      { has_failed: true, failed_event_id: 7 },
    ],
    [
      "it has failed where only one of them knows",
      called,
      { ...called, event_id: 7, has_failed: true, failed_event_id: 7, call_event_id: null },
      { has_failed: true, failed_event_id: 7 },
    ],
  ])("%s", (_, first, second, expected) => {
    for (const one of [asOneRefund(first, second), asOneRefund(second, first)]) {
      expect(one).toEqual({ ...called, ...expected });
    }
  });

  test("are the provider's, also where the provider reported it first", () => {
    const [first, second] = [{ ...delivered, event_id: 4 }, called];
    for (const one of [asOneRefund(first, second), asOneRefund(second, first)]) expect(one.source).toBe("stripe");
  });

  test("are the same where amount, failure and source are, regardless of the other fields", () => {
    const other = { ...called, event_id: 9, failed_event_id: 9, call_event_id: 9, reason: "x", received_at: tuesday };
    expect(isSameRefund(called, { ...other, program_id: 8, sale_id: 2, refund_key: "id:r2" })).toBe(true);
    for (const news of [{ amount_cents: 1 }, { has_failed: true }, { source: "stripe" }]) {
      expect(isSameRefund(called, { ...called, ...news })).toBe(false);
    }
  });
});

describe("two rows of one dispute", () => {
  const opened: DisputeRow = {
    program_id: 7,
    sale_id: 1,
    dispute_id: "dp_1",
    event_id: 5,
    amount_cents: 10_000,
    is_whole: null,
    status: "open",
    received_at: monday,
  };
  const closed: DisputeRow = { ...opened, event_id: 6, status: "lost", received_at: tuesday };

  test.each<[string, DisputeRow, DisputeRow, Partial<DisputeRow>]>([
    ["how it ended counts", opened, closed, { status: "lost" }],
    [
      "the part counts that its opening was about",
      { ...opened, amount_cents: 4_000 },
      closed,
      {
        status: "lost",
        amount_cents: 4_000,
      },
    ],
    [
      "the part counts that its end was about",
      opened,
      { ...closed, amount_cents: 4_000 },
      {
        status: "lost",
        amount_cents: 4_000,
      },
    ],
    [
      "of two parts the one counts that it ended with",
      { ...opened, amount_cents: 3_000 },
      {
        ...closed,
        amount_cents: 4_000,
      },
      { status: "lost", amount_cents: 4_000 },
    ],
  ])("%s", (_, first, second, expected) => {
    for (const one of [asOneDispute(first, second, 10_000), asOneDispute(second, first, 10_000)]) {
      expect(one).toEqual({ ...opened, ...expected });
    }
  });

  test("of two openings the part counts that was reported last", () => {
    const [first, second] = [
      { ...opened, amount_cents: 3_000 },
      { ...opened, event_id: 6, amount_cents: 4_000 },
    ];
    expect(asOneDispute(first, second, 10_000).amount_cents).toBe(4_000);
    expect(asOneDispute(second, first, 10_000).amount_cents).toBe(3_000);
  });

  test("of two ends the one counts that was reported last", () => {
    const won = { ...closed, event_id: 7, status: "won" } as const;
    expect(asOneDispute(closed, won, 10_000).status).toBe("won");
    expect(asOneDispute(won, closed, 10_000).status).toBe("lost");
  });
});
