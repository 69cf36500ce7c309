// What a discount code gives a buyer, in words: `20% off the first 3 months`. In the reader's language for partners, in English for the
// console.
import type { DiscountTerms } from "../rules/events/settings/discount-terms.ts";
import { english } from "./english-words.ts";
import type { Words } from "./say.ts";

const basisPointsPerPercent = 100;

export function discountInWords(terms: DiscountTerms, words: Words = english): string {
  const { percent_off, amount_off_cents, currency, duration, months } = terms;
  const off =
    amount_off_cents === null || currency === null
      ? words.percent((percent_off ?? 0) * basisPointsPerPercent)
      : words.moneyText(amount_off_cents, currency);
  switch (duration) {
    case "once":
      return words.say("discountOnce", { off });
    case "forever":
      return words.say("discountForever", { off });
    case "months":
      return words.say("discountMonths", { off, months: months ?? 0 });
  }
}
