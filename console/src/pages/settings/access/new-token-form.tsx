// Names a token, and says what it may do and for how long.
import { useState } from "react";
import {
  scopesOfRole,
  type TokenRole,
  type TokenScope,
  tokenRoles,
} from "../../../../../src/core/vocabulary/access/token-scopes.ts";
import { aboutRoles } from "../../../../../src/core/vocabulary/access/workspace-roles.ts";
import { api, ask } from "../../../api/client.ts";
import { Faults, Form, SelectField, TextField, type Values } from "../../../components/form.tsx";
import { say } from "../../../texts/settings/settings-access.ts";

const scopeWords: Readonly<Record<TokenScope, string>> = {
  read: say("seeProgramsPartnersSalesAndPayouts"),
  programs: say("addProgramsPartnersAndCodes"),
  attributions: say("attributePaymentsToPartners"),
  deliveries: say("retryFailedDeliveries"),
  messages: say("seeAndResendWebhookMessages"),
  payouts: say("createAndSendPayoutsSetRecipients"),
  tax: say("seeTaxDetailsCreateTaxReports"),
};

const roles = tokenRoles.toReversed().map((value) => ({ value, label: aboutRoles[value].title }));
const usualRole: TokenRole = "viewer";
const daysByDefault = 90;
const daysMax = 366;
const millisecondsPerDay = 86_400_000;

type NewTokenFormProps = {
  readonly workspaceId: number;
  readonly onCancel: () => void;
  readonly onMade: (token: string) => Promise<void>;
};

export function NewTokenForm({ workspaceId, onCancel, onMade }: NewTokenFormProps) {
  const [role, setRole] = useState<TokenRole>(usualRole);
  const make = async (values: Values) => {
    const scopes = scopesOfRole(role).filter((scope) => values[scope] !== undefined);
    if (scopes.length === 0) throw new Faults({ name: say("chooseAtLeastOneScope") });
    const { data } = await ask(
      api.POST("/api/v1/workspaces/{workspace_id}/tokens", {
        params: { path: { workspace_id: workspaceId } },
        body: { name: values.name ?? "", role, scopes, expires_at: endIn(Number(values.days)) },
      }),
    );
    await onMade(data.token);
  };
  return (
    <Form action={say("createToken")} onSubmit={make} onCancel={onCancel}>
      <TextField name="name" label={say("name")} hint={say("itsPurposeSuchAsMonthlyReport")} isRequired={true} />
      <SelectField
        name="role"
        label={say("role")}
        choices={roles}
        value={role}
        onChange={(value) => setRole(tokenRoles.find((one) => one === value) ?? usualRole)}
      />
      <fieldset className="choices">
        <legend className="field-label">{say("scopes")}</legend>
        {scopesOfRole(role).map((scope) => (
          <label key={`${role} ${scope}`} className="choice">
            <input type="checkbox" name={scope} defaultChecked={scope === "read"} />
            {scopeWords[scope]} <code className="quiet">{scope}</code>
          </label>
        ))}
      </fieldset>
      <TextField
        name="days"
        label={say("validForDays")}
        type="number"
        min={1}
        max={daysMax}
        defaultValue={daysByDefault}
        isRequired={true}
      />
    </Form>
  );
}

/** A minute less, so that the longest is not one too long by the clock of this machine. */
function endIn(days: number): string {
  return new Date(Date.now() + days * millisecondsPerDay - 60_000).toISOString();
}
