// The body of a lead call, from a browser or a server. A live lead names a click or a customer; a test lead only its program.
// The address is handed on for hashing and kept nowhere else.
import { z } from "zod";
import { programOfClickId } from "../../../core/vocabulary/click-id.ts";
import { emailCharactersMax } from "../../../core/vocabulary/facts.ts";
import type { LeadCall } from "../../../engine/recording/tracking.ts";
import { refuseFields } from "../../../product/operation/refusal.ts";
import type { JsonBody } from "../json-body.ts";
import { browserBytesMax, fitWithin, keptAdditionalData, keptUrl } from "./browser-fields.ts";
import {
  additionalData,
  description,
  isTestMode,
  namesOf,
  optionalId,
  optionalText,
  programIdOf,
  readFields,
  urlCharactersMax,
} from "./call-fields.ts";

const clickIdsMax = 50;
/** Kept of a browser's ids, which anyone may send: our ids have 40 characters. */
const browserClickIdsMax = 10;

export const leadBody = z.object({
  click_id: optionalId.meta({ description: "The cookie `svc_click_id`; this or customer_key is needed" }),
  customer_key: optionalId.meta({ description: "The brand's own id of the customer, the same in every call" }),
  click_ids: z
    .array(optionalId, "must be a list of click ids")
    .max(clickIdsMax, `must have at most ${clickIdsMax} entries`)
    .nullable()
    .default(null)
    .transform((ids) => ids ?? [])
    .meta({ description: "More clicks of the same visitor" }),
  email: optionalText(emailCharactersMax).meta({ description: "The customer's e-mail; only a keyed hash is stored" }),
  event_name: optionalId.meta({ description: "A label of the brand's own" }),
  session_id: optionalId.meta({ description: "The browser session" }),
  page_url: description(urlCharactersMax).meta({ description: "The page of the signup" }),
  visitor_id: optionalId.meta({ description: "The visitor, from the tracker's cookie" }),
  additional_data: additionalData,
});

export const leadFields = namesOf(leadBody);

export function readLeadBody(
  body: JsonBody,
  { hasKey, hashEmail }: { readonly hasKey: boolean; readonly hashEmail: (email: string) => string },
): Omit<LeadCall, "access"> {
  const { click_id, click_ids, email, ...rest } = readFields(leadBody, body);
  const clickIds = [...new Set([click_id, ...click_ids])].filter((id) => id !== null);
  const isTest = isTestMode(rest.additional_data);
  const programId = programIdOf(rest.additional_data);
  if (!isTest && clickIds.length === 0 && rest.customer_key === null) {
    throw refuseFields([{ field: "click_id", message: "or customer_key is needed." }]);
  }
  if (isTest && !hasKey && programId === null && clickIds.length === 0) {
    throw refuseFields([{ field: "additional_data.program_id", message: "is needed in test mode without a key." }]);
  }
  const emailHash = email === null ? null : hashEmail(email);
  if (hasKey) return { isTest, programId, data: { ...rest, click_ids: clickIds, email_hash: emailHash } };
  const ownIds = clickIds.filter((id) => programOfClickId(id) !== undefined).slice(0, browserClickIdsMax);
  return { isTest, programId, data: { ...keptOfBrowser(rest), click_ids: ownIds, email_hash: emailHash } };
}

type Said = Omit<z.output<typeof leadBody>, "click_id" | "click_ids" | "email">;

function keptOfBrowser({ customer_key, additional_data, ...said }: Said) {
  const texts = { ...said, page_url: keptUrl(said.page_url) };
  const order = { visitor_id: "id", session_id: "id", event_name: "text", page_url: "text" } as const;
  return {
    ...fitWithin(texts, order, browserBytesMax),
    customer_key,
    additional_data: keptAdditionalData(additional_data),
  };
}
