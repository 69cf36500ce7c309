// Bans a partner, with the reason and whether unpaid commissions stay owed, or lifts its ban.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { Form, SelectField, TextField } from "../../components/form.tsx";

type Ban = NonNullable<Schemas["Partner"]["ban"]>;

export const banReasonWords: Readonly<Record<Ban["reason"], string>> = {
  self_referral: "Own purchases",
  fraud: "Fraud",
  paid_ads: "Paid ads",
  trademark: "Use of the brand's name",
  spam: "Spam",
  terms_violated: "Violated terms",
  other: "Another reason",
};

const unpaidWords: Readonly<Record<Ban["unpaid"], string>> = {
  keep: "Stay owed",
  forfeit: "Are reversed",
};

type Props = { readonly programId: number; readonly partner: Schemas["Partner"] };

export function PartnerBan({ programId, partner: { partner_id, name, ban } }: Props) {
  const [isAsked, setAsked] = useState(false);
  const client = useQueryClient();
  const close = () => setAsked(false);
  const params = { path: { program_id: programId, partner_id } };
  const refresh = () => client.invalidateQueries({ queryKey: ["program", programId] });
  const lift = async () => {
    await ask(api.POST("/api/v1/programs/{program_id}/partners/{partner_id}/unban", { params, body: {} }));
    await refresh();
  };
  const banIt = async (body: { reason: Ban["reason"]; unpaid: Ban["unpaid"]; note: string | null }) => {
    await ask(api.POST("/api/v1/programs/{program_id}/partners/{partner_id}/ban", { params, body }));
    await refresh();
    close();
  };
  if (ban !== null) {
    return (
      <>
        <Button onClick={() => setAsked(true)}>Lift ban</Button>
        <Confirm
          isOpen={isAsked}
          onClose={close}
          title={`Lift the ban of ${name}?`}
          effect="Its links and codes earn again from now on, and every commission that the ban reversed is owed again."
          action="Lift ban"
          onConfirm={lift}
        />
      </>
    );
  }
  return (
    <>
      <Button kind="danger" onClick={() => setAsked(true)}>
        Ban
      </Button>
      <Dialog isOpen={isAsked} onClose={close} title={`Ban ${name}?`}>
        <p>Its links answer as inactive and its codes earn nothing from now on. What was paid stays paid.</p>
        <Form
          action="Ban"
          kind="danger"
          onCancel={close}
          onSubmit={({ reason = "", unpaid = "", note = "" }) =>
            banIt({
              reason: chosen(reason, banReasonWords, "other"),
              unpaid: chosen(unpaid, unpaidWords, "keep"),
              note: note === "" ? null : note,
            })
          }
        >
          <SelectField name="reason" label="Reason" choices={choicesOf(banReasonWords)} />
          <SelectField name="unpaid" label="Unpaid commissions" choices={choicesOf(unpaidWords)} />
          <TextField name="note" label="Note" hint="For your team; the partner never reads it." />
        </Form>
      </Dialog>
    </>
  );
}

function chosen<Value extends string>(value: string, words: Readonly<Record<Value, string>>, otherwise: Value): Value {
  const values = Object.keys(words).filter((key): key is Value => key in words);
  return values.find((each) => each === value) ?? otherwise;
}

function choicesOf(words: Readonly<Record<string, string>>): { readonly value: string; readonly label: string }[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}
