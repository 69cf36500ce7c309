// Commissions by hand through the write path: many at once, each with its own answer, and respected by approvals and payouts.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { type CommissionDecision, decideCommissions } from "../../../src/product/commissions/change.ts";
import { listCommissions } from "../../../src/product/commissions/list.ts";
import { listAdjustments } from "../../../src/product/payouts/adjustments-list.ts";
import { findPartnerBalances } from "../../../src/product/payouts/balances-read.ts";
import { markPayoutPaid } from "../../../src/product/payouts/change.ts";
import { listOwed } from "../../../src/product/payouts/list.ts";
import { findPaymentStory } from "../../../src/product/stories/story-read.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { paymentRefunded, sale } from "../../support/event-builders.ts";
import { makePayouts } from "../../support/payouts.ts";
import { secretKey } from "../../support/service.ts";
import { submission } from "../../support/submissions.ts";
import { beginTrade, record } from "../../support/traders.ts";

const everything = { limit: 1000, cursor: null };
const all = { partnerId: null, currency: null, minimumCents: 1 };
const reason = "The orders name the partner's own address";
const hold: CommissionDecision = { do: "hold", partnerNote: "We are checking these orders." };

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

async function decide(programId: number, commissionIds: readonly number[], decision: CommissionDecision) {
  const decided = await decideCommissions(db.database, { programId, commissionIds, decision, reason }, operator);
  return decided.map(({ commission_id, result }) => [commission_id, result]);
}

/** Sales of customer-1, each of a hundred dollars. Answers their ids. */
async function sell(programId: number, names: readonly string[]): Promise<number[]> {
  const results = await commitBatch(
    db.database,
    names.map((transaction_id) => submission(programId, sale({ transaction_id }))),
  );
  return results.map((result) => (result.kind === "concluded" ? (result.eventId ?? 0) : 0));
}

async function verified(programId: number): Promise<boolean> {
  const secrets = openSecrets([secretKey]);
  const parts = { database: db.database, ownerUrl: db.url, secrets, now: Date.now, actor: operator };
  const [program] = await verifyPrograms(parts, [programId]);
  return program !== undefined && isVerified(program);
}

const statuses = async (programId: number) =>
  (await listCommissions(db.database.kysely, programId, everything)).data.map(({ status, held_because }) =>
    held_because === null ? status : `${status} ${held_because}`,
  );
const owed = async (programId: number) =>
  (await listOwed(db.database.kysely, programId, everything)).data.map(({ owed_cents }) => owed_cents);

describe("commissions that are held", () => {
  test("are passed over by approvals and payouts until they are released, and each answers for itself", async () => {
    const { programId, annaId } = await beginTrade(db);
    const other = await beginTrade(db, 15);
    const [theirs = 0] = await sell(other.programId, ["theirs"]);
    const [one = 0, two = 0, three = 0] = await sell(programId, ["one", "two", "three"]);
    expect(await decide(programId, [one, two, one, theirs, 999_999], hold)).toEqual([
      ...[one, two].map((id) => [id, "held"]),
      ...[theirs, 999_999].map((id) => [id, "not_found"]),
    ]);
    expect(await decide(programId, [one, three], { do: "approve" })).toEqual([
      [one, "held_by_hand"],
      [three, "approved"],
    ]);
    await approveCommissions(db.database);
    expect(await statuses(programId)).toEqual(["held by_hand", "held by_hand", "approved"]);
    expect(await owed(programId)).toEqual([2_000]);
    const balance = { held_cents: 4_000, owed_cents: 2_000, pending_cents: 0 };
    expect(await findPartnerBalances(db.database.kysely, programId, annaId)).toMatchObject([balance]);
    await makePayouts(db.database, programId, all);

    expect(await decide(programId, [one, three], { do: "release" })).toEqual([
      [one, "released"],
      [three, "not_held"],
    ]);
    await approveCommissions(db.database);
    expect(await statuses(programId)).toEqual(["approved", "held by_hand", "approved"]);
    expect(await owed(programId)).toEqual([2_000]);
    expect(await statuses(other.programId)).toEqual(["pending"]);
    expect(await verified(programId)).toBe(true);
  });

  test("are held once, however many hold them at once, and a refund meanwhile is exact", async () => {
    const { programId } = await beginTrade(db);
    const [id = 0] = await sell(programId, ["one"]);
    const refund = paymentRefunded({ alias: "one", refund_id: "re_1", amount_cents: 2_500 });
    const [results] = await Promise.all([
      Promise.all([1, 2, 3, 4].map(() => decide(programId, [id], hold))),
      record(db, programId, refund),
    ]);
    const held = results.flat().map(([, result]) => result);
    expect(held.toSorted()).toEqual(["already_held", "already_held", "already_held", "held"]);
    const [commission] = (await listCommissions(db.database.kysely, programId, everything)).data;
    expect(commission).toMatchObject({ status: "held", amount_cents: 1_500, hold_reason: reason });
    expect(await decide(programId, [id], { do: "release" })).toEqual([[id, "released"]]);
    expect(await statuses(programId)).toEqual(["refunded"]);
    expect(await verified(programId)).toBe(true);
  });

  test("are named with the payout that pays them all the same, and paid ones cannot be held", async () => {
    const { programId } = await beginTrade(db);
    const [id = 0] = await sell(programId, ["one"]);
    await decide(programId, [id], { do: "approve" });
    const [payoutId = 0] = await makePayouts(db.database, programId, all);
    const wish = { programId, commissionIds: [id], decision: hold, reason };
    const [held] = await decideCommissions(db.database, wish, operator);
    expect(held?.message).toContain(`in payout ${payoutId}`);
    await markPayoutPaid(db.database, { programId, payoutId, method: null, reference: null }, operator);
    expect(await statuses(programId)).toEqual(["paid"]);
    expect(await decide(programId, [id], { do: "release" })).toEqual([[id, "released"]]);
    expect(await decide(programId, [id], hold)).toEqual([[id, "already_paid"]]);
    expect(await verified(programId)).toBe(true);
  });

  test("are shown in the payment's story, as are those that were approved early", async () => {
    const { programId } = await beginTrade(db);
    const [held = 0, early = 0] = await sell(programId, ["one", "two"]);
    await decide(programId, [held], hold);
    await decide(programId, [early], { do: "approve" });
    const words = async (saleId: number) => {
      const story = await findPaymentStory(db.database, { programId, now: new Date() }, { saleId });
      return story?.steps.map((step) => step.summary).join("\n");
    };
    expect(await words(held)).toContain(`put on hold manually: ${reason}`);
    expect(await words(early)).toContain(`approved manually, before its hold was over: ${reason}`);
  });
});

test("what is owed or taken off in addition to what was paid is listed, by partner and direction", async () => {
  const { programId, annaId, benId } = await beginTrade(db);
  const [id = 0] = await sell(programId, ["one"]);
  await decide(programId, [id], { do: "approve" });
  const [payoutId = 0] = await makePayouts(db.database, programId, all);
  await markPayoutPaid(db.database, { programId, payoutId, method: null, reference: null }, operator);
  await record(db, programId, paymentRefunded({ alias: "one", refund_id: "re_1", amount_cents: 2_500 }));
  const list = async (filter: object) =>
    (await listAdjustments(db.database.kysely, programId, everything, filter)).data;
  const line = { sale_id: id, transaction_id: "one", partner_id: annaId, currency: "USD" };
  const figures = { amount_cents: -500, paid_cents: 2_000, due_cents: 1_500, is_held: false, payout_id: null };
  expect(await list({})).toEqual([{ ...line, ...figures, partner_name: expect.stringContaining("anna") }]);
  expect(await list({ direction: "taken_off", partner_id: annaId, currency: "USD" })).toHaveLength(1);
  for (const none of [{ direction: "owed" }, { partner_id: benId }, { currency: "EUR" }]) {
    expect(await list(none)).toEqual([]);
  }
});
