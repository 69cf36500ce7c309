// Stripe's API by Stripe's own package: webhook endpoints, and List Events, everything an account did in the last 30 days.
// Stripe lists backwards: list-ranges.ts turns that around.
// An event is rendered in the API version of its creation, not in the webhook endpoint's; the adapter goes by its shape.
// Written from: https://docs.stripe.com/api/webhook_endpoints, https://docs.stripe.com/api/events/list and
// https://docs.stripe.com/webhooks/process-undelivered-events.
import type { Stripe } from "stripe";
import { z } from "zod";
import { stripeEventTypes, stripeWebhookEvents } from "../../../../adapters/stripe.ts";
import { type Asking, exchange } from "./ask.ts";
import { AskFailed } from "./ask-failed.ts";
import { byRanges, type RangeList } from "./lists/list-ranges.ts";
import { type Endpoint, type EventPage, type ProviderApi, placeOnHosts, type Window } from "./provider-api.ts";

const endpointsPerPage = 100;
const eventsPerPage = 100;

const pageSchema = z.object({ object: z.literal("list"), data: z.array(z.unknown()), has_more: z.boolean() });
type Page = z.infer<typeof pageSchema>;

const cursorSchema = z.object({ id: z.string() });
const endpointSchema = z.object({ id: z.string(), url: z.string(), enabled_events: z.array(z.string()) });
const endpointsSchema = z.object({ data: z.array(endpointSchema), has_more: z.boolean() });
const madeSchema = z.object({ id: z.string(), secret: z.string() });

export const stripeApi: ProviderApi = {
  provider: "stripe",
  name: "Stripe",
  // One address for both: the key decides.
  placeOf: placeOnHosts({ live: "https://api.stripe.com", test: "https://api.stripe.com" }, livemodeOf),
  webhooks: {
    permission: "Webhook Endpoints: Write",
    async list(asking) {
      const { webhookEndpoints } = await packageFor(asking);
      const found: Endpoint[] = [];
      for (let after: string | undefined; ; after = found.at(-1)?.id) {
        const query = { limit: endpointsPerPage, ...(after === undefined ? {} : { starting_after: after }) };
        const page = read(
          endpointsSchema,
          await unwrapped(webhookEndpoints.list(query)),
          "a list of webhook endpoints",
        );
        found.push(...page.data.map(({ id, url, enabled_events: events }) => ({ id, url, events })));
        if (!page.has_more || page.data.length === 0) return found;
      }
    },
    async create(asking, { url, description }) {
      const { webhookEndpoints } = await packageFor(asking);
      const made = await unwrapped(
        webhookEndpoints.create({ url, description, enabled_events: [...stripeWebhookEvents] }),
      );
      return read(madeSchema, made, "the signing secret of a webhook endpoint");
    },
    async setEvents(asking, endpointId, events) {
      const stripe = await packageFor(asking);
      // By its path: what a person selected there may be newer than the package's list of names.
      const path = `/v1/webhook_endpoints/${encodeURIComponent(endpointId)}`;
      await unwrapped(stripe.rawRequest("POST", path, { enabled_events: [...events] }));
    },
    async remove(asking, endpointId) {
      await unwrapped((await packageFor(asking)).webhookEndpoints.del(endpointId));
    },
    test: { kind: "by_hand", how: "Stripe's API sends no test event: in test mode, pay in a checkout of yours." },
  },
  events: {
    retentionDays: 30,
    permission: "Events: Read",
    async *undelivered(asking, window) {
      for await (const { events } of listByRanges(asking, window, { delivery_success: false })) {
        yield { events, coveredUntil: null };
      }
    },
    everything: (asking, window) => listByRanges(asking, window, {}),
  },
};

function livemodeOf(apiKey: string): boolean | null {
  const mode = /^(?:sk|rk)_(live|test)_/.exec(apiKey)?.[1];
  return mode === undefined ? null : mode === "live";
}

/** Loaded only to ask Stripe. */
export async function packageFor(asking: Asking): Promise<Stripe> {
  const { default: StripePackage } = await import("stripe");
  return new StripePackage(asking.apiKey, {
    telemetry: false,
    // Repeating, time and size are ours: its own client bounds neither what an answer holds nor where it leads.
    maxNetworkRetries: 0,
    httpClient: StripePackage.createFetchHttpClient((input, init) => answerOf(asking, new Request(input, init))),
  });
}

/** Only the path of what the package asks for is used: the address is ours to choose. */
async function answerOf(asking: Asking, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const method = methodSchema.parse(request.method);
  const headers = Object.fromEntries(request.headers);
  const body = await request.text();
  return new Response(await exchange(asking, pathname + search, { method, headers, ...(body === "" ? {} : { body }) }));
}

const methodSchema = z.enum(["GET", "POST", "DELETE"]);

/** The package wraps what our transport says of a failure; here it comes out as it was said. */
export async function unwrapped<Answer>(answer: Promise<Answer>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof Error && "detail" in error && error.detail instanceof Error ? error.detail : error;
  }
}

type Filter = Pick<Stripe.EventListParams, "delivery_success">;

async function* listByRanges(asking: Asking, window: Window, filter: Filter): AsyncGenerator<EventPage> {
  const stripe = await packageFor(asking);
  const list: RangeList<unknown> = {
    name: asking.name,
    itemsPerPage: eventsPerPage,
    ask: async ({ from, to }, before) => {
      const after = before === null ? {} : { starting_after: cursorOf(before.last) };
      const page = await askPage(stripe, { ...filter, created: { gte: from, lt: to }, ...after });
      return { items: page.data, hasMore: page.has_more };
    },
  };
  for await (const { items: events, coveredUntil } of byRanges(list, window)) yield { events, coveredUntil };
}

function cursorOf(event: unknown): string {
  const { data } = cursorSchema.safeParse(event);
  if (data === undefined) throw new AskFailed("Stripe returned has_more without a cursor.");
  return data.id;
}

async function askPage(stripe: Stripe, query: Stripe.EventListParams): Promise<Page> {
  const answer = unwrapped(stripe.events.list({ limit: eventsPerPage, types: [...stripeEventTypes], ...query }));
  return read(pageSchema, await answer, "a list of events");
}

export function read<Shape>(schema: z.ZodType<Shape>, value: unknown, expected: string): Shape {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new AskFailed(`Stripe answered with something that is not ${expected}.`);
}
