// Lemon Squeezy's API: webhooks of a store. Its own package keeps one key for the whole process, and a process has many
// connections, so its documented HTTP is spoken here.
// Lemon Squeezy takes a secret and never tells one: ours is made by us.
// Written from: https://docs.lemonsqueezy.com/api/webhooks/create-webhook, .../list-all-webhooks, .../delete-webhook and
// https://docs.lemonsqueezy.com/api/stores/list-all-stores.
import { z } from "zod";
import { lemonsqueezy } from "../../../adapters/lemonsqueezy.ts";
import type { Asking } from "./ask.ts";
import { AskFailed } from "./ask-failed.ts";
import { askJson, bearer } from "./ask-json.ts";
import type { Endpoint, ProviderApi } from "./provider-api.ts";

const path = "/v1/webhooks";
const perPage = "100";
const pagesMax = 20;

const attributes = z.object({ url: z.string(), events: z.array(z.string()) });
const meta = z.object({ page: z.object({ lastPage: z.int() }) });
const page = z.object({ data: z.array(z.object({ id: z.string(), attributes })), meta });
const stores = z.object({ data: z.array(z.object({ id: z.string(), attributes: z.object({ name: z.string() }) })) });
const made = z.object({ data: z.object({ id: z.string() }) });

export const lemonsqueezyApi: ProviderApi = {
  provider: "lemonsqueezy",
  name: "Lemon Squeezy",
  // One address for both: the key decides.
  baseUrls: { live: "https://api.lemonsqueezy.com", test: "https://api.lemonsqueezy.com" },
  livemodeOfKey: () => null,
  webhooks: {
    permission: "of any API key (Lemon Squeezy's have no smaller ones)",
    async list(asking) {
      const found: Endpoint[] = [];
      for (let number = 1; number <= pagesMax; number++) {
        const query = { "page[number]": String(number), "page[size]": perPage };
        const { data, meta } = await askJson(asking, { path, query, headers: headersOf(asking), answer: page });
        found.push(...data.map(({ id, attributes: { url, events } }) => ({ id, url, events })));
        if (number >= meta.page.lastPage) return found;
      }
      throw new AskFailed(`Lemon Squeezy has more than ${pagesMax} pages of webhooks.`);
    },
    async create(asking, { url, livemode, secret }) {
      const store = await onlyStore(asking);
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
    async remove(asking, endpointId) {
      const of = `${path}/${encodeURIComponent(endpointId)}`;
      await askJson(asking, { method: "DELETE", path: of, headers: headersOf(asking), answer: z.unknown() });
    },
    test: { kind: "by_hand", how: "Lemon Squeezy's API sends no test event: buy something in test mode." },
  },
  events: null,
};

/** A webhook is of one store. Which of several is meant only a person can say. */
async function onlyStore(asking: Asking): Promise<string> {
  const { data } = await askJson(asking, { path: "/v1/stores", headers: headersOf(asking), answer: stores });
  const [store, ...more] = data;
  if (store === undefined) throw new AskFailed("This Lemon Squeezy account has no store.");
  if (more.length === 0) return store.id;
  const names = data.map((each) => each.attributes.name).join(", ");
  throw new AskFailed(
    `This Lemon Squeezy account has ${data.length} stores (${names}): make the webhook of the one that is meant by hand, and connect it by its signing secret.`,
  );
}

function headersOf(asking: Asking): Record<string, string> {
  const type = "application/vnd.api+json";
  return { ...bearer(asking), accept: type, "content-type": type };
}
