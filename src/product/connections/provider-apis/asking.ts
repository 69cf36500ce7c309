// Who asks a provider, and how: the connection's key and mode, and the patience of whoever waits for the answer.
import { type Asking, type Patience, type Wait, waitBetweenCalls } from "./ask.ts";
import { AskFailed, AskRefused } from "./ask-failed.ts";
import type { ProviderApi } from "./provider-api.ts";
import { apisByProvider } from "./registry.ts";

/** In the background, where a provider may say when to come back. */
export const patientRun: Patience = { attemptsMax: 6, timeoutMilliseconds: 60_000 };
/** While somebody waits for an answer of ours. */
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

/** A key of the other mode is refused before it is shown to anybody. */
export function askingOf({ provider, livemode, apiKey }: Asker, { instead = {}, ...manner }: Manner): Asking {
  const { name, baseUrls, livemodeOfKey } = apiOf(provider);
  const mode = livemodeOfKey(apiKey);
  if (mode !== null && mode !== livemode) {
    throw new AskRefused(
      `This API key is one for ${wordsOf(mode)}, and the connection is one for ${wordsOf(livemode)}.`,
    );
  }
  const baseUrl = instead.baseUrl ?? (livemode ? baseUrls.live : baseUrls.test);
  const patience = instead.patience ?? manner.patience;
  return { name, baseUrl, apiKey, ...manner, patience, wait: instead.wait ?? waitBetweenCalls };
}

function wordsOf(livemode: boolean): string {
  return livemode ? "live payments" : "tests";
}
