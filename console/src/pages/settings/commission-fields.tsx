// What a partner earns by a sale: a share of it or a fixed amount, for how long, and the rest of its terms. Every term has
// a field here, so saving them drops nothing.
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { SelectField, TextField } from "../../components/form.tsx";
import { formatAmount } from "../../format.ts";
import { type Commission, capFields, currencies, type Rate } from "./commission-input.ts";
import { TierFields } from "./tier-fields.tsx";

const kinds = [
  { value: "percentage", label: "A share of each sale" },
  { value: "flat", label: "A fixed amount for each sale" },
];
const durations = [
  { value: "life", label: "For as long as the customer pays" },
  { value: "months", label: "For the first months" },
  { value: "payments", label: "For a number of payments" },
  { value: "once", label: "For the first payment only" },
];

export function CommissionFields({ commission = usual }: { readonly commission?: Commission }) {
  const [kind, setKind] = useState<string>(commission.type);
  const [currency, setCurrency] = useState<string>(currencyOf(commission));
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
            value={currency}
            onChange={setCurrency}
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
      {duration === "payments" ? (
        <div className="field-pair">
          <TextField
            name="duration_payments"
            label="Payments"
            hint="The first is one of them."
            type="number"
            min={1}
            isRequired={true}
            defaultValue={commission.duration_payments ?? 12}
          />
          <TextField
            name="duration_months"
            label="And at most these months"
            hint="Empty: however long they take."
            type="number"
            min={1}
            defaultValue={commission.duration_months ?? ""}
          />
        </div>
      ) : null}
      {/* A share and an amount are not each other's: changed from one to the other, these fields begin empty. */}
      <FurtherTerms
        key={kind}
        commission={kind === commission.type ? commission : {}}
        currency={currencyOf(commission)}
        unit={kind === "percentage" ? "%" : currency}
      />
    </>
  );
}

type FurtherProps = {
  readonly commission: Pick<Commission, "first" | "tiers" | "caps">;
  readonly currency: string;
  /** `%`, or the currency. */
  readonly unit: string;
};

function FurtherTerms({ commission: { first, tiers, caps }, currency, unit }: FurtherProps) {
  const earnedText = (rate: Rate) =>
    "rate_bps" in rate ? String(rate.rate_bps / 100) : formatAmount(rate.amount_cents, currency);
  // Once shown they stay: a fault of a field that is hidden would not be seen.
  const [isShown, setIsShown] = useState(first !== undefined || tiers !== undefined || caps !== undefined);
  if (!isShown) {
    return (
      <div className="row">
        <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setIsShown(true)}>
          First sale, tiers and caps
        </Button>
      </div>
    );
  }
  return (
    <>
      <TextField
        name="first"
        label="A customer's first sale"
        hint="Empty: it earns like every sale."
        suffix={unit}
        defaultValue={first === undefined ? "" : earnedText(first)}
      />
      <TierFields tiers={tiers} unit={unit} earnedText={earnedText} />
      <fieldset className="tiers">
        <legend className="field-label">Caps</legend>
        <p className="field-hint">Empty: no limit.{unit === "%" ? " In each sale's currency." : ""}</p>
        {capFields.map(([name, label]) => (
          <TextField
            key={name}
            name={name}
            label={label}
            {...(unit === "%" ? {} : { suffix: unit })}
            defaultValue={caps?.[name] === undefined ? "" : formatAmount(caps[name], currency)}
          />
        ))}
      </fieldset>
    </>
  );
}

const usual: Commission = { type: "percentage", rate_bps: 2000, duration_months: null };

/** Amounts without a currency of their own are typed with two places. */
function currencyOf(commission: Commission): string {
  return commission.type === "flat" ? commission.currency : "USD";
}

function durationOf({ duration_months: months, duration_payments: payments }: Commission): string {
  if (payments !== undefined) return "payments";
  if (months === null) return "life";
  return months === 0 ? "once" : "months";
}
