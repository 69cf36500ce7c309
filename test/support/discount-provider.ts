// A stand-in for Stripe's and Paddle's API of discount codes, on this machine: it makes, lists and changes codes as their documentation has
// it, keeps Stripe's idempotency keys, refuses a code that is in use, and has faults.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";

export type HeldCode = {
  readonly id: string;
  readonly code: string;
  active: boolean;
  /** Null where a person made it there. */
  readonly key: string | null;
  /** What it was made with. */
  readonly sent: Readonly<Record<string, unknown>>;
};

/** Of the next request that makes a code. */
export type CodeFault = "error_before" | "cut_after_doing" | "key_refused";

export type DiscountProvider = {
  readonly baseUrl: string;
  readonly codes: HeldCode[];
  /** Stripe's, by id. */
  readonly coupons: Map<string, Readonly<Record<string, string>>>;
  /** Methods and paths, in order. */
  readonly asked: string[];
  readonly faults: CodeFault[];
  /** Runs before the next code is made: what happens meanwhile. */
  meanwhile: (() => Promise<void>) | null;
  /** As if a day had passed: Stripe forgets idempotency keys. */
  forget(): void;
  close(): Promise<void>;
};

type Answer = { readonly status: number; readonly body: unknown };
type Question = { readonly method: string; readonly url: URL; readonly body: string; readonly key: string | undefined };

let count = 0;

export async function startDiscountProvider(name: "stripe" | "paddle"): Promise<DiscountProvider> {
  const answered = new Map<string, Answer>();
  const answer = name === "stripe" ? answerAsStripe : answerAsPaddle;
  const server = createServer((request, response) => void handle(request, response));
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", headers } = request;
    const url = new URL(request.url ?? "/", "http://stand-in");
    const header = headers["idempotency-key"];
    const question = { method, url, body: await text(request), key: typeof header === "string" ? header : undefined };
    provider.asked.push(`${method} ${url.pathname}`);
    const makes = method === "POST" && /^\/(?:v1\/promotion_codes|discounts)$/.test(url.pathname);
    if (makes) {
      const { meanwhile } = provider;
      provider.meanwhile = null;
      await meanwhile?.();
    }
    const fault = makes || provider.faults[0] === "key_refused" ? provider.faults.shift() : undefined;
    if (fault === "error_before") return send(response, { status: 500, body: { error: { message: "Later." } } });
    if (fault === "key_refused") return send(response, { status: 401, body: { error: { message: "No." } } });
    const given = answerOnce(question);
    if (fault === "cut_after_doing") response.destroy();
    else send(response, given);
  }
  function answerOnce(question: Question): Answer {
    const before = question.key === undefined ? undefined : answered.get(question.key);
    const given = before ?? answer(provider, question);
    if (question.key !== undefined && given.status < 400) answered.set(question.key, given);
    return given;
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const provider: DiscountProvider = {
    ...{ baseUrl: `http://127.0.0.1:${port}`, codes: [], coupons: new Map(), asked: [], faults: [], meanwhile: null },
    forget: () => answered.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function hold(provider: DiscountProvider, prefix: string, made: Omit<HeldCode, "id" | "active">): HeldCode {
  count += 1;
  const held = { id: `${prefix}${count}`, active: true, ...made };
  provider.codes.unshift(held);
  return held;
}

function isInUse({ codes }: DiscountProvider, code: string): boolean {
  return codes.some((each) => each.active && each.code.toUpperCase() === code.toUpperCase());
}

const refused = (code: string, message: string): Answer => ({
  status: 400,
  body: { error: { code, message, detail: message } },
});
const lastOf = ({ pathname }: URL) => decodeURIComponent(pathname.split("/").at(-1) ?? "");

// https://docs.stripe.com/api/coupons and https://docs.stripe.com/api/promotion_codes
function answerAsStripe(provider: DiscountProvider, { method, url, body }: Question): Answer {
  const form = Object.fromEntries(new URLSearchParams(body));
  const object = ({ id, code, active, key, sent }: HeldCode) => ({
    ...{ id, object: "promotion_code", active, code, metadata: key === null ? {} : { svc_key: key } },
    ...{ promotion: { type: "coupon", coupon: sent["promotion[coupon]"] ?? null } },
  });
  if (url.pathname === "/v1/coupons") {
    const { id = "" } = form;
    if (provider.coupons.has(id)) return refused("resource_already_exists", "Coupon already exists.");
    provider.coupons.set(id, form);
    return { status: 200, body: { id, object: "coupon" } };
  }
  if (url.pathname.startsWith("/v1/coupons/")) {
    const id = lastOf(url);
    if (!provider.coupons.has(id)) return { status: 404, body: { error: { code: "resource_missing" } } };
    if (method === "DELETE") provider.coupons.delete(id);
    return { status: 200, body: { id, object: "coupon", ...(method === "DELETE" ? { deleted: true } : {}) } };
  }
  if (method === "GET") {
    const wanted = url.searchParams.get("code")?.toUpperCase();
    const data = provider.codes.filter(({ code }) => code.toUpperCase() === wanted).map(object);
    return { status: 200, body: { object: "list", url: url.pathname, has_more: false, data } };
  }
  if (url.pathname === "/v1/promotion_codes") {
    const { code = "" } = form;
    if (!provider.coupons.has(form["promotion[coupon]"] ?? "")) return refused("resource_missing", "No such coupon.");
    if (isInUse(provider, code)) return refused("invalid", `An active promotion code with code ${code} exists.`);
    const held = hold(provider, "promo_", { code, key: form["metadata[svc_key]"] ?? null, sent: form });
    return { status: 200, body: object(held) };
  }
  const held = provider.codes.find(({ id }) => id === lastOf(url));
  if (held === undefined) return { status: 404, body: { error: { code: "resource_missing" } } };
  held.active = form.active === "true";
  return { status: 200, body: object(held) };
}

const madeAtPaddle = z.looseObject({ code: z.string(), custom_data: z.looseObject({ svc_key: z.string() }) });

// https://developer.paddle.com/api-reference/discounts
function answerAsPaddle(provider: DiscountProvider, { method, url, body }: Question): Answer {
  const object = ({ id, code, active, key, sent }: HeldCode) => ({
    ...sent,
    ...{ id, code, status: active ? "active" : "archived", custom_data: key === null ? null : { svc_key: key } },
  });
  const meta = { request_id: "req" };
  if (method === "GET") {
    const wanted = (url.searchParams.get("code") ?? "").toUpperCase();
    const data = provider.codes.filter(({ code }) => code.toUpperCase() === wanted).map(object);
    const pagination = { per_page: 50, next: "", has_more: false, estimated_total: data.length };
    return { status: 200, body: { data, meta: { ...meta, pagination } } };
  }
  if (method === "POST") {
    const sent = madeAtPaddle.parse(JSON.parse(body));
    const { code, custom_data } = sent;
    if (isInUse(provider, code)) return refused("discount_code_conflict", "The code is in use.");
    return {
      status: 201,
      body: { data: object(hold(provider, "dsc_", { code, key: custom_data.svc_key, sent })), meta },
    };
  }
  const held = provider.codes.find(({ id }) => id === lastOf(url));
  if (held === undefined) return { status: 404, body: { error: { code: "not_found" } } };
  held.active = z.object({ status: z.string() }).parse(JSON.parse(body)).status === "active";
  return { status: 200, body: { data: object(held), meta } };
}
