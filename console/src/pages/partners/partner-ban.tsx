// Bans a partner, with the reason and whether unpaid commissions stay owed, or lifts its ban.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { Form, SelectField, TextField } from "../../components/form.tsx";
import { say } from "../../texts/partners.ts";

type BanOf = NonNullable<Schemas["Partner"]["ban"]>;

export const banReasonWords: Readonly<Record<BanOf["reason"], string>> = {
  self_referral: say("ownPurchases"),
  fraud: say("fraud"),
  paid_ads: say("paidAds"),
  trademark: say("useOfTheBrandsName"),
  spam: say("spam"),
  terms_violated: say("violatedTerms"),
  other: say("anotherReason"),
};

const unpaidWords: Readonly<Record<BanOf["unpaid"], string>> = {
  keep: say("stayOwed"),
  forfeit: say("areReversed"),
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
      <Button onClick={() => setAsked(true)}>{say("liftBan")}</Button>
      <Confirm
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={say("liftTheBanOfName", { name: props.partner.name })}
        effect={say("itsLinksAndCodesEarnAgain")}
        action={say("liftBan")}
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
        {say("ban")}
      </Button>
      <Dialog isOpen={isAsked} onClose={close} title={say("banName", { name: props.partner.name })}>
        <p>{say("itsLinksAnswerAsInactiveAnd")}</p>
        <Form
          action={say("ban")}
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
          <SelectField name="reason" label={say("reason")} choices={choicesOf(banReasonWords)} />
          <SelectField name="unpaid" label={say("unpaidCommissions")} choices={choicesOf(unpaidWords)} />
          <TextField name="note" label={say("note")} hint={say("forYourTeamThePartnerNever")} />
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
