// A key that was replaced, at a service that still has it cached: a call whose body is refused gets the key's error first. Two services on
// one database, as two processes would be.
import { afterAll, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { regenerateKey } from "../../../src/access/program-keys.ts";
import { createTestDatabase } from "../../support/database.ts";
import { asOwner, createTestProgram, type RunningService, refusalOf, startService } from "../../support/service.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const services = [await startService(databaseUrl), await startService(databaseUrl)];
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
  await testDatabase.drop();
});

const badCalls: readonly (readonly [refusal: string, body: string, headers: Readonly<Record<string, string>>])[] = [
  ["400 invalid_request", "{broken", {}],
  ["400 invalid_request", "{}", {}],
  ["413 invalid_request", "x".repeat(70_000), {}],
  ["415 invalid_request", "a=b", { "content-type": "application/x-www-form-urlencoded" }],
];

const paths = ["sale", "refund", "lead", "payment-reference"].map((call) => `/api/v1/track/${call}`);

async function linesOf(programId: number): Promise<number> {
  const lines = await asOwner(databaseUrl, "select from tracking_log where program_id = $1", [programId]);
  return lines.length;
}

test.each(paths.flatMap((path) => badCalls.map((call) => [path, ...call] as const)))(
  "%s that was refused with %s is refused with 401 instead, and leaves no line",
  async (path, refusal, body, headers) => {
    const watched = await createTestProgram(database);
    const ask = (service: RunningService, key: string) => service.post(path, body, { key, headers });
    for (const service of services) expect(refusalOf(await ask(service, watched.key))).toBe(refusal);
    expect(await linesOf(watched.programId)).toBe(2);

    const key = await regenerateKey(database, watched.programId, operator);
    if (key === undefined) throw new Error("the program got no new key");
    for (const service of services) expect(refusalOf(await ask(service, watched.key))).toBe("401 unauthorized");
    expect(await linesOf(watched.programId)).toBe(2);

    for (const service of services) expect(refusalOf(await ask(service, key))).toBe(refusal);
    expect(await linesOf(watched.programId)).toBe(4);
  },
);
