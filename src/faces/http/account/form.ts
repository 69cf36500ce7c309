// What the pages of accounts have in common: forms come from a page of ours and are read as they are, calls to the accounts
// library are made as the page's own, and a refusal is shown on the page instead of as JSON.
import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import type { Accounts, SignedIn } from "../../../product/accounts/accounts.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import { readBody } from "../body.ts";
import { requireOwnPage } from "../guard/same-origin.ts";
import type { Page } from "../pages/form-page.ts";
import type { LibraryDoor } from "./library-calls.ts";
import { prefixOf, sendPage } from "./page.ts";

export type PageParts = {
  readonly accounts: Accounts;
  readonly door: LibraryDoor;
  readonly origins: ReadonlySet<string>;
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  readonly bodyBytesMax: number;
  /** Whether a mail server is configured: without one, no page asks anyone to wait for a mail. */
  readonly sendsMail: boolean;
};

/** Of a page that sends a form. */
export type FormParts = Pick<PageParts, "origins" | "bodyBytesMax" | "baseUrl">;

export type FormValues = { readonly get: (name: string) => string };

/** `show` renders the form's page again with the error, in the words of `noteOf`. */
export function formRoute(
  parts: FormParts,
  submit: (request: Request, response: Response, values: FormValues) => Promise<void>,
  show: (values: FormValues, note: string, request: Request, error: Error) => Page | Promise<Page>,
  noteOf: (error: Error, request: Request) => string = ({ message }) => message,
): RequestHandler {
  return async (request, response) => {
    const { origins, bodyBytesMax } = parts;
    requireOwnPage(request, origins);
    const values = valuesOf(new URLSearchParams((await readBody(request, bodyBytesMax)).toString("utf8")));
    try {
      await submit(request, response, values);
    } catch (error) {
      const status = statusOf(error);
      if (!(error instanceof Error) || status === undefined) throw error;
      if (error instanceof Refusal && error.code === "rate_limited") {
        response.setHeader("Retry-After", String(error.options.retryAfterSeconds ?? 1));
      }
      sendPage(parts, response, { ...(await show(values, noteOf(error, request), request, error)), status });
    }
  };
}

/** Undefined for what is not for the page to say. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof NotDone) return error.status;
  if (!(error instanceof Refusal)) return undefined;
  if (error.code === "rate_limited") return 429;
  return error.code === "invalid_request" ? 400 : undefined;
}

/** Of an address. */
export function queryOf(request: Request): FormValues {
  return valuesOf(new URL(request.originalUrl, "http://service").searchParams);
}

/** What the library refused, in words for people. */
export class NotDone extends Error {
  override readonly name = "NotDone";
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

const refusalSchema = z.object({ message: z.string().optional(), error_description: z.string().optional() });

/** The library's answer when it did it; throws `NotDone` with its words when it did not. */
export async function requireDone(answer: globalThis.Response): Promise<globalThis.Response> {
  if (answer.ok) return answer;
  const refusal = refusalSchema.safeParse(await answer.json().catch(() => null)).data;
  throw new NotDone(refusal?.message ?? refusal?.error_description ?? "This could not be done.", answer.status);
}

export function signedIn({ accounts }: PageParts, request: Request): Promise<SignedIn | undefined> {
  const { cookie } = request.headers;
  return cookie === undefined ? Promise.resolve(undefined) : accounts.signedIn(new Headers({ cookie }));
}

/** Takes the cookies over that the library sets, and goes on to another page of ours. */
export function goOn({ baseUrl }: PageParts, response: Response, path: string, answer?: globalThis.Response): void {
  const cookies = answer?.headers.getSetCookie() ?? [];
  if (cookies.length > 0) response.setHeader("Set-Cookie", cookies);
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Location", hrefOf({ baseUrl }, path));
  response.status(303).end();
}

/** A path of ours as it is seen from outside, where a proxy may have put one in front. */
export function hrefOf({ baseUrl }: Pick<PageParts, "baseUrl">, path: string): string {
  return `${prefixOf(baseUrl)}${path}`;
}

/** Where to go on to: a path of ours and never another site's address. */
export function pathOrHome(path: string): string {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : "/";
}

export function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

function valuesOf(parameters: URLSearchParams): FormValues {
  return { get: (name) => parameters.get(name) ?? "" };
}
