// Chargebee's API: one event by its id, the list of events that the adapter reads, and webhook endpoints. A listed event is the
// document of its webhook. An endpoint is made with a user and a password of ours, which are the secret of the connection.
// It speaks Chargebee's documented HTTP, since the package chargebee would be used for a few questions.
// Written from: https://apidocs.chargebee.com/docs/api/events/list-events (occurred_at, event_type, next_offset, 100 a page),
// https://apidocs.chargebee.com/docs/api/events#retrieve_an_event, https://apidocs.chargebee.com/docs/api/webhook_endpoints and
// https://apidocs.chargebee.com/docs/api/auth.
import { z } from "zod";
import { chargebee } from "../../../../adapters/chargebee.ts";
import { type Asking, exchange } from "./ask.ts";
import { AskedForNothing, AskFailed } from "./ask-failed.ts";
import { askJson } from "./ask-json.ts";
import { type CursorPage, type DatedEvent, inOrder, pagesByCursor } from "./lists/list-pages.ts";
import type { EventPage, KeyPlace, ProviderApi, Window } from "./provider-api.ts";
import type { ReadBackApi } from "./read-back-api.ts";

/** A site's name is one part of a host's, so no key can name another host. */
const keyForm = /^([a-z0-9][a-z0-9-]{0,62}):([\x21-\x7e]{8,1024})$/;
const keyFormWords = "<site>:<API key>, such as acme:live_…";
const event = z.looseObject({ id: z.string() });
const eventsPerPage = 100;
/** Chargebee shows its events for 90 days. */
const retentionDays = 90;
const millisecondsPerSecond = 1000;
const endpointsPath = "/api/v2/webhook_endpoints";
/** A site has five at most. */
const endpointsMax = "100";
const endpointNameCharactersMax = 50;
const endpointUser = "svc";

const pageSchema = z.object({
  list: z.array(z.object({ event: z.unknown() })),
  next_offset: z.string().min(1).nullish(),
});
const endpointSchema = z.object({
  id: z.string().min(1),
  url: z.string(),
  enabled_events: z.array(z.string()).nullish(),
});
const endpointsSchema = z.object({ list: z.array(z.object({ webhook_endpoint: endpointSchema })) });
const madeSchema = z.object({ webhook_endpoint: endpointSchema.pick({ id: true }) });
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
  keyForm: keyFormWords,
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

export const chargebeeApi: ProviderApi = {
  provider: "chargebee",
  name: "Chargebee",
  keyForm: keyFormWords,
  placeOf,
  webhooks: {
    permission: "full access",
    async list(asking) {
      const question = { path: endpointsPath, query: { limit: endpointsMax }, headers: keyOf(asking) };
      const { list } = await askJson(asking, { ...question, answer: endpointsSchema });
      return list.map(({ webhook_endpoint: { id, url, enabled_events: events } }) => ({
        ...{ id, url },
        // One without a choice is sent every event.
        events: events && events.length > 0 ? events : ["*"],
      }));
    },
    async create(asking, { url, description, secret }) {
      const answer = await post(asking, endpointsPath, {
        name: description.slice(0, endpointNameCharactersMax),
        api_version: "v2",
        url,
        basic_auth_username: endpointUser,
        basic_auth_password: secret,
        ...eventFields(chargebee.events),
      });
      const made = madeSchema.safeParse(answer);
      if (!made.success) throw new AskFailed("Chargebee answered with something that is not a webhook endpoint.");
      return { id: made.data.webhook_endpoint.id, secret: `${endpointUser}:${secret}` };
    },
    async setEvents(asking, endpointId, events) {
      await post(asking, `${endpointsPath}/${encodeURIComponent(endpointId)}`, eventFields(events));
    },
    async remove(asking, endpointId) {
      try {
        await post(asking, `${endpointsPath}/${encodeURIComponent(endpointId)}/delete`, {});
      } catch (error) {
        if (!(error instanceof AskedForNothing)) throw error;
      }
    },
    test: { kind: "by_hand", how: "Chargebee's API sends no test event: pay in a test site." },
  },
  events: chargebeeReadBack.events,
};

function eventFields(events: readonly string[]): Record<string, string> {
  return Object.fromEntries(events.map((name, index) => [`enabled_events[${index}]`, name]));
}

/** Chargebee takes forms and answers JSON. */
async function post(asking: Asking, path: string, fields: Readonly<Record<string, string>>): Promise<unknown> {
  const headers = {
    ...keyOf(asking),
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded",
  };
  const body = new URLSearchParams(fields).toString();
  return JSON.parse(await exchange(asking, path, { method: "POST", headers, body }));
}

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
