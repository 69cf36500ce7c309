// One question to the Admin API of a shop. An app of the Dev Dashboard asks for a token that is good for a day, with its client id and
// secret; an older custom app has a token that lasts.
// It guarantees that a key never leaves its shop's own host, and that a page's address is never followed: only its cursor is.
// Written from: https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/client-credentials-grant,
// https://shopify.dev/docs/api/admin-rest/usage/pagination and https://shopify.dev/docs/api/usage/versioning (a version that is not there
// any more answers as the oldest that is).
import { z } from "zod";
import { type Asking, exchange, exchangeWithHeaders, type Query, type Request, withQuery } from "./ask.ts";
import { AskFailed, AskRefused } from "./ask-failed.ts";
import type { CursorPage } from "./lists/list-pages.ts";
import type { KeyPlace } from "./provider-api.ts";

const version = "2026-10";
const keyForm = /^([a-z0-9][a-z0-9-]{0,62}\.myshopify\.com):([\x21-\x39\x3b-\x7e]{8,255})(?::([\x21-\x7e]{8,255}))?$/;
export const keyFormWords =
  "<shop>.myshopify.com:<client id>:<client secret>, or with the access token of an older custom app, <shop>.myshopify.com:<access token>:<API secret key>";
/** Tokens say what they are; a client id is 32 hexadecimal digits. */
const clientId = /^[0-9a-f]{32}$/;

const tokenSchema = z.object({ access_token: z.string().min(1) });

/** The secret signs the webhooks of the app. */
export function placeOf(key: string): KeyPlace | null {
  const [, shop, apiKey, signingSecret] = keyForm.exec(key) ?? [];
  if (shop === undefined || apiKey === undefined) return null;
  if (signingSecret === undefined)
    return clientId.test(apiKey) ? null : { baseUrl: `https://${shop}`, apiKey, livemode: null };
  return { baseUrl: `https://${shop}`, apiKey, livemode: null, signingSecret };
}

/** Of a run or a call: neither takes a day. */
const tokens = new WeakMap<Asking, Promise<string>>();

function tokenOf(asking: Asking): Promise<string> {
  if (!clientId.test(asking.apiKey)) return Promise.resolve(asking.apiKey);
  const known = tokens.get(asking) ?? askToken(asking);
  tokens.set(asking, known);
  return known;
}

async function askToken(asking: Asking): Promise<string> {
  const { apiKey: client_id, signingSecret: client_secret } = asking;
  const body = JSON.stringify({ client_id, client_secret, grant_type: "client_credentials" });
  const headers = { accept: "application/json", "content-type": "application/json" };
  try {
    const text = await exchange(asking, "/admin/oauth/access_token", { method: "POST", headers, body });
    return read(asking, tokenSchema, text).access_token;
  } catch (error) {
    tokens.delete(asking);
    // Shopify answers 400 to a client that is not installed in the shop, or whose secret is wrong.
    if (!(error instanceof AskFailed) || error.constructor !== AskFailed) throw error;
    throw new AskRefused(
      `Shopify gives this client id and secret no token: the secret is wrong, or the app is not installed in this shop. ${error.message}`,
      { cause: error },
    );
  }
}

export type ShopifyQuestion<Shape> = {
  readonly method?: Request["method"];
  /** Behind the version. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: object;
  readonly answer: z.ZodType<Shape>;
};

export async function askShopify<Shape>(asking: Asking, question: ShopifyQuestion<Shape>): Promise<Shape> {
  return (await askAnswer(asking, question)).body;
}

/** One page of a list, and the cursor of the next. */
export async function askShopifyPage<Shape>(
  asking: Asking,
  question: ShopifyQuestion<readonly Shape[]>,
  cursor: string | null,
): Promise<CursorPage<Shape>> {
  // A cursor includes everything of the first question except its size.
  const { limit } = question.query ?? {};
  const query = cursor === null ? question.query : { ...(limit === undefined ? {} : { limit }), page_info: cursor };
  const { body, headers } = await askAnswer(asking, query === undefined ? question : { ...question, query });
  return { items: body, next: cursorOf(asking, headers.get("link")) };
}

async function askAnswer<Shape>(asking: Asking, question: ShopifyQuestion<Shape>) {
  const { method = "GET", path, query = {}, body } = question;
  const token = await tokenOf(asking);
  const headers = { accept: "application/json", "content-type": "application/json", "x-shopify-access-token": token };
  const request = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const answer = await exchangeWithHeaders(asking, withQuery(`/admin/api/${version}${path}`, query), request);
  return { body: read(asking, question.answer, answer.text), headers: answer.headers };
}

function read<Shape>({ name }: Asking, schema: z.ZodType<Shape>, text: string): Shape {
  const { data } = schema.safeParse(JSON.parse(text));
  if (data === undefined) throw new AskFailed(`${name} answered with something that its documentation does not say.`);
  return data;
}

/** `<https://shop/…?page_info=abc&limit=250>; rel="next"`, next to the previous page's. */
function cursorOf({ name }: Asking, link: string | null): string | null {
  const [, address] = /<([^<>]*)>;\s*rel="?next"?/.exec(link ?? "") ?? [];
  if (address === undefined) return null;
  const cursor = URL.canParse(address) ? new URL(address).searchParams.get("page_info") : null;
  if (!cursor) throw new AskFailed(`${name} lists more and does not say where.`);
  return cursor;
}
