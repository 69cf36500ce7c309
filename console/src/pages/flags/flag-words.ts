// Flags in words: what each kind found, what the flag does to the money now, and what a decision would do.
import type { Schemas } from "../../api/queries.ts";
import type { Meaning } from "../../components/values/status.tsx";
import { formatAmount, formatSums } from "../../format.ts";
import { say } from "../../texts/flags.ts";
import type { FlagKind } from "./flags-query.ts";

export type Flag = Schemas["Flag"];
export type FlagDecision = "fine" | "abuse" | "reopen";

export const kindWords: Readonly<Record<FlagKind, string>> = {
  own_email: say("ownPurchase"),
  own_device: say("ownDevice"),
  recruit_circle: say("recruitCircle"),
  shared_payout: say("sharedPayout"),
  fast_leads: say("fastLeads"),
  refund_rate: say("refundRate"),
  paid_ads: say("paidAd"),
  banned_site: say("bannedSite"),
};

export const statusLooks: Readonly<Record<Flag["status"], { readonly word: string; readonly meaning: Meaning }>> = {
  open: { word: say("open"), meaning: "warn" },
  fine: { word: say("fine"), meaning: "good" },
  abuse: { word: say("abuse"), meaning: "bad" },
};

/** What is left of the commission: `20.00 USD`. */
function amountOf({ commission_cents: cents, commission_currency: currency }: Flag): string {
  return cents === null || currency === null ? say("theCommission") : `${formatAmount(cents, currency)} ${currency}`;
}

const refusedWords = say("theSaleWasRecordedWithoutA");

/** What the flag does to the money as it is. */
export function moneyNow(flag: Flag): string {
  const { status, choice, commission_status } = flag;
  if (status === "abuse") return choice === "refuse" ? refusedWords : say("theCommissionIsReversed");
  if (commission_status === "reversed") return say("theCommissionIsReversedForAnother");
  if (status === "fine") return choice === "flag" ? say("nothingWasHeld") : say("theFlagNoLongerHoldsAnything");
  if (choice === "refuse") return refusedWords;
  if (choice === "flag") return say("nothingIsHeldTheCommissionIs");
  return commission_status === "paid"
    ? say("nothingIsHeldTheCommissionWas")
    : say("amountIsHeldUntilYouDecide", { amount: amountOf(flag) });
}

export function titleOf(decision: FlagDecision, flags: readonly Flag[]): string {
  return say("decideFlags", { decision, flags: flags.length });
}

/** What happens to the money, a sentence for each kind of consequence. */
export function effectOf(decision: FlagDecision, flags: readonly Flag[]): readonly string[] {
  return [...new Set(flags.map((flag) => consequenceOf(decision, flag)))].map((consequence) =>
    words[consequence](flags.filter((flag) => consequenceOf(decision, flag) === consequence)),
  );
}

type Consequence =
  | "release"
  | "nothing_held"
  | "earn"
  | "restore"
  | "reverse"
  | "take_back"
  | "stay_refused"
  | "stay_reversed"
  | "hold_again"
  | "open_again"
  | "refuse_again";

function consequenceOf(decision: FlagDecision, flag: Flag): Consequence {
  switch (decision) {
    case "fine":
      return consequenceOfFine(flag);
    case "abuse":
      return consequenceOfAbuse(flag);
    case "reopen":
      return consequenceOfReopening(flag);
  }
}

function consequenceOfFine({ choice, status, commission_status }: Flag): Consequence {
  if (choice === "refuse") return "earn";
  if (status === "abuse") return "restore";
  if (commission_status === "reversed") return "stay_reversed";
  return choice === "hold" && commission_status !== "paid" ? "release" : "nothing_held";
}

function consequenceOfAbuse({ choice, commission_status }: Flag): Consequence {
  if (choice === "refuse" && commission_status === null) return "stay_refused";
  if (commission_status === "reversed") return "stay_reversed";
  return commission_status === "paid" ? "take_back" : "reverse";
}

function consequenceOfReopening({ choice, status }: Flag): Consequence {
  if (choice === "refuse") return "refuse_again";
  if (choice === "hold") return "hold_again";
  return status === "abuse" ? "restore" : "open_again";
}

/** Of each commission once: two flags may be about one. */
function sumOf(flags: readonly Flag[]) {
  const commissions = new Map(
    flags.map(({ commission_id, commission_cents, commission_currency }) => [
      commission_id,
      { amount_cents: commission_cents, currency: commission_currency },
    ]),
  );
  const values = [...commissions.values()];
  return { sums: formatSums(values), currencies: new Set(values.map(({ currency }) => currency)).size };
}

const by = (one: string, several: string) => (flags: readonly Flag[]) => (flags.length === 1 ? one : several);

const words: Readonly<Record<Consequence, (flags: readonly Flag[]) => string>> = {
  release: (flags) => say("sumIsReleasedAndPaidAsUsual", sumOf(flags)),
  nothing_held: by(say("nothingWasHeldTheCommissionStays"), say("whereNothingWasHeldCommissionsStay")),
  earn: by(say("theSaleEarnsItsCommissionBy"), say("salesThatWereRefusedACommission")),
  restore: by(say("theCommissionThatWasReversedIs"), say("commissionsThatWereReversedAreOwed")),
  reverse: (flags) => say("sumIsReversedAndNotPaidTo", sumOf(flags)),
  take_back: (flags) => say("sumIsReversedItWasPaidAlready", sumOf(flags)),
  stay_refused: by(say("theSaleStaysWithoutACommission"), say("salesWithoutACommissionStayWithout")),
  stay_reversed: by(say("theCommissionStaysReversed"), say("commissionsThatAreReversedStaySo")),
  hold_again: by(say("theCommissionIsHeldAgainUntil"), say("commissionsAreHeldAgainUntilYou")),
  open_again: by(say("nothingIsHeldTheFlagIs"), say("nothingIsHeldTheFlagsAre")),
  refuse_again: by(say("theSaleHasNoCommissionAgain"), say("salesThatWereRefusedACommissionHave")),
};

export const actionWords: Readonly<Record<FlagDecision, string>> = {
  fine: say("resolveAsFine"),
  abuse: say("resolveAsAbuse"),
  reopen: say("reopen"),
};
