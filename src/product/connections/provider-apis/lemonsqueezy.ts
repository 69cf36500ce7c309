// Lemon Squeezy's API: webhooks of a store. Its own package keeps one key for the whole process, and a process has many
// connections, so its documented HTTP is spoken here.
// Lemon Squeezy accepts a secret and never returns one: we create it.
// Written from: https://docs.lemonsqueezy.com/api/webhooks/create-webhook, .../list-all-webhooks, .../update-webhook, .../delete-webhook and
// https://docs.lemonsqueezy.com/api/stores/list-all-stores.
import { z } from "zod";
import { lemonsqueezy } from "../../../../adapters/lemonsqueezy.ts";
import type { Asking } from "./ask.ts";
import { AskFailed } from "./ask-failed.ts";
import { askJson, bearer } from "./ask-json.ts";
import { type Endpoint, type ProviderApi, placeOnHosts } from "./provider-api.ts";

const path = "/v1/webhooks";
const perPage = "100";
const pagesMax = 20;

const attributes = z.object({ store_id: z.int(), url: z.string(), events: z.array(z.string()) });
const meta = z.object({ page: z.object({ lastPage: z.int() }) });
const page = z.object({ data: z.array(z.object({ id: z.string(), attributes })), meta });
const stores = z.object({ data: z.array(z.object({ id: z.string(), attributes: z.object({ name: z.string() }) })) });
const made = z.object({ data: z.object({ id: z.string() }) });

export const lemonsqueezyApi: ProviderApi = {
  provider: "lemonsqueezy",
  name: "Lemon Squeezy",
  // One address for both: the key decides.
  placeOf: placeOnHosts({ live: "https://api.lemonsqueezy.com", test: "https://api.lemonsqueezy.com" }),
  webhooks: {
    permission: "of any API key (Lemon Squeezy's have no smaller ones)",
    async list(asking) {
      const found: Endpoint[] = [];
      for (let number = 1; number <= pagesMax; number++) {
        const query = { "page[number]": String(number), "page[size]": perPage };
        const { data, meta } = await askJson(asking, { path, query, headers: headersOf(asking), answer: page });
        found.push(
          ...data.map(({ id, attributes: { store_id: store, url, events } }) => ({
            id,
            url,
            events,
            store: String(store),
          })),
        );
        if (number >= meta.page.lastPage) return found;
      }
      throw new AskFailed(`Lemon Squeezy has more than ${pagesMax} pages of webhooks.`);
    },
    async create(asking, { url, livemode, secret, store }) {
      const data = {
        type: "webhooks",
        attributes: { url, events: lemonsqueezy.events, secret, test_mode: !livemode },
        relationships: { store: { data: { type: "stores", id: store } } },
      };
      const answer = await askJson(asking, {
        ...{ method: "POST", path, body: { data }, headers: headersOf(asking), answer: made },
      });
      return { id: answer.data.id, secret };
    },
    findStore,
    async setEvents(asking, endpointId, events) {
      const data = { type: "webhooks", id: endpointId, attributes: { events } };
      const of = `${path}/${encodeURIComponent(endpointId)}`;
      await askJson(asking, {
        method: "PATCH",
        path: of,
        body: { data },
        headers: headersOf(asking),
        answer: z.unknown(),
      });
    },
    async remove(asking, endpointId) {
      const of = `${path}/${encodeURIComponent(endpointId)}`;
      await askJson(asking, { method: "DELETE", path: of, headers: headersOf(asking), answer: z.unknown() });
    },
    test: { kind: "by_hand", how: "Lemon Squeezy's API sends no test event: buy something in test mode." },
  },
  events: null,
};

/** A webhook is of one store. Which of several is meant only a person can say: by its id, or by its name where one has it. */
async function findStore(asking: Asking, named: string | null): Promise<string> {
  const query = { "page[size]": perPage };
  const { data } = await askJson(asking, { path: "/v1/stores", query, headers: headersOf(asking), answer: stores });
  const [store, ...more] = data;
  if (store === undefined) throw new AskFailed("This Lemon Squeezy account has no store.");
  const isNamed = ({ id, attributes: { name } }: typeof store) =>
    id === named || name.toLowerCase() === named?.toLowerCase();
  const [meant, ...others] = data.find(({ id }) => id === named) === undefined ? data.filter(isNamed) : [{ id: named }];
  if (named === null && more.length === 0) return store.id;
  if (meant?.id != null && others.length === 0) return meant.id;
  const list = data.map(({ id, attributes: { name } }) => `${id} (${name})`).join(", ");
  const what = named === null ? `${data.length} stores` : `no store ${named} that is the only one of that name`;
  throw new AskFailed(`This Lemon Squeezy account has ${what}: give store as one of ${list}.`);
}

function headersOf(asking: Asking): Record<string, string> {
  const type = "application/vnd.api+json";
  return { ...bearer(asking), accept: type, "content-type": type };
}
