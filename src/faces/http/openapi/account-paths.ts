// The calls of the accounts library in the document: all that are let through, and no other.
import { libraryCalls } from "../account/library-calls.ts";
import { type AccountCall, accountCalls } from "./account-calls.ts";
import { accountError, accountQueries } from "./account-schemas.ts";
import { always, envelopes, errorResponses, ofBodies } from "./error-responses.ts";
import type { Ref, Responses } from "./model.ts";
import { type Described, parameterOf } from "./operation-paths.ts";
import { schemaOf } from "./schemas.ts";
import { anyOf, headersOf, type Shared } from "./shared.ts";

export function accountPaths(shared: Shared): Described[] {
  return Object.entries(libraryCalls).map(([path, { method, query = [] }]) => {
    const call = accountCalls[path];
    if (call === undefined) throw new Error(`the call of accounts ${path} is described nowhere`);
    const { summary, description = "", body, example, isOpen } = call;
    const parameters = query.map((name) => parameterOf("query", name, queryOf(name)));
    return {
      path: `/api/auth${path}`,
      method: method === "GET" ? "get" : "post",
      operation: {
        operationId: `accounts.${path.slice(1).replaceAll("/", ".")}`,
        summary,
        description,
        tags: ["accounts"],
        security: isOpen === true ? [] : anyOf("session", "sessionToken"),
        ...(parameters.length === 0 ? {} : { parameters }),
        ...(body === undefined
          ? {}
          : {
              requestBody: {
                required: true,
                content: {
                  "application/json": {
                    schema: schemaOf(body),
                    ...(example === undefined ? {} : { examples: { example: { value: example } } }),
                  },
                },
              },
            }),
        responses: responsesOf(shared, call, method),
      },
    };
  });
}

function queryOf(name: string) {
  const field = accountQueries[name];
  if (field === undefined) throw new Error(`the parameter ${name} of accounts is described nowhere`);
  return field;
}

function responsesOf(shared: Shared, { answer, redirects }: AccountCall, method: string): Responses {
  const refused = refusedByLibrary(shared);
  const ours = errorResponses(shared, [...(method === "POST" ? ofBodies : []), ...always]);
  return {
    "200": {
      description: "Done.",
      headers: headersOf("SetCookie"),
      content: { "application/json": { schema: schemaOf(answer) } },
    },
    ...(redirects === true ? { "302": { description: "Redirects to a page.", headers: headersOf("SetCookie") } } : {}),
    ...ours,
    ...Object.fromEntries(refusedStatuses.map((status) => [status, refused])),
  };
}

const refusedStatuses = ["400", "401", "403", "404", "422", "429"];

/** By the library in its own shape, or by the service before the library is called. */
function refusedByLibrary(shared: Shared): Ref {
  const schema = {
    anyOf: [
      shared.schema("AccountError", schemaOf(accountError)),
      ...envelopes(shared, ["invalid_request", "rate_limited"]),
    ],
  };
  const example = { value: { code: "INVALID_EMAIL_OR_PASSWORD", message: "Invalid email or password" } };
  return shared.response("RefusedByAccounts", {
    description: "Refused, in the accounts library's own shape; what the service itself refuses has its envelopes.",
    headers: headersOf("RetryAfter"),
    content: { "application/json": { schema, examples: { example } } },
  });
}
