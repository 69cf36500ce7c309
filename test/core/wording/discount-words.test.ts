// What a discount code gives, in words.
import { expect, test } from "vitest";
import type { DiscountTerms } from "../../../src/core/rules/events/settings/discount-terms.ts";
import { wordsIn } from "../../../src/core/wording/catalogue/catalogues.ts";
import { discountInWords } from "../../../src/core/wording/discount-words.ts";

const plain: DiscountTerms = {
  percent_off: 20,
  amount_off_cents: null,
  currency: null,
  duration: "once",
  months: null,
  max_redemptions: null,
};

test("a part of the price or an amount, for one payment, some months or all", () => {
  expect(discountInWords(plain)).toBe("20% off the first payment");
  expect(discountInWords({ ...plain, duration: "months", months: 1 })).toBe("20% off the first month");
  expect(discountInWords({ ...plain, duration: "months", months: 3 })).toBe("20% off the first 3 months");
  const amount = { percent_off: null, amount_off_cents: 500, currency: "USD", duration: "forever" } as const;
  expect(discountInWords({ ...plain, ...amount })).toMatch(/^\$?5\.00( USD)? off every payment$/);
});

test("in the reader's language", () => {
  const months: DiscountTerms = { ...plain, duration: "months", months: 3 };
  expect(discountInWords(months, wordsIn("de"))).toBe("20\u00a0% Rabatt in den ersten 3 Monaten");
  expect(discountInWords(months, wordsIn("ja"))).toBe("最初の3か月が20%割引");
});
