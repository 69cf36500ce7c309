// Chargebee's API: one event by its id. Its documented HTTP is spoken here, since the package chargebee would be used for one question.
// Written from: https://apidocs.chargebee.com/docs/api/events#retrieve_an_event and https://apidocs.chargebee.com/docs/api/auth.
import { z } from "zod";
import type { Asking } from "./ask.ts";
import { askJson } from "./ask-json.ts";
import type { KeyPlace, ReadBackApi } from "./read-back-api.ts";

/** A site's name is one part of a host's, so no key can name another host. */
const keyForm = /^([a-z0-9][a-z0-9-]{0,62}):([\x21-\x7e]{8,1024})$/;
const event = z.looseObject({ id: z.string() });

export const chargebeeReadBack: ReadBackApi = {
  provider: "chargebee",
  name: "Chargebee",
  permission: "read-only",
  keyForm: "<site>:<API key>, such as acme:live_…",
  placeOf,
  check: (asking) =>
    askJson(asking, { path: "/api/v2/events", query: { limit: "1" }, headers: keyOf(asking), answer: z.unknown() }),
  async documents(asking, resource) {
    const path = `/api/v2/events/${encodeURIComponent(resource)}`;
    const answer = await askJson(asking, { path, headers: keyOf(asking), answer: z.object({ event }) });
    return [answer.event];
  },
};

function placeOf(text: string): KeyPlace | null {
  const [, site, apiKey] = keyForm.exec(text) ?? [];
  if (site === undefined || apiKey === undefined) return null;
  return { baseUrl: `https://${site}.chargebee.com`, apiKey, livemode: !site.endsWith("-test") };
}

/** The key is the user, and there is no password. */
function keyOf({ apiKey }: Asking): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString("base64")}` };
}
