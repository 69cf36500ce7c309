// Audit entries as lines of JSON on the standard output of a real process: each at least once, also of what changed while it was killed.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { operator } from "../../../src/access/permission.ts";
import { changeProgram } from "../../../src/product/programs/change.ts";
import { killChildren } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { asOwner, createTestProgram, type ProgramAtHand, secretKey } from "../../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../../support/service-process.ts";
import { runSvc } from "../../support/svc.ts";

const line = z.looseObject({
  audit: z.looseObject({ kind: z.enum(["change", "access_change"]), type: z.string(), by_kind: z.string().nullable() }),
});
type Entry = z.output<typeof line>["audit"];

let db: TestDatabase;
let program: ProgramAtHand;
beforeAll(async () => {
  db = await createTestDatabase();
  program = await createTestProgram(db.database);
});
afterEach(killChildren);
afterAll(async () => db.drop());

/** Its lines are written also where warnings alone are logged. */
const startWriting = (env: NodeJS.ProcessEnv = {}) =>
  startServiceProcess(db.url, { AUDIT_LOG: "stdout", LOG_LEVEL: "warn", ...env });

function entriesOf({ child }: ServiceProcess): Entry[] {
  return child
    .said()
    .split("\n")
    .filter((text) => text.includes('"audit"'))
    .map((text) => line.parse(JSON.parse(text)).audit);
}

async function hold(days: number): Promise<void> {
  const change = { name: null, status: null, settings: { hold_period_days: days } };
  await changeProgram(db.database, program.programId, change, operator);
}

const daysIn = (entries: readonly Entry[]): unknown[] =>
  entries
    .filter(({ type }) => type === "program_changed")
    .map(({ data }) => z.object({ settings: z.object({ hold_period_days: z.int() }) }).parse(data).settings)
    .map(({ hold_period_days }) => hold_period_days);

const positionOf = async (programId: number) =>
  (
    await asOwner<{ position: number }>(
      db.url,
      `select position from audit_log_position where program_id = ${programId}`,
    )
  )
    .map(({ position }) => Number(position))
    .at(0);

test("changes in the log and of access are written in order, with their author, and those of before are not", async () => {
  await hold(10);
  const service = await startWriting();
  await expect.poll(() => positionOf(program.programId), { timeout: 20_000 }).toBeGreaterThan(0);
  for (const days of [11, 12, 13]) await hold(days);
  await runSvc(["keys", "regenerate", "--program", String(program.programId), "--json"], {
    env: { DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey },
  });
  await expect.poll(() => daysIn(entriesOf(service)), { timeout: 20_000 }).toEqual([11, 12, 13]);
  expect(entriesOf(service).find(({ type }) => type === "program_changed")).toMatchObject({
    kind: "change",
    program_id: program.programId,
    by_kind: "operator",
    by_id: null,
  });
  await expect
    .poll(() => entriesOf(service).find(({ type }) => type === "key_regenerated"), { timeout: 20_000 })
    .toMatchObject({ kind: "access_change", program_id: program.programId });
}, 90_000);

test("what changed while the process was killed is written by the next one", async () => {
  const first = await startWriting();
  await hold(20);
  await expect.poll(() => daysIn(entriesOf(first)), { timeout: 20_000 }).toContain(20);
  first.child.process.kill("SIGKILL");
  await first.child.exit;
  for (const days of [21, 22]) await hold(days);
  const next = await startWriting();
  await expect.poll(() => daysIn(entriesOf(next)).slice(-2), { timeout: 40_000 }).toEqual([21, 22]);
}, 120_000);

test("nothing is written where it was not asked for", async () => {
  const service = await startWriting({ AUDIT_LOG: "none" });
  const before = await positionOf(program.programId);
  await hold(30);
  service.child.process.kill("SIGTERM");
  await service.child.exit;
  expect(entriesOf(service)).toEqual([]);
  expect(await positionOf(program.programId)).toBe(before);
}, 60_000);
