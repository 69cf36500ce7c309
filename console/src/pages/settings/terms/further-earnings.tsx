// What partners earn besides their sales: by a lead, and by the sales of partners that they recruited.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../../api/client.ts";
import { programQuery, type Schemas } from "../../../api/queries.ts";
import { ErrorNotice } from "../../../components/error-notice.tsx";
import { Faults, Form, SelectField, TextField, type Values } from "../../../components/form.tsx";
import { useMay } from "../../../components/may.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Section } from "../../../components/page.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { choicesOf, useCurrencies } from "../../../components/values/currencies.ts";
import { say } from "../../../texts/settings/settings-terms.ts";
import { amountField, optionalCents } from "../payouts/payout-amounts.ts";
import { bpsOf, chosenCurrency } from "./commission-input.ts";

type Program = Schemas["Program"];

export function FurtherEarnings({ programId }: { readonly programId: number }) {
  const { data: program, error } = useQuery(programQuery(programId));
  if (error !== null) return <ErrorNotice error={error} />;
  return program === undefined ? <Skeleton lines={4} /> : <EarningsForm program={program} />;
}

function EarningsForm({ program }: { readonly program: Program }) {
  const { program_id, lead_reward: lead, referral } = program;
  const currencies = useCurrencies(lead?.currency);
  const [isSaved, setIsSaved] = useState(false);
  const mayChange = useMay(program_id, "terms");
  const client = useQueryClient();
  const save = async (values: Values) => {
    setIsSaved(false);
    const body = { lead_reward: leadRewardOf(values), referral: referralOf(values) };
    await ask(api.PATCH("/api/v1/programs/{program_id}", { params: { path: { program_id } }, body }));
    await client.invalidateQueries({ queryKey: ["program", program_id] });
    setIsSaved(true);
  };
  return (
    <Section title={say("leadsAndRecruiting")} about={say("whatPartnersEarnBesidesTheirSales")}>
      <Form
        action={say("save")}
        kind="plain"
        onSubmit={save}
        readOnlyBecause={mayChange ? null : say("anOwnerOfTheWorkspaceDecidesWhat")}
      >
        <TextField
          name="lead_amount"
          label={say("aLead")}
          hint={say("paidOnceACustomerWhenYour")}
          defaultValue={lead === null ? "" : amountField(lead.amount_cents, lead.currency)}
        />
        <SelectField
          name="lead_currency"
          label={say("currencyOfALead")}
          defaultValue={lead?.currency ?? currencies[0]}
          choices={choicesOf(currencies)}
        />
        <TextField
          name="referral_share"
          label={say("shareForTheRecruiter")}
          suffix="%"
          hint={say("ofEachCommissionThatARecruited")}
          defaultValue={referral === null ? "" : String(referral.share_bps / 100)}
        />
        <TextField
          name="referral_months"
          label={say("monthsAfterTheRecruitJoined")}
          hint={say("leaveEmptyToPayForAs")}
          defaultValue={referral === null || referral.months === null ? "" : String(referral.months)}
        />
        {isSaved ? <Notice meaning="good">{say("saved")}</Notice> : null}
      </Form>
    </Section>
  );
}

function leadRewardOf(values: Values): Program["lead_reward"] {
  const currency = chosenCurrency(values.lead_currency);
  const amount_cents = optionalCents(values, "lead_amount", currency);
  return amount_cents === null ? null : { amount_cents, currency };
}

function referralOf(values: Values): Program["referral"] {
  const share = values.referral_share?.trim() ?? "";
  const months = values.referral_months?.trim() ?? "";
  if (share === "") return null;
  const share_bps = bpsOf(share, "referral_share");
  if (share_bps === 0) throw new Faults({ referral_share: say("enterAShareAbove0Or") });
  if (months === "") return { share_bps, months: null };
  if (!/^\d{1,3}$/.test(months) || Number(months) < 1) {
    throw new Faults({ referral_months: say("enterANumberOfMonthsSuch") });
  }
  return { share_bps, months: Number(months) };
}
