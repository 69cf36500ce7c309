// What is kept of a browser's data about itself and its page: the log is permanent, and anyone may fill it. URLs lose their fragment and
// their query except link and campaign parameters; of `additional_data` only known fields stay; and all of it together has a limit. Longer
// values are cut or dropped, never refused: a click must not be lost over a long title.
import type { JsonObject } from "../../../core/rules/events/events.ts";
import { isJsonObject } from "../json-body.ts";
import { programIdOf, shortened } from "./call-fields.ts";

/** Of the event's JSON. The other 200 of a click's 1 KiB are its own names, ids and code. */
export const browserBytesMax = 824;

const keptProtocol = /^(?:https?|android-app):/i;
const userInfo = /^([a-z-]+:\/\/)[^/?#@]*@/i;
const linkParameters = new Set(["aff", "sub1", "sub2", "sub3", "sub4", "sub5"]);
/** As the advertising networks and mail tools write them: the click's or the campaign's id, never a person's. */
const campaignParameters = new Set([
  "dclid",
  "epik",
  "fbclid",
  "gad_campaignid",
  "gad_source",
  "gbraid",
  "gclid",
  "gclsrc",
  "irclickid",
  "li_fat_id",
  "mc_cid",
  "msclkid",
  "rdt_cid",
  "sccid",
  "ttclid",
  "twclid",
  "wbraid",
  "yclid",
]);
const campaignPrefix = "utm_";

/** Null where it is no address of a page or an app. */
export function keptUrl(text: string | null): string | null {
  if (text === null || !keptProtocol.test(text) || !URL.canParse(text)) return null;
  const [withQuery = ""] = text.split("#", 1);
  const queryAt = withQuery.indexOf("?");
  const address = (queryAt < 0 ? withQuery : withQuery.slice(0, queryAt)).replace(userInfo, "$1");
  if (queryAt < 0) return address;
  const kept = withQuery
    .slice(queryAt + 1)
    .split("&")
    .filter(isKeptParameter);
  return kept.length === 0 ? address : `${address}?${kept.join("&")}`;
}

/** As written in the URL; a percent-encoded name is not recognized. */
function isKeptParameter(parameter: string): boolean {
  const [given = ""] = parameter.split("=", 1);
  const name = given.toLowerCase();
  return linkParameters.has(name) || campaignParameters.has(name) || name.startsWith(campaignPrefix);
}

/** What a browser may name there; null where it named neither. */
export function keptAdditionalData(data: unknown): JsonObject | null {
  if (!isJsonObject(data)) return null;
  const programId = programIdOf(data);
  const kept = {
    ...(typeof data.test_mode === "boolean" ? { test_mode: data.test_mode } : {}),
    ...(programId === null ? {} : { program_id: programId }),
  };
  return Object.keys(kept).length === 0 ? null : kept;
}

/** An id that is too long is another one, so it is left out; a text is cut. */
export type KeptAs = "id" | "text";

/** In this order, each takes what the ones before it left. */
export function fitWithin<Name extends string>(
  fields: Readonly<Record<Name, string | null>>,
  order: Readonly<Record<Name, KeptAs>>,
  bytesMax: number,
): Record<Name, string | null> {
  const names = Object.keys(order) as Name[];
  // Most fit as they are, and this is four times as fast.
  if (Buffer.byteLength(JSON.stringify(fields)) + names.length * blanksOfName <= bytesMax) return { ...fields };
  const kept: Record<Name, string | null> = { ...fields };
  let left = bytesMax - names.reduce((bytes, name) => bytes + name.length + bytesOfNameAndNull, 0);
  for (const name of names) {
    const text = fields[name];
    kept[name] = text === null ? null : fitted(text, order[name], left);
    left -= kept[name] === null ? 0 : Math.max(0, jsonBytes(kept[name]) - bytesOfNull);
  }
  return kept;
}

const bytesOfNull = 4;
/** PostgreSQL writes a blank behind the colon and the comma. */
const blanksOfName = 2;
/** `"": null, ` */
const bytesOfNameAndNull = 4 + blanksOfName + bytesOfNull;

function fitted(text: string, as: KeptAs, bytesMax: number): string | null {
  let kept = text;
  for (let bytes = jsonBytes(kept); bytes > bytesMax; bytes = jsonBytes(kept)) {
    if (as === "id") return null;
    kept = shortened(kept, Math.min(kept.length - 1, Math.floor((kept.length * bytesMax) / bytes)));
    if (kept === "") return null;
  }
  return kept;
}

function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
