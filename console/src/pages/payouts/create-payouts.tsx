// Creates payouts in one currency, and shows who is left out and why.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Faults, Form, SelectField, TextField } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { PartnerName } from "../../components/partner-name.tsx";
import { centsOf, formatAmount, formatCount } from "../../format.ts";
import type { OwedLine } from "./owed.tsx";

type CreatePayoutsProps = {
  readonly programId: number;
  readonly lines: readonly OwedLine[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

type LeftOut = { readonly partner_id: number; readonly message: string };

export function CreatePayouts({ programId, lines, isOpen, onClose }: CreatePayoutsProps) {
  const currencies = [...new Set(lines.map((line) => line.currency))];
  const [chosen, setChosen] = useState<OwedLine["currency"] | null>(null);
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([]);
  const client = useQueryClient();
  const [first = "USD"] = currencies;
  const currency = currencies.find((one) => one === chosen) ?? first;
  const these = lines.filter((line) => line.currency === currency);
  const total = these.reduce((sum, { owed_cents }) => sum + BigInt(owed_cents), 0n).toString();
  const sum = `${formatAmount(total, currency)} ${currency}`;
  const people = these.length === 1 ? "1 partner" : `${formatCount(these.length)} partners`;
  const close = () => {
    setLeftOut([]);
    onClose();
  };
  const create = async (minimum: string, isOnlyWithRecipient: boolean) => {
    const minimumCents = minimum.trim() === "" ? undefined : centsOf(minimum, currency);
    if (minimum.trim() !== "" && minimumCents === undefined) {
      throw new Faults({ minimum: "must be an amount, such as 50" });
    }
    const { left_out = [] } = await ask(
      api.POST("/api/v1/programs/{program_id}/payouts", {
        params: { path: { program_id: programId } },
        body: {
          currency,
          only_with_recipient: isOnlyWithRecipient,
          ...(minimumCents === undefined || minimumCents < 1 ? {} : { minimum_cents: minimumCents }),
        },
      }),
    );
    await client.invalidateQueries({ queryKey: ["program", programId] });
    if (left_out.length === 0) close();
    else setLeftOut(left_out);
  };
  if (leftOut.length > 0) {
    return (
      <Dialog isOpen={isOpen} onClose={close} title="Payouts were created, but not for everyone">
        <Notice meaning="warn">
          <ul>
            {leftOut.map(({ partner_id, message }) => (
              <li key={partner_id}>
                <PartnerName programId={programId} partnerId={partner_id} />: {message}
              </li>
            ))}
          </ul>
        </Notice>
        <div className="dialog-foot">
          <Button onClick={close}>Close</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title="Create payouts">
      <p className="dialog-text">
        Up to {sum} to {people}. No money moves: you pay with your bank or payment tool, then mark them paid.
      </p>
      <Form
        action={`Create payouts of ${sum}`}
        onCancel={close}
        onSubmit={({ minimum = "", recipients = "" }) => create(minimum, recipients === "known")}
      >
        <SelectField
          name="currency"
          label="Currency"
          value={currency}
          onChange={(value) => setChosen(currencies.find((one) => one === value) ?? null)}
          choices={currencies.map((one) => ({ value: one, label: one }))}
        />
        <TextField
          name="minimum"
          label="Minimum amount"
          hint="Smaller balances stay owed. Leave empty to pay all."
          suffix={currency}
        />
        <SelectField
          name="recipients"
          label="Partners"
          choices={[
            { value: "all", label: "All partners who are owed money" },
            { value: "known", label: "Only partners with payout details" },
          ]}
        />
      </Form>
    </Dialog>
  );
}
