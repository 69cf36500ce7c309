// svc agent-keys, as an operator types them: the value is shown once, and a revoked key is dead at a running service.
import { expect, test } from "vitest";
import { serviceForFile } from "../../support/for-file.ts";
import { createTestProgram, refusalOf, secretKey } from "../../support/service.ts";
import { runSvc } from "../../support/svc.ts";

const { service, databaseUrl: url, database } = await serviceForFile();

const env = { DATABASE_URL: url, SVC_SECRET_KEYS: secretKey };
await createTestProgram(database);
const { workspace_id } = await database.kysely.selectFrom("program").select("workspace_id").executeTakeFirstOrThrow();
const workspace = String(workspace_id);
const run = (...words: readonly string[]) => runSvc(["agent-keys", ...words], { env });

test("a key is made, used, listed without its value, and revoked", { timeout: 60_000 }, async () => {
  const scopes = ["--scope", "programs:read", "--scope", "tracking:test", "--scope", "programs:read"];
  const made = await run("create", "--workspace", workspace, "--name", "CI", ...scopes, "--json");
  expect(made.stderr).toBe("");
  const { agent_key: key, ...line } = JSON.parse(made.stdout);
  expect(key).toMatch(/^agt_[\w-]{32}$/);
  expect(line).toEqual({
    agent_key_id: expect.any(Number),
    workspace_id,
    name: "CI",
    agent_key_masked: `agt_••••${key.slice(-4)}`,
    scopes: ["programs:read", "tracking:test"],
    status: "active",
    created_at: expect.any(String),
    revoked_at: null,
    last_used_at: null,
  });
  expect((await service.request("/api/agent/v1/programs", { key })).status).toBe(200);

  const listed = await run("list", "--workspace", workspace, "--json");
  expect(JSON.parse(listed.stdout)).toEqual({ data: [{ ...line, last_used_at: expect.any(String) }], next: null });
  expect(listed.stdout).not.toContain(key);

  const revoke = ["revoke", "--agent-key", String(line.agent_key_id), "--json"];
  const revoked = JSON.parse((await run(...revoke)).stdout);
  expect(revoked).toMatchObject({ status: "revoked", revoked_at: expect.any(String) });
  expect(refusalOf(await service.request("/api/agent/v1/programs", { key }))).toBe("401 unauthorized");
  expect(JSON.parse((await run(...revoke)).stdout)).toEqual(revoked);
});

test.each([
  [["create", "--workspace", workspace], 2, /^--scope is required/],
  [["create", "--workspace", workspace, "--scope", "everything"], 2, /^--scope must be one of programs:read/],
  [["create", "--workspace", workspace, "--scope", "programs:read,everything"], 2, /^--scope must be one of/],
  [["create", "--workspace", "999999", "--scope", "programs:read"], 1, /^There is no workspace 999999/],
  [["revoke", "--agent-key", "999999"], 1, /^There is no agent key 999999/],
  [["revoke", "--agent-key", "agt_x"], 2, /^--agent-key must be an id/],
])("svc agent-keys %s is refused in words", { timeout: 60_000 }, async (words, code, said) => {
  const done = await run(...words);
  expect([done.code, done.stdout]).toEqual([code, ""]);
  expect(done.stderr).toMatch(said);
});
