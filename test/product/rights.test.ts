// Who may do what: every operation at every door with every credential. What each is answered follows from the operation's own
// definition, and a call that is refused changes nothing. The table for people, docs/rights.md, is written from the same definitions.

import { afterAll, describe, expect, test } from "vitest";
import { operator } from "../../src/access/permission.ts";
import { storedDigest } from "../../src/access/stored-digests.ts";
import { type AgentScope, agentScopes } from "../../src/core/vocabulary/access/agent-scopes.ts";
import { scopesOfRole, type TokenRole, tokenRoles } from "../../src/core/vocabulary/access/token-scopes.ts";
import {
  hasRight,
  type WorkspaceRight,
  type WorkspaceRole,
  workspaceRoles,
} from "../../src/core/vocabulary/access/workspace-roles.ts";
import { revokeAgentKey } from "../../src/product/agents/keys.ts";
import { loadOperations } from "../../src/product/operation/groups.ts";
import type { Operation } from "../../src/product/operation/operation.ts";
import { revokeToken } from "../../src/product/tokens/tokens.ts";
import { createAgent } from "../support/agents.ts";
import { createTestDatabase } from "../support/database.ts";
import { callOverHttp, callTool, type Headers, type Prefix } from "../support/operation-calls.ts";
import { sampleOf, samples, termsOfOwners } from "../support/operation-samples.ts";
import { manyPeople, newOperator, newPerson, signIn } from "../support/people.ts";
import { startStripeApi } from "../support/provider-api.ts";
import { redirectProviders } from "../support/redirect-providers.ts";
import { membersCalled, ownersCalled } from "../support/rights-before-roles.ts";
import { rightsDocument } from "../support/rights-document.ts";
import { asOwner, fieldOf, startService } from "../support/service.ts";
import { createToken } from "../support/tokens.ts";
import { beginCompany } from "../support/trading-company.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
// Another holds the lease of the scheduled jobs, so that nothing changes between two looks but by a call.
await asOwner(
  databaseUrl,
  "insert into job_lease (name, holder, epoch, expires_at) values ('jobs', 'this test', 1, now() + interval '1 day')",
);
const service = await startService(databaseUrl, {
  ...manyPeople,
  RATE_LIMIT_MANAGEMENT_PER_MINUTE: "100000",
  RATE_LIMIT_AGENT_PER_MINUTE: "100000",
  RATE_LIMIT_VERIFICATIONS_PER_HOUR: "1000",
});
const company = await beginCompany(service);
const stripeApi = await startStripeApi("rk_live_example");
const endRedirection = redirectProviders(stripeApi.baseUrl);
const { owner, member, stranger } = company;
const [finance, support, viewer] = await Promise.all(
  (["finance", "support", "viewer"] as const).map(async (role) => {
    const person = await newPerson(service, `${role}@acme.test`);
    await company.run("members.add", { workspace_id: company.workspaceId, email: person.email, role });
    return person;
  }),
);
if (finance === undefined || support === undefined || viewer === undefined) throw new Error("there are three roles");
const operations = await loadOperations();
const overHttp = operations.filter(({ http }) => http !== null);
const strangersProgram = await service.post("/api/v1/programs", { name: "Theirs" }, { key: stranger.token });
const theirs = { programId: Number(fieldOf(strangersProgram, "data.program_id")) };

const operatorPerson = await newOperator(service, "operator@svc.test");
const expired = await signIn(service, owner.email);
await asOwner(databaseUrl, "update account_session set expires_at = now() - interval '1 day' where token = $1", [
  storedDigest(expired.token),
]);
const revoked = await createAgent(database, company);
await revokeAgentKey(database, revoked.agentKeyId, operator);
const elsewhere = await createAgent(database, theirs);
const [revokedToken, expiredToken, theirToken] = [
  await createToken(service, company, owner),
  await createToken(service, company, owner),
  await createToken(service, { workspaceId: await workspaceOf(theirs.programId) }, stranger),
];
await revokeToken(database, { workspaceId: company.workspaceId, tokenId: revokedToken.tokenId }, operator);
await asOwner(
  databaseUrl,
  "update workspace_token set created_at = now() - interval '2 days', expires_at = now() - interval '1 day' where token_id = $1",
  [expiredToken.tokenId],
);
/** By role, and by the right that is left out; null where none is. */
const tokensWith = new Map<TokenRole, ReadonlyMap<WorkspaceRight | null, string>>();
for (const role of tokenRoles) {
  const all = scopesOfRole(role);
  const tokens = new Map<WorkspaceRight | null, string>();
  for (const left of [null, ...all]) {
    const scopes = all.filter((scope) => scope !== left);
    // One without any scope cannot be: a role with one alone gets another's, behind the service, which its role then limits.
    const made = await createToken(service, company, owner, role, scopes.length === 0 ? all : scopes);
    if (scopes.length === 0) {
      await asOwner(databaseUrl, "update workspace_token set scopes = '{programs}' where token_id = $1", [
        made.tokenId,
      ]);
    }
    tokens.set(left, made.token);
  }
  tokensWith.set(role, tokens);
}
const every = await createAgent(database, company);
const alone = new Map<AgentScope, string>();
const without = new Map<AgentScope, string>();
for (const scope of agentScopes) {
  alone.set(scope, (await createAgent(database, company, [scope])).key);
  const others = agentScopes.filter((each) => each !== scope);
  without.set(scope, (await createAgent(database, company, others)).key);
}
afterAll(async () => {
  endRedirection();
  await stripeApi.close();
  await service.close();
  await testDatabase.drop();
});

async function workspaceOf(programId: number): Promise<number> {
  const { workspace_id } = await database.kysely
    .selectFrom("program")
    .select("workspace_id")
    .where("program_id", "=", programId)
    .executeTakeFirstOrThrow();
  return workspace_id;
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const cookie = (value: string): Headers => ({ cookie: value, origin: service.url });
const ofScope =
  (keys: ReadonlyMap<AgentScope, string>) =>
  ({ tool }: Operation) =>
    bearer((tool === null ? undefined : keys.get(tool.scope)) ?? every.key);

/** As what a credential makes its holder count. */
type Holder =
  | "nobody"
  | "another workspace's owner"
  | WorkspaceRole
  | "operator"
  | "agent"
  | "agent without scope"
  | `${TokenRole} token`
  | `${TokenRole} token without scope`
  | "another workspace's token"
  | "another workspace's agent";

/** By the operation that is called. */
type Credential = { readonly holder: Holder; readonly headers: (operation: Operation) => Headers };

const always = (holder: Holder, headers: Headers): Credential => ({ holder, headers: () => headers });

const credentials: Readonly<Record<string, Credential>> = {
  nothing: always("nobody", {}),
  "a made-up token": always("nobody", bearer("made-up")),
  "an expired token": always("nobody", bearer(expired.token)),
  "an expired cookie": always("nobody", cookie(expired.cookie)),
  "the program key": always("nobody", bearer(company.key)),
  "a made-up agent key": always("nobody", bearer(`agt_${"x".repeat(32)}`)),
  "a revoked agent key": always("nobody", bearer(revoked.key)),
  "another workspace's owner": always("another workspace's owner", bearer(stranger.token)),
  "a member": always("member", bearer(member.token)),
  "a member's cookie": always("member", cookie(member.cookie)),
  "the owner": always("owner", bearer(owner.token)),
  "the owner's cookie": always("owner", cookie(owner.cookie)),
  finance: always("finance", bearer(finance.token)),
  "finance's cookie": always("finance", cookie(finance.cookie)),
  support: always("support", bearer(support.token)),
  "support's cookie": always("support", cookie(support.cookie)),
  "a viewer": always("viewer", bearer(viewer.token)),
  "a viewer's cookie": always("viewer", cookie(viewer.cookie)),
  "an operator's account": always("operator", bearer(operatorPerson.token)),
  "an operator's cookie": always("operator", cookie(operatorPerson.cookie)),
  "an agent key with its scope alone": { holder: "agent", headers: ofScope(alone) },
  "an agent key with every other scope": { holder: "agent without scope", headers: ofScope(without) },
  "another workspace's agent key": always("another workspace's agent", bearer(elsewhere.key)),
  "a made-up token of a workspace": always("nobody", bearer(`tok_${"x".repeat(43)}`)),
  "a revoked token": always("nobody", bearer(revokedToken.token)),
  "an expired token of a workspace": always("nobody", bearer(expiredToken.token)),
  "another workspace's token": always("another workspace's token", bearer(theirToken.token)),
  ...Object.fromEntries(tokenRoles.flatMap(credentialsOf)),
};

/** One with all that its role may have, and for each of these one with all but that. */
function credentialsOf(role: TokenRole): [string, Credential][] {
  const tokens = tokensWith.get(role);
  const all = tokens?.get(null) ?? "";
  const without = ({ access }: Operation) =>
    bearer(tokens?.get(access.kind === "operator" ? null : (access.right ?? "read")) ?? all);
  return [
    [`a ${role} token`, always(`${role} token`, bearer(all))],
    [`a ${role} token without the scope`, { holder: `${role} token without scope`, headers: without }],
  ];
}

const isToken = (holder: Holder): boolean => holder.includes("token");
const isAgent = (holder: Holder): boolean => holder.includes("agent");
const isRole = (holder: Holder): holder is WorkspaceRole => workspaceRoles.some((role) => role === holder);
const mayCall = ({ access }: Operation, role: WorkspaceRole): boolean =>
  access.kind !== "operator" && (access.right === null || hasRight(role, access.right));
const isOfAnothers = (input: object): boolean =>
  ["program_id", "workspace_id", "run_id", "agent_key_id", "token_id"].some((name) => name in input);
const success = ({ http }: Operation): string => String(http?.status ?? 200);

/** What is answered where an operation is called; a success is its status. */
type Judge = (operation: Operation, holder: Holder, input: object) => string;

const forPeople: Judge = (operation, holder, input) => {
  if (holder === "nobody" || isAgent(holder)) return "401 unauthorized";
  if (holder === "operator") return success(operation);
  if (isToken(holder)) return forTokens(operation, holder, input);
  const isStranger = holder === "another workspace's owner";
  if (operation.access.kind === "operator") {
    return isStranger && "program_id" in input ? "404 not_found" : "403 forbidden";
  }
  if (isStranger) return isOfAnothers(input) ? "404 not_found" : success(operation);
  return isRole(holder) && !mayCall(operation, holder) ? "403 forbidden" : success(operation);
};

/** Of lists that name no workspace, reading is the right. */
const forTokens: Judge = (operation, holder, input) => {
  const { access, ofPerson } = operation;
  if (ofPerson) return "403 forbidden";
  const isStranger = holder === "another workspace's token";
  if (access.kind === "operator") return isStranger && "program_id" in input ? "404 not_found" : "403 forbidden";
  if (isStranger) return isOfAnothers(input) ? "404 not_found" : success(operation);
  const right = access.right ?? "read";
  const role = tokenRoles.find((one) => holder.startsWith(one));
  const hasScope =
    role !== undefined && scopesOfRole(role).some((scope) => scope === right) && !holder.endsWith("without scope");
  return hasScope ? success(operation) : "403 insufficient_scope";
};

const forAgents: Judge = (operation, holder, input) => {
  if (operation.tool === null) return whereAgentsHaveNone(operation);
  if (!isAgent(holder)) return "401 unauthorized";
  if (holder === "agent without scope") return "403 insufficient_scope";
  if (holder === "another workspace's agent") return isOfAnothers(input) ? "404 not_found" : success(operation);
  // This scope is the owner's right to a program's terms, given to an agent.
  const isBeyond = !mayCall(operation, "member") && operation.tool.scope !== "programs:terms";
  return isBeyond ? "403 forbidden" : success(operation);
};

/** For any caller: agents may have another method at this address. */
function whereAgentsHaveNone({ http }: Operation): string {
  const isOthers = operations.some((other) => other.tool !== null && isAt(other.http?.path, http?.path));
  return isOthers ? "405 method_not_allowed" : "404 not_found";
}

/** Whether the address leads there: `/flags/resolve` is one of `/flags/:flag_id` too. */
function isAt(path: string | undefined, address: string | undefined): boolean {
  const [parts, given] = [path?.split("/") ?? [], address?.split("/") ?? []];
  return parts.length === given.length && parts.every((part, at) => part === given[at] || part.startsWith(":"));
}

type Door = {
  readonly name: string;
  readonly judge: Judge;
  readonly call: (operation: Operation, input: object, headers: Headers) => Promise<string>;
};

const overPrefix =
  (prefix: Prefix, query: Readonly<Record<string, string>> = {}): Door["call"] =>
  async (operation, input, headers) => {
    const answer = await callOverHttp(service, operation, { prefix, input, headers, query });
    return answer.status < 400 ? String(answer.status) : `${answer.status} ${String(fieldOf(answer, "error.code"))}`;
  };

const people: Door = { name: "people", judge: forPeople, call: overPrefix("/api/v1") };
const download: Door = { ...people, name: "people, as CSV", call: overPrefix("/api/v1", { format: "csv" }) };
const agents: Door = { name: "agents", judge: forAgents, call: overPrefix("/api/agent/v1") };
const tools: Door = {
  name: "tools",
  judge: forAgents,
  async call(operation, input, headers) {
    const answer = await callTool(service, operation, input, headers);
    return answer.refusal ?? success(operation);
  },
};

function doorsOf({ list, tool }: Operation): Door[] {
  return [people, agents, ...(list === null ? [] : [download]), ...(tool === null ? [] : [tools])];
}

type Attempt = { readonly name: string; readonly expected: string; make(input: object): Promise<string> };

/** Every credential at every door. */
function attemptsAt(operation: Operation, input: object): Attempt[] {
  return doorsOf(operation).flatMap((door) =>
    Object.entries(credentials).map(([credential, { holder, headers }]) => ({
      name: `${door.name}, with ${credential}`,
      expected: door.judge(operation, holder, input),
      make: (given) => door.call(operation, given, headers(operation)),
    })),
  );
}

/** Noted when a credential is used, regardless of the call's result. */
const notesOfUse = ["account_session", "agent_key", "workspace_token", "program_key_use", "program_key_caller"];
/** Written whenever a message is made or sent, behind every call. */
const notesOfSending = [
  "outbound_message",
  "outbound_attempt",
  "notice",
  "notice_letter",
  "export_run",
  "payout_attempt",
  "payout_request",
];
/** Of an endpoint, what calls change. */
const ofEndpoints = `(select program_id, endpoint_id, url, event_types, payload, status, secrets_encrypted
                        from outbound_endpoint)`;
/** As the service's role sees them: what it may not even read it cannot change. */
const tablesStatement = {
  name: "tables",
  text: "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
};
const tables = await database.transaction((session) => session.query<{ name: string }>(tablesStatement, []));
const digests = tables
  .filter(({ name }) => ![...notesOfUse, ...notesOfSending].includes(name))
  .map(({ name }) => [name, name === "outbound_endpoint" ? ofEndpoints : name] as const)
  .map(([name, of]) => `select '${name}' as name, sum(hashtextextended(t::text, 0))::text as rows from ${of} t`);

const everythingStatement = { name: "everything", text: `${digests.join(" union all ")} order by name` };

/** Everything a call could change. */
function everything(): Promise<object[]> {
  return database.transaction((session) => session.query<object>(everythingStatement, []));
}

test("an operation has a sample exactly where it has HTTP", () => {
  const sampled = Object.entries(samples).filter(([, sample]) => sample !== null);
  expect(sampled.map(([name]) => name).toSorted()).toEqual(overHttp.map(({ name }) => name).toSorted());
});

const inputs = new Map<Operation, object>();
for (const operation of overHttp) inputs.set(operation, await sampleOf(operation.name, company));
let state = await everything();

// First all that is refused: what one operation left is what the next one finds.
describe.each(overHttp.map((operation) => [operation.name, operation] as const))("%s", (_, operation) => {
  test("is refused to all others with the right code, and changes nothing", async () => {
    const input = inputs.get(operation) ?? {};
    const attempts = attemptsAt(operation, input).filter(({ expected }) => expected !== success(operation));
    const before = state;
    const outcomes = await Promise.all(attempts.map(async ({ name: at, make }) => [at, await make(input)]));
    state = await everything();
    expect(outcomes).toEqual(attempts.map(({ name: at, expected }) => [at, expected]));
    expect(state).toEqual(before);
  });
});

test("owners and members keep the rights they had before there were other roles", () => {
  const namesOf = (role: WorkspaceRole) => overHttp.filter((one) => mayCall(one, role)).map(({ name }) => name);
  const [owners, members] = [namesOf("owner"), namesOf("member")];
  expect(members).toEqual(expect.arrayContaining([...membersCalled]));
  expect(owners).toEqual(expect.arrayContaining([...membersCalled, ...ownersCalled]));
  expect(members.filter((name) => ownersCalled.includes(name))).toEqual([]);
});

test.each(termsOfOwners)("a member does not set %o, and changes nothing", async (terms) => {
  const before = await everything();
  const answer = await service.request(`/api/v1/programs/${company.programId}`, {
    ...{ method: "PATCH", body: JSON.stringify(terms) },
    headers: { ...bearer(member.token), "content-type": "application/json" },
  });
  expect([answer.status, fieldOf(answer, "error.code")]).toEqual([403, "forbidden"]);
  state = await everything();
  expect(state).toEqual(before);
});

describe.each(overHttp.map((operation) => [operation.name, operation] as const))("%s", (name, operation) => {
  test("is done for whom it is for", async () => {
    const input = await sampleOf(name, company);
    const attempts = attemptsAt(operation, input).filter(({ expected }) => expected === success(operation));
    if (!operation.changes) {
      const outcomes = await Promise.all(attempts.map(async ({ name: at, make }) => [at, await make(input)]));
      expect(outcomes).toEqual(attempts.map(({ name: at, expected }) => [at, expected]));
      return;
    }
    for (const { name: at, expected, make } of attempts) {
      // A change uses its sample up.
      expect([at, await make(await sampleOf(name, company))]).toEqual([at, expected]);
    }
  });
});

test("docs/rights.md lists every operation with whom it is for", async () => {
  await expect(rightsDocument(operations)).toMatchFileSnapshot("../../docs/rights.md");
});
