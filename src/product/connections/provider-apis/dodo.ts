// Dodo's API: webhooks. Its own package is three megabytes for four calls, so its documented HTTP is spoken here.
// Written from: https://docs.dodopayments.com/api-reference/webhooks/create-webhook, .../list-webhooks,
// .../get-webhook-signing-key and .../delete-webhook.
import { z } from "zod";
import { dodo } from "../../../../adapters/dodo.ts";
import { AskFailed } from "./ask-failed.ts";
import { askJson, bearer } from "./ask-json.ts";
import { type Endpoint, type ProviderApi, placeOnHosts } from "./provider-api.ts";

const path = "/webhooks";
const perPage = "100";
const pagesMax = 20;

const webhook = z.object({ id: z.string(), url: z.string(), filter_types: z.array(z.string()).nullish() });
const page = z.object({ data: z.array(webhook), iterator: z.string().nullish(), done: z.boolean() });
const made = z.object({ id: z.string() });
const signingKey = z.object({ secret: z.string() });

export const dodoApi: ProviderApi = {
  provider: "dodo",
  name: "Dodo",
  placeOf: placeOnHosts({ live: "https://live.dodopayments.com", test: "https://test.dodopayments.com" }),
  webhooks: {
    permission: "Write access",
    async list(asking) {
      const found: Endpoint[] = [];
      let after = {};
      for (let number = 1; number <= pagesMax; number++) {
        const query = { limit: perPage, ...after };
        const { data, iterator, done } = await askJson(asking, { path, query, headers: bearer(asking), answer: page });
        // One without a filter is sent everything.
        found.push(...data.map(({ id, url, filter_types: types }) => ({ id, url, events: types ?? dodo.events })));
        if (done || !iterator) return found;
        after = { iterator };
      }
      throw new AskFailed(`Dodo has more than ${pagesMax} pages of webhooks.`);
    },
    async create(asking, { url, description }) {
      const headers = bearer(asking);
      const body = { url, description, filter_types: dodo.events };
      const { id } = await askJson(asking, { method: "POST", path, body, headers, answer: made });
      const ofSecret = `${path}/${encodeURIComponent(id)}/secret`;
      return { id, ...(await askJson(asking, { path: ofSecret, headers, answer: signingKey })) };
    },
    async setEvents(asking, endpointId, events) {
      const of = `${path}/${encodeURIComponent(endpointId)}`;
      const body = { filter_types: events };
      await askJson(asking, { method: "PATCH", path: of, body, headers: bearer(asking), answer: z.unknown() });
    },
    async remove(asking, endpointId) {
      const of = `${path}/${encodeURIComponent(endpointId)}`;
      await askJson(asking, { method: "DELETE", path: of, headers: bearer(asking), answer: z.unknown() });
    },
    test: { kind: "by_hand", how: "Dodo's API sends no test event: send one in its dashboard, Developer → Webhooks." },
  },
  events: null,
};
