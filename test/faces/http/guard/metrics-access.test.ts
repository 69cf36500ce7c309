// Who may read the service's metrics: this machine, and a caller with the token.
import { afterEach, describe, expect, test } from "vitest";
import { guardMetrics, type MetricsAccess } from "../../../../src/faces/http/guard/metrics-access.ts";
import { databaseForFile } from "../../../support/for-file.ts";
import { type RunningService, refusalOf, startService } from "../../../support/service.ts";

const testDatabase = await databaseForFile();
const started: RunningService[] = [];
async function start(env: Record<string, string> = {}): Promise<RunningService> {
  const service = await startService(testDatabase.url, env);
  started.push(service);
  return service;
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.close()));
});

describe("without a token, metrics", () => {
  test("are for a caller on this machine", async () => {
    const service = await start();
    expect((await service.request("/metrics")).text).toContain("svc_http_request_duration_seconds");
  });

  test.each(["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "X-Forwarded-Proto", "X-Forwarded-Host"])(
    "are for no one behind a proxy on this machine, as %s shows",
    async (name) => {
      const service = await start();
      const answer = await service.request("/metrics", { headers: { [name]: "203.0.113.1" } });
      expect([refusalOf(answer), answer.headers.get("www-authenticate")]).toEqual(["401 unauthorized", "Bearer"]);
      expect(answer.text).not.toContain("svc_http");
    },
  );
});

test.each([
  ["127.0.0.1:8080", true],
  ["localhost:8080", true],
  ["LOCALHOST", true],
  ["[::1]:8080", true],
  ["127.8.9.1", true],
  ["metrics.acme.example:8080", true],
  ["rebound.attacker.example:8080", false],
  ["localhost.attacker.example", false],
  ["127.0.0.1.attacker.example", false],
  ["not a host", false],
])("a caller on this machine that asks for the host %s is let in: %s", (host, isLetIn) => {
  expect(from("127.0.0.1", { baseUrl: "http://metrics.acme.example:8080" }, { host })).toBe(isLetIn);
});

const from = (address: string, access: Partial<MetricsAccess> = {}, headers: object = {}) => {
  let isLetIn = false;
  const guard = guardMetrics({ token: null, baseUrl: "http://127.0.0.1:8080", trustProxyHops: 0, ...access });
  const request = { headers, socket: { remoteAddress: address } };
  try {
    Reflect.apply(guard, undefined, [request, {}, () => (isLetIn = true)]);
  } catch {
    return false;
  }
  return isLetIn;
};

test.each([
  ["127.0.0.1", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["10.0.0.7", false],
  ["::ffff:10.0.0.7", false],
  ["fe80::1", false],
])("a caller at %s is on this machine: %s", (address, isLetIn) => {
  expect(from(address)).toBe(isLetIn);
});

test("behind https, without TRUST_PROXY_HOPS, even this machine may be a proxy that says nothing", () => {
  expect(from("127.0.0.1", { baseUrl: "https://track.example" })).toBe(false);
  expect(from("127.0.0.1", { baseUrl: "https://track.example", trustProxyHops: 1 })).toBe(true);
});

test("with METRICS_TOKEN they are only for callers that send it, from anywhere", async () => {
  const token = "a-token-for-the-scraper";
  const service = await start({ METRICS_TOKEN: token });
  const scrape = (headers: Record<string, string>) => service.request("/metrics", { headers });
  expect(refusalOf(await scrape({}))).toBe("401 unauthorized");
  expect(refusalOf(await scrape({ authorization: `Bearer ${token}x` }))).toBe("401 unauthorized");
  expect(refusalOf(await scrape({ authorization: "Bearer " }))).toBe("401 unauthorized");
  const read = await scrape({ authorization: `Bearer ${token}`, "x-forwarded-for": "203.0.113.1" });
  expect([read.status, read.text.includes("svc_http_request_duration_seconds")]).toEqual([200, true]);
});
