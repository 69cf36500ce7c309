// Stand-ins for the APIs of Chargebee, Mollie and Recurly on this machine: a look-up of one thing and the lists of all, with their
// authentication, filters, order and pages, as their documentation has them. Pages are short, so that few documents make many pages.
import { createServer } from "node:http";

export type Json = Readonly<Record<string, unknown>>;

export type ListingProvider = "chargebee" | "mollie" | "recurly";

export type ListingApi = {
  readonly baseUrl: string;
  /** As a connection keeps it. */
  readonly apiKey: string;
  /** By the name of the list, in any order. */
  readonly lists: Record<ListName, Json[]>;
  /** Recurly's accounts by id. */
  readonly accounts: Map<string, Json>;
  /** Path and query of every question, in order. */
  readonly asked: string[];
  /** Answered once each, in order, before anything else. */
  readonly faults: { readonly status: number; readonly body: unknown }[];
  onQuestion: () => Promise<void> | void;
  close(): Promise<void>;
};

type ListName = "events" | "payments" | "refunds" | "chargebacks" | "transactions";
type Answer = { readonly status: number; readonly body: unknown };

const itemsPerPage = 3;
const notFound: Answer = { status: 404, body: { message: "Not Found" } };

const providers: Record<
  ListingProvider,
  { readonly apiKey: string; readonly authorization: string; readonly answer: (api: ListingApi, url: URL) => Answer }
> = {
  chargebee: {
    apiKey: "acme:live_key_of_the_site",
    authorization: basic("live_key_of_the_site"),
    answer: answerAsChargebee,
  },
  mollie: {
    apiKey: "live_key_of_this_account",
    authorization: "Bearer live_key_of_this_account",
    answer: answerAsMollie,
  },
  recurly: { apiKey: "recurly_private_key", authorization: basic("recurly_private_key"), answer: answerAsRecurly },
};

export async function startListingApi(provider: ListingProvider): Promise<ListingApi> {
  const { apiKey, authorization, answer } = providers[provider];
  const server = createServer((request, response) => {
    void (async () => {
      api.asked.push(request.url ?? "/");
      await api.onQuestion();
      const isKnown = request.headers.authorization === authorization && request.method === "GET";
      const refused = { status: 401, body: { message: "The key is not valid." } };
      const fault = api.faults.shift();
      const { status, body } = fault ?? (isKnown ? answer(api, new URL(request.url ?? "/", api.baseUrl)) : refused);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  const api: ListingApi = {
    baseUrl: `http://127.0.0.1:${address.port}`,
    apiKey,
    lists: { events: [], payments: [], refunds: [], chargebacks: [], transactions: [] },
    accounts: new Map(),
    asked: [],
    faults: [],
    onQuestion: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return api;
}

function basic(user: string): string {
  return `Basic ${Buffer.from(`${user}:`).toString("base64")}`;
}

const idOf = (item: Json) => String(item.id);
const timeOf = (item: Json, name: string) => Date.parse(String(item[name]));

function answerAsChargebee({ lists: { events } }: ListingApi, { pathname, searchParams }: URL): Answer {
  const [, id] = /^\/api\/v2\/events\/(.+)$/.exec(pathname) ?? [];
  if (id !== undefined) {
    const event = events.find((one) => one.id === id);
    return event === undefined ? notFound : { status: 200, body: { event } };
  }
  if (pathname !== "/api/v2/events" || searchParams.get("sort_by[asc]") !== "occurred_at") return notFound;
  const types = JSON.parse(searchParams.get("event_type[in]") ?? "[]") as string[];
  const [from = 0, until = 0] = JSON.parse(searchParams.get("occurred_at[between]") ?? "[]") as number[];
  const found = events
    .filter(({ event_type, occurred_at }) => types.includes(String(event_type)) && Number(occurred_at) >= from)
    .filter(({ occurred_at }) => Number(occurred_at) <= until)
    .toSorted((a, b) => Number(a.occurred_at) - Number(b.occurred_at));
  const start = Number((JSON.parse(searchParams.get("offset") ?? '["0"]') as string[])[0]);
  const end = start + itemsPerPage;
  const next = end < found.length ? { next_offset: JSON.stringify([String(end)]) } : {};
  return { status: 200, body: { list: found.slice(start, end).map((event) => ({ event })), ...next } };
}

function answerAsMollie({ lists }: ListingApi, { pathname, searchParams }: URL): Answer {
  const [, id] = /^\/v2\/payments\/(.+)$/.exec(pathname) ?? [];
  if (id !== undefined) {
    const payment = lists.payments.find((one) => one.id === id);
    if (payment === undefined) return notFound;
    const of = (name: "refunds" | "chargebacks") => lists[name].filter(({ paymentId }) => paymentId === id);
    return { status: 200, body: { ...payment, _embedded: { refunds: of("refunds"), chargebacks: of("chargebacks") } } };
  }
  const name = (["payments", "refunds", "chargebacks"] as const).find((one) => pathname === `/v2/${one}`);
  if (name === undefined) return notFound;
  const newestFirst = lists[name].toSorted((a, b) => timeOf(b, "createdAt") - timeOf(a, "createdAt"));
  const from = searchParams.get("from");
  const start = from === null ? 0 : newestFirst.findIndex((one) => one.id === from);
  if (start < 0) return { status: 400, body: { detail: "The from is not known." } };
  const withPayment = (item: Json) => {
    const payment = lists.payments.find((one) => one.id === item.paymentId);
    return searchParams.get("embed") === "payment" ? { ...item, _embedded: { payment } } : item;
  };
  const next = newestFirst[start + itemsPerPage];
  const href = `https://api.mollie.example/v2/${name}?from=${next === undefined ? "" : idOf(next)}&limit=3`;
  return {
    status: 200,
    body: {
      count: itemsPerPage,
      _embedded: { [name]: newestFirst.slice(start, start + itemsPerPage).map(withPayment) },
      _links: { next: next === undefined ? null : { href, type: "application/hal+json" } },
    },
  };
}

function answerAsRecurly({ lists: { transactions }, accounts }: ListingApi, { pathname, searchParams }: URL): Answer {
  const [, kind, id, ofAccount] = /^\/(transactions|accounts)\/([^/]+)(\/transactions)?$/.exec(pathname) ?? [];
  if (kind === "accounts" && ofAccount !== undefined) {
    const data = transactions.filter(({ account, type }) => type === "refund" && (account as Json | null)?.id === id);
    return { status: 200, body: { data } };
  }
  if (kind !== undefined) {
    const found = kind === "accounts" ? accounts.get(id ?? "") : transactions.find((one) => one.id === id);
    return found === undefined ? notFound : { status: 200, body: found };
  }
  const [sort, order] = [searchParams.get("sort"), searchParams.get("order")];
  if (pathname !== "/transactions" || sort !== "updated_at" || order !== "asc") return notFound;
  const from = Date.parse(searchParams.get("begin_time") ?? "");
  const until = Date.parse(searchParams.get("end_time") ?? "");
  const found = transactions
    .filter((one) => timeOf(one, "updated_at") >= from && timeOf(one, "updated_at") <= until)
    .toSorted((a, b) => timeOf(a, "updated_at") - timeOf(b, "updated_at"));
  const start = Number(searchParams.get("cursor") ?? 0);
  const end = start + itemsPerPage;
  searchParams.set("cursor", String(end));
  const has_more = end < found.length;
  const next = has_more ? `/transactions?${searchParams}` : null;
  return { status: 200, body: { object: "list", has_more, next, data: found.slice(start, end) } };
}
