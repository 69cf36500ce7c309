// The HTTP call of an operation: what stands in its path, in its query, and in its body.
import type { Operation } from "../operations/operation.ts";
import { CommandFailed } from "./failures.ts";

export type RemoteRequest = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: object;
};

const methods = { get: "GET", post: "POST", put: "PUT", patch: "PATCH", delete: "DELETE" } as const;

export function requestOf({ http, name }: Operation, input: object): RemoteRequest {
  if (http === null)
    throw new CommandFailed(`${name} is the operator's alone: it works on the database, without --remote.`);
  const rest = new Map<string, unknown>(Object.entries(input));
  const path = http.path.replace(/:(\w+)/g, (_, field: string) => {
    const value = rest.get(field);
    rest.delete(field);
    return encodeURIComponent(String(value));
  });
  const address = `/api/v1${path}`;
  const method = methods[http.method];
  if (http.method === "get" || http.method === "delete") return { method, path: `${address}${queryOf(rest)}` };
  return {
    method,
    path: address,
    body: http.body === undefined ? Object.fromEntries(rest) : Object(rest.get(http.body)),
  };
}

function queryOf(fields: ReadonlyMap<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of fields) {
    if (value === undefined || value === null) continue;
    for (const each of Array.isArray(value) ? value : [value]) {
      query.append(name, each instanceof Date ? each.toISOString() : String(each));
    }
  }
  return query.size === 0 ? "" : `?${query}`;
}
