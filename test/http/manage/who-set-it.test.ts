// Who set where a program's data goes and who took data out is a line with the person's name, and what still works of it is named when they
// leave the workspace, whichever way they leave.
import { afterAll, expect, test } from "vitest";
import { findDue } from "../../../src/engine/integrity/store.ts";
import { createTestDatabase } from "../../support/database.ts";
import { auth, joinWorkspace, manyPeople, newCompany, newPerson, type Person } from "../../support/people.ts";
import { type Answer, asOwner, fieldOf, startService } from "../../support/service.ts";

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url, { ...manyPeople, OUTBOUND_ADDRESSES: "any" });
const { workspaceId, programId, owner, member } = await newCompany(service);
const path = `/api/v1/programs/${programId}`;
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

async function send(method: string, to: string, body: object | undefined, { token }: Person): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  const answer = await service.request(to, { method, key: token, ...sent });
  if (answer.status >= 300) throw new Error(`${to} was answered ${answer.status} ${answer.text}`);
  return answer;
}

type Line = {
  readonly change_id: number;
  readonly change: string;
  readonly summary: string;
  readonly by_name: string | null;
  readonly by_id: string | null;
};
const lines = async (query = ""): Promise<Line[]> =>
  fieldOf(await send("GET", `${path}/access-changes?limit=1000&${query}`, undefined, owner), "data") as Line[];

let partners = 0;
/** All that a person can set; answers the ids. */
async function setEverything(person: Person) {
  const id = (answer: Answer, name: string) => Number(fieldOf(answer, `data.${name}`));
  partners += 1;
  const partner = await send("POST", `${path}/partners`, { name: "Anna", code: `anna-${partners}` }, person);
  const partnerId = id(partner, "partner_id");
  const endpoint = await send(
    "POST",
    `${path}/endpoints`,
    { url: "https://shop.example/hook", event_types: ["sale.recorded"] },
    person,
  );
  const place = {
    ...{ target: "s3", endpoint: "https://s3.example.com", bucket: "books", region: "eu-1" },
    ...{ access_key_id: "key", secret_access_key: "secret-of-the-bucket" },
  };
  const made = await send("POST", `${path}/exports`, { list: "sales", format: "csv", ...place }, person);
  const channel = { name: "#sales", url: "https://hooks.example/secret-path", kinds: ["first_sale"] };
  const added = await send("POST", `${path}/notice-channels`, channel, person);
  const connection = { provider: "stripe", signing_secret: "whsec_of_the_test" };
  const connected = await send("POST", `${path}/connections`, connection, person);
  await send("POST", `${path}/partners/${partnerId}/link`, { expires_in_days: 3 }, person);
  await send("POST", `${path}/api-key`, undefined, person);
  return {
    partnerId,
    endpointId: id(endpoint, "endpoint_id"),
    exportId: id(made, "export_id"),
    channelId: id(added, "channel_id"),
    connectionId: id(connected, "connection_id"),
  };
}

const newOwner = async (email: string): Promise<Person> => {
  const person = await newPerson(service, email);
  await joinWorkspace(service, workspaceId, { owner, joins: person, role: "owner" });
  return person;
};

/** As an answer names it: `1 endpoint 5`. */
const named = (answer: Answer, at: string): string[] =>
  (fieldOf(answer, at) as { program_id: number; kind: string; subject_id: string | null }[])
    .map(({ program_id, kind, subject_id }) => `${program_id} ${kind} ${subject_id}`)
    .sort();

test("endpoints, exports, channels and partner links leave a line with the person, and no address or secret", async () => {
  const before = (await lines()).length;
  const { partnerId, endpointId, exportId, channelId } = await setEverything(owner);
  const endpoint = `${path}/endpoints/${endpointId}`;
  await send("PATCH", endpoint, { url: "https://shop.example/other" }, owner);
  await send("PATCH", endpoint, { description: "Ours" }, owner);
  await send("POST", `${endpoint}/pause`, undefined, owner);
  await send("POST", `${endpoint}/resume`, undefined, owner);
  await send("POST", `${endpoint}/rotate-secret`, undefined, owner);
  await send("DELETE", endpoint, undefined, owner);
  await send("DELETE", `${path}/exports/${exportId}`, undefined, owner);
  await send("PATCH", `${path}/notice-channels/${channelId}`, { url: "https://hooks.example/another" }, owner);
  await send("DELETE", `${path}/notice-channels/${channelId}`, undefined, owner);
  const seen = (await lines()).slice(before);
  expect(seen.map(({ summary }) => summary)).toEqual([
    `Endpoint ${endpointId} was created.`,
    `Export ${exportId} was created: sales, to a bucket.`,
    `Notice channel ${channelId} was added.`,
    expect.stringMatching(/^Connection \d+ \(stripe\) was added/),
    expect.stringMatching(/^A link to the page of Anna was created, valid until \d{4}-\d\d-\d\d\.$/),
    expect.stringMatching(/^The program's key was replaced/),
    `Endpoint ${endpointId} was changed: it has another address.`,
    `Endpoint ${endpointId} was paused.`,
    `Endpoint ${endpointId} was resumed.`,
    `Endpoint ${endpointId} was changed: it has another secret.`,
    `Endpoint ${endpointId} was removed.`,
    `Export ${exportId} was removed.`,
    `Notice channel ${channelId} was changed: it has another address.`,
    `Notice channel ${channelId} was removed.`,
  ]);
  expect(seen.every(({ by_name }) => by_name === owner.name)).toBe(true);
  expect(JSON.stringify(seen)).not.toMatch(/shop\.example|hooks\.example|secret-of/);
  expect(partnerId).toBeGreaterThan(0);
});

test("what the service changes of an endpoint by itself leaves no line", async () => {
  const before = (await lines()).length;
  const set =
    "update outbound_endpoint set position = position + 1, failures = 1, leased_by = 'x' where program_id = $1";
  await asOwner(testDatabase.url, set, [programId]);
  await asOwner(
    testDatabase.url,
    "update outbound_endpoint set status = 'paused', paused_because = 'dead' where program_id = $1 and status = 'active'",
    [programId],
  );
  expect((await lines()).length).toBe(before);
});

test("a person's export and every whole list leave a line with who took them, and no checkpoint is due for one", async () => {
  const dueFor = async (): Promise<number[]> => {
    const wanted = { everySeconds: 300, now: new Date(), atMost: 100 };
    const due = await service.database.withSession((session) => findDue(session, wanted));
    return due.map(({ program_id }) => program_id);
  };
  const settle = `insert into checkpoint_place (program_id, number, seq, revision, made_at, books_at, access_change_id)
                  select h.program_id, 1, h.seq, h.revision, now(), now(), (select max(change_id) from access_change)
                    from program_head h where h.program_id = $1
                      on conflict (program_id) do update set access_change_id = excluded.access_change_id,
                         seq = excluded.seq, revision = excluded.revision, made_at = now(), books_at = now()`;
  await asOwner(testDatabase.url, settle, [programId]);
  const before = (await lines()).length;
  await send("POST", `${path}/people/export`, { customer_key: "customer-42" }, owner);
  await send("GET", `${path}/sales?format=csv`, undefined, member);
  await send("GET", `${path}/customers?format=ndjson`, undefined, member);
  await send("GET", `${path}/statements/2026-01?format=csv`, undefined, member);
  await send("GET", `${path}/sales?limit=2`, undefined, member);
  await service.request(`${path}/sales?format=csv`, { method: "HEAD", key: member.token });
  const seen = (await lines()).slice(before);
  expect(seen.map(({ by_name, summary }) => `${by_name}: ${summary}`)).toEqual([
    `${owner.name}: Everything stored of a person was exported.`,
    `${member.name}: The whole list sales was downloaded as csv.`,
    `${member.name}: The whole list customers was downloaded as ndjson.`,
    `${member.name}: The whole list statement 2026-01 was downloaded as csv.`,
  ]);
  expect(JSON.stringify(seen)).not.toContain("customer-42");
  expect(await dueFor()).not.toContain(programId);
  await send("POST", `${path}/api-key`, undefined, owner);
  expect(await dueFor()).toContain(programId);
});

test("a list of the workspace is of the workspace, and who may not read one leaves no line", async () => {
  const members = `/api/v1/workspaces/${workspaceId}/members?format=csv`;
  await send("GET", members, undefined, owner);
  expect((await lines()).at(-1)).toMatchObject({ summary: "The whole list members was downloaded as csv." });
  const before = (await lines()).length;
  const refused = await service.request(members, { key: member.token });
  expect(refused.status).toBe(403);
  expect((await lines()).length).toBe(before);
});

/** Each way out of a workspace, and where its answer names what is left. */
const waysOut: Readonly<Record<string, readonly [at: string, leave: (person: Person) => Promise<Answer>]>> = {
  "is removed by members.remove": [
    "data.left_behind",
    ({ email }) => send("POST", `/api/v1/workspaces/${workspaceId}/members/remove`, { email }, owner),
  ],
  "is removed through the accounts library": [
    "left_behind",
    ({ email }) =>
      auth(
        service,
        "/organization/remove-member",
        { organizationId: String(workspaceId), memberIdOrEmail: email },
        owner,
      ),
  ],
  leaves: [
    "left_behind",
    (person) => auth(service, "/organization/leave", { organizationId: String(workspaceId) }, person),
  ],
};

test.each(Object.entries(waysOut))("an owner who %s leaves a list of what still works", async (way, [at, leave]) => {
  const person = await newOwner(`${way.replaceAll(/\W+/g, "-")}@acme.test`);
  const ids = await setEverything(person);
  const gone = await setEverything(person);
  await send("DELETE", `${path}/endpoints/${gone.endpointId}`, undefined, owner);
  await send("DELETE", `${path}/exports/${gone.exportId}`, undefined, owner);
  await send("DELETE", `${path}/notice-channels/${gone.channelId}`, undefined, owner);
  await send("DELETE", `${path}/connections/${gone.connectionId}`, undefined, owner);
  await send("POST", `${path}/partners/${gone.partnerId}/revoke-links`, undefined, owner);
  const mine = (await lines()).find(({ by_name }) => by_name === person.name);
  const answer = await leave(person);
  expect(answer.status).toBe(200);
  expect(named(answer, at)).toEqual([
    `${programId} channel ${ids.channelId}`,
    `${programId} connection ${ids.connectionId}`,
    `${programId} endpoint ${ids.endpointId}`,
    `${programId} export ${ids.exportId}`,
    `${programId} partner_link ${ids.partnerId}`,
    `${programId} program_key null`,
  ]);
  const made = await lines(`by_id=${mine?.by_id}`);
  expect(made.length).toBeGreaterThan(10);
  expect(new Set(made.map(({ by_id }) => by_id))).toEqual(new Set([mine?.by_id]));
});

test("a key that another person has replaced since is not named", async () => {
  const person = await newOwner("key@acme.test");
  await send("POST", `${path}/api-key`, undefined, person);
  await send("POST", `${path}/api-key`, undefined, owner);
  const { email } = person;
  const answer = await send("POST", `/api/v1/workspaces/${workspaceId}/members/remove`, { email }, owner);
  expect(named(answer, "data.left_behind")).toEqual([]);
});
