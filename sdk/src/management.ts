// @svc/sdk/management: every management call of the service with the types of its own description, for an account or an agent's key.
// It works wherever there are fetch and Request. A call that is refused is an answer and never thrown, unless `dataOf` or `everyRow`
// is asked for what the answer holds.
import openClient, { type Client } from "openapi-fetch";
import type { paths } from "./management/schema.ts";

export type { components, operations, paths } from "./management/schema.ts";

export type ManagementOptions = {
  /** Address of the service. */
  readonly baseUrl: string;
  /** Of an account's session, or an agent's key. Left out, a page of the service's own calls by its cookie. */
  readonly token?: string;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the runtime's own. */
  readonly fetch?: (request: Request) => Promise<Response>;
};

/** `GET`, `POST` and so on, each by a path of the description. */
export type ManagementClient<Paths extends object = paths> = Client<Paths, "application/json">;

/** `Paths` are those of this release, unless they are generated from a service's own /openapi.json. */
export function createManagementClient<Paths extends object = paths>(
  options: ManagementOptions,
): ManagementClient<Paths> {
  const { baseUrl, token, headers, fetch } = options;
  return openClient<Paths, "application/json">({
    baseUrl,
    headers: { ...headers, ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }) },
    ...(fetch === undefined ? {} : { fetch }),
  });
}

/** A call that the service refused, as it said itself. */
export class ManagementError extends Error {
  override readonly name = "ManagementError";
  /** Of HTTP. */
  readonly status: number;
  /** To branch on; null where what answered was no such service. */
  readonly code: string | null;
  /** With `fields`, each invalid field. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, body: unknown) {
    const error = recordIn(recordOf(body), "error");
    super(typeof error.message === "string" ? error.message : `The call was answered ${status}.`);
    this.status = status;
    this.code = typeof error.code === "string" ? error.code : null;
    this.details = recordIn(error, "details");
  }
}

type Answer<Body> = { readonly data?: Body; readonly error?: unknown; readonly response: Response };

/** What a call was answered. Throws `ManagementError` when it was refused. */
export function dataOf<Body>({ data, error, response }: Answer<Body>): Body {
  if (data === undefined) throw new ManagementError(response.status, error);
  return data;
}

type Page<Row> = { readonly data: readonly Row[]; readonly next: string | null };

/**
 * Every row of a list, page after page: `ask` makes the call and puts `page` into its query. Throws `ManagementError` when a page is
 * refused.
 */
export async function* everyRow<Row>(
  ask: (page: { readonly cursor?: string }) => Promise<Answer<Page<Row>>>,
): AsyncGenerator<Row, void, undefined> {
  let page = dataOf(await ask({}));
  yield* page.data;
  while (page.next !== null) {
    page = dataOf(await ask({ cursor: page.next }));
    yield* page.data;
  }
}

function recordIn(record: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  return recordOf(record[name]);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
