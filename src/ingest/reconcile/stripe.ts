// Stripe's List Events: everything an account did in the last 30 days, the newest first, a hundred a page.
// Stripe lists backwards, so the time is cut into stretches that fit a page each and asked for from the oldest to the newest:
// to the second, that is the order in which it happened, and no more than a page is ever held.
// An event is rendered in the API version of its creation, not in the webhook endpoint's; the adapter goes by its shape.
// Written from: https://docs.stripe.com/api/events/list and https://docs.stripe.com/webhooks/process-undelivered-events.
import { z } from "zod";
import { stripeEventTypes } from "../../../adapters/stripe.ts";
import { type Ask, AskFailed } from "./ask.ts";
import type { EventPage, EventSource, Window } from "./event-source.ts";

const eventsPerPage = 100;
/** What a stretch is meant to hold: below a full page by more than the usual fluctuation. */
const eventsPerStretch = 70;
/** How much longer the next stretch may be where there was less than expected. */
const growthMax = 8;
const millisecondsPerSecond = 1000;

const pageSchema = z.object({ object: z.literal("list"), data: z.array(z.unknown()), has_more: z.boolean() });
type Page = z.infer<typeof pageSchema>;

const cursorSchema = z.object({ id: z.string() });

type Query = Readonly<Record<string, string | readonly string[]>>;

export const stripeEvents: EventSource = {
  provider: "stripe",
  name: "Stripe",
  // One address for both: the key decides.
  baseUrls: { live: "https://api.stripe.com", test: "https://api.stripe.com" },
  retentionDays: 30,
  permission: "Events: Read",
  livemodeOfKey(apiKey) {
    const mode = /^(?:sk|rk)_(live|test)_/.exec(apiKey)?.[1];
    return mode === undefined ? null : mode === "live";
  },
  async *undelivered(ask, window) {
    for await (const { events } of listByStretches(ask, window, { delivery_success: "false" })) {
      yield { events, coveredUntil: null };
    }
  },
  everything: (ask, window) => listByStretches(ask, window, {}),
};

async function* listByStretches(ask: Ask, window: Window, filter: Query): AsyncGenerator<EventPage> {
  const end = Math.ceil(window.until.getTime() / millisecondsPerSecond);
  let from = Math.floor(window.from.getTime() / millisecondsPerSecond);
  let seconds = end - from;
  while (from < end) {
    const to = Math.min(from + seconds, end);
    const stretch = { ...filter, "created[gte]": String(from), "created[lt]": String(to) };
    const page = await askPage(ask, stretch);
    if (page.has_more && to - from > 1) {
      seconds = Math.floor((to - from) / 2);
      continue;
    }
    yield { events: page.data.toReversed(), coveredUntil: null };
    yield* restOf(ask, stretch, page);
    yield { events: [], coveredUntil: new Date(Math.min(to * millisecondsPerSecond, window.until.getTime())) };
    seconds = nextStretch(to - from, page.data.length);
    from = to;
  }
}

/** More than a page within one second: nothing says in which order they happened, so they come as they are listed. */
async function* restOf(ask: Ask, stretch: Query, first: Page): AsyncGenerator<EventPage> {
  for (let page = first; page.has_more; ) {
    const last = cursorSchema.safeParse(page.data.at(-1));
    if (!last.success) throw new AskFailed("Stripe says that there are more events and not behind which.");
    page = await askPage(ask, { ...stretch, starting_after: last.data.id });
    yield { events: page.data.toReversed(), coveredUntil: null };
  }
}

function nextStretch(seconds: number, eventCount: number): number {
  const growth = Math.min(growthMax, eventsPerStretch / Math.max(1, eventCount));
  return Math.max(1, Math.floor(seconds * growth));
}

async function askPage(ask: Ask, query: Query): Promise<Page> {
  const answer = await ask("/v1/events", { limit: String(eventsPerPage), "types[]": stripeEventTypes, ...query });
  const page = pageSchema.safeParse(answer);
  if (!page.success) throw new AskFailed("Stripe answered with something that is not a list of events.");
  return page.data;
}
