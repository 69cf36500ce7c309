// The sub-ids of a click: named in the call, or carried by the affiliate link. One that is too long is another one, so it is left out,
// and so is what goes beyond the bytes that all of them may take: a click must not be lost over its marks.

import { type SubIds, subIdCharactersMax, subIdNames } from "../../../core/rules/sub-ids.ts";
import { isStorableText } from "../../../core/vocabulary/facts.ts";
import { optionalText } from "./call-fields.ts";

/** Of their JSON, together. */
const subIdBytesMax = 400;
const givenCharactersMax = 2048;

const field = (number: number) =>
  optionalText(givenCharactersMax).meta({
    description: `What the partner marked the link with, place ${number} of five; the link's own sub${number} by default. At most ${subIdCharactersMax} characters are kept`,
  });

export const subIdFields = { sub1: field(1), sub2: field(2), sub3: field(3), sub4: field(4), sub5: field(5) };

type Given = { readonly [Name in keyof typeof subIdFields]: string | null };

/** Undefined without any. */
export function subIdsOf(given: Given, affiliateUrl: string | null): SubIds | undefined {
  const query = affiliateUrl === null ? undefined : URL.parse(affiliateUrl)?.searchParams;
  const kept: { -readonly [Name in keyof SubIds]: SubIds[Name] } = {};
  for (const name of subIdNames) {
    const text = given[name] ?? query?.get(name)?.trim() ?? "";
    if (text === "" || text.length > subIdCharactersMax || !isStorableText(text)) continue;
    const more = { ...kept, [name]: text };
    if (Buffer.byteLength(JSON.stringify(more)) <= subIdBytesMax) kept[name] = text;
  }
  return Object.keys(kept).length === 0 ? undefined : kept;
}
