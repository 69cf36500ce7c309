// Names an agent and says what it may do.
import { api, ask } from "../../../api/client.ts";
import type { Schemas } from "../../../api/queries.ts";
import { Faults, Form, TextField, type Values } from "../../../components/form.tsx";
import { say } from "../../../texts/settings/settings-access.ts";

type Scope = Schemas["AgentKey"]["scopes"][number];

/** As a sentence goes on behind "May". */
export const scopeWords: Readonly<Record<Scope, string>> = {
  "programs:read": say("seePrograms"),
  "programs:write": say("changePrograms"),
  "programs:terms": say("changeTermsLinksAndPolicies"),
  "partners:read": say("seePartners"),
  "partners:write": say("changePartners"),
  "events:read": say("seeEventsAndSales"),
  "commissions:read": say("seeCommissionsAndPayouts"),
  "tracking:test": say("sendTestCalls"),
};

const scopes: readonly Scope[] = [
  "programs:read",
  "programs:write",
  "programs:terms",
  "partners:read",
  "partners:write",
  "events:read",
  "commissions:read",
  "tracking:test",
];

type NewAgentFormProps = {
  readonly workspaceId: number;
  readonly onCancel: () => void;
  readonly onMade: (key: string) => Promise<void>;
};

export function NewAgentForm({ workspaceId, onCancel, onMade }: NewAgentFormProps) {
  const make = async (values: Values) => {
    const chosen = scopes.filter((scope) => values[scope] !== undefined);
    if (chosen.length === 0) throw new Faults({ name: say("chooseAtLeastOneScope") });
    const { data } = await ask(
      api.POST("/api/v1/workspaces/{workspace_id}/agent-keys", {
        params: { path: { workspace_id: workspaceId } },
        body: { name: values.name ?? "", scopes: chosen },
      }),
    );
    await onMade(data.agent_key);
  };
  return (
    <Form action={say("createKey")} onSubmit={make} onCancel={onCancel}>
      <TextField name="name" label={say("name")} hint={say("itsPurposeSuchAsIntegration")} isRequired={true} />
      <fieldset className="choices">
        <legend className="field-label">{say("scopes")}</legend>
        {scopes.map((scope) => (
          <label key={scope} className="choice">
            <input type="checkbox" name={scope} defaultChecked={scope === "programs:read"} />
            {scopeWords[scope]} <code className="quiet">{scope}</code>
          </label>
        ))}
      </fieldset>
    </Form>
  );
}
