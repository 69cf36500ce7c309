// The body of a click call. A live click comes from an affiliate link, a full URL with `aff`; a test click may name its
// program instead.
import { z } from "zod";
import { isKnownBot } from "../../core/bots.ts";
import { idCharactersMax, isStorableText } from "../../core/facts.ts";
import type { ClickCall } from "../../ingest/tracking.ts";
import { refuseFields } from "../../operations/refusal.ts";
import type { JsonBody } from "../json-body.ts";
import { browserBytesMax, fitWithin, type KeptAs, keptAdditionalData, keptUrl } from "./browser-fields.ts";
import {
  additionalData,
  description,
  isTestMode,
  namesOf,
  optionalId,
  optionalText,
  programIdOf,
  readFields,
  shortened,
  urlCharactersMax,
} from "./fields.ts";

const affiliateParameter = "aff";

const schema = z.object({
  affiliate_url: optionalText(urlCharactersMax),
  page_url: description(urlCharactersMax),
  page_title: description(idCharactersMax),
  referrer_url: description(urlCharactersMax),
  session_id: optionalId,
  visitor_id: optionalId,
  user_agent: description(idCharactersMax),
  screen_resolution: description(idCharactersMax),
  viewport_size: description(idCharactersMax),
  language: description(idCharactersMax),
  timezone: description(idCharactersMax),
  existing_click_id: optionalId,
  additional_data: additionalData,
});

export const clickFields = namesOf(schema);

/** The first are worth the most. */
const keptAs = {
  affiliate_url: "text",
  user_agent: "text",
  visitor_id: "id",
  session_id: "id",
  language: "text",
  timezone: "text",
  screen_resolution: "text",
  viewport_size: "text",
  referrer_url: "text",
  page_url: "text",
  page_title: "text",
} as const satisfies { readonly [field: string]: KeptAs };

/** `userAgent` is the request's own header, for bodies that do not say. */
export function readClickBody(body: JsonBody, userAgent: string | undefined): ClickCall {
  const fields = readFields(schema, body);
  const isTest = isTestMode(fields.additional_data);
  const programId = programIdOf(fields.additional_data);
  const partnerCode = fields.affiliate_url === null ? null : partnerCodeOf(fields.affiliate_url);
  if (partnerCode === null && !isTest) {
    const message = `must be the affiliate link with its ${affiliateParameter} parameter.`;
    throw refuseFields([{ field: "affiliate_url", message }]);
  }
  if (partnerCode === null && programId === null) {
    throw refuseFields([
      { field: "additional_data.program_id", message: "is needed in test mode without affiliate_url." },
    ]);
  }
  const said = fields.user_agent ?? (userAgent === undefined ? null : shortened(userAgent, idCharactersMax));
  return { partnerCode, isTest, programId, data: { ...kept(fields, said), is_bot: isKnownBot(said) } };
}

function kept(fields: z.output<typeof schema>, userAgent: string | null): Omit<ClickCall["data"], "is_bot"> {
  const { existing_click_id, additional_data, ...said } = fields;
  const additional = keptAdditionalData(additional_data);
  const texts = {
    ...said,
    user_agent: userAgent,
    affiliate_url: keptUrl(said.affiliate_url),
    page_url: keptUrl(said.page_url),
    referrer_url: keptUrl(said.referrer_url),
  };
  const rest = Buffer.byteLength(JSON.stringify({ additional_data: additional, existing_click_id: null }));
  return {
    ...fitWithin(texts, keptAs, browserBytesMax - rest),
    existing_click_id,
    additional_data: additional,
  };
}

/** Null without `aff`: only a live click needs one. */
function partnerCodeOf(affiliateUrl: string): string | null {
  const url = URL.parse(affiliateUrl);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw refuseFields([{ field: "affiliate_url", message: "must be a full http or https URL." }]);
  }
  const code = url.searchParams.get(affiliateParameter)?.trim() ?? "";
  if (code.length > idCharactersMax || !isStorableText(code)) {
    throw refuseFields([{ field: "affiliate_url", message: `has an ${affiliateParameter} that cannot be a code.` }]);
  }
  return code === "" ? null : code;
}
