// Payouts on a schedule, by the service's own job on a real database: once a month across processes, late after an outage, by group, and
// with programs that fail next to others.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import type { PayoutSchedule } from "../../../src/core/rules/events/settings/payout-settings.ts";
import { listAudit } from "../../../src/product/audit/audit-list.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { findNews } from "../../../src/product/notices/find-news.ts";
import { changePayoutSettings } from "../../../src/product/payouts/control/change-settings.ts";
import { askOf } from "../../../src/product/payouts/fixed-statement.ts";
import { listPayouts } from "../../../src/product/payouts/list.ts";
import { findNextPayouts } from "../../../src/product/payouts/schedule/next-payouts-read.ts";
import { runPayoutSchedules } from "../../../src/product/payouts/schedule/run-schedules.ts";
import { findSchedules } from "../../../src/product/payouts/schedule/schedules-read.ts";
import { changeProgram } from "../../../src/product/programs/change.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { sale } from "../../support/event-builders.ts";
import { asOwner } from "../../support/service.ts";
import { beginTrade, happenedAt, record, type Traders } from "../../support/traders.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

const everything = { limit: 1000, cursor: null };
const today = new Date().getUTCDate();
const monthly: PayoutSchedule = {
  currency: "USD",
  group_id: null,
  day_of_month: today,
  minimum_cents: 1_000,
  only_with_recipient: false,
  is_paused: false,
};

/** Anna is owed 20.00 and Ben 5.00, and the schedules were set 40 days ago. */
async function begin(schedules: readonly PayoutSchedule[], settledDaysAgo = 40): Promise<Traders> {
  const traders = await beginTrade(db);
  const { programId } = traders;
  await record(
    db,
    programId,
    sale({ transaction_id: "a1", amount_cents: 10_000 }),
    sale({ transaction_id: "b1", amount_cents: 2_500, customer_key: "customer-2" }),
  );
  await approveCommissions(db.database);
  await setSchedules(programId, schedules);
  const past = new Date(Date.now() - settledDaysAgo * 86_400_000).toISOString();
  await happenedAt(db, programId, past);
  return traders;
}

function setSchedules(programId: number, payout_schedules: readonly PayoutSchedule[]): Promise<void> {
  return changePayoutSettings(db.database, programId, () => ({ payout_schedules }), operator);
}

async function payoutsOf(programId: number) {
  const { data } = await listPayouts(db.database.kysely, programId, everything);
  return data.map(({ partner_id, amount_cents, approvals }) => ({ partner_id, amount_cents, approvals }));
}

describe("a schedule that is due", () => {
  test("creates each payout once, by whichever of several processes, and says so in the audit and a notice", async () => {
    const { programId, annaId } = await begin([monthly]);
    await Promise.all([1, 2, 3, 4].map(() => runPayoutSchedules(db.database)));
    expect(await payoutsOf(programId)).toEqual([{ partner_id: annaId, amount_cents: 2_000, approvals: null }]);
    await record(db, programId, sale({ transaction_id: "a2", amount_cents: 10_000 }));
    await approveCommissions(db.database);
    expect(await runPayoutSchedules(db.database)).toBe(0);

    const { data } = await listAudit(db.database.kysely, programId, everything, { type: "payout_created" });
    expect(data).toMatchObject([{ by_kind: "schedule", by_id: null }]);
    const found = await findNews(db.database.kysely, new Date());
    expect(
      found.filter((finding) => finding.programId === programId && finding.facts.kind === "payouts_scheduled"),
    ).toEqual([
      expect.objectContaining({
        facts: expect.objectContaining({ payout_count: 1, amount_cents: 2_000, currency: "USD" }),
      }),
    ]);
  });

  test("needs two owners for each payout where the program requires two", async () => {
    const { programId } = await begin([monthly]);
    await changeProgram(
      db.database,
      programId,
      { name: null, status: null, settings: { payout_approvals: 2 } },
      operator,
    );
    await runPayoutSchedules(db.database);
    expect(await payoutsOf(programId)).toMatchObject([{ approvals: { needed: 2, missing: 2, created_by: null } }]);
    const found = await findNews(db.database.kysely, new Date());
    expect(found).toContainEqual(
      expect.objectContaining({ programId, facts: { kind: "payouts_to_approve", count: 1 } }),
    );
  });

  test("pays a group by its own schedule, and every other group by the general one", async () => {
    const { programId, annaId, benId } = await begin([
      monthly,
      { ...monthly, group_id: "gold", minimum_cents: 1 },
      { ...monthly, group_id: "silver", is_paused: true },
    ]);
    const move = "update partner set group_moves = $2::jsonb where program_id = $1 and partner_id = $3";
    const into = (group_id: string) => JSON.stringify([{ from_event_id: 1, group_id, existing_customers: "follow" }]);
    await asOwner(db.url, move, [programId, into("gold"), benId]);
    await asOwner(db.url, move, [programId, into("silver"), annaId]);
    expect(await findNextPayouts(db.database.kysely, { programId, partnerId: benId })).toMatchObject([
      { currency: "USD", minimum_cents: 1 },
    ]);
    expect(await findNextPayouts(db.database.kysely, { programId, partnerId: annaId })).toEqual([]);
    await runPayoutSchedules(db.database);
    expect(await payoutsOf(programId)).toMatchObject([{ partner_id: benId, amount_cents: 500 }]);
  });

  test("is not run while it is paused, nor for days before it was set", async () => {
    const paused = await begin([{ ...monthly, is_paused: true }]);
    const justSet = await begin([monthly], 0);
    await runPayoutSchedules(db.database);
    expect(await payoutsOf(paused.programId)).toEqual([]);
    expect(await payoutsOf(justSet.programId)).toEqual([]);
    const [schedule] = await findSchedules(askOf(db.database.kysely), justSet.programId);
    expect(schedule?.times.ran.size).toBe(0);
  });

  test("is run for other programs where one of them fails, and for that one when it can be", async () => {
    const broken = await begin([monthly]);
    const sound = await begin([monthly]);
    const lock = "update program_head set projector_version = projector_version + $2 where program_id = $1";
    await asOwner(db.url, lock, [broken.programId, 1]);
    await expect(runPayoutSchedules(db.database)).rejects.toThrow("payouts of 1 program(s) were not created");
    expect(await payoutsOf(sound.programId)).toHaveLength(1);
    expect(await payoutsOf(broken.programId)).toEqual([]);
    await asOwner(db.url, lock, [broken.programId, -1]);
    expect(await runPayoutSchedules(db.database)).toBe(1);
    expect(await payoutsOf(broken.programId)).toHaveLength(1);
  });
});
