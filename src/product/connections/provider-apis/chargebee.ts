// Chargebee's API: one event by its id, and the list of events that the adapter reads. A listed event is the document of its webhook.
// It speaks Chargebee's documented HTTP, since the package chargebee would be used for two questions.
// Written from: https://apidocs.chargebee.com/docs/api/events/list-events (occurred_at, event_type, next_offset, 100 a page),
// https://apidocs.chargebee.com/docs/api/events#retrieve_an_event and https://apidocs.chargebee.com/docs/api/auth.
import { z } from "zod";
import { chargebee } from "../../../../adapters/chargebee.ts";
import type { Asking } from "./ask.ts";
import { AskFailed } from "./ask-failed.ts";
import { askJson } from "./ask-json.ts";
import { type CursorPage, type DatedEvent, inOrder, pagesByCursor } from "./list-pages.ts";
import type { EventPage, Window } from "./provider-api.ts";
import type { KeyPlace, ReadBackApi } from "./read-back-api.ts";

/** A site's name is one part of a host's, so no key can name another host. */
const keyForm = /^([a-z0-9][a-z0-9-]{0,62}):([\x21-\x7e]{8,1024})$/;
const event = z.looseObject({ id: z.string() });
const eventsPerPage = 100;
/** Chargebee shows its events for 90 days. */
const retentionDays = 90;
const millisecondsPerSecond = 1000;

const pageSchema = z.object({
  list: z.array(z.object({ event: z.unknown() })),
  next_offset: z.string().min(1).nullish(),
});
const listedSchema = z.object({
  id: z.string().min(1),
  occurred_at: z
    .int()
    .nonnegative()
    .transform((seconds) => new Date(seconds * millisecondsPerSecond)),
});

export const chargebeeReadBack: ReadBackApi = {
  provider: "chargebee",
  name: "Chargebee",
  permission: "read-only",
  keyForm: "<site>:<API key>, such as acme:live_…",
  placeOf,
  check: (asking) =>
    askJson(asking, { path: "/api/v2/events", query: { limit: "1" }, headers: keyOf(asking), answer: z.unknown() }),
  async documents(asking, resource) {
    const path = `/api/v2/events/${encodeURIComponent(resource)}`;
    const answer = await askJson(asking, { path, headers: keyOf(asking), answer: z.object({ event }) });
    return [answer.event];
  },
  events: { retentionDays, permission: "read-only", undelivered: null, everything: listEvents },
};

function listEvents(asking: Asking, window: Window): AsyncGenerator<EventPage> {
  const query = {
    limit: String(eventsPerPage),
    "sort_by[asc]": "occurred_at",
    "event_type[in]": JSON.stringify(chargebee.events),
    "occurred_at[between]": JSON.stringify([
      Math.floor(window.from.getTime() / millisecondsPerSecond),
      Math.ceil(window.until.getTime() / millisecondsPerSecond),
    ]),
  };
  return inOrder(
    pagesByCursor(asking, (offset) => askPage(asking, offset === null ? query : { ...query, offset })),
    window,
  );
}

async function askPage(asking: Asking, query: Record<string, string>): Promise<CursorPage<DatedEvent>> {
  const question = { path: "/api/v2/events", query, headers: keyOf(asking), answer: pageSchema };
  const { list, next_offset } = await askJson(asking, question);
  return { items: list.map((entry) => dated(entry.event)), next: next_offset ?? null };
}

function dated(event: unknown): DatedEvent {
  const { data } = listedSchema.safeParse(event);
  if (data === undefined) throw new AskFailed("Chargebee listed something that is not an event.");
  return { event, at: data.occurred_at };
}

function placeOf(text: string): KeyPlace | null {
  const [, site, apiKey] = keyForm.exec(text) ?? [];
  if (site === undefined || apiKey === undefined) return null;
  return { baseUrl: `https://${site}.chargebee.com`, apiKey, livemode: !site.endsWith("-test") };
}

/** The key is the user, and there is no password. */
function keyOf({ apiKey }: Asking): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString("base64")}` };
}
