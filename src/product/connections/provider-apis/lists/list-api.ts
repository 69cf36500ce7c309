// What a provider is asked for that only lists what happened: its webhooks are made by hand, and read as they arrive.
import type { EventSource, PlaceOfKey } from "../provider-api.ts";

export type ListApi = {
  readonly provider: string;
  /** For people. */
  readonly name: string;
  /** How the API key is to be given, where it is more than the provider's own text. */
  readonly keyForm?: string;
  readonly placeOf: PlaceOfKey;
  readonly events: EventSource;
};
