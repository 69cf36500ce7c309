// The canonical form of JSON (RFC 8785): members sorted by the code units of their names, no spaces, numbers and texts as
// ECMAScript writes them. Two values that are the same JSON have the same text, whatever order they came in.
// The tests hold it against the reference implementation; this one is for small rows, several thousand a second.
import type { Json } from "../core/events.ts";

/** Members that are left out of the text, wherever they stand, and collected by their path, as in `/payer/email_hash`. */
export type LeftOut = { readonly names: ReadonlySet<string>; readonly members: Record<string, Json> };

/** Members that are undefined are left out, as JSON has no word for them. Throws at a number JSON cannot hold. */
export function canonicalJson(value: Json, leftOut?: LeftOut, path = ""): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${value} is no number of JSON`);
  if (value === null || typeof value !== "object") return String(value);
  if (isList(value)) {
    return `[${value.map((element, index) => canonicalJson(element, leftOut, `${path}/${index}`)).join(",")}]`;
  }
  let members = "";
  for (const name of Object.keys(value).sort()) {
    const member = value[name];
    if (member === undefined) continue;
    if (leftOut?.names.has(name)) {
      leftOut.members[`${path}/${name}`] = member;
      continue;
    }
    const below = leftOut === undefined || typeof member !== "object" ? path : `${path}/${name}`;
    members += `${members === "" ? "" : ","}${quoted(name)}:${canonicalJson(member, leftOut, below)}`;
  }
  return `{${members}}`;
}

/** No quotation mark, backslash, control character or surrogate. */
const plainText = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** Nearly every text stands for itself, and a call of JSON.stringify for each took half of the time. */
function quoted(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text);
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
