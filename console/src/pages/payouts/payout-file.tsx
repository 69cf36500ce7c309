// A file that a payment tool takes, with what it leaves out and why. That it was made is recorded with each payout in it.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Form, SelectField } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { formatAmount } from "../../format.ts";
import { saveCsvFile } from "../../save-file.ts";
import { say } from "../../texts/payouts.ts";

type PayoutFileProps = {
  readonly programId: number;
  readonly payouts: readonly Schemas["Payout"][];
  readonly onClose: () => void;
};

const tools = [
  { value: "paypal", label: say("payPal") },
  { value: "wise", label: say("wise") },
] as const;

export function PayoutFile({ programId, payouts, onClose }: PayoutFileProps) {
  const client = useQueryClient();
  const [made, setMade] = useState<Schemas["PayoutsExport"] | null>(null);
  const currencies = [...new Set(payouts.map((payout) => payout.currency))];
  const [first = "USD"] = currencies;
  const make = async (toolGiven: string | undefined, currencyGiven: string | undefined) => {
    const tool = tools.find(({ value }) => value === toolGiven)?.value ?? "wise";
    const currency = currencies.find((one) => one === currencyGiven) ?? first;
    const payout_ids = payouts.filter((payout) => payout.currency === currency).map(({ payout_id }) => payout_id);
    const { data } = await ask(
      api.GET("/api/v1/programs/{program_id}/payout-file", {
        params: { path: { program_id: programId }, query: { tool, currency, payout_ids } },
      }),
    );
    if (data.payout_ids.length > 0) saveCsvFile(`payouts-${tool}-${currency}.csv`, data.csv);
    setMade(data);
    await client.invalidateQueries({ queryKey: ["program", programId] });
  };
  if (made !== null) {
    return (
      <>
        {made.payout_ids.length === 0 ? (
          <Notice meaning="warn">{say("noFileNoneOfThesePayouts")}</Notice>
        ) : (
          <Notice meaning="good">
            {say("theFilePaysAmountWithPayoutIds", {
              amount: formatAmount(made.amount_cents, first),
              payoutIds: made.payout_ids.length,
            })}
          </Notice>
        )}
        {made.left_out.length === 0 ? null : (
          <Notice meaning="warn">
            <ul>
              {made.left_out.map(({ payout_id, why }) => (
                <li key={payout_id}>{say("payoutIdWhy", { payoutId: payout_id, why })}</li>
              ))}
            </ul>
          </Notice>
        )}
        <div className="dialog-foot">
          <Button onClick={onClose}>{say("close")}</Button>
        </div>
      </>
    );
  }
  return (
    <Form action={say("createFile")} onCancel={onClose} onSubmit={({ tool, currency }) => make(tool, currency)}>
      <SelectField name="tool" label={say("paymentTool")} choices={tools} />
      <SelectField
        name="currency"
        label={say("currency")}
        choices={currencies.map((currency) => ({ value: currency, label: currency }))}
      />
    </Form>
  );
}
