// Endpoints that are brokers, as their owners create and change them: which addresses and credentials are accepted, that credentials stay with
// the server that they were given for, and that a broker that never answers delays no other.
import { createServer, type Socket } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../support/database.ts";
import { beginOutbound } from "../../../support/outbound.ts";
import { manyPeople, newCompany } from "../../../support/people.ts";
import { type Answer, asOwner, fieldOf, startService } from "../../../support/service.ts";
import { startReceiver } from "../../../support/webhook-receiver.ts";

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url, manyPeople);
const { programId, owner, stranger } = await newCompany(service);
const path = `/api/v1/programs/${programId}/endpoints`;
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

const nats = "tls://nats.example:4222/sales.{type}";
const queue = "https://sqs.eu-central-1.amazonaws.com/123456789012/sales.fifo";
const awsKey = `${["AKIA", "OFTHISTEST000000"].join("")}:secret-of-this-test`;

const send = (method: string, to: string, body: object, token = owner.token, headers: object = {}): Promise<Answer> =>
  service.request(to, {
    ...{ method, key: token, body: JSON.stringify(body) },
    headers: { "content-type": "application/json", ...headers },
  });
const create = (body: object) => send("POST", path, body);
const refusal = ({ status, text }: Answer) => {
  const { error } = JSON.parse(text);
  return { status, code: error.code, fields: error.details?.fields?.map(({ field }: { field: string }) => field) };
};
const refused = (field: string) => ({ status: 400, code: "invalid_request", fields: [field] });

test("the address says which kind it is, and what is kept is shown as kept", async () => {
  const made = await create({ url: nats, credentials: "svc:password-of-this-test" });
  expect(made.status).toBe(201);
  expect(JSON.parse(made.text).data).toMatchObject({ kind: "nats", url: nats, has_credentials: true });
  expect(made.text).not.toContain("password-of-this-test");
  const plain = await create({ url: "tls://nats.example/sales" });
  expect(JSON.parse(plain.text).data).toMatchObject({ kind: "nats", has_credentials: false });
  const queued = await create({ url: queue, credentials: awsKey });
  expect(JSON.parse(queued.text).data).toMatchObject({ kind: "sqs", has_credentials: true });
  const compatible = { url: "https://queues.example/000000000000/sales.fifo", kind: "sqs", credentials: awsKey };
  expect(JSON.parse((await create(compatible)).text).data).toMatchObject({ kind: "sqs" });
  const sealed = "select encode(credentials_encrypted, 'escape') as sealed from outbound_endpoint";
  expect(JSON.stringify(await asOwner(testDatabase.url, sealed))).not.toMatch(/of-this-test/);
});

test.each([
  ["nats://nats.example/sales", "in the clear, where only encryption is allowed"],
  ["tls://127.0.0.1/sales", "of this machine"],
  ["tls://[::1]:4222/sales", "of this machine, by IPv6"],
  ["tls://2130706433/sales", "of this machine, as a number"],
  ["tls://0x7f.1/sales", "of this machine, in base 16"],
  ["tls://10.0.0.1:4222/sales", "of a private network"],
  ["tls://localhost/sales", "by this machine's name"],
  ["tls://svc:password@nats.example/sales", "with a password in it"],
  ["tls://nats.example", "without a subject"],
  ["tls://nats.example/", "with an empty subject"],
  ["tls://nats.example/sales.*", "with a wildcard"],
  ["tls://nats.example/sales.>", "with a wildcard of all"],
  ["tls://nats.example/sales..x", "with an empty part"],
  ["tls://nats.example/$JS.API.STREAM.DELETE.X", "of the server itself"],
  ["tls://nats.example/_INBOX.x", "of answers"],
  ["tls://nats.example/sales x", "with a space"],
  ["tls://nats.example/sales.{click_id}", "with a placeholder that may be anything"],
  ["tls://nats.example:0/sales", "without a port"],
  ["tls://nats.example:4222/sales?x=1", "with a query"],
  ["tls:nats.example/sales", "without a host"],
  ["tls:///sales", "with an empty host"],
  [`tls://nats.example/${"s".repeat(300)}`, "with a long subject"],
  ["kafka://kafka.example/sales", "of a broker that is not known"],
  ["https://sqs.eu-central-1.amazonaws.com/123456789012/sales", "of a queue that keeps no order"],
  ["tls://127.0.0.1\\@nats.example/sales", "with a backslash"],
  ["tls://127.0.0.1\n/sales", "with a line's end"],
])("%.60s is refused: %s", async (url) => {
  const answer = await create({ url, credentials: url.includes("sqs") ? awsKey : "token" });
  expect(answer.status).toBe(400);
  const fields = refusal(answer).fields ?? [];
  expect(fields).toEqual(["url"]);
});

test.each([
  [{ url: "https://shop.example/hook", credentials: "token" }, "credentials"],
  [{ url: queue }, "credentials"],
  [{ url: queue, credentials: "only-an-id" }, "credentials"],
  [{ url: nats, credentials: "" }, "credentials"],
  [{ url: nats, credentials: "x".repeat(8_193) }, "credentials"],
  [{ url: nats, credentials: { user: "x" } }, "credentials"],
  [{ url: nats, credentials: ":password" }, "credentials"],
  [{ url: nats, credentials: "two\nlines" }, "credentials"],
  [{ url: nats, credentials: "-----BEGIN NATS USER JWT-----\neyJ" }, "credentials"],
  [{ url: nats, kind: "webhook" }, "url"],
  [{ url: "https://shop.example/hook", kind: "nats" }, "url"],
  [{ url: nats, kind: "kafka" }, "kind"],
  [{ url: nats, method: "get" }, "method"],
])("%.80j is refused for its %s", async (body, field) => {
  expect(refusal(await create(body))).toEqual(refused(field));
});

test("a partner has postbacks, and no broker", async () => {
  const partner = await send("POST", `/api/v1/programs/${programId}/partners`, { name: "Anna", code: "anna" });
  const partner_id = Number(fieldOf(partner, "data.partner_id"));
  expect(refusal(await create({ url: nats, partner_id }))).toEqual(refused("url"));
  expect(refusal(await create({ url: queue, kind: "sqs", partner_id, credentials: awsKey }))).toEqual(refused("kind"));
});

test("credentials stay with their server: another one needs them again, and null erases them", async () => {
  const made = await create({ url: nats, credentials: "svc:password-of-this-test" });
  const one = `${path}/${fieldOf(made, "data.endpoint_id")}`;
  const elsewhere = "tls://elsewhere.example:4222/sales";
  expect(refusal(await send("PATCH", one, { url: elsewhere }))).toEqual(refused("credentials"));
  for (const url of ["tls://nats.example:4223/sales", "tls://NATS.example.:4222/sales"]) {
    expect(refusal(await send("PATCH", one, { url }))).toEqual(refused("credentials"));
  }
  expect((await send("PATCH", one, { url: "tls://nats.example:4222/other.{type}" })).status).toBe(200);
  expect(refusal(await send("PATCH", one, { url: "https://shop.example/hook" }))).toEqual(refused("url"));
  expect(refusal(await send("PATCH", one, { credentials: ":x" }))).toEqual(refused("credentials"));
  expect((await send("PATCH", one, { url: elsewhere, credentials: "token-of-this-test" })).status).toBe(200);
  const erased = await send("PATCH", one, { credentials: null });
  expect(JSON.parse(erased.text).data).toMatchObject({ url: elsewhere, has_credentials: false });
  const changes = await service.request(`/api/v1/programs/${programId}/access-changes?limit=1000`, {
    key: owner.token,
  });
  expect(changes.text).toContain("it has other credentials");
  expect(changes.text).not.toMatch(/of-this-test/);
});

test("no one of another workspace sees or changes it, and a removed one keeps no credentials", async () => {
  const made = await create({ url: nats, credentials: "svc:password-of-this-test" });
  const one = `${path}/${fieldOf(made, "data.endpoint_id")}`;
  const { token } = stranger;
  expect((await service.request(one, { key: token })).status).toBe(404);
  expect((await send("PATCH", one, { credentials: "theirs" }, token)).status).toBe(404);
  expect((await service.request(path, { key: token })).status).toBe(404);
  expect((await service.request(one, { method: "DELETE", key: owner.token })).status).toBe(200);
  const kept = "select credentials_encrypted as kept from outbound_endpoint where endpoint_id = $1";
  expect(await asOwner(testDatabase.url, kept, [fieldOf(made, "data.endpoint_id")])).toEqual([{ kept: null }]);
});

test("the same call many times at once makes one endpoint", async () => {
  const key = { "idempotency-key": "one-broker-of-this-test" };
  const body = { url: nats, credentials: "svc:password-of-this-test", description: "Once" };
  const answers = await Promise.all(Array.from({ length: 8 }, () => send("POST", path, body, owner.token, key)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => fieldOf(answer, "data.endpoint_id"))).size).toBe(1);
});

test("brokers that never answer delay no endpoint of their program", async () => {
  // A database of its own: the service of this file, which sends to no private address, would take its messages too.
  const db = await createTestDatabase();
  const free = await startService(db.url, { OUTBOUND_SCHEMES: "any", OUTBOUND_ADDRESSES: "any" });
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket)).listen(0, "127.0.0.1");
  await new Promise((resolve) => silent.once("listening", resolve));
  const address = silent.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const outbound = await beginOutbound(free);
  const program = await outbound.newProgram();
  for (const at of [1, 2, 3]) {
    const url = `nats://127.0.0.1:${port}/silent.${at}`;
    await outbound.run("endpoints.create", { program_id: program.programId, url });
  }
  const receiver = await startReceiver();
  const endpointId = await outbound.newEndpoint(program, receiver, { event_types: ["sale.recorded"] });
  await outbound.sell(program, "order-0", 10_000);
  while (sockets.size === 0) await new Promise((resolve) => setImmediate(resolve));
  const since = performance.now();
  for (let sale = 1; sale <= 20; sale += 1) await outbound.sell(program, `order-${sale}`, 10_000);
  await outbound.settled(program, endpointId);
  // Of ten seconds that each message to a silent one takes.
  expect(performance.now() - since).toBeLessThan(9_000);
  expect(receiver.received).toHaveLength(21);
  await free.close();
  for (const socket of sockets) socket.destroy();
  silent.close();
  await receiver.close();
  await db.drop();
});
