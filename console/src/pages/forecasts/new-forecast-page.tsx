// Other terms, tried on the sales of the last months. Nothing changes: the books are built separately.
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { groupsQuery, partnersQuery, programQuery, type Schemas } from "../../api/queries.ts";
import { ButtonLink } from "../../components/button.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Form, SelectField, TextField, type Values } from "../../components/form.tsx";
import { Page } from "../../components/page.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/forecasts.ts";
import { CommissionFields } from "../settings/terms/commission-fields.tsx";
import { commissionOf } from "../settings/terms/commission-input.ts";

const monthsMax = 24;
const monthsUsual = 6;

const holders = [
  { value: "program", label: say("everyPartnerAlone") },
  { value: "group", label: say("aGroup") },
  { value: "partner", label: say("aPartner") },
] as const;

export function NewForecastPage() {
  const { programId } = useParams({ from: "/programs/$programId/forecasts" });
  const { data: program, error } = useQuery(programQuery(programId));
  return (
    <Page
      title={say("tryOtherTerms")}
      about={say("seeWhatPartnersWouldHaveEarned")}
      actions={<ButtonLink to={pathOf(programId, "settings", "policies")}>{say("backToTerms")}</ButtonLink>}
    >
      {error === null ? null : <ErrorNotice error={error} />}
      {program === undefined && error === null ? <Skeleton lines={8} /> : null}
      {program === undefined ? null : <Fields program={program} />}
    </Page>
  );
}

function Fields({ program: { program_id: programId, commission } }: { readonly program: Schemas["Program"] }) {
  const [holder, setHolder] = useState<string>("program");
  const { data: partners = [] } = useQuery(partnersQuery(programId));
  const { data: groups = [] } = useQuery({ ...groupsQuery(programId), select: ({ data }) => data });
  const navigate = useNavigate();
  const start = async (values: Values) => {
    const params = { path: { program_id: programId } };
    const body = { commission: commissionOf(values), months: Number(values.months), ...scopeOf(values) };
    const { data } = await ask(api.POST("/api/v1/programs/{program_id}/forecasts", { params, body }));
    await navigate({ to: pathOf(programId, "forecasts", data.run_id) });
  };
  return (
    <div className="form-narrow">
      <Form action={say("showTheDifference")} onSubmit={start}>
        <SelectField name="holder" label={say("for")} choices={holders} value={holder} onChange={setHolder} />
        {holder === "group" ? (
          <SelectField
            name="group_id"
            label={say("group")}
            choices={groups.map(({ group_id, name }) => ({ value: group_id, label: name }))}
          />
        ) : null}
        {holder === "partner" ? (
          <SelectField
            name="partner_id"
            label={say("partner")}
            choices={partners.map(({ partner_id, name }) => ({ value: String(partner_id), label: name }))}
          />
        ) : null}
        <TextField name="product_id" label={say("product")} hint={say("theProvidersProductIdEmptyAll")} />
        <CommissionFields commission={commission} />
        <TextField
          name="months"
          label={say("monthsToLookBack")}
          hint={say("theCurrentMonthIsOneOf")}
          type="number"
          min={1}
          max={monthsMax}
          isRequired={true}
          defaultValue={monthsUsual}
        />
      </Form>
    </div>
  );
}

function scopeOf({ partner_id, group_id, product_id = "" }: Values) {
  return {
    ...(partner_id === undefined ? {} : { partner_id: Number(partner_id) }),
    ...(group_id === undefined ? {} : { group_id }),
    ...(product_id.trim() === "" ? {} : { product_id: product_id.trim() }),
  };
}
