// Connects a provider by its secret, which is never shown again.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { Form, SelectField, TextField, type Values } from "../../components/form.tsx";
import { providers } from "./providers.ts";

type ConnectionFormProps = { readonly programId: number; readonly onDone: () => void };

export function ConnectionForm({ programId, onDone }: ConnectionFormProps) {
  const client = useQueryClient();
  const [id, setId] = useState("stripe");
  const [onceKey] = useState(() => crypto.randomUUID());
  const provider = providers.find((each) => each.id === id);
  const connect = async ({ livemode, signing_secret = "" }: Values) => {
    if (provider === undefined) return;
    await ask(
      api.POST("/api/v1/programs/{program_id}/connections", {
        params: { path: { program_id: programId }, header: { "Idempotency-Key": onceKey } },
        body: { provider: provider.id, livemode: livemode === "live", signing_secret: signing_secret.trim() },
      }),
    );
    await client.invalidateQueries({ queryKey: ["program", programId] });
    onDone();
  };
  return (
    <Form action="Connect" onSubmit={connect} onCancel={onDone}>
      <SelectField
        name="provider"
        label="Provider"
        choices={providers.map((each) => ({ value: each.id, label: each.name }))}
        value={id}
        onChange={setId}
      />
      <p className="quiet">{provider?.where}</p>
      <TextField
        name="signing_secret"
        label={provider?.secretLabel ?? "Secret"}
        hint={provider?.secretHint}
        type="password"
        autoComplete="off"
        isRequired={true}
      />
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
