// Local copies of the APIs of Shopify and Razorpay on this machine: lists of resources and a look-up of one, with their authentication,
// filters, order and pages, as their documentation has them. What the documentation does not name is refused.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

export type Json = Readonly<Record<string, unknown>>;

export type ResourceProvider = "shopify" | "razorpay";

export type ResourceApi = {
  readonly baseUrl: string;
  /** By the name of the list, in any order. */
  readonly lists: Record<ListName, Json[]>;
  /** Path and query of every question, in order. */
  readonly asked: string[];
  /** Answered in place of the answer to a question whose path has `path`, once each. */
  readonly faults: { readonly path: string; readonly status: number; readonly body: unknown }[];
  onQuestion: (path: string) => Promise<void> | void;
  /** A shop without Shopify Payments has no disputes. */
  hasDisputes: boolean;
  close(): Promise<void>;
};

type ListName = "orders" | "disputes" | "payments" | "refunds" | "invoices" | "subscriptions";
type Answer = { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> };
type Question = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
};
type Speaks = (api: ResourceApi, question: Question) => Answer;

export const shopKeys = {
  shop: "acme-tea.myshopify.com",
  token: "shpat_00000000000000000000000000000001",
  clientId: "0123456789abcdef0123456789abcdef",
  clientSecret: "shpss_00000000000000000000000000000002",
};
export const razorpayKey = "rzp_live_StandIn0001:secret_of_the_stand_in";

const shopifyPerPage = 3;
const razorpayPerPageMax = 100;

const speaks: Readonly<Record<ResourceProvider, Speaks>> = { shopify: answerAsShopify, razorpay: answerAsRazorpay };

export async function startResourceApi(provider: ResourceProvider): Promise<ResourceApi> {
  const server = createServer((request, response) => void handle(request, response));
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers } = request;
    const path = request.url ?? "/";
    const question = { method, url: new URL(path, api.baseUrl), headers, body: await text(request) };
    api.asked.push(path);
    await api.onQuestion(path);
    const fault = api.faults.findIndex((one) => path.includes(one.path));
    const answer: Answer = fault < 0 ? speaks[provider](api, question) : (api.faults.splice(fault, 1)[0] ?? notFound);
    response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
    response.end(JSON.stringify(answer.body));
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the API has no port");
  const api: ResourceApi = {
    baseUrl: `http://127.0.0.1:${address.port}`,
    lists: { orders: [], disputes: [], payments: [], refunds: [], invoices: [], subscriptions: [] },
    asked: [],
    faults: [],
    onQuestion: () => undefined,
    hasDisputes: true,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return api;
}

const notFound: Answer = { status: 404, body: { errors: "Not Found" } };
const issuedToken = "shpat_issued_for_a_day_0000000000001";

function answerAsShopify(api: ResourceApi, { method, url, headers, body }: Question): Answer {
  const { pathname, searchParams } = url;
  if (pathname === "/admin/oauth/access_token" && method === "POST") {
    const { client_id, client_secret, grant_type } = JSON.parse(body) as Json;
    const isKnown = client_id === shopKeys.clientId && client_secret === shopKeys.clientSecret;
    return isKnown && grant_type === "client_credentials"
      ? { status: 200, body: { access_token: issuedToken, scope: "read_orders", expires_in: 86_399 } }
      : { status: 400, body: { error: "invalid_client", error_description: "The client is not known." } };
  }
  const token = headers["x-shopify-access-token"];
  if (token !== shopKeys.token && token !== issuedToken) {
    return { status: 401, body: { errors: "[API] Invalid API key or access token" } };
  }
  const [, resource] = /^\/admin\/api\/\d{4}-\d{2}\/(.+)\.json$/.exec(pathname) ?? [];
  if (resource === "orders") return ordersPage(api, searchParams);
  if (resource !== "shopify_payments/disputes" || !api.hasDisputes) return notFound;
  return pageOf("disputes", api.lists.disputes, searchParams, "");
}

function ordersPage({ lists, baseUrl }: ResourceApi, query: URLSearchParams): Answer {
  const cursor = query.get("page_info");
  const asked = cursor === null ? query : new URLSearchParams(Buffer.from(cursor, "base64url").toString());
  if (asked.get("status") !== "any") return { status: 200, body: { orders: [] } };
  const timeOf = (order: Json) => Date.parse(String(order.updated_at));
  const found = lists.orders
    .filter((order) => timeOf(order) >= Date.parse(asked.get("updated_at_min") ?? ""))
    .filter((order) => timeOf(order) <= Date.parse(asked.get("updated_at_max") ?? ""))
    .toSorted((a, b) => Number(b.id) - Number(a.id));
  return pageOf("orders", found, query, baseUrl);
}

/** A cursor includes the first question: with anything except a limit it is refused. */
function pageOf(name: string, found: readonly Json[], query: URLSearchParams, baseUrl: string): Answer {
  const cursor = query.get("page_info");
  if (cursor !== null && [...query.keys()].some((key) => key !== "page_info" && key !== "limit")) {
    return { status: 400, body: { errors: { page_info: ["Invalid value."] } } };
  }
  const first = cursor === null ? query : new URLSearchParams(Buffer.from(cursor, "base64url").toString());
  const start = Number(first.get("start") ?? 0);
  const body = { [name]: found.slice(start, start + shopifyPerPage) };
  if (start + shopifyPerPage >= found.length) return { status: 200, body };
  first.set("start", String(start + shopifyPerPage));
  const next = Buffer.from(first.toString()).toString("base64url");
  const link = `<${baseUrl}/admin/api/x/${name}.json?limit=3&page_info=before>; rel="previous", <https://elsewhere.example/${name}.json?limit=3&page_info=${next}>; rel="next"`;
  return { status: 200, body, headers: { link } };
}

const filters: Readonly<Record<string, readonly string[]>> = {
  payments: ["from", "to", "count", "skip"],
  refunds: ["from", "to", "count", "skip"],
  invoices: ["type", "payment_id", "receipt", "customer_id", "subscription_id", "count", "skip"],
  disputes: ["count", "skip"],
};

function answerAsRazorpay({ lists }: ResourceApi, { url, headers }: Question): Answer {
  const { pathname, searchParams } = url;
  const authorization = `Basic ${Buffer.from(razorpayKey).toString("base64")}`;
  if (headers.authorization !== authorization) {
    return { status: 401, body: { error: { code: "BAD_REQUEST_ERROR", description: "Authentication failed" } } };
  }
  const [, name = "", id] = /^\/v1\/(\w+)(?:\/(\w+))?$/.exec(pathname) ?? [];
  const list = lists[name as ListName] ?? [];
  if (id !== undefined) {
    const found = list.find((one) => one.id === id);
    const unknown = { error: { code: "BAD_REQUEST_ERROR", description: "The id provided does not exist" } };
    return found === undefined ? { status: 404, body: unknown } : { status: 200, body: found };
  }
  const strange = [...searchParams.keys()].find((key) => !filters[name]?.includes(key));
  if (strange !== undefined || filters[name] === undefined) {
    const description = `${strange} is/are not required and should not be sent`;
    return { status: 400, body: { error: { code: "BAD_REQUEST_ERROR", description } } };
  }
  const count = Number(searchParams.get("count") ?? 10);
  if (count > razorpayPerPageMax) return { status: 400, body: { error: { description: "count may not be so many" } } };
  const from = Number(searchParams.get("from") ?? 0);
  const to = Number(searchParams.get("to") ?? Number.MAX_SAFE_INTEGER);
  const subscription = searchParams.get("subscription_id");
  const skip = Number(searchParams.get("skip") ?? 0);
  const items = list
    .filter(({ created_at }) => Number(created_at) >= from && Number(created_at) <= to)
    .filter(({ subscription_id }) => subscription === null || subscription_id === subscription)
    .toSorted((a, b) => Number(b.created_at) - Number(a.created_at))
    .slice(skip, skip + count);
  return { status: 200, body: { entity: "collection", count: items.length, items } };
}
