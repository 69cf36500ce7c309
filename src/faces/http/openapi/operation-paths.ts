// The calls of all operations, as people make them and as agents do: everything said of one comes from its definition.
import { z } from "zod";
import type { Http, Operation } from "../../../product/operation/operation.ts";
import type { RefusalKind } from "../../../product/operation/refusal.ts";
import { listFormat } from "../operations/request-input.ts";
import { statementFormat } from "../operations/statement-route.ts";
import { always, errorResponses, ofBodies } from "./error-responses.ts";
import type { Content, Method, OperationObject, Parameter, Ref, RequestBody, ResponseObject } from "./model.ts";
import type { Resources } from "./resources.ts";
import { schemaOf, withoutNull } from "./schemas.ts";
import { anyOf, headersOf, parameterRef, type Shared } from "./shared.ts";

export type Described = { readonly path: string; readonly method: Method; readonly operation: OperationObject };

type Parts = { readonly shared: Shared; readonly resources: Resources };

export function describeForPeople(parts: Parts, operation: Operation): Described[] {
  const { name, http, description } = operation;
  if (http === null) return [];
  const [noun = ""] = name.split(".");
  const isOfOperators = operation.access.kind === "operator";
  const ofWorkspace = isOfOperators ? [] : (["second_factor_required", "insufficient_scope"] as const);
  const described = describe(parts, operation, http, { hasFormats: true, refusedAs: ["forbidden", ...ofWorkspace] });
  const ofPeople = isOfOperators || operation.ofPerson;
  const security = anyOf("session", "sessionToken", ...(ofPeople ? [] : (["workspaceToken"] as const)));
  const object = { operationId: name, description, tags: [noun] as const, security };
  return [{ path: pathOf("/api/v1", http), method: http.method, operation: { ...described, ...object } }];
}

export function describeForAgents(parts: Parts, operation: Operation): Described[] {
  const { name, http, tool } = operation;
  if (http === null || tool === null) return [];
  const described = describe(parts, operation, http, { hasFormats: false, refusedAs: ["insufficient_scope"] });
  const description = `${operation.description} Needs the scope \`${tool.scope}\`. As an MCP tool: \`${tool.name}\`.`;
  const object = { operationId: `agent.${name}`, description, tags: ["agents"] as const, security: anyOf("agentKey") };
  return [{ path: pathOf("/api/agent/v1", http), method: http.method, operation: { ...described, ...object } }];
}

function pathOf(prefix: string, { path }: Http): string {
  return `${prefix}${path.replaceAll(/:(\w+)/g, "{$1}")}`;
}

type Ways = { readonly hasFormats: boolean; readonly refusedAs: readonly RefusalKind[] };

function describe({ shared, resources }: Parts, operation: Operation, http: Http, { hasFormats, refusedAs }: Ways) {
  const { summary, runOnce, errors } = operation;
  const inPath = new Set([...http.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name));
  const rest = Object.entries(operation.input.shape).filter(([name]) => !inPath.has(name));
  const takesBody = http.method !== "get" && http.method !== "delete";
  const formats = hasFormats ? formatsOf(operation) : [];
  const query = takesBody ? [] : [...rest, ...formats];
  const parameters: (Parameter | Ref)[] = [
    ...[...inPath].map((name) => parameterOf("path", name, fieldOf(operation, name))),
    ...query.map(([name, field]) => parameterOf("query", name, field)),
    ...besideFile(operation, rest, hasFormats),
    ...(runOnce === null ? [] : [parameterRef("IdempotencyKey")]),
  ];
  const body = takesBody ? bodyOf(operation, http, Object.fromEntries(rest), hasFormats) : undefined;
  const kinds: RefusalKind[] = [
    "invalid_request",
    "unauthorized",
    ...refusedAs,
    ...(inPath.size > 0 || errors.includes("not_found") ? (["not_found"] as const) : []),
    ...errors,
    ...(takesBody ? ofBodies : []),
    ...always,
  ];
  return {
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      [String(http.status ?? 200)]: successOf(operation, resources, formats.length > 0),
      ...errorResponses(shared, kinds),
    },
  };
}

function fieldOf({ input, name: operation }: Operation, name: string): z.core.$ZodType {
  const field = input.shape[name];
  if (field === undefined) throw new Error(`the path of ${operation} names ${name}, which is no field of its input`);
  return field;
}

function formatsOf({ list, http }: Operation): [string, z.core.$ZodType][] {
  if (list !== null) return [["format", listFormat]];
  return http?.hasOwnRoute === true ? [["format", statementFormat]] : [];
}

export function parameterOf(place: "path" | "query", name: string, field: z.core.$ZodType): Parameter {
  const { description, examples, ...schema } = withoutNull(schemaOf(field));
  return {
    name,
    in: place,
    required: place === "path" || !z.safeParse(field, undefined).success,
    description: typeof description === "string" ? description : name,
    schema,
    ...(Array.isArray(examples) ? { example: examples[0] } : {}),
  };
}

/** The query parameters of a call whose body is a file. */
function besideFile({ file }: Operation, fields: readonly (readonly [string, z.core.$ZodType])[], hasFormats: boolean) {
  if (file === null || !hasFormats) return [];
  return fields
    .filter(([name]) => name !== file.field)
    .map(([name, field]): Parameter => {
      const parameter = parameterOf("query", name, field);
      return { ...parameter, required: false, description: `With a body of ${file.type}: ${parameter.description}` };
    });
}

function bodyOf(
  { input, name, file }: Operation,
  http: Http,
  rest: Readonly<Record<string, z.core.$ZodType>>,
  hasFormats: boolean,
) {
  if (Object.keys(rest).length === 0) return undefined;
  const field = http.body === undefined ? z.strictObject(rest) : input.shape[http.body];
  if (field === undefined) throw new Error(`the body of ${name} is no field of its input`);
  const examples = http.example === undefined ? {} : { examples: { example: { value: http.example } } };
  const body: RequestBody = {
    required: http.body !== undefined || !z.safeParse(field, {}).success,
    content: {
      "application/json": { schema: schemaOf(field), ...examples },
      ...(file !== null && hasFormats ? { [file.type]: { schema: { type: "string" } } } : {}),
    },
  };
  return body;
}

function successOf(operation: Operation, resources: Resources, hasFormats: boolean): ResponseObject {
  const { list, runOnce, http } = operation;
  const json: Content = { "application/json": { schema: resources.answerOf(operation) } };
  const headers = headersOf(
    ...(runOnce === null ? [] : ["Replayed" as const]),
    ...(hasFormats ? ["Disposition" as const] : []),
  );
  if (!hasFormats) return { description: "Done.", headers, content: json };
  const text = { schema: { type: "string" } };
  const others =
    list !== null ? { "text/csv": text, "application/x-ndjson": text } : { "text/html": text, "text/csv": text };
  const description =
    list !== null && http !== null
      ? "A page as JSON; with `format` the whole list, page after page, as CSV or as lines of JSON."
      : "As JSON; with `format` as a page to print, or with every line as CSV.";
  return { description, headers, content: { ...json, ...others } };
}
