// Connects a provider: by its API key, which creates the webhook there, or by the signing secret of a webhook created manually. Neither is
// shown again. If the provider's deliveries are looked up, the form asks for that API key next.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask, serviceAddress } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Form, SelectField, TextField, type Values } from "../../components/form.tsx";
import { rich, say } from "../../texts/connections/integration.ts";
import { LookUpKeyForm } from "./look-up-key-form.tsx";
import { type Provider, providers } from "./providers.ts";

type ConnectionFormProps = { readonly programId: number; readonly onDone: () => void };

type Way = "api_key" | "signing_secret";

export function ConnectionForm({ programId, onDone }: ConnectionFormProps) {
  const client = useQueryClient();
  const [id, setId] = useState("stripe");
  const [way, setWay] = useState<Way>("api_key");
  const [messages, setMessages] = useState<readonly string[] | null>(null);
  const [keyless, setKeyless] = useState<{ readonly provider: Provider; readonly connectionId: number } | null>(null);
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
    if (data.at_provider !== null) setMessages(data.at_provider.messages);
    else if (provider.lookUpKey !== undefined) setKeyless({ provider, connectionId: data.connection_id });
    else onDone();
  };
  if (keyless !== null) return <LookUpKeyForm programId={programId} {...keyless} onDone={onDone} />;
  if (messages !== null) return <WhatWasDone messages={messages} onDone={onDone} />;
  return (
    <Form action={say("connect")} onSubmit={connect} onCancel={onDone}>
      <SelectField
        name="provider"
        label={say("provider")}
        choices={providers.map((each) => ({ value: each.id, label: each.name }))}
        value={id}
        onChange={setId}
      />
      {provider?.apiKey === undefined ? null : (
        <SelectField
          name="way"
          label={say("connectWith")}
          choices={[
            { value: "api_key", label: say("apiKeyTheWebhookIsCreated") },
            { value: "signing_secret", label: say("signingSecretOfYourOwnWebhook") },
          ]}
          value={way}
          onChange={(value) => setWay(value === "api_key" ? "api_key" : "signing_secret")}
        />
      )}
      {isByKey ? <WhatWillBeMade provider={provider} /> : <p className="quiet">{provider?.where}</p>}
      <TextField
        key={isByKey ? "api_key" : "signing_secret"}
        name={isByKey ? "api_key" : "signing_secret"}
        label={isByKey ? say("apiKey") : (provider?.secretLabel ?? say("secret"))}
        hint={isByKey ? say("apiKeyKeptEncrypted", { apiKey: provider?.apiKey }) : provider?.secretHint}
        type="password"
        autoComplete="off"
        isRequired={true}
      />
      {isByKey && provider?.hasStores === true ? (
        <TextField name="store" label={say("store")} hint={say("itsNameOrIdIfYour")} />
      ) : null}
      <SelectField
        name="livemode"
        label={say("mode")}
        hint={say("deliveriesOfTheOtherModeAre")}
        choices={[
          { value: "live", label: say("live") },
          { value: "test", label: say("test") },
        ]}
      />
    </Form>
  );
}

/** Shown before anything is created with an API key. */
function WhatWillBeMade({ provider: { id, name, events } }: { readonly provider: Provider }) {
  return (
    <section className="notice notice-info will-be-made" aria-label={say("whatWillBeCreated")}>
      <p>{rich("withTheKeyWhenceCreatesOne", { name, value: <code>{`${serviceAddress}/webhooks/${id}/…`}</code> })}</p>
      <ul className="codes">
        {events.map((event) => (
          <li key={event}>
            <code>{event}</code>
          </li>
        ))}
      </ul>
      <p>{say("itReplacesAnEarlierWebhookOf")}</p>
    </section>
  );
}

type WhatWasDoneProps = { readonly messages: readonly string[]; readonly onDone: () => void };

function WhatWasDone({ messages, onDone }: WhatWasDoneProps) {
  return (
    <div className="stack" role="status">
      {messages.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div className="row">
        <Button onClick={onDone}>{say("done")}</Button>
      </div>
    </div>
  );
}
