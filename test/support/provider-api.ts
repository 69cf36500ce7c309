// A stand-in for the providers' own APIs on this machine: Stripe's List Events and Paddle's events and notifications, with
// their authentication, filters, order, pages and faults, as their documentation has them.
// It answers from what a test put there, notes what it was asked, and refuses what the provider would refuse.
import { createServer, type ServerResponse } from "node:http";

export type ApiEvent = {
  /** As its webhook would carry it. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly isUndelivered?: boolean;
};

/** What is answered once instead of a page: a status, or half of the page and then nothing. */
export type ApiFault =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | "cut_in_the_middle";

export type ProviderApi = {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** From the oldest to the newest. */
  readonly events: ApiEvent[];
  /** For the next questions, in order. */
  readonly faults: (ApiFault | null)[];
  /** Path and query of every question, in order. */
  readonly asked: URL[];
  /** Called before each answer; what it answers is waited for. */
  onQuestion: (number: number) => Promise<void> | void;
  close(): Promise<void>;
};

type Answer = { readonly status: number; readonly body: unknown };
type Answering = (api: ProviderApi, url: URL) => Answer;

export function startStripeApi(apiKey = "sk_live_key"): Promise<ProviderApi> {
  return start(apiKey, answerAsStripe);
}

export function startPaddleApi(apiKey = "pdl_live_apikey_stand_in"): Promise<ProviderApi> {
  return start(apiKey, answerAsPaddle);
}

async function start(apiKey: string, answer: Answering): Promise<ProviderApi> {
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? "/", api.baseUrl);
      api.asked.push(url);
      await api.onQuestion(api.asked.length);
      const fault = api.faults.shift() ?? null;
      const isKnown = request.headers.authorization === `Bearer ${apiKey}` && request.method === "GET";
      send(response, isKnown ? answer(api, url) : unauthorized(answer), fault);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  const api: ProviderApi = {
    baseUrl: `http://127.0.0.1:${address.port}`,
    apiKey,
    events: [],
    faults: [],
    asked: [],
    onQuestion: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;
}

function send(response: ServerResponse, { status, body }: Answer, fault: ApiFault | null): void {
  const text = JSON.stringify(body, null, 2);
  if (fault === "cut_in_the_middle") {
    response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
    response.write(text.slice(0, text.length / 2), () => response.destroy());
    return;
  }
  if (fault !== null) {
    response.writeHead(fault.status, { "content-type": "application/json", ...fault.headers }).end(fault.body ?? "");
    return;
  }
  response.writeHead(status, { "content-type": "application/json" }).end(text);
}

/** Stripe says 401; Paddle says 403 to any problem with a key. */
function unauthorized(answer: Answering): Answer {
  return answer === answerAsStripe
    ? { status: 401, body: { error: { type: "invalid_request_error", message: "Invalid API Key provided" } } }
    : { status: 403, body: { error: { type: "request_error", code: "invalid_token", detail: "No." } } };
}

// ---------------------------------------------------------------------------------------------------- Stripe

const stripeParameters = new Set([
  "limit",
  "starting_after",
  "ending_before",
  "types[]",
  "type",
  "delivery_success",
  "created[gte]",
  "created[gt]",
  "created[lt]",
  "created[lte]",
]);

function answerAsStripe({ events }: ProviderApi, { pathname, searchParams }: URL): Answer {
  if (pathname !== "/v1/events") return stripeFault(404, "resource_missing");
  for (const name of searchParams.keys())
    if (!stripeParameters.has(name.replace(/^types\[\d+\]$/, "types[]"))) return stripeFault(400, "parameter_unknown");
  const limit = Number(searchParams.get("limit") ?? 10);
  const types = [...searchParams].filter(([name]) => name.startsWith("types[")).map(([, type]) => type);
  if (!(limit >= 1 && limit <= 100) || types.length > 20) return stripeFault(400, "parameter_invalid_integer");
  const from = Number(searchParams.get("created[gte]") ?? 0);
  const before = Number(searchParams.get("created[lt]") ?? Number.MAX_SAFE_INTEGER);
  const listed = events
    .filter(({ json }) => Number(json.created) >= from && Number(json.created) < before)
    .filter(({ json }) => types.length === 0 || types.includes(String(json.type)))
    .filter(({ isUndelivered }) => searchParams.get("delivery_success") !== "false" || isUndelivered === true)
    .toReversed()
    .sort((a, b) => Number(b.json.created) - Number(a.json.created));
  const after = searchParams.get("starting_after");
  if (after !== null && !events.some(({ json }) => json.id === after)) return stripeFault(400, "resource_missing");
  const start = after === null ? 0 : listed.findIndex(({ json }) => json.id === after) + 1;
  const data = listed.slice(start, start + limit).map(({ json }) => json);
  return {
    status: 200,
    body: { object: "list", data, has_more: listed.length > start + limit, url: "/v1/events" },
  };
}

function stripeFault(status: number, code: string): Answer {
  return { status, body: { error: { type: "invalid_request_error", code, message: "No." } } };
}

// ---------------------------------------------------------------------------------------------------- Paddle

function answerAsPaddle(api: ProviderApi, url: URL): Answer {
  const all = url.pathname === "/notifications" ? notificationsOf(api, url) : eventsOf(api, url);
  if (!["/notifications", "/events"].includes(url.pathname)) return paddleFault(404, "not_found");
  const direction = /^id\[(ASC|DESC)\]$/.exec(url.searchParams.get("order_by") ?? "id[ASC]")?.[1];
  if (direction === undefined) return paddleFault(400, "invalid_field");
  const ordered = direction === "ASC" ? all : all.toReversed();
  const perPage = Math.min(200, Number(url.searchParams.get("per_page") ?? 50));
  const after = url.searchParams.get("after");
  const place = after === null ? -1 : ordered.findIndex(({ id }) => id === after);
  if (after !== null && place < 0) return paddleFault(400, "invalid_cursor");
  const page = ordered.slice(place + 1, place + 1 + perPage);
  const next = new URL(url);
  next.host = "api.paddle.example";
  next.searchParams.set("after", page.at(-1)?.id ?? after ?? "");
  const pagination = {
    per_page: perPage,
    next: next.href,
    has_more: ordered.length > place + 1 + perPage,
    estimated_total: ordered.length,
  };
  return {
    status: 200,
    body: { data: page.map(({ entity }) => entity), meta: { request_id: "req", pagination } },
  };
}

type Listed = { readonly id: string; readonly entity: unknown };

function eventsOf({ events }: ProviderApi, { searchParams }: URL): Listed[] {
  const types = searchParams.get("event_type")?.split(",");
  return events
    .filter(({ json }) => types === undefined || types.includes(String(json.event_type)))
    .map(({ json: { notification_id: _, ...event } }) => ({ id: String(event.event_id), entity: event }));
}

/** Two destinations: what was not delivered to one of them was not delivered to the other either. */
function notificationsOf({ events }: ProviderApi, { searchParams }: URL): Listed[] {
  const statuses = searchParams.get("status")?.split(",") ?? [];
  const from = new Date(searchParams.get("from") ?? 0);
  return events
    .flatMap(({ json, isUndelivered = false }, index) =>
      ["ntfset_1", "ntfset_2"].map((notification_setting_id) => ({
        id: `ntf_${index}_${notification_setting_id}`,
        type: json.event_type,
        status: isUndelivered ? "failed" : "delivered",
        payload: json,
        occurred_at: json.occurred_at,
        notification_setting_id,
        origin: "event",
      })),
    )
    .filter(({ status, occurred_at }) => statuses.includes(status) && new Date(String(occurred_at)) >= from)
    .map((entity) => ({ id: entity.id, entity }));
}

function paddleFault(status: number, code: string): Answer {
  return { status, body: { error: { type: "request_error", code, detail: "No." }, meta: { request_id: "req" } } };
}
