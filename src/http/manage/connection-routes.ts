// The provider connections of a program over HTTP, for owners. Secrets go in and never come out: answers only count them.
// While one secret replaces another both are valid: `signing_secret` adds the new one, `keep_newest_secret` ends the old one.

import type { Request, RequestHandler } from "express";
import { z } from "zod";
import type { ConnectionChange } from "../../access/connections.ts";
import { type ClientReference, clientReferences } from "../../core/facts.ts";
import { connectableProviders, providersWithClientReference } from "../../core/providers.ts";
import { isSigningSecret, secretsPerConnectionMax, signingSecretRule } from "../../core/signing-secret.ts";
import { webhookUrlOf } from "../../core/webhook-url.ts";
import { Refusal, refuseFields } from "../../operations/refusal.ts";
import { type ConnectionLine, findConnectionLine, listConnections } from "../../queries/connections.ts";
import { sendJson } from "../send.ts";
import type { AccountCaller } from "./callers.ts";
import { oneOf, pathId, readJson } from "./fields.ts";
import { listRoute } from "./list-route.ts";
import { createOnce, onlyId } from "./once-route.ts";
import type { ManageParts } from "./parts.ts";

const secret = z.string().refine(isSigningSecret, signingSecretRule);
const secretList = z.array(secret).min(1).max(secretsPerConnectionMax);

const clientReference = oneOf(clientReferences);

const newConnectionSchema = z.strictObject({
  provider: z.enum(connectableProviders),
  livemode: z.boolean().default(true),
  signing_secret: secret.optional(),
  signing_secrets: secretList.optional(),
  client_reference: clientReference.nullable().optional(),
});

const connectionChangeSchema = z.strictObject({
  status: oneOf(["active", "disabled"]).optional(),
  livemode: z.boolean().optional(),
  client_reference: clientReference.nullable().optional(),
  signing_secret: secret.optional(),
  signing_secrets: secretList.optional(),
  keep_newest_secret: z.literal(true).optional(),
});

export function addConnectionRoute(parts: ManageParts): RequestHandler {
  const { callers, management, bodyBytesMax } = parts;
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const programId = pathId(request.params.programId);
    const { provider, livemode, ...given } = await readJson(request, bodyBytesMax, newConnectionSchema);
    const secrets = given.signing_secrets ?? (given.signing_secret === undefined ? [] : [given.signing_secret]);
    if (secrets.length === 0 || (given.signing_secret !== undefined && given.signing_secrets !== undefined)) {
      throw refuseFields([{ field: "signing_secret", message: "or signing_secrets is required, and not both." }]);
    }
    const clientReference = given.client_reference ?? null;
    requireClientReferenceOf(provider, clientReference);
    const connection = { provider, livemode, secrets, clientReference };
    await createOnce(parts, request, response, {
      caller,
      body: connection,
      make: (once) => management.addConnection(caller, programId, connection, once),
      madeBefore: onlyId,
      answer: async (connectionId) => ({ data: await readConnection(parts, caller, programId, connectionId) }),
    });
  };
}

export function listConnectionsRoute(parts: ManageParts): RequestHandler {
  return listRoute(parts, {
    name: "connections",
    right: "owner",
    filters: {},
    columns: {
      connection_id: true,
      provider: true,
      livemode: true,
      status: true,
      client_reference: true,
      secret_count: true,
      webhook_url: true,
      has_api_key: true,
      reconciled_until: true,
      reconcile_fault: true,
      created_at: true,
    },
    read: async (db, programId, page) => {
      const { data, next } = await listConnections(db, programId, page);
      return { data: data.map((connection) => connectionAnswer(parts, connection)), next };
    },
  });
}

export function readConnectionRoute(parts: ManageParts): RequestHandler {
  return async (request, response) => {
    const caller = await parts.callers.account(request, response);
    const { programId, connectionId } = pathOf(request.params);
    sendJson(response, 200, { data: await readConnection(parts, caller, programId, connectionId) });
  };
}

export function changeConnectionRoute(parts: ManageParts): RequestHandler {
  const { callers, management, bodyBytesMax } = parts;
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const { programId, connectionId } = pathOf(request.params);
    const given = await readJson(request, bodyBytesMax, connectionChangeSchema);
    const { status = null, livemode = null } = given;
    const { client_reference: clientReference } = given;
    const secrets = secretsChangeOf(given);
    if (status === null && livemode === null && secrets === null && clientReference === undefined) {
      throw new Refusal("invalid_request", "Send at least one field that is to change.");
    }
    if (clientReference !== undefined) {
      const { provider } = await readConnection(parts, caller, programId, connectionId);
      requireClientReferenceOf(provider, clientReference);
    }
    const references = clientReference === undefined ? {} : { clientReference };
    await management.changeConnection(caller, { programId, connectionId, status, livemode, secrets, ...references });
    sendJson(response, 200, { data: await readConnection(parts, caller, programId, connectionId) });
  };
}

export function removeConnectionRoute(parts: ManageParts): RequestHandler {
  const { callers, management } = parts;
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const { programId, connectionId } = pathOf(request.params);
    const removed = await readConnection(parts, caller, programId, connectionId);
    await management.removeConnection(caller, programId, connectionId);
    sendJson(response, 200, { data: { ...removed, status: "removed", secret_count: 0 } });
  };
}

/** Only some providers' checkouts take a reference: setting its meaning for another would do nothing. */
function requireClientReferenceOf(provider: string, clientReference: ClientReference | null): void {
  if (clientReference === null || providersWithClientReference.includes(provider)) return;
  const message = `is not known of ${provider}: only ${providersWithClientReference.join(", ")} has one.`;
  throw refuseFields([{ field: "client_reference", message }]);
}

function secretsChangeOf(given: z.output<typeof connectionChangeSchema>): ConnectionChange["secrets"] {
  const { signing_secret: added, signing_secrets: all, keep_newest_secret: keepsNewest } = given;
  if ([added, all, keepsNewest].filter((one) => one !== undefined).length > 1) {
    const message = "goes neither with signing_secrets nor with keep_newest_secret, nor they with each other.";
    throw refuseFields([{ field: "signing_secret", message }]);
  }
  if (all !== undefined) return { kind: "replace", secrets: all };
  if (added !== undefined) return { kind: "rotate", secret: added };
  return keepsNewest === undefined ? null : { kind: "keep_newest" };
}

async function readConnection(parts: ManageParts, caller: AccountCaller, programId: number, connectionId: number) {
  const connection = await parts.reads.ofProgram(caller, programId, "owner", (db) =>
    findConnectionLine(db, programId, connectionId),
  );
  if (connection === undefined) {
    throw new Refusal("not_found", `Program ${programId} has no connection ${connectionId}.`);
  }
  return connectionAnswer(parts, connection);
}

function connectionAnswer({ baseUrl }: ManageParts, connection: ConnectionLine) {
  return { ...connection, webhook_url: webhookUrlOf(baseUrl, connection.provider, connection.connection_id) };
}

function pathOf(params: Request["params"]) {
  return { programId: pathId(params.programId), connectionId: pathId(params.connectionId) };
}
