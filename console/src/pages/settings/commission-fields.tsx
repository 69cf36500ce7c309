// What a partner earns by a sale: a share of it or a fixed amount, for how long.
import { useState } from "react";
import type { Schemas } from "../../api/queries.ts";
import { Faults, SelectField, TextField, type Values } from "../../components/form.tsx";
import { centsOf, formatAmount, formatRate } from "../../format.ts";

export type Commission = Schemas["Program"]["commission"];

const currencies = ["USD", "EUR", "VND"] as const;

const kinds = [
  { value: "percentage", label: "A share of each sale" },
  { value: "flat", label: "A fixed amount for each sale" },
];
const durations = [
  { value: "life", label: "For as long as the customer pays" },
  { value: "months", label: "For the first months" },
  { value: "once", label: "For the first payment only" },
];

export function CommissionFields({ commission = usual }: { readonly commission?: Commission }) {
  const [kind, setKind] = useState<string>(commission.type);
  const [duration, setDuration] = useState(durationOf(commission));
  return (
    <>
      <SelectField name="commission_kind" label="Partners earn" choices={kinds} value={kind} onChange={setKind} />
      {kind === "percentage" ? (
        <TextField
          name="rate"
          label="Share"
          type="number"
          min={0}
          max={100}
          step="0.01"
          isRequired={true}
          suffix="% of the sale without tax"
          defaultValue={commission.type === "percentage" ? commission.rate_bps / 100 : 20}
        />
      ) : (
        <div className="field-pair">
          <TextField
            name="amount"
            label="Amount"
            isRequired={true}
            defaultValue={commission.type === "flat" ? formatAmount(commission.amount_cents, commission.currency) : ""}
          />
          <SelectField
            name="currency"
            label="Currency"
            choices={currencies.map((currency) => ({ value: currency, label: currency }))}
            defaultValue={commission.type === "flat" ? commission.currency : "USD"}
          />
        </div>
      )}
      <SelectField name="duration" label="Duration" choices={durations} value={duration} onChange={setDuration} />
      {duration === "months" ? (
        <TextField
          name="duration_months"
          label="Months"
          type="number"
          min={1}
          isRequired={true}
          defaultValue={commission.duration_months ?? 12}
        />
      ) : null}
    </>
  );
}

const usual: Commission = { type: "percentage", rate_bps: 2000, duration_months: null };

function durationOf({ duration_months: months }: Commission): string {
  if (months === null) return "life";
  return months === 0 ? "once" : "months";
}

/** Of what was typed; throws `Faults`. */
export function commissionOf(values: Values): Commission {
  const duration_months = monthsOf(values);
  if (values.commission_kind === "percentage") {
    const rate_bps = Math.round(Number(values.rate) * 100);
    if (!(rate_bps >= 0 && rate_bps <= 10_000)) throw new Faults({ rate: "Enter a share from 0 to 100." });
    return { type: "percentage", rate_bps, duration_months };
  }
  const currency = currencies.find((each) => each === values.currency) ?? "USD";
  const amount_cents = centsOf(values.amount ?? "", currency);
  if (amount_cents === undefined) throw new Faults({ amount: `Enter an amount in ${currency}, such as 5.` });
  return { type: "flat", amount_cents, currency, duration_months };
}

function monthsOf(values: Values): number | null {
  if (values.duration === "life") return null;
  return values.duration === "once" ? 0 : Number(values.duration_months);
}

/** `20% for as long as the customer pays`. */
export function commissionWords(commission: Commission): string {
  const amount =
    commission.type === "percentage"
      ? formatRate(commission.rate_bps)
      : `${formatAmount(commission.amount_cents, commission.currency)} ${commission.currency}`;
  const { duration_months: months } = commission;
  if (months === null) return `${amount} for as long as the customer pays`;
  return months === 0 ? `${amount} of the first payment` : `${amount} for ${months} months`;
}
