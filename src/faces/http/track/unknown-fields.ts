// Fields a tracking call does not know: they are ignored, and its answer says so with the name that was probably meant. A client
// that is newer than the service keeps working, and a misspelt field does not go unnoticed.
// Where ignoring one would book other money than was meant, the call is refused instead.
import type { ServerResponse } from "node:http";
import { nearestName } from "../../../core/vocabulary/nearest-name.ts";
import { refuseFields } from "../../../product/operation/refusal.ts";
import type { JsonBody } from "../json-body.ts";
import { shortened } from "./call-fields.ts";

export type FieldWarning = { readonly code: "unknown_field"; readonly field: string; readonly message: string };

/** Named in one answer; a body may hold thousands. */
const warningsMax = 20;
const fieldCharactersMax = 64;

const warnings = new WeakMap<ServerResponse, readonly FieldWarning[]>();

/** To be said in the call's answer if it is taken; `call` with its article. */
export function noteUnknownFields(
  response: ServerResponse,
  call: string,
  known: ReadonlySet<string>,
  body: JsonBody,
): void {
  let found: FieldWarning[] | undefined;
  for (const name of Object.keys(body)) {
    if (known.has(name)) continue;
    found ??= [];
    found.push(warningOf(call, shortened(name, fieldCharactersMax), known));
    if (found.length === warningsMax) break;
  }
  if (found !== undefined) warnings.set(response, found);
}

/** `lookAlikes` are names of it that are not near in letters. */
export function refuseMisspelt(
  call: string,
  { field, lookAlikes }: { readonly field: string; readonly lookAlikes: readonly string[] },
  known: ReadonlySet<string>,
  body: JsonBody,
): void {
  if (Object.hasOwn(body, field)) return;
  const strange = Object.keys(body)
    .filter((name) => !known.has(name))
    .slice(0, warningsMax)
    .map((name) => shortened(name, fieldCharactersMax));
  const meant = strange.filter((name) => lookAlikes.includes(name) || nearestName(name, known) === field);
  if (meant.length === 0) return;
  throw refuseFields(meant.map((name) => ({ field: name, message: `is not a field of ${call}: use ${field}.` })));
}

export function fieldWarningsOf(response: ServerResponse): readonly FieldWarning[] {
  return warnings.get(response) ?? [];
}

function warningOf(call: string, field: string, known: ReadonlySet<string>): FieldWarning {
  const nearest = nearestName(field, known);
  const meant = nearest === null ? `Its fields are ${[...known].join(", ")}.` : `Did you mean ${nearest}?`;
  return { code: "unknown_field", field, message: `${field} is not a field of ${call} and was ignored. ${meant}` };
}
