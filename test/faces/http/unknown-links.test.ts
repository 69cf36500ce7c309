// Links that lead nowhere, and pages that look a secret of their address up: counted by address before the database is asked.
import { afterEach, describe, expect, test } from "vitest";
import { databaseForFile } from "../../support/for-file.ts";
import { createTestProgram, type RunningService, startService } from "../../support/service.ts";

const testDatabase = await databaseForFile();
const program = await createTestProgram(testDatabase.database, { site_url: "https://acme.example" });
const started: RunningService[] = [];
async function start(perMinute: number): Promise<RunningService> {
  const service = await startService(testDatabase.url, { RATE_LIMIT_UNKNOWN_LINKS_PER_MINUTE: String(perMinute) });
  started.push(service);
  return service;
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.close()));
});

const statusesOf = async (service: RunningService, paths: readonly string[]) => {
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await service.request(path, { redirect: "manual" })).status);
  return statuses;
};

describe("an address that opens links that are not there", () => {
  test("has to wait, and still follows a link that is known", async () => {
    const service = await start(2);
    const known = `/r/${program.code}`;
    expect(await statusesOf(service, [known, known, known])).toEqual([302, 302, 302]);
    expect(await statusesOf(service, ["/r/no-such-1", "/r/no-such-2", "/r/no-such-3", known])).toEqual([
      404, 404, 429, 302,
    ]);
    const limited = await service.request("/r/no-such-4");
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("is not counted for one that no code can be", async () => {
    const service = await start(1);
    expect(await statusesOf(service, ["/r/-", "/r/%20", "/r/-", "/r/no-such-5", "/r/no-such-6"])).toEqual([
      404, 404, 404, 404, 429,
    ]);
  });
});

test.each(["/operator?link=opl_made-up", "/invitation?ticket=made-up"])("%s is counted by address", async (path) => {
  const service = await start(2);
  expect(await statusesOf(service, [path, path, path])).toEqual([404, 404, 429]);
});
