// The HTTP call of an operation for the management client: its path, query and body.
import type { Http, Operation } from "../../../product/operation/operation.ts";
import { CommandFailed } from "../failures.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A call of any operation: which one it is, is known when it is made. */
type AnyCall = {
  readonly parameters: { readonly path?: Fields; readonly query?: Fields };
  readonly requestBody?: { readonly content: { readonly "application/json": object } };
  readonly responses: { readonly 200: { readonly content: { readonly "application/json": unknown } } };
};

/** In place of the paths of the description. */
export type AnyPaths = Record<string, Record<Http["method"], AnyCall>>;

export type RemoteRequest = {
  readonly method: Http["method"];
  /** With the names of its fields in braces. */
  readonly path: string;
  readonly init: { readonly params: AnyCall["parameters"]; readonly body?: object };
};

export function requestOf({ http, name }: Operation, input: object): RemoteRequest {
  if (http === null) {
    throw new CommandFailed(`${name} is the operator's alone: it works on the database, without --remote.`);
  }
  const rest = new Map<string, unknown>(Object.entries(input));
  const path: Record<string, unknown> = {};
  for (const [, field = ""] of http.path.matchAll(/:(\w+)/g)) {
    path[field] = rest.get(field);
    rest.delete(field);
  }
  const { method } = http;
  const others = Object.fromEntries(rest);
  const init =
    method === "get" || method === "delete"
      ? { params: { path, query: others } }
      : { params: { path }, body: http.body === undefined ? others : Object(others[http.body]) };
  return { method, path: `/api/v1${http.path.replace(/:(\w+)/g, "{$1}")}`, init };
}
