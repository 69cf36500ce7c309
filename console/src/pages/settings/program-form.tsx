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
import { AgreementSection } from "./agreement.tsx";
import { CommissionFields } from "./commission-fields.tsx";
import { commissionOf } from "./commission-input.ts";
import { FlagSettings } from "./flag-settings.tsx";

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
    await update({
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
      <Section title="Terms" about="Earlier sales keep their terms.">
        <Form
          action="Save"
          onSubmit={save}
          readOnlyBecause={mayChange ? null : "An owner of the workspace changes these."}
        >
          <TextField
            name="name"
            label="Name"
            hint="Your partners see it."
            isRequired={true}
            check={checkName}
            defaultValue={program.name}
          />
          <CommissionFields commission={program.commission} />
          <div className="field-pair">
            <Days name="hold_period_days" label="Hold" value={program.hold_period_days} />
            <Days name="attribution_window_days" label="Attribution window" value={program.attribution_window_days} />
            <Days name="cookie_window_days" label="Cookie" value={program.cookie_window_days} />
          </div>
          <SelectField
            name="attribution_model"
            label="Which click counts"
            defaultValue={program.attribution_model}
            choices={[
              { value: "last_click", label: "The last click" },
              { value: "first_click", label: "The first click" },
            ]}
          />
          <SelectField
            name="lead_auth"
            label="Sign-ups from browsers"
            hint="Anyone can forge a browser's call."
            defaultValue={program.lead_auth}
            choices={[
              { value: "server_required", label: "Count when your server or a payment confirms them" },
              { value: "any", label: "Count immediately" },
            ]}
          />
          <SelectField
            name="coupon_precedence"
            label="A click of one partner, a discount code of another"
            hint="Renewals and returning customers stay with their partner."
            defaultValue={program.coupon_precedence}
            choices={[
              { value: "click", label: "The click counts" },
              { value: "coupon", label: "The code counts" },
            ]}
          />
          <TextField
            name="site_url"
            label="Where partners' links lead to"
            hint="Your site, such as https://acme.example."
            check={checkAddress}
            defaultValue={program.site_url ?? ""}
          />
          <TextField
            name="link_domain"
            label="Your own host for their links"
            hint="Such as go.acme.example, whose CNAME is this service. Empty: links use the service's host."
            defaultValue={program.link_domain ?? ""}
          />
          <TextField
            name="link_hosts"
            label="Other allowed hosts"
            hint="Hosts below your site need not be named. Separate them by spaces."
            defaultValue={program.link_hosts.join(" ")}
          />
          {isSaved ? <Notice meaning="good">Saved.</Notice> : null}
        </Form>
      </Section>
      <FlagSettings program={program} />
      <AgreementSection programId={program.program_id} />
      <p className="quiet">
        Platform fee: {formatRate(program.platform_fee_bps)} of each sale, set by the operator.
        {program.fee_refunds === "verified"
          ? " For a payment that your provider verified, only refunds that it reports reduce the fee."
          : ""}
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
    <TextField name={name} label={label} type="number" min={0} isRequired={true} defaultValue={value} suffix="days" />
  );
}

function Activity({ program: { program_id, name, status } }: { readonly program: Program }) {
  const [isAsked, setIsAsked] = useState(false);
  const update = useUpdate(program_id);
  const isActive = status === "active";
  return (
    <Section
      title={isActive ? "Deactivate" : "Activate"}
      about={
        isActive ? "Links, keys and deliveries of an inactive program earn nothing." : "The program is not active."
      }
    >
      <Button kind={isActive ? "danger" : "plain"} onClick={() => setIsAsked(true)}>
        {isActive ? "Deactivate program" : "Activate program"}
      </Button>
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={isActive ? `Deactivate ${name}?` : `Activate ${name}?`}
        effect={
          isActive
            ? "It accepts no clicks and no calls until it is active again. Earlier commissions are kept."
            : "It accepts clicks and calls again."
        }
        action={isActive ? "Deactivate program" : "Activate program"}
        isDangerous={isActive}
        onConfirm={() => update({ status: isActive ? "inactive" : "active" })}
      />
    </Section>
  );
}
