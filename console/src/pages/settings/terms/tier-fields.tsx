// The tiers of commission terms: what is counted, and a row for each tier, which can be added and removed.
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../../components/button.tsx";
import { SelectField, TextField } from "../../../components/form.tsx";
import { formatAmount } from "../../../format.ts";
import { say } from "../../../texts/settings/settings-terms.ts";
import { applications, type Commission, metrics, periods, type Rate, tierFields } from "./commission-input.ts";

const tiersMax = 20;

type TierFieldsProps = {
  readonly tiers: Commission["tiers"];
  /** `%`, or the currency. */
  readonly unit: string;
  readonly earnedText: (rate: Rate) => string;
};

type Row = { readonly row: number; readonly from: string; readonly earned: string };

export function TierFields({ tiers, unit, earnedText }: TierFieldsProps) {
  const steps: readonly (Rate & { readonly from: number })[] = tiers?.steps ?? [];
  const [metric, setMetric] = useState<string>(tiers?.metric ?? "sales");
  const [period, setPeriod] = useState<string>(tiers?.period ?? "month");
  const [rows, setRows] = useState<readonly Row[]>(
    steps.map((step, row) => ({
      row,
      from: metric === "sales_cents" ? formatAmount(step.from, "USD") : String(step.from),
      earned: earnedText(step),
    })),
  );
  const add = () => {
    const row = 1 + Math.max(-1, ...rows.map((each) => each.row));
    setRows([...rows, { row, from: "", earned: "" }]);
  };
  return (
    <fieldset className="tiers">
      <legend className="field-label">{say("tiers")}</legend>
      {rows.length === 0 ? (
        <p className="field-hint">{say("everySaleEarnsTheSameAdd")}</p>
      ) : (
        <div className="field-pair">
          <SelectField name="metric" label={say("countedBy")} choices={metrics} value={metric} onChange={setMetric} />
          <SelectField name="period" label={say("within")} choices={periods} value={period} onChange={setPeriod} />
        </div>
      )}
      {rows.length > 0 && period === "month" ? (
        <SelectField
          name="applies"
          label={say("aTierPays")}
          choices={applications}
          defaultValue={tiers?.applies ?? "next"}
          hint={say("theMonthsTierCountsOnceThe")}
        />
      ) : null}
      {rows.map(({ row, from, earned }, index) => (
        <div key={row} className="tier">
          <TextField
            name={tierFields(row).from}
            label={say("tierIndexFrom", { index: index + 1 })}
            isRequired={true}
            defaultValue={from}
            suffix={suffixes[metric] ?? ""}
          />
          <TextField
            name={tierFields(row).earned}
            label={say("earns")}
            isRequired={true}
            defaultValue={earned}
            suffix={unit}
          />
          <IconButton
            label={say("removeTierIndex", { index: index + 1 })}
            icon={<X size={14} aria-hidden="true" />}
            onClick={() => setRows(rows.filter((each) => each.row !== row))}
          />
        </div>
      ))}
      {metric === "sales_cents" && rows.length > 0 ? (
        <p className="field-hint">{say("inEachSalesCurrency1000")}</p>
      ) : null}
      {rows.length < tiersMax ? (
        <Button icon={<Plus size={14} aria-hidden="true" />} onClick={add}>
          {say("addTier")}
        </Button>
      ) : null}
    </fieldset>
  );
}

const suffixes: Readonly<Record<string, string>> = {
  sales: say("salesUnit"),
  sales_cents: say("inSales"),
  customers: say("customersUnit"),
};
