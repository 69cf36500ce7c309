// Actions on a connection: add a secret next to the old one, then keep only the new one; set the API key for lookups; pause, resume,
// remove.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schemas } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { Confirm, Dialog } from "../../components/dialog.tsx";
import { Form, TextField } from "../../components/form.tsx";
import { say } from "../../texts/connections/integration.ts";
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
        <Button onClick={() => setAsked("finish")}>{say("dropTheOldSecret")}</Button>
      ) : (
        <Button onClick={() => setAsked("rotate")}>{say("rotateSecret")}</Button>
      )}
      {lookedUp === undefined ? null : (
        <Button onClick={() => setAsked("api_key")}>{has_api_key ? say("replaceApiKey") : say("setApiKey")}</Button>
      )}
      <Button onClick={() => setAsked("status")}>{isActive ? say("pause") : say("resume")}</Button>
      <Button kind="quiet" onClick={() => setAsked("remove")}>
        {say("remove")}
      </Button>
      <Dialog isOpen={asked === "rotate"} onClose={close} title={say("rotateTheSecretOfName", { name })}>
        <p className="dialog-text">{say("bothSecretsAreAcceptedUntilYou")}</p>
        <Form
          action={say("addSecret")}
          onCancel={close}
          onSubmit={({ signing_secret = "" }) => update({ signing_secret: signing_secret.trim() }).then(close)}
        >
          <TextField name="signing_secret" label={say("newSecret")} type="password" isRequired={true} />
        </Form>
      </Dialog>
      {lookedUp === undefined ? null : (
        <Dialog isOpen={asked === "api_key"} onClose={close} title={say("apiKeyOfName", { name })}>
          <LookUpKeyForm programId={programId} connectionId={connection_id} provider={lookedUp} onDone={close} />
        </Dialog>
      )}
      <Confirm
        isOpen={asked === "finish"}
        onClose={close}
        title={say("dropTheOldSecretOfName", { name })}
        effect={say("deliveriesSignedWithItAreRefused")}
        action={say("dropOldSecret")}
        isDangerous={true}
        onConfirm={() => update({ keep_newest_secret: true })}
      />
      <Confirm
        isOpen={asked === "status"}
        onClose={close}
        title={isActive ? say("pauseName", { name }) : say("resumeName", { name })}
        effect={isActive ? say("itsDeliveriesAreRefusedUntilYou") : say("itsDeliveriesCountAgain")}
        action={isActive ? say("pause") : say("resume")}
        isDangerous={isActive}
        onConfirm={() => update({ status: isActive ? "disabled" : "active" })}
      />
      <Confirm
        isOpen={asked === "remove"}
        onClose={close}
        title={say("removeName", { name })}
        effect={
          connection.provider_endpoint === null
            ? say("itsUrlRefusesEverythingFromNow")
            : say("itsUrlRefusesEverythingFromNowOn", { name })
        }
        action={say("removeConnection")}
        isDangerous={true}
        onConfirm={remove}
      />
      <Dialog isOpen={left !== null} onClose={changed} title={say("removedHereButNotAtName", { name })}>
        <p className="dialog-text">{left}</p>
      </Dialog>
    </div>
  );
}
