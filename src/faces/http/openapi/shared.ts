// What several calls of the document have in common, under the name that they refer to it by.
import type { JsonSchema } from "../../../product/operation/json-schema.ts";
import type { Components, Header, Parameter, Ref, ResponseObject } from "./model.ts";

export type SchemaNames = { schema(name: string, schema: JsonSchema): Ref };

/** Collects components that calls refer to: throws if a name is used for two different ones. */
export class Shared implements SchemaNames {
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #responses = new Map<string, ResponseObject>();

  schema(name: string, schema: JsonSchema): Ref {
    keep(this.#schemas, name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  response(name: string, response: ResponseObject): Ref {
    keep(this.#responses, name, response);
    return { $ref: `#/components/responses/${name}` };
  }

  /** All components referred to so far, by name. */
  components(): Components {
    return {
      schemas: sorted(this.#schemas),
      responses: sorted(this.#responses),
      headers,
      parameters,
      securitySchemes,
    };
  }
}

function keep<Value extends object>(kept: Map<string, Value>, name: string, value: Value): void {
  const known = kept.get(name);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(value)) {
    throw new Error(`two different parts of the API description have the name ${name}`);
  }
  kept.set(name, value);
}

function sorted<Value>(kept: ReadonlyMap<string, Value>): Record<string, Value> {
  return Object.fromEntries([...kept].sort(([one], [other]) => (one < other ? -1 : 1)));
}

const text = { type: "string" };

const headers = {
  RequestId: {
    description: "The request's id, as the service's log has it. An id that the caller brings is kept.",
    schema: text,
  },
  RetryAfter: { description: "Seconds to wait before repeating the call.", schema: { type: "integer" } },
  Authenticate: { description: "Bearer: the credential goes into the Authorization header.", schema: text },
  Deprecation: {
    description: "Of a program key that must be replaced: since when, as @ and a Unix time (RFC 9745).",
    schema: text,
  },
  Sunset: { description: "The day and time from which the key is refused, as an HTTP date (RFC 8594).", schema: text },
  Link: { description: 'Where the replacement is explained, with rel="deprecation".', schema: text },
  Replayed: {
    description: "true where the call was made before under its Idempotency-Key: this is the answer it had.",
    schema: text,
  },
  Disposition: { description: "The name of the file.", schema: text },
  SetCookie: { description: "The session's cookie, or one that makes the browser known.", schema: text },
} as const satisfies Record<string, Header>;

type HeaderName = keyof typeof headers;

const headerNames: { readonly [Name in HeaderName]: string } = {
  RequestId: "X-Request-Id",
  RetryAfter: "Retry-After",
  Authenticate: "WWW-Authenticate",
  Deprecation: "Deprecation",
  Sunset: "Sunset",
  Link: "Link",
  Replayed: "Idempotent-Replayed",
  Disposition: "Content-Disposition",
  SetCookie: "Set-Cookie",
};

export const rotationHeaders = ["Deprecation", "Sunset", "Link"] as const;

/** Every answer has an id. */
export function headersOf(...names: readonly HeaderName[]): Record<string, Ref> {
  const all: readonly HeaderName[] = ["RequestId", ...names];
  return Object.fromEntries(all.map((name) => [headerNames[name], { $ref: `#/components/headers/${name}` }]));
}

const parameters = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "1 to 255 visible ASCII characters, new for each creation. The same call with the same key is done once and gets the same answer for 24 hours.",
    schema: { type: "string", pattern: "^[!-~]{1,255}$" },
    example: "a1f0b6de-6f4e-4a5c-9d7e-0c5a4b1e2f3d",
  },
} as const satisfies Record<string, Parameter>;

export function parameterRef(name: keyof typeof parameters): Ref {
  return { $ref: `#/components/parameters/${name}` };
}

const securitySchemes = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "svc.session_token",
    description:
      "The session's cookie, set by signing in. Calls that change something must come from a page of the service's own origin.",
  },
  sessionToken: {
    type: "http",
    scheme: "bearer",
    description: "The session's token, as signing in answers it.",
  },
  workspaceToken: {
    type: "http",
    scheme: "bearer",
    description: "A workspace's token (tok_…), created by an owner with a role, scopes and an end.",
  },
  programKey: {
    type: "http",
    scheme: "bearer",
    description:
      "A program's API key (aff_…). It makes tracking calls of its program only and belongs on servers only.",
  },
  agentKey: {
    type: "http",
    scheme: "bearer",
    description: "An agent's key (agt_…), issued by the operator with scopes. Each call names the scope that it needs.",
  },
} as const;

export type SecurityName = keyof typeof securitySchemes;

/** One of them is enough; none of them: the call needs no credential. */
export function anyOf(...names: readonly SecurityName[]): Record<string, readonly string[]>[] {
  return names.map((name) => ({ [name]: [] }));
}
