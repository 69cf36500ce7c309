// Names a token, and says what it may do and for how long.
import { useState } from "react";
import {
  scopesOfRole,
  type TokenRole,
  type TokenScope,
  tokenRoles,
} from "../../../../src/core/vocabulary/token-scopes.ts";
import { aboutRoles } from "../../../../src/core/vocabulary/workspace-roles.ts";
import { api, ask } from "../../api/client.ts";
import { Faults, Form, SelectField, TextField, type Values } from "../../components/form.tsx";

const scopeWords: Readonly<Record<TokenScope, string>> = {
  read: "see programs, partners, sales and payouts",
  programs: "add programs, partners and codes",
  attributions: "attribute payments to partners",
  deliveries: "retry failed deliveries",
  messages: "see and resend webhook messages",
  payouts: "create and send payouts, set recipients",
  tax: "see tax details, create tax reports",
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
    if (scopes.length === 0) throw new Faults({ name: "Choose at least one scope." });
    const { data } = await ask(
      api.POST("/api/v1/workspaces/{workspace_id}/tokens", {
        params: { path: { workspace_id: workspaceId } },
        body: { name: values.name ?? "", role, scopes, expires_at: endIn(Number(values.days)) },
      }),
    );
    await onMade(data.token);
  };
  return (
    <Form action="Create token" onSubmit={make} onCancel={onCancel}>
      <TextField name="name" label="Name" hint="Its purpose, such as Monthly report." isRequired={true} />
      <SelectField
        name="role"
        label="Role"
        choices={roles}
        value={role}
        onChange={(value) => setRole(tokenRoles.find((one) => one === value) ?? usualRole)}
      />
      <fieldset className="choices">
        <legend className="field-label">Scopes</legend>
        {scopesOfRole(role).map((scope) => (
          <label key={`${role} ${scope}`} className="choice">
            <input type="checkbox" name={scope} defaultChecked={scope === "read"} />
            {scopeWords[scope]} <code className="quiet">{scope}</code>
          </label>
        ))}
      </fieldset>
      <TextField
        name="days"
        label="Valid for days"
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
