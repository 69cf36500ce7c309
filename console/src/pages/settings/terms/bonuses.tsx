// What partners earn once for what their sales reach: the bonuses of a program, which an owner adds and stops.

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { api, ask } from "../../../api/client.ts";
import type { Schemas } from "../../../api/queries.ts";
import { Button } from "../../../components/button.tsx";
import { type Column, DataList } from "../../../components/data-list.tsx";
import { Confirm, Dialog } from "../../../components/dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Faults, Form, SelectField, TextField, type Values } from "../../../components/form.tsx";
import { useMay } from "../../../components/may.tsx";
import { Section } from "../../../components/page.tsx";
import { choicesOf, useCurrencies } from "../../../components/values/currencies.ts";
import { Money } from "../../../components/values/money.tsx";
import { Status } from "../../../components/values/status.tsx";
import { centsOf, formatCount, formatDay } from "../../../format.ts";
import { say } from "../../../texts/bonuses.ts";
import { optionalCents } from "../payouts/payout-amounts.ts";
import { bonusInWords } from "./bonus-words.ts";
import { chosenCurrency, metrics, periods } from "./commission-input.ts";

type Bonus = Schemas["Bonus"];

export function Bonuses({ programId }: { readonly programId: number }) {
  const [asked, setAsked] = useState<Bonus | "new" | null>(null);
  const mayDecide = useMay(programId, "terms");
  const client = useQueryClient();
  const close = () => setAsked(null);
  const readAgain = () => client.invalidateQueries({ queryKey: ["program", programId] }).then(close);
  const stop = ({ bonus_id }: Bonus) =>
    ask(
      api.POST("/api/v1/programs/{program_id}/bonuses/{bonus_id}/stop", {
        params: { path: { program_id: programId, bonus_id } },
      }),
    ).then(readAgain);
  const add = mayDecide ? (
    <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setAsked("new")}>
      {say("addBonus")}
    </Button>
  ) : undefined;
  return (
    <Section title={say("bonuses")} about={say("paidOnceAPartnerAndPeriod")} actions={add}>
      <DataList<Bonus>
        name="bonuses"
        label={say("bonuses")}
        queryKey={["program", programId, "bonuses"]}
        load={(query) =>
          ask(
            api.GET("/api/v1/programs/{program_id}/bonuses", {
              params: { path: { program_id: programId } },
              querySerializer: query,
            }),
          )
        }
        columns={columnsOf(mayDecide ? setAsked : null)}
        rowId={({ bonus_id }) => bonus_id}
        csvPath={`/api/v1/programs/${programId}/bonuses`}
        empty={<EmptyState title={say("noBonuses")}>{say("partnersEarnByTheirSales")}</EmptyState>}
      />
      <Dialog isOpen={asked === "new"} onClose={close} title={say("addBonus")}>
        <BonusForm programId={programId} onCancel={close} onAdded={readAgain} />
      </Dialog>
      {asked === null || asked === "new" ? null : (
        <Confirm
          isOpen={true}
          onClose={close}
          title={say("stopBonusId", { bonusId: asked.bonus_id })}
          action={say("stopBonus")}
          effect={say("salesFromNowOnNoLonger")}
          onConfirm={() => stop(asked)}
        />
      )}
    </Section>
  );
}

function columnsOf(ask: ((bonus: Bonus) => void) | null): readonly Column<Bonus>[] {
  return [
    { id: "bonus", title: say("bonus"), cell: ({ bonus_id }) => <code>{bonus_id}</code> },
    {
      id: "amount",
      title: say("pays"),
      isFigure: true,
      cell: ({ amount_cents, currency }) => <Money cents={amount_cents} currency={currency} />,
    },
    { id: "goal", title: say("goal"), isProse: true, cell: (bonus) => bonusInWords(bonus) },
    {
      id: "until",
      title: say("countsFrom"),
      isWide: true,
      cell: ({ from, until }) => spanInWords(from, until),
    },
    {
      id: "earned",
      title: say("earnedByPartners"),
      isFigure: true,
      isWide: true,
      cell: ({ earned }) => formatCount(earned),
    },
    {
      id: "status",
      title: say("state"),
      cell: ({ status }) =>
        status === "running" ? (
          <Status of={status} word={say("running")} meaning="good" />
        ) : (
          <Status of={status} word={say("stopped")} meaning="neutral" />
        ),
    },
    {
      id: "actions",
      title: say("actions"),
      isFigure: true,
      cell: (bonus) =>
        ask !== null && bonus.status === "running" ? (
          <Button kind="quiet" onClick={() => ask(bonus)} aria-label={say("stopBonusId", { bonusId: bonus.bonus_id })}>
            {say("stop")}
          </Button>
        ) : null,
    },
  ];
}

function spanInWords(from: string | null, until: string | null): string {
  if (from === null) return until === null ? say("always") : say("untilDay", { until: formatDay(until) });
  if (until === null) return say("fromDay", { from: formatDay(from) });
  return say("fromUntilDay", { from: formatDay(from), until: formatDay(until) });
}

type BonusFormProps = {
  readonly programId: number;
  readonly onCancel: () => void;
  readonly onAdded: () => Promise<void>;
};

function BonusForm({ programId, onCancel, onAdded }: BonusFormProps) {
  const [metric, setMetric] = useState<string>("sales");
  const currencies = useCurrencies();
  const [currency, setCurrency] = useState<string>(currencies[0]);
  const save = async (values: Values) => {
    const path = { program_id: programId };
    await ask(api.POST("/api/v1/programs/{program_id}/bonuses", { params: { path }, body: bonusOf(values) }));
    await onAdded();
  };
  return (
    <Form action={say("addBonus")} onCancel={onCancel} onSubmit={save}>
      <TextField name="bonus_id" label={say("name")} hint={say("nameOfABonus")} isRequired={true} />
      <div className="field-pair">
        <SelectField name="metric" label={say("countedBy")} choices={metrics} value={metric} onChange={setMetric} />
        <SelectField name="period" label={say("within")} choices={periods} defaultValue="month" />
      </div>
      <TextField
        name="at_least"
        label={say("paidFrom")}
        isRequired={true}
        suffix={say("unitOfGoal", { metric, currency })}
      />
      <div className="field-pair">
        <TextField name="amount_cents" label={say("amount")} isRequired={true} />
        <SelectField
          name="currency"
          label={say("currency")}
          value={currency}
          onChange={setCurrency}
          choices={choicesOf(currencies)}
          hint={say("onlySalesInItCount")}
        />
      </div>
      <div className="field-pair">
        <TextField name="from" label={say("firstDay")} hint={say("suchAsADayEmptyFromNow")} />
        <TextField name="until" label={say("endDay")} hint={say("thatDayNoLongerCounts")} />
      </div>
    </Form>
  );
}

function bonusOf(values: Values) {
  const metric = metrics.find(({ value }) => value === values.metric)?.value ?? "sales";
  const period = periods.find(({ value }) => value === values.period)?.value ?? "month";
  const currency = chosenCurrency(values.currency);
  const typed = (values.at_least ?? "").trim();
  const count = /^\d{1,15}$/.test(typed) ? Number(typed) : 0;
  const at_least = metric === "sales_cents" ? centsOf(typed, currency) : count;
  if (at_least === undefined || at_least < 1) throw new Faults({ at_least: say("enterANumberAbove0Such") });
  const amount_cents = optionalCents(values, "amount_cents", currency);
  if (amount_cents === null) throw new Faults({ amount_cents: say("enterAnAmountSuchAs") });
  const [from, until] = [(values.from ?? "").trim(), (values.until ?? "").trim()];
  return {
    ...{ bonus_id: (values.bonus_id ?? "").trim(), metric, at_least, period, amount_cents, currency },
    ...(from === "" ? {} : { from }),
    ...(until === "" ? {} : { until }),
  };
}
