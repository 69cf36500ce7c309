// Sets the API key with which a connection's deliveries are looked up at the provider. The key is never shown again.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Form, TextField } from "../../components/form.tsx";
import { Notice } from "../../components/notice.tsx";
import { say } from "../../texts/connections/integration.ts";
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
        <Notice meaning="warn">{say("theKeyIsSavedButNot", { unchecked, name })}</Notice>
        <div className="row">
          <Button onClick={onDone}>{say("done")}</Button>
        </div>
      </div>
    );
  }
  return (
    <Form action={say("saveApiKey")} onSubmit={save} onCancel={onDone}>
      <p className="quiet">{whatForOf(provider)}</p>
      <TextField
        name="api_key"
        label={say("apiKey")}
        hint={say("hintKeptEncrypted", { hint: lookUpKey?.hint ?? "" })}
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
    ? say("aDeliveryFromNameOnlyNames", { name })
    : say("nameDoesNotSignItsDeliveries", { name });
}
