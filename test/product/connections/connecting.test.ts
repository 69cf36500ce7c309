// Connecting each provider by its API key against a stand-in of its own API: what is made there, what is kept here, and what is
// left of it when the provider refuses, fails or is cut off in between.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { adaptersByProvider } from "../../../adapters/registry.ts";
import { findConnection, removeConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { connectByApiKey, takeEndpointAway } from "../../../src/product/connections/connecting.ts";
import {
  AddressNotPublic,
  AskDelayed,
  AskFailed,
  AskRefused,
} from "../../../src/product/connections/provider-apis/ask-failed.ts";
import { apisByProvider } from "../../../src/product/connections/provider-apis/registry.ts";
import { createTestDatabase } from "../../support/database.ts";
import { type EndpointApi, type EndpointProvider, keysOf, startEndpointApi } from "../../support/endpoint-api.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { createTestProgram } from "../../support/submissions.ts";

const db = await createTestDatabase();
const { programId } = await createTestProgram(db);
const secrets = openSecrets([secretKey]);
const baseUrl = "https://svc.example";
const apis: EndpointApi[] = [];
afterAll(async () => {
  await Promise.all(apis.map((api) => api.close()));
  await db.drop();
});

type Setting = {
  readonly store?: string;
  readonly livemode?: boolean;
  readonly apiKey?: string;
  readonly timeoutMilliseconds?: number;
};

function partsFor({ baseUrl: ofProvider }: EndpointApi, timeoutMilliseconds = 5000) {
  const patience = { attemptsMax: 1, timeoutMilliseconds };
  return { database: db.database, secrets, baseUrl, instead: { baseUrl: ofProvider, patience } };
}

async function connect(api: EndpointApi, provider: string, setting: Setting = {}) {
  const { livemode = true, apiKey = api.apiKey, timeoutMilliseconds, store = null } = setting;
  const wish = { programId, provider, livemode, clientReference: null, apiKey, store };
  const connected = await connectByApiKey(partsFor(api, timeoutMilliseconds), wish, operator);
  if (connected === undefined) throw new Error("the program is not there");
  return connected;
}

async function remove(api: EndpointApi, connectionId: number) {
  const removed = await removeConnection(db.database, secrets, { programId, connectionId }, operator);
  if (removed === undefined) throw new Error("the connection is not there");
  return takeEndpointAway(partsFor(api), connectionId, removed);
}

const secretsOf = (connectionId: number) =>
  db.database.withSession(async (session) => (await findConnection(session, secrets, connectionId))?.secrets);

const connections = () =>
  asOwner<{ connection_id: number }>(db.url, "select connection_id from connection where status <> 'removed'");

const providers: readonly EndpointProvider[] = [
  "stripe",
  "paddle",
  "polar",
  "dodo",
  "lemonsqueezy",
  "creem",
  "chargebee",
];

test("every provider that is connected by API key is spoken to, and is tried out here", () => {
  const byKey = [...adaptersByProvider.values()].filter(({ connecting }) => connecting === "api_key");
  expect([...apisByProvider.keys()].toSorted()).toEqual(byKey.map(({ provider }) => provider).toSorted());
  // Those of which one endpoint is many webhooks, or is sent everything, are in connecting-more.test.ts.
  const all = [...providers, "revenuecat", "shopify"];
  expect(all.toSorted()).toEqual(byKey.map(({ provider }) => provider).toSorted());
  for (const { events } of byKey) expect(events).not.toEqual([]);
});

describe.each(providers)("%s", (provider) => {
  let api: EndpointApi;
  beforeEach(async () => {
    await asOwner(db.url, "delete from connection");
    api = await startEndpointApi(provider);
    apis.push(api);
  });
  const { events = [] } = adaptersByProvider.get(provider) ?? {};
  const { name = "", webhooks } = apisByProvider.get(provider) ?? {};

  test("gets an endpoint with exactly the events we use, and no second one when it is connected again", async () => {
    const { connectionId, atProvider } = await connect(api, provider);
    expect(atProvider).toMatchObject({ endpoint: "created", test_event: "not_sent" });
    const [made] = api.endpoints;
    expect(made).toMatchObject({ url: `${baseUrl}/webhooks/${provider}/${connectionId}`, events });
    expect(await secretsOf(connectionId)).toEqual([made?.secret]);
    const kept = await asOwner<{ api_key_encrypted: Buffer; endpoint_id: string; connecting_since: null }>(
      db.url,
      "select * from provider_account",
    );
    expect(kept).toMatchObject([{ endpoint_id: made?.id, connecting_since: null }]);
    expect(kept[0]?.api_key_encrypted.includes(api.apiKey)).toBe(false);

    const again = await connect(api, provider);
    expect(again).toMatchObject({ connectionId, atProvider: { endpoint: "kept" } });
    expect(api.endpoints).toEqual([made]);
    expect(await connections()).toHaveLength(1);
    const said = JSON.stringify([atProvider, again.atProvider]);
    expect(said).not.toContain(api.apiKey);
    expect(said).not.toContain(made?.secret);
  });

  test("has what its endpoint lacks added to what it is sent, or named where that is refused", async () => {
    const { connectionId } = await connect(api, provider);
    const [made] = api.endpoints;
    if (made === undefined) throw new Error("no endpoint was made");
    const lacking = { ...made, events: [...made.events.slice(1), "their.own"] };
    api.endpoints.splice(0, 1, lacking);
    const [missing = ""] = made.events;

    // Stripe changes by POST.
    for (const method of ["PATCH", "POST"]) api.faults.set(method, { status: 403 });
    const refused = await connect(api, provider);
    expect(refused).toMatchObject({ connectionId, atProvider: { endpoint: "kept" } });
    expect(refused.atProvider.messages.join(" ")).toContain(`It is not sent ${missing}, and that could not be changed`);
    expect(api.endpoints).toEqual([lacking]);

    api.faults.clear();
    const { atProvider } = await connect(api, provider);
    expect(atProvider.endpoint).toBe("updated");
    expect(atProvider.messages).toContain(`It was not sent ${missing}: from now on it is.`);
    expect(api.endpoints).toEqual([{ ...lacking, events: [...lacking.events, missing] }]);
    expect(await secretsOf(connectionId)).toEqual([made.secret]);
    expect((await connect(api, provider)).atProvider.endpoint).toBe("kept");
  });

  test("loses the endpoint with the connection, and is left with it where it cannot be asked", async () => {
    const first = await connect(api, provider);
    expect(await remove(api, first.connectionId)).toMatchObject({ endpoint: "removed" });
    expect(api.endpoints).toEqual([]);

    const second = await connect(api, provider);
    const [made] = api.endpoints;
    // Chargebee takes away by POST.
    for (const method of ["DELETE", "POST"]) api.faults.set(method, { status: 403 });
    const left = await remove(api, second.connectionId);
    expect(left?.endpoint).toBe("left");
    expect(left?.message).toContain(`remove ${made?.id} by hand`);
    expect(left?.message).toContain(webhooks?.permission);
    expect(await connections()).toEqual([]);
  });

  test("is continued where the answer was cut off: the endpoint is created again, and there is one", async () => {
    api.faults.set("POST", "cut_after_doing");
    await expect(connect(api, provider)).rejects.toThrow(AskDelayed);
    const [orphan] = api.endpoints;
    const [pending] = await connections();
    expect(await secretsOf(pending?.connection_id ?? 0)).not.toContain(orphan?.secret);

    const { connectionId, atProvider } = await connect(api, provider);
    expect(atProvider.endpoint).toBe("recreated");
    expect(connectionId).toBe(pending?.connection_id);
    expect(api.endpoints).toHaveLength(1);
    expect(api.endpoints[0]?.id).not.toBe(orphan?.id);
    expect(await secretsOf(connectionId)).toEqual([api.endpoints[0]?.secret]);
    expect(await connections()).toHaveLength(1);
  });

  test("refuses a wrong key and one without the permission, and nothing is left of either", async () => {
    const wrong = connect(api, provider, { apiKey: `${keysOf[provider]}_wrong` });
    const said = await wrong.then(String, (error: unknown) => error);
    expect(said).toBeInstanceOf(AskRefused);
    expect(String(said)).toMatch(new RegExp(`${name} .*API key.*40[13]`));
    expect(String(said)).toContain(webhooks?.permission);
    expect(String(said)).not.toContain("_wrong");

    api.faults.set("POST", { status: 403 });
    await expect(connect(api, provider)).rejects.toThrow(`${name} does not let this API key manage webhook endpoints`);
    expect(api.endpoints).toEqual([]);
    expect(await connections()).toEqual([]);
  });

  test("may be asked again after a fault that passes, and not after one that does not", async () => {
    api.faults.set("GET", { status: 429, headers: { "retry-after": "7" } });
    await expect(connect(api, provider)).rejects.toMatchObject({ name: "AskDelayed", retryAfterSeconds: 7 });
    api.faults.set("POST", { status: 503, body: "<html>" });
    await expect(connect(api, provider)).rejects.toThrow(AskDelayed);
    api.faults.set("GET", "never_answered");
    await expect(connect(api, provider, { timeoutMilliseconds: 50 })).rejects.toThrow(AskDelayed);
    expect((await connect(api, provider)).atProvider.endpoint).toBe("created");
    expect(await connections()).toHaveLength(1);

    await asOwner(db.url, "delete from connection");
    api.endpoints.splice(0);
    api.faults.set("POST", {
      status: 400,
      body: { message: `Too many for ${api.apiKey}`, error: { message: "Too many" } },
    });
    const refused = await connect(api, provider).then(String, (error: unknown) => error);
    expect(refused).toBeInstanceOf(AskFailed);
    expect(refused).not.toBeInstanceOf(AskDelayed);
    expect(String(refused)).toMatch(/400.*Too many/);
    expect(String(refused)).not.toContain(api.apiKey);
    expect(await connections()).toEqual([]);
  });

  test("is not asked where it could not reach us", async () => {
    for (const address of [
      "http://svc.example",
      "https://localhost",
      "https://10.0.0.1",
      "https://[::1]",
      "https://shop",
    ]) {
      const wish = { programId, provider, livemode: true, clientReference: null, apiKey: api.apiKey, store: null };
      const asked = connectByApiKey({ ...partsFor(api), baseUrl: address }, wish, operator);
      await expect(asked).rejects.toThrow(AddressNotPublic);
    }
    expect(api.asked).toEqual([]);
  });
});

describe("two at once", () => {
  test("make one connection and one endpoint", async () => {
    await asOwner(db.url, "delete from connection");
    const api = await startEndpointApi("stripe");
    apis.push(api);
    const both = await Promise.allSettled([connect(api, "stripe"), connect(api, "stripe")]);
    const done = both.filter(({ status }) => status === "fulfilled");
    expect(done.length).toBeGreaterThan(0);
    expect(api.endpoints).toHaveLength(1);
    expect(await connections()).toHaveLength(1);
    for (const one of both) if (one.status === "rejected") expect(one.reason).toBeInstanceOf(AskDelayed);
  });
});

describe("an endpoint that was taken away at the provider", () => {
  test("is created again for its connection", async () => {
    await asOwner(db.url, "delete from connection");
    const api = await startEndpointApi("polar");
    apis.push(api);
    const { connectionId } = await connect(api, "polar");
    api.endpoints.splice(0);
    const again = await connect(api, "polar");
    expect(again).toMatchObject({ connectionId, atProvider: { endpoint: "recreated" } });
    expect(await secretsOf(connectionId)).toEqual([api.endpoints[0]?.secret]);
  });
});

describe("what another account's key connects", () => {
  test("is a connection of its own", async () => {
    await asOwner(db.url, "delete from connection");
    const [one, other] = [await startEndpointApi("stripe"), await startEndpointApi("stripe", "rk_live_another")];
    apis.push(one, other);
    const first = await connect(one, "stripe");
    const second = await connect(other, "stripe");
    expect(second.connectionId).not.toBe(first.connectionId);
    expect([one.endpoints.length, other.endpoints.length]).toEqual([1, 1]);
  });
});

describe("a Lemon Squeezy account with several stores", () => {
  test("uses the named one, and lists the choices where none is named", async () => {
    await asOwner(db.url, "delete from connection");
    const api = await startEndpointApi("lemonsqueezy");
    apis.push(api);
    api.stores.push({ id: "8", name: "Other shop" });
    const wanted = [{}, { store: "9" }, { store: "Nowhere" }].map((setting) => connect(api, "lemonsqueezy", setting));
    for (const refused of wanted)
      await expect(refused).rejects.toThrow("give store as one of 7 (Shop), 8 (Other shop)");
    expect(await connections()).toEqual([]);

    const { connectionId } = await connect(api, "lemonsqueezy", { store: "other shop" });
    expect(api.endpoints).toMatchObject([{ sent: { store: "8" } }]);
    const again = await connect(api, "lemonsqueezy", { store: "8" });
    expect(again).toMatchObject({ connectionId, atProvider: { endpoint: "kept" } });
    await expect(connect(api, "lemonsqueezy", { store: "7" })).rejects.toThrow(
      "make another API key there for store 7",
    );
    expect(api.endpoints).toHaveLength(1);
  });
});

describe("Paddle's test event", () => {
  test("is sent in the sandbox alone, where nothing counts as money", async () => {
    await asOwner(db.url, "delete from connection");
    const sandbox = await startEndpointApi("paddle", "pdl_sdbx_apikey_stand_in");
    apis.push(sandbox);
    const { atProvider } = await connect(sandbox, "paddle", { livemode: false });
    expect(atProvider.test_event).toBe("sent");
    expect(sandbox.tested).toEqual([sandbox.endpoints[0]?.id]);
    expect(sandbox.endpoints[0]?.sent).toMatchObject({ traffic_source: "all" });
  });

  test("that fails does not undo the connection", async () => {
    await asOwner(db.url, "delete from connection");
    const sandbox = await startEndpointApi("paddle", "pdl_sdbx_apikey_stand_in");
    apis.push(sandbox);
    sandbox.refusesTests = true;
    const { connectionId, atProvider } = await connect(sandbox, "paddle", { livemode: false });
    expect(atProvider.test_event).toBe("not_sent");
    expect(atProvider.messages.at(-1)).toContain("notification_simulation.write");
    expect(await secretsOf(connectionId)).toEqual([sandbox.endpoints[0]?.secret]);
  });
});
