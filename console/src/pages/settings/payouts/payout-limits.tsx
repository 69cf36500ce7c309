// The most that one payout, and all payouts that leave on one day, may come to in each currency.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Currency } from "../../../../../src/core/vocabulary/money/currencies.ts";
import { api, ask } from "../../../api/client.ts";
import type { Schemas } from "../../../api/queries.ts";
import { Button } from "../../../components/button.tsx";
import { Confirm, Dialog } from "../../../components/dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Form, SelectField, TextField, type Values } from "../../../components/form.tsx";
import { Section } from "../../../components/page.tsx";
import { useCurrencies } from "../../../components/values/currencies.ts";
import { Money } from "../../../components/values/money.tsx";
import { rich, say } from "../../../texts/settings/settings-payouts.ts";
import { amountField, optionalCents } from "./payout-amounts.ts";

type Limit = Schemas["PayoutsLimit"];
type LimitsProps = { readonly programId: number; readonly limits: readonly Limit[]; readonly mayDecide: boolean };

export function PayoutLimits({ programId, limits, mayDecide }: LimitsProps) {
  const [edited, setEdited] = useState<Currency | null>(null);
  const [removed, setRemoved] = useState<Currency | null>(null);
  const client = useQueryClient();
  const set = async (body: Limit) => {
    await ask(
      api.PUT("/api/v1/programs/{program_id}/payout-limits", { params: { path: { program_id: programId } }, body }),
    );
    await client.invalidateQueries({ queryKey: ["program", programId] });
  };
  const currencies = useCurrencies();
  const unlimited = currencies.filter((currency) => limits.every((limit) => limit.currency !== currency));
  const [next] = unlimited;
  return (
    <Section
      title={say("limits")}
      about={say("aPayoutOverItsLimitIs")}
      actions={
        mayDecide && next !== undefined ? <Button onClick={() => setEdited(next)}>{say("setLimit")}</Button> : undefined
      }
    >
      {limits.length === 0 ? (
        <EmptyState title={say("noLimits")}>{say("payoutsOfAnyAmountAreCreated")}</EmptyState>
      ) : (
        <ul className="causes">
          {limits.map((limit) => (
            <li key={limit.currency} className="attention">
              <p className="attention-head">
                <strong>{limit.currency}</strong>
              </p>
              <p className="attention-words">
                {rich("onePayoutAndOneDay", {
                  payout: <Amount cents={limit.payout_limit_cents} currency={limit.currency} />,
                  day: <Amount cents={limit.day_limit_cents} currency={limit.currency} />,
                })}
              </p>
              {mayDecide ? (
                <div className="attention-words row">
                  <Button
                    onClick={() => setEdited(limit.currency)}
                    aria-label={say("changeLimitsInCurrency", { currency: limit.currency })}
                  >
                    {say("change")}
                  </Button>
                  <Button
                    kind="quiet"
                    onClick={() => setRemoved(limit.currency)}
                    aria-label={say("removeLimitsInCurrency", { currency: limit.currency })}
                  >
                    {say("remove")}
                  </Button>
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <Dialog isOpen={edited !== null} onClose={() => setEdited(null)} title={say("limits")}>
        {edited === null ? null : (
          <LimitForm
            key={edited}
            currency={edited}
            limit={limits.find((limit) => limit.currency === edited)}
            others={unlimited}
            onCurrency={setEdited}
            onCancel={() => setEdited(null)}
            onSave={(limit) => set(limit).then(() => setEdited(null))}
          />
        )}
      </Dialog>
      <Confirm
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        title={say("removeTheLimitsInRemoved", { removed })}
        effect={say("payoutsOfAnyAmountInThis")}
        action={say("removeLimits")}
        isDangerous={true}
        onConfirm={async () => {
          if (removed !== null) await set({ currency: removed, payout_limit_cents: null, day_limit_cents: null });
        }}
      />
    </Section>
  );
}

function Amount({ cents, currency }: { readonly cents: number | null; readonly currency: string }) {
  return cents === null ? say("noLimit") : <Money cents={cents} currency={currency} />;
}

type LimitFormProps = {
  readonly currency: Currency;
  readonly limit: Limit | undefined;
  readonly others: readonly Currency[];
  readonly onCurrency: (currency: Currency) => void;
  readonly onSave: (limit: Limit) => Promise<unknown>;
  readonly onCancel: () => void;
};

function LimitForm({ currency, limit, others, onCurrency, onSave, onCancel }: LimitFormProps) {
  const save = (values: Values) =>
    onSave({
      currency,
      payout_limit_cents: optionalCents(values, "payout_limit", currency),
      day_limit_cents: optionalCents(values, "day_limit", currency),
    });
  return (
    <Form action={say("saveLimits")} onCancel={onCancel} onSubmit={async (values) => save(values)}>
      {limit === undefined ? (
        <SelectField
          name="currency"
          label={say("currency")}
          value={currency}
          onChange={(value) => {
            const found = others.find((one) => one === value);
            if (found !== undefined) onCurrency(found);
          }}
          choices={others.map((one) => ({ value: one, label: one }))}
        />
      ) : null}
      <TextField
        name="payout_limit"
        label={say("onePayout")}
        hint={say("aLargerPayoutIsNotCreated")}
        suffix={currency}
        defaultValue={amountField(limit?.payout_limit_cents ?? null, currency)}
      />
      <TextField
        name="day_limit"
        label={say("oneDay")}
        hint={say("payoutsAboveItWaitForThe")}
        suffix={currency}
        defaultValue={amountField(limit?.day_limit_cents ?? null, currency)}
      />
    </Form>
  );
}
