// Amounts in the settings of payouts, as they are typed.
import { Faults, type Values } from "../../../components/form.tsx";
import { centsOf, formatAmount } from "../../../format.ts";
import { say } from "../../../texts/settings/settings-payouts.ts";

export function amountField(cents: number | null, currency: string): string {
  return cents === null ? "" : formatAmount(cents, currency);
}

/** Null for an empty field; throws `Faults` for what is no amount. */
export function optionalCents(values: Values, name: string, currency: string): number | null {
  const typed = values[name]?.trim() ?? "";
  if (typed === "") return null;
  const cents = centsOf(typed, currency);
  if (cents === undefined || cents < 1) throw new Faults({ [name]: say("mustBeAnAmountSuchAs") });
  return cents;
}
