// Deliveries are read again by one replay, or retried, while another rebuilds the books separately: at the end the books match the log.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import type { Database } from "../../../src/engine/postgres/database.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { applyReplay } from "../../../src/engine/replay/apply.ts";
import { buildBooks } from "../../../src/engine/replay/build.ts";
import { inspect } from "../../../src/engine/replay/inspect.ts";
import { planReplay } from "../../../src/engine/replay/plan.ts";
import { findTargets } from "../../../src/engine/replay/programs.ts";
import { everyFailed, findFailed, firstPlace, retryDelivery } from "../../../src/engine/replay/reading/retry-failed.ts";
import { dropShadow, openShadow } from "../../../src/engine/replay/shadow.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, sale } from "../../support/event-builders.ts";
import { connectStripe, deliverMisread } from "../../support/misread-deliveries.ts";
import { replayParts, testSecrets, wish } from "../../support/replaying.ts";
import { createTestProgram, submission } from "../../support/submissions.ts";

let db: TestDatabase;
let programId: number;
let connectionId: number;
let codes = 0;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  codes += 1;
  const program = await createTestProgram(db, {}, [`partner-${codes}`]);
  programId = program.programId;
  connectionId = await connectStripe(db.database, programId);
  await record(click(program.partnerIds[0] ?? 0), lead());
});
afterAll(async () => db.drop());

async function record(...events: Parameters<typeof submission>[1][]): Promise<void> {
  await commitBatch(
    db.database,
    events.map((one) => submission(programId, one)),
  );
}

const deliver = () => deliverMisread(db.database, { programId, connectionId });
const plan = (fromDeliveries: boolean) =>
  planReplay(replayParts(db), wish({ program_ids: [programId], from_deliveries: fromDeliveries }));
const apply = (runId: number) => applyReplay(replayParts(db), runId);
const isSound = async () => (await verifyPrograms(replayParts(db), [programId])).every(isVerified);
const payments = async () => {
  const rows = await db.database.kysely
    .selectFrom("sale")
    .select("transaction_id")
    .where("program_id", "=", programId)
    .orderBy("sale_id")
    .execute();
  return rows.map((row) => row.transaction_id);
};

/** As this database, where something happens before a statement of this name is sent outside of a transaction. */
function happensBefore(database: Database, name: string, act: () => Promise<unknown>): Database {
  return {
    ...database,
    withSession: (run) =>
      database.withSession((session) =>
        run({
          ...session,
          async query(statement, values) {
            if (statement.name === name) await act();
            return session.query(statement, values);
          },
        }),
      ),
  };
}

async function retry(): Promise<void> {
  const [failed] = await findFailed(db.database, { ...everyFailed, programIds: [programId] }, firstPlace, 1);
  if (failed === undefined) throw new Error("nothing failed");
  const retried = await retryDelivery({ database: db.database, secrets: testSecrets, actor: operator }, failed);
  expect(retried).toMatchObject({ kind: "taken_up", outcome: "duplicate" });
}

test("a plan that was interrupted is not given readings that its books do not hold", async () => {
  await deliver();
  const parts = replayParts(db);
  const asked = wish({ program_ids: [programId], from_deliveries: true });
  const interrupt = () => {
    throw new Error("interrupted");
  };
  await expect(planReplay(parts, asked, { onReread: interrupt })).rejects.toThrow("interrupted");
  const database = happensBefore(db.database, "heads_to_replay", deliver);
  await expect(planReplay({ ...parts, database }, asked, { onBuilt: interrupt })).rejects.toThrow("interrupted");
  const resumed = await planReplay(parts, asked);
  expect(resumed).toMatchObject({ wasInterrupted: true, reread: { read: 1, differing: 1 } });
  await apply(resumed.run.run_id);
  expect(await isSound()).toBe(true);
});

test("a plan is applied with what another replay read again since", async () => {
  await deliver();
  const asLogged = await plan(false);
  const fromDeliveries = await plan(true);
  await apply(fromDeliveries.run.run_id);
  await apply(asLogged.run.run_id);
  expect(await payments()).toEqual(["in_000000000000000000000000"]);
  expect(await isSound()).toBe(true);
});

test("a plan is applied with a delivery that was retried since, after the sale that came before it", async () => {
  await deliver();
  const { run } = await plan(true);
  await record(sale({ transaction_id: "in_000000000000000000000000" }));
  await retry();
  await apply(run.run_id);
  expect(await payments()).toEqual(["in_000000000000000000000000"]);
  expect(await isSound()).toBe(true);
});

test("deliveries that another replay reads while books are compared are no fault of the books", async () => {
  await deliver();
  const { run } = await plan(true);
  const runId = 4_711;
  const shadow = await openShadow({ ownerUrl: db.url, runId });
  try {
    const targets = await findTargets(db.database, { program_ids: [programId], provider: null, since: null });
    await buildBooks(shadow, targets);
    await apply(run.run_id);
    const differences: unknown[] = [];
    await inspect(shadow, targets, { watch: {}, keepRowsOf: null }, async (inspected) => {
      differences.push(...inspected.map(({ difference }) => difference));
    });
    expect(differences).toEqual([null]);
  } finally {
    await shadow.close();
    await dropShadow(db.url, runId);
  }
});
