// The trial balance through everything that moves a partner's money, each figure worked out by hand, and zero at each step. What it
// said then is what it says of that event later.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import {
  type BalanceAccount,
  type BalanceLine,
  balanceAccountNames,
  findImbalances,
  readTrialBalance,
  type TrialBalance,
} from "../../../src/engine/books/trial-balance.ts";
import { lookAt } from "../../../src/engine/replay/as-of.ts";
import { findBalance } from "../../../src/product/balance/read.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { cancelPayout, markPayoutPaid, markPayoutReturned, recordExport } from "../../../src/product/payouts/change.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { byHand, payoutImported, refund, sale, saleImported } from "../../support/event-builders.ts";
import type { TestEvent } from "../../support/memory-program.ts";
import { makePayouts } from "../../support/payouts.ts";
import { replayParts } from "../../support/replaying.ts";
import { beginTrade, disputeOf, record as recordInProgram } from "../../support/traders.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

type Accounts = Partial<Record<BalanceAccount, number>>;

/** Of one program; each look is remembered with the event it was at. */
async function begin() {
  const { programId, annaId, benId } = await beginTrade(db);
  const looks: { readonly eventId: number; readonly balance: TrialBalance }[] = [];
  return {
    programId,
    annaId,
    benId,
    looks,
    record: (...events: readonly TestEvent[]) => recordInProgram(db, programId, ...events),
    payouts: (partnerId: number | null = null) =>
      makePayouts(db.database, programId, { partnerId, currency: null, minimumCents: 1 }),
    pay: (payoutId: number) =>
      markPayoutPaid(db.database, { programId, payoutId, method: null, reference: null }, operator),
    async is(expected: Readonly<Record<string, Accounts>>) {
      expect(await findImbalances(db.database.kysely, programId)).toEqual([]);
      const { event_id, lines, fees, is_balanced } =
        (await findBalance(db.database.kysely, programId, { partnerId: null, currency: null })) ?? missing();
      expect(Object.fromEntries(lines.map((line) => [line.currency, accountsOf(line)]))).toEqual(expected);
      for (const line of lines) expect(line).toMatchObject({ total_cents: 0, items_difference_cents: 0 });
      expect(is_balanced).toBe(true);
      looks.push({ eventId: event_id ?? 0, balance: { lines, fees } });
    },
  };
}

function missing(): never {
  throw new Error("there is no balance");
}

function accountsOf(line: BalanceLine): Record<string, unknown> {
  const entries = balanceAccountNames.map((name) => [name, line[name]] as const);
  return Object.fromEntries(entries.filter(([, cents]) => cents !== 0));
}

type Story = Awaited<ReturnType<typeof begin>>;

async function looksBack({ programId, looks }: Story): Promise<void> {
  const { rows } = await eventsOf(programId);
  for (const { eventId, balance } of looks) {
    const seq = rows.get(eventId) ?? 0;
    const where = { programIds: [programId], point: { seq } };
    expect(await lookAt(replayParts(db), where, (books) => readTrialBalance(books, programId))).toEqual(balance);
  }
}

async function eventsOf(programId: number) {
  const events = await db.database.kysely
    .selectFrom("event")
    .select(["id", "seq"])
    .where("program_id", "=", programId)
    .execute();
  return { rows: new Map(events.map(({ id, seq }) => [id, seq])) };
}

test("from a sale to a payout that comes back, with what changes meanwhile, in two currencies", {
  timeout: 60_000,
}, async () => {
  const story = await begin();
  const { record, is, payouts, pay, annaId } = story;
  await is({});

  // 20 %: 2,000 and 667 cents, and 50,000 dong.
  await record(
    sale({ transaction_id: "a1", amount_cents: 10_000 }),
    sale({ transaction_id: "a2", amount_cents: 3_333 }),
    sale({ transaction_id: "a-vnd", amount_cents: 250_000, currency: "VND" }),
  );
  await is({
    USD: { earned_cents: 2_667, pending_cents: -2_667 },
    VND: { earned_cents: 50_000, pending_cents: -50_000 },
  });

  // A third of a2 is refunded before any payout, and takes a third of 667.
  await record(refund({ transaction_id: "a2", refund_amount_cents: 1_111, refund_id: "r1" }));
  const dong = { VND: { earned_cents: 50_000, pending_cents: -50_000 } };
  await is({ USD: { earned_cents: 2_667, reversed_cents: -222, pending_cents: -2_445 }, ...dong });

  // A dispute holds a1; won, it is pending again.
  await record(disputeOf.opened("a1"));
  await is({ USD: { earned_cents: 2_667, reversed_cents: -222, pending_cents: -445, held_cents: -2_000 }, ...dong });
  await record(disputeOf.closed("a1", "won"));
  await is({ USD: { earned_cents: 2_667, reversed_cents: -222, pending_cents: -2_445 }, ...dong });

  await approveCommissions(db.database);
  await is({
    USD: { earned_cents: 2_667, reversed_cents: -222, payable_cents: -2_445 },
    VND: { earned_cents: 50_000, payable_cents: -50_000 },
  });

  // Created, exported, and of the dong cancelled.
  const [dollars = 0, dongs = 0] = await payouts();
  await is({
    USD: { earned_cents: 2_667, reversed_cents: -222, payouts_created_cents: -2_445 },
    VND: { earned_cents: 50_000, payouts_created_cents: -50_000 },
  });
  const { programId } = story;
  await recordExport(db.database, { programId, payoutIds: [dollars], tool: "wise" }, operator);
  await cancelPayout(db.database, { programId, payoutId: dongs }, operator);
  const owedDong = { VND: { earned_cents: 50_000, payable_cents: -50_000 } };
  await is({ USD: { earned_cents: 2_667, reversed_cents: -222, payouts_exported_cents: -2_445 }, ...owedDong });

  // While the file is out, half of a1 goes back: the payout holds 1,000 more than is due.
  await record(refund({ transaction_id: "a1", refund_amount_cents: 5_000, refund_id: "r2" }));
  await is({
    USD: {
      earned_cents: 2_667,
      reversed_cents: -1_222,
      payouts_exported_cents: -2_445,
      payouts_changed_cents: 1_000,
    },
    ...owedDong,
  });

  // Paid all the same, 1,000 is deducted from the next one, which a new sale brings.
  await pay(dollars);
  await is({
    USD: { earned_cents: 2_667, reversed_cents: -1_222, adjustments_deducted_cents: 1_000, paid_cents: -2_445 },
    ...owedDong,
  });
  await record(sale({ transaction_id: "a3", amount_cents: 10_000 }));
  await approveCommissions(db.database);
  await is({
    USD: {
      earned_cents: 4_667,
      reversed_cents: -1_222,
      payable_cents: -2_000,
      adjustments_deducted_cents: 1_000,
      paid_cents: -2_445,
    },
    ...owedDong,
  });
  const [next = 0] = await payouts(annaId);
  await pay(next);
  await is({
    USD: { earned_cents: 4_667, reversed_cents: -1_222, paid_cents: -3_445 },
    VND: { earned_cents: 50_000, payouts_created_cents: -50_000 },
  });

  // The first payout comes back: what was due for its sales is owed again, 1,000 and 445, but a1's deduction was taken off already.
  await markPayoutReturned(db.database, { programId, payoutId: dollars, reason: null }, operator);
  await is({
    USD: {
      earned_cents: 4_667,
      reversed_cents: -1_222,
      payable_cents: -445,
      adjustments_owed_cents: -2_000,
      paid_cents: -3_445,
      returned_cents: 2_445,
    },
    VND: { earned_cents: 50_000, payouts_created_cents: -50_000 },
  });
  await looksBack(story);
});

test("holds and releases by hand, and what is taken from its partner by hand", { timeout: 60_000 }, async () => {
  const story = await begin();
  const { record, is, payouts, pay, annaId, benId } = story;
  await record(
    sale({ transaction_id: "h1", amount_cents: 10_000 }),
    sale({ transaction_id: "h2", amount_cents: 5_000 }),
  );
  const [first = 0, second = 0] = await saleIds(story);
  await record(byHand.hold([first]));
  await is({ USD: { earned_cents: 3_000, pending_cents: -1_000, held_cents: -2_000 } });
  await approveCommissions(db.database);
  await is({ USD: { earned_cents: 3_000, payable_cents: -1_000, held_cents: -2_000 } });

  // In a payout that waits, and held only then: the payout holds all of it, and nothing of it is due.
  const [payoutId = 0] = await payouts();
  await record(byHand.hold([second]));
  await is({
    USD: { earned_cents: 3_000, held_cents: -3_000, payouts_created_cents: -1_000, payouts_changed_cents: 1_000 },
  });
  await record(byHand.release([first]), byHand.release([second]));
  await approveCommissions(db.database);
  await is({ USD: { earned_cents: 3_000, payable_cents: -2_000, payouts_created_cents: -1_000 } });
  await pay(payoutId);
  await is({ USD: { earned_cents: 3_000, payable_cents: -2_000, paid_cents: -1_000 } });

  // What was paid to Anna for a sale that is no partner's any more is deducted from her next payout; given to Ben, he earns it, approved as it was.
  await record(byHand.remove(second));
  await is({
    USD: { earned_cents: 2_000, payable_cents: -2_000, adjustments_deducted_cents: 1_000, paid_cents: -1_000 },
  });
  await record(byHand.set(second, benId));
  await is({
    USD: {
      earned_cents: 3_000,
      payable_cents: -3_000,
      adjustments_deducted_cents: 1_000,
      paid_cents: -1_000,
    },
  });
  const ofAnna = await readTrialBalance(db.database.kysely, story.programId, { partnerId: annaId });
  expect(ofAnna).toMatchObject({
    lines: [{ earned_cents: 2_000, adjustments_deducted_cents: 1_000, paid_cents: -1_000, total_cents: 0 }],
    fees: [],
  });
  await looksBack(story);
});

test("what another tool sold and paid is apart from what was earned and paid here", { timeout: 60_000 }, async () => {
  const story = await begin();
  const { record, is, annaId } = story;
  await record(payoutImported(annaId));
  const { rows } = await eventsOf(story.programId);
  const payout_id = Math.max(...rows.keys());
  const commission = (amount_cents: number, paidBy: number | null) =>
    ({ amount_cents, currency: "USD", payout_id: paidBy }) as const;
  await record(
    saleImported({ partner_id: annaId, transaction_id: "i1", commission: commission(3_000, payout_id) }),
    saleImported({ partner_id: annaId, transaction_id: "i2", commission: commission(1_000, null) }),
  );
  await is({ USD: { imported_earned_cents: 4_000, pending_cents: -1_000, imported_paid_cents: -3_000 } });
  // A third of each: 1,000 was paid too much, 333 is not owed any more.
  await record(
    refund({ transaction_id: "i1", refund_amount_cents: 3_333, refund_id: "r1" }),
    refund({ transaction_id: "i2", refund_amount_cents: 3_333, refund_id: "r2" }),
  );
  await is({
    USD: {
      imported_earned_cents: 4_000,
      imported_reversed_cents: -1_333,
      pending_cents: -667,
      adjustments_deducted_cents: 1_000,
      imported_paid_cents: -3_000,
    },
  });
  await looksBack(story);
});

describe("the platform fees", () => {
  test("are accrued, given back and owed, in each currency", async () => {
    const { record, programId } = await begin();
    // 3.5 %: 350 cents and 8,750 dong; a refund of half gives half back.
    await record(
      sale({ transaction_id: "f1", amount_cents: 10_000 }),
      sale({ transaction_id: "f2", amount_cents: 250_000, currency: "VND" }),
      refund({ transaction_id: "f1", refund_amount_cents: 5_000, refund_id: "r1" }),
    );
    const { fees } = await readTrialBalance(db.database.kysely, programId);
    expect(fees).toEqual([
      { currency: "USD", accrued_cents: 350, given_back_cents: -175, owed_cents: -175, total_cents: 0 },
      { currency: "VND", accrued_cents: 8_750, given_back_cents: 0, owed_cents: -8_750, total_cents: 0 },
    ]);
  });
});

async function saleIds({ programId }: Story): Promise<number[]> {
  const rows = await db.database.kysely
    .selectFrom("sale")
    .select("sale_id")
    .where("program_id", "=", programId)
    .orderBy("sale_id")
    .execute();
  return rows.map(({ sale_id }) => sale_id);
}
