// How people are kept apart, in addition to their rights (test/product/rights.test.ts): strangers learn nothing of what is not theirs, and
// a cookie is accepted only from pages of the service.
import { describe, expect, test } from "vitest";
import { serviceForFile } from "../../support/for-file.ts";
import { manyPeople, newCompany } from "../../support/people.ts";
import { type Answer, asOwner, fieldOf } from "../../support/service.ts";

const { service, testDatabase } = await serviceForFile({ ...manyPeople, RATE_LIMIT_MANAGEMENT_PER_MINUTE: "100000" });
const company = await newCompany(service);
const { owner, stranger, programId, workspaceId } = company;

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

/** Everything a management call could change. */
async function everything(): Promise<string> {
  const tables = ["program_head", "program_key", "partner_code", "connection", "workspace", "workspace_member"];
  const rows = await Promise.all(
    tables.map((table) => asOwner(testDatabase.url, `select t::text as row from ${table} t order by 1`)),
  );
  return JSON.stringify(rows);
}

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
