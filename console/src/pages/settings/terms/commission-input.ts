// Commission terms from a form's fields. It names the field of each fault, and drops none of the terms that the form shows.
import { type Currency, isCurrency } from "../../../../../src/core/vocabulary/money/currencies.ts";
import type { Schemas } from "../../../api/queries.ts";
import { Faults, type Values } from "../../../components/form.tsx";
import { centsOf } from "../../../format.ts";
import { say } from "../../../texts/settings/settings-terms.ts";

export type Commission = Schemas["Program"]["commission"];
export type Rate = { readonly rate_bps: number } | { readonly amount_cents: number };

export const metrics = [
  { value: "sales", label: say("sales") },
  { value: "sales_cents", label: say("salesAmount") },
  { value: "customers", label: say("newCustomers") },
] as const;
export const periods = [
  { value: "month", label: say("aMonth") },
  { value: "lifetime", label: say("allTime") },
] as const;
export const applications = [
  { value: "next", label: say("theSalesAfterIt") },
  { value: "period", label: say("allSalesOfTheMonth") },
] as const;
export const capFields = [
  ["per_customer_cents", say("mostPerCustomer")],
  ["per_partner_month_cents", say("mostPerPartnerAMonth")],
  ["program_month_cents", say("mostForAllPartnersAMonth")],
] as const;

/** The names of a tier's fields; `row` identifies a tier and is not its position. */
export function tierFields(row: number): { readonly from: string; readonly earned: string } {
  return { from: `${fromPrefix}${row}`, earned: `${earnedPrefix}${row}` };
}

const [fromPrefix, earnedPrefix] = ["tier_from_", "tier_earned_"];

/** Throws `Faults`. */
export function commissionOf(values: Values): Commission {
  const lasting = lastingOf(values);
  if (values.commission_kind === "percentage") {
    const share = (text: string, field: string) => ({ rate_bps: bpsOf(text, field) });
    const { first, tiers, ...caps } = furtherOf(values, "USD", share);
    const rate = share(values.rate ?? "", "rate");
    return { type: "percentage", ...rate, ...lasting, ...(first && { first }), ...(tiers && { tiers }), ...caps };
  }
  const currency = chosenCurrency(values.currency);
  const amount = (text: string, field: string) => ({ amount_cents: amountOf(text, currency, field) });
  const { first, tiers, ...caps } = furtherOf(values, currency, amount);
  const rate = amount(values.amount ?? "", "amount");
  return { type: "flat", ...rate, currency, ...lasting, ...(first && { first }), ...(tiers && { tiers }), ...caps };
}

export function chosenCurrency(given: string | undefined): Currency {
  return given !== undefined && isCurrency(given) ? given : "USD";
}

export function bpsOf(text: string, field: string): number {
  const percent = Number(text.trim().replace(/%$/, ""));
  const bps = Math.round(percent * 100);
  const isExact = Math.abs(bps - percent * 100) < 1e-6;
  if (text.trim() !== "" && isExact && bps >= 0 && bps <= 10_000) return bps;
  throw new Faults({ [field]: say("enterAShareFrom0To") });
}

function amountOf(text: string, currency: string, field: string): number {
  const cents = centsOf(text, currency);
  if (cents === undefined) throw new Faults({ [field]: say("enterAnAmountInCurrencySuch", { currency }) });
  return cents;
}

function furtherOf<Earned extends Rate>(
  values: Values,
  currency: string,
  earnedOf: (text: string, field: string) => Earned,
) {
  const text = (name: string) => (values[name] ?? "").trim();
  const steps = stepsOf(values, earnedOf);
  const caps = Object.fromEntries(
    capFields.flatMap(([name]) => (text(name) === "" ? [] : [[name, amountOf(text(name), currency, name)]])),
  );
  return {
    first: text("first") === "" ? undefined : earnedOf(text("first"), "first"),
    tiers: steps.length === 0 ? undefined : { ...tiersBy(values), steps },
    ...(Object.keys(caps).length === 0 ? {} : { caps }),
  };
}

function tiersBy({ metric, period, applies }: Values) {
  const within = periods.find(({ value }) => value === period)?.value ?? "month";
  return {
    metric: metrics.find(({ value }) => value === metric)?.value ?? "sales",
    period: within,
    // Only a month closes.
    applies: within === "month" && applies === "period" ? ("period" as const) : ("next" as const),
  };
}

/** In the order of the form, where each must begin above the one before. */
function stepsOf<Earned extends Rate>(
  values: Values,
  earnedOf: (text: string, field: string) => Earned,
): (Earned & { from: number })[] {
  const rows = Object.keys(values).flatMap((name) =>
    name.startsWith(fromPrefix) ? [Number(name.slice(fromPrefix.length))] : [],
  );
  const steps: (Earned & { from: number })[] = [];
  for (const row of rows) {
    const fields = tierFields(row);
    const from = fromOf(values[fields.from] ?? "", values.metric === "sales_cents", fields.from);
    const before = steps.at(-1);
    if (before !== undefined && from <= before.from) {
      throw new Faults({ [fields.from]: say("eachTierMustBeginAboveThe") });
    }
    steps.push({ ...earnedOf(values[fields.earned] ?? "", fields.earned), from });
  }
  return steps;
}

function fromOf(text: string, isAmount: boolean, field: string): number {
  const from = isAmount ? centsOf(text, "USD") : wholeOf(text);
  if (from !== undefined && from >= 1) return from;
  throw new Faults({ [field]: isAmount ? say("enterAnAmountAbove0Such") : say("enterAWholeNumberFrom1") });
}

function wholeOf(text: string): number | undefined {
  const digits = text.trim().replaceAll(",", "");
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

function lastingOf(values: Values): Pick<Commission, "duration_months" | "duration_payments"> {
  if (values.duration === "payments") {
    const months = (values.duration_months ?? "").trim();
    const duration_months = months === "" ? null : Number(months);
    return { duration_months, duration_payments: Number(values.duration_payments) };
  }
  if (values.duration === "life") return { duration_months: null };
  return { duration_months: values.duration === "once" ? 0 : Number(values.duration_months) };
}
