// What a partner earns by a sale: a share of it or a fixed amount, for how long, and the rest of its terms. Every term has
// a field here, so saving them drops nothing.
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { SelectField, TextField } from "../../../components/form.tsx";
import { choicesOf, useCurrencies } from "../../../components/values/currencies.ts";
import { formatAmount } from "../../../format.ts";
import { say } from "../../../texts/settings/settings-terms.ts";
import { type Commission, capFields, type Rate } from "./commission-input.ts";
import { TierFields } from "./tier-fields.tsx";

const kinds = [
  { value: "percentage", label: say("aShareOfEachSale") },
  { value: "flat", label: say("aFixedAmountForEachSale") },
];
const durations = [
  { value: "life", label: say("forAsLongAsTheCustomer") },
  { value: "months", label: say("forTheFirstMonths") },
  { value: "payments", label: say("forANumberOfPayments") },
  { value: "once", label: say("forTheFirstPaymentOnly") },
];

export function CommissionFields({ commission = usual }: { readonly commission?: Commission }) {
  const [kind, setKind] = useState<string>(commission.type);
  const [currency, setCurrency] = useState<string>(currencyOf(commission));
  const [duration, setDuration] = useState(durationOf(commission));
  const currencies = useCurrencies(commission.type === "flat" ? commission.currency : null);
  return (
    <>
      <SelectField name="commission_kind" label={say("partnersEarn")} choices={kinds} value={kind} onChange={setKind} />
      {kind === "percentage" ? (
        <TextField
          name="rate"
          label={say("share")}
          type="number"
          min={0}
          max={100}
          step="0.01"
          isRequired={true}
          suffix={say("ofTheSaleWithoutTax")}
          defaultValue={commission.type === "percentage" ? commission.rate_bps / 100 : 20}
        />
      ) : (
        <div className="field-pair">
          <TextField
            name="amount"
            label={say("amount")}
            isRequired={true}
            defaultValue={commission.type === "flat" ? formatAmount(commission.amount_cents, commission.currency) : ""}
          />
          <SelectField
            name="currency"
            label={say("currency")}
            choices={choicesOf(currencies)}
            value={currency}
            onChange={setCurrency}
          />
        </div>
      )}
      <SelectField
        name="duration"
        label={say("duration")}
        choices={durations}
        value={duration}
        onChange={setDuration}
      />
      {duration === "months" ? (
        <TextField
          name="duration_months"
          label={say("months")}
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
            label={say("payments")}
            hint={say("theFirstIsOneOfThem")}
            type="number"
            min={1}
            isRequired={true}
            defaultValue={commission.duration_payments ?? 12}
          />
          <TextField
            name="duration_months"
            label={say("andAtMostTheseMonths")}
            hint={say("emptyHoweverLongTheyTake")}
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
          {say("firstSaleTiersAndCaps")}
        </Button>
      </div>
    );
  }
  return (
    <>
      <TextField
        name="first"
        label={say("aCustomersFirstSale")}
        hint={say("emptyItEarnsLikeEverySale")}
        suffix={unit}
        defaultValue={first === undefined ? "" : earnedText(first)}
      />
      <TierFields tiers={tiers} unit={unit} earnedText={earnedText} />
      <fieldset className="tiers">
        <legend className="field-label">{say("caps")}</legend>
        <p className="field-hint">{say("emptyNoLimitInEachSales", { unit: unit === "%" ? "yes" : "other" })}</p>
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
