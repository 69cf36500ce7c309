// What a program is and what it pays. Earlier sales keep their terms.

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { programQuery, type Schemas } from "../../api/queries.ts";
import { checkAddress, checkName } from "../../checks.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, SelectField, TextField, type Values } from "../../components/form.tsx";
import { useMay } from "../../components/may.tsx";
import { Notice } from "../../components/notice.tsx";
import { Section } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatRate } from "../../format.ts";
import { say } from "../../texts/settings/settings.ts";
import { PartnerMails } from "./partner-mails.tsx";
import { AgreementSection } from "./terms/agreement.tsx";
import { CommissionFields } from "./terms/commission-fields.tsx";
import { commissionOf } from "./terms/commission-input.ts";
import { currenciesOf } from "./terms/currencies-input.ts";
import { FlagSettings } from "./terms/flag-settings.tsx";

type Program = Schemas["Program"];

export function ProgramForm({ programId }: { readonly programId: number }) {
  const { data: program, error } = useQuery(programQuery(programId));
  if (error !== null) return <ErrorNotice error={error} />;
  return program === undefined ? <Skeleton lines={8} /> : <Loaded key={program.program_id} program={program} />;
}

function Loaded({ program }: { readonly program: Program }) {
  const [isSaved, setIsSaved] = useState(false);
  const update = useUpdate(program.program_id);
  const save = async (values: Values) => {
    setIsSaved(false);
    const currencies = currenciesOf(values.currencies ?? "");
    await update({
      // Left alone they stay those of a new program.
      ...(currencies.join() === program.currencies.join() ? {} : { currencies }),
      name: values.name ?? "",
      commission: commissionOf(values),
      attribution_model: values.attribution_model === "first_click" ? "first_click" : "last_click",
      attribution_window_days: Number(values.attribution_window_days),
      cookie_window_days: Number(values.cookie_window_days),
      hold_period_days: Number(values.hold_period_days),
      lead_auth: values.lead_auth === "any" ? "any" : "server_required",
      coupon_precedence: values.coupon_precedence === "coupon" ? "coupon" : "click",
      site_url: values.site_url?.trim() || null,
      link_domain: values.link_domain?.trim().toLowerCase() || null,
      link_hosts: (values.link_hosts ?? "").split(/[\s,]+/).filter((host) => host !== ""),
    });
    setIsSaved(true);
  };
  const mayChange = useMay(program.program_id, "terms");
  return (
    <div className="form-narrow">
      <Section title={say("terms")} about={say("earlierSalesKeepTheirTerms")}>
        <Form
          action={say("save")}
          onSubmit={save}
          readOnlyBecause={mayChange ? null : say("anOwnerOfTheWorkspaceChanges")}
        >
          <TextField
            name="name"
            label={say("name")}
            hint={say("yourPartnersSeeIt")}
            isRequired={true}
            check={checkName}
            defaultValue={program.name}
          />
          <CommissionFields commission={program.commission} />
          <TextField
            name="currencies"
            label={say("currenciesOfSales")}
            hint={say("codesSuchAsUsdOrJpy")}
            isRequired={true}
            defaultValue={program.currencies.join(" ")}
          />
          <div className="field-pair">
            <Days name="hold_period_days" label={say("hold")} value={program.hold_period_days} />
            <Days
              name="attribution_window_days"
              label={say("attributionWindow")}
              value={program.attribution_window_days}
            />
            <Days name="cookie_window_days" label={say("cookie")} value={program.cookie_window_days} />
          </div>
          <SelectField
            name="attribution_model"
            label={say("whichClickCounts")}
            defaultValue={program.attribution_model}
            choices={[
              { value: "last_click", label: say("theLastClick") },
              { value: "first_click", label: say("theFirstClick") },
            ]}
          />
          <SelectField
            name="lead_auth"
            label={say("signUpsFromBrowsers")}
            hint={say("anyoneCanForgeABrowsersCall")}
            defaultValue={program.lead_auth}
            choices={[
              { value: "server_required", label: say("countWhenYourServerOrA") },
              { value: "any", label: say("countImmediately") },
            ]}
          />
          <SelectField
            name="coupon_precedence"
            label={say("aClickOfOnePartnerA")}
            hint={say("renewalsAndReturningCustomersStayWith")}
            defaultValue={program.coupon_precedence}
            choices={[
              { value: "click", label: say("theClickCounts") },
              { value: "coupon", label: say("theCodeCounts") },
            ]}
          />
          <TextField
            name="site_url"
            label={say("wherePartnersLinksLeadTo")}
            hint={say("yourSiteSuchAsHttpsAcme")}
            check={checkAddress}
            defaultValue={program.site_url ?? ""}
          />
          <TextField
            name="link_domain"
            label={say("yourOwnHostForTheirLinks")}
            hint={say("suchAsGoAcmeExampleWhose")}
            defaultValue={program.link_domain ?? ""}
          />
          <TextField
            name="link_hosts"
            label={say("otherAllowedHosts")}
            hint={say("hostsBelowYourSiteNeedNot")}
            defaultValue={program.link_hosts.join(" ")}
          />
          {isSaved ? <Notice meaning="good">{say("saved")}</Notice> : null}
        </Form>
      </Section>
      <FlagSettings program={program} />
      <PartnerMails program={program} />
      <AgreementSection programId={program.program_id} />
      <p className="quiet">
        {say("platformFeePlatformFeeBpsOfEachSale", {
          platformFeeBps: formatRate(program.platform_fee_bps),
          feeRefunds: program.fee_refunds === "verified" ? "verified" : "other",
        })}
      </p>
      {mayChange ? <Activity program={program} /> : null}
    </div>
  );
}

function useUpdate(programId: number) {
  const client = useQueryClient();
  return async (body: Partial<Omit<Program, "program_id">>) => {
    await ask(api.PATCH("/api/v1/programs/{program_id}", { params: { path: { program_id: programId } }, body }));
    await client.invalidateQueries();
  };
}

type DaysProps = { readonly name: string; readonly label: string; readonly value: number };

function Days({ name, label, value }: DaysProps) {
  return (
    <TextField
      name={name}
      label={label}
      type="number"
      min={0}
      isRequired={true}
      defaultValue={value}
      suffix={say("days")}
    />
  );
}

function Activity({ program: { program_id, name, status } }: { readonly program: Program }) {
  const [isAsked, setIsAsked] = useState(false);
  const update = useUpdate(program_id);
  const isActive = status === "active";
  return (
    <Section
      title={isActive ? say("deactivate") : say("activate")}
      about={isActive ? say("linksKeysAndDeliveriesOfAn") : say("theProgramIsNotActive")}
    >
      <Button kind={isActive ? "danger" : "plain"} onClick={() => setIsAsked(true)}>
        {isActive ? say("deactivateProgram") : say("activateProgram")}
      </Button>
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={isActive ? say("deactivateName", { name }) : say("activateName", { name })}
        effect={isActive ? say("itAcceptsNoClicksAndNo") : say("itAcceptsClicksAndCallsAgain")}
        action={isActive ? say("deactivateProgram") : say("activateProgram")}
        isDangerous={isActive}
        onConfirm={() => update({ status: isActive ? "inactive" : "active" })}
      />
    </Section>
  );
}
