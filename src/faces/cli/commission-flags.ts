// Commission terms as flags named like their fields, with the bounds of the core's own schema.
// What is left out keeps what it was; flags that only make sense for another type of commission are refused.
import { z } from "zod";
import { type CommissionTerms, commissionTermsSchema } from "../../core/rules/events/settings.ts";
import { currencies } from "../../core/vocabulary/money.ts";
import { UsageError } from "./failures.ts";
import { aboutOf, type Bounds, choiceFlag, flag, type Given, optional, wholeNumberFlag } from "./flags.ts";

const [percentageSchema, flatSchema] = commissionTermsSchema.options;
const commissionTypes = [percentageSchema.shape.type.value, flatSchema.shape.type.value] as const;

export const commissionFlags = {
  commissionType: optional(choiceFlag(commissionTypes, "A share of each sale, or the same for each (percentage)")),
  commissionRateBps: optional(
    wholeNumberFlag(boundsOf(percentageSchema.shape.rate_bps), {
      meaning: "Share of a sale in hundredths of a percent: 2000 is 20 %",
      placeholder: "bps",
    }),
  ),
  commissionAmountCents: optional(
    wholeNumberFlag(boundsOf(flatSchema.shape.amount_cents), {
      meaning: "Flat commission, in the currency's smallest unit",
      placeholder: "cents",
    }),
  ),
  commissionCurrency: optional(choiceFlag(currencies, "Currency of a flat commission")),
  commissionDurationMonths: durationFlag(),
};

type GivenCommission = Given<typeof commissionFlags>;

export function isCommissionGiven(given: GivenCommission): boolean {
  return [
    given.commissionType,
    given.commissionRateBps,
    given.commissionAmountCents,
    given.commissionCurrency,
    given.commissionDurationMonths,
  ].some((value) => value !== undefined);
}

/** `before` is null where there are no terms yet: then the rate, or the amount, must be given. */
export function commissionFrom(given: GivenCommission, before: CommissionTerms | null): CommissionTerms {
  const durationMonths =
    given.commissionDurationMonths === undefined ? (before?.duration_months ?? null) : given.commissionDurationMonths;
  const type = given.commissionType ?? before?.type ?? "percentage";
  if (type === "percentage") {
    if (given.commissionAmountCents !== undefined || given.commissionCurrency !== undefined) {
      throw new UsageError("--commission-amount-cents and --commission-currency need --commission-type flat.");
    }
    const rateBps = given.commissionRateBps ?? (before?.type === "percentage" ? before.rate_bps : undefined);
    if (rateBps === undefined) throw new UsageError("A percentage commission needs --commission-rate-bps.");
    return { type, rate_bps: rateBps, duration_months: durationMonths };
  }
  if (given.commissionRateBps !== undefined) {
    throw new UsageError("--commission-rate-bps needs --commission-type percentage.");
  }
  const flat = before?.type === "flat" ? before : undefined;
  const amountCents = given.commissionAmountCents ?? flat?.amount_cents;
  const currency = given.commissionCurrency ?? flat?.currency;
  if (amountCents === undefined || currency === undefined) {
    throw new UsageError("A flat commission needs --commission-amount-cents and --commission-currency.");
  }
  return { type, amount_cents: amountCents, currency, duration_months: durationMonths };
}

function durationFlag() {
  const bounds = boundsOf(percentageSchema.shape.duration_months.unwrap());
  const months = wholeNumberFlag(bounds, {
    meaning: "Months a subscription earns commission: 0 for its first sale only, none for life",
    placeholder: "months",
  });
  const forLife = z.literal("none").transform(() => null);
  const message = `must be a whole number from ${bounds[0]} to ${bounds[1]}, or none`;
  return flag(z.union([forLife, months], message).optional(), aboutOf(months));
}

/** The core's schemas know their bounds; one without would be a mistake there. */
function boundsOf({ minValue, maxValue }: z.ZodInt): Bounds {
  if (minValue === null || maxValue === null) throw new Error("a setting has no bounds");
  return [minValue, maxValue];
}
