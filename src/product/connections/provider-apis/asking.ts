// Who asks a provider, and how: the connection's key, mode and place, and the patience of the caller that waits for the answer.
import { type Asking, type Patience, type Wait, waitBetweenCalls } from "./ask.ts";
import { AskFailed, AskRefused } from "./ask-failed.ts";
import { listApis } from "./lists/list-registry.ts";
import type { KeyPlace, ProviderApi } from "./provider-api.ts";
import { readBackApis } from "./read-back-registry.ts";
import { apisByProvider } from "./registry.ts";

/** In the background, where a provider may say when to come back. */
export const patientRun: Patience = { attemptsMax: 6, timeoutMilliseconds: 60_000 };
/** While a caller waits for our answer. */
export const promptCall: Patience = { attemptsMax: 1, timeoutMilliseconds: 10_000 };

export type Asker = { readonly provider: string; readonly livemode: boolean; readonly apiKey: string };

/** Another address of the providers, another way to wait and less patience: for tests alone. */
export type Instead = { readonly baseUrl?: string; readonly wait?: Wait; readonly patience?: Patience };

export type Manner = Pick<Asking, "permission" | "purpose" | "patience" | "stop"> & { readonly instead?: Instead };

export function apiOf(provider: string): ProviderApi {
  const api = apisByProvider.get(provider);
  if (api === undefined) throw new AskFailed(`${provider} has no API that is known here.`);
  return api;
}

/** A key of the other mode is refused before it is sent. */
export function askingOf(asker: Asker, { instead = {}, ...manner }: Manner): Asking {
  const { name, baseUrl, apiKey, livemode, signingSecret = null } = placeOf(asker);
  if (livemode !== null && livemode !== asker.livemode) {
    throw new AskRefused(
      `This API key is one for ${wordsOf(livemode)}, and the connection is one for ${wordsOf(asker.livemode)}.`,
    );
  }
  const patience = instead.patience ?? manner.patience;
  const wait = instead.wait ?? waitBetweenCalls;
  return { name, baseUrl: instead.baseUrl ?? baseUrl, apiKey, signingSecret, ...manner, patience, wait };
}

/** Always a host of the provider's, for any key. */
function placeOf({ provider, livemode, apiKey }: Asker): KeyPlace & { readonly name: string } {
  const api = readBackApis.get(provider) ?? listApis.get(provider) ?? apiOf(provider);
  const place = api.placeOf(apiKey, livemode);
  if (place === null) throw new AskRefused(`An API key for ${api.name} is to be given as ${api.keyForm ?? "it is"}.`);
  return { name: api.name, ...place };
}

function wordsOf(livemode: boolean): string {
  return livemode ? "live payments" : "tests";
}
