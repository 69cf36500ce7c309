// Names an agent and says what it may do.
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Faults, Form, TextField, type Values } from "../../components/form.tsx";

type Scope = Schemas["AgentKey"]["scopes"][number];

/** As a sentence goes on behind "May". */
export const scopeWords: Readonly<Record<Scope, string>> = {
  "programs:read": "see programs",
  "programs:write": "change programs",
  "programs:terms": "change terms, links and policies",
  "partners:read": "see partners",
  "partners:write": "change partners",
  "events:read": "see events and sales",
  "commissions:read": "see commissions and payouts",
  "tracking:test": "send test calls",
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
    if (chosen.length === 0) throw new Faults({ name: "Choose at least one scope." });
    const { data } = await ask(
      api.POST("/api/v1/workspaces/{workspace_id}/agent-keys", {
        params: { path: { workspace_id: workspaceId } },
        body: { name: values.name ?? "", scopes: chosen },
      }),
    );
    await onMade(data.agent_key);
  };
  return (
    <Form action="Create key" onSubmit={make} onCancel={onCancel}>
      <TextField name="name" label="Name" hint="Its purpose, such as Integration." isRequired={true} />
      <fieldset className="choices">
        <legend className="field-label">Scopes</legend>
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
