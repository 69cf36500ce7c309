// Every management call against every credential: what each is answered, and that a call that is refused changes nothing.
import { afterAll, describe, expect, test } from "vitest";
import { storedDigest } from "../../../src/access/stored-digests.ts";
import { createTestDatabase } from "../../support/database.ts";
import { manyPeople, newCompany, signIn } from "../../support/people.ts";
import { type Answer, asOwner, fieldOf, startService } from "../../support/service.ts";

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url, { ...manyPeople, RATE_LIMIT_MANAGEMENT_PER_MINUTE: "100000" });
const company = await newCompany(service);
const { owner, member, stranger, programId, workspaceId } = company;
const expired = await signIn(service, owner.email);
await asOwner(testDatabase.url, "update account_session set expires_at = now() - interval '1 day' where token = $1", [
  storedDigest(expired.token),
]);
const programKey = String(fieldOf(await byOwner("POST", `/api/v1/programs/${programId}/api-key`), "data.api_token"));
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

function byOwner(method: string, path: string, body: object = {}): Promise<Answer> {
  return send(method, path, { authorization: `Bearer ${owner.token}` }, method === "GET" ? undefined : body);
}

function send(method: string, path: string, headers: Record<string, string>, body?: object): Promise<Answer> {
  return service.request(path, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cookie = (value: string) => ({ cookie: value, origin: service.url });

const credentials = {
  none: {},
  "a made-up token": bearer("made-up"),
  "an expired token": bearer(expired.token),
  "an expired cookie": cookie(expired.cookie),
  "the program key": bearer(programKey),
  "another workspace's owner": bearer(stranger.token),
  "a member": bearer(member.token),
  "a member's cookie": cookie(member.cookie),
  "the owner": bearer(owner.token),
  "the owner's cookie": cookie(owner.cookie),
} as const;
type Credential = keyof typeof credentials;

/** By what each kind of caller is. */
type Expected = { readonly stranger: number; readonly member: number; readonly owner: number };

const unknown: readonly Credential[] = [
  "none",
  "a made-up token",
  "an expired token",
  "an expired cookie",
  "the program key",
];

function statusFor(credential: Credential, expected: Expected): number {
  if (unknown.includes(credential)) return 401;
  if (credential === "another workspace's owner") return expected.stranger;
  return credential.startsWith("a member") ? expected.member : expected.owner;
}

const everybody = (ok: number): Expected => ({ stranger: 404, member: ok, owner: ok });
const owners = (ok: number): Expected => ({ stranger: 404, member: 403, owner: ok });

type Call = {
  readonly method: string;
  /** Makes what the call needs, anew each time. */
  readonly path: () => string | Promise<string>;
  readonly body?: () => object;
  readonly expected: Expected;
};

let made = 0;
const own = (path: string) => `/api/v1/programs/${programId}${path}`;
const newPartner = async (): Promise<number> => {
  made += 1;
  return Number(
    fieldOf(await byOwner("POST", own("/partners"), { name: "P", code: `made-${made}` }), "data.partner_id"),
  );
};
const newConnection = async (): Promise<number> => {
  const body = { provider: "stripe", signing_secret: "whsec_0123456789" };
  return Number(fieldOf(await byOwner("POST", own("/connections"), body), "data.connection_id"));
};
const withPolicy = async (): Promise<string> => {
  await byOwner("PUT", own("/policies/pro"), { type: "percentage", rate_bps: 100 });
  return own("/policies/pro");
};

const lists = [
  "events",
  "sales",
  "commissions",
  "fees",
  "refunds",
  "customers",
  "clicks",
  "leads",
  "partners",
  "policies",
];

const calls: Readonly<Record<string, Call>> = {
  "list workspaces": {
    method: "GET",
    path: () => "/api/v1/workspaces",
    expected: { stranger: 200, member: 200, owner: 200 },
  },
  "list programs": {
    method: "GET",
    path: () => "/api/v1/programs",
    expected: { stranger: 200, member: 200, owner: 200 },
  },
  "create a program": {
    method: "POST",
    path: () => "/api/v1/programs",
    body: () => ({ name: "New", workspace_id: workspaceId }),
    expected: everybody(201),
  },
  "read a program": { method: "GET", path: () => own(""), expected: everybody(200) },
  "change a program": {
    method: "PATCH",
    path: () => own(""),
    body: () => ({ hold_period_days: 20 }),
    expected: everybody(200),
  },
  "regenerate the key": { method: "POST", path: () => own("/api-key"), body: () => ({}), expected: owners(200) },
  "add a partner": {
    method: "POST",
    path: () => own("/partners"),
    body: () => {
      made += 1;
      return { name: "P", code: `made-${made}` };
    },
    expected: everybody(201),
  },
  "change a partner": {
    method: "PATCH",
    path: async () => own(`/partners/${await newPartner()}`),
    body: () => ({ status: "inactive" }),
    expected: everybody(200),
  },
  "set a policy": {
    method: "PUT",
    path: () => own("/policies/pro"),
    body: () => ({ type: "percentage", rate_bps: 2500 }),
    expected: everybody(200),
  },
  "read a policy": { method: "GET", path: withPolicy, expected: everybody(200) },
  "remove a policy": { method: "DELETE", path: withPolicy, expected: everybody(200) },
  "add a connection": {
    method: "POST",
    path: () => own("/connections"),
    body: () => ({ provider: "stripe", signing_secret: "whsec_0123456789" }),
    expected: owners(201),
  },
  "list connections": { method: "GET", path: () => own("/connections"), expected: owners(200) },
  "read a connection": {
    method: "GET",
    path: async () => own(`/connections/${await newConnection()}`),
    expected: owners(200),
  },
  "change a connection": {
    method: "PATCH",
    path: async () => own(`/connections/${await newConnection()}`),
    body: () => ({ signing_secret: "whsec_abcdefghij" }),
    expected: owners(200),
  },
  "remove a connection": {
    method: "DELETE",
    path: async () => own(`/connections/${await newConnection()}`),
    expected: owners(200),
  },
  "read the status": { method: "GET", path: () => own("/status"), expected: everybody(200) },
  "read the performance": { method: "GET", path: () => own("/performance"), expected: everybody(200) },
  ...Object.fromEntries(
    lists.flatMap((list) => [
      [`list ${list}`, { method: "GET", path: () => own(`/${list}`), expected: everybody(200) }],
      [`download ${list}`, { method: "GET", path: () => own(`/${list}?format=csv`), expected: everybody(200) }],
    ]),
  ),
};

/** Everything a management call could change. */
async function everything(): Promise<string> {
  const tables = ["program_head", "program_key", "partner_code", "connection", "workspace", "workspace_member"];
  const rows = await Promise.all(
    tables.map((table) => asOwner(testDatabase.url, `select t::text as row from ${table} t order by 1`)),
  );
  return JSON.stringify(rows);
}

const codes: Readonly<Record<number, string>> = { 401: "unauthorized", 403: "forbidden", 404: "not_found" };

describe.each(Object.entries(calls))("%s", (_name, { method, path, body, expected }) => {
  test.each(Object.keys(credentials) as Credential[])("by %s", async (credential) => {
    const at = await path();
    const before = await everything();
    const answer = await send(method, at, credentials[credential], body?.());
    expect(answer.status).toBe(statusFor(credential, expected));
    if (answer.status < 400) return;
    expect(fieldOf(answer, "error.code")).toBe(codes[answer.status]);
    expect(await everything()).toBe(before);
  });
});

describe("a stranger", () => {
  test("sees nothing of others in the lists of one's own", async () => {
    const programs = await service.request("/api/v1/programs", { key: stranger.token });
    expect(programs.body).toEqual({ data: [], next: null });
    const filtered = await service.request(`/api/v1/programs?workspace_id=${workspaceId}`, { key: stranger.token });
    expect(filtered.body).toEqual({ data: [], next: null });
  });

  test("is answered about a program as if it did not exist", async () => {
    const paths = ["", "/status", "/sales", "/connections", "/policies/pro"];
    for (const path of paths) {
      const there = await service.request(`/api/v1/programs/${programId}${path}`, { key: stranger.token });
      const not = await service.request(`/api/v1/programs/987654${path}`, { key: stranger.token });
      expect(there.text.replaceAll(String(programId), "N")).toBe(not.text.replaceAll("987654", "N"));
    }
  });

  test("reaches nothing of another program through one's own", async () => {
    const mine = await service.post("/api/v1/programs", { name: "Mine" }, { key: stranger.token });
    const base = `/api/v1/programs/${fieldOf(mine, "data.program_id")}`;
    const partnerId = await newPartner();
    const connectionId = await newConnection();
    const key = stranger.token;
    const patch = (path: string, body: object) => send("PATCH", path, bearer(key), body);
    const before = await everything();
    expect((await patch(`${base}/partners/${partnerId}`, { status: "inactive" })).status).toBe(404);
    expect((await patch(`${base}/connections/${connectionId}`, { status: "disabled" })).status).toBe(404);
    expect((await send("DELETE", `${base}/connections/${connectionId}`, bearer(key))).status).toBe(404);
    expect((await service.request(`${base}/connections/${connectionId}`, { key })).status).toBe(404);
    expect(await everything()).toBe(before);
  });
});

describe("a call with a cookie", () => {
  const patchProgram = (headers: Record<string, string>) =>
    send("PATCH", own(""), { cookie: owner.cookie, ...headers }, { hold_period_days: 30 });

  test("that changes something comes from a page of ours", async () => {
    const refused = [
      {},
      { origin: "https://evil.test" },
      { origin: "null" },
      { origin: service.url.replace("http:", "https:") },
      { origin: service.url, "sec-fetch-site": "cross-site" },
      { origin: service.url, "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
    ];
    for (const headers of refused) {
      const answer = await patchProgram(headers);
      expect([headers, answer.status, fieldOf(answer, "error.code")]).toEqual([headers, 403, "forbidden"]);
    }
    for (const headers of [{ origin: service.url }, { "sec-fetch-site": "same-origin" }]) {
      expect((await patchProgram(headers)).status).toBe(200);
    }
  });

  test("sends JSON and nothing a form could send", async () => {
    const answer = await service.request(own(""), {
      method: "PATCH",
      headers: { cookie: owner.cookie, origin: service.url, "content-type": "text/plain" },
      body: '{"hold_period_days":1}',
    });
    expect([answer.status, fieldOf(answer, "error.code")]).toEqual([415, "invalid_request"]);
  });

  test("is not opened to other sites' pages", async () => {
    const answer = await send("GET", own(""), { cookie: owner.cookie, origin: "https://evil.test" });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });
});
