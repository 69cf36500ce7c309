// The currencies that a program takes. A program that never set them has no such field in its events, and takes USD, EUR and VND. What was
// sold in one that it no longer takes stays as it is: it is refunded, owed and paid out as before.
import { z } from "zod";
import { currencyOf } from "../../../vocabulary/fields.ts";
import { type Currency, defaultCurrencies, inOrder } from "../../../vocabulary/money/currencies.ts";
import type { CommissionTerms } from "./terms.ts";

/** Each is a column, a chart and a payout run of its own. */
const currenciesMax = 50;

export const currencySettingsSchema = z.strictObject({
  currencies: z
    .array(currencyOf("The currency"))
    .min(1, `must name 1 to ${currenciesMax} currencies`)
    .max(currenciesMax, `must name 1 to ${currenciesMax} currencies`)
    .refine((some) => new Set(some).size === some.length, "must name each currency once")
    .overwrite(inOrder)
    .readonly()
    .meta({
      description: `Currencies of sales, 1 to ${currenciesMax} of ISO 4217; USD, EUR and VND in a new program. Sales in a removed one stay and are paid out`,
      examples: [["USD", "JPY"]],
    }),
});

export type CurrencySettings = z.infer<typeof currencySettingsSchema>;

type GivenSettings = { readonly currencies?: readonly Currency[] | undefined };

/** What was never set has its default. */
export function currencySettingsOf({ currencies }: GivenSettings): CurrencySettings {
  return { currencies: currencies ?? defaultCurrencies };
}

/** Asked for every sale, of the same few settings. */
const taken = new WeakMap<GivenSettings, ReadonlySet<string>>();
const takenByDefault: ReadonlySet<string> = new Set(defaultCurrencies);

/** Whether a program of these settings takes sales in it. */
export function takesCurrency(settings: GivenSettings, currency: string): currency is Currency {
  if (settings.currencies === undefined) return takenByDefault.has(currency);
  let known = taken.get(settings);
  if (known === undefined) {
    known = new Set(settings.currencies);
    taken.set(settings, known);
  }
  return known.has(currency);
}

/** Where settings and terms say what is paid in a currency of its own. */
export type PayingTerms = {
  readonly commission?: CommissionTerms | null | undefined;
  readonly lead_reward?: { readonly currency: Currency } | null | undefined;
};

/** Where terms name a currency that a program of these settings does not take: the field, and what to name instead. */
export function refusedCurrency(
  settings: GivenSettings,
  { commission, lead_reward }: PayingTerms,
): { readonly field: string; readonly rule: string } | undefined {
  const named = [
    { field: "commission.currency", currency: commission?.type === "flat" ? commission.currency : null },
    { field: "lead_reward.currency", currency: lead_reward?.currency ?? null },
  ];
  const refused = named.find(({ currency }) => currency !== null && !takesCurrency(settings, currency));
  if (refused === undefined) return undefined;
  return { field: refused.field, rule: mustBeTaken(settings) };
}

/** `must be one of USD, EUR, VND` */
export function mustBeTaken(settings: GivenSettings): string {
  return `must be one of ${currencySettingsOf(settings).currencies.join(", ")}`;
}
