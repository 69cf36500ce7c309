// What a provider is asked for when a delivery only names it. Each file next to this one defines it for a provider whose adapter has
// a read-back. It never records anything and never decides what an answer means: that is the adapter's.
import type { Asking } from "./ask.ts";
import type { EventSource, PlaceOfKey } from "./provider-api.ts";

export type ReadBackApi = {
  readonly provider: string;
  /** For people. */
  readonly name: string;
  /** What the API key must be allowed, in the provider's words. */
  readonly permission: string;
  /** How the API key is to be given, where it is more than the provider's own text. */
  readonly keyForm?: string;
  readonly placeOf: PlaceOfKey;
  /** The least question that shows whether the key is accepted. */
  readonly check: (asking: Asking) => Promise<unknown>;
  /** The documents behind a delivery that names `resource`, at least one; the adapter reads each. */
  readonly documents: (asking: Asking, resource: string) => Promise<readonly unknown[]>;
  /** Null where the provider has no list of what happened; each document of the list is one that a look-up answers. */
  readonly events: EventSource | null;
};
