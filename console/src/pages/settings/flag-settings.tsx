// What the program looks for in its partners' sales, and what follows. Earlier sales keep the settings of their day.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask, faultsOf } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { type Choice, Faults, Form, LongTextField, SelectField, type Values } from "../../components/form.tsx";
import { useMay } from "../../components/may.tsx";
import { Notice } from "../../components/notice.tsx";
import { Section } from "../../components/page.tsx";
import { say } from "../../texts/settings-terms.ts";

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
      flag_own_email: values.flag_own_email === "refuse" ? "refuse" : choiceWithoutRefusal(values.flag_own_email),
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

function choiceWithoutRefusal(value: string | undefined): ChoiceWithoutRefusal {
  return value === "flag" || value === "hold" ? value : "off";
}
