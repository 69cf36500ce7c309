// The provider connections of a program, for owners. Secrets go in and never come out: answers only count them.
// While one secret replaces another both are valid: `signing_secret` adds the new one, `keep_newest_secret` ends the old one.
import { z } from "zod";
import { connectableProviders, providersByApiKey } from "../../../adapters/names.ts";
import { addConnection, type ConnectionChange, changeConnection, removeConnection } from "../../access/connections.ts";
import { clientReferences } from "../../core/vocabulary/facts.ts";
import { id, oneOf, rule, words } from "../../core/vocabulary/fields.ts";
import { isSigningSecret, secretsPerConnectionMax, signingSecretRule } from "../../core/vocabulary/signing-secret.ts";
import { webhookUrlOf } from "../../core/vocabulary/webhook-url.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import {
  answerOf,
  type Call,
  defineCreation,
  defineOperation,
  inProgram,
  type Operation,
  onlyId,
  programId,
} from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { requireApiOf, requireClientReferenceOf, requireStoresOf } from "./input.ts";
import { apiKey } from "./keys-operations.ts";
import { type ConnectionLine, connectionLine, findConnectionLine, listConnections } from "./list.ts";

const connection_id = id("The connection");
const secret = z
  .string(rule(signingSecretRule))
  .refine(isSigningSecret, rule(signingSecretRule))
  .meta({ description: "The provider's signing secret; never shown again" });
const client_reference = oneOf(clientReferences, "A kind of reference").nullable().optional().meta({
  description: "What Stripe's client_reference_id holds, for Payment Links and buy buttons; null if it is not read",
});

const connectionRow = connectionLine.extend({
  webhook_url: words("Where the provider sends its webhooks"),
});
const connection = answerOf(connectionRow);

const sentence = words("A sentence for people");
const atProvider = z
  .strictObject({
    endpoint: oneOf(["created", "recreated", "updated", "kept"], "The webhook endpoint there").meta({
      description:
        "Of the webhook endpoint there; recreated where its secret had never been stored, updated where events were added to it",
    }),
    test_event: oneOf(["sent", "not_sent"], "A test event").meta({ description: "Whether the provider sends a test" }),
    messages: z.array(sentence).meta({ description: "What was done, in sentences for people" }),
  })
  .nullable()
  .meta({ description: "What was done at the provider; null where it was connected by its signing secret" });
const takenAway = z
  .strictObject({
    endpoint: oneOf(["removed", "left"], "The webhook endpoint there").meta({
      description: "Of the webhook endpoint there; left where it could not be taken away",
    }),
    message: sentence,
  })
  .nullable()
  .meta({ description: "What was done at the provider; null where nothing had been made there by API key" });
type Connection = z.output<typeof connectionRow>;

const path = "/programs/:program_id/connections";
const storeCharactersMax = 200;

const changeShape = {
  status: oneOf(["active", "disabled"], "A disabled connection takes no deliveries").optional(),
  livemode: z
    .boolean()
    .optional()
    .meta({
      description: "Deliveries in test mode are flagged and never become sales",
      flag: { name: "mode", values: { live: true, test: false } },
    }),
  client_reference,
  signing_secret: secret.optional().meta({ description: "A new secret next to the newest one" }),
  signing_secrets: z
    .array(secret)
    .min(1)
    .max(secretsPerConnectionMax)
    .optional()
    .meta({ description: "All secrets that are valid from now on" }),
  keep_newest_secret: z
    .literal(true)
    .optional()
    .meta({ description: "Only the newest secret stays valid", flag: { alone: true } }),
};
const changeSchema = z.object(changeShape);
type Change = z.output<typeof changeSchema>;

export const operations: readonly Operation[] = [
  defineCreation({
    name: "connections.add",
    description: `By its signing secret: the answer's webhook_url is what the provider must be given; at most ${secretsPerConnectionMax} secrets, while one replaces the other. Or by api_key (${providersByApiKey.join(", ")}): the webhook endpoint is made at the provider, and at_provider says what was done. Such a call is safe to repeat as it is: no second endpoint is made.`,
    access: inProgram("settings"),
    http: {
      method: "post",
      path,
      status: 201,
      example: { provider: "stripe", signing_secret: "whsec_example" },
    },
    errors: ["idempotency_key_reused", "provider_refused", "address_not_public"],
    input: {
      program_id: programId,
      provider: oneOf(connectableProviders, "The payment provider"),
      livemode: z.boolean().default(true).meta({ description: "False: its deliveries are tests, never sales" }),
      signing_secret: secret.optional(),
      signing_secrets: z
        .array(secret)
        .min(1)
        .max(secretsPerConnectionMax)
        .optional()
        .meta({ description: "In place of signing_secret, while one replaces the other" }),
      api_key: apiKey.optional().meta({
        description: "In place of signing_secret: the webhook endpoint is made at the provider; never shown again",
      }),
      store: words("The store, by its id or name").max(storeCharactersMax).optional().meta({
        description: "With api_key, for Lemon Squeezy accounts with several stores: its id or name",
      }),
      client_reference,
    },
    output: answerOf(connectionRow.extend({ at_provider: atProvider })),
    make: async (call, { program_id, provider, livemode, ...given }, once) => {
      const { database, secrets, actor } = call;
      const clientReference = given.client_reference ?? null;
      requireClientReferenceOf(provider, clientReference);
      if (given.api_key !== undefined) {
        if (given.signing_secret !== undefined || given.signing_secrets !== undefined) {
          throw refuseFields([{ field: "api_key", message: "brings the signing secret with it: leave that out." }]);
        }
        requireApiOf(provider);
        requireStoresOf(provider, given.store);
        // A provider is not called for a program that the caller may not change.
        await call.reads.ofProgram(actor, program_id, "settings", async () => undefined);
        const { connectByApiKey } = await import("./connecting.ts");
        const request = {
          programId: program_id,
          provider,
          livemode,
          clientReference,
          apiKey: given.api_key,
          store: given.store ?? null,
        };
        const connected = await connectByApiKey(call, request, actor);
        if (connected === undefined) return noProgram(program_id);
        call.forgetConnection(connected.connectionId);
        return connected;
      }
      if (given.store !== undefined) throw refuseFields([{ field: "store", message: "goes with api_key alone." }]);
      const all = given.signing_secrets ?? (given.signing_secret === undefined ? [] : [given.signing_secret]);
      if (all.length === 0 || (given.signing_secret !== undefined && given.signing_secrets !== undefined)) {
        const message = "or signing_secrets is required, and not both; or api_key in their place.";
        throw refuseFields([{ field: "signing_secret", message }]);
      }
      const added = { programId: program_id, provider, livemode, secrets: all, clientReference };
      const connectionId = await addConnection(database, secrets, added, actor, once);
      return { connectionId: connectionId ?? noProgram(program_id), atProvider: null };
    },
    madeBefore: (ids) => ({ connectionId: onlyId(ids), atProvider: null }),
    answer: async (call, { connectionId, atProvider }, { program_id }) => ({
      data: { ...(await readConnection(call, program_id, connectionId)), at_provider: atProvider },
    }),
  }),
  defineOperation({
    name: "connections.update",
    description:
      "While one secret replaces another both are valid, until keep_newest_secret. Adding a secret that is there changes nothing. Running services apply it within a second.",
    access: inProgram("settings"),
    http: {
      method: "patch",
      path: `${path}/:connection_id`,
      example: { signing_secret: "whsec_another_example" },
    },
    changes: true,
    input: { program_id: programId, connection_id, ...changeShape },
    output: connection,
    run: async (call, { program_id, connection_id, ...given }) => {
      const change = await changeOf(call, program_id, connection_id, given);
      const isChanged = await changeConnection(call.database, call.secrets, change, call.actor);
      call.forgetConnection(connection_id);
      if (!isChanged) noConnection(program_id, connection_id);
      return { data: await readConnection(call, program_id, connection_id) };
    },
  }),
  defineOperation({
    name: "connections.remove",
    description:
      "Its address takes no delivery any more, and its secrets are erased. What it delivered stays. Where its webhook endpoint was made by API key it is taken away at the provider; at_provider says so, or why it is still there.",
    access: inProgram("settings"),
    http: { method: "delete", path: `${path}/:connection_id` },
    command: { example: "connections remove --program 1 --connection 1" },
    changes: true,
    input: { program_id: programId, connection_id },
    output: answerOf(connectionRow.extend({ status: z.literal("removed"), at_provider: takenAway })),
    run: async (call, { program_id, connection_id }) => {
      const removed = await readConnection(call, program_id, connection_id);
      const which = { programId: program_id, connectionId: connection_id };
      const known = await removeConnection(call.database, call.secrets, which, call.actor);
      call.forgetConnection(connection_id);
      if (known === undefined) return noConnection(program_id, connection_id);
      const { takeEndpointAway } = await import("./connecting.ts");
      const at_provider = known.account === null ? null : await takeEndpointAway(call, connection_id, known);
      const nothing = { secret_count: 0, has_api_key: false, connecting_since: null };
      return { data: { ...removed, ...nothing, status: "removed" as const, at_provider } };
    },
  }),
  defineOperation({
    name: "connections.show",
    description: "With its webhook address.",
    access: inProgram("settings"),
    http: { method: "get", path: `${path}/:connection_id` },
    command: { example: "connections show 1 --program 1", argument: "connection_id" },
    input: { program_id: programId, connection_id },
    output: connection,
    run: async (call, { program_id, connection_id }) => ({
      data: await readConnection(call, program_id, connection_id),
    }),
  }),
  defineProgramList({
    name: "connections.list",
    description: "With their webhook addresses; removed ones are not among them.",
    access: inProgram("settings"),
    http: { method: "get", path },
    row: connectionRow,
    table: [
      "connection_id",
      "provider",
      "livemode",
      "status",
      "client_reference",
      "secret_count",
      "has_api_key",
      "reconciled_until",
      "reconcile_fault",
      "provider_endpoint",
      "connecting_since",
      "webhook_url",
    ],
    filters: {},
    example: "connections list --program 1",
    read: async (db, programId, page, _, call) => {
      const { data, next } = await listConnections(db, programId, page);
      return { data: data.map((line) => withUrl(call, line)), next };
    },
  }),
];

async function changeOf(call: Call, programId: number, connectionId: number, given: Change): Promise<ConnectionChange> {
  const { status = null, livemode = null, client_reference: clientReference } = given;
  const secrets = secretsChangeOf(given);
  if (status === null && livemode === null && secrets === null && clientReference === undefined) {
    throw refuseFields([{ field: "", message: "Send at least one field that is to change." }]);
  }
  const change = { programId, connectionId, status, livemode, secrets };
  if (clientReference === undefined) return change;
  const { provider } = await readConnection(call, programId, connectionId);
  requireClientReferenceOf(provider, clientReference);
  return { ...change, clientReference };
}

function secretsChangeOf(given: Change): ConnectionChange["secrets"] {
  const { signing_secret: added, signing_secrets: all, keep_newest_secret: keepsNewest } = given;
  if ([added, all, keepsNewest].filter((one) => one !== undefined).length > 1) {
    const message = "goes neither with signing_secrets nor with keep_newest_secret, nor they with each other.";
    throw refuseFields([{ field: "signing_secret", message }]);
  }
  if (all !== undefined) return { kind: "replace", secrets: all };
  if (added !== undefined) return { kind: "rotate", secret: added };
  return keepsNewest === undefined ? null : { kind: "keep_newest" };
}

async function readConnection(call: Call, programId: number, connectionId: number): Promise<Connection> {
  const { reads, actor } = call;
  const found = await reads.ofProgram(actor, programId, "settings", (db) =>
    findConnectionLine(db, programId, connectionId),
  );
  return withUrl(call, found ?? noConnection(programId, connectionId));
}

function withUrl({ baseUrl }: Call, line: ConnectionLine): Connection {
  return { ...line, webhook_url: webhookUrlOf(baseUrl, line.provider, line.connection_id) };
}

function noProgram(programId: number): never {
  throw new Refusal("not_found", `There is no program ${programId}.`);
}

function noConnection(programId: number, connectionId: number): never {
  throw new Refusal("not_found", `Program ${programId} has no connection ${connectionId}.`);
}
