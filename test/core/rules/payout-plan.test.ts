// What one payout holds: never more than is owed, never less than the minimum, and all of what is to be taken off.
import { describe, expect, test } from "vitest";
import type { PaidItem } from "../../../src/core/rules/events/events.ts";
import { isTooLarge, payoutItemsMax, planPayout } from "../../../src/core/rules/payout-plan.ts";

const owed = (...amounts: readonly number[]): PaidItem[] =>
  amounts.map((amount_cents, index) => ({ sale_id: index + 1, amount_cents }));
const amountsOf = (items: readonly PaidItem[] | null) => items?.map(({ amount_cents }) => amount_cents);

describe("a payout", () => {
  test("holds all that is owed, in the order of its sales", () => {
    expect(planPayout(owed(300, -100, 200).toReversed(), 400)).toEqual(owed(300, -100, 200));
  });

  test.each([
    ["that comes to the minimum exactly", 400, [300, 100]],
    ["that is a cent short", 401, undefined],
  ])("is put together where what is owed %s: %i", (_, minimum, amounts) => {
    expect(amountsOf(planPayout(owed(300, 100), minimum))).toEqual(amounts);
  });

  test("is never of an amount that no number holds exactly", () => {
    const items = owed(Number.MAX_SAFE_INTEGER, 1);
    expect(planPayout(items, 1)).toBeNull();
    expect([isTooLarge("9007199254740992"), isTooLarge(Number.MAX_SAFE_INTEGER)]).toEqual([true, false]);
  });
});

describe("where more is owed than one payout may hold", () => {
  const many = (amount_cents: number, count = payoutItemsMax) => Array.from({ length: count }, () => amount_cents);

  test("it holds all that is taken off and the largest amounts, and the rest waits", () => {
    const items = planPayout(owed(5, 0, ...many(7, payoutItemsMax - 3), 9, 6, -4), 1);
    expect(amountsOf(items)).toEqual([...many(7, payoutItemsMax - 3), 9, 6, -4]);
  });

  test("it holds nothing that comes to nothing", () => {
    expect(amountsOf(planPayout(owed(...many(0), 8, -4), 1))).toEqual([8, -4]);
  });

  test("is empty while deductions use it up", () => {
    expect(planPayout(owed(...many(-1), 100_000), 1)).toBeNull();
  });
});
