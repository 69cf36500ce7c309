// Connecting a provider by its API key: the webhook endpoint is made there with the events our adapter uses, and its signing secret
// is stored. It guarantees that repeating it makes no second endpoint: ours is known there by its address, and one whose secret was
// never stored is removed and created again. No transaction waits for the provider.
// It never shows a key or a secret, and never sends a test that could count as money.
import { randomBytes } from "node:crypto";
import { adaptersByProvider } from "../../../adapters/registry.ts";
import { type RemovedConnection, removeConnection } from "../../access/connections.ts";
import type { Actor } from "../../access/permission.ts";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { isSigningSecret } from "../../core/vocabulary/signing-secret.ts";
import { webhookUrlOf } from "../../core/vocabulary/webhook-url.ts";
import { productName } from "../../core/wording/product.ts";
import type { Database } from "../../engine/postgres/database.ts";
import { bareHost, faultOfUrl } from "../../files/addresses.ts";
import {
  beginConnecting,
  type ConnectionRequest,
  finishConnecting,
  keepEndpoint,
  releaseConnecting,
  type Started,
} from "./connecting-record.ts";
import type { Asking } from "./provider-apis/ask.ts";
import { AddressNotPublic, AskDelayed, AskFailed } from "./provider-apis/ask-failed.ts";
import { type Asker, apiOf, askingOf, type Instead, promptCall } from "./provider-apis/asking.ts";
import type { Endpoint, MadeEndpoint, ProviderApi } from "./provider-apis/provider-api.ts";

/** All that is asked of a provider for one call. */
const callTimeoutMilliseconds = 30_000;
const busyRetrySeconds = 5;
const laterRetrySeconds = 10;
/** The least that all providers take. */
const ownSecretBytes = 18;

/** What was done at the provider, for programs and, in sentences, for people. */
export type AtProvider = {
  readonly endpoint: "created" | "recreated" | "updated" | "kept";
  readonly test_event: "sent" | "not_sent";
  readonly messages: string[];
};

export type Connected = { readonly connectionId: number; readonly atProvider: AtProvider };

export type ConnectingParts = {
  readonly database: Database;
  readonly secrets: Secrets;
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  readonly instead?: Instead;
};

/** `store`: of providers whose accounts have several, by id or name. */
type Wanted = Omit<ConnectionRequest, "named" | "lost"> & { readonly store: string | null };

/** Undefined when there is no such program. */
export async function connectByApiKey(
  parts: ConnectingParts,
  request: Wanted,
  actor: Actor,
): Promise<Connected | undefined> {
  const api = apiOf(request.provider);
  requirePublic(parts.baseUrl, api.name);
  const asking = askingFor(api, request, parts.instead);
  const store = await promptly(asking, async () => (await api.webhooks.findStore?.(asking, request.store)) ?? null);
  // Also what proves the key: nothing is recorded for one that is refused.
  const seen = await begin(parts, { api, asking, request, lost: null }, actor);
  // Created by another call since the list was read, or removed at the provider: a new list shows which.
  const lost = seen?.state === "unseen" ? seen.connectionId : null;
  const started = lost === null ? seen : await begin(parts, { api, asking, request, lost }, actor);
  if (started === undefined) return undefined;
  const { connectionId, state, endpoints } = started;
  const url = webhookUrlOf(parts.baseUrl, request.provider, connectionId);
  const ours = endpoints.filter((endpoint) => endpoint.url === url);
  const making = { api, asking, request, started, url, ours, store, isLost: lost !== null };
  if (state === "finished") return { connectionId, atProvider: await keep(parts, making, actor) };
  if (state === "made" || state === "resumed") return { connectionId, atProvider: await make(parts, making, actor) };
  throw new AskDelayed("Another call is connecting this provider just now.", {
    retryAfterSeconds: busyRetrySeconds,
  });
}

type Beginning = Pick<Making, "api" | "asking" | "request"> & Pick<ConnectionRequest, "lost">;

async function begin(parts: ConnectingParts, { api, asking, request, lost }: Beginning, actor: Actor) {
  const { database, secrets, baseUrl } = parts;
  const endpoints = await promptly(asking, () => api.webhooks.list(asking));
  const prefix = webhookUrlOf(baseUrl, request.provider, "");
  const named = endpoints.flatMap(({ url }) => connectionIdOf(url, prefix));
  const started = await beginConnecting(database, secrets, { ...request, named, lost }, actor);
  return started && { ...started, endpoints };
}

type Making = {
  readonly api: ProviderApi;
  readonly asking: Asking;
  readonly request: Wanted;
  readonly started: Started;
  readonly url: string;
  readonly ours: readonly Endpoint[];
  readonly store: string | null;
  /** It had an endpoint, which is not there any more. */
  readonly isLost: boolean;
};

async function make(parts: ConnectingParts, making: Making, actor: Actor): Promise<AtProvider> {
  const { api, asking, request, started, url, ours, store } = making;
  const { connectionId } = started;
  const { programId, livemode } = request;
  const which = { programId, connectionId };
  let made: MadeEndpoint;
  try {
    made = await promptly(asking, async () => {
      for (const { id } of ours) await api.webhooks.remove(asking, id);
      const secret = randomBytes(ownSecretBytes).toString("hex");
      const description = `${productName}, program ${programId}`;
      return withSecret(api, asking, await api.webhooks.create(asking, { url, livemode, description, secret, store }));
    });
  } catch (error) {
    // What may pass is gone on with; what will not leaves nothing behind.
    if (started.state === "made" && error instanceof AskFailed && !(error instanceof AskDelayed)) {
      await removeConnection(parts.database, parts.secrets, which, actor);
    } else {
      await releaseConnecting(parts.database, connectionId);
    }
    throw error;
  }
  const isFinished = await finishConnecting(parts.database, parts.secrets, { ...which, ...made }, actor);
  if (!isFinished) {
    await promptly(asking, () => api.webhooks.remove(asking, made.id));
    throw new AskFailed(`Connection ${connectionId} was removed meanwhile, and its endpoint at ${api.name} with it.`);
  }
  const isNew = !making.isLost && ours.length === 0;
  const why = ours.length > 0 ? "the secret of the one there was never stored" : "there was none any more";
  const test = await sendTest(api, asking, livemode, made.id);
  const { events = [] } = adaptersByProvider.get(request.provider) ?? {};
  return {
    endpoint: isNew ? "created" : "recreated",
    test_event: test.isSent ? "sent" : "not_sent",
    messages: [
      `The webhook endpoint ${made.id} was made ${isNew ? "" : "again "}at ${api.name}, for ${url}${isNew ? "" : `, since ${why}`}.`,
      api.webhooks.sendsEveryEvent === true
        ? `It is sent every event; used are ${events.join(", ")}.`
        : `It is sent ${events.length} kinds of events: ${events.join(", ")}.`,
      "Its signing secret is stored, encrypted.",
      test.words,
    ],
  };
}

/** An endpoint whose deliveries cannot be proven is worse than none. */
async function withSecret({ name, webhooks }: ProviderApi, asking: Asking, made: MadeEndpoint): Promise<MadeEndpoint> {
  if (isSigningSecret(made.secret)) return made;
  await webhooks.remove(asking, made.id);
  throw new AskFailed(`${name} made a webhook endpoint and gave no signing secret for it: it was taken away again.`);
}

type Keeping = Pick<Making, "api" | "asking" | "request" | "started" | "ours" | "store">;

/** It is there: nothing is made, and what it lacks is added. */
async function keep(
  parts: ConnectingParts,
  { api, asking, request, started, ours, store }: Keeping,
  actor: Actor,
): Promise<AtProvider> {
  const { programId, apiKey, provider } = request;
  const { connectionId } = started;
  const [endpoint] = ours;
  if (endpoint === undefined) throw new Error("an endpoint that named a connection is not there");
  if (endpoint.store !== undefined && store !== null && endpoint.store !== store) {
    throw new AskFailed(
      `This API key connects store ${endpoint.store} of ${api.name} already, as connection ${connectionId}: make another API key there for store ${store}.`,
    );
  }
  await keepEndpoint(
    parts.database,
    parts.secrets,
    { programId, connectionId, endpointId: endpoint.id, apiKey },
    actor,
  );
  const wanted = adaptersByProvider.get(provider)?.events ?? [];
  const missing = endpoint.events.includes("*") ? [] : wanted.filter((event) => !endpoint.events.includes(event));
  const there = `Connection ${connectionId} has its webhook endpoint ${endpoint.id} at ${api.name} already`;
  if (missing.length === 0)
    return { endpoint: "kept", test_event: "not_sent", messages: [`${there}: nothing was made.`] };
  const added = await addEvents({ api, asking }, endpoint, missing);
  return {
    endpoint: added.isAdded ? "updated" : "kept",
    test_event: "not_sent",
    messages: [`${there}: ${added.isAdded ? "it was brought up to date" : "nothing was made"}.`, added.words],
  };
}

/** Its other event types stay. The connection is kept even if this fails. */
async function addEvents(
  { api, asking }: Pick<Making, "api" | "asking">,
  { id, events }: Endpoint,
  missing: readonly string[],
): Promise<{ readonly isAdded: boolean; readonly words: string }> {
  try {
    await promptly(asking, () => api.webhooks.setEvents(asking, id, [...events, ...missing]));
    return { isAdded: true, words: `It was not sent ${missing.join(", ")}: from now on it is.` };
  } catch (error) {
    if (!(error instanceof AskFailed)) throw error;
    const words = `It is not sent ${missing.join(", ")}, and that could not be changed: tick them at ${api.name}, or repeat this. ${error.message}`;
    return { isAdded: false, words };
  }
}

type Test = { readonly isSent: boolean; readonly words: string };

/** The connection is kept even if its test fails. */
async function sendTest({ webhooks, name }: ProviderApi, asking: Asking, livemode: boolean, id: string): Promise<Test> {
  const { test } = webhooks;
  if (test.kind === "by_hand") return { isSent: false, words: test.how };
  if (livemode) return { isSent: false, words: test.live };
  const asksForTest = { ...asking, permission: test.permission, purpose: "send a test event" };
  try {
    await promptly(asksForTest, () => test.send(asksForTest, id));
    return { isSent: true, words: `${name} sends a test event: it is among the deliveries, and counts as no sale.` };
  } catch (error) {
    if (!(error instanceof AskFailed)) throw error;
    return { isSent: false, words: `No test event was sent. ${error.message}` };
  }
}

export type TakenAway = { readonly endpoint: "removed" | "left"; readonly message: string };

/** Null where nothing was made there by an API key. What could not be taken away is named: the connection is gone all the same. */
export async function takeEndpointAway(
  { secrets, baseUrl, instead }: Omit<ConnectingParts, "database">,
  connectionId: number,
  { provider, livemode, account }: RemovedConnection,
): Promise<TakenAway | null> {
  if (account === null || (account.endpointId === null && !account.isConnecting)) return null;
  const { endpointId, apiKeyEncrypted } = account;
  const url = webhookUrlOf(baseUrl, provider, connectionId);
  const { name, webhooks } = apiOf(provider);
  try {
    const apiKey = secrets.decrypt(placeIn("provider_account", connectionId), apiKeyEncrypted);
    const asking = askingFor(apiOf(provider), { provider, livemode, apiKey }, instead);
    await promptly(asking, async () => {
      if (endpointId !== null) return webhooks.remove(asking, endpointId);
      for (const { id, url: of } of await webhooks.list(asking)) if (of === url) await webhooks.remove(asking, id);
    });
    return { endpoint: "removed", message: `Its webhook endpoint at ${name} was taken away.` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const which = endpointId ?? url;
    return {
      endpoint: "left",
      message: `Its webhook endpoint at ${name} is still there: remove ${which} by hand. ${why}`,
    };
  }
}

function askingFor({ webhooks }: ProviderApi, asker: Asker, instead: Instead = {}): Asking {
  const stop = AbortSignal.timeout(callTimeoutMilliseconds);
  const { permission } = webhooks;
  return askingOf(asker, { permission, purpose: "manage webhook endpoints", patience: promptCall, stop, instead });
}

/** What takes too long in all may be repeated, as what takes too long once. */
async function promptly<Answer>({ name, stop }: Asking, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!stop.aborted || error instanceof AskFailed) throw error;
    throw new AskDelayed(`${name} did not answer in time.`, { cause: error, retryAfterSeconds: laterRetrySeconds });
  }
}

function connectionIdOf(url: string, prefix: string): number[] {
  const [, id] = url.startsWith(prefix) ? (/^([1-9]\d{0,15})$/.exec(url.slice(prefix.length)) ?? []) : [];
  return id === undefined ? [] : [Number(id)];
}

/** Names that only resolve inside a private network. */
const ownNames = /^(?:[^.]+|.+\.(?:local|lan|internal|home|localdomain|test))$/;

function requirePublic(baseUrl: string, name: string): void {
  const isPublic =
    faultOfUrl(baseUrl, { schemes: ["https"], addresses: "public" }) === null &&
    (!ownNames.test(bareHost(new URL(baseUrl))) || bareHost(new URL(baseUrl)).includes(":"));
  if (isPublic) return;
  throw new AddressNotPublic(
    `${name} cannot reach ${baseUrl}: webhooks come from outside, by https. Set SVC_BASE_URL to the public address of this service. On a machine of your own, open a tunnel to it (cloudflared, ngrok) and set SVC_BASE_URL to the tunnel's address.`,
  );
}
