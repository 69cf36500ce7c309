// Attribution by hand through the write path: at once from two sides, of what was paid out, and said alike by every list and balance.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { type Decision, decideAttribution } from "../../../src/product/attributions/change.ts";
import { listAttributions } from "../../../src/product/attributions/list.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { listFees } from "../../../src/product/commissions/fees-list.ts";
import { listCommissions } from "../../../src/product/commissions/list.ts";
import { listCustomers } from "../../../src/product/customers/list.ts";
import { findParked } from "../../../src/product/deliveries/parked-list.ts";
import { AttributionRefused } from "../../../src/product/operation/change-refused.ts";
import { findPartnerBalances } from "../../../src/product/payouts/balances-read.ts";
import { markPayoutPaid } from "../../../src/product/payouts/change.ts";
import { listSales } from "../../../src/product/sales/list.ts";
import { findStatement } from "../../../src/product/statements/list.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { payment, sale } from "../../support/event-builders.ts";
import { makePayouts } from "../../support/payouts.ts";
import { secretKey } from "../../support/service.ts";
import { submission } from "../../support/submissions.ts";
import { beginTrade, holdsEnd, record } from "../../support/traders.ts";

const everything = { limit: 1000, cursor: null };
const codes = { name: "code_of_partner", text: "select code from partner_code where partner_id = $1" };
const all = { partnerId: null, currency: null, minimumCents: 1 };
const reason = "Order 1001 names the partner's video";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

const decide = (programId: number, eventId: number, decision: Decision) =>
  decideAttribution(db.database, { programId, payment: { eventId }, decision, reason }, operator);
const give = (partnerId: number): Decision => ({ do: "set", payee: { partnerId } });

async function parked(programId: number, name = "in_1"): Promise<number> {
  const event = payment({ transaction_id: name, payer: { customer_key: "nobody-knows" } });
  const [result] = await commitBatch(db.database, [submission(programId, event)]);
  if (result?.kind !== "concluded" || result.eventId === null) throw new Error("the payment was not kept");
  return result.eventId;
}

async function verified(programId: number): Promise<boolean> {
  const parts = {
    database: db.database,
    ownerUrl: db.url,
    secrets: openSecrets([secretKey]),
    now: Date.now,
    actor: operator,
  };
  const [program] = await verifyPrograms(parts, [programId]);
  return program !== undefined && isVerified(program);
}

async function figures(programId: number) {
  const { kysely } = db.database;
  const [sales, commissions, fees, attributions] = await Promise.all([
    listSales(kysely, programId, everything),
    listCommissions(kysely, programId, everything),
    listFees(kysely, programId, everything),
    listAttributions(kysely, programId, everything),
  ]);
  const statement = await findStatement(kysely, programId, new Date().toISOString().slice(0, 7));
  return {
    sales: sales.data.map((row) => row.partner_id),
    commission_cents: commissions.data.reduce((sum, row) => sum + row.amount_cents, 0),
    fee_cents: fees.data.reduce((sum, row) => sum + row.amount_cents, 0),
    attributions: attributions.data.map(({ state, partner_id, evidence_partner_id, by }) => ({
      ...{ state, partner_id, evidence_partner_id, by },
    })),
    stated: statement?.totals.map(({ sales, commission_cents, platform_fee_cents }) => [
      ...[sales, commission_cents, platform_fee_cents],
    ]),
  };
}

describe("a payment that waits", () => {
  test("is given to one partner, however many give it at once", async () => {
    const { programId, annaId, benId } = await beginTrade(db);
    const eventId = await parked(programId);
    const gifts = [annaId, benId, annaId, benId].map((partnerId) => decide(programId, eventId, give(partnerId)));
    const settled = await Promise.allSettled(gifts);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const one of settled) {
      if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "already_attributed" });
    }
    expect((await listSales(db.database.kysely, programId, everything)).data).toMatchObject([{ click_id: null }]);
    expect(await verified(programId)).toBe(true);
  });

  test("says what it came to, and every list says the same; undone it waits again", async () => {
    const { programId, benId } = await beginTrade(db);
    const eventId = await parked(programId);
    const given = await decide(programId, eventId, give(benId));
    const worth = { partner_id: benId, amount_cents: 10_000, commission_cents: 2_000, platform_fee_cents: 350 };
    expect(given).toMatchObject({ paymentId: eventId, before: null, after: worth, adjustments: [] });
    expect(await figures(programId)).toEqual({
      sales: [benId],
      commission_cents: 2_000,
      fee_cents: 350,
      attributions: [{ state: "given", partner_id: benId, evidence_partner_id: null, by: "operator" }],
      stated: [[1, 2_000, 350]],
    });
    expect(await decide(programId, eventId, { do: "undo" })).toMatchObject({ before: worth, after: null });
    expect(await figures(programId)).toMatchObject({ sales: [], attributions: [], stated: [] });
    expect(await findParked(db.database.kysely, programId, eventId)).toMatchObject({
      ways_out: [
        {},
        { command: expect.stringContaining(`attributions set --program ${programId} --event ${eventId}`) },
        {},
      ],
    });
    expect(await verified(programId)).toBe(true);
  });

  test("is found by any of its names and given by the partner's code, and nothing of another program is", async () => {
    const [one, other] = [await beginTrade(db), await beginTrade(db)];
    const eventId = await parked(one.programId, "in_7");
    const wish = (programId: number, partnerCode: string) => ({
      programId,
      payment: { transactionId: "in_7" },
      decision: { do: "set", payee: { partnerCode } } as const,
      reason,
    });
    const [own] = await db.database.withSession((session) => session.query<{ code: string }>(codes, [one.annaId]));
    const code = own?.code ?? "";
    const refused = [
      () => decideAttribution(db.database, wish(other.programId, code), operator),
      () => decideAttribution(db.database, wish(one.programId, "nobody"), operator),
      () => decide(other.programId, eventId, give(other.annaId)),
      () => decide(one.programId, eventId, give(other.annaId)),
      () => decide(999_999, eventId, give(one.annaId)),
    ];
    for (const call of refused) {
      const refusal = await call().catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(AttributionRefused);
      expect(refusal).toMatchObject({ code: expect.stringMatching(/^unknown_/) });
    }
    expect(await decideAttribution(db.database, wish(one.programId, code), operator)).toMatchObject({
      after: { partner_id: one.annaId },
    });
  });
});

test("a sale that was paid out is taken off the next payout, given to another, and put back", async () => {
  const { programId, annaId, benId } = await beginTrade(db);
  await record(db, programId, sale({ transaction_id: "tx-1" }));
  await holdsEnd(db, programId);
  await approveCommissions(db.database);
  const [payoutId] = await makePayouts(db.database, programId, all);
  await markPayoutPaid(db.database, { programId, payoutId: payoutId ?? 0, method: null, reference: null }, operator);
  const [sold] = (await listSales(db.database.kysely, programId, everything)).data;
  const saleId = sold?.sale_id ?? 0;
  const balances = async () =>
    (await Promise.all([annaId, benId].map((id) => findPartnerBalances(db.database.kysely, programId, id)))).flatMap(
      ([balance]) => (balance === undefined ? [] : [[balance.pending_cents, balance.owed_cents, balance.paid_cents]]),
    );

  const taken = await decide(programId, saleId, { do: "remove" });
  const off = [{ partner_id: annaId, currency: "USD", amount_cents: -2_000 }];
  expect(taken).toMatchObject({ before: { partner_id: annaId }, after: null, adjustments: off });
  expect(await figures(programId)).toMatchObject({ sales: [], stated: [[0, 0, 0]] });
  expect(await balances()).toEqual([[0, -2_000, 2_000]]);
  await expect(decide(programId, saleId, { do: "remove" })).rejects.toMatchObject({ code: "not_attributed" });

  expect(await decide(programId, saleId, give(benId))).toMatchObject({
    after: { partner_id: benId },
    adjustments: off,
  });
  expect(await balances()).toEqual([
    [0, -2_000, 2_000],
    [0, 2_000, 0],
  ]);
  expect(await makePayouts(db.database, programId, all)).toHaveLength(1);
  expect(await decide(programId, saleId, { do: "undo" })).toMatchObject({
    after: { partner_id: annaId },
    adjustments: [],
  });
  expect(await verified(programId)).toBe(true);
});

test("a customer's first payment that is given by hand binds the customer for what waits, until that is undone", async () => {
  const { programId, benId } = await beginTrade(db);
  const first = await parked(programId);
  const second = await parked(programId, "in_2");
  await decide(programId, first, give(benId));
  const third = await parked(programId, "in_3");
  const { kysely } = db.database;
  const sold = async () =>
    (await listSales(kysely, programId, everything)).data.map(({ sale_id, partner_id }) => [sale_id, partner_id]);
  const bound = async () =>
    (await listCustomers(kysely, programId, everything)).data.filter((one) => one.customer_key === "nobody-knows");
  const bens = { customer_key: "nobody-knows", partner_id: benId, click_id: null };
  expect((await sold()).toSorted()).toEqual([first, second, third].map((id) => [id, benId]).toSorted());
  expect(await bound()).toMatchObject([{ ...bens, first_sale_id: first }]);
  expect(await verified(programId)).toBe(true);

  await decide(programId, first, { do: "undo" });
  expect((await sold()).toSorted()).toEqual([second, third].map((id) => [id, benId]).toSorted());
  expect(await bound()).toMatchObject([{ ...bens, first_sale_id: second }]);
  expect(await verified(programId)).toBe(true);
});
