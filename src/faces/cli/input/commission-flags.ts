// Commission terms as flags named like their fields, with the bounds of the core's own schema.
// What is left out keeps what it was; flags that only make sense for another type of commission are refused.
import { z } from "zod";
import {
  type CommissionTerms,
  commissionTermsSchema,
  durationPaymentsMax,
} from "../../../core/rules/events/settings/terms.ts";
import { currencyOf } from "../../../core/vocabulary/fields.ts";
import { UsageError } from "../failures.ts";
import { aboutOf, type Bounds, choiceFlag, flag, type Given, optional, wholeNumberFlag } from "./flags.ts";
import { jsonFlag } from "./json-flag.ts";

const [percentageSchema, flatSchema] = commissionTermsSchema.options;
const commissionTypes = [percentageSchema.shape.type.value, flatSchema.shape.type.value] as const;

export const commissionFlags = {
  commissionType: optional(
    choiceFlag(commissionTypes, "A share of each sale, or the same amount for each (percentage)"),
  ),
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
  commissionCurrency: optional(
    flag(currencyOf("Currency of a flat commission"), {
      meaning: "Currency of a flat commission",
      placeholder: "currency",
    }),
  ),
  commissionDurationMonths: durationFlag(),
  commissionDurationPayments: optional(
    wholeNumberFlag([1, durationPaymentsMax], {
      meaning: "Number of a subscription's payments that earn, including the first",
      placeholder: "payments",
    }),
  ),
  commission: optional(termsFlag()),
};

type GivenCommission = Given<typeof commissionFlags>;

export function isCommissionGiven(given: GivenCommission): boolean {
  return [
    given.commissionType,
    given.commissionRateBps,
    given.commissionAmountCents,
    given.commissionCurrency,
    given.commissionDurationMonths,
    given.commissionDurationPayments,
    given.commission,
  ].some((value) => value !== undefined);
}

/** `before` is null where there are no terms yet: then the rate, or the amount, must be given. */
export function commissionFrom(given: GivenCommission, before: CommissionTerms | null): CommissionTerms {
  if (given.commission !== undefined) return wholeTerms(given, given.commission);
  const type = given.commissionType ?? before?.type ?? "percentage";
  const lasting = lastingFrom(given, before);
  if (type === "flat") return flatFrom(given, before?.type === "flat" ? before : undefined, lasting);
  return percentageFrom(given, before?.type === "percentage" ? before : undefined, lasting);
}

function wholeTerms(given: GivenCommission, commission: CommissionTerms): CommissionTerms {
  if (!isCommissionGiven({ ...given, commission: undefined })) return commission;
  throw new UsageError("--commission holds the whole terms: leave out the other --commission-… flags.");
}

type Lasting = Pick<CommissionTerms, "duration_months" | "duration_payments">;
type Percentage = Extract<CommissionTerms, { type: "percentage" }>;
type Flat = Extract<CommissionTerms, { type: "flat" }>;

function lastingFrom(given: GivenCommission, before: CommissionTerms | null): Lasting {
  const months = given.commissionDurationMonths;
  const payments = given.commissionDurationPayments ?? before?.duration_payments;
  return {
    duration_months: months === undefined ? (before?.duration_months ?? null) : months,
    ...(payments === undefined ? {} : { duration_payments: payments }),
  };
}

function percentageFrom(given: GivenCommission, before: Percentage | undefined, lasting: Lasting): Percentage {
  if (given.commissionAmountCents !== undefined || given.commissionCurrency !== undefined) {
    throw new UsageError("--commission-amount-cents and --commission-currency need --commission-type flat.");
  }
  const rateBps = given.commissionRateBps ?? before?.rate_bps;
  if (rateBps === undefined) throw new UsageError("A percentage commission needs --commission-rate-bps.");
  return { ...before, type: "percentage", rate_bps: rateBps, ...lasting };
}

function flatFrom(given: GivenCommission, before: Flat | undefined, lasting: Lasting): Flat {
  if (given.commissionRateBps !== undefined) {
    throw new UsageError("--commission-rate-bps needs --commission-type percentage.");
  }
  const amountCents = given.commissionAmountCents ?? before?.amount_cents;
  const currency = given.commissionCurrency ?? before?.currency;
  if (amountCents === undefined || currency === undefined) {
    throw new UsageError("A flat commission needs --commission-amount-cents and --commission-currency.");
  }
  return { ...before, type: "flat", amount_cents: amountCents, currency, ...lasting };
}

/** With a first sale's rate, tiers and caps. */
function termsFlag() {
  return jsonFlag(commissionTermsSchema, "The whole terms as JSON, with first, tiers and caps", withDuration);
}

/** Left out it is for life, as over HTTP. */
function withDuration(terms: unknown): unknown {
  return typeof terms === "object" && terms !== null ? { duration_months: null, ...terms } : terms;
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
