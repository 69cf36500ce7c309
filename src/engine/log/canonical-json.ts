// The canonical form of JSON (RFC 8785): members sorted by the code units of their names, no spaces, numbers and strings as in ECMAScript.
// Equal JSON values have the same text, regardless of the order of members. Tests compare it with the reference implementation; this one is
// for small rows, several thousand a second.
import type { Json, JsonObject } from "../../core/rules/events/events.ts";

const insertedMax = 24;

/** Members that are left out of the text at any depth, collected by their path, such as `/payer/email_hash`. */
export type LeftOut = { readonly names: ReadonlySet<string>; readonly members: Record<string, Json> };

/** Members that are undefined are left out, as JSON has no word for them. Throws at a number JSON cannot hold. */
export function canonicalJson(value: Json, leftOut?: LeftOut, path = ""): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${value} is no number of JSON`);
  if (value === null || typeof value !== "object") return String(value);
  return isList(value) ? listText(value, leftOut, path) : objectText(value, leftOut, path);
}

function listText(list: readonly Json[], leftOut: LeftOut | undefined, path: string): string {
  let text = "";
  for (const [index, element] of list.entries()) {
    text += `${index === 0 ? "" : ","}${canonicalJson(element, leftOut, leftOut && `${path}/${index}`)}`;
  }
  return `[${text}]`;
}

function objectText(object: JsonObject, leftOut: LeftOut | undefined, path: string): string {
  let text = "";
  for (const name of sorted(Object.keys(object))) {
    const member = object[name];
    if (member === undefined) continue;
    if (leftOut?.names.has(name)) leftOut.members[`${path}/${name}`] = member;
    else
      text += `${text === "" ? "" : ","}${quoted(name)}:${canonicalJson(member, leftOut, leftOut && `${path}/${name}`)}`;
  }
  return `{${text}}`;
}

/** In place. By insertion where they are few, as nearly always: `sort` copies them and takes twice as long. */
function sorted(names: string[]): string[] {
  if (names.length > insertedMax) return names.sort();
  for (let next = 1; next < names.length; next += 1) {
    const name = names[next] ?? "";
    let at = next;
    for (; at > 0 && (names[at - 1] ?? "") > name; at -= 1) names[at] = names[at - 1] ?? "";
    names[at] = name;
  }
  return names;
}

/** No quotation mark, backslash, control character or surrogate. */
const plainText = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** Most strings need no escaping, and JSON.stringify for each took half of the time. */
function quoted(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text);
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
