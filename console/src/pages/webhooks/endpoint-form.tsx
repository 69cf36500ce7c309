// Making an endpoint and changing it: a receiver of webhooks, or a broker with the credentials that it asks for. These go in and are never
// shown.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, ask } from "../../api/client.ts";
import { checkAddress, checkNatsAddress } from "../../checks.ts";
import { Form, LongTextField, SelectField, TextField, type Values } from "../../components/form.tsx";
import { pathOf } from "../../paths.ts";
import { say } from "../../texts/connections/webhooks.ts";
import type { Endpoint } from "./endpoint-query.ts";

type OwnKind = "webhook" | "nats" | "sqs";

const kinds: readonly { readonly value: OwnKind; readonly label: string }[] = [
  { value: "webhook", label: say("webhookByHttps") },
  { value: "nats", label: say("natsJetStream") },
  { value: "sqs", label: say("amazonSqs") },
];
const payloads = [
  { value: "full", label: say("fullTheSaleTheCommissionThe") },
  { value: "thin", label: say("thinIdsOnlyYourSystemFetches") },
];

type NewEndpointProps = { readonly programId: number; readonly onDone: () => void };

export function NewEndpoint({ programId, onDone }: NewEndpointProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [onceKey] = useState(() => crypto.randomUUID());
  const [kind, setKind] = useState<OwnKind>("webhook");
  const add = async (values: Values) => {
    const { url = "", description = "" } = values;
    const { data } = await ask(
      api.POST("/api/v1/programs/{program_id}/endpoints", {
        params: { path: { program_id: programId }, header: { "Idempotency-Key": onceKey } },
        body: {
          ...{ url: url.trim(), kind, payload: payloadIn(values), ...credentialsIn(values) },
          ...(description.trim() === "" ? {} : { description: description.trim() }),
        },
      }),
    );
    await client.invalidateQueries({ queryKey: ["program", programId] });
    await navigate({ to: pathOf(programId, "webhooks", data.endpoint_id) });
  };
  return (
    <Form action={say("addEndpoint")} onCancel={onDone} onSubmit={add}>
      <SelectField
        name="kind"
        label={say("kind")}
        choices={kinds}
        onChange={(chosen) => setKind(kinds.find(({ value }) => value === chosen)?.value ?? "webhook")}
      />
      <Address kind={kind} />
      <CredentialsOf kind={kind} isRequired={kind === "sqs"} hint={hintOf(kind)} />
      <TextField name="description" label={say("description")} hint={say("optional")} />
      <SelectField name="payload" label={say("payload")} choices={payloads} />
    </Form>
  );
}

type EditEndpointProps = NewEndpointProps & { readonly endpoint: Endpoint };

export function EditEndpoint({ programId, endpoint, onDone }: EditEndpointProps) {
  const client = useQueryClient();
  const { endpoint_id, kind, url, description, payload, has_credentials } = endpoint;
  const change = async (values: Values) => {
    const text = (values.description ?? "").trim();
    await ask(
      api.PATCH("/api/v1/programs/{program_id}/endpoints/{endpoint_id}", {
        params: { path: { program_id: programId, endpoint_id } },
        body: {
          ...{ url: (values.url ?? "").trim(), description: text === "" ? null : text },
          ...{ payload: payloadIn(values), ...credentialsIn(values) },
        },
      }),
    );
    await client.invalidateQueries({ queryKey: ["program", programId] });
    onDone();
  };
  const hint = has_credentials ? say("leaveEmptyToKeepThemAnotherServer") : hintOf(kind);
  return (
    <Form action={say("save")} onCancel={onDone} onSubmit={change}>
      <Address kind={kind} url={url} />
      <CredentialsOf kind={kind} isRequired={false} hint={hint} />
      <TextField
        name="description"
        label={say("description")}
        hint={say("optional")}
        defaultValue={description ?? ""}
      />
      <SelectField name="payload" label={say("payload")} choices={payloads} defaultValue={payload} />
    </Form>
  );
}

type AddressProps = { readonly kind: Endpoint["kind"]; readonly url?: string };

/** A postback's holds placeholders: the service judges it. */
function Address({ kind, url }: AddressProps) {
  const field = { name: "url", isRequired: true, ...(url === undefined ? {} : { defaultValue: url }) };
  switch (kind) {
    case "nats":
      return (
        <TextField
          key={kind}
          {...field}
          label={say("serverAndSubject")}
          hint={say("aStreamMustTakeTheSubject")}
          placeholder={say("tlsNatsShopExampleSales")}
          check={checkNatsAddress}
        />
      );
    case "sqs":
      return (
        <TextField
          key={kind}
          {...field}
          label={say("queueUrl")}
          hint={say("aFifoQueue")}
          placeholder={say("httpsSqsSalesFifo")}
          check={checkAddress}
        />
      );
    case "webhook":
    case "postback_get":
    case "postback_post":
      return (
        <TextField
          key={kind}
          {...field}
          label={say("address")}
          placeholder={say("httpsShopExampleWebhooksSvc")}
          check={checkAddress}
        />
      );
  }
}

type CredentialsProps = {
  readonly kind: Endpoint["kind"];
  readonly isRequired: boolean;
  readonly hint: string;
};

/** Those of NATS may be a file of several lines. */
function CredentialsOf({ kind, isRequired, hint }: CredentialsProps) {
  const field = { name: "credentials", label: say("credentials"), isRequired, hint };
  if (kind === "nats") return <LongTextField {...field} rows={3} />;
  return kind === "sqs" ? <TextField {...field} type="password" autoComplete="off" /> : null;
}

function hintOf(kind: Endpoint["kind"]): string {
  return kind === "sqs" ? say("theAccessKeysIdAColon") : say("userPasswordATokenAnNkeySeed");
}

function payloadIn({ payload }: Values): "full" | "thin" {
  return payload === "thin" ? "thin" : "full";
}

function credentialsIn({ credentials = "" }: Values): { credentials?: string } {
  return credentials.trim() === "" ? {} : { credentials };
}
