// The body of a click call. A live click comes from an affiliate link, a full URL with `aff`; a test click may name its
// program instead.
import { z } from "zod";
import { isKnownBot } from "../../../core/vocabulary/bots.ts";
import { idCharactersMax, isStorableText } from "../../../core/vocabulary/facts.ts";
import type { ClickCall } from "../../../engine/recording/tracking.ts";
import { refuseFields } from "../../../product/operation/refusal.ts";
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
} from "./call-fields.ts";
import { clickMarks } from "./click-marks.ts";
import { subIdFields, subIdsOf } from "./click-sub-ids.ts";

const affiliateParameter = "aff";

export const clickBody = z.object({
  affiliate_url: optionalText(urlCharactersMax).meta({
    description: "The affiliate link, a full URL with `aff`; required outside test mode",
  }),
  page_url: description(urlCharactersMax).meta({ description: "The page it led to" }),
  page_title: description(idCharactersMax).meta({ description: "That page's title" }),
  referrer_url: description(urlCharactersMax).meta({ description: "Where the visitor came from" }),
  session_id: optionalId.meta({ description: "The browser session" }),
  visitor_id: optionalId.meta({ description: "The visitor, from the tracker's cookie" }),
  user_agent: description(idCharactersMax).meta({ description: "The browser; the header's by default" }),
  screen_resolution: description(idCharactersMax).meta({ description: "Such as 1920x1080" }),
  viewport_size: description(idCharactersMax).meta({ description: "Such as 1280x720" }),
  language: description(idCharactersMax).meta({ description: "The browser's language" }),
  timezone: description(idCharactersMax).meta({ description: "The browser's time zone" }),
  existing_click_id: optionalId.meta({ description: "The visitor's click until now: the last partner wins" }),
  ...subIdFields,
  additional_data: additionalData,
});

export const clickFields = namesOf(clickBody);

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
export function readClickBody(body: JsonBody, userAgent: string | undefined): Omit<ClickCall, "address"> {
  const fields = readFields(clickBody, body);
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

function kept(fields: z.output<typeof clickBody>, userAgent: string | null): Omit<ClickCall["data"], "is_bot"> {
  const { existing_click_id, additional_data, sub1, sub2, sub3, sub4, sub5, ...said } = fields;
  const sub_ids = subIdsOf({ sub1, sub2, sub3, sub4, sub5 }, said.affiliate_url);
  const additional = keptAdditionalData(additional_data);
  const texts = {
    ...said,
    user_agent: userAgent,
    affiliate_url: keptUrl(said.affiliate_url),
    page_url: keptUrl(said.page_url),
    referrer_url: keptUrl(said.referrer_url),
  };
  const found = clickMarks(said);
  const rest = Buffer.byteLength(
    JSON.stringify({ additional_data: additional, existing_click_id: null, sub_ids, ...found }),
  );
  return {
    ...fitWithin(texts, keptAs, browserBytesMax - rest),
    existing_click_id,
    additional_data: additional,
    ...(sub_ids === undefined ? {} : { sub_ids }),
    ...found,
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
