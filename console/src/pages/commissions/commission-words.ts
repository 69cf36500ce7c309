// A commission's status, and the terms that decided it, in words.
import { appliedTermsInWords } from "../../../../src/core/wording/applied-terms-words.ts";
import type { Schemas } from "../../api/queries.ts";
import type { Meaning } from "../../components/values/status.tsx";
import { capitalized, formatDay } from "../../format.ts";
import { say } from "../../texts/commissions.ts";

export function stateOf({ status, kind, hold_until, held_because, reason }: Schemas["Commission"]): {
  readonly word: string;
  readonly meaning: Meaning;
} {
  switch (status) {
    case "pending":
      return { word: say("onHoldUntilHoldUntil", { holdUntil: formatDay(hold_until) }), meaning: "info" };
    case "approved":
      return { word: say("owed"), meaning: "good" };
    case "paid":
      return { word: say("paid"), meaning: "good" };
    case "held":
      return { word: heldWords[held_because ?? "dispute"], meaning: "warn" };
    case "refunded":
      return { word: say("reducedByAPartialRefund"), meaning: "neutral" };
    case "reversed":
      return { word: reason === null ? reversedBy(kind) : reversedWords[reason], meaning: "neutral" };
  }
}

const reversedBy = (kind: Schemas["Commission"]["kind"]) =>
  say(kind === "bonus" ? "reversedRefundsTookTheSales" : "reversedWithTheSale");

const reversedWords = {
  banned: say("reversedItsPartnerIsBanned"),
  abuse: say("reversedItsFlagIsAbuse"),
} as const;

const heldWords = {
  by_hand: say("onHoldManually"),
  flag: say("heldByAFlag"),
  dispute: say("heldWhileThePaymentIsDisputed"),
  chain: say("heldTheChainContradictsThePayment"),
} as const;

/** `Group Gold's terms, tier 2, cut from 10.00 to 5.00 USD by the cap per customer` */
export function termsOf(
  { terms, bonus_id, amount_at_sale_cents, currency }: Schemas["Commission"],
  groupName: (groupId: string) => string,
): string {
  if (bonus_id !== null) return say("bonusId", { bonusId: bonus_id });
  if (terms === null) return say("imported");
  const {
    scope,
    group_id,
    tier_step: tierStep,
    tier_adjusted_cents,
    waits_for_month,
    capped_by: by,
    uncapped_cents,
  } = terms;
  const closed = tier_adjusted_cents === null ? null : "closed";
  const month = waits_for_month ? "open" : closed;
  const cut =
    by === null || uncapped_cents === null
      ? null
      : { by, fromCents: uncapped_cents, toCents: amount_at_sale_cents, currency };
  const group = group_id === null ? null : groupName(group_id);
  return capitalized(appliedTermsInWords({ scope, group, tierStep, month, cut }));
}
