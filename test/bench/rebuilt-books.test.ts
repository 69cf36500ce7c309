// The replay scenario measures books that are equal, and nothing where they are not: a rule that SQL alone does not know yet fails here.
import { afterAll, expect, test } from "vitest";
import { openBenchInstallation } from "../../bench/installation.ts";
import { writeLog } from "../../bench/replay/bench-database.ts";
import { projectLive, requireEqualShadows, requireEqualToLive } from "../../bench/replay/checks.ts";
import { Contest } from "../../bench/replay/contenders.ts";
import { createTestDatabase } from "../support/database.ts";

const testDatabase = await createTestDatabase();
const { database, secrets, url, close } = await openBenchInstallation(testDatabase.url);
const bench = { database, secrets, ownerUrl: url, storeUrl: url, postgres: "of the tests" };
afterAll(async () => {
  await close();
  await testDatabase.drop();
});
const contest = new Contest(bench);
/** Ten customers of each program; one disputes a payment. */
const size = { events: 200, programs: 2 };

test("books by SQL alone are those of a rebuild, row by row", async () => {
  const log = await writeLog(bench, { name: "without flags", ...size });
  expect(log.events).toBeGreaterThan(size.events);
  const ours = await contest.runAndLeave("svc", log);
  const bySql = await contest.runAndLeave("sql", log);
  await requireEqualShadows(bench, log, ours.runId, bySql.runId);
  await contest.drop(ours.runId);
  await contest.drop(bySql.runId);
});

test("books rebuilt of programs that look for flags are the live ones, row by row", async () => {
  const log = await writeLog(bench, { name: "with flags", ...size, hasFlags: true });
  await projectLive(bench, log);
  const { runId } = await contest.runAndLeave("svc", log);
  await requireEqualToLive(bench, log, runId);
  await contest.drop(runId);
});
