// Paddle's event stream (90 days, two hundred a page, by cursor) and its notifications, which say what was not delivered.
// The stream has no filter by time: the newest event before the wished time is looked for backwards, and everything behind it
// is read forwards, in the order of its ids. Only the cursor of a page's `next` is used, never its address.
// Written from: https://developer.paddle.com/api-reference/events/list-events,
// https://developer.paddle.com/api-reference/notifications/list-notifications and
// https://developer.paddle.com/api-reference/about/pagination.
import { z } from "zod";
import { paddleEventTypes } from "../../../adapters/paddle.ts";
import { type Ask, AskFailed } from "./ask.ts";
import type { EventPage, EventSource, Window } from "./event-source.ts";

const eventsPerPage = "200";

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

/** What must be known of an event to place it, beside the event as Paddle gave it. */
type Listed = z.infer<typeof eventSchema> & { readonly event: unknown };
type Query = Readonly<Record<string, string>>;

export const paddleEvents: EventSource = {
  provider: "paddle",
  name: "Paddle",
  baseUrls: { live: "https://api.paddle.com", test: "https://sandbox-api.paddle.com" },
  retentionDays: 90,
  permission: "notification.read",
  livemodeOfKey(apiKey) {
    const mode = /^pdl_(live|sdbx)_/.exec(apiKey)?.[1];
    return mode === undefined ? null : mode === "live";
  },
  async *undelivered(ask, { from }) {
    const query = { status: "failed,needs_retry,not_attempted", from: from.toISOString(), order_by: "id[ASC]" };
    for await (const page of pagesOf(ask, "/notifications", query)) {
      const listed = page.map((notification) => place(read(notificationSchema, notification).payload));
      yield { events: eventsRead(listed), coveredUntil: null };
    }
  },
  everything: listStream,
};

async function* listStream(ask: Ask, { from, until }: Window): AsyncGenerator<EventPage> {
  const before = await newestBefore(ask, from);
  for await (const page of streamPages(ask, "ASC", before === undefined ? {} : { after: before.event_id })) {
    const listed = page.filter((one) => one.occurred_at < until);
    yield { events: eventsRead(listed), coveredUntil: listed.at(-1)?.occurred_at ?? null };
    if (listed.length < page.length) return;
  }
}

async function newestBefore(ask: Ask, from: Date): Promise<Listed | undefined> {
  for await (const page of streamPages(ask, "DESC", {})) {
    const before = page.find((one) => one.occurred_at < from);
    if (before !== undefined) return before;
  }
  return undefined;
}

async function* streamPages(ask: Ask, direction: "ASC" | "DESC", start: Query): AsyncGenerator<Listed[]> {
  const query = { order_by: `id[${direction}]`, event_type: paddleEventTypes.join(","), ...start };
  for await (const page of pagesOf(ask, "/events", query)) yield page.map(place);
}

async function* pagesOf(ask: Ask, path: string, query: Query): AsyncGenerator<readonly unknown[]> {
  for (let cursor: Query = {}; ; ) {
    const page = read(pageSchema, await ask(path, { per_page: eventsPerPage, ...query, ...cursor }));
    yield page.data;
    const { has_more: hasMore, next } = page.meta.pagination;
    if (!hasMore) return;
    const after = URL.parse(next ?? "")?.searchParams.get("after");
    if (!after || after === cursor.after) throw new AskFailed("Paddle says that there are more events and not where.");
    cursor = { after };
  }
}

function place(event: unknown): Listed {
  return { ...read(eventSchema, event), event };
}

function read<Shape>(schema: z.ZodType<Shape>, value: unknown): Shape {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AskFailed("Paddle answered with something that is not a list of events.");
}

/** Notifications know no filter by type, and a filter that is not known is no filter. */
function eventsRead(listed: readonly Listed[]): unknown[] {
  return listed.filter((one) => paddleEventTypes.includes(one.event_type)).map((one) => one.event);
}
