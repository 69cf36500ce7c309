// Actions on a connection: add a secret next to the old one, then keep only the new one; set the API key for lookups; pause, resume,
// remove.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { Form, TextField } from "../../components/form.tsx";
import { LookUpKeyForm } from "./look-up-key-form.tsx";
import { providerNamed, providers } from "./providers.ts";

type ConnectionActionsProps = { readonly programId: number; readonly connection: Schemas["Connection"] };

type Asked = "rotate" | "api_key" | "finish" | "status" | "remove";

export function ConnectionActions({ programId, connection }: ConnectionActionsProps) {
  const { connection_id, provider, status, secret_count, has_api_key } = connection;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  const client = useQueryClient();
  const close = () => setAsked(null);
  const params = { path: { program_id: programId, connection_id } };
  const changed = () => client.invalidateQueries({ queryKey: ["program", programId] });
  const update = (body: { signing_secret?: string; keep_newest_secret?: true; status?: "active" | "disabled" }) =>
    ask(api.PATCH("/api/v1/programs/{program_id}/connections/{connection_id}", { params, body })).then(changed);
  /** What could not be taken away at the provider is said before the connection is gone from here. */
  const remove = async () => {
    const path = "/api/v1/programs/{program_id}/connections/{connection_id}";
    const { data } = await ask(api.DELETE(path, { params }));
    if (data.at_provider?.endpoint === "left") setLeft(data.at_provider.message);
    else await changed();
  };
  const name = providerNamed(provider);
  const lookedUp = providers.find(({ id, lookUpKey }) => id === provider && lookUpKey !== undefined);
  const isActive = status === "active";
  return (
    <div className="row">
      {secret_count > 1 ? (
        <Button onClick={() => setAsked("finish")}>Drop the old secret</Button>
      ) : (
        <Button onClick={() => setAsked("rotate")}>Rotate secret</Button>
      )}
      {lookedUp === undefined ? null : (
        <Button onClick={() => setAsked("api_key")}>{has_api_key ? "Replace API key" : "Set API key"}</Button>
      )}
      <Button onClick={() => setAsked("status")}>{isActive ? "Pause" : "Resume"}</Button>
      <Button kind="quiet" onClick={() => setAsked("remove")}>
        Remove
      </Button>
      <Dialog isOpen={asked === "rotate"} onClose={close} title={`Rotate the secret of ${name}`}>
        <p className="dialog-text">Both secrets are accepted until you drop the old one: no delivery is lost.</p>
        <Form
          action="Add secret"
          onCancel={close}
          onSubmit={({ signing_secret = "" }) => update({ signing_secret: signing_secret.trim() }).then(close)}
        >
          <TextField name="signing_secret" label="New secret" type="password" isRequired={true} />
        </Form>
      </Dialog>
      {lookedUp === undefined ? null : (
        <Dialog isOpen={asked === "api_key"} onClose={close} title={`API key of ${name}`}>
          <LookUpKeyForm programId={programId} connectionId={connection_id} provider={lookedUp} onDone={close} />
        </Dialog>
      )}
      <Confirm
        isOpen={asked === "finish"}
        onClose={close}
        title={`Drop the old secret of ${name}?`}
        effect="Deliveries signed with it are refused from now on."
        action="Drop old secret"
        isDangerous={true}
        onConfirm={() => update({ keep_newest_secret: true })}
      />
      <Confirm
        isOpen={asked === "status"}
        onClose={close}
        title={isActive ? `Pause ${name}?` : `Resume ${name}?`}
        effect={
          isActive
            ? "Its deliveries are refused until you resume it; providers send them again for a while."
            : "Its deliveries count again."
        }
        action={isActive ? "Pause" : "Resume"}
        isDangerous={isActive}
        onConfirm={() => update({ status: isActive ? "disabled" : "active" })}
      />
      <Confirm
        isOpen={asked === "remove"}
        onClose={close}
        title={`Remove ${name}?`}
        effect={
          connection.provider_endpoint === null
            ? "Its URL refuses everything from now on, and its secrets are erased. Its deliveries are kept."
            : `Its URL refuses everything from now on, its secrets are erased, and its webhook at ${name} is deleted. Its deliveries are kept.`
        }
        action="Remove connection"
        isDangerous={true}
        onConfirm={remove}
      />
      <Dialog isOpen={left !== null} onClose={changed} title={`Removed here, but not at ${name}`}>
        <p className="dialog-text">{left}</p>
      </Dialog>
    </div>
  );
}
