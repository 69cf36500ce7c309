// A provider that can be asked for the events it made: where, with which key, for how long it keeps them, and its lists.
// A list goes from the oldest event to the newest, page by page, so that as little waits in the books as possible.
// It never records anything and never decides what an event means: that is ingest's, by the same way a webhook goes.
import type { Ask } from "./ask.ts";

export type Window = { readonly from: Date; readonly until: Date };

export type EventPage = {
  /** As the provider gave them, each the same JSON its webhook would carry; oldest first. */
  readonly events: readonly unknown[];
  /** Every event up to here is on this page or was on one before; null where the list does not say. */
  readonly coveredUntil: Date | null;
};

export type EventList = (ask: Ask, window: Window) => AsyncIterable<EventPage>;

export type EventSource = {
  readonly provider: string;
  /** For people. */
  readonly name: string;
  /** Of the API, without a slash at its end. */
  readonly baseUrls: { readonly live: string; readonly test: string };
  readonly retentionDays: number;
  /** What the API key must be allowed, in the provider's words. */
  readonly permission: string;
  /** The mode an API key says it is of; null where it does not say. */
  readonly livemodeOfKey: (apiKey: string) => boolean | null;
  /** What the provider could not deliver, in a list of its own: it is brought in first. */
  readonly undelivered: EventList;
  /** All that the adapter reads, delivered or not. */
  readonly everything: EventList;
};
