// What a discount code gives, and the connection at whose provider it is made.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { connectionsQuery, type Schemas } from "../../api/queries.ts";
import { SelectField, TextField } from "../../components/form.tsx";
import { choicesOf, useCurrencies } from "../../components/values/currencies.ts";
import { formatAmount } from "../../format.ts";
import { say } from "../../texts/discounts.ts";
import { providerNamed } from "../integration/providers.ts";
import { discountProviders, durations } from "./discount-input.ts";

const kinds = [
  { value: "percent", label: say("percentage") },
  { value: "amount", label: say("fixedAmount") },
];

type DiscountFieldsProps = {
  readonly programId: number;
  /** As it is now. */
  readonly discount?: Schemas["Group"]["partner_discount"];
};

export function DiscountFields({ programId, discount = null }: DiscountFieldsProps) {
  const { data: connections = [] } = useQuery(connectionsQuery(programId));
  const [kind, setKind] = useState(discount?.amount_off_cents == null ? "percent" : "amount");
  const [duration, setDuration] = useState<string>(discount?.duration ?? "once");
  const currencies = useCurrencies(discount?.currency ?? null);
  const [currency, setCurrency] = useState<string>(discount?.currency ?? "USD");
  const usable = connections.filter(
    ({ provider, has_api_key, status }) => discountProviders.includes(provider) && has_api_key && status === "active",
  );
  if (usable.length === 0) return <p className="field-hint">{say("connectStripeOrPaddleByKey")}</p>;
  const amount =
    discount?.amount_off_cents == null || discount.currency === null
      ? ""
      : formatAmount(discount.amount_off_cents, discount.currency);
  return (
    <>
      <SelectField
        name="discount_connection"
        label={say("connectionAtProvider")}
        choices={usable.map(({ connection_id, provider, livemode }) => ({
          value: String(connection_id),
          label: say("connectionInWords", {
            provider: providerNamed(provider),
            id: String(connection_id),
            isTest: livemode ? "no" : "yes",
          }),
        }))}
        defaultValue={String(discount?.connection_id ?? usable[0]?.connection_id ?? "")}
      />
      <SelectField name="discount_kind" label={say("discountKind")} choices={kinds} value={kind} onChange={setKind} />
      {kind === "percent" ? (
        <TextField
          name="discount_percent"
          label={say("percentOff")}
          type="number"
          min={1}
          max={100}
          isRequired={true}
          suffix="%"
          defaultValue={discount?.percent_off ?? 20}
        />
      ) : (
        <div className="field-pair">
          <TextField name="discount_amount" label={say("amountOff")} isRequired={true} defaultValue={amount} />
          <SelectField
            name="discount_currency"
            label={say("currencyOfAmount")}
            choices={choicesOf(currencies)}
            value={currency}
            onChange={setCurrency}
          />
        </div>
      )}
      <SelectField
        name="discount_duration"
        label={say("forHowLong")}
        choices={durations}
        value={duration}
        onChange={setDuration}
      />
      {duration === "months" ? (
        <TextField
          name="discount_months"
          label={say("numberOfMonths")}
          type="number"
          min={1}
          max={120}
          isRequired={true}
          defaultValue={discount?.months ?? 3}
        />
      ) : null}
      <TextField
        name="discount_max"
        label={say("maximumUses")}
        hint={say("emptyNoLimit")}
        type="number"
        min={1}
        defaultValue={discount?.max_redemptions ?? ""}
      />
    </>
  );
}
