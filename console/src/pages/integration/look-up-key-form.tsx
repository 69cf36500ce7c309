// Sets the API key with which a connection's deliveries are looked up at the provider. The key is never shown again.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Form, TextField } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import type { Provider } from "./providers.ts";

type LookUpKeyFormProps = {
  readonly programId: number;
  readonly connectionId: number;
  readonly provider: Provider;
  readonly onDone: () => void;
};

export function LookUpKeyForm({ programId, connectionId, provider, onDone }: LookUpKeyFormProps) {
  const client = useQueryClient();
  const [unchecked, setUnchecked] = useState<string | null>(null);
  const { name, lookUpKey } = provider;
  const save = async ({ api_key = "" }: Readonly<Record<string, string>>) => {
    const params = { path: { program_id: programId, connection_id: connectionId } };
    const body = { api_key: api_key.trim() };
    const path = "/api/v1/programs/{program_id}/connections/{connection_id}/api-key";
    const { data } = await ask(api.PUT(path, { params, body }));
    await client.invalidateQueries({ queryKey: ["program", programId] });
    if (data.was_checked) onDone();
    else setUnchecked(data.reason);
  };
  if (unchecked !== null) {
    return (
      <div className="stack" role="status">
        <Notice meaning="warn">
          The key is saved but not tested: {unchecked} If it is wrong, {name}'s deliveries fail until you replace it.
        </Notice>
        <div className="row">
          <Button onClick={onDone}>Done</Button>
        </div>
      </div>
    );
  }
  return (
    <Form action="Save API key" onSubmit={save} onCancel={onDone}>
      <p className="quiet">{whatForOf(provider)}</p>
      <TextField
        name="api_key"
        label="API key"
        hint={`${lookUpKey?.hint ?? ""} Kept encrypted.`}
        type="password"
        autoComplete="off"
        isRequired={true}
      />
    </Form>
  );
}

/** What the key changes, for a person who has to fetch one. */
export function whatForOf({ name, lookUpKey }: Provider): string {
  return lookUpKey?.isRequired === true
    ? `A delivery from ${name} only names a payment. Whence looks the payment up with this key; without a key it refuses every delivery.`
    : `${name} does not sign its deliveries. With this key Whence confirms each event at ${name} before it counts.`;
}
