// What agents read and change over HTTP: the same as people, with the same rules, and bad input refused in words.
import { describe, expect, test } from "vitest";
import { addConnection } from "../../../../src/access/connections.ts";
import { operator } from "../../../../src/access/permission.ts";
import { regenerateKey } from "../../../../src/access/program-keys.ts";
import { openSecrets } from "../../../../src/access/secrets/secrets.ts";
import { agentScopes } from "../../../../src/core/vocabulary/access/agent-scopes.ts";
import { revokeAgentKey } from "../../../../src/product/agents/keys.ts";
import { flagKey } from "../../../../src/product/keys/rotation.ts";
import { addPartner, changeProgram } from "../../../../src/product/programs/change.ts";
import { openScopedReads } from "../../../../src/product/reads/scoped-reads.ts";
import { createAgent } from "../../../support/agents.ts";
import { serviceForFile } from "../../../support/for-file.ts";
import { termsOfOwners } from "../../../support/operation-samples.ts";
import {
  type Answer,
  asOwner,
  bindCustomer,
  createTestProgram,
  fieldOf,
  refusalOf,
  secretKey,
} from "../../../support/service.ts";

let clock = Date.now();
const { service, databaseUrl, database } = await serviceForFile({}, () => clock);

type Options = { readonly method?: string; readonly body?: unknown };

/** A program, and an agent that may do everything with it. */
async function programWithAgent() {
  const program = await createTestProgram(database);
  const agent = await createAgent(database, program);
  const ask = (path: string, { method = "GET", body }: Options = {}): Promise<Answer> =>
    service.request(`/api/agent/v1/programs/${program.programId}${path}`, {
      method,
      key: agent.key,
      ...(body === undefined
        ? {}
        : {
            headers: { "content-type": "application/json" },
            body: typeof body === "string" ? body : JSON.stringify(body),
          }),
    });
  return { ...program, agent, ask };
}

const dataOf = (answer: Answer) => fieldOf(answer, "data");
const messageOf = (answer: Answer) => String(fieldOf(answer, "error.message"));

describe("programs", () => {
  test("are listed page by page, those of the key's workspace and no others", async () => {
    const { agent, programId } = await programWithAgent();
    await programWithAgent();
    const list = (query = "") => service.request(`/api/agent/v1/programs${query}`, { key: agent.key });
    const all = await list();
    expect(all.body).toMatchObject({ data: [{ program_id: programId }], next: null });
    expect(all.text).not.toContain('api_token"');
    const { cursor } = { cursor: fieldOf(await list("?limit=1"), "next") };
    expect(cursor).toBeNull();
    for (const query of ["?limit=0", "?limit=1001", "?limit=ten", "?cursor=abc", "?format=csv", "?limit=1&limit=2"]) {
      expect(refusalOf(await list(query))).toBe("400 invalid_request");
    }
  });

  test("are changed like by people, and nothing else is", async () => {
    const { ask } = await programWithAgent();
    const changed = await ask("", { method: "PATCH", body: { hold_period_days: 30, name: "New" } });
    expect(changed.status).toBe(200);
    expect(dataOf(changed)).toMatchObject({ hold_period_days: 30, name: "New", attribution_window_days: 60 });
    expect(dataOf(await ask(""))).toEqual(dataOf(changed));
  });

  test("keep their terms from a key without the scope for terms", async () => {
    const program = await createTestProgram(database);
    const scopes = agentScopes.filter((scope) => scope !== "programs:terms");
    const { key } = await createAgent(database, program, scopes);
    const change = (body: object): Promise<Answer> =>
      service.request(`/api/agent/v1/programs/${program.programId}`, {
        ...{ method: "PATCH", key, body: JSON.stringify(body) },
        headers: { "content-type": "application/json" },
      });
    for (const terms of termsOfOwners) expect(refusalOf(await change(terms))).toBe("403 forbidden");
    expect((await change({ name: "Renamed" })).status).toBe(200);
  });

  test("are not changed in what they owe the operator", async () => {
    const { ask } = await programWithAgent();
    for (const setting of [{ platform_fee_bps: 0 }, { fee_refunds: "any" }]) {
      const answer = await ask("", { method: "PATCH", body: { name: "Cheap", ...setting } });
      expect(refusalOf(answer)).toBe("403 forbidden");
    }
    expect(dataOf(await ask(""))).toMatchObject({ name: "Acme", platform_fee_bps: 350, fee_refunds: "any" });
  });

  test.each([
    [{}, "at least one field"],
    [{ hold_period_days: 91 }, "hold_period_days must be"],
    [{ hold_period_days: "30" }, "hold_period_days must be a"],
    [{ api_token: "aff_mine" }, "api_token is not known"],
    [{ program_id: 1 }, "program_id is not known"],
    [{ workspace_id: 1 }, "workspace_id is not known"],
    [{ name: " " }, "blank"],
    [{ name: "a\u0000b" }, "NUL"],
    [{ commission: { type: "percentage", rate_bps: 100 } }, "commission.duration_months"],
    ["[]", "must be a JSON object"],
    ["{broken", "not valid JSON"],
    [`{"a":${"[".repeat(40)}${"]".repeat(40)}}`, "nested deeper"],
  ])("cannot be changed by %j", async (body, said) => {
    const { ask } = await programWithAgent();
    const before = await ask("");
    const answer = await ask("", { method: "PATCH", body });
    expect(refusalOf(answer)).toBe("400 invalid_request");
    expect(messageOf(answer)).toContain(said);
    expect((await ask("")).body).toEqual(before.body);
  });

  test("are not there by what is no id", async () => {
    const { agent } = await programWithAgent();
    for (const id of ["0", "-1", "1.5", "abc", "01", "9007199254740992", "99999999999999999999", "%00", "%ff"]) {
      const answer = await service.request(`/api/agent/v1/programs/${id}`, { key: agent.key });
      expect([400, 404]).toContain(answer.status);
      expect(answer.text).not.toContain('"data":{');
    }
  });

  test("refuse a body that is too large or of another type", async () => {
    const { ask, agent, programId } = await programWithAgent();
    const large = await ask("", { method: "PATCH", body: JSON.stringify({ name: "x".repeat(70_000) }) });
    expect(refusalOf(large)).toBe("413 invalid_request");
    const form = await service.request(`/api/agent/v1/programs/${programId}`, {
      method: "PATCH",
      key: agent.key,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "name=x",
    });
    expect(refusalOf(form)).toBe("415 invalid_request");
  });
});

describe("records", () => {
  test("of a program are listed with their filters", async () => {
    const { ask, programId, key, partnerId, ...rest } = await programWithAgent();
    const program = { ...rest, programId, key, partnerId };
    await bindCustomer(service, program, "ann");
    const sale = { transaction_id: "t-1", amount_cents: 1000, customer_key: "ann" };
    await service.post("/api/v1/track/sale", sale, { key });
    await service.post("/api/v1/track/sale", { livemode: false }, { key });

    const events = await ask("/events?type=sale_reported&is_test=true");
    expect(events.body).toMatchObject({ data: [{ type: "sale_reported", is_test: true }], next: null });
    expect((await ask("/events?type=sale_reported")).body).toMatchObject({ data: [{}, {}] });
    const [first, second] = [await ask("/events?limit=1"), await ask("/events")];
    const next = await ask(`/events?limit=1&cursor=${String(fieldOf(first, "next"))}`);
    expect([dataOf(first), dataOf(next)].flat()).toEqual((dataOf(second) as unknown[]).slice(0, 2));

    const commissions = await ask(`/commissions?status=pending&partner_id=${partnerId}`);
    expect(commissions.body).toMatchObject({ data: [{ partner_id: partnerId, amount_cents: 200, currency: "USD" }] });
    expect((await ask(`/commissions?partner_id=${partnerId + 1}`)).body).toEqual({ data: [], next: null });
    expect((await ask("/partners")).body).toMatchObject({ data: [{ partner_id: partnerId, name: "Ann" }], next: null });
  });

  test.each([
    ["/events?outcome=lost", "outcome must be one of"],
    ["/events?is_test=1", "is_test must be"],
    ["/events?unknown=1", "unknown is not known"],
    ["/events?program_id=1", "program_id is not known"],
    ["/events?type=%00", "type"],
    ["/commissions?partner_id=abc", "partner_id must be"],
    ["/commissions?partner_id=0", "partner_id"],
    ["/commissions?status=", "status must be one of"],
    ["/partners?limit=1e3", "limit must be"],
  ])("refuse %s", async (path, said) => {
    const { ask } = await programWithAgent();
    const answer = await ask(path);
    expect(refusalOf(answer)).toBe("400 invalid_request");
    expect(messageOf(answer)).toContain(said);
  });
});

describe("partners", () => {
  test("are added once, by an unused code", async () => {
    const { ask, code } = await programWithAgent();
    const added = await ask("/partners", { method: "POST", body: { name: "Cleo", code: `${code}-cleo` } });
    expect(added.status).toBe(201);
    expect(dataOf(added)).toMatchObject({ name: "Cleo", code: `${code}-cleo`, status: "active" });
    const again = await ask("/partners", { method: "POST", body: { name: "Cleo", code: `${code}-cleo` } });
    expect(refusalOf(again)).toBe("409 partner_code_taken");
    const bad = await ask("/partners", { method: "POST", body: { name: "", code: "a b", status: "active" } });
    expect(refusalOf(bad)).toBe("400 invalid_request");
    expect(fieldOf(bad, "error.details")).toMatchObject({
      fields: expect.arrayContaining([
        expect.objectContaining({ field: "name" }),
        expect.objectContaining({ field: "code" }),
        expect.objectContaining({ field: "status" }),
      ]),
    });
  });
});

describe("readiness", () => {
  const gatesOf = (answer: Answer) =>
    Object.fromEntries(
      (fieldOf(answer, "data.gates") as { gate: string; status: string }[]).map(({ gate, status }) => [gate, status]),
    );

  test("leads from a new program to one that is ready, gate by gate", async () => {
    const { ask, agent: _, ...program } = await programWithAgent();
    const fresh = await ask("/readiness");
    expect(gatesOf(fresh)).toEqual({
      program_active: "passed",
      partner: "passed",
      api_key: "passed",
      click: "open",
      lead: "open",
      sale: "open",
      webhook: "not_needed",
      failed_events: "passed",
      parked_events: "passed",
    });
    expect(fieldOf(fresh, "data")).toMatchObject({
      program_id: program.programId,
      is_ready: false,
      next_action: expect.stringContaining("affiliate link"),
    });

    await ask("/verification", { method: "POST" });
    expect(gatesOf(await ask("/readiness"))).toMatchObject({ click: "tested", lead: "tested", sale: "tested" });

    await bindCustomer(service, program, "ann");
    const sale = { transaction_id: "t-1", amount_cents: 1000, customer_key: "ann" };
    await service.post("/api/v1/track/sale", sale, { key: program.key });
    expect(fieldOf(await ask("/readiness"), "data")).toMatchObject({ is_ready: true, next_action: null });

    const rotateBy = new Date(clock + 1000);
    await flagKey(database, { programId: program.programId, rotateBy, now: new Date(clock) }, operator);
    expect(gatesOf(await ask("/readiness"))).toMatchObject({ api_key: "open" });
    clock += 1000;
    expect(gatesOf(await ask("/readiness"))).toMatchObject({ api_key: "failed" });
    await changeProgram(database, program.programId, { name: null, status: "inactive", settings: {} }, operator);
    expect(fieldOf(await ask("/readiness"), "data")).toMatchObject({
      is_ready: false,
      gates: expect.arrayContaining([expect.objectContaining({ gate: "program_active", status: "failed" })]),
      next_action: expect.stringContaining("active"),
    });
  });

  test("mentions a webhook only if a provider is connected, and pending or failed events", async () => {
    const { ask, programId } = await programWithAgent();
    await asOwner(
      databaseUrl,
      "insert into connection (program_id, provider, livemode, secrets_encrypted) values ($1, 'stripe', true, array['\\x00'::bytea])",
      [programId],
    );
    await asOwner(
      databaseUrl,
      "insert into outcome (program_id, event_id, outcome) values ($1, 1, 'failed'), ($1, 2, 'parked')",
      [programId],
    );
    expect(gatesOf(await ask("/readiness"))).toMatchObject({
      webhook: "open",
      failed_events: "failed",
      parked_events: "open",
    });
  });
});

describe("verification", () => {
  const verify = (ask: Awaited<ReturnType<typeof programWithAgent>>["ask"], body?: unknown) =>
    ask("/verification", { method: "POST", body });

  test("leaves a flagged click, lead and sale in the log, and no money", async () => {
    const { ask, programId } = await programWithAgent();
    const answer = await verify(ask);
    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toMatchObject({
      program_id: programId,
      is_verified: true,
      steps: ["click", "lead", "sale"].map((step) => ({
        step,
        status: "passed",
        event_id: expect.any(Number),
        code: null,
      })),
      next_action: expect.stringContaining("affiliate link"),
    });
    const events = await ask("/events?is_test=true");
    expect((dataOf(events) as { type: string }[]).map(({ type }) => type)).toEqual([
      "click_recorded",
      "lead_reported",
      "sale_reported",
    ]);
    for (const book of ["sale", "commission", "platform_fee", "click", "customer"]) {
      expect(await asOwner(databaseUrl, `select from ${book} where program_id = $1`, [programId])).toEqual([]);
    }
  });

  test("may be asked for with an empty body, an empty object, and nothing else", async () => {
    const { ask } = await programWithAgent();
    expect((await verify(ask, {})).status).toBe(200);
    expect(refusalOf(await verify(ask, { amount_cents: 1 }))).toBe("400 invalid_request");
    expect(refusalOf(await verify(ask, "{broken"))).toBe("400 invalid_request");
  });

  test("fails step by step where the brand's own calls would", async () => {
    const { ask, programId } = await programWithAgent();
    const rotateBy = new Date(clock + 1000);
    await flagKey(database, { programId, rotateBy, now: new Date(clock) }, operator);
    expect(dataOf(await verify(ask))).toMatchObject({ is_verified: true });
    clock += 1000;
    expect(dataOf(await verify(ask))).toMatchObject({
      is_verified: false,
      steps: [
        { step: "click", status: "passed" },
        { step: "lead", status: "failed", code: "api_key_rotation_required", event_id: null },
        { step: "sale", status: "failed", code: "api_key_rotation_required", event_id: null },
      ],
    });
    await changeProgram(database, programId, { name: null, status: "inactive", settings: {} }, operator);
    // The service remembers for some seconds that the program was active.
    clock += 10_000;
    expect(dataOf(await verify(ask))).toMatchObject({
      is_verified: false,
      steps: [
        { step: "click", status: "failed", code: "unknown_link" },
        { step: "lead", status: "failed", code: "unauthorized" },
        { step: "sale", status: "failed", code: "unauthorized" },
      ],
    });
  });

  test("runs ten times an hour for a program, for all callers, and strangers do not use that up", async () => {
    const { ask, programId } = await programWithAgent();
    const stranger = await programWithAgent();
    const theirs = { method: "POST", key: stranger.agent.key };
    expect((await service.request(`/api/agent/v1/programs/${programId}/verification`, theirs)).status).toBe(404);
    const second = await createAgent(database, { programId });
    for (let run = 0; run < 10; run += 1) expect((await verify(ask)).status).toBe(200);
    const limited = await service.request(`/api/agent/v1/programs/${programId}/verification`, {
      method: "POST",
      key: second.key,
    });
    expect(refusalOf(limited)).toBe("429 rate_limited");
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(60);
    expect((await stranger.ask("/verification", { method: "POST" })).status).toBe(200);
  });
});

describe("a key that is revoked while its call is under way", () => {
  const secrets = openSecrets([secretKey]);
  const reads = openScopedReads(database.kysely);

  test("changes and reads nothing more, since both ask in the same transaction", async () => {
    const { agent, programId } = await programWithAgent();
    await revokeAgentKey(database, agent.agentKeyId, operator);
    const actor = { kind: "agent", agentKeyId: agent.agentKeyId } as const;
    // Not that the program does not exist: the key's holder would look for one that is there.
    const refused = { name: "AccessRefused", kind: "unauthorized" };
    const change = { name: "Mine", status: null, settings: {} };
    await expect(changeProgram(database, programId, change, actor)).rejects.toMatchObject(refused);
    await expect(addPartner(database, { programId, name: "X", code: "x-x" }, actor)).rejects.toMatchObject(refused);
    await expect(reads.ofProgram(actor, programId, "read", () => Promise.resolve(1))).rejects.toMatchObject(refused);
    await expect(reads.programs(actor, { limit: 10, cursor: null }, {})).rejects.toMatchObject(refused);
    await expect(reads.ofProgram(actor, 999_999, "read", () => Promise.resolve(1))).rejects.toMatchObject(refused);
  });

  test("waits for a change in progress, or prevents it", async () => {
    const { agent, programId } = await programWithAgent();
    const actor = { kind: "agent", agentKeyId: agent.agentKeyId } as const;
    const change = changeProgram(database, programId, { name: "Raced", status: null, settings: {} }, actor);
    const [changed] = await Promise.allSettled([change, revokeAgentKey(database, agent.agentKeyId, operator)]);
    const [row] = await asOwner<{ name: string }>(databaseUrl, "select name from program where program_id = $1", [
      programId,
    ]);
    expect(row?.name).toBe(changed.status === "fulfilled" ? "Raced" : "Acme");
  });

  test("is never an owner: keys, connections and programs are made by people", async () => {
    const { agent, programId } = await programWithAgent();
    const actor = { kind: "agent", agentKeyId: agent.agentKeyId } as const;
    const refused = { name: "AccessRefused", kind: "forbidden" };
    await expect(regenerateKey(database, programId, actor)).rejects.toMatchObject(refused);
    const connection = { provider: "stripe", livemode: true, secrets: ["whsec_12345678"] };
    await expect(addConnection(database, secrets, { programId, ...connection }, actor)).rejects.toMatchObject(refused);
  });
});
