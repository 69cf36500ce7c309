// A stand-in for one provider's own API of webhook endpoints, on this machine: it makes, lists and takes away endpoints as the
// provider's documentation has it, with its authentication, pages, shapes and faults, and notes what it was asked.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";

export type HeldEndpoint = {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly secret: string;
  /** What else it was made with. */
  readonly sent: Readonly<Record<string, unknown>>;
};

export type EndpointProvider = "stripe" | "paddle" | "polar" | "dodo" | "lemonsqueezy" | "creem" | "chargebee";

/** What happens to a question in place of, or after, what it asks for. */
export type EndpointFault =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  | "cut_after_doing"
  | "never_answered";

export type EndpointApi = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly endpoints: HeldEndpoint[];
  /** Methods and paths, in order. */
  readonly asked: string[];
  /** Of the next question of this method. */
  readonly faults: Map<string, EndpointFault>;
  /** Endpoints that were sent a test. */
  readonly tested: string[];
  /** Lemon Squeezy's. */
  readonly stores: { readonly id: string; readonly name: string }[];
  /** The key lacks what a test takes. */
  refusesTests: boolean;
  close(): Promise<void>;
};

type Question = {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly headers: IncomingMessage["headers"];
};
type Answer = { readonly status: number; readonly body?: unknown };
type Answering = {
  readonly isKnown: (q: Question, key: string) => boolean;
  readonly answer: Speaks;
  readonly no: Answer;
};
type Speaks = (api: EndpointApi, question: Question) => Answer;

export const keysOf: Readonly<Record<EndpointProvider, string>> = {
  stripe: "rk_live_key",
  paddle: "pdl_live_apikey_stand_in",
  polar: "polar_oat_stand_in",
  dodo: "dodo_stand_in",
  lemonsqueezy: "lemonsqueezy.jwt.stand-in",
  creem: "creem_stand_in",
  chargebee: "acme:live_key_stand_in",
};

let count = 0;

export async function startEndpointApi(provider: EndpointProvider, apiKey = keysOf[provider]): Promise<EndpointApi> {
  const speaks = answering[provider];
  const server = createServer((request, response) => void handle(request, response));
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers } = request;
    const url = new URL(request.url ?? "/", "http://stand-in");
    const question = { method, url, body: await text(request), headers };
    api.asked.push(`${method} ${url.pathname}`);
    const fault = api.faults.get(method);
    api.faults.delete(method);
    if (fault === "never_answered") return;
    if (typeof fault === "object") {
      response.writeHead(fault.status, { "content-type": "application/json", ...fault.headers });
      response.end(typeof fault.body === "string" ? fault.body : JSON.stringify(fault.body ?? {}));
      return;
    }
    const { status, body } = speaks.isKnown(question, apiKey) ? speaks.answer(api, question) : speaks.no;
    if (fault === "cut_after_doing") {
      response.destroy();
      return;
    }
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body === undefined ? "" : JSON.stringify(body));
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const api: EndpointApi = {
    ...{ baseUrl: `http://127.0.0.1:${port}`, apiKey, endpoints: [], asked: [], faults: new Map(), tested: [] },
    stores: [{ id: "7", name: "Shop" }],
    refusesTests: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;
}

function hold(api: EndpointApi, prefix: string, made: Omit<HeldEndpoint, "id">): HeldEndpoint {
  count += 1;
  const held = { id: `${prefix}${count}`, ...made };
  api.endpoints.push(held);
  return held;
}

function drop(api: EndpointApi, { url }: Question): boolean {
  const index = api.endpoints.findIndex(({ id }) => url.pathname.endsWith(`/${id}`));
  if (index >= 0) api.endpoints.splice(index, 1);
  return index >= 0;
}

/** What it is sent from now on. */
function change(api: EndpointApi, { url }: Question, events: readonly string[]): HeldEndpoint | null {
  const index = api.endpoints.findIndex(({ id }) => url.pathname.endsWith(`/${id}`));
  const held = api.endpoints[index];
  if (held === undefined) return null;
  const changed = { ...held, events };
  api.endpoints.splice(index, 1, changed);
  return changed;
}

const hasBearer = ({ headers }: Question, key: string) => headers.authorization === `Bearer ${key}`;
const strings = z.array(z.string());
const jsonOf = ({ body }: Question) => z.record(z.string(), z.unknown()).parse(JSON.parse(body));
const secretOf = (prefix: string) => `${prefix}${String(count).padStart(24, "0")}`;

/** Endpoints of other services: more than one page of them. */
const others = Array.from({ length: 3 }, (_, index) => `https://elsewhere.example/${index}`);

const answering: Readonly<Record<EndpointProvider, Answering>> = {
  // https://docs.stripe.com/api/webhook_endpoints
  stripe: {
    isKnown: hasBearer,
    no: {
      status: 401,
      body: { error: { type: "invalid_request_error", message: "Invalid API Key provided: rk_live" } },
    },
    answer(api, question) {
      const form = new URLSearchParams(question.body);
      const object = ({ id, url, events, secret, sent }: HeldEndpoint, withSecret: boolean) => ({
        ...{ id, object: "webhook_endpoint", api_version: null, application: null, created: 1_769_850_000 },
        ...{
          description: sent.description,
          enabled_events: events,
          livemode: true,
          metadata: {},
          status: "enabled",
          url,
        },
        ...(withSecret ? { secret } : {}),
      });
      if (question.method === "POST") {
        const events = [...form].filter(([name]) => /^enabled_events\[\d+\]$/.test(name)).map(([, event]) => event);
        const isNew = question.url.pathname.endsWith("/webhook_endpoints");
        const changed = isNew ? null : change(api, question, events);
        if (!isNew) return changed === null ? { status: 404, body: {} } : { status: 200, body: object(changed, false) };
        const sent = { description: form.get("description") };
        const held = hold(api, "we_", { url: form.get("url") ?? "", events, secret: secretOf("whsec_"), sent });
        return { status: 200, body: object(held, true) };
      }
      if (question.method === "DELETE") {
        const id = question.url.pathname.split("/").at(-1);
        if (drop(api, question)) return { status: 200, body: { id, object: "webhook_endpoint", deleted: true } };
        return { status: 404, body: { error: { code: "resource_missing", message: "No such webhook endpoint" } } };
      }
      // One per page: our items come after those of others.
      const after = question.url.searchParams.get("starting_after");
      const all = [
        ...others.map((url, index) => ({ id: `we_other_${index}`, url, events: ["*"], secret: "", sent: {} })),
        ...api.endpoints,
      ];
      const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
      const data = all.slice(start, start + 1).map((each) => object(each, false));
      const has_more = all.length > start + 1;
      return { status: 200, body: { object: "list", url: "/v1/webhook_endpoints", has_more, data } };
    },
  },
  // https://developer.paddle.com/api-reference/notification-settings
  paddle: {
    isKnown: hasBearer,
    no: { status: 403, body: { error: { type: "request_error", code: "invalid_token", detail: "No." } } },
    answer(api, question) {
      const object = ({ id, url, events, secret, sent }: HeldEndpoint) => ({
        ...{ id, description: sent.description, type: "url", destination: url, active: true, api_version: 1 },
        ...{ include_sensitive_fields: false, traffic_source: sent.traffic_source, endpoint_secret_key: secret },
        subscribed_events: events.map((name) => ({ name, description: "", group: "", available_versions: [1] })),
      });
      const meta = { request_id: "req" };
      const { pathname } = question.url;
      if (pathname === "/simulations") {
        if (api.refusesTests) return { status: 403, body: { error: { type: "request_error", code: "forbidden" } } };
        const { notification_setting_id: id, type, name } = jsonOf(question);
        api.tested.push(String(id));
        const times = { created_at: "2026-01-31T12:00:00Z", updated_at: "2026-01-31T12:00:00Z", last_run_at: null };
        const data = {
          id: "ntfsim_1",
          notification_setting_id: id,
          type,
          name,
          status: "active",
          payload: null,
          ...times,
        };
        return { status: 201, body: { data: { ...data, config: null }, meta } };
      }
      if (pathname === "/simulations/ntfsim_1/runs") {
        const times = { created_at: "2026-01-31T12:00:00Z", updated_at: "2026-01-31T12:00:00Z" };
        const data = { id: "ntfsimrun_1", status: "pending", type: "transaction.completed", ...times };
        return { status: 201, body: { data, meta } };
      }
      if (question.method === "PATCH") {
        const changed = change(api, question, strings.parse(jsonOf(question).subscribed_events));
        return changed === null ? { status: 404, body: {} } : { status: 200, body: { data: object(changed), meta } };
      }
      if (question.method === "POST") {
        const { destination, subscribed_events: events, ...sent } = jsonOf(question);
        const secret = secretOf("pdl_ntfset_");
        const held = hold(api, "ntfset_", { url: String(destination), events: strings.parse(events), secret, sent });
        return { status: 201, body: { data: object(held), meta } };
      }
      if (question.method === "DELETE") {
        return drop(api, question) ? { status: 204 } : { status: 404, body: { error: { code: "not_found" } } };
      }
      const pagination = { per_page: 200, next: "", has_more: false, estimated_total: api.endpoints.length };
      return { status: 200, body: { data: api.endpoints.map(object), meta: { ...meta, pagination } } };
    },
  },
  // https://polar.sh/docs/api-reference/webhooks/endpoints
  polar: {
    isKnown: hasBearer,
    no: { status: 401, body: { error: "invalid_token", error_description: "The access token is invalid" } },
    answer(api, question) {
      const object = ({ id, url, events, secret, sent }: HeldEndpoint) => ({ id, url, events, secret, ...sent });
      if (question.method === "PATCH") {
        const changed = change(api, question, strings.parse(jsonOf(question).events));
        return changed === null ? { status: 404, body: {} } : { status: 200, body: object(changed) };
      }
      if (question.method === "POST") {
        const { url, events, ...sent } = jsonOf(question);
        const made = { url: String(url), events: strings.parse(events), secret: secretOf("polar_whs_"), sent };
        return { status: 201, body: object(hold(api, "00000000-0000-4000-8000-", made)) };
      }
      if (question.method === "DELETE") {
        return drop(api, question) ? { status: 204 } : { status: 404, body: { error: "ResourceNotFound" } };
      }
      const page = Number(question.url.searchParams.get("page"));
      const items = page === 2 ? api.endpoints.map(object) : [];
      return { status: 200, body: { items, pagination: { total_count: api.endpoints.length, max_page: 2 } } };
    },
  },
  // https://docs.dodopayments.com/api-reference/webhooks
  dodo: {
    isKnown: hasBearer,
    no: { status: 401, body: { code: "UNAUTHORIZED", message: "Unauthorized" } },
    answer(api, question) {
      const object = ({ id, url, events, sent }: HeldEndpoint) => ({
        ...{ id, url, filter_types: events, metadata: {}, created_at: "", updated_at: "", ...sent },
      });
      const [, , id, rest] = question.url.pathname.split("/");
      if (question.method === "PATCH") {
        const changed = change(api, question, strings.parse(jsonOf(question).filter_types));
        return changed === null ? { status: 404, body: {} } : { status: 200, body: object(changed) };
      }
      if (question.method === "POST") {
        const { url, filter_types: events, ...sent } = jsonOf(question);
        const secret = `whsec_${Buffer.from(secretOf("")).toString("base64")}`;
        return {
          status: 200,
          body: object(hold(api, "ep_", { url: String(url), events: strings.parse(events), secret, sent })),
        };
      }
      if (question.method === "DELETE") return drop(api, question) ? { status: 204 } : { status: 404, body: {} };
      if (rest === "secret")
        return { status: 200, body: { secret: api.endpoints.find((one) => one.id === id)?.secret } };
      if (question.url.searchParams.get("iterator") === null) {
        return { status: 200, body: { data: [], iterator: "next", done: false } };
      }
      return { status: 200, body: { data: api.endpoints.map(object), iterator: "end", done: true } };
    },
  },
  // https://docs.lemonsqueezy.com/api/webhooks
  lemonsqueezy: {
    isKnown: (question, key) => hasBearer(question, key) && question.headers.accept === "application/vnd.api+json",
    no: { status: 401, body: { jsonapi: { version: "1.0" }, errors: [{ detail: "Unauthenticated.", status: "401" }] } },
    answer(api, question) {
      const object = ({ id, url, events, sent }: HeldEndpoint) => ({
        ...{ type: "webhooks", id, attributes: { store_id: Number(sent.store), url, events, ...sent } },
      });
      if (question.url.pathname === "/v1/stores") {
        const data = api.stores.map(({ id, name }) => ({ type: "stores", id, attributes: { name } }));
        return { status: 200, body: { data } };
      }
      if (question.method === "PATCH") {
        const attributes = z.object({ events: strings });
        const wish = z.object({ data: z.object({ type: z.literal("webhooks"), id: z.string(), attributes }) });
        const { data } = wish.parse(JSON.parse(question.body));
        const changed = change(api, question, data.attributes.events);
        return changed === null ? { status: 404, body: {} } : { status: 200, body: { data: object(changed) } };
      }
      if (question.method === "POST") {
        const made = z.object({
          data: z.object({
            attributes: z.object({
              url: z.string(),
              events: strings,
              secret: z.string().min(6).max(40),
              test_mode: z.boolean(),
            }),
            relationships: z.object({ store: z.object({ data: z.object({ id: z.string() }) }) }),
          }),
        });
        const { attributes, relationships } = made.parse(JSON.parse(question.body)).data;
        const { url, events, secret, test_mode } = attributes;
        const sent = { test_mode, store: relationships.store.data.id };
        return { status: 201, body: { data: object(hold(api, "", { url, events, secret, sent })) } };
      }
      if (question.method === "DELETE") {
        return drop(api, question) ? { status: 204 } : { status: 404, body: { errors: [{ detail: "Not found." }] } };
      }
      const page = { currentPage: 1, lastPage: 1, perPage: 100, total: api.endpoints.length };
      return { status: 200, body: { meta: { page }, data: api.endpoints.map(object) } };
    },
  },
  // https://docs.creem.io/api-reference/endpoint/create-webhook
  creem: {
    isKnown: ({ headers }, key) => headers["x-api-key"] === key,
    no: { status: 403, body: { trace_id: "t", status: 403, error: "Forbidden", message: ["API key is invalid"] } },
    answer(api, question) {
      const object = ({ id, url, events, sent }: HeldEndpoint) => ({
        ...{ id, mode: "prod", object: "webhook", store_id: "sto_1", delivery_mode: "http", status: "enabled" },
        ...{ url, events, ...sent },
      });
      if (question.method === "PATCH") {
        const changed = change(api, question, strings.parse(jsonOf(question).events));
        return changed === null ? { status: 404, body: {} } : { status: 200, body: object(changed) };
      }
      if (question.method === "POST") {
        const { url, events, ...sent } = jsonOf(question);
        const made = { url: String(url), events: strings.parse(events), secret: secretOf("whsec_"), sent };
        const held = hold(api, "whk_", made);
        return { status: 200, body: { ...object(held), secret: held.secret } };
      }
      if (question.method === "DELETE")
        return drop(api, question) ? { status: 200, body: {} } : { status: 404, body: {} };
      const page = Number(question.url.searchParams.get("page_number"));
      const pagination = {
        total_records: 1,
        total_pages: 2,
        current_page: page,
        next_page: page < 2 ? 2 : null,
        prev_page: null,
      };
      return { status: 200, body: { items: page === 2 ? api.endpoints.map(object) : [], pagination } };
    },
  },
  // https://apidocs.chargebee.com/docs/api/webhook_endpoints
  chargebee: {
    isKnown: ({ headers }, key) =>
      headers.authorization === `Basic ${Buffer.from(`${key.split(":")[1]}:`).toString("base64")}`,
    no: {
      status: 401,
      body: { message: "Sorry, authentication failed.", api_error_code: "api_authentication_failed" },
    },
    answer(api, question) {
      const object = ({ id, url, events, sent }: HeldEndpoint) => ({
        webhook_endpoint: { id, url, ...sent, primary_url: false, disabled: false, enabled_events: events },
      });
      const none = {
        status: 404,
        body: { message: "There is no such webhook endpoint.", api_error_code: "resource_not_found" },
      };
      if (question.method === "GET") return { status: 200, body: { list: api.endpoints.map(object) } };
      const [, id, action] = /\/webhook_endpoints(?:\/([^/]+))?(\/delete)?$/.exec(question.url.pathname) ?? [];
      const form = new URLSearchParams(question.body);
      const events = [...form].filter(([name]) => /^enabled_events\[\d+\]$/.test(name)).map(([, event]) => event);
      if (id === undefined) {
        const secret = `${form.get("basic_auth_username")}:${form.get("basic_auth_password")}`;
        const sent = { name: form.get("name"), api_version: form.get("api_version") };
        const held = hold(api, "whv2_", { url: form.get("url") ?? "", events, secret, sent });
        return { status: 200, body: object(held) };
      }
      const at = { ...question, url: new URL(question.url.href.replace(/\/delete$/, "")) };
      const held = api.endpoints.find((one) => one.id === id);
      if (held === undefined) return none;
      if (action === undefined) change(api, at, events);
      else drop(api, at);
      return { status: 200, body: object(held) };
    },
  },
};
