// RevenueCat's API: the webhooks of a project. It lists no events.
// RevenueCat's API cannot turn on signing and returns no signing secret: an endpoint is made with an Authorization value of ours, which is the
// secret of the connection. It is sent every event, since what the API calls an event's type is not documented with the webhooks'.
// Written from: https://www.revenuecat.com/docs/api-v2/integration.md (list, create, update and delete webhook integrations; starting_after,
// limit, next_page) and https://www.revenuecat.com/docs/projects/authentication (secret keys of version 2).
import { z } from "zod";
import { authorizationSecretPrefix } from "../../../../adapters/revenuecat.ts";
import type { Asking } from "./ask.ts";
import { AskFailed } from "./ask-failed.ts";
import { askJson, bearer } from "./ask-json.ts";
import { pagesByCursor } from "./lists/list-pages.ts";
import type { Endpoint, KeyPlace, ProviderApi } from "./provider-api.ts";

const keyForm = /^(proj[A-Za-z0-9_]{1,64}):(sk_[\x21-\x7e]{5,1024})$/;
const path = "/integrations/webhooks";
const perPage = "100";

const webhook = z.object({ id: z.string().min(1), url: z.string(), event_types: z.array(z.string()).nullish() });
const page = z.object({ items: z.array(webhook), next_page: z.string().nullish() });
const made = webhook.pick({ id: true });

export const revenuecatApi: ProviderApi = {
  provider: "revenuecat",
  name: "RevenueCat",
  keyForm: "<project id>:<secret key of API version 2>, such as proj1a2b3c4d:sk_…",
  placeOf,
  webhooks: {
    permission: "project_configuration:integrations:read_write",
    async list(asking) {
      const found: Endpoint[] = [];
      for await (const items of pagesByCursor(asking, (cursor) => askPage(asking, cursor))) found.push(...items);
      return found;
    },
    async create(asking, { url, livemode, description, secret }) {
      const ours = `${authorizationSecretPrefix}${secret}`;
      const body = {
        ...{ name: description, url },
        authorization_header: `Bearer ${ours}`,
        environment: livemode ? "production" : "sandbox",
      };
      const { id } = await askJson(asking, { method: "POST", path, body, headers: bearer(asking), answer: made });
      return { id, secret: ours };
    },
    sendsEveryEvent: true,
    async setEvents(asking, endpointId) {
      const of = `${path}/${encodeURIComponent(endpointId)}`;
      const body = { event_types: null };
      await askJson(asking, { method: "POST", path: of, body, headers: bearer(asking), answer: made });
    },
    async remove(asking, endpointId) {
      const of = `${path}/${encodeURIComponent(endpointId)}`;
      await askJson(asking, { method: "DELETE", path: of, headers: bearer(asking), answer: z.unknown() });
    },
    test: { kind: "by_hand", how: "RevenueCat's API sends no test event: buy something in a store's sandbox." },
  },
  events: null,
};

/** One without a choice is sent every event. */
async function askPage(asking: Asking, cursor: string | null) {
  const query = { limit: perPage, ...(cursor === null ? {} : { starting_after: cursor }) };
  const { items, next_page } = await askJson(asking, { path, query, headers: bearer(asking), answer: page });
  const endpoints = items.map(
    ({ id, url, event_types }): Endpoint => ({
      ...{ id, url },
      events: event_types?.map((type) => type.toUpperCase()) ?? ["*"],
    }),
  );
  if (!next_page) return { items: endpoints, next: null };
  const next = new URLSearchParams(next_page.split("?")[1]).get("starting_after");
  if (!next) throw new AskFailed("RevenueCat lists more and does not say where.");
  return { items: endpoints, next };
}

/** A project's id is one part of a path, so no key can name another. */
function placeOf(key: string): KeyPlace | null {
  const [, project, apiKey] = keyForm.exec(key) ?? [];
  if (project === undefined || apiKey === undefined) return null;
  return { baseUrl: `https://api.revenuecat.com/v2/projects/${project}`, apiKey, livemode: null };
}
