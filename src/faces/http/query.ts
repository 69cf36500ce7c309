// A query's parameters, as the types of JSON that fields have, and held against them strictly.
import type { Request } from "express";
import { z } from "zod";
import { readStrictly } from "../../product/operation/input.ts";
import { refuseFields } from "../../product/operation/refusal.ts";
import { elementOf, meaningOf } from "../../product/operation/text-input.ts";
import type { JsonBody } from "./json-body.ts";

export function readQuery<Shape extends z.ZodRawShape>(request: Request, shape: Shape) {
  const query = queryOf(request, shape);
  readStrictly(z.strictObject(shape), query);
  return z.object(shape).parse(query);
}

/** Not judged yet, but for what is given more than once. */
export function queryOf(request: Request, shape: z.ZodRawShape): JsonBody {
  const query = new Map<string, unknown>();
  const repeated = new Set<string>();
  for (const [name, text] of new URL(request.originalUrl, "http://service").searchParams) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const element = field === undefined ? null : elementOf(field);
    const before = query.get(name);
    if (element !== null) query.set(name, [...(Array.isArray(before) ? before : []), meaningOf(element, text)]);
    else if (query.has(name)) repeated.add(name);
    else query.set(name, field === undefined ? text : meaningOf(field, text));
  }
  if (repeated.size === 0) return Object.fromEntries(query);
  throw refuseFields([...repeated].map((field) => ({ field, message: "is given more than once." })));
}
