// Tokens of a workspace: what one opens, when it ends, what is kept of it, and what it never does.
import { beforeEach, describe, expect, test } from "vitest";
import { hashKey } from "../../../src/access/program-keys.ts";
import { tokensPerWorkspaceMax } from "../../../src/product/tokens/tokens.ts";
import { serviceForFile } from "../../support/for-file.ts";
import {
  joinWorkspace,
  manyPeople,
  newCompany,
  newOperator,
  newPerson,
  newWorkspace,
  type Person,
} from "../../support/people.ts";
import { type Answer, asOwner, fieldOf, refusalOf } from "../../support/service.ts";
import { createToken } from "../../support/tokens.ts";

const { service, testDatabase } = await serviceForFile(manyPeople);
const company = await newCompany(service);
const { owner, workspaceId, programId } = company;
let number = 0;
beforeEach(() => {
  number += 1;
});

const call = (key: string, path: string, method = "GET", body?: object): Promise<Answer> =>
  service.request(`/api/v1${path}`, {
    ...{ key, method },
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
const create = (body: object, { token }: Pick<Person, "token"> = owner, workspace = workspaceId) =>
  call(token, `/workspaces/${workspace}/tokens`, "POST", { name: "CI", role: "viewer", ...body });
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const rowOf = async (tokenId: number) => {
  const [row] = await asOwner<{ token_hash: Buffer; last_used_at: Date | null; text: string }>(
    testDatabase.url,
    "select token_hash, last_used_at, t::text as text from workspace_token t where token_id = $1",
    [tokenId],
  );
  return row;
};

describe("a token", () => {
  test("is shown once, kept as its digest, and reads what its workspace has and nothing of another", async () => {
    const made = await create({});
    expect(made.status).toBe(201);
    const [token, tokenId] = [String(fieldOf(made, "data.token")), Number(fieldOf(made, "data.token_id"))];
    expect(token).toMatch(/^tok_[\w-]{43}$/);
    const row = await rowOf(tokenId);
    expect(row?.token_hash).toEqual(hashKey(token));
    expect(row?.text).not.toContain(token);
    const listed = await call(owner.token, `/workspaces/${workspaceId}/tokens`);
    expect(listed.text).not.toContain(token.slice(0, -4));
    expect(listed.text).toContain(`"token_masked":"tok_••••${token.slice(-4)}"`);

    expect((await call(token, `/programs/${programId}`)).status).toBe(200);
    expect(fieldOf(await call(token, "/programs"), "data.0.program_id")).toBe(programId);
    const workspaces = await call(token, "/workspaces");
    expect(fieldOf(workspaces, "data.0.workspace_id")).toBe(workspaceId);
    expect([fieldOf(workspaces, "data.0.role"), fieldOf(workspaces, "next")]).toEqual(["viewer", null]);
    const csv = await call(token, `/programs/${programId}/sales?format=csv`);
    expect([csv.status, csv.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    const theirs = await service.post(
      "/api/v1/programs",
      { name: `Theirs ${number}` },
      { key: company.stranger.token },
    );
    expect(refusalOf(await call(token, `/programs/${fieldOf(theirs, "data.program_id")}`))).toBe("404 not_found");
  });

  test("is refused from the moment it is revoked, and stays in the list with its name", async () => {
    const { token, tokenId } = await createToken(service, company, owner);
    expect((await call(token, "/programs")).status).toBe(200);
    const path = `/workspaces/${workspaceId}/tokens/${tokenId}/revoke`;
    expect(fieldOf(await call(owner.token, path, "POST"), "data.status")).toBe("revoked");
    const refused = await call(token, "/programs");
    expect([refusalOf(refused), fieldOf(refused, "error.message")]).toEqual([
      "401 unauthorized",
      "This token was revoked. An owner of the workspace creates a new one.",
    ]);
    expect((await call(owner.token, path, "POST")).status).toBe(200);
  });

  test("expires: in 90 days unless it says when, and after 366 at most", async () => {
    const made = await create({});
    const days = (new Date(String(fieldOf(made, "data.expires_at"))).getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    expect((await create({ expires_at: dayFrom(365) })).status).toBe(201);
    for (const expires_at of [dayFrom(367), dayFrom(-1), "soon"]) {
      expect(refusalOf(await create({ expires_at }))).toBe("400 invalid_request");
    }
    const { token, tokenId } = await createToken(service, company, owner);
    await asOwner(
      testDatabase.url,
      "update workspace_token set created_at = now() - interval '2 days', expires_at = now() where token_id = $1",
      [tokenId],
    );
    const refused = await call(token, "/programs");
    expect([refusalOf(refused), fieldOf(refused, "error.message")]).toEqual([
      "401 unauthorized",
      "This token has expired. An owner of the workspace creates a new one.",
    ]);
  });

  test("notes its last use, and writes that once a minute", async () => {
    const { token, tokenId } = await createToken(service, company, owner);
    expect((await rowOf(tokenId))?.last_used_at).toBeNull();
    await Promise.all(Array.from({ length: 8 }, () => call(token, "/programs")));
    const first = (await rowOf(tokenId))?.last_used_at;
    expect(first).not.toBeNull();
    await call(token, "/programs");
    expect((await rowOf(tokenId))?.last_used_at).toEqual(first);
    await asOwner(
      testDatabase.url,
      "update workspace_token set last_used_at = now() - interval '61 seconds' where token_id = $1",
      [tokenId],
    );
    await call(token, "/programs");
    expect((await rowOf(tokenId))?.last_used_at?.getTime()).toBeGreaterThan(first?.getTime() ?? Number.NaN - 1);
  });

  test("has no more scopes than its role, is never an owner, and has at least one scope", async () => {
    const beyond = await create({ role: "viewer", scopes: ["read", "payouts"] });
    expect([refusalOf(beyond), beyond.text.includes("a viewer token cannot have")]).toEqual([
      "400 invalid_request",
      true,
    ]);
    for (const body of [
      { role: "owner" },
      { role: "finance", scopes: ["payout_approvals"] },
      { role: "member", scopes: ["people"] },
      { scopes: [] },
      { scopes: "read" },
      { name: "" },
      { name: "x".repeat(10_000) },
      { owner: true },
    ]) {
      expect(refusalOf(await create(body))).toBe("400 invalid_request");
    }
  });

  test("without the scope is refused with the one it lacks", async () => {
    const { token } = await createToken(service, company, owner, "member", ["read"]);
    const refused = await call(token, `/programs/${programId}/partners`, "POST", { name: "Anna", code: `a-${number}` });
    expect(refusalOf(refused)).toBe("403 insufficient_scope");
    expect(fieldOf(refused, "error.details.required_scope")).toBe("programs");
  });

  test.each(["member", "finance", "support", "viewer"] as const)(
    "of the role %s creates no token, key or member, and lists and revokes none",
    async (role) => {
      const { token, tokenId } = await createToken(service, company, owner, role);
      const bob = await newPerson(service, `bob-${number}@acme.test`);
      const at = `/workspaces/${workspaceId}`;
      for (const [method, path, body] of [
        ["POST", `${at}/tokens`, { name: "Mine", role: "member" }],
        ["POST", `${at}/tokens/${tokenId}/revoke`, {}],
        ["GET", `${at}/tokens`],
        ["POST", `${at}/members`, { email: bob.email, role: "owner" }],
        ["PUT", `${at}/second-factor`, { required: false }],
        ["POST", `/programs/${programId}/api-key`, {}],
      ] as const) {
        expect([path, refusalOf(await call(token, path, method, body))]).toEqual([path, "403 insufficient_scope"]);
      }
      const key = { name: "Mine", scopes: ["programs:read"] };
      expect(refusalOf(await call(token, `${at}/agent-keys`, "POST", key))).toBe("403 forbidden");
    },
  );

  test("opens neither the calls of accounts nor those of agents and brands", async () => {
    const { token } = await createToken(service, company, owner, "member");
    const session = await service.request("/api/auth/get-session", { key: token });
    expect(session.body).toBeNull();
    expect(refusalOf(await service.request("/api/agent/v1/programs", { key: token }))).toBe("401 unauthorized");
    const lead = await service.post("/api/v1/track/lead", { customer_key: "c" }, { key: token });
    expect(refusalOf(lead)).toBe("401 unauthorized");
    const theirs = { headers: { cookie: `svc.session_token=${token}` } };
    expect((await service.request("/api/v1/programs", theirs)).status).toBe(401);
  });

  test("is an author of its own: of what it changes, and of the lists that it downloads", async () => {
    const { token, tokenId } = await createToken(service, company, owner, "member");
    const path = `/programs/${programId}`;
    const partner = { name: "Anna", code: `anna-${number}` };
    expect((await call(token, `${path}/partners`, "POST", partner)).status).toBe(201);
    const changes = await call(owner.token, `${path}/audit?order=newest`);
    expect([fieldOf(changes, "data.0.by_kind"), fieldOf(changes, "data.0.by_id")]).toEqual(["token", String(tokenId)]);
    expect(fieldOf(changes, "data.0.by_name")).toBe("a member token");
    await call(token, `${path}/sales?format=csv`);
    const downloads = await call(owner.token, `${path}/access-changes?change=list_downloaded&order=newest`);
    expect([fieldOf(downloads, "data.0.by_kind"), fieldOf(downloads, "data.0.by_name")]).toEqual([
      "token",
      "a member token",
    ]);
    await call(owner.token, `/workspaces/${workspaceId}/tokens/${tokenId}/revoke`, "POST");
    const kept = await call(owner.token, `${path}/access-changes?order=newest`);
    expect(fieldOf(kept, "data.0.summary")).toBe("Token “a member token” was revoked.");
    expect(kept.text).toContain("Token “a member token” was created as member, valid until ");
    expect([fieldOf(kept, "data.0.by_kind"), fieldOf(kept, "data.0.by_name")]).toEqual(["account", owner.name]);
  });

  test("repeats a creation under an Idempotency-Key as its own", async () => {
    const { token } = await createToken(service, company, owner, "member");
    const other = await createToken(service, company, owner, "member");
    const make = (key: string, code: string) =>
      service.post(
        `/api/v1/programs/${programId}/partners`,
        { name: "Ben", code },
        { key, headers: { "idempotency-key": `once-${number}` } },
      );
    const [first, second] = [await make(token, `ben-${number}`), await make(token, `ben-${number}`)];
    expect([second.status, second.text, second.headers.get("idempotent-replayed")]).toEqual([201, first.text, "true"]);
    expect((await make(other.token, `cleo-${number}`)).status).toBe(201);
  });
});

describe("tokens of a workspace", () => {
  test("are created, listed and revoked by its owners and by operators, and by no one else", async () => {
    const { tokenId } = await createToken(service, company, owner);
    const path = `/workspaces/${workspaceId}/tokens`;
    for (const [person, refusal] of [
      [company.member, "403 forbidden"],
      [company.stranger, "404 not_found"],
    ] as const) {
      expect(refusalOf(await create({}, person))).toBe(refusal);
      expect(refusalOf(await call(person.token, path))).toBe(refusal);
      expect(refusalOf(await call(person.token, `${path}/${tokenId}/revoke`, "POST"))).toBe(refusal);
    }
    const theirs = await newWorkspace(service, company.stranger, "Theirs");
    const elsewhere = `/workspaces/${theirs}/tokens/${tokenId}/revoke`;
    expect(refusalOf(await call(company.stranger.token, elsewhere, "POST"))).toBe("404 not_found");
    const operator = await newOperator(service, `operator-${number}@svc.test`);
    expect((await create({}, operator)).status).toBe(201);
    expect(refusalOf(await create({}, operator, 999_999))).toBe("404 not_found");
  });

  test("are at most 100, also when many are created at the same moment", async () => {
    const full = await newWorkspace(service, owner, "Full");
    await asOwner(
      testDatabase.url,
      `insert into workspace_token (workspace_id, name, token_hash, last_four, role, scopes, created_by, expires_at)
       select $1, 'old', sha256(n::text::bytea), 'last', 'viewer', '{read}', 'operator', now() + interval '1 day'
         from generate_series(1, $2) n`,
      [full, tokensPerWorkspaceMax - 1],
    );
    const answers = await Promise.all([1, 2, 3].map(() => create({}, owner, full)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  test("of who leaves are named, since they still work", async () => {
    const leaver = await newPerson(service, `leaver-${number}@acme.test`);
    await joinWorkspace(service, workspaceId, { owner, joins: leaver, role: "owner" });
    const { token, tokenId } = await createToken(service, company, leaver);
    const left = await call(owner.token, `/workspaces/${workspaceId}/members/remove`, "POST", { email: leaver.email });
    expect(left.text).toContain(`Token ${tokenId} was shown to them and still works.`);
    expect((await call(token, "/programs")).status).toBe(200);
  });
});
