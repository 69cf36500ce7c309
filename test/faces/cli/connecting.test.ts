// Connecting a provider by its API key as people do it: by command, over HTTP and in the console's way, against a stand-in of
// Stripe. What is made delivers; what is said, logged and kept holds no key and no secret.
import { afterAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { createTestDatabase } from "../../support/database.ts";
import { type EndpointApi, startEndpointApi } from "../../support/endpoint-api.ts";
import { newCompany } from "../../support/people.ts";
import { redirectProviders } from "../../support/redirect-providers.ts";
import { asOwner, fieldOf, refusalOf, secretKey, startService } from "../../support/service.ts";
import { stripeHeaders } from "../../support/signing.ts";
import { runSvc } from "../../support/svc.ts";

const db = await createTestDatabase();
const service = await startService(db.url, { SVC_BASE_URL: "https://svc.example" });
const { programId, owner, member, stranger } = await newCompany(service);
const api: EndpointApi = await startEndpointApi("stripe");
const endRedirection = redirectProviders(api.baseUrl);
afterAll(async () => {
  endRedirection();
  await api.close();
  await service.close();
  await db.drop();
});

beforeEach(async () => {
  await asOwner(db.url, "delete from connection");
  api.endpoints.splice(0);
  api.asked.splice(0);
});

const svc = (words: string, input?: string, env: NodeJS.ProcessEnv = {}) =>
  runSvc(words.split(" "), {
    env: { DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey, SVC_BASE_URL: "https://svc.example", ...env },
    ...(input === undefined ? {} : { input }),
  });
const add = `connections add --program ${programId} --provider stripe --api-key -`;
const path = `/api/v1/programs/${programId}/connections`;
const wish = { provider: "stripe", api_key: api.apiKey };

test("a command connects Stripe by the key on stdin, says what it did, and takes it away again", async () => {
  const added = await svc(add, `${api.apiKey}\n`);
  expect(added).toMatchObject({ code: 0, stderr: "" });
  const [made] = api.endpoints;
  expect(added.stdout).toContain(`The webhook endpoint ${made?.id} was made at Stripe`);
  expect(added.stdout).toContain("Stripe's API sends no test event");
  expect(added.stdout).not.toContain(api.apiKey);
  expect(added.stdout).not.toContain(made?.secret);

  const again = JSON.parse((await svc(`${add} --json`, `${api.apiKey}\n`)).stdout);
  expect(again).toMatchObject({ has_api_key: true, provider_endpoint: made?.id, at_provider: { endpoint: "kept" } });
  const removed = JSON.parse(
    (await svc(`connections remove --program ${programId} --connection ${again.connection_id} --json`)).stdout,
  );
  expect(removed).toMatchObject({ status: "removed", at_provider: { endpoint: "removed" } });
  expect(api.endpoints).toEqual([]);
});

test("a key on the command line, together with a secret, or of the other mode is refused", async () => {
  expect((await svc(add.replace(" -", " rk_live_x"))).code).toBe(2);
  expect((await svc(`${add} --secret whsec_0123456789`, `${api.apiKey}\n`)).code).toBe(2);
  const other = await svc(`${add} --test-mode`, `${api.apiKey}\n`);
  expect(other.code).toBe(1);
  expect(other.stderr).toContain("This API key is one for live payments, and the connection is one for tests.");
  expect(api.asked).toEqual([]);
});

test("an address that Stripe cannot reach is reported with what to do", async () => {
  const near = await svc(add, `${api.apiKey}\n`, { SVC_BASE_URL: "http://localhost:3000" });
  expect(near.code).toBe(1);
  expect(near.stderr).toMatch(/cannot reach http:\/\/localhost:3000.*SVC_BASE_URL.*tunnel/);
  expect(api.asked).toEqual([]);
});

test("over HTTP a connection that was made by key takes Stripe's deliveries, and no line of the log holds key or secret", async () => {
  const made = await service.post(path, wish, { key: owner.token });
  expect(made.status).toBe(201);
  const connectionId = Number(fieldOf(made, "data.connection_id"));
  const secret = api.endpoints[0]?.secret ?? "";
  const body = Buffer.from(
    JSON.stringify({ id: "evt_1", object: "event", type: "ping", created: 1, livemode: true, data: { object: {} } }),
  );
  const headers = stripeHeaders(body, [secret], Math.floor(Date.now() / 1000));
  const delivered = await service.post(`/webhooks/stripe/${connectionId}`, new Uint8Array(body), { headers });
  expect([delivered.status, fieldOf(delivered, "status")]).toEqual([200, "ignored"]);

  api.faults.set("DELETE", { status: 500 });
  const removed = await service.request(`${path}/${connectionId}`, { method: "DELETE", key: owner.token });
  expect(fieldOf(removed, "data.at_provider.endpoint")).toBe("left");
  const written = [...service.logged, made.text, removed.text].join("\n");
  expect(service.logged.length).toBeGreaterThan(0);
  expect(written).not.toContain(api.apiKey);
  expect(written).not.toContain(secret);
});

test("a refusal of Stripe's is the caller's, and what may pass is a 503 to be repeated", async () => {
  const wrong = await service.post(path, { ...wish, api_key: "rk_live_other" }, { key: owner.token });
  expect(refusalOf(wrong)).toBe("422 provider_refused");
  expect(wrong.text).toContain("Webhook Endpoints: Write");
  expect(wrong.text).not.toContain("rk_live_other");

  api.faults.set("POST", { status: 503 });
  const busy = await service.post(path, wish, { key: owner.token });
  expect([busy.status, busy.headers.get("retry-after")]).toEqual([503, "1"]);
  const again = await service.post(path, wish, { key: owner.token });
  expect([again.status, fieldOf(again, "data.at_provider.endpoint")]).toEqual([201, "created"]);
});

test("Stripe is not called for another owner's program, nor a provider without webhook API", async () => {
  expect(refusalOf(await service.post(path, wish, { key: member.token }))).toBe("403 forbidden");
  expect(refusalOf(await service.post(path, wish, { key: stranger.token }))).toBe("404 not_found");
  const sepay = await service.post(path, { ...wish, provider: "sepay" }, { key: owner.token });
  expect(refusalOf(sepay)).toBe("400 invalid_request");
  const both = await service.post(path, { ...wish, signing_secret: "whsec_0123456789" }, { key: owner.token });
  expect(z.object({ error: z.object({ message: z.string() }) }).parse(both.body).error.message).toContain("api_key");
  const huge = await service.post(path, { ...wish, api_key: "x".repeat(2049) }, { key: owner.token });
  expect(refusalOf(huge)).toBe("400 invalid_request");
  expect(api.asked).toEqual([]);
});

test("any operation's secret may come from stdin, where neither the shell's history nor the list of processes has it", async () => {
  const url = "https://sqs.eu-central-1.amazonaws.com/123456789012/sales.fifo";
  const create = `endpoints create --program ${programId} --url ${url} --credentials -`;
  const made = await svc(`${create} --json`, "AKIDEXAMPLE:wJalrXUtnFEMI\n");
  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(made.stdout)).toMatchObject({ kind: "sqs", url });
  expect(made.stdout).not.toContain("wJalrXUtnFEMI");
  expect(await svc(create, "")).toMatchObject({ code: 2, stderr: expect.stringContaining("--credentials - found") });
  const rail = `rails set --program ${programId} --rail paypal --client-id x --client-secret - --webhook-id y`;
  expect(await svc(`${rail} --api-token -`, "one")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Only one secret is read from stdin."),
  });
  expect((await svc("endpoints create --help")).stdout).toContain("- reads it from stdin");
});
