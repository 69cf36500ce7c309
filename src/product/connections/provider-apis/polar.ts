// Polar's API: webhook endpoints. Its own package wants a newer Node than we run on, so its documented HTTP is spoken here.
// Written from: https://polar.sh/docs/api-reference/webhooks/endpoints/create, .../endpoints/list and .../endpoints/delete.
import { z } from "zod";
import { polar } from "../../../../adapters/polar.ts";
import { AskFailed } from "./ask-failed.ts";
import { askJson, bearer } from "./ask-json.ts";
import { type Endpoint, type ProviderApi, placeOnHosts } from "./provider-api.ts";

const path = "/v1/webhooks/endpoints";
const perPage = "100";
const pagesMax = 20;

const endpoint = z.object({ id: z.string(), url: z.string(), events: z.array(z.string()) });
const page = z.object({ items: z.array(endpoint), pagination: z.object({ max_page: z.int() }) });
const made = z.object({ id: z.string(), secret: z.string() });

export const polarApi: ProviderApi = {
  provider: "polar",
  name: "Polar",
  placeOf: placeOnHosts({ live: "https://api.polar.sh", test: "https://sandbox-api.polar.sh" }),
  webhooks: {
    permission: "webhooks:write (of an organization access token)",
    async list(asking) {
      const found: Endpoint[] = [];
      for (let number = 1; number <= pagesMax; number++) {
        const query = { page: String(number), limit: perPage };
        const { items, pagination } = await askJson(asking, { path, query, headers: bearer(asking), answer: page });
        found.push(...items);
        if (number >= pagination.max_page) return found;
      }
      throw new AskFailed(`Polar has more than ${pagesMax} pages of webhook endpoints.`);
    },
    create(asking, { url, description }) {
      const body = { url, name: description, format: "raw", events: polar.events };
      return askJson(asking, { method: "POST", path, body, headers: bearer(asking), answer: made });
    },
    async setEvents(asking, endpointId, events) {
      const of = `${path}/${encodeURIComponent(endpointId)}`;
      const body = { events: events };
      await askJson(asking, { method: "PATCH", path: of, body, headers: bearer(asking), answer: z.unknown() });
    },
    async remove(asking, endpointId) {
      const of = `${path}/${encodeURIComponent(endpointId)}`;
      await askJson(asking, { method: "DELETE", path: of, headers: bearer(asking), answer: z.unknown() });
    },
    test: { kind: "by_hand", how: "Polar's API sends no test event: pay with a discount of 100 % or in the sandbox." },
  },
  events: null,
};
