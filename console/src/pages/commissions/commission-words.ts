// A commission's status, and the terms that decided it, in words.
import { capInWords } from "../../../../src/core/wording/terms-words.ts";
import type { Schemas } from "../../api/queries.ts";
import type { Meaning } from "../../components/status.tsx";
import { formatDay } from "../../format.ts";

export function stateOf({ status, hold_until, held_because }: Schemas["Commission"]): {
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
      return { word: "Reversed with the sale", meaning: "neutral" };
  }
}

const heldWords = {
  by_hand: "On hold, manually",
  dispute: "Held while the payment is disputed",
  chain: "Held: the chain contradicts the payment",
} as const;

const scopes = {
  partner_product: "the partner's, for the product",
  partner: "the partner's",
  group_product: "the group's, for the product",
  group: "the group's",
  product: "the product's",
  program: "the program's",
} as const;

/** `the group's (gold), step 2, cut by the cap per customer` */
export function termsOf(terms: Schemas["Commission"]["terms"]): string {
  if (terms === null) return "as imported";
  const { scope, group_id, tier_step, capped_by } = terms;
  const group = scope.startsWith("group") && group_id !== null ? ` (${group_id})` : "";
  const step = tier_step === null ? "" : `, step ${tier_step}`;
  const cut = capped_by === null ? "" : `, cut by the cap ${capInWords(capped_by)}`;
  return `${scopes[scope]}${group}${step}${cut}`;
}
