// What all addresses have in common: ids, envelopes, methods, who may call from a page, and the pages for people and machines.
import { describe, expect, test } from "vitest";
import { errorMeanings } from "../../../src/core/vocabulary/errors.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { asOwner, clickOn, createTestProgram, fieldOf, refusalOf } from "../../support/service.ts";

const { service, databaseUrl, database } = await serviceForFile();

const program = await createTestProgram(database);
const browserPaths = ["/api/v1/track/click", "/api/v1/track/lead"];
const keyedPaths = ["/api/v1/track/sale", "/api/v1/track/refund"];
const pagePaths = ["/", "/healthz", "/readyz", "/metrics", "/docs/errors"];

describe("every answer", () => {
  test("carries an id, and the caller's own when it brings one", async () => {
    const [made, brought, strange] = await Promise.all([
      service.request("/healthz"),
      service.request("/healthz", { headers: { "x-request-id": "order-42" } }),
      service.request("/healthz", { headers: { "x-request-id": "<script>" } }),
    ]);
    expect(made?.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(brought?.headers.get("x-request-id")).toBe("order-42");
    expect(strange?.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("is not to be sniffed, and does not say what it is made with", async () => {
    for (const path of [...browserPaths, ...keyedPaths, ...pagePaths, "/none"]) {
      const { headers } = await service.request(path, { method: "GET" });
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
      expect(headers.get("x-powered-by"), path).toBeNull();
      expect(headers.get("etag"), path).toBeNull();
    }
  });
});

describe("an error", () => {
  test("comes in the platform's envelope", async () => {
    const answer = await service.request("/none");
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      data: null,
      error: {
        status: 404,
        name: "NotFoundError",
        message: "There is nothing at this address.",
        details: {},
        code: "not_found",
      },
    });
  });

  test.each(["/api/v1/track", "/api/v1/track/sale/1", "/api/v1/track/sales", "/webhooks/stripe", "/.env", "/a%00b"])(
    "is 404 at %s",
    async (path) => {
      expect(refusalOf(await service.request(path, { method: "POST" }))).toBe("404 not_found");
    },
  );

  test("is a page for a person in a browser, with its id and a link, and JSON for every call", async () => {
    const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    const page = await service.request("/docs/none", { headers: browser });
    expect({ status: page.status, type: page.headers.get("content-type") }).toEqual({
      status: 404,
      type: "text/html; charset=utf-8",
    });
    expect(page.text).toContain("This document does not exist.");
    expect(page.text).toContain(`Request ${page.headers.get("x-request-id")}`);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const call = await service.request("/api/v1/none", { headers: browser });
    expect(refusalOf(call)).toBe("404 not_found");
  });

  test("is 400 where the address is not validly encoded", async () => {
    expect(refusalOf(await service.request("/webhooks/%zz/1", { method: "POST" }))).toBe("400 invalid_request");
  });
});

describe("a method the address does not have", () => {
  test.each([
    ...[...browserPaths, ...keyedPaths, "/webhooks/stripe/1"].flatMap((path) =>
      ["GET", "PUT", "PATCH", "DELETE"].map((method) => [method, path, "POST, OPTIONS"] as const),
    ),
    ...pagePaths.map((path) => ["POST", path, "GET, HEAD, OPTIONS"] as const),
  ])("%s %s is 405 and names those it has", async (method, path, allow) => {
    const answer = await service.request(path, { method });
    expect(refusalOf(answer)).toBe("405 method_not_allowed");
    expect(answer.headers.get("allow")).toBe(allow);
  });

  test("HEAD is 405 without a body where there is only POST, and as GET on a page", async () => {
    const refused = await service.request("/api/v1/track/sale", { method: "HEAD" });
    expect([refused.status, refused.text]).toEqual([405, ""]);
    const page = await service.request("/healthz", { method: "HEAD" });
    expect([page.status, page.text]).toEqual([200, ""]);
  });
});

describe("a page of another origin", () => {
  const preflight = {
    method: "OPTIONS",
    headers: {
      origin: "https://shop.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type",
    },
  };

  test.each(browserPaths)("may call %s with a JSON body and a key", async (path) => {
    const { status, headers } = await service.request(path, preflight);
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-methods")).toContain("POST");
    expect(headers.get("access-control-allow-headers")?.toLowerCase()).toBe("content-type, authorization");
    expect(Number(headers.get("access-control-max-age"))).toBeGreaterThan(0);
  });

  test.each(browserPaths)("can read the answers of %s, errors included", async (path) => {
    for (const body of ["{broken", JSON.stringify({ click_id: await clickOn(service, program) })]) {
      const { headers } = await service.post(path, body);
      expect(headers.get("access-control-allow-origin")).toBe("*");
    }
    const { headers } = await service.request(path, { method: "DELETE" });
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  test.each([...keyedPaths, "/webhooks/stripe/1"])("may not call %s", async (path) => {
    const asked = await service.request(path, preflight);
    expect(asked.headers.get("access-control-allow-origin")).toBeNull();
    const reported = await service.post(path, {}, { key: program.key });
    expect(reported.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("the pages", () => {
  test("say what this is", async () => {
    const answer = await service.request("/");
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ errors: "/docs/errors" });
  });

  test("explain every error code under an anchor of its own, and load files of ours alone", async () => {
    const { status, headers, text } = await service.request("/docs/errors");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    for (const [code, meaning] of Object.entries(errorMeanings)) {
      expect(text).toContain(`id="${code}"`);
      expect(text.replaceAll("&#39;", "'")).toContain(meaning);
    }
  });
});

describe("what machines ask", () => {
  test("is it alive: yes", async () => {
    const answer = await service.request("/healthz");
    expect([answer.status, answer.body]).toEqual([200, { status: "alive" }]);
  });

  test("may it take traffic: yes, with books that hold the whole log", async () => {
    const answer = await service.request("/readyz");
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        status: "ready",
        database: "answers",
        draining: false,
        clock: "agrees",
        log: "append_only",
        oldest_unprojected_seconds: null,
        replica: null,
        oldest_waiting_seconds: 0,
      },
    ]);
  });

  test("the age in seconds of the oldest event that the books do not have", async () => {
    const behind = await createTestProgram(database);
    const { programId } = behind;
    await asOwner(databaseUrl, "update program_head set projected_seq = seq - 1 where program_id = $1", [programId]);
    const answer = await service.request("/readyz");
    await asOwner(databaseUrl, "update program_head set projected_seq = seq where program_id = $1", [programId]);
    expect(answer.status).toBe(200);
    expect(fieldOf(answer, "oldest_unprojected_seconds")).toBeGreaterThanOrEqual(0);
  });

  test("what does it count: requests by route and status, batches, deliveries, itself", async () => {
    await clickOn(service, program);
    await service.request("/some/path/nobody/has");
    const { headers, text } = await service.request("/metrics");
    expect(headers.get("content-type")).toContain("text/plain");
    expect(text).toMatch(
      /svc_http_request_duration_seconds_count\{method="POST",route="\/api\/v1\/track\/click",status="200"\} [1-9]/,
    );
    expect(text).toContain('route="unmatched",status="404"');
    expect(text).not.toContain("/some/path/nobody/has");
    for (const name of [
      "svc_flush_events_count",
      "svc_flush_duration_seconds_count",
      "svc_queued_events",
      "process_cpu",
    ]) {
      expect(text).toContain(name);
    }
  });
});

describe("the access log", () => {
  test("has a line for each request with its id, and no query", async () => {
    await service.request("/healthz?secret=1", { headers: { "x-request-id": "seen-1" } });
    const line = service.logged.find((logged) => logged.includes("seen-1"));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ level: 20, method: "GET", route: "/healthz", status: "200" });
    expect(line).not.toContain("secret");
  });
});
