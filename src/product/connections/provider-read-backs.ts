// Asking a provider for what a delivery names, with the connection's API key, while the provider waits for our answer.
// It guarantees a bounded wait and a host of the provider's own, independent of the delivery. A fault of the provider or a key that it
// refuses is `Unavailable`: the provider delivers again, and nothing is recorded before it was asked.
import type { Connection } from "../../access/connections.ts";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { ProviderAnswer } from "../../engine/recording/read-backs.ts";
import { Unavailable } from "../../engine/recording/unavailable.ts";
import { findProviderAccount } from "./provider-accounts.ts";
import type { Asking } from "./provider-apis/ask.ts";
import { AskedForNothing, AskFailed, AskRefused } from "./provider-apis/ask-failed.ts";
import { askingOf, promptCall } from "./provider-apis/asking.ts";
import type { ReadBackApi } from "./provider-apis/read-back-api.ts";
import { readBackApis } from "./provider-apis/read-back-registry.ts";
import type { KeyCheck } from "./reconcile.ts";

/** Providers wait 5 s and longer for an answer to a delivery. */
const questionTimeoutMilliseconds = 4_000;
const checkTimeoutMilliseconds = 10_000;
const retryAfterSeconds = 60;

type Parts = { readonly database: Database; readonly secrets: Secrets };

export async function readBack(
  { database, secrets }: Parts,
  connection: Connection,
  resource: string,
): Promise<ProviderAnswer> {
  const { connectionId, provider, livemode } = connection;
  const account = await findProviderAccount(database, connectionId);
  if (account === undefined) return { kind: "no_key" };
  const apiKey = secrets.decrypt(placeIn("provider_account", connectionId), account.apiKeyEncrypted);
  const stop = AbortSignal.timeout(questionTimeoutMilliseconds);
  try {
    const api = readBackApiOf(provider);
    const documents = await api.documents(askingFor(api, { apiKey, livemode }, stop), resource);
    return { kind: "documents", documents };
  } catch (error) {
    if (error instanceof AskedForNothing) return { kind: "not_found" };
    if (!(error instanceof AskFailed || stop.aborted)) throw error;
    throw new Unavailable("The provider could not be asked for what this delivery names.", {
      cause: error,
      retryAfterSeconds,
    });
  }
}

/** Whether the provider answers this key. */
export async function checkReadBackKey(provider: string, livemode: boolean, apiKey: string): Promise<KeyCheck> {
  const stop = AbortSignal.timeout(checkTimeoutMilliseconds);
  try {
    const api = readBackApiOf(provider);
    await api.check(askingFor(api, { apiKey, livemode }, stop));
    return { kind: "accepted" };
  } catch (error) {
    if (error instanceof AskRefused) return { kind: "refused", reason: error.message };
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: "unknown", reason: stop.aborted ? "The provider did not answer in time." : reason };
  }
}

function readBackApiOf(provider: string): ReadBackApi {
  const api = readBackApis.get(provider);
  if (api === undefined) throw new Error(`${provider} has no API to read back from`);
  return api;
}

type Key = { readonly apiKey: string; readonly livemode: boolean };

function askingFor({ provider, permission }: ReadBackApi, key: Key, stop: AbortSignal): Asking {
  return askingOf({ provider, ...key }, { permission, purpose: "read payments", patience: promptCall, stop });
}
