// A rule is broken on purpose, events come in, the rule is corrected: the replay predicts exactly what the fix changes,
// applies exactly that, and leaves a trace of every row.
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { applyReplay } from "../../../src/engine/replay/apply.ts";
import { planReplay } from "../../../src/engine/replay/plan.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, refund, sale } from "../../support/event-builders.ts";
import { replayParts, wish } from "../../support/replaying.ts";
import { createTestProgram, dumpBooks, submission } from "../../support/submissions.ts";

const rule = vi.hoisted(() => ({ isBroken: false }));
vi.mock("../../../src/core/vocabulary/money/money.ts", async (importOriginal) => {
  const real = await importOriginal<typeof import("../../../src/core/vocabulary/money/money.ts")>();
  const shareRoundedUp = (amount: number, numerator: number, denominator: number): number =>
    Math.ceil((amount * numerator) / denominator);
  return {
    ...real,
    shareOf: (...given: Parameters<typeof real.shareOf>) =>
      rule.isBroken ? shareRoundedUp(...given) : real.shareOf(...given),
  };
});

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(() => {
  rule.isBroken = false;
});
afterAll(async () => {
  vi.doUnmock("../../../src/core/vocabulary/money/money.ts");
  await db.drop();
});

async function soldWhileBroken(code: string): Promise<{ programId: number; partnerId: number }> {
  const { programId, partnerIds } = await createTestProgram(db, { platform_fee_bps: 0 }, [code]);
  const partnerId = partnerIds[0] ?? 0;
  rule.isBroken = true;
  // 20 % of 1,001 is 200.2: 200 by the contract, 201 when rounded up. 20 % of 10,000 is 2,000 either way.
  const events = [
    click(partnerId),
    lead(),
    sale({ transaction_id: "in_1", amount_cents: 1_001 }),
    sale({ transaction_id: "in_2", amount_cents: 10_000 }),
    sale({ transaction_id: "in_3", amount_cents: 2_001 }),
    refund({ transaction_id: "in_2", refund_amount_cents: 5_000 }),
  ];
  const results = await commitBatch(
    db.database,
    events.map((one) => submission(programId, one)),
  );
  expect(results.every((result) => result.kind === "concluded")).toBe(true);
  rule.isBroken = false;
  return { programId, partnerId };
}

test("a corrected rule is predicted to the cent, applied, traced, and then nothing differs", async () => {
  const { programId, partnerId } = await soldWhileBroken("rounding");
  const before = await dumpBooks(db.url);
  const idsBefore = await saleIds(programId);

  const plan = await planReplay(replayParts(db), wish({ program_ids: [programId] }));
  expect(plan.programs).toMatchObject([
    {
      program_id: programId,
      status: "planned",
      difference: {
        books: [{ book: "commission", added: 0, removed: 0, changed: 2 }],
        money: [{ book: "commission", partner_id: partnerId, currency: "USD", before_cents: 602, after_cents: 600 }],
      },
    },
  ]);
  expect(await dumpBooks(db.url), "a dry run writes nothing").toBe(before);

  const applied = await applyReplay(replayParts(db), plan.run.run_id);
  expect(applied).toMatchObject({ rowsChanged: 2, readingsReplaced: 0, run: { status: "applied" } });
  expect(await saleIds(programId)).toEqual(idsBefore);
  expect(await changes(plan.run.run_id)).toMatchObject([
    { book: "commission", before: { amount_cents: 201 }, after: { amount_cents: 200 } },
    { book: "commission", before: { amount_cents: 401 }, after: { amount_cents: 400 } },
  ]);
  const verified = await verifyPrograms(replayParts(db), [programId]);
  expect(verified).toEqual([
    { program_id: programId, events: 8, log_faults: [], books_difference: null, earlier_rules: null, imbalances: [] },
  ]);
  expect(verified.every(isVerified)).toBe(true);
  expect(await shadowSchemas()).toEqual([]);
});

async function saleIds(programId: number): Promise<number[]> {
  const rows = await db.database.kysely
    .selectFrom("commission")
    .select("sale_id")
    .where("program_id", "=", programId)
    .orderBy("sale_id")
    .execute();
  return rows.map((row) => row.sale_id);
}

async function changes(runId: number): Promise<object[]> {
  return db.database.withSession((session) =>
    session.query(
      {
        name: "test_changes",
        text: "select * from replay_change where run_id = $1 order by (row_key ->> 'sale_id')::bigint",
      },
      [runId],
    ),
  );
}

async function shadowSchemas(): Promise<string[]> {
  const rows = await db.database.withSession((session) =>
    session.query<{ nspname: string }>(
      { name: "test_schemas", text: "select nspname from pg_namespace where nspname like 'svc_replay_%'" },
      [],
    ),
  );
  return rows.map((row) => row.nspname);
}
