// Every agent call against every credential: who is let in, who lacks a scope, and who is asked for another credential.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../../src/access/permission.ts";
import { hashKey } from "../../../../src/access/program-keys.ts";
import { type AgentScope, agentScopes } from "../../../../src/core/vocabulary/access/agent-scopes.ts";
import { withClient } from "../../../../src/engine/postgres/database.ts";
import { revokeAgentKey } from "../../../../src/product/agents/keys.ts";
import { loadOperation } from "../../../../src/product/operation/groups.ts";
import type { OperationName } from "../../../../src/product/operation/names.ts";
import type { Operation } from "../../../../src/product/operation/operation.ts";
import { createAgent } from "../../../support/agents.ts";
import { createTestDatabase } from "../../../support/database.ts";
import { manyPeople, newPerson } from "../../../support/people.ts";
import { type Answer, asOwner, createTestProgram, fieldOf, refusalOf, startService } from "../../../support/service.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const env = { ...manyPeople, RATE_LIMIT_VERIFICATIONS_PER_HOUR: "10000" };
/** As two processes would be: what one has seen the other has not. */
const services = [await startService(databaseUrl, env), await startService(databaseUrl, env)] as const;
const [service, other] = services;
afterAll(async () => {
  await Promise.all(services.map((each) => each.close()));
  await testDatabase.drop();
});

const program = await createTestProgram(database);
const stranger = await createTestProgram(database);
const at = `/api/agent/v1/programs/${program.programId}`;
let partnersAdded = 0;

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

type Call = {
  readonly name: string;
  readonly scope: AgentScope | null;
  readonly method: string;
  readonly path: string;
  readonly body?: () => object;
  readonly status: number;
  /** Of a program that is not of the key's workspace. */
  readonly elsewhere: number;
};

/** What each of them may be sent again and again; the others take no body. */
const bodies: Partial<Readonly<Record<OperationName, () => object>>> = {
  "programs.update": () => ({ name: "Renamed" }),
  "partners.add": () => {
    partnersAdded += 1;
    return { name: "Ben", code: `ben-${partnersAdded}` };
  },
};

/** One of each kind: lists and reports, changes and what is made, of a program and of none. Each cell is tried in rights.test.ts. */
const called: readonly OperationName[] = [
  "programs.list",
  "programs.show",
  "programs.update",
  "programs.readiness",
  "programs.verify",
  "events.list",
  "commissions.list",
  "partners.list",
  "partners.add",
];

function callOf({ name, http, tool, input }: Operation): Call {
  if (http === null || tool === null) throw new Error(`agents have no ${name}`);
  const body = bodies[name];
  return {
    name,
    scope: tool.scope,
    method: http.method.toUpperCase(),
    path: `/api/agent/v1${http.path.replace(":program_id", String(program.programId))}`,
    ...(body === undefined ? {} : { body }),
    status: http.status ?? 200,
    elsewhere: "program_id" in input.shape ? 404 : 200,
  };
}

const mcpServer: Call = {
  name: "the MCP server",
  scope: null,
  method: "POST",
  path: "/api/agent/v1/mcp",
  body: () => initialize,
  status: 200,
  elsewhere: 200,
};

const calls = [...(await Promise.all(called.map(async (name) => callOf(await loadOperation(name))))), mcpServer];

async function make({ method, path, body }: Call, key: string | undefined, to = service): Promise<Answer> {
  return to.request(path, {
    method,
    ...(key === undefined ? {} : { key }),
    ...(body === undefined ? {} : { body: JSON.stringify(body()) }),
    headers: {
      accept: "application/json, text/event-stream",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
  });
}

const messageOf = (answer: Answer) => fieldOf(answer, "error.message");

/** Callers that are not agents, by the answer they receive. */
const strangers: Record<string, { key: () => string | undefined; hears: RegExp }> = {
  nobody: { key: () => undefined, hears: /^Send an agent key/ },
  "an agent key that was never made": { key: () => `agt_${"x".repeat(32)}`, hears: /^This is not an agent key/ },
  "a program key": { key: () => program.key, hears: /^A program key never authenticates agent calls/ },
  "a program key that does not exist": { key: () => "aff_unknown", hears: /^A program key never/ },
  "a program key from before prefixes": { key: () => legacyKey, hears: /^A program key never/ },
  "a session's token": { key: () => token, hears: /^This is not an agent key/ },
  "a revoked agent key": { key: () => revokedKey, hears: /^This agent key was revoked/ },
};
const legacyKey = "0123456789abcdef0123456789abcdef";
let token = "";
let revokedKey = "";
beforeAll(async () => {
  const legacy = await createTestProgram(database);
  await asOwner(databaseUrl, "update program_key set key_hash = $1 where program_id = $2", [
    hashKey(legacyKey),
    legacy.programId,
  ]);
  token = (await newPerson(service, "ann@example.com")).token;
  const revoked = await createAgent(database, program);
  // Used on both before, so that nothing of it may be remembered.
  const [readProgram] = calls;
  for (const each of services) expect((await make(readProgram as Call, revoked.key, each)).status).toBe(200);
  await revokeAgentKey(database, revoked.agentKeyId, operator);
  revokedKey = revoked.key;
});

describe.each(calls)("$name", (call) => {
  test.each(Object.keys(strangers))("is refused to %s with 401", async (who) => {
    const { key, hears } = strangers[who] ?? { key: () => undefined, hears: /never/ };
    for (const each of services) {
      const answer = await make(call, key(), each);
      expect(refusalOf(answer)).toBe("401 unauthorized");
      expect(messageOf(answer)).toMatch(hears);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  test("is open to a key with its scope alone", async () => {
    const { key } = await createAgent(database, program, call.scope === null ? ["events:read"] : [call.scope]);
    expect((await make(call, key)).status).toBe(call.status);
  });

  test.runIf(call.scope !== null)("is refused to a key with every other scope, and says which it lacks", async () => {
    const others = agentScopes.filter((scope) => scope !== call.scope);
    const { key } = await createAgent(database, program, others);
    const answer = await make(call, key);
    expect(refusalOf(answer)).toBe("403 insufficient_scope");
    expect(fieldOf(answer, "error.details")).toEqual({ required_scope: call.scope, granted_scopes: others });
  });

  test("shows a key of another workspace nothing", async () => {
    const { key } = await createAgent(database, stranger);
    const answer = await make(call, key);
    expect(answer.status).toBe(call.elsewhere);
    if (answer.status === 404) {
      const nowhere = await make({ ...call, path: call.path.replace(/programs\/\d+/, "programs/999999") }, key);
      const asIfAbsent = { ...(nowhere.body as { error: object }) };
      expect(JSON.stringify(answer.body)).toBe(
        JSON.stringify(asIfAbsent).replaceAll("999999", String(program.programId)),
      );
    } else {
      expect(answer.text).not.toContain(`"program_id":${program.programId},`);
    }
  });

  test("has no other methods", async () => {
    const { key } = await createAgent(database, program);
    const methods = calls.filter(({ path }) => path === call.path).map(({ method }) => method);
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !methods.includes(one))) {
      const answer = await make({ ...call, method, ...(method === "GET" ? { body: undefined } : {}) } as Call, key);
      expect(refusalOf(answer)).toBe("405 method_not_allowed");
      expect(answer.headers.get("allow")?.split(", ")).toEqual(expect.arrayContaining(methods));
    }
  });
});

describe("an agent key with every scope", () => {
  test.each([
    ["/api/v1/track/sale", { livemode: false }, /^An agent key never authenticates tracking calls/],
    ["/api/v1/track/refund", { transaction_id: "t" }, /^An agent key never authenticates tracking calls/],
    ["/api/v1/track/lead", { customer_key: "c" }, /^An agent key never authenticates tracking calls/],
    ["/api/v1/track/payment-reference", {}, /^An agent key never authenticates tracking calls/],
    ["/api/v1/programs", { name: "Mine" }, /^An agent key opens \/api\/agent\/v1 only/],
    [`/api/v1/programs/${program.programId}/api-key`, {}, /^An agent key opens \/api\/agent\/v1 only/],
  ])("is no credential for POST %s", async (path, body, hears) => {
    const { key } = await createAgent(database, program);
    const answer = await service.post(path, body, { key });
    expect(refusalOf(answer)).toBe("401 unauthorized");
    expect(messageOf(answer)).toMatch(hears);
  });
});

test("a malformed header is no credential", async () => {
  const { key } = await createAgent(database, program);
  for (const authorization of [key, `Basic ${key}`, `Bearer  ${key} x`, "Bearer", `Bearer ${key},${key}`]) {
    const answer = await service.request(at, { headers: { authorization } });
    expect(refusalOf(answer)).toBe("401 unauthorized");
  }
});

/** Sends the call, revokes the key between its look-up and the first question about its rights, and lets it go on. */
async function revokedMeanwhile(call: Call): Promise<Answer> {
  const { agentKeyId, key } = await createAgent(database, program);
  return withClient(databaseUrl, async (client) => {
    await client.query("begin");
    // Every question about rights reads this table, and so does no look-up of a key.
    await client.query("lock table program in access exclusive mode");
    const answer = make(call, key);
    for (let isWaiting = false; !isWaiting; ) {
      const waiting = await asOwner(
        databaseUrl,
        "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      isWaiting = waiting.length > 0;
    }
    await client.query("update agent_key set revoked_at = now() where agent_key_id = $1", [agentKeyId]);
    await client.query("commit");
    return answer;
  });
}

test.each(calls.filter(({ elsewhere, method }) => elsewhere === 404 && method !== "GET"))(
  "a key that is revoked while its call is under way is refused as such: $name",
  async (call) => {
    expect(refusalOf(await revokedMeanwhile(call))).toBe("401 unauthorized");
  },
);

test("a key may not be used more than its limit allows, and bad keys do not count against good ones", async () => {
  const limited = await startService(databaseUrl, {
    RATE_LIMIT_AGENT_PER_MINUTE: "2",
    RATE_LIMIT_MANAGEMENT_PER_MINUTE: "2",
  });
  try {
    const [one, two] = [await createAgent(database, program), await createAgent(database, program)];
    for (const status of [401, 401, 429]) expect((await limited.request(at, { key: "agt_none" })).status).toBe(status);
    for (const status of [200, 200, 429]) expect((await limited.request(at, { key: one.key })).status).toBe(status);
    const answer = await limited.request(at, { key: one.key });
    expect(answer.body).toEqual({
      error: { code: "rate_limited", message: expect.any(String), retry_after_seconds: expect.any(Number) },
    });
    expect((await limited.request(at, { key: two.key })).status).toBe(200);
  } finally {
    await limited.close();
  }
});

test("what a key was used for last is known to the minute", async () => {
  const { agentKeyId, key } = await createAgent(database, program);
  const usedAt = () => asOwner(databaseUrl, "select last_used_at from agent_key where agent_key_id = $1", [agentKeyId]);
  expect(await usedAt()).toEqual([{ last_used_at: null }]);
  await service.request(at, { key });
  const first = await usedAt();
  expect(first).toEqual([{ last_used_at: expect.any(Date) }]);
  await other.request(at, { key });
  expect(await usedAt()).toEqual(first);
  await asOwner(databaseUrl, "update agent_key set last_used_at = now() - interval '61 seconds'");
  await other.request(at, { key });
  expect(await usedAt()).not.toEqual(first);
});
