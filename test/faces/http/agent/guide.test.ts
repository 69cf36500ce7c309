// /AGENTS.md and /llms.txt are true: every call in them is made as it is written, every address they name exists, and the
// JavaScript runs against the service.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { isErrorCode } from "../../../../src/core/vocabulary/errors.ts";
import { loadOperations } from "../../../../src/product/operation/groups.ts";
import { createAgent } from "../../../support/agents.ts";
import { serviceForFile } from "../../../support/for-file.ts";
import { asOwner, clickOn, createTestProgram, fieldOf } from "../../../support/service.ts";

const { service, databaseUrl, database } = await serviceForFile();
const program = await createTestProgram(database);
const agent = await createAgent(database, program);

const guide = (await service.request("/AGENTS.md")).text;
const llms = (await service.request("/llms.txt")).text;

function blocksOf(language: string): string[] {
  return [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , text = ""]) => text);
}

describe("the pages", () => {
  test.each(["/AGENTS.md", "/llms.txt"])("%s is Markdown for anyone, with the service's own address", async (path) => {
    const answer = await service.request(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(answer.text).toContain(service.url);
    expect(answer.text).not.toMatch(/\{base_url\}|\{operations\}/);
    expect((await service.request(path, { method: "HEAD" })).status).toBe(200);
    expect((await service.request(path, { method: "POST" })).status).toBe(405);
  });

  test("are linked where an agent looks first", async () => {
    expect((await service.request("/")).body).toMatchObject({
      agents: expect.arrayContaining(["/AGENTS.md", "/llms.txt"]),
    });
    expect(llms).toMatch(/^# .+\n\n> /);
    expect(llms).toContain(`${service.url}/AGENTS.md`);
  });

  test("name only addresses that exist, each with a method it has", async () => {
    const named = [...`${guide}${llms}`.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[^\s`?]+)/g)];
    expect(named.length).toBeGreaterThan(15);
    for (const [, method = "", path = ""] of named) {
      const { status, text } = await service.request(path.replace("PROGRAM_ID", "1"), { method });
      expect([method, path, status, text]).not.toEqual([method, path, 405, expect.anything()]);
      expect([method, path, text]).not.toEqual([method, path, expect.stringContaining("nothing at this address")]);
    }
    const linked = [...`${guide}${llms}`.matchAll(new RegExp(`${service.url}(/[\\w./-]+)`, "g"))];
    for (const path of new Set(linked.map(([, path = ""]) => path))) {
      const { status } = await service.request(path);
      expect([path, status]).toEqual([path, path.endsWith("/mcp") ? 405 : 200]);
    }
  });

  test("name only error codes that exist", () => {
    const codes = [...guide.matchAll(/`(?:\d{3} )?([a-z]+(?:_[a-z]+)+)`/g)].map(([, code = ""]) => code);
    const known = ["api_key_rotation_required", "duplicate_transaction", "no_attribution"];
    expect(codes).toEqual(expect.arrayContaining(known));
    for (const code of ["api_key_rotation_required", "duplicate_transaction", "no_attribution", "insufficient_scope"]) {
      expect(isErrorCode(code)).toBe(true);
      expect(guide).toContain(code);
    }
  });
});

test("every call does what it says, in the order of the page", async () => {
  const values: Record<string, string> = {
    SVC_API_KEY: program.key,
    AGENT_KEY: agent.key,
    PROGRAM_ID: String(program.programId),
    PARTNER_CODE: program.code,
    "SHOP.EXAMPLE": "shop.example",
    CUSTOMER_ID: "user-42",
    ORDER_ID: "order-1001",
    REFUND_ID: "refund-1",
  };
  const fill = (text: string) =>
    Object.entries(values).reduce((filled, [name, value]) => filled.replaceAll(name, value), text);
  const answers: unknown[] = [];
  for (const block of blocksOf("http")) {
    const [head = "", body = ""] = fill(block).split("\n\n");
    const [requestLine = "", ...headerLines] = head.trim().split("\n");
    const [method = "", path = ""] = requestLine.split(" ");
    const headers = Object.fromEntries(headerLines.map((line) => line.split(": ") as [string, string]));
    const answer = await service.request(path, {
      method,
      headers,
      ...(body.trim() === "" ? {} : { body: body.trim() }),
    });
    expect([requestLine, answer.status, answer.text]).toEqual([requestLine, 200, answer.text]);
    if (path.endsWith("/click") && "CLICK_ID" in values === false)
      values.CLICK_ID = String(fieldOf(answer, "click_id"));
    answers.push(answer.body);
  }
  expect(answers).toMatchObject([
    { click_id: expect.any(String), partner_code: program.code },
    { lead_id: expect.any(Number) },
    { sale_id: expect.any(Number), commission_id: expect.any(Number) },
    { status: "refunded", refunded_cents: 1000 },
    { data: { test_mode: true } },
    { data: { test_mode: true } },
    { data: { test_mode: true, programId: program.programId } },
    { data: { is_ready: true } },
    { data: { is_verified: true } },
    { data: expect.any(Array), next: null },
  ]);
});

describe("the JavaScript", () => {
  test("without a framework reports a signup and its sale, and throws nothing", async () => {
    const folder = await mkdtemp(join(tmpdir(), "svc-guide-"));
    try {
      const [source = ""] = blocksOf("js").filter((block) => block.startsWith("// svc.mjs"));
      await writeFile(join(folder, "svc.mjs"), source);
      vi.stubEnv("SVC_API_KEY", program.key);
      const { track, clickIdOf } = await import(pathToFileURL(join(folder, "svc.mjs")).href);
      const clickId = clickIdOf(`theme=dark; svc_click_id=${await clickOn(service, program)}; lang=en`);
      expect(await track("lead", { customer_key: "js-user", click_id: clickId })).toMatchObject({ ok: true });
      const sale = { transaction_id: "js-order", amount_cents: 4900, customer_key: "js-user" };
      expect(await track("sale", sale)).toMatchObject({ ok: true, status: 200, data: { sale_id: expect.any(Number) } });
      expect(await track("sale", sale)).toMatchObject({ ok: false, status: 409, code: "duplicate_transaction" });
      const nobody = await track("sale", { ...sale, transaction_id: "js-2", customer_key: "nobody" });
      expect(nobody).toMatchObject({ ok: false, status: 400, code: "no_attribution", data: null });
      expect(clickIdOf(undefined)).toBeUndefined();
      const [booked] = await asOwner(databaseUrl, "select partner_id from sale where transaction_id = 'js-order'");
      expect(booked).toEqual({ partner_id: program.partnerId });

      await writeFile(join(folder, "down.mjs"), source.replace(service.url, "http://127.0.0.1:9"));
      const down = await import(pathToFileURL(join(folder, "down.mjs")).href);
      const said = vi.spyOn(console, "error").mockReturnValue();
      expect(await down.track("sale", sale)).toEqual({ ok: false, status: 0, code: undefined, data: null });
      expect(said).toHaveBeenCalledOnce();
      said.mockRestore();
    } finally {
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true });
    }
  });
});

describe("what it says of stacks", () => {
  test("covers those that were asked for", () => {
    for (const stack of ["Plain HTML", "Next.js", "Express", "Checkout metadata"])
      expect(guide).toContain(`## ${stack}`);
    for (const provider of ["Stripe", "Paddle", "Polar"]) expect(guide).toContain(`**${provider}**`);
  });

  test("names each metadata key as the adapters read them", () => {
    for (const key of ["svc_customer_key", "svc_click_id", "program_id"]) expect(guide).toContain(`| \`${key}\` |`);
  });

  test("lists every operation with its scope", async () => {
    expect(guide).toContain(
      "| `POST /api/agent/v1/programs/PROGRAM_ID/verification` | `run_verification` | `tracking:test` |",
    );
    const operations = (await loadOperations()).filter(({ tool, http }) => tool !== null && http !== null);
    expect(guide.match(/^\| `\w+ \/api\/agent\/v1\//gm)).toHaveLength(operations.length);
  });
});
