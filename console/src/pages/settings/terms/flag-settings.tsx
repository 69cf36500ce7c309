// What the program looks for in its partners' sales, and what follows. Earlier sales keep the settings of their day.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask, faultsOf } from "../../../api/client.ts";
import type { Schemas } from "../../../api/queries.ts";
import {
  type Choice,
  Faults,
  Form,
  LongTextField,
  SelectField,
  TextField,
  type Values,
} from "../../../components/form.tsx";
import { useMay } from "../../../components/may.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Section } from "../../../components/page.tsx";
import { say } from "../../../texts/settings/settings-terms.ts";

type Program = Schemas["Program"];
type ChoiceWithoutRefusal = Program["flag_paid_ads"];

const choicesWithoutRefusal: readonly Choice[] = [
  { value: "off", label: say("doNothing") },
  { value: "flag", label: say("flagItHoldNothing") },
  { value: "hold", label: say("flagItAndHoldTheCommission") },
];

const choices: readonly Choice[] = [
  ...choicesWithoutRefusal,
  { value: "refuse", label: say("recordItWithoutACommission") },
];

export function FlagSettings({ program }: { readonly program: Program }) {
  const { program_id } = program;
  const [isSaved, setIsSaved] = useState(false);
  const mayChange = useMay(program_id, "terms");
  const client = useQueryClient();
  const save = async (values: Values) => {
    setIsSaved(false);
    const body = {
      flag_own_email: choiceOf(values.flag_own_email),
      flag_own_device: choiceOf(values.flag_own_device),
      flag_recruit_circle: choiceWithoutRefusal(values.flag_recruit_circle),
      flag_shared_payout: choiceWithoutRefusal(values.flag_shared_payout),
      flag_fast_leads: choiceWithoutRefusal(values.flag_fast_leads),
      fast_leads_count: Number(values.fast_leads_count),
      fast_leads_seconds: Number(values.fast_leads_seconds),
      flag_refund_rate: choiceWithoutRefusal(values.flag_refund_rate),
      refund_rate_percent: Number(values.refund_rate_percent),
      refund_rate_sales: Number(values.refund_rate_sales),
      flag_paid_ads: choiceWithoutRefusal(values.flag_paid_ads),
      flag_banned_site: choiceWithoutRefusal(values.flag_banned_site),
      forbids_ads: values.forbids_ads === "yes",
      banned_sites: (values.banned_sites ?? "")
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((site) => site !== ""),
    } as const;
    const call = api.PATCH("/api/v1/programs/{program_id}", { params: { path: { program_id } }, body });
    await ask(call).catch((error: unknown) => {
      throw withSitesAtTheirField(error, body.banned_sites);
    });
    await client.invalidateQueries({ queryKey: ["program", program_id] });
    setIsSaved(true);
  };
  return (
    <Section title={say("flags")} about={say("salesThatLookLikeAPartners")}>
      <Form
        action={say("saveFlags")}
        kind="plain"
        onSubmit={save}
        readOnlyBecause={mayChange ? null : say("anOwnerOfTheWorkspaceDecides")}
      >
        <SelectField
          name="flag_own_email"
          label={say("aPartnersOwnPurchase")}
          hint={say("theCustomersEMailIsThe")}
          defaultValue={program.flag_own_email}
          choices={choices}
        />
        <SelectField
          name="flag_own_device"
          label={say("aClickOfThePartners")}
          hint={say("theClickCameFromAnAddress")}
          defaultValue={program.flag_own_device}
          choices={choices}
        />
        <SelectField
          name="flag_recruit_circle"
          label={say("aRecruitWhoIsTheRecruiter")}
          hint={say("aRecruitedPartnersPayoutsAddress")}
          defaultValue={program.flag_recruit_circle}
          choices={choicesWithoutRefusal}
        />
        <SelectField
          name="flag_shared_payout"
          label={say("payoutsThatGoToOnePlace")}
          hint={say("twoPartnersPayoutsGoTo")}
          defaultValue={program.flag_shared_payout}
          choices={choicesWithoutRefusal}
        />
        <SelectField
          name="flag_fast_leads"
          label={say("leadsThatComeTooFast")}
          hint={say("aPartnerHasMoreFastLeads")}
          defaultValue={program.flag_fast_leads}
          choices={choicesWithoutRefusal}
        />
        <TextField
          name="fast_leads_count"
          label={say("mostFastLeadsAnHour")}
          type="number"
          isRequired
          min={1}
          max={100}
          defaultValue={String(program.fast_leads_count)}
        />
        <TextField
          name="fast_leads_seconds"
          label={say("aLeadIsFastUnder")}
          hint={say("afterItsClick")}
          type="number"
          isRequired
          min={1}
          max={3600}
          suffix={say("seconds")}
          defaultValue={String(program.fast_leads_seconds)}
        />
        <SelectField
          name="flag_refund_rate"
          label={say("salesThatAreRefunded")}
          hint={say("tooManyOfAPartnersSales")}
          defaultValue={program.flag_refund_rate}
          choices={choicesWithoutRefusal}
        />
        <TextField
          name="refund_rate_percent"
          label={say("mostRefunds")}
          type="number"
          isRequired
          min={1}
          max={99}
          suffix="%"
          defaultValue={String(program.refund_rate_percent)}
        />
        <TextField
          name="refund_rate_sales"
          label={say("lookedAtFrom")}
          hint={say("withFewerSalesNothingIsFlagged")}
          type="number"
          isRequired
          min={1}
          max={1000}
          defaultValue={String(program.refund_rate_sales)}
        />
        <SelectField
          name="forbids_ads"
          label={say("ads")}
          hint={say("whetherPartnersMayBuyAdsThat")}
          defaultValue={program.forbids_ads ? "yes" : "no"}
          choices={[
            { value: "no", label: say("partnersMayBuyAds") },
            { value: "yes", label: say("partnersMayNotBuyAds") },
          ]}
        />
        <SelectField
          name="flag_paid_ads"
          label={say("aSaleFromAnAd")}
          hint={say("whereAdsAreForbiddenTheVisitors")}
          defaultValue={program.flag_paid_ads}
          choices={choicesWithoutRefusal}
        />
        <LongTextField
          name="banned_sites"
          label={say("bannedSites")}
          hint={say("sitesThatPartnersMayNotSend")}
          rows={3}
          defaultValue={program.banned_sites.join("\n")}
        />
        <SelectField
          name="flag_banned_site"
          label={say("aSaleFromABannedSite")}
          hint={say("theVisitorCameFromOneOf")}
          defaultValue={program.flag_banned_site}
          choices={choicesWithoutRefusal}
        />
        {isSaved ? <Notice meaning="good">{say("flagsSaved")}</Notice> : null}
      </Form>
    </Section>
  );
}

/** The service names a wrong site by its place in the list, of which the form is one field. */
function withSitesAtTheirField(error: unknown, sites: readonly string[]): unknown {
  const ofSites = Object.entries(faultsOf(error)).find(([field]) => field.startsWith("banned_sites."));
  if (ofSites === undefined) return error;
  const [field, message] = ofSites;
  return new Faults({ banned_sites: `${sites[Number(field.split(".")[1])] ?? ""}: ${message}` });
}

function choiceOf(value: string | undefined): Program["flag_own_email"] {
  return value === "refuse" ? value : choiceWithoutRefusal(value);
}

function choiceWithoutRefusal(value: string | undefined): ChoiceWithoutRefusal {
  return value === "flag" || value === "hold" ? value : "off";
}
