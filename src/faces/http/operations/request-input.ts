// What a call gives an operation: the parts of its path, and its query's parameters or the fields of its body.
import type { Request } from "express";
import { z } from "zod";
import { oneOf } from "../../../core/vocabulary/fields.ts";
import { readStrictly } from "../../../product/operation/input.ts";
import type { Operation } from "../../../product/operation/operation.ts";
import { Refusal, refuseFields } from "../../../product/operation/refusal.ts";
import { meaningOf } from "../../../product/operation/text-input.ts";
import { readBody } from "../body.ts";
import { type JsonBody, parseJsonBody } from "../json-body.ts";
import { queryOf } from "../query.ts";

export const listFormat = oneOf(
  ["json", "csv", "ndjson"],
  "A page as JSON, or the whole list as CSV or as lines of JSON",
)
  .default("json")
  .meta({ description: "A page as JSON, or the whole list as CSV or as lines of JSON" });

export type ListFormat = z.output<typeof listFormat>;

type Given = { readonly input: JsonBody; readonly format: ListFormat };

type Limits = {
  readonly bodyBytesMax: number /** Whether lists have more than pages. */;
  readonly hasFormats: boolean;
};

export async function readRequest(request: Request, operation: Operation, limits: Limits): Promise<Given> {
  const { http, input, list } = operation;
  const inPath = pathFields(request, input);
  const rest = new Set(Object.keys(input.shape).filter((name) => !Object.hasOwn(inPath, name)));
  if (http?.method === "get" || http?.method === "delete") {
    const hasFormats = limits.hasFormats && list !== null;
    const shape = Object.fromEntries(Object.entries(input.shape).filter(([name]) => rest.has(name)));
    const query = queryOf(request, shape);
    readStrictly(z.strictObject(hasFormats ? { ...shape, format: listFormat } : shape), query);
    const { format, ...given } = query;
    return { input: { ...given, ...inPath }, format: hasFormats ? listFormat.parse(format) : "json" };
  }
  const isOptional = [...rest].every((name) => z.safeParse(input.shape[name] ?? z.never(), undefined).success);
  const body = await readFields(request, limits.bodyBytesMax, isOptional);
  if (http?.body !== undefined) {
    const field = input.shape[http.body] ?? z.never();
    readStrictly(field, body);
    return { input: { [http.body]: body, ...inPath }, format: "json" };
  }
  // The program id comes only from the path.
  const twice = Object.keys(body).filter((name) => Object.hasOwn(inPath, name));
  const known = [...rest].join(", ");
  if (twice.length > 0) {
    throw refuseFields(twice.map((field) => ({ field, message: `is not known; known are ${known}.` })));
  }
  return { input: { ...body, ...inPath }, format: "json" };
}

/** Of a call whose body is a file: all but the file, out of the path and the query. Not judged yet. */
export function readBesideFile(request: Request, { input }: Operation, file: string): JsonBody {
  const inPath = pathFields(request, input);
  const inQuery = Object.entries(input.shape).filter(([name]) => name !== file && !Object.hasOwn(inPath, name));
  return { ...queryOf(request, Object.fromEntries(inQuery)), ...inPath };
}

/** A part of the path with an impossible value names nothing. */
function pathFields(request: Request, { shape }: z.ZodObject): JsonBody {
  const fields = Object.entries(request.params).map(([name, text]) => {
    const field = shape[name] ?? z.never();
    const value = meaningOf(field, String(text));
    if (!z.safeParse(field, value).success) throw new Refusal("not_found", "There is nothing at this address.");
    return [name, value] as const;
  });
  return Object.fromEntries(fields);
}

/** A call that has nothing to say may leave its body out. */
async function readFields(request: Request, bodyBytesMax: number, mayBeEmpty: boolean): Promise<JsonBody> {
  const bytes = await readBody(request, bodyBytesMax);
  if (mayBeEmpty && bytes.length === 0) return {};
  return parseJsonBody(bytes, request.headers["content-type"], { takesPlainText: false });
}
