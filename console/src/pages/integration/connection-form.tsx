// Connects a provider: by its API key, with which the webhook is made there, or by the signing secret of one that was made by hand.
// Neither is shown again.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Form, SelectField, TextField, type Values } from "../../components/form.tsx";
import { providers } from "./providers.ts";

type ConnectionFormProps = { readonly programId: number; readonly onDone: () => void };

type Way = "api_key" | "signing_secret";

export function ConnectionForm({ programId, onDone }: ConnectionFormProps) {
  const client = useQueryClient();
  const [id, setId] = useState("stripe");
  const [way, setWay] = useState<Way>("api_key");
  const [said, setSaid] = useState<readonly string[] | null>(null);
  const [onceKey] = useState(() => crypto.randomUUID());
  const provider = providers.find((each) => each.id === id);
  const isByKey = provider?.apiKey !== undefined && way === "api_key";
  const connect = async ({ livemode, api_key = "", signing_secret = "", store = "" }: Values) => {
    if (provider === undefined) return;
    const meant = store.trim() === "" ? {} : { store: store.trim() };
    const given = isByKey ? { api_key: api_key.trim(), ...meant } : { signing_secret: signing_secret.trim() };
    const { data } = await ask(
      api.POST("/api/v1/programs/{program_id}/connections", {
        params: { path: { program_id: programId }, header: { "Idempotency-Key": onceKey } },
        body: { provider: provider.id, livemode: livemode === "live", ...given },
      }),
    );
    await client.invalidateQueries({ queryKey: ["program", programId] });
    if (data.at_provider === null) onDone();
    else setSaid(data.at_provider.said);
  };
  if (said !== null) return <WhatWasDone said={said} onDone={onDone} />;
  return (
    <Form action="Connect" onSubmit={connect} onCancel={onDone}>
      <SelectField
        name="provider"
        label="Provider"
        choices={providers.map((each) => ({ value: each.id, label: each.name }))}
        value={id}
        onChange={setId}
      />
      {provider?.apiKey === undefined ? null : (
        <SelectField
          name="way"
          label="Connect by"
          choices={[
            { value: "api_key", label: "API key: the webhook is made for you" },
            { value: "signing_secret", label: "Signing secret of a webhook you made" },
          ]}
          value={way}
          onChange={(value) => setWay(value === "api_key" ? "api_key" : "signing_secret")}
        />
      )}
      {isByKey ? null : <p className="quiet">{provider?.where}</p>}
      <TextField
        key={isByKey ? "api_key" : "signing_secret"}
        name={isByKey ? "api_key" : "signing_secret"}
        label={isByKey ? "API key" : (provider?.secretLabel ?? "Secret")}
        hint={isByKey ? `${provider?.apiKey} Kept encrypted.` : provider?.secretHint}
        type="password"
        autoComplete="off"
        isRequired={true}
      />
      {isByKey && provider?.hasStores === true ? (
        <TextField name="store" label="Store" hint="Its name or id, where your account has several." />
      ) : null}
      <SelectField
        name="livemode"
        label="Mode"
        hint="Deliveries of the other mode are kept, and make no money."
        choices={[
          { value: "live", label: "Live" },
          { value: "test", label: "Test" },
        ]}
      />
    </Form>
  );
}

type WhatWasDoneProps = { readonly said: readonly string[]; readonly onDone: () => void };

function WhatWasDone({ said, onDone }: WhatWasDoneProps) {
  return (
    <div className="stack" role="status">
      {said.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div className="row">
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}
