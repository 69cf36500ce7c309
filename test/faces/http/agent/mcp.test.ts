// The MCP server as an agent's own client uses it: the official one, over HTTP.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type CallToolResult, CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { operator } from "../../../../src/access/permission.ts";
import { readVersion } from "../../../../src/config/version.ts";
import type { AgentScope } from "../../../../src/core/vocabulary/access/agent-scopes.ts";
import { revokeAgentKey } from "../../../../src/product/agents/keys.ts";
import { loadOperations } from "../../../../src/product/operation/groups.ts";
import { createAgent } from "../../../support/agents.ts";
import { createTestDatabase } from "../../../support/database.ts";
import {
  asOwner,
  bindCustomer,
  createTestProgram,
  type RunningService,
  refusalOf,
  startService,
} from "../../../support/service.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const services = [await startService(databaseUrl), await startService(databaseUrl)] as const;
const [service, other] = services;
const program = await createTestProgram(database);
const stranger = await createTestProgram(database);
const everything = await createAgent(database, program);

const open: Client[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await Promise.all(services.map((each) => each.close()));
  await testDatabase.drop();
});

async function connect(key: string, to: RunningService = service): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  open.push(client);
  const transport = new StreamableHTTPClientTransport(new URL(`${to.url}/api/agent/v1/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return client;
}

async function call(client: Client, name: string, given: Record<string, unknown> = {}): Promise<CallToolResult> {
  return CallToolResultSchema.parse(await client.callTool({ name, arguments: given }));
}

/** What a tool answered when nothing was wrong; the text for simple clients is the same. */
function answerOf({ content, structuredContent, isError }: CallToolResult): unknown {
  expect(isError).toBe(false);
  expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
  return structuredContent;
}

function errorOf({ structuredContent, isError }: CallToolResult): unknown {
  expect(isError).toBe(true);
  return structuredContent?.error;
}

const toolNames = (await loadOperations()).flatMap(({ tool }) => (tool === null ? [] : [tool.name]));

const of = { program_id: program.programId };

describe("the tools", () => {
  test("are listed with schemas an agent can fill in, what each needs, and whether it only reads", async () => {
    const client = await connect(everything.key);
    expect(client.getServerVersion()).toMatchObject({ name: "svc", version: readVersion() });
    expect(client.getInstructions()).toContain(`${service.url}/AGENTS.md`);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(toolNames);
    for (const tool of tools) {
      expect(tool.description).toMatch(/Needs the scope [a-z]+:[a-z]+\.$/);
      expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(tool.annotations?.readOnlyHint).toBe(/^(list|get|preflight)_/.test(tool.name));
    }
    const schema = tools.find((tool) => tool.name === "list_commissions")?.inputSchema;
    expect(schema).toMatchObject({
      required: ["program_id"],
      properties: {
        program_id: { type: "integer" },
        status: { enum: expect.arrayContaining(["pending", "paid"]) },
        partner_id: { type: "integer" },
        limit: { type: "integer", minimum: 1, maximum: 1000 },
      },
    });
  });

  test("answer what the HTTP calls answer", async () => {
    await bindCustomer(service, program, "ann");
    const sale = { transaction_id: "t-1", amount_cents: 1000, customer_key: "ann" };
    await service.post("/api/v1/track/sale", sale, { key: program.key });
    const client = await connect(everything.key);
    const overHttp = async (path: string) =>
      (await service.request(`/api/agent/v1/programs${path}`, { key: everything.key })).body;
    const at = `/${program.programId}`;
    expect(answerOf(await call(client, "list_programs"))).toEqual(await overHttp(""));
    expect(answerOf(await call(client, "get_program", of))).toEqual(await overHttp(at));
    expect(answerOf(await call(client, "get_readiness", of))).toEqual(await overHttp(`${at}/readiness`));
    const filter = { ...of, type: "sale_reported", is_test: false, limit: 5 };
    const events = await overHttp(`${at}/events?type=sale_reported&is_test=false&limit=5`);
    expect(answerOf(await call(client, "list_events", filter))).toEqual(events);
    expect(events).toMatchObject({ data: [{ type: "sale_reported" }] });
    const pending = await overHttp(`${at}/commissions?status=pending`);
    expect(answerOf(await call(client, "list_commissions", { ...of, status: "pending" }))).toEqual(pending);
    expect(answerOf(await call(client, "list_partners", of))).toEqual(await overHttp(`${at}/partners`));
  });

  test("change programs and partners, and verify", async () => {
    const client = await connect(everything.key);
    const change = {
      ...of,
      hold_period_days: 21,
      commission: { type: "percentage", rate_bps: 1500, duration_months: null },
    };
    expect(answerOf(await call(client, "update_program", change))).toMatchObject({
      data: { hold_period_days: 21, commission: { rate_bps: 1500 } },
    });
    const partner = { ...of, name: "Cleo", code: "cleo-by-agent" };
    expect(answerOf(await call(client, "add_partner", partner))).toMatchObject({ data: { code: "cleo-by-agent" } });
    expect(errorOf(await call(client, "add_partner", partner))).toMatchObject({ code: "partner_code_taken" });
    expect(answerOf(await call(client, "run_verification", of))).toMatchObject({ data: { is_verified: true } });
  });

  test("share their limits with the HTTP calls", async () => {
    const own = await createTestProgram(database);
    const { key } = await createAgent(database, own);
    const path = `/api/agent/v1/programs/${own.programId}/verification`;
    for (let run = 0; run < 10; run += 1)
      expect((await service.request(path, { method: "POST", key })).status).toBe(200);
    const client = await connect(key);
    expect(errorOf(await call(client, "run_verification", { program_id: own.programId }))).toMatchObject({
      code: "rate_limited",
      retry_after_seconds: expect.any(Number),
    });
  });
});

describe("a tool refuses", () => {
  const needs: readonly (readonly [string, AgentScope, Record<string, unknown>])[] = [
    ["list_programs", "programs:read", {}],
    ["get_program", "programs:read", of],
    ["update_program", "programs:write", { ...of, name: "X" }],
    ["get_readiness", "programs:read", of],
    ["run_verification", "tracking:test", of],
    ["list_events", "events:read", of],
    ["list_commissions", "commissions:read", of],
    ["list_partners", "partners:read", of],
    ["add_partner", "partners:write", { ...of, name: "X", code: "x-scope" }],
  ];

  test.each(needs)("%s to a key without %s, which it names", async (name, scope, given) => {
    const { key } = await createAgent(
      database,
      program,
      scope === "programs:read" ? ["events:read"] : ["programs:read"],
    );
    const client = await connect(key);
    expect(errorOf(await call(client, name, given))).toMatchObject({
      code: "insufficient_scope",
      status: 403,
      details: { required_scope: scope },
    });
  });

  test.each(needs.slice(1))("%s of another workspace's program as of none", async (name, _scope, given) => {
    const { key } = await createAgent(database, stranger);
    const client = await connect(key);
    expect(errorOf(await call(client, name, given))).toMatchObject({
      code: "not_found",
      message: `There is no program ${program.programId}.`,
    });
  });

  test.each([
    ["get_program", {}, "program_id"],
    ["get_program", { program_id: "1" }, "program_id"],
    ["get_program", { program_id: 1.5 }, "program_id"],
    ["get_program", { ...of, more: 1 }, "more"],
    ["update_program", { ...of, hold_period_days: 91 }, "hold_period_days"],
    ["update_program", { ...of, api_token: "aff_mine" }, "api_token"],
    ["update_program", { ...of, name: "a\u0007b" }, "name"],
    ["list_events", { ...of, limit: 1001 }, "limit"],
    ["list_events", { ...of, outcome: "lost" }, "outcome"],
    ["list_events", { ...of, cursor: "abc" }, "cursor"],
    ["add_partner", { ...of, name: "X", code: "a b" }, "code"],
  ])("%s with %j, naming what is wrong", async (name, given, said) => {
    const client = await connect(everything.key);
    const { isError, content } = await call(client, name, given);
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain(said);
  });

  test("invalid messages", async () => {
    const client = await connect(everything.key);
    expect(errorOf(await call(client, "delete_everything", of))).toMatchObject({ code: "not_found" });
  });

  test("an update that changes nothing, in words", async () => {
    const client = await connect(everything.key);
    expect(errorOf(await call(client, "update_program", of))).toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("at least one field"),
    });
  });
});

test("what is owed to the operator is not changed, as over HTTP", async () => {
  const client = await connect(everything.key);
  for (const setting of [{ platform_fee_bps: 0 }, { fee_refunds: "any" }]) {
    const refused = await call(client, "update_program", { ...of, ...setting });
    expect(errorOf(refused)).toMatchObject({ status: 403, code: "forbidden" });
  }
});

describe("the server", () => {
  test("keeps no session: the next call may go to another process", async () => {
    const client = await connect(everything.key, other);
    expect(answerOf(await call(client, "get_program", of))).toMatchObject({ data: { program_id: program.programId } });
  });

  test("refuses callers without an agent key, and keys that were revoked meanwhile", async () => {
    await expect(connect("agt_unknown")).rejects.toThrow(/not an agent key/);
    await expect(connect(program.key)).rejects.toThrow(/A program key never/);
    const { agentKeyId, key } = await createAgent(database, program);
    const client = await connect(key);
    answerOf(await call(client, "list_programs"));
    await revokeAgentKey(database, agentKeyId, operator);
    await expect(call(client, "list_programs")).rejects.toThrow(/revoked/);
  });

  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const ping = { jsonrpc: "2.0", id: 7, method: "ping" };
  const post = (body: unknown, more: Readonly<Record<string, string>> = {}) =>
    service.post("/api/agent/v1/mcp", body, { key: everything.key, headers: { ...headers, ...more } });

  test("answers a call as JSON, and takes notifications", async () => {
    const answer = await post(ping);
    expect([answer.status, answer.body]).toEqual([200, { jsonrpc: "2.0", id: 7, result: {} }]);
    const notified = await post({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect([notified.status, notified.text]).toEqual([202, ""]);
  });

  test("has nothing to listen to and nothing to end", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const answer = await service.request("/api/agent/v1/mcp", {
        method,
        key: everything.key,
        headers: { accept: "text/event-stream" },
      });
      expect(refusalOf(answer)).toBe("405 method_not_allowed");
      expect(answer.headers.get("allow")).toBe("POST, OPTIONS");
    }
  });

  test.each([
    [400, "{broken"],
    [400, ""],
    [400, "[]"],
    [400, [ping, ping]],
    [400, { hello: "world" }],
    [400, { jsonrpc: "1.0", id: 1, method: "ping" }],
    [400, `{"jsonrpc":"2.0","id":1,"method":"ping","params":${"[".repeat(60)}${"]".repeat(60)}}`],
    [413, "x".repeat(70_000)],
  ])("refuses with %i what is no message: %j", async (status, body) => {
    expect((await post(body)).status).toBe(status);
  });

  test("refuses clients that cannot read its answers", async () => {
    expect((await post(ping, { accept: "text/html" })).status).toBe(406);
    expect((await post(ping, { "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
    expect((await post(ping, { "content-type": "text/plain" })).status).toBe(415);
  });

  test("says of a fault of its own that it was one, and nothing else", async () => {
    const client = await connect(everything.key);
    await asOwner(databaseUrl, "alter table commission rename to commission_gone");
    try {
      const failed = await call(client, "list_commissions", of);
      expect(errorOf(failed)).toMatchObject({ code: "internal_error", status: 503 });
      expect(JSON.stringify(failed)).not.toContain("relation");
    } finally {
      await asOwner(databaseUrl, "alter table commission_gone rename to commission");
    }
    expect(service.logged.some((line) => line.includes("a tool failed") && line.includes("list_commissions"))).toBe(
      true,
    );
  });
});
