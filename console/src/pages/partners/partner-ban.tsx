// Bans a partner, with the reason and whether unpaid commissions stay owed, or lifts its ban.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { Form, SelectField, TextField } from "../../components/form.tsx";

type BanOf = NonNullable<Schemas["Partner"]["ban"]>;

export const banReasonWords: Readonly<Record<BanOf["reason"], string>> = {
  self_referral: "Own purchases",
  fraud: "Fraud",
  paid_ads: "Paid ads",
  trademark: "Use of the brand's name",
  spam: "Spam",
  terms_violated: "Violated terms",
  other: "Another reason",
};

const unpaidWords: Readonly<Record<BanOf["unpaid"], string>> = {
  keep: "Stay owed",
  forfeit: "Are reversed",
};

type Props = { readonly programId: number; readonly partner: Schemas["Partner"] };

export function PartnerBan({ programId, partner }: Props) {
  return partner.ban === null ? (
    <Ban programId={programId} partner={partner} />
  ) : (
    <LiftBan programId={programId} partner={partner} />
  );
}

function useCall({ programId, partner: { partner_id } }: Props) {
  const client = useQueryClient();
  return {
    params: { path: { program_id: programId, partner_id } },
    refresh: () => client.invalidateQueries({ queryKey: ["program", programId] }),
  };
}

function LiftBan(props: Props) {
  const [isAsked, setAsked] = useState(false);
  const { params, refresh } = useCall(props);
  const lift = async () => {
    await ask(api.POST("/api/v1/programs/{program_id}/partners/{partner_id}/unban", { params, body: {} }));
    await refresh();
  };
  return (
    <>
      <Button onClick={() => setAsked(true)}>Lift ban</Button>
      <Confirm
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={`Lift the ban of ${props.partner.name}?`}
        effect="Its links and codes earn again from now on, and every commission that the ban reversed is owed again."
        action="Lift ban"
        onConfirm={lift}
      />
    </>
  );
}

function Ban(props: Props) {
  const [isAsked, setAsked] = useState(false);
  const { params, refresh } = useCall(props);
  const close = () => setAsked(false);
  const ban = async (body: { reason: BanOf["reason"]; unpaid: BanOf["unpaid"]; note: string | null }) => {
    await ask(api.POST("/api/v1/programs/{program_id}/partners/{partner_id}/ban", { params, body }));
    await refresh();
  };
  return (
    <>
      <Button kind="danger" onClick={() => setAsked(true)}>
        Ban
      </Button>
      <Dialog isOpen={isAsked} onClose={close} title={`Ban ${props.partner.name}?`}>
        <p>Its links answer as inactive and its codes earn nothing from now on. What was paid stays paid.</p>
        <Form
          action="Ban"
          kind="danger"
          onCancel={close}
          onSubmit={({ reason = "", unpaid = "", note = "" }) =>
            ban({
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
