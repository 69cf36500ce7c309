// What other terms would have paid, each figure worked out by hand. Terms count from the period's first day; what was set before it pays
// what was sold before it, and nothing that is live changes.
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import type { PolicyScope } from "../../../src/core/rules/events/events.ts";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import type { CommissionTerms } from "../../../src/core/rules/events/settings/terms.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { type ForecastDetail, findForecast } from "../../../src/product/forecasts/detail.ts";
import { runForecast } from "../../../src/product/forecasts/run-forecast.ts";
import { markPayoutPaid } from "../../../src/product/payouts/change.ts";
import { closeMonths } from "../../../src/product/statements/month-closing.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, groupSet, lead, partnerMoved, policySet, refund, sale } from "../../support/event-builders.ts";
import type { TestEvent } from "../../support/memory-program.ts";
import { makePayouts } from "../../support/payouts.ts";
import { replayParts } from "../../support/replaying.ts";
import { beginTrade, happenedAt, record } from "../../support/traders.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

const percentage = (rate_bps: number): CommissionTerms => ({ type: "percentage", rate_bps, duration_months: null });
const ofProgram: PolicyScope = { product_id: null };

/** The tenth of a month, so many before this one. */
function monthsAgo(months: number): { readonly time: string; readonly month: string } {
  const now = new Date();
  const tenth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 10));
  return { time: tenth.toISOString(), month: tenth.toISOString().slice(0, 7) };
}

async function forecast(
  programId: number,
  commission: CommissionTerms,
  { scope = ofProgram, months = 3 }: { readonly scope?: PolicyScope; readonly months?: number } = {},
): Promise<ForecastDetail> {
  let runId = 0;
  const input = { programId, commission, scope, months };
  await runForecast(replayParts(db), input, { onStarted: (started) => (runId = started) });
  const found = await findForecast(db.database.kysely, runId);
  if (found === undefined) throw new Error(`run ${runId} is no forecast`);
  return found;
}

/** By partner and month: what was earned, and what would have been. */
function linesOf({ partners }: ForecastDetail): Record<number, Record<string, readonly [unknown, unknown]>> {
  const lines = (partners ?? []).map(
    ({ partner_id, months }) =>
      [
        partner_id,
        Object.fromEntries(months.map((line) => [line.month, [line.earned_cents, line.forecast_cents] as const])),
      ] as const,
  );
  return Object.fromEntries(lines);
}

const sold = (transaction_id: string, amount_cents: number, more: Parameters<typeof sale>[0] = {}) =>
  sale({ transaction_id, amount_cents, ...more });
const programChanged = (settings: Partial<Settings>): TestEvent => ({
  source: "operator",
  data: { type: "program_changed", name: null, status: null, settings },
});
const byBen = { customer_key: "customer-2" };
const byAnAd = { customer_key: null, click_id: "click-3" };

async function threeMonths() {
  const traders = await beginTrade(db);
  const { programId } = traders;
  await record(db, programId, programChanged({ attribution_window_days: 365 }), sold("before", 10_000));
  await happenedAt(db, programId, monthsAgo(3).time);
  await record(db, programId, sold("b", 10_000), sold("c", 5_000, byBen));
  await happenedAt(db, programId, monthsAgo(1).time);
  await record(db, programId, sold("d", 3_000), refund({ transaction_id: "d", refund_amount_cents: 1_000 }));
  return { ...traders, last: monthsAgo(1).month, now: monthsAgo(0).month };
}

test("sales of the period are paid by the other terms, net of refunds, and earlier ones are left out", async () => {
  const { programId, annaId, benId, last, now } = await threeMonths();
  const found = await forecast(programId, percentage(3_000));
  expect(linesOf(found)).toEqual({
    [annaId]: { [last]: [2_000, 3_000], [now]: [400, 600] },
    [benId]: { [last]: [1_000, 1_500] },
  });
  expect(found).toMatchObject({
    program_id: programId,
    since: `${monthsAgo(2).month}-01`,
    status: "done",
    partners_left_out: 0,
    months: [
      { month: last, currency: "USD", sales: 2, earned_cents: 3_000, forecast_cents: 4_500, difference_cents: 1_500 },
      { month: now, currency: "USD", sales: 1, earned_cents: 400, forecast_cents: 600, difference_cents: 200 },
    ],
    partners: [
      { partner_id: annaId, sales: 2, earned_cents: 2_400, forecast_cents: 3_600, difference_cents: 1_200 },
      { partner_id: benId, sales: 1, earned_cents: 1_000, forecast_cents: 1_500, difference_cents: 500 },
    ],
  });
});

test("the same terms as were in force differ in nothing", async () => {
  const { programId } = await threeMonths();
  const { months } = await forecast(programId, percentage(2_000));
  expect(months).toHaveLength(2);
  for (const month of months ?? []) expect(month.difference_cents).toBe(0);
});

test("tiers that pay whole months pay those that are closed by their step, and the current one by the terms' own rate", async () => {
  const { programId, annaId, benId } = await beginTrade(db);
  const [closed, now] = [monthsAgo(2), monthsAgo(0)];
  const ofMonth = [1, 2, 3].map((number) => sold(`closed-${number}`, 10_000));
  await record(db, programId, programChanged({ attribution_window_days: 365 }), ...ofMonth, sold("ben", 10_000, byBen));
  await happenedAt(db, programId, closed.time);
  await closeMonths(db.database);
  await record(db, programId, sold("today", 10_000));
  const found = await forecast(programId, {
    ...{ type: "percentage", rate_bps: 1_000, duration_months: null },
    tiers: { metric: "sales", period: "month", applies: "period", steps: [{ from: 3, rate_bps: 3_000 }] },
  });
  expect(linesOf(found)).toEqual({
    [annaId]: { [closed.month]: [6_000, 9_000], [now.month]: [2_000, 1_000] },
    [benId]: { [closed.month]: [2_000, 1_000] },
  });
});

test("what was set within the period is replaced, and other settings of the same change stay", async () => {
  const { programId, annaId, last, now } = await threeMonths();
  await record(
    db,
    programId,
    programChanged({ commission: percentage(2_500), hold_period_days: 3 }),
    sold("e", 10_000),
  );
  const found = linesOf(await forecast(programId, percentage(1_000)));
  expect(found[annaId]).toEqual({ [last]: [2_000, 1_000], [now]: [2_900, 1_200] });
});

test("terms of one partner pay that partner alone, also one that joined within the period", async () => {
  const { programId, annaId, benId, last } = await threeMonths();
  await happenedAt(db, programId, monthsAgo(1).time);
  const found = linesOf(
    await forecast(programId, percentage(5_000), { scope: { product_id: null, partner_id: benId } }),
  );
  expect(found).toEqual({ [annaId]: { [last]: [2_400, 2_400] }, [benId]: { [last]: [1_000, 2_500] } });
  const young = await beginTrade(db);
  await record(db, young.programId, sold("y", 10_000));
  const ofYoung = { scope: { product_id: null, partner_id: young.annaId }, months: 1 };
  const [line] = (await forecast(young.programId, percentage(5_000), ofYoung)).partners ?? [];
  expect(line).toMatchObject({ partner_id: young.annaId, earned_cents: 2_000, forecast_cents: 5_000 });
});

test("terms of a group count from the group's beginning, and terms of a product for that product", async () => {
  const { programId, annaId, now } = await threeMonths();
  await record(db, programId, groupSet("gold"), partnerMoved(annaId, "gold"));
  await record(db, programId, sold("g", 10_000), sold("p", 10_000, { product_id: "pro" }));
  await record(
    db,
    programId,
    policySet(percentage(4_000), { product_id: "pro" }),
    sold("q", 1_000, { product_id: "pro" }),
  );
  const earned = 400 + 2_000 + 2_000 + 400;
  const ofGroup = await forecast(programId, percentage(3_000), { scope: { product_id: null, group_id: "gold" } });
  expect(linesOf(ofGroup)[annaId]?.[now]).toEqual([earned, 400 + 3_000 + 3_000 + 300]);
  const ofProduct = await forecast(programId, percentage(500), { scope: { product_id: "pro" } });
  expect(linesOf(ofProduct)[annaId]?.[now]).toEqual([earned, 400 + 2_000 + 500 + 50]);
});

test("tiers count the sales of the period", async () => {
  const { programId, annaId, last, now } = await threeMonths();
  const commission: CommissionTerms = {
    type: "percentage",
    rate_bps: 2_000,
    duration_months: null,
    tiers: { metric: "sales", period: "lifetime", applies: "next", steps: [{ from: 1, rate_bps: 5_000 }] },
  };
  const { [annaId]: ofAnna } = linesOf(await forecast(programId, commission));
  expect(ofAnna).toEqual({ [last]: [2_000, 2_000], [now]: [400, 1_000] });
});

test("what was paid out and refunded later is what remains of it, and nothing live changes", async () => {
  const { programId, annaId, last, now } = await threeMonths();
  await approveCommissions(db.database);
  const [payoutId = 0] = await makePayouts(db.database, programId, {
    partnerId: annaId,
    currency: null,
    minimumCents: 1,
  });
  await markPayoutPaid(db.database, { programId, payoutId, method: null, reference: null }, operator);
  await record(db, programId, refund({ transaction_id: "b", refund_amount_cents: 5_000 }));
  const look = async () => ({
    commissions: await db.database.kysely.selectFrom("commission").selectAll().orderBy("sale_id").execute(),
    heads: await db.database.kysely.selectFrom("program_head").selectAll().execute(),
  });
  const before = await look();
  const found = linesOf(await forecast(programId, percentage(3_000)));
  expect(found[annaId]).toEqual({ [last]: [1_000, 1_500], [now]: [400, 600] });
  expect(await look()).toEqual(before);
});

test("what a person resolved as abuse earns nothing before or after a payout, and what is only held is earned", async () => {
  const ads = {
    forbids_ads: true,
    flag_paid_ads: "hold",
    lead_reward: { amount_cents: 500, currency: "USD" },
  } as const;
  const { programId, annaId } = await beginTrade(db, 0, ads);
  const [byAd, changed] = [{ customer_key: "customer-3" }, programChanged({ flag_paid_ads: "flag" })];
  await record(db, programId, click(annaId, { click_id: "click-3", ad_parameter: "gclid" }), sold("held", 700, byAnAd));
  await record(db, programId, changed, lead({ click_ids: ["click-3"], ...byAd }));
  await record(db, programId, sold("paid", 10_000, byAd), sold("fine", 5_000, byAd));
  await approveCommissions(db.database);
  const [payoutId = 0] = await makePayouts(db.database, programId, {
    partnerId: annaId,
    currency: null,
    minimumCents: 1,
  });
  await markPayoutPaid(db.database, { programId, payoutId, method: null, reference: null }, operator);
  await record(db, programId, sold("unpaid", 20_000, byAd));
  const raised = await db.database.kysely
    .selectFrom("flag")
    .innerJoin("commission", (join) =>
      join.onRef("commission.program_id", "=", "flag.program_id").onRef("commission.sale_id", "=", "flag.sale_id"),
    )
    .select(["flag.sale_id", "flag.kind", "flag.partner_id", "commission.amount_cents as cents"])
    .where("flag.program_id", "=", programId)
    .execute();
  expect(raised.map(({ cents }) => cents).sort((a, b) => a - b)).toEqual([140, 500, 1_000, 2_000, 4_000]);
  const abuse = raised.flatMap(({ cents, ...flag }) => (cents === 140 || cents === 1_000 ? [] : [flag]));
  const resolved = { type: "flags_resolved", flags: abuse, as: "abuse", reason: "bought ads" } as const;
  await record(db, programId, { source: "operator", data: resolved });
  // Of customer 1's lead, the held sale and the one that was fine; rewards do not follow the supposed terms.
  const found = linesOf(await forecast(programId, percentage(3_000)));
  expect(found[annaId]).toEqual({ [monthsAgo(0).month]: [500 + 140 + 1_000, 500 + 210 + 1_500] });
});

test("without an event in the period, and for a partner or a group that is not there, it is refused", async () => {
  const { programId } = await beginTrade(db);
  await record(db, programId, sold("old", 10_000));
  await happenedAt(db, programId, monthsAgo(3).time);
  await expect(forecast(programId, percentage(3_000))).rejects.toThrow("no event in the last 3 months");
  const { programId: other } = await threeMonths();
  const ofNone = { scope: { product_id: null, partner_id: 999_999_999 } };
  await expect(forecast(other, percentage(3_000), ofNone)).rejects.toThrow("has no partner 999999999");
  const noGroup = { scope: { product_id: null, group_id: "silver" } };
  await expect(forecast(other, percentage(3_000), noGroup)).rejects.toThrow("has no group silver");
});
