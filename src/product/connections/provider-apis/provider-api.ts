// What a provider can be asked for over its own API: to make, list and take away webhook endpoints, and for some to list the events
// it made. Each file next to this one defines it for a provider whose adapter is connected by API key.
// It never records anything and never decides what an event means: that is ingest's, by the same way a webhook goes.
import type { Asking } from "./ask.ts";

/** The provider is called as `asking` says, in the way that its file chooses. */
export type ProviderApi = {
  readonly provider: string;
  /** For people. */
  readonly name: string;
  /** How the API key is to be given, where it is more than the provider's own text. */
  readonly keyForm?: string;
  readonly placeOf: PlaceOfKey;
  readonly webhooks: Webhooks;
  /** Null where it lists no events. */
  readonly events: EventSource | null;
};

/** Where an API key is good for. */
export type KeyPlace = {
  /** Without a slash at the end, always a host of the provider's. */
  readonly baseUrl: string;
  /** As the provider wants it. */
  readonly apiKey: string;
  /** The mode that the key is of; null where it does not say. */
  readonly livemode: boolean | null;
  /** What signs the provider's deliveries, where it is given with the key. */
  readonly signingSecret?: string;
};

/** `livemode` is the connection's. Null for a key of another form. */
export type PlaceOfKey = (apiKey: string, livemode: boolean) => KeyPlace | null;

type Hosts = { readonly live: string; readonly test: string };

/** Of a provider whose hosts are the same for every key. */
export function placeOnHosts(hosts: Hosts, livemodeOfKey: (apiKey: string) => boolean | null = () => null): PlaceOfKey {
  return (apiKey, livemode) => ({
    baseUrl: livemode ? hosts.live : hosts.test,
    apiKey,
    livemode: livemodeOfKey(apiKey),
  });
}

export type Endpoint = {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  /** Where an account has several, and an endpoint is of one. */
  readonly store?: string;
};

export type NewEndpoint = {
  readonly url: string;
  readonly livemode: boolean;
  /** For the provider's dashboard. */
  readonly description: string;
  /** For providers that take one and make none. */
  readonly secret: string;
  /** The id of the store; null where the provider has none. */
  readonly store: string | null;
};

export type MadeEndpoint = { readonly id: string; readonly secret: string };

export type Webhooks = {
  /** What the API key must be allowed, in the provider's words. */
  readonly permission: string;
  /** All there are, of all addresses. */
  readonly list: (asking: Asking) => Promise<readonly Endpoint[]>;
  readonly create: (asking: Asking, endpoint: NewEndpoint) => Promise<MadeEndpoint>;
  /** Present where an endpoint is made without a choice of events. */
  readonly sendsEveryEvent?: true;
  /** All that it is sent from now on. */
  readonly setEvents: (asking: Asking, endpointId: string, events: readonly string[]) => Promise<void>;
  /** The store that is meant, by its id or name; the only one there is where none is named. Absent where accounts have no stores. */
  readonly findStore?: (asking: Asking, named: string | null) => Promise<string>;
  /** One that is not there any more is removed. */
  readonly remove: (asking: Asking, endpointId: string) => Promise<void>;
  readonly test: EndpointTest;
};

/** A test that could count as money is never sent. */
export type EndpointTest =
  | { readonly kind: "by_hand"; readonly how: string }
  /** To connections in test mode; `live` says why live mode has none. */
  | {
      readonly kind: "in_test_mode";
      readonly live: string;
      /** What else the API key must be allowed, in the provider's words. */
      readonly permission: string;
      readonly send: (asking: Asking, endpointId: string) => Promise<void>;
    };

export type Window = { readonly from: Date; readonly until: Date };

export type EventPage = {
  /** As the provider gave them, each the same JSON its webhook would carry; oldest first. */
  readonly events: readonly unknown[];
  /** Every event up to here is on this page or was on one before; null where the list does not say. */
  readonly coveredUntil: Date | null;
};

/** From the oldest event to the newest, page by page, so that as little waits in the books as possible. */
export type EventList = (asking: Asking, window: Window) => AsyncIterable<EventPage>;

export type EventSource = {
  readonly retentionDays: number;
  /** What the API key must be allowed, in the provider's words. */
  readonly permission: string;
  /** What the provider could not deliver: it is brought in first. Null where the provider has no such list. */
  readonly undelivered: EventList | null;
  /** All that the adapter reads, delivered or not. */
  readonly everything: EventList;
  /** Present where one account holds live and test payments, and each event names its own mode. */
  readonly mixesModes?: true;
  /**
   * Adds what the list leaves out, and what must be recorded before it. Only events that are not recorded are completed; the name of an
   * event stays the same. None where there is nothing to record after all.
   */
  readonly complete?: (asking: Asking, event: unknown) => Promise<readonly unknown[]>;
};
