// A month of money, by its own commands and the service's own job: balances to the cent, and two operators at once.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { sumOf } from "../../../src/core/vocabulary/money/money.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { listCommissions } from "../../../src/product/commissions/list.ts";
import { PayoutRefused } from "../../../src/product/operation/change-refused.ts";
import { findPartnerBalances, type PartnerBalance } from "../../../src/product/payouts/balances-read.ts";
import {
  cancelPayout,
  createPayouts,
  markPayoutPaid,
  markPayoutReturned,
} from "../../../src/product/payouts/change.ts";
import { findPayoutDetail } from "../../../src/product/payouts/detail-read.ts";
import { listOwed, listPayoutItems, listPayouts } from "../../../src/product/payouts/list.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { paymentRefunded, refund, sale } from "../../support/event-builders.ts";
import type { TestEvent } from "../../support/memory-program.ts";
import { makePayouts } from "../../support/payouts.ts";
import { asOwner } from "../../support/service.ts";
import { beginTrade, disputeOf, holdsEnd, record as recordInProgram, type Traders } from "../../support/traders.ts";

const everything = { limit: 1000, cursor: null };
const all = { partnerId: null, currency: null, minimumCents: 1 };
const paidBy = { method: "paypal", reference: "B-1" };

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

const begin = (holdPeriodDays = 0) => beginTrade(db, holdPeriodDays);
const record = (programId: number, ...events: readonly TestEvent[]) => recordInProgram(db, programId, ...events);
const open = disputeOf.opened;
const close = disputeOf.closed;

async function balanceOf(
  programId: number,
  partnerId: number,
  currency = "USD",
): Promise<Omit<PartnerBalance, "currency">> {
  const balances = await findPartnerBalances(db.database.kysely, programId, partnerId);
  const { currency: _, ...balance } = balances.find((each) => each.currency === currency) ?? nothing;
  return balance;
}

const nothing: PartnerBalance = {
  currency: "USD",
  pending_cents: 0,
  held_cents: 0,
  owed_cents: 0,
  waiting_cents: 0,
  paid_cents: 0,
};

function balance(fields: Partial<PartnerBalance>): Omit<PartnerBalance, "currency"> {
  const { currency: _, ...rest } = { ...nothing, ...fields };
  return rest;
}

test("a month of money: sales, refunds, a dispute, approval, payout, a late refund, the next payout", async () => {
  const { programId, annaId, benId } = await begin(15);
  const anna = () => balanceOf(programId, annaId);
  const ben = () => balanceOf(programId, benId);

  await record(
    programId,
    sale({ transaction_id: "a1", amount_cents: 10_000 }),
    sale({ transaction_id: "a2", amount_cents: 3_333 }),
    sale({ transaction_id: "a3", amount_cents: 5_000 }),
    sale({ transaction_id: "a-vnd", amount_cents: 250_000, currency: "VND" }),
    sale({ transaction_id: "b1", amount_cents: 2_500, customer_key: "customer-2" }),
    refund({ transaction_id: "a2", refund_amount_cents: 1_111, refund_id: "r1" }),
    open("a3"),
  );
  // 20 %: 2000 + 667 - 222 pending, 1000 held.
  expect(await anna()).toEqual(balance({ pending_cents: 2_445, held_cents: 1_000 }));
  expect(await ben()).toEqual(balance({ pending_cents: 500 }));

  expect(await approveCommissions(db.database)).toBe(0);
  await holdsEnd(db, programId);
  expect(await approveCommissions(db.database)).toBe(4);
  expect(await approveCommissions(db.database)).toBe(0);
  expect(await anna()).toEqual(balance({ owed_cents: 2_445, held_cents: 1_000 }));

  // Ben's 500 are below the minimum; dong are another currency and another payout.
  const [first, ...others] = await makePayouts(db.database, programId, {
    ...all,
    currency: "USD",
    minimumCents: 1_000,
  });
  expect(others).toEqual([]);
  expect(await anna()).toEqual(balance({ owed_cents: 2_445, held_cents: 1_000, waiting_cents: 2_445 }));
  expect(await makePayouts(db.database, programId, { ...all, currency: "USD", minimumCents: 1_000 })).toEqual([]);
  await markPayoutPaid(db.database, { programId, payoutId: first ?? 0, ...paidBy }, operator);
  expect(await anna()).toEqual(balance({ paid_cents: 2_445, held_cents: 1_000 }));

  // The dispute is lost, and money that was paid out already goes back.
  await record(programId, close("a3", "lost"), paymentRefunded({ alias: "a1", amount_cents: 10_000 }));
  expect(await anna()).toEqual(balance({ paid_cents: 2_445, owed_cents: -2_000 }));
  expect(await makePayouts(db.database, programId, { ...all, currency: "USD" })).toHaveLength(1); // Ben's 500 alone.

  await record(
    programId,
    sale({ transaction_id: "a4", amount_cents: 9_000 }),
    sale({ transaction_id: "a5", amount_cents: 4_000 }),
  );
  await holdsEnd(db, programId);
  expect(await approveCommissions(db.database)).toBe(2);
  expect(await anna()).toEqual(balance({ paid_cents: 2_445, owed_cents: 600 }));
  const [second = 0] = await makePayouts(db.database, programId, { ...all, partnerId: annaId, currency: "USD" });
  const { data: items } = await listPayoutItems(db.database.kysely, programId, second, everything);
  expect(items.map(({ transaction_id, amount_cents }) => [transaction_id, amount_cents])).toEqual([
    ["a1", -2_000],
    ["a4", 1_800],
    ["a5", 800],
  ]);
  await markPayoutPaid(db.database, { programId, payoutId: second, ...paidBy }, operator);
  expect(await anna()).toEqual(balance({ paid_cents: 3_045 }));
  expect(await balanceOf(programId, annaId, "VND")).toEqual(balance({ owed_cents: 50_000 }));
  expect(await ledgerOf(programId)).toEqual([
    { currency: "USD", customers: 0, partners: 0 },
    { currency: "VND", customers: 0, partners: 0 },
  ]);
});

test("what waits to be paid is never more than is owed, regardless of what goes back after a payout was created", async () => {
  const { programId, annaId } = await begin();
  await record(programId, sale({ transaction_id: "w1", amount_cents: 10_000 }));
  await approveCommissions(db.database);
  expect(await makePayouts(db.database, programId, all)).toHaveLength(1);
  await record(programId, refund({ transaction_id: "w1", refund_amount_cents: 6_000, refund_id: "w1-a" }));
  expect(await balanceOf(programId, annaId)).toMatchObject({ owed_cents: 800, waiting_cents: 800 });
  await record(programId, refund({ transaction_id: "w1", refund_id: "w1-b" }));
  expect(await balanceOf(programId, annaId)).toMatchObject({ owed_cents: 0, waiting_cents: 0 });
});

/**
 * Two ledgers, each of which must come to nothing. Customers': what came in, less what went back, less what is left of every
 * sale. Partners': what the rules say they earned, less what is pending, held, owed and paid.
 */
async function ledgerOf(programId: number): Promise<object[]> {
  return asOwner(
    db.url,
    `with earned as (
       select c.currency,
              sum(c.amount_at_sale_cents - div(2 * c.amount_at_sale_cents * s.refunded_cents + s.amount_cents, 2 * s.amount_cents)) as cents
         from commission c join sale s using (program_id, sale_id)
        where c.program_id = $1
        group by 1),
     open as (
       select currency, sum(amount_cents) as cents from (
         select currency, amount_cents from commission where program_id = $1 and stage <> 'paid'
         union all select currency, amount_cents from adjustment where program_id = $1) o
        group by 1),
     paid as (select currency, sum(amount_cents) as cents from payout where program_id = $1 and status = 'paid' group by 1),
     trade as (
       select s.currency,
              sum(s.amount_cents)
                + coalesce(sum((select -sum(refunded_cents) from sale_change c where c.program_id = s.program_id and c.sale_id = s.sale_id)), 0)
                - sum(s.amount_cents - s.refunded_cents) as cents
         from sale s where s.program_id = $1 group by 1)
     select t.currency,
            t.cents::int as customers,
            (e.cents - coalesce(o.cents, 0) - coalesce(p.cents, 0))::int as partners
       from trade t
       join earned e using (currency)
       left join open o using (currency)
       left join paid p using (currency)
      order by 1`,
    [programId],
  );
}

describe("commissions", () => {
  test("are approved by the database's clock when their hold is over, and not while they are held or reversed", async () => {
    const { programId } = await begin();
    await record(
      programId,
      sale({ transaction_id: "t1" }),
      sale({ transaction_id: "t2" }),
      sale({ transaction_id: "t3" }),
      open("t2"),
      refund({ transaction_id: "t3" }),
    );
    expect(await approveCommissions(db.database)).toBe(1);
    const statuses = await asOwner(db.url, "select status from commission where program_id = $1 order by sale_id", [
      programId,
    ]);
    expect(statuses).toEqual([{ status: "approved" }, { status: "held" }, { status: "reversed" }]);
    await record(programId, close("t2", "won"));
    expect(await approveCommissions(db.database)).toBe(1);
  });

  test("are approved once by two processes at the same time, in one event for each program", async () => {
    const programs = [await begin(), await begin()];
    for (const { programId } of programs) {
      await record(programId, ...Array.from({ length: 30 }, (_, index) => sale({ transaction_id: `t${index}` })));
    }
    const approved = await Promise.all([approveCommissions(db.database), approveCommissions(db.database)]);
    expect(approved[0] + approved[1]).toBe(60);
    const events = await asOwner(
      db.url,
      "select program_id, jsonb_array_length(data -> 'sale_ids') as sales from event where type = 'commissions_approved' and program_id = any($1) order by 1",
      [programs.map((program) => program.programId)],
    );
    expect(events).toEqual(programs.map(({ programId }) => ({ program_id: programId, sales: 30 })));
  });

  test("wait for the next run when this one is asked to stop", async () => {
    const { programId } = await begin();
    await record(programId, sale());
    expect(await approveCommissions(db.database, AbortSignal.abort())).toBe(0);
    expect(await approveCommissions(db.database)).toBe(1);
  });
});

describe("payouts", () => {
  async function withSales(count: number): Promise<Traders> {
    const program = await begin();
    const sales = Array.from({ length: count }, (_, index) => sale({ transaction_id: `t${index}` }));
    await record(program.programId, ...sales);
    await approveCommissions(db.database);
    return program;
  }

  test("made by two operators at once hold every commission once", async () => {
    const { programId, annaId } = await withSales(10);
    const made = await Promise.all(Array.from({ length: 6 }, () => makePayouts(db.database, programId, all)));
    const ids = made.flat();
    expect(ids).toHaveLength(1);
    expect(await findPayoutDetail(db.database.kysely, programId, ids[0] ?? 0)).toMatchObject({
      partner_id: annaId,
      amount_cents: 20_000,
      item_count: 10,
      status: "created",
    });
    expect((await listOwed(db.database.kysely, programId, everything)).data).toEqual([]);
  });

  test("are paid or cancelled once, whichever is first", async () => {
    const { programId, annaId } = await withSales(2);
    const [payoutId = 0] = await makePayouts(db.database, programId, all);
    const tries = await Promise.allSettled([
      markPayoutPaid(db.database, { programId, payoutId, ...paidBy }, operator),
      cancelPayout(db.database, { programId, payoutId }, operator),
      markPayoutPaid(db.database, { programId, payoutId, ...paidBy }, operator),
      cancelPayout(db.database, { programId, payoutId }, operator),
    ]);
    const refusals = tries.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
    expect(refusals).toHaveLength(3);
    for (const refusal of refusals) expect(refusal).toMatchObject({ name: "PayoutRefused", code: "payout_closed" });
    const { paid_cents, owed_cents } = await balanceOf(programId, annaId);
    expect(sumOf([paid_cents, owed_cents])).toBe(4_000);
  });

  test("are paid as they were put together while refunds come in, and the difference is carried", async () => {
    const { programId, annaId } = await withSales(20);
    const [payoutId = 0] = await makePayouts(db.database, programId, all);
    await Promise.all([
      markPayoutPaid(db.database, { programId, payoutId, ...paidBy }, operator),
      ...Array.from({ length: 10 }, (_, index) => record(programId, refund({ transaction_id: `t${index}` }))),
    ]);
    expect(await balanceOf(programId, annaId)).toEqual(balance({ paid_cents: 40_000, owed_cents: -20_000 }));
  });

  test("that came back are owed again", async () => {
    const { programId, annaId } = await withSales(2);
    const [payoutId = 0] = await makePayouts(db.database, programId, all);
    await expect(markPayoutReturned(db.database, { programId, payoutId, reason: null }, operator)).rejects.toThrow(
      "is created: it cannot become returned",
    );
    await markPayoutPaid(db.database, { programId, payoutId, ...paidBy }, operator);
    await markPayoutReturned(db.database, { programId, payoutId, reason: "unclaimed" }, operator);
    expect(await balanceOf(programId, annaId)).toEqual(balance({ owed_cents: 4_000 }));
    expect(await makePayouts(db.database, programId, all)).toHaveLength(1);
  });

  test("of another program, or of none, are not found", async () => {
    const { programId } = await withSales(1);
    const [payoutId = 0] = await makePayouts(db.database, programId, all);
    const other = await begin();
    for (const wrong of [
      { programId: other.programId, payoutId },
      { programId, payoutId: 1 },
    ]) {
      await expect(cancelPayout(db.database, wrong, operator)).rejects.toThrow(PayoutRefused);
      await expect(markPayoutPaid(db.database, { ...wrong, ...paidBy }, operator)).rejects.toMatchObject({
        code: "unknown_payout",
      });
    }
    expect((await listPayouts(db.database.kysely, programId, everything)).data).toMatchObject([
      { payout_id: payoutId, status: "created" },
    ]);
  });

  test("hold nothing that a dispute holds back, and hold it once the dispute is won", async () => {
    const { programId } = await withSales(1);
    await record(programId, open("t0"));
    expect(await makePayouts(db.database, programId, all)).toEqual([]);
    await record(programId, close("t0", "won"));
    expect(await makePayouts(db.database, programId, all)).toHaveLength(1);
  });
});

describe("payouts of one call", () => {
  const wish = { ...all, onlyWithRecipient: false };

  test("are recorded all or none: a fault at one payee leaves nothing behind", async () => {
    const { programId, annaId, benId } = await begin();
    await record(programId, sale({ transaction_id: "a" }), sale({ transaction_id: "b", customer_key: "customer-2" }));
    await approveCommissions(db.database);
    const spoil = `create function refuse_bens() returns trigger language plpgsql as $$
      begin if new.partner_id = ${benId} then raise exception 'no payout today'; end if; return new; end $$;
      create trigger refuse_bens before insert on payout for each row execute function refuse_bens()`;
    await asOwner(db.url, spoil);
    await expect(createPayouts(db.database, programId, wish, operator)).rejects.toThrow("no payout today");
    await asOwner(db.url, "drop trigger refuse_bens on payout; drop function refuse_bens");
    expect((await listPayouts(db.database.kysely, programId, everything)).data).toEqual([]);
    expect(await balanceOf(programId, annaId)).toEqual(balance({ owed_cents: 2_000 }));
    expect(await createPayouts(db.database, programId, wish, operator)).toMatchObject({
      payoutIds: [expect.any(Number), expect.any(Number)],
      leftOut: [],
    });
  });

  test("leave out partners without a recipient where that is asked for, and name them", async () => {
    const { programId, annaId } = await begin();
    await record(programId, sale({ transaction_id: "a" }));
    await approveCommissions(db.database);
    const only = { ...wish, onlyWithRecipient: true };
    expect(await createPayouts(db.database, programId, only, operator)).toMatchObject({
      payoutIds: [],
      leftOut: [{ partner_id: annaId, currency: "USD", owed_cents: 2_000, reason: "no_recipient" }],
    });
    expect((await createPayouts(db.database, programId, wish, operator)).payoutIds).toHaveLength(1);
  });
});

test("a sale under an open dispute is held in full: what is owed for it in addition to what was paid waits as well", async () => {
  const { programId, annaId } = await begin();
  await record(programId, sale({ transaction_id: "a" }), paymentRefunded({ alias: "a", amount_cents: 5_000 }));
  await approveCommissions(db.database);
  const [payoutId = 0] = await makePayouts(db.database, programId, all);
  await markPayoutPaid(db.database, { programId, payoutId, ...paidBy }, operator);
  // The refund did not go through: a thousand more is owed for the sale.
  const aliases = [{ kind: "id", value: "a" }];
  await record(programId, {
    source: "stripe",
    data: { type: "refund_failed", aliases, refund_id: "re_1", amount_cents: 5_000 },
  });
  expect(await balanceOf(programId, annaId)).toEqual(balance({ paid_cents: 1_000, owed_cents: 1_000 }));
  const [waiting = 0] = await makePayouts(db.database, programId, all);
  await record(programId, open("a"));
  expect(await findPayoutDetail(db.database.kysely, programId, waiting)).toMatchObject({ due_now_cents: 0 });
  await cancelPayout(db.database, { programId, payoutId: waiting }, operator);

  expect(await balanceOf(programId, annaId)).toEqual(balance({ paid_cents: 1_000, held_cents: 1_000 }));
  expect((await listOwed(db.database.kysely, programId, everything)).data).toEqual([]);
  expect(await makePayouts(db.database, programId, all)).toEqual([]);
  const { data: commissions } = await listCommissions(db.database.kysely, programId, everything);
  expect(commissions).toMatchObject([
    { status: "paid", amount_cents: 1_000, adjustment_cents: 1_000, refunded_cents: 0 },
  ]);
  await record(programId, close("a", "won"));
  expect(await makePayouts(db.database, programId, all)).toHaveLength(1);
  await record(programId, paymentRefunded({ alias: "a", refund_id: "re_2", amount_cents: 10_000 }));
});

test("a list of commissions shows later changes and the sale's refunds", async () => {
  const { programId } = await begin();
  await record(programId, sale({ transaction_id: "a" }), sale({ transaction_id: "b" }));
  await approveCommissions(db.database);
  const [payoutId = 0] = await makePayouts(db.database, programId, all);
  await markPayoutPaid(db.database, { programId, payoutId, ...paidBy }, operator);
  await record(programId, paymentRefunded({ alias: "a", amount_cents: 2_500 }));
  expect((await listCommissions(db.database.kysely, programId, everything)).data).toMatchObject([
    { status: "paid", amount_cents: 2_000, adjustment_cents: -500, refunded_cents: 2_500 },
    { status: "paid", amount_cents: 2_000, adjustment_cents: 0, refunded_cents: 0 },
  ]);
});
