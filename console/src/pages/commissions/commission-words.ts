// A commission's status, and the terms that decided it, in words.
import { appliedTermsInWords } from "../../../../src/core/wording/applied-terms-words.ts";
import type { Schemas } from "../../api/queries.ts";
import type { Meaning } from "../../components/status.tsx";
import { capitalized, formatDay } from "../../format.ts";

export function stateOf({ status, hold_until, held_because, reason }: Schemas["Commission"]): {
  readonly word: string;
  readonly meaning: Meaning;
} {
  switch (status) {
    case "pending":
      return { word: `On hold until ${formatDay(hold_until)}`, meaning: "info" };
    case "approved":
      return { word: "Owed", meaning: "good" };
    case "paid":
      return { word: "Paid", meaning: "good" };
    case "held":
      return { word: heldWords[held_because ?? "dispute"], meaning: "warn" };
    case "refunded":
      return { word: "Reduced by a partial refund", meaning: "neutral" };
    case "reversed":
      return { word: reason === null ? "Reversed with the sale" : reversedWords[reason], meaning: "neutral" };
  }
}

const reversedWords = {
  banned: "Reversed: its partner is banned",
  abuse: "Reversed: its flag is abuse",
} as const;

const heldWords = {
  by_hand: "On hold, manually",
  flag: "Held by a flag",
  dispute: "Held while the payment is disputed",
  chain: "Held: the chain contradicts the payment",
} as const;

/** `Group Gold's terms, tier 2, cut from 10.00 to 5.00 USD by the cap per customer` */
export function termsOf(
  { terms, amount_at_sale_cents, currency }: Schemas["Commission"],
  groupName: (groupId: string) => string,
): string {
  if (terms === null) return "Imported";
  const { scope, group_id, tier_step: tierStep, capped_by: by, uncapped_cents } = terms;
  const cut =
    by === null || uncapped_cents === null
      ? null
      : { by, fromCents: uncapped_cents, toCents: amount_at_sale_cents, currency };
  const group = group_id === null ? null : groupName(group_id);
  return capitalized(appliedTermsInWords({ scope, group, tierStep, cut }));
}
