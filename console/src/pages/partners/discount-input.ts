// What a discount code gives, from a form's fields. It names the field of each fault.
import type { Currency } from "../../../../src/core/vocabulary/money/currencies.ts";
import { isCurrency } from "../../../../src/core/vocabulary/money/currencies.ts";
import { Faults, type Values } from "../../components/form.tsx";
import { centsOf } from "../../format.ts";
import { say } from "../../texts/discounts.ts";

/** Where codes are made. */
export const discountProviders: readonly string[] = ["stripe", "paddle"];

export const durations = [
  { value: "once", label: say("theFirstPayment") },
  { value: "forever", label: say("everyPayment") },
  { value: "months", label: say("theFirstMonths") },
] as const;

type Given = {
  readonly connection_id: number;
  readonly duration: (typeof durations)[number]["value"];
  readonly percent_off?: number;
  readonly amount_off_cents?: number;
  readonly currency?: Currency;
  readonly months?: number;
  readonly max_redemptions?: number;
};

/** Throws `Faults`. */
export function discountOf(values: Values): Given {
  const connection_id = Number(values.discount_connection ?? "");
  if (!(connection_id > 0)) throw new Faults({ discount_connection: say("chooseAConnection") });
  const duration = durations.find(({ value }) => value === values.discount_duration)?.value ?? "once";
  const most = (values.discount_max ?? "").trim();
  return {
    ...{ connection_id, duration, ...amountOf(values) },
    ...(duration === "months" ? { months: Number(values.discount_months) } : {}),
    ...(most === "" ? {} : { max_redemptions: Number(most) }),
  };
}

function amountOf(values: Values): Pick<Given, "percent_off" | "amount_off_cents" | "currency"> {
  if (values.discount_kind !== "amount") return { percent_off: Number(values.discount_percent) };
  const given = values.discount_currency ?? "";
  const currency = isCurrency(given) ? given : "USD";
  const amount_off_cents = centsOf(values.discount_amount ?? "", currency);
  if (amount_off_cents === undefined) throw new Faults({ discount_amount: say("enterAnAmountOf", { currency }) });
  return { amount_off_cents, currency };
}
