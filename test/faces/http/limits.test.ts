// Rate limits: who is counted, as whom, and the answers they receive.
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { regenerateKey } from "../../../src/access/program-keys.ts";
import { createTestDatabase } from "../../support/database.ts";
import {
  clickOn,
  createTestProgram,
  fieldOf,
  type RunningService,
  refusalOf,
  startService,
} from "../../support/service.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const program = await createTestProgram(database);
const another = await createTestProgram(database);

/** A service for each claim, so that none starts with another's counts. */
const started: RunningService[] = [];
async function start(env: Record<string, string>): Promise<RunningService> {
  const service = await startService(databaseUrl, env);
  started.push(service);
  return service;
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.close()));
});
afterAll(() => testDatabase.drop());

const testSale = { livemode: false };

describe("a browser", () => {
  test("is limited by its address over clicks and leads together, with the time to retry", async () => {
    const service = await start({ RATE_LIMIT_BROWSER_PER_MINUTE: "2" });
    const click_id = await clickOn(service, program);
    expect((await service.post("/api/v1/track/lead", { click_id })).status).toBe(200);
    const limited = await service.post("/api/v1/track/click", { affiliate_url: program.link });
    expect(limited.status).toBe(429);
    const seconds = fieldOf(limited, "error.retry_after_seconds");
    expect(limited.body).toEqual({
      error: { code: "rate_limited", message: expect.any(String), retry_after_seconds: seconds },
    });
    expect(limited.headers.get("retry-after")).toBe(String(seconds));
    expect(limited.headers.get("access-control-allow-origin")).toBe("*");
    expect(Number(seconds)).toBeGreaterThan(0);
    expect(Number(seconds)).toBeLessThanOrEqual(60);
  });

  test("is limited before its body is read", async () => {
    const service = await start({ RATE_LIMIT_BROWSER_PER_MINUTE: "1" });
    expect(refusalOf(await service.post("/api/v1/track/click", "{broken"))).toBe("400 invalid_request");
    expect((await service.post("/api/v1/track/click", "{broken")).status).toBe(429);
  });

  test("does not use up what a key may do", async () => {
    const service = await start({ RATE_LIMIT_BROWSER_PER_MINUTE: "1" });
    const click_id = await clickOn(service, program);
    const lead = await service.post("/api/v1/track/lead", { click_id, customer_key: "c" }, { key: program.key });
    expect(lead.status).toBe(200);
  });
});

describe("an address", () => {
  const clickFrom = (service: RunningService, forwardedFor: string) =>
    service.post(
      "/api/v1/track/click",
      { affiliate_url: program.link },
      { headers: { "x-forwarded-for": forwardedFor } },
    );

  test("is not believed from X-Forwarded-For without a proxy of ours", async () => {
    const service = await start({ RATE_LIMIT_BROWSER_PER_MINUTE: "1" });
    expect((await clickFrom(service, "203.0.113.1")).status).toBe(200);
    expect((await clickFrom(service, "203.0.113.2")).status).toBe(429);
  });

  test("is the one our proxy saw, regardless of the caller's header", async () => {
    const service = await start({ RATE_LIMIT_BROWSER_PER_MINUTE: "1", TRUST_PROXY_HOPS: "1" });
    expect((await clickFrom(service, "203.0.113.1")).status).toBe(200);
    expect((await clickFrom(service, "203.0.113.2")).status).toBe(200);
    expect((await clickFrom(service, "198.51.100.7, 203.0.113.2")).status).toBe(429);
  });

  test("of IPv6 counts with its whole /64", async () => {
    const service = await start({ RATE_LIMIT_BROWSER_PER_MINUTE: "1", TRUST_PROXY_HOPS: "1" });
    expect((await clickFrom(service, "2001:db8:1:2::1")).status).toBe(200);
    expect((await clickFrom(service, "2001:db8:1:2:ffff::9")).status).toBe(429);
    expect((await clickFrom(service, "2001:db8:1:3::1")).status).toBe(200);
  });
});

describe("a key", () => {
  test("is limited over all its calls, wherever they come from, and no other key with it", async () => {
    const service = await start({ RATE_LIMIT_KEY_PER_MINUTE: "2", TRUST_PROXY_HOPS: "1" });
    const call = (key: string, address: string) =>
      service.post("/api/v1/track/sale", testSale, { key, headers: { "x-forwarded-for": address } });
    expect((await call(program.key, "203.0.113.1")).status).toBe(200);
    const refund = await service.post("/api/v1/track/refund", { transaction_id: "x" }, { key: program.key });
    expect(refund.status).toBe(404);
    const limited = await call(program.key, "203.0.113.3");
    expect([limited.status, fieldOf(limited, "error.code")]).toEqual([429, "rate_limited"]);
    expect((await call(another.key, "203.0.113.1")).status).toBe(200);
  });
});

describe("an address whose keys open nothing", () => {
  const call = (service: RunningService, key?: string) =>
    service.post("/api/v1/track/sale", testSale, key === undefined ? {} : { key });

  test("is stopped after as many calls as one key may make, with a key or without", async () => {
    const service = await start({ RATE_LIMIT_KEY_PER_MINUTE: "3", RATE_LIMIT_BAD_SIGNATURES_PER_MINUTE: "1" });
    for (const key of ["aff_guess-1", "aff_guess-2", undefined]) {
      expect(refusalOf(await call(service, key))).toBe("401 unauthorized");
    }
    expect((await call(service, "aff_guess-3")).status).toBe(429);
    expect((await call(service)).status).toBe(429);
  });

  test("keeps out no good key, whether it was used before or not, and uses up nothing of it", async () => {
    const service = await start({ RATE_LIMIT_KEY_PER_MINUTE: "2" });
    expect((await call(service, program.key)).status).toBe(200);
    for (const status of [401, 401, 429, 429]) expect((await call(service, "aff_guess")).status).toBe(status);
    for (const status of [200, 429]) expect((await call(service, program.key)).status).toBe(status);
    for (const status of [200, 200, 429]) expect((await call(service, another.key)).status).toBe(status);
  });

  test("lets a new key through though calls with the one it replaced go on", async () => {
    const service = await start({ RATE_LIMIT_KEY_PER_MINUTE: "3" });
    const rotated = await createTestProgram(database);
    expect((await call(service, rotated.key)).status).toBe(200);
    const key = await regenerateKey(database, rotated.programId, operator);
    for (const status of [401, 401, 401, 401, 429]) expect((await call(service, rotated.key)).status).toBe(status);
    expect((await call(service, key ?? "")).status).toBe(200);
  });
});
