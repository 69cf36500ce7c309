// Flags of the commands that pay partners.
import { z } from "zod";
import { currencies } from "../core/money.ts";
import { monthSchema } from "../queries/statements.ts";
import { UsageError } from "./failures.ts";
import { choiceFlag, flag, idFlag, optional, textFlag, wholeNumberFlag } from "./flags.ts";

const amountMax = 1_000_000_000_000;
const payoutIdsMax = 1_000;

export const currencyFlag = choiceFlag(currencies, "The currency; nothing is converted");

export const payeeFlags = {
  partner: optional(idFlag("Only this partner")),
  currency: optional(choiceFlag(currencies, "Only in this currency")),
  minimumCents: optional(
    wholeNumberFlag([1, amountMax], {
      meaning: "Only what comes to this much, in the currency's smallest unit; 1 when left out",
      placeholder: "amount",
    }),
  ),
};

/** 5,000 are fifty dollars, and not a quarter of one in dong: a minimum is in one currency. */
export function requireCurrencyOfMinimum(given: { minimumCents?: number | undefined; currency?: string | undefined }) {
  if (given.minimumCents !== undefined && given.currency === undefined) {
    throw new UsageError("--minimum-cents needs --currency: the same number is another amount in each.");
  }
}

const payoutIdRule = "must be ids of payouts: positive whole numbers";

/** May be given more than once. */
export const payoutsFlag = flag(
  z
    .array(z.string().regex(/^[1-9]\d{0,15}$/, payoutIdRule), "is required")
    .min(1, "is required")
    .max(payoutIdsMax, `may be given at most ${payoutIdsMax} times`)
    .transform((ids) => [...new Set(ids.map(Number))]),
  { meaning: "The payout's id; may be given more than once", placeholder: "id", isRepeatable: true },
);

export const methodFlag = optional(textFlag("How it was paid, such as paypal", "text"));
export const referenceFlag = optional(textFlag("What whoever moved the money calls it", "text"));

export const monthFlag = flag(monthSchema, {
  meaning: "The month, in UTC",
  placeholder: "YYYY-MM",
});
