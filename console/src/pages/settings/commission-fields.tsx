// What a partner earns by a sale: a share of it or a fixed amount, for how long, and the rest of its terms. Every term has
// a field here, so saving them drops nothing.
import { useState } from "react";
import { furtherTermsInWords } from "../../../../src/core/wording/terms-words.ts";
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
  { value: "payments", label: "For a number of payments" },
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
      <FurtherTerms commission={commission} isShare={kind === "percentage"} />
    </>
  );
}

const metrics = [
  { value: "sales", label: "Number of sales" },
  { value: "sales_cents", label: "Amount of sales" },
  { value: "customers", label: "New customers" },
] as const;
const periods = [
  { value: "month", label: "In a month" },
  { value: "lifetime", label: "Since the terms began" },
] as const;

type FurtherProps = { readonly commission: Commission; readonly isShare: boolean };

function FurtherTerms({ commission, isShare }: FurtherProps) {
  const { first, tiers, caps } = commission;
  const unit = isShare ? "%" : "per sale";
  return (
    <details className="more-terms" open={furtherTermsInWords(commission).length > 0}>
      <summary>First sale, tiers and caps</summary>
      <TextField
        name="first"
        label="A customer's first sale"
        hint="Empty: it earns like every sale."
        suffix={unit}
        defaultValue={first === undefined ? "" : typedRate(first, commission)}
      />
      <div className="field-pair">
        <SelectField name="metric" label="Tiers by" choices={metrics} defaultValue={tiers?.metric ?? "sales"} />
        <SelectField name="period" label="Counted" choices={periods} defaultValue={tiers?.period ?? "month"} />
      </div>
      <TextField
        name="steps"
        label="Steps"
        hint={`From what is reached, and what a sale earns then: 10 = 25, 50 = 30 is 25${isShare ? "%" : ""} from 10 on. Empty: no tiers.`}
        placeholder="10 = 25, 50 = 30"
        defaultValue={typedSteps(commission)}
      />
      <div className="field-pair">
        {capFields.map(([name, label]) => (
          <TextField
            key={name}
            name={name}
            label={label}
            hint="Empty: no limit."
            defaultValue={caps?.[name] === undefined ? "" : formatAmount(caps[name], currencyOf(commission))}
          />
        ))}
      </div>
    </details>
  );
}

const capFields = [
  ["per_customer_cents", "Most per customer"],
  ["per_partner_month_cents", "Most per partner and month"],
  ["program_month_cents", "Most of all partners in a month"],
] as const;

type Rate = { readonly rate_bps: number } | { readonly amount_cents: number };

/** Amounts without a currency of their own are typed with two places. */
function currencyOf(commission: Commission): string {
  return commission.type === "flat" ? commission.currency : "USD";
}

function typedRate(rate: Rate, commission: Commission): string {
  return "rate_bps" in rate ? String(rate.rate_bps / 100) : formatAmount(rate.amount_cents, currencyOf(commission));
}

function typedSteps(commission: Commission): string {
  const { tiers } = commission;
  const steps: readonly (Rate & { readonly from: number })[] = tiers?.steps ?? [];
  const from = (reached: number) =>
    tiers?.metric === "sales_cents" ? formatAmount(reached, "USD").replaceAll(",", "") : String(reached);
  return steps.map((step) => `${from(step.from)} = ${typedRate(step, commission)}`).join(", ");
}

const usual: Commission = { type: "percentage", rate_bps: 2000, duration_months: null };

function durationOf({ duration_months: months, duration_payments: payments }: Commission): string {
  if (payments !== undefined) return "payments";
  if (months === null) return "life";
  return months === 0 ? "once" : "months";
}

/** Of what was typed; throws `Faults`. */
export function commissionOf(values: Values): Commission {
  const lasting = lastingOf(values);
  if (values.commission_kind === "percentage") {
    const share = (text: string, field: string) => ({ rate_bps: bpsOf(text, field) });
    const { first, tiers, ...caps } = furtherOf(values, "USD", share);
    const rate = share(values.rate ?? "", "rate");
    return { type: "percentage", ...rate, ...lasting, ...(first && { first }), ...(tiers && { tiers }), ...caps };
  }
  const currency = currencies.find((each) => each === values.currency) ?? "USD";
  const amount = (text: string, field: string) => ({ amount_cents: amountOf(text, currency, field) });
  const { first, tiers, ...caps } = furtherOf(values, currency, amount);
  const rate = amount(values.amount ?? "", "amount");
  return { type: "flat", ...rate, currency, ...lasting, ...(first && { first }), ...(tiers && { tiers }), ...caps };
}

function bpsOf(text: string, field: string): number {
  const bps = Math.round(Number(text.trim().replace(/%$/, "")) * 100);
  if (text.trim() !== "" && bps >= 0 && bps <= 10_000) return bps;
  throw new Faults({ [field]: "Enter a share from 0 to 100." });
}

function amountOf(text: string, currency: string, field: string): number {
  const cents = centsOf(text, currency);
  if (cents === undefined) throw new Faults({ [field]: `Enter an amount in ${currency}, such as 5.` });
  return cents;
}

function furtherOf<Earned extends Rate>(
  values: Values,
  currency: string,
  earnedOf: (text: string, field: string) => Earned,
) {
  const text = (name: string) => (values[name] ?? "").trim();
  const steps = stepsOf(text("steps"), values.metric === "sales_cents", earnedOf);
  const caps = Object.fromEntries(
    capFields.flatMap(([name]) => (text(name) === "" ? [] : [[name, amountOf(text(name), currency, name)]])),
  );
  return {
    first: text("first") === "" ? undefined : earnedOf(text("first"), "first"),
    tiers: steps.length === 0 ? undefined : { ...tiersBy(values), applies: "next" as const, steps },
    ...(Object.keys(caps).length === 0 ? {} : { caps }),
  };
}

function tiersBy({ metric, period }: Values) {
  return {
    metric: metrics.find(({ value }) => value === metric)?.value ?? "sales",
    period: periods.find(({ value }) => value === period)?.value ?? "month",
  };
}

const stepsHelp = "Write each step as what is reached = what is earned, rising, such as 10 = 25, 50 = 30.";

function stepsOf<Earned extends Rate>(
  text: string,
  isAmount: boolean,
  earnedOf: (text: string, field: string) => Earned,
): (Earned & { from: number })[] {
  const parts = text.split(/[,;\n]/).filter((part) => part.trim() !== "");
  return parts.map((part) => {
    const [, reached, earned] = /^\s*([\d.]+)\s*=\s*([\d.]+)\s*%?\s*$/.exec(part) ?? [];
    const from = isAmount ? centsOf(reached ?? "", "USD") : Number(reached);
    if (earned === undefined || from === undefined || !Number.isSafeInteger(from))
      throw new Faults({ steps: stepsHelp });
    return { ...earnedOf(earned, "steps"), from };
  });
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

/** `20% for as long as the customer pays`. */
export function commissionWords(commission: Commission): string {
  const amount =
    commission.type === "percentage"
      ? formatRate(commission.rate_bps)
      : `${formatAmount(commission.amount_cents, commission.currency)} ${commission.currency}`;
  return [`${amount} ${lastingWords(commission)}`, ...furtherTermsInWords(commission)].join("; ");
}

function lastingWords({ duration_months: months, duration_payments: payments }: Commission): string {
  if (months === 0) return "of the first payment";
  const within = months === null ? "" : `${months} months`;
  if (payments !== undefined) return `for ${payments} payments${within === "" ? "" : `, at most ${within}`}`;
  return within === "" ? "for as long as the customer pays" : `for ${within}`;
}
