// Flags in words: what each kind found, what the flag does to the money now, and what a decision would do.
import type { Schemas } from "../../api/queries.ts";
import type { Meaning } from "../../components/status.tsx";
import { formatAmount, formatCount, formatSums } from "../../format.ts";
import type { FlagKind } from "./flags-query.ts";

export type Flag = Schemas["Flag"];
export type FlagDecision = "fine" | "abuse" | "reopen";

export const kindWords: Readonly<Record<FlagKind, string>> = {
  own_email: "Own purchase",
  paid_ads: "Paid ad",
  banned_site: "Banned site",
};

export const statusLooks: Readonly<Record<Flag["status"], { readonly word: string; readonly meaning: Meaning }>> = {
  open: { word: "Open", meaning: "warn" },
  fine: { word: "Fine", meaning: "good" },
  abuse: { word: "Abuse", meaning: "bad" },
};

/** What is left of the commission: `20.00 USD`. */
function amountOf({ commission_cents: cents, commission_currency: currency }: Flag): string {
  return cents === null || currency === null ? "the commission" : `${formatAmount(cents, currency)} ${currency}`;
}

const refusedWords = "The sale was recorded without a commission.";

/** What the flag does to the money as it is. */
export function moneyNow(flag: Flag): string {
  const { status, choice, commission_status } = flag;
  if (status === "abuse") return choice === "refuse" ? refusedWords : "The commission is reversed.";
  if (commission_status === "reversed") return "The commission is reversed for another reason.";
  if (status === "fine") return choice === "flag" ? "Nothing was held." : "The flag no longer holds anything.";
  if (choice === "refuse") return refusedWords;
  if (choice === "flag") return "Nothing is held: the commission is paid as usual.";
  return commission_status === "paid"
    ? "Nothing is held: the commission was paid before."
    : `${amountOf(flag)} is held until you decide.`;
}

export function titleOf(decision: FlagDecision, flags: readonly Flag[]): string {
  const many = flags.length === 1 ? "this flag" : `${formatCount(flags.length)} flags`;
  return decision === "reopen" ? `Reopen ${many}?` : `Resolve ${many} as ${decision}?`;
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
function sumIs(flags: readonly Flag[]): string {
  const commissions = new Map(
    flags.map(({ commission_id, commission_cents, commission_currency }) => [
      commission_id,
      { amount_cents: commission_cents, currency: commission_currency },
    ]),
  );
  const sum = formatSums([...commissions.values()]);
  return `${sum} ${sum.includes(" and ") ? "are" : "is"}`;
}

const by = (one: string, several: string) => (flags: readonly Flag[]) => (flags.length === 1 ? one : several);

const words: Readonly<Record<Consequence, (flags: readonly Flag[]) => string>> = {
  release: (flags) => `${sumIs(flags)} released and paid as usual, unless something else holds it.`,
  nothing_held: by(
    "Nothing was held: the commission stays as it is.",
    "Where nothing was held, commissions stay as they are.",
  ),
  earn: by(
    "The sale earns its commission, by the terms of the day it was received.",
    "Sales that were refused a commission earn it, by the terms of the day they were received.",
  ),
  restore: by("The commission that was reversed is owed again.", "Commissions that were reversed are owed again."),
  reverse: (flags) => `${sumIs(flags)} reversed and not paid to the partner.`,
  take_back: (flags) => `${sumIs(flags)} reversed. It was paid already: the partner's next payout is smaller by it.`,
  stay_refused: by("The sale stays without a commission.", "Sales without a commission stay without one."),
  stay_reversed: by("The commission stays reversed.", "Commissions that are reversed stay so."),
  hold_again: by(
    "The commission is held again until you decide. If it was reversed, that is undone.",
    "Commissions are held again until you decide. Where they were reversed, that is undone.",
  ),
  open_again: by("Nothing is held: the flag is open again.", "Nothing is held: the flags are open again."),
  refuse_again: by(
    "The sale has no commission again, until you decide.",
    "Sales that were refused a commission have none again, until you decide.",
  ),
};

export const actionWords: Readonly<Record<FlagDecision, string>> = {
  fine: "Resolve as fine",
  abuse: "Resolve as abuse",
  reopen: "Reopen",
};
