// Paddle's API by Paddle's own package: webhook destinations ("notification settings"), the event stream (90 days, two hundred a
// page, by cursor) and its notifications, which say what was not delivered.
// The stream has no filter by time: the newest event before the wished time is looked for backwards, and everything behind it
// is read forwards, in the order of its ids. Only the cursor of a page's `next` is used, never its address.
// Written from: https://developer.paddle.com/api-reference/notification-settings/create-notification-setting,
// https://developer.paddle.com/webhooks/simulator/test-webhooks, https://developer.paddle.com/api-reference/events/list-events,
// https://developer.paddle.com/api-reference/notifications/list-notifications and
// https://developer.paddle.com/api-reference/about/pagination.
import type { NotificationSettingsResource } from "@paddle/paddle-node-sdk";
import { z } from "zod";
import { paddleEventTypes } from "../../../../adapters/paddle.ts";
import { type Asking, exchange } from "./ask.ts";
import { AskFailed } from "./ask-failed.ts";
import { type EventPage, type ProviderApi, placeOnHosts, type Window } from "./provider-api.ts";

const hosts = { live: "https://api.paddle.com", test: "https://sandbox-api.paddle.com" };
const perPage = 200;

const eventSchema = z.object({
  event_id: z.string(),
  event_type: z.string(),
  occurred_at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
});
/** The payload is the body of the webhook that could not be delivered. */
const notificationSchema = z.object({ payload: z.unknown() });
const pageSchema = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ pagination: z.object({ next: z.string().nullish(), has_more: z.boolean() }) }),
});

/** What must be known of an event to place it, besides the event as Paddle sent it. */
type Listed = z.infer<typeof eventSchema> & { readonly event: unknown };

export const paddleApi: ProviderApi = {
  provider: "paddle",
  name: "Paddle",
  placeOf: placeOnHosts(hosts, livemodeOf),
  webhooks: {
    permission: "notification_setting.write",
    async list(asking) {
      const { paddle } = await packageFor(asking);
      // At most ten are active at once, so one page has them all.
      const settings = await paddle.notificationSettings.list({ active: true, perPage });
      return settings.map(({ id, destination: url, subscribedEvents }) => ({
        id,
        url,
        events: subscribedEvents.map(({ name }) => name),
      }));
    },
    async create(asking, { url, description, livemode }) {
      const { paddle } = await packageFor(asking);
      const { id, endpointSecretKey: secret } = await paddle.notificationSettings.create({
        type: "url",
        destination: url,
        description,
        subscribedEvents: [...paddleEventTypes],
        // Nothing in a simulated event says that it is one: where money is counted, none may come.
        trafficSource: livemode ? "platform" : "all",
      });
      return { id, secret };
    },
    async setEvents(asking, endpointId, events) {
      const { client } = await packageFor(asking);
      // As text: what a person selected there may be newer than the package's list of names.
      await client.patch(`/notification-settings/${encodeURIComponent(endpointId)}`, { subscribedEvents: [...events] });
    },
    async remove(asking, endpointId) {
      await (await packageFor(asking)).paddle.notificationSettings.delete(endpointId);
    },
    test: {
      kind: "in_test_mode",
      live: "None was sent: a destination for live payments takes real events alone.",
      permission: "notification_simulation.write and notification_simulation_run.write",
      async send(asking, notificationSettingId) {
        const { paddle } = await packageFor(asking);
        const simulation = { notificationSettingId, name: "Connection test", type: "transaction.completed" } as const;
        const { id } = await paddle.simulations.create(simulation);
        await paddle.simulationRuns.create(id);
      },
    },
  },
  events: {
    retentionDays: 90,
    permission: "notification.read",
    async *undelivered(asking, { from }) {
      const { paddle, pagesOf } = await pagesFor(asking);
      const list = paddle.notifications.list({
        perPage,
        status: ["failed", "needs_retry", "not_attempted"],
        from: from.toISOString(),
        orderBy: "id[ASC]",
      });
      for await (const page of pagesOf(list)) {
        const listed = page.map((notification) => place(read(notificationSchema, notification).payload));
        yield { events: eventsRead(listed), coveredUntil: null };
      }
    },
    everything: listStream,
  },
};

function livemodeOf(apiKey: string): boolean | null {
  const mode = /^pdl_(live|sdbx)_/.exec(apiKey)?.[1];
  return mode === undefined ? null : mode === "live";
}

async function* listStream(asking: Asking, { from, until }: Window): AsyncGenerator<EventPage> {
  const before = await newestBefore(asking, from);
  for await (const page of streamPages(asking, "ASC", before === undefined ? {} : { after: before.event_id })) {
    const listed = page.filter((one) => one.occurred_at < until);
    yield { events: eventsRead(listed), coveredUntil: listed.at(-1)?.occurred_at ?? null };
    if (listed.length < page.length) return;
  }
}

async function newestBefore(asking: Asking, from: Date): Promise<Listed | undefined> {
  for await (const page of streamPages(asking, "DESC", {})) {
    const before = page.find((one) => one.occurred_at < from);
    if (before !== undefined) return before;
  }
  return undefined;
}

type Start = { readonly after?: string };

async function* streamPages(asking: Asking, direction: "ASC" | "DESC", start: Start): AsyncGenerator<Listed[]> {
  const { paddle, pagesOf } = await pagesFor(asking);
  const query = { perPage, orderBy: `id[${direction}]`, eventType: [...paddleEventTypes], ...start };
  for await (const page of pagesOf(paddle.events.list(query))) yield page.map(place);
}

/** What the package's resources ask with. */
type PackageClient = ConstructorParameters<typeof NotificationSettingsResource>[0];

/**
 * Loaded only to ask Paddle. Its own way to ask has no limit of time or size, follows
 * redirections and forgets the status of a fault: ours is put in its place, call by call.
 */
export async function packageFor(asking: Asking) {
  const { Paddle: PaddlePackage } = await import("@paddle/paddle-node-sdk");
  const paddle = new PaddlePackage(asking.apiKey);
  const headers = { authorization: `Bearer ${asking.apiKey}`, "content-type": "application/json" };
  const ask = async (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, body?: string) => {
    const request = body === undefined ? { method, headers } : { method, headers, body };
    return JSON.parse(await exchange(asking, pathOf(url), request));
  };
  // biome-ignore lint/complexity/useLiteralKeys: private to the package; in brackets the compiler still says when it is renamed
  const client: PackageClient = paddle["client"];
  client.get = (url) => ask("GET", url);
  client.post = (url, body) => ask("POST", url, inSnakeCase(body));
  client.patch = (url, body) => ask("PATCH", url, inSnakeCase(body));
  client.delete = (url) => ask("DELETE", url);
  return { paddle, client, ask };
}

/** The package's lists as pages of what Paddle sent, to the byte: its own events leave out what it does not know. */
async function pagesFor(asking: Asking) {
  const { paddle, client, ask } = await packageFor(asking);
  let page: z.infer<typeof pageSchema> | undefined;
  client.get = async (url) => {
    const answer = await ask("GET", url);
    page = read(pageSchema, answer);
    return { ...answer, data: [] };
  };
  async function* pagesOf(list: { readonly next: () => Promise<unknown> }): AsyncGenerator<readonly unknown[]> {
    for (let cursor: string | undefined; ; ) {
      await list.next();
      const { data, meta } = read(pageSchema, page);
      yield data;
      const { has_more: hasMore, next } = meta.pagination;
      if (!hasMore) return;
      const after = cursorOf(next);
      if (!after || after === cursor) throw new AskFailed("Paddle says that there are more events and not where.");
      cursor = after;
    }
  }
  return { paddle, pagesOf };
}

function cursorOf(next: string | null | undefined): string | null {
  return next && URL.canParse(next) ? new URL(next).searchParams.get("after") : null;
}

/** Of an address, only what follows the host. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url, hosts.live);
  return pathname + search;
}

/** Of fields that hold no objects. */
function inSnakeCase(body: unknown): string | undefined {
  const fields = z.record(z.string(), z.unknown()).safeParse(body);
  if (!fields.success) return undefined;
  const entries = Object.entries(fields.data);
  return JSON.stringify(Object.fromEntries(entries.map(([name, value]) => [snakeCase(name), value])));
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function place(event: unknown): Listed {
  return { ...read(eventSchema, event), event };
}

function read<Shape>(schema: z.ZodType<Shape>, value: unknown): Shape {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AskFailed("Paddle answered with something that is not a list of events.");
}

const typesRead: ReadonlySet<string> = new Set(paddleEventTypes);

/** Notifications know no filter by type, and a filter that is not known is no filter. */
function eventsRead(listed: readonly Listed[]): unknown[] {
  return listed.filter((one) => typesRead.has(one.event_type)).map((one) => one.event);
}
