// Shopify's Admin API: webhooks of an app, one for each topic, which together are one endpoint here; and its lists (shopify-lists.ts).
// It guarantees that what was made of an endpoint is taken away again where the rest of it is refused.
// Shopify makes no secret for a webhook: the app's own signs it, and is given with the key.
// It speaks Shopify's documented HTTP. The REST API is Shopify's older one; its resources are the bodies of the webhooks, which the
// GraphQL API's are not.
// Written from: https://shopify.dev/docs/api/admin-rest/latest/resources/webhook and
// https://shopify.dev/docs/apps/build/webhooks/subscribe/https.
import { z } from "zod";
import { shopify } from "../../../../adapters/shopify.ts";
import type { Asking } from "./ask.ts";
import { AskRefused } from "./ask-failed.ts";
import { pagesByCursor } from "./lists/list-pages.ts";
import { shopifyEvents } from "./lists/shopify-lists.ts";
import type { ProviderApi } from "./provider-api.ts";
import { askShopify, askShopifyPage, keyFormWords, placeOf } from "./shopify-calls.ts";

const path = "/webhooks.json";
const perPage = "250";

const webhook = z.object({ id: z.int().positive(), address: z.string(), topic: z.string() });
const webhooksSchema = z.object({ webhooks: z.array(webhook) }).transform(({ webhooks }) => webhooks);
const madeSchema = z.object({ webhook });

type Webhook = z.infer<typeof webhook>;

/** An endpoint is all webhooks of one address, which is its id. */
export const shopifyApi: ProviderApi = {
  provider: "shopify",
  name: "Shopify",
  keyForm: keyFormWords,
  placeOf,
  webhooks: {
    permission: "read_orders and read_shopify_payments_disputes",
    async list(asking) {
      secretOf(asking);
      const byAddress = Map.groupBy(await askWebhooks(asking), ({ address }) => address);
      return Array.from(byAddress, ([url, webhooks]) => ({ id: url, url, events: webhooks.map(({ topic }) => topic) }));
    },
    async create(asking, { url }) {
      const secret = secretOf(asking);
      const made: Webhook[] = [];
      try {
        for (const topic of shopify.events) made.push(await makeWebhook(asking, url, topic));
      } catch (error) {
        for (const { id } of made) await removeWebhook(asking, id);
        throw error;
      }
      return { id: url, secret };
    },
    async setEvents(asking, url, events) {
      const topics = (await askWebhooks(asking)).filter(({ address }) => address === url).map(({ topic }) => topic);
      for (const topic of events) if (!topics.includes(topic)) await makeWebhook(asking, url, topic);
    },
    async remove(asking, url) {
      const ours = (await askWebhooks(asking)).filter(({ address }) => address === url);
      for (const { id } of ours) await removeWebhook(asking, id);
    },
    test: {
      kind: "by_hand",
      how: "Shopify's API sends no test event: buy something with the payment provider in test mode.",
    },
  },
  events: shopifyEvents,
};

function secretOf({ signingSecret }: Asking): string {
  if (signingSecret !== null) return signingSecret;
  throw new AskRefused(
    `To connect Shopify, its key is to be given with the secret that signs webhooks: ${keyFormWords}.`,
  );
}

async function askWebhooks(asking: Asking): Promise<readonly Webhook[]> {
  const question = { path, query: { limit: perPage }, answer: webhooksSchema };
  const found: Webhook[] = [];
  for await (const page of pagesByCursor(asking, (cursor) => askShopifyPage(asking, question, cursor))) {
    found.push(...page);
  }
  return found;
}

async function makeWebhook(asking: Asking, address: string, topic: string): Promise<Webhook> {
  const body = { webhook: { topic, address, format: "json" } };
  return (await askShopify(asking, { method: "POST", path, body, answer: madeSchema })).webhook;
}

async function removeWebhook(asking: Asking, id: number): Promise<void> {
  await askShopify(asking, { method: "DELETE", path: `/webhooks/${id}.json`, answer: z.unknown() });
}
