// Fields a tracking call does not know: they are ignored, and its answer says so with the name that was probably meant. A client
// that is newer than the service keeps working, and a misspelt field does not go unnoticed.
// Where ignoring one would book other money than was meant, the call is refused instead.
import type { ServerResponse } from "node:http";
import { refuseFields } from "../../operations/refusal.ts";
import type { JsonBody } from "../json-body.ts";
import { shortened } from "./fields.ts";

export type FieldWarning = { readonly code: "unknown_field"; readonly field: string; readonly message: string };

/** Named in one answer; a body may hold thousands. */
const warningsMax = 20;
const fieldCharactersMax = 64;
/** `amount` is near to `amount_cents`, and `id` to nothing. */
const partLettersMin = 4;

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

/** Null where none is near: half of the letters would have to change, and none holds it or is held by it. */
function nearestName(field: string, known: ReadonlySet<string>): string | null {
  const given = letters(field);
  let nearest: { readonly name: string; readonly distance: number } | null = null;
  for (const name of known) {
    const other = letters(name);
    const isPart =
      Math.min(given.length, other.length) >= partLettersMin && (given.includes(other) || other.includes(given));
    const distance = isPart ? 1 : editDistance(given, other);
    if (nearest === null || distance < nearest.distance) nearest = { name, distance };
  }
  return nearest !== null && nearest.distance * 2 <= Math.max(given.length, 2) ? nearest.name : null;
}

/** `transactionId` and `transaction-id` are the same to whoever wrote them. */
function letters(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** How many letters have to be put in, left out or exchanged (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const exchanged = (row[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(exchanged, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
