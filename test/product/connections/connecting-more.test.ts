// Connecting Shopify, where an endpoint is a webhook for each topic and the app's secret signs, and RevenueCat, whose endpoint is proven by
// an Authorization value of ours, against stand-ins of their APIs; and deliveries to what was made, through the front door.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { shopify } from "../../../adapters/shopify.ts";
import { findConnection, removeConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { connectByApiKey, takeEndpointAway } from "../../../src/product/connections/connecting.ts";
import { AskDelayed, AskRefused } from "../../../src/product/connections/provider-apis/ask-failed.ts";
import { createTestDatabase } from "../../support/database.ts";
import { readFixtureFile } from "../../support/fixtures.ts";
import { redirectProviders } from "../../support/redirect-providers.ts";
import { asOwner, createTestProgram, fieldOf, secretKey, startService } from "../../support/service.ts";
import { hmacBase64, timestampedHeader } from "../../support/signing.ts";

type Json = Readonly<Record<string, unknown>>;
type Held = Json & { readonly id: number | string };
type Answer = { readonly status: number; readonly body: unknown };

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const service = await startService(databaseUrl);
const secrets = openSecrets([secretKey]);
const baseUrl = "https://svc.example";
const shop = "acme-tea.myshopify.com";
const token = "shpat_00000000000000000000000000000001";
const appSecret = "shpss_secret_of_the_app_1";
const clientId = "0123456789abcdef0123456789abcdef";
const shopKey = `${shop}:${token}:${appSecret}`;
const projectKey = "proj1a2b3c4d:sk_of_the_stand_in";

const held: Held[] = [];
const asked: string[] = [];
/** Answered in place of the answer, to the question of this number. */
const faults = new Map<number, Answer | "cut">();
let count = 0;
const nextCount = () => {
  count += 1;
  return count;
};

const server = createServer((request, response) => void handle(request, response));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
const port = typeof address === "object" && address !== null ? address.port : 0;
const restore = redirectProviders(`http://127.0.0.1:${port}`);
afterAll(async () => {
  restore();
  server.closeAllConnections();
  server.close();
  await service.close();
  await testDatabase.drop();
});

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "GET", headers } = request;
  const { pathname } = new URL(request.url ?? "/", "http://stand-in");
  const body = await text(request);
  asked.push(`${method} ${pathname}`);
  const fault = faults.get(asked.length);
  const speaks = pathname.startsWith("/v2/projects/") ? answerAsRevenueCat : answerAsShopify;
  const answer =
    typeof fault === "object" ? fault : speaks(method, pathname, headers, body === "" ? {} : JSON.parse(body));
  if (fault === "cut") {
    response.destroy();
    return;
  }
  response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
}

function answerAsShopify(method: string, path: string, headers: IncomingMessage["headers"], body: Json): Answer {
  if (path === "/admin/oauth/access_token") {
    const isKnown = body.client_id === clientId && body.client_secret === appSecret;
    return isKnown
      ? { status: 200, body: { access_token: token } }
      : { status: 400, body: { error: "invalid_client" } };
  }
  if (headers["x-shopify-access-token"] !== token) return { status: 401, body: { errors: "[API] Invalid API key" } };
  if (method === "DELETE") {
    const index = held.findIndex(({ id }) => path.endsWith(`/webhooks/${id}.json`));
    if (index < 0) return { status: 404, body: { errors: "Not Found" } };
    held.splice(index, 1);
    return { status: 200, body: {} };
  }
  if (method === "GET") return { status: 200, body: { webhooks: held } };
  const { topic, address: of, format } = body.webhook as Json;
  if (held.some((one) => one.topic === topic && one.address === of) || format !== "json") {
    return { status: 422, body: { errors: { address: ["for this topic has already been taken"] } } };
  }
  count += 1;
  const webhook = { id: 4_759_306_000 + count, topic, address: of, format };
  held.push(webhook);
  return { status: 201, body: { webhook } };
}

function answerAsRevenueCat(method: string, path: string, headers: IncomingMessage["headers"], body: Json): Answer {
  if (headers.authorization !== "Bearer sk_of_the_stand_in")
    return { status: 401, body: { message: "Invalid API key." } };
  if (!path.startsWith("/v2/projects/proj1a2b3c4d/integrations/webhooks")) return { status: 404, body: {} };
  const index = held.findIndex(({ id }) => path.endsWith(`/${id}`));
  if (method === "GET") return { status: 200, body: { object: "list", items: held.map(shown), next_page: null } };
  if (method === "DELETE") {
    held.splice(index, index < 0 ? 0 : 1);
    return index < 0
      ? { status: 404, body: {} }
      : { status: 200, body: { object: "webhook_integration", deleted_at: 1 } };
  }
  if (index >= 0) held[index] = { ...held[index], ...body, id: held[index]?.id ?? "" };
  else held.push({ id: `whintgr${nextCount()}`, event_types: null, ...body });
  return { status: index < 0 ? 201 : 200, body: shown(held[index < 0 ? held.length - 1 : index] ?? { id: "" }) };
}

/** RevenueCat never shows the Authorization value again. */
const shown = ({ authorization_header: _, ...rest }: Held): Json => ({ object: "webhook_integration", ...rest });

let programId: number;
beforeEach(async () => {
  held.splice(0);
  asked.splice(0);
  faults.clear();
  await asOwner(databaseUrl, "delete from provider_account");
  ({ programId } = await createTestProgram(database));
});

async function connect(provider: string, apiKey: string, livemode = true) {
  const wish = { programId, provider, livemode, clientReference: null, apiKey, store: null };
  const connected = await connectByApiKey({ database, secrets, baseUrl }, wish, operator);
  if (connected === undefined) throw new Error("the program is not there");
  return connected;
}

const secretsOf = (connectionId: number) =>
  database.withSession(async (session) => (await findConnection(session, secrets, connectionId))?.secrets ?? []);

const connections = () =>
  asOwner<{ connection_id: number }>(
    databaseUrl,
    "select connection_id from connection where status <> 'removed' and program_id = $1",
    [programId],
  );

async function remove(connectionId: number) {
  const removed = await removeConnection(database, secrets, { programId, connectionId }, operator);
  if (removed === undefined) throw new Error("the connection is not there");
  return takeEndpointAway({ secrets, baseUrl }, connectionId, removed);
}

const topics = () => held.map(({ topic }) => topic);

describe("Shopify", () => {
  test("gets a webhook for each topic, none again when it is connected again, and loses them with the connection", async () => {
    held.push({ id: 1, topic: "orders/paid", address: "https://elsewhere.example/hook" });
    const { connectionId, atProvider } = await connect("shopify", shopKey);
    expect(atProvider).toMatchObject({ endpoint: "created", test_event: "not_sent" });
    expect(held.slice(1)).toEqual(
      shopify.events.map((topic) =>
        expect.objectContaining({ topic, address: `${baseUrl}/webhooks/shopify/${connectionId}` }),
      ),
    );
    expect(await secretsOf(connectionId)).toEqual([appSecret]);
    const again = await connect("shopify", shopKey);
    expect(again).toMatchObject({ connectionId, atProvider: { endpoint: "kept" } });
    expect(held).toHaveLength(shopify.events.length + 1);
    const said = JSON.stringify([atProvider, again.atProvider]);
    for (const secret of [token, appSecret]) expect(said).not.toContain(secret);
    expect(await remove(connectionId)).toMatchObject({ endpoint: "removed" });
    expect(held.map(({ id }) => id)).toEqual([1]);
  });

  test("has the topic added that its webhooks lack", async () => {
    const { connectionId } = await connect("shopify", shopKey);
    held.splice(1, 1);
    const { atProvider } = await connect("shopify", shopKey);
    expect(atProvider).toMatchObject({ endpoint: "updated" });
    expect(topics().toSorted()).toEqual([...shopify.events].toSorted());
    expect(await remove(connectionId)).toMatchObject({ endpoint: "removed" });
    expect(held).toEqual([]);
  });

  test("is left with nothing where a topic is refused, and gone on with where an answer was cut off", async () => {
    // Lists, makes two, and is refused the third: both are taken away again.
    faults.set(4, { status: 403, body: { errors: "[API] This action requires merchant approval" } });
    await expect(connect("shopify", shopKey)).rejects.toThrow(
      "lacks the permission read_orders and read_shopify_payments_disputes",
    );
    expect(held).toEqual([]);
    expect(await connections()).toEqual([]);

    asked.splice(0);
    faults.clear();
    faults.set(4, "cut").set(5, "cut");
    await expect(connect("shopify", shopKey)).rejects.toThrow(AskDelayed);
    expect(held.length).toBeGreaterThan(0);
    const { connectionId, atProvider } = await connect("shopify", shopKey);
    expect(atProvider.endpoint).toBe("recreated");
    expect(topics()).toEqual([...shopify.events]);
    expect(await connections()).toEqual([{ connection_id: connectionId }]);
  });

  test("is connected by an app's client id and secret, which signs its webhooks", async () => {
    const { connectionId } = await connect("shopify", `${shop}:${clientId}:${appSecret}`);
    expect(await secretsOf(connectionId)).toEqual([appSecret]);
    const body = readFixtureFile("shopify/orders.paid.written.json").toString();
    const headers = { "x-shopify-hmac-sha256": hmacBase64(appSecret, body), "x-shopify-topic": "orders/paid" };
    expect((await service.post(`/webhooks/shopify/${connectionId}`, body, { headers })).status).toBe(200);
  });

  test.each([
    ["a wrong token", `${shop}:shpat_of_nothing_at_all:${appSecret}`, /API key \(401/],
    ["no secret", `${shop}:${token}`, /with the secret that signs webhooks/],
    ["a client id without its secret", `${shop}:${clientId}`, /is to be given as <shop>/],
    ["a wrong client secret", `${shop}:${clientId}:shpss_of_nothing`, /no token: the secret is wrong/],
    ["another host", `evil.example:${token}:${appSecret}`, /is to be given as <shop>/],
    ["another host behind the shop's", `${shop}.evil.example:${token}:${appSecret}`, /is to be given as <shop>/],
  ])("is refused with %s, and nothing is recorded", async (_, key, message) => {
    const refused = await connect("shopify", key).then(String, (error: unknown) => error);
    expect(refused).toBeInstanceOf(AskRefused);
    expect(String(refused)).toMatch(message);
    expect(String(refused)).not.toContain("of_nothing");
    expect(await connections()).toEqual([]);
    expect(held).toEqual([]);
  });
});

describe("RevenueCat", () => {
  test.each([
    [true, "production"],
    [false, "sandbox"],
  ])("gets one webhook (live: %j) for %s, once, and loses it with the connection", async (livemode, environment) => {
    const { connectionId, atProvider } = await connect("revenuecat", projectKey, livemode);
    expect(atProvider).toMatchObject({ endpoint: "created" });
    const [secret = ""] = await secretsOf(connectionId);
    const url = `${baseUrl}/webhooks/revenuecat/${connectionId}`;
    expect(held).toMatchObject([{ url, environment, authorization_header: `Bearer ${secret}` }]);
    expect(secret).toMatch(/^svc_authorization_[0-9a-f]{36}$/);
    expect(await connect("revenuecat", projectKey, livemode)).toMatchObject({
      connectionId,
      atProvider: { endpoint: "kept" },
    });
    expect(held).toHaveLength(1);
    expect(JSON.stringify(atProvider)).not.toContain(secret);
    expect(await remove(connectionId)).toMatchObject({ endpoint: "removed" });
    expect(held).toEqual([]);
  });

  test("has what was ticked off at RevenueCat sent again", async () => {
    await connect("revenuecat", projectKey);
    held[0] = { id: "", ...held[0], event_types: ["initial_purchase", "renewal"] };
    expect((await connect("revenuecat", projectKey)).atProvider.endpoint).toBe("updated");
    expect(held[0]?.event_types).toBeNull();
  });

  test("is continued where the answer was cut off: the webhook is created again with another value", async () => {
    faults.set(2, "cut");
    await expect(connect("revenuecat", projectKey)).rejects.toThrow(AskDelayed);
    const before = held[0]?.authorization_header;
    const { connectionId, atProvider } = await connect("revenuecat", projectKey);
    expect(atProvider.endpoint).toBe("recreated");
    expect(held).toHaveLength(1);
    expect(held[0]?.authorization_header).not.toBe(before);
    expect(held[0]?.authorization_header).toBe(`Bearer ${(await secretsOf(connectionId))[0]}`);
  });

  test.each([
    ["a wrong key", "proj1a2b3c4d:sk_of_nothing", /API key \(401/],
    ["another project", "proj9z9z9z9z:sk_of_the_stand_in", /did not do it \(404\)/],
    ["a path as its project", "proj1/../../v1:sk_of_the_stand_in", /is to be given as <project id>/],
    ["no project", "sk_of_the_stand_in", /is to be given as <project id>/],
  ])("is refused with %s, and nothing is recorded", async (_, key, message) => {
    await expect(connect("revenuecat", key)).rejects.toThrow(message);
    expect(await connections()).toEqual([]);
  });

  test("is proven by the Authorization value we gave it, and that value is never kept", async () => {
    const { connectionId } = await connect("revenuecat", projectKey);
    const [secret = ""] = await secretsOf(connectionId);
    const body = readFixtureFile("revenuecat/initial_purchase.written.json").toString();
    const send = (headers: Record<string, string>) =>
      service.post(`/webhooks/revenuecat/${connectionId}`, body, { headers });
    for (const authorization of ["", secret, `Bearer ${secret}x`, `bearer ${secret}`]) {
      expect((await send(authorization === "" ? {} : { authorization })).status).toBe(400);
    }
    const now = Math.floor(Date.now() / 1000);
    const form = { separator: ",", timestamp: "t", signature: "v1", joint: "." };
    const signed = timestampedHeader(form, Buffer.from(body), [secret], now);
    expect((await send({ "x-revenuecat-webhook-signature": signed })).status).toBe(400);
    const answer = await send({ authorization: `Bearer ${secret}` });
    expect(answer.status).toBe(200);
    expect(fieldOf(await send({ authorization: `Bearer ${secret}` }), "status")).toBe("duplicate");
    const kept = await asOwner<{ headers: Json }>(
      databaseUrl,
      "select headers from delivery where connection_id = $1",
      [connectionId],
    );
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(secret);
  });
});
