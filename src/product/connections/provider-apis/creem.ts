// Creem's API: webhooks. Its own package brings a second MCP server and 15 MB, so its documented HTTP is spoken here.
// Written from: https://docs.creem.io/api-reference/endpoint/create-webhook and its neighbours list-, get- and delete-webhook.
import { z } from "zod";
import { creem } from "../../../../adapters/creem.ts";
import type { Asking } from "./ask.ts";
import { AskFailed } from "./ask-failed.ts";
import { askJson } from "./ask-json.ts";
import { type Endpoint, type ProviderApi, placeOnHosts } from "./provider-api.ts";

const path = "/v1/webhooks";
const perPage = "100";
const pagesMax = 20;

const webhook = z.object({ id: z.string(), url: z.string().nullish(), events: z.array(z.string()).nullish() });
const page = z.object({ items: z.array(webhook), pagination: z.object({ next_page: z.int().nullish() }) });
const made = z.object({ id: z.string(), secret: z.string() });

export const creemApi: ProviderApi = {
  provider: "creem",
  name: "Creem",
  placeOf: placeOnHosts({ live: "https://api.creem.io", test: "https://test-api.creem.io" }, livemodeOf),
  webhooks: {
    permission: "Webhooks: Write",
    async list(asking) {
      const found: Endpoint[] = [];
      for (let number = 1; number <= pagesMax; number++) {
        const query = { page_number: String(number), page_size: perPage };
        const { items, pagination } = await askJson(asking, { path, query, headers: keyOf(asking), answer: page });
        found.push(...items.map(({ id, url, events }) => ({ id, url: url ?? "", events: events ?? creem.events })));
        if (!pagination.next_page) return found;
      }
      throw new AskFailed(`Creem has more than ${pagesMax} pages of webhooks.`);
    },
    create(asking, { url, description }) {
      const body = { url, name: description, events: creem.events };
      return askJson(asking, { method: "POST", path, body, headers: keyOf(asking), answer: made });
    },
    async setEvents(asking, endpointId, events) {
      const of = `${path}/${encodeURIComponent(endpointId)}`;
      const body = { events: events };
      await askJson(asking, { method: "PATCH", path: of, body, headers: keyOf(asking), answer: z.unknown() });
    },
    async remove(asking, endpointId) {
      const of = `${path}/${encodeURIComponent(endpointId)}`;
      await askJson(asking, { method: "DELETE", path: of, headers: keyOf(asking), answer: z.unknown() });
    },
    test: { kind: "by_hand", how: "Creem's API sends no test event: pay in its test mode." },
  },
  events: null,
};

function livemodeOf(apiKey: string): boolean | null {
  if (apiKey.startsWith("creem_test_")) return false;
  return apiKey.startsWith("creem_") ? true : null;
}

function keyOf({ apiKey }: Asking): Record<string, string> {
  return { "x-api-key": apiKey };
}
