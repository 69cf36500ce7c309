// What a provider is asked for when a delivery only names it. One file beside this one says it for each provider whose adapter has
// a read-back. It never records anything and never decides what an answer means: that is the adapter's.
import type { Asking } from "./ask.ts";
import type { EventSource } from "./provider-api.ts";

export type ReadBackApi = {
  readonly provider: string;
  /** For people. */
  readonly name: string;
  /** What the API key must be allowed, in the provider's words. */
  readonly permission: string;
  /** How the API key is to be given, where it is more than the provider's own text. */
  readonly keyForm?: string;
  /** Where this key is good for, without a slash at the end, always a host of the provider's; null for a key of another form. */
  readonly placeOf: (apiKey: string) => KeyPlace | null;
  /** The least question that shows whether the key is accepted. */
  readonly check: (asking: Asking) => Promise<unknown>;
  /** The documents that a delivery naming `resource` stands for, at least one; each is read by the adapter. */
  readonly documents: (asking: Asking, resource: string) => Promise<readonly unknown[]>;
  /** Null where the provider has no list of what happened; each document of the list is one that a look-up answers. */
  readonly events: EventSource | null;
};

export type KeyPlace = {
  readonly baseUrl: string;
  /** As the provider wants it. */
  readonly apiKey: string;
  /** The mode that the key is of; null where it does not say. */
  readonly livemode: boolean | null;
};
