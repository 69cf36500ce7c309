// How often keys are shown: counted per key and day over all processes, by the key and not by its program, and reported.
import { expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { hashKey, regenerateKey } from "../../../src/access/program-keys.ts";
import { openDatabase } from "../../../src/engine/postgres/database.ts";
import { findProgramKey, listFlaggedKeys } from "../../../src/product/keys/list.ts";
import { flagKey } from "../../../src/product/keys/rotation.ts";
import { openKeyUse } from "../../../src/product/keys/use.ts";
import { databaseForFile } from "../../support/for-file.ts";
import { asOwner, createTestProgram, startService } from "../../support/service.ts";
import { startTcpProxy } from "../../support/tcp-proxy.ts";

const testDatabase = await databaseForFile();
const { url: databaseUrl, database } = testDatabase;

const caller = { address: "203.0.113.5", client: "shop/1.0" };
const today = new Date("2026-03-07T10:00:00Z");
const days = ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06", "2026-03-07"];

const usesOf = (programId: number) =>
  asOwner(
    databaseUrl,
    "select day::text, calls, last_used_at from program_key_use where program_id = $1 order by key_hash, day",
    [programId],
  );

async function reportOf(programId: number, now = today) {
  const { data } = await listFlaggedKeys(database.kysely, { limit: 1000, cursor: null }, now);
  return data.find((line) => line.program_id === programId);
}

const flag = (programId: number, rotateBy: Date, now = today) =>
  flagKey(database, { programId, rotateBy, now }, operator);

test("is added up over processes, days in UTC apart, with the last time", async () => {
  const { programId, key } = await createTestProgram(database);
  let clock = new Date("2026-03-06T23:59:59.999Z");
  const [one, other] = [openKeyUse(database, () => clock.getTime()), openKeyUse(database, () => clock.getTime())];
  one.count(hashKey(key), caller);
  other.count(hashKey(key), caller);
  clock = new Date("2026-03-07T00:00:00Z");
  one.count(hashKey(key), caller);
  await Promise.all([one.flush(), other.flush()]);
  clock = new Date("2026-03-07T09:00:00Z");
  one.count(hashKey(key), caller);
  await one.flush();
  await one.flush();
  expect(await usesOf(programId)).toEqual([
    { day: "2026-03-06", calls: 2, last_used_at: new Date("2026-03-06T23:59:59.999Z") },
    { day: "2026-03-07", calls: 2, last_used_at: clock },
  ]);
});

test("of a key that was replaced is not written any more, and a new key starts with nothing", async () => {
  const { programId, key } = await createTestProgram(database);
  const use = openKeyUse(database, () => today.getTime());
  use.count(hashKey(key), caller);
  await use.flush();
  use.count(hashKey(key), caller);
  await regenerateKey(database, programId, operator);
  await use.flush();
  expect(await usesOf(programId)).toMatchObject([{ calls: 1 }]);
  await flag(programId, new Date("2026-03-09T00:00:00Z"));
  expect(await reportOf(programId)).toMatchObject({
    last_used_at: null,
    calls_per_day: days.map((day) => ({ day, calls: 0 })),
  });
});

test("is kept while the database is away, and written when it is back", async () => {
  const { programId, key } = await createTestProgram(database);
  const proxy = await startTcpProxy(databaseUrl);
  const far = openDatabase({ url: proxy.url, connectionsMax: 2, applicationName: "svc-test" });
  const use = openKeyUse(far, () => today.getTime());
  use.count(hashKey(key), caller);
  await proxy.cut();
  await use.flush();
  use.count(hashKey(key), caller);
  await proxy.mend();
  await use.flush();
  expect(await usesOf(programId)).toMatchObject([{ calls: 2 }]);
  await far.close();
  await proxy.cut();
});

test("is reported of flagged keys only, by program, with the days that are left", async () => {
  const flagged = await createTestProgram(database);
  const unflagged = await createTestProgram(database);
  await flag(flagged.programId, new Date("2026-03-09T09:59:59Z"));
  const clocks = ["2026-02-28T23:00:00Z", "2026-03-01T00:00:00Z", "2026-03-05T12:00:00Z", "2026-03-07T09:30:00Z"];
  for (const clock of clocks) {
    const use = openKeyUse(database, () => Date.parse(clock));
    for (const { key } of [flagged, flagged, unflagged]) use.count(hashKey(key), caller);
    await use.flush();
  }
  const calls = [2, 0, 0, 0, 2, 0, 2];
  expect(await reportOf(flagged.programId)).toEqual({
    program_id: flagged.programId,
    program_name: "Acme",
    workspace_id: expect.any(Number),
    workspace_name: "Acme",
    api_token_masked: `aff_••••${flagged.key.slice(-4)}`,
    flagged_at: today,
    rotate_by: new Date("2026-03-09T09:59:59Z"),
    days_left: 1,
    last_used_at: new Date("2026-03-07T09:30:00Z"),
    calls_per_day: days.map((day, index) => ({ day, calls: calls[index] })),
  });
  expect(await reportOf(unflagged.programId)).toBeUndefined();
  expect(await reportOf(flagged.programId, new Date("2026-03-09T09:59:59Z"))).toMatchObject({ days_left: 0 });
  expect(await reportOf(flagged.programId, new Date("2026-03-09T10:00:00Z"))).toMatchObject({ days_left: -1 });
});

test("names who calls with the key, the latest twenty of it, and keeps no caller of a key that was replaced", async () => {
  const { programId, key } = await createTestProgram(database);
  let at = today.getTime();
  const use = openKeyUse(database, () => at);
  for (let host = 1; host <= 25; host += 1) {
    at += 1000;
    use.count(hashKey(key), {
      address: `203.0.113.${host}`,
      client: host === 25 ? `\u0000${"x".repeat(500)}` : "shop/1.0",
    });
    if (host === 12) await use.flush();
  }
  use.count(hashKey(key), { address: "203.0.113.24", client: "shop/1.0" });
  await use.flush();
  const shown = await findProgramKey(database.kysely, programId, today);
  expect(shown?.callers.map(({ address }) => address).toSorted()).toEqual(
    Array.from({ length: 20 }, (_, index) => `203.0.113.${index + 6}`).toSorted(),
  );
  expect(shown?.callers.slice(0, 2)).toMatchObject([
    { address: "203.0.113.24", client: "shop/1.0", calls: 2 },
    { address: "203.0.113.25", client: "unknown", calls: 1 },
  ]);
  use.count(hashKey(key), caller);
  await regenerateKey(database, programId, operator);
  await use.flush();
  expect(await findProgramKey(database.kysely, programId, today)).toMatchObject({ callers: [] });
});

test("is paged without losing a key", async () => {
  const made = [await createTestProgram(database), await createTestProgram(database)];
  for (const { programId } of made) await flag(programId, new Date("2026-04-01T00:00:00Z"));
  const found: number[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listFlaggedKeys>> = await listFlaggedKeys(
      database.kysely,
      { limit: 1, cursor },
      today,
    );
    found.push(...page.data.map((line) => line.program_id));
    cursor = page.next;
  } while (cursor !== null);
  expect(found).toEqual([...new Set(found)]);
  expect(found).toEqual(expect.arrayContaining(made.map(({ programId }) => programId)));
});

test("counts every call to a running service, refused ones too, and is all written when it stops", async () => {
  const program = await createTestProgram(database);
  const clock = new Date("2026-03-07T08:00:00Z");
  const service = await startService(databaseUrl, {}, () => clock.getTime());
  const call = (body: unknown) => service.post("/api/v1/track/sale", body, { key: program.key });
  expect((await call({ livemode: false })).status).toBe(200);
  expect((await call("{broken")).status).toBe(400);
  expect((await service.post("/api/v1/track/sale", {}, { key: "aff_unknown" })).status).toBe(401);
  await flag(program.programId, clock, new Date(clock.getTime() - 1));
  expect((await call({ livemode: false })).status).toBe(401);
  await service.close();
  expect(await usesOf(program.programId)).toEqual([{ day: "2026-03-07", calls: 3, last_used_at: clock }]);
});
