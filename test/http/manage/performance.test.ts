// A program's figures day by day: recorded through the front door, moved to other days in the database.
import { describe, expect, test } from "vitest";
import { serviceForFile } from "../../support/for-file.ts";
import { manyPeople, newCompany } from "../../support/people.ts";
import { type Answer, asOwner, fieldOf, refusalOf } from "../../support/service.ts";

const { service, testDatabase } = await serviceForFile(manyPeople);
const { owner, programId } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;

const get = (path: string): Promise<Answer> => service.request(path, { key: owner.token });
const change = (statement: string): Promise<unknown> => asOwner(testDatabase.url, statement);
/** Everything of the log from these events on. */
const move = (day: string, firstIds: string): Promise<unknown> =>
  change(
    `update event set received_at = '${day}T12:00:00Z' where id >= (select min(id) from (${firstIds}) first (id))`,
  );
/** As the fold has it: a row has the time of its event. */
async function moveBooks(): Promise<void> {
  await change("update click set clicked_at = received_at from event where id = event_id");
  await change("update lead set reported_at = received_at from event where id = lead_id");
  await change("update sale set received_at = event.received_at from event where id = sale_id");
}

const keyAnswer = await service.post(`${program}/api-key`, {}, { key: owner.token });
const key = String(fieldOf(keyAnswer, "data.api_token"));
await service.post(`${program}/partners`, { name: "Ann", code: "ann" }, { key: owner.token });
const affiliate = { affiliate_url: "https://shop.example/?aff=ann" };
const click = await service.post("/api/v1/track/click", affiliate);
await service.post("/api/v1/track/click", { ...affiliate, user_agent: "Googlebot/2.1" });
await service.post("/api/v1/track/lead", { click_id: fieldOf(click, "click_id"), customer_key: "c" }, { key });
const sell = (transaction_id: string, amount_cents: number, currency: string) =>
  service.post("/api/v1/track/sale", { transaction_id, amount_cents, currency, customer_key: "c" }, { key });
await sell("a", 10_000, "USD");
await sell("c", 3_000, "EUR");
await sell("b", 5_000, "USD");
await service.post("/api/v1/track/sale", { livemode: false, amount_cents: 99_999, customer_key: "c" }, { key });
await service.post("/api/v1/track/refund", { transaction_id: "b", refund_amount_cents: 1_000 }, { key });
await change("alter table event disable trigger event_is_append_only");
await move("2026-02-27", "select 1");
await move("2026-03-01", "select event_id from click");
await move("2026-03-02", "select lead_id from lead");
await move("2026-03-03", "select sale_id from sale");
await move("2026-03-05", "select sale_id from sale where transaction_id = 'b'");
await moveBooks();
await change("update program set created_at = '2026-02-27T12:00:00Z'");

const usd = {
  currency: "USD",
  sales: 1,
  revenue_cents: 10_000,
  refunded_cents: 0,
  commission_cents: 2_000,
  fee_cents: 350,
};
const refunded = {
  currency: "USD",
  sales: 1,
  revenue_cents: 5_000,
  refunded_cents: 1_000,
  commission_cents: 800,
  fee_cents: 140,
};
const eur = {
  currency: "EUR",
  sales: 1,
  revenue_cents: 3_000,
  refunded_cents: 0,
  commission_cents: 600,
  fee_cents: 105,
};
const bothUsd = {
  currency: "USD",
  sales: 2,
  revenue_cents: 15_000,
  refunded_cents: 1_000,
  commission_cents: 2_800,
  fee_cents: 490,
};
const nothing = { clicks: 0, leads: 0, sales: 0, currencies: [] };

describe("the performance", () => {
  test("shows each day's clicks without bots, leads, and sales by currency, and every day between", async () => {
    const answer = await get(`${program}/performance?from=2026-03-01&to=2026-03-05`);
    expect(fieldOf(answer, "data")).toEqual({
      program_id: programId,
      from: "2026-03-01",
      to: "2026-03-05",
      totals: {
        clicks: 1,
        leads: 1,
        sales: 3,
        currencies: [eur, bothUsd],
      },
      days: [
        { ...nothing, date: "2026-03-01", clicks: 1 },
        { ...nothing, date: "2026-03-02", leads: 1 },
        { ...nothing, date: "2026-03-03", sales: 2, currencies: [eur, usd] },
        { ...nothing, date: "2026-03-04" },
        { ...nothing, date: "2026-03-05", sales: 1, currencies: [refunded] },
      ],
    });
  });

  test("counts a moment to the day it has in UTC", async () => {
    await change("update event set received_at = '2026-03-01T23:59:59.999Z' where type = 'click_recorded'");
    await moveBooks();
    const first = await get(`${program}/performance?from=2026-03-01&to=2026-03-01`);
    const second = await get(`${program}/performance?from=2026-03-02&to=2026-03-02`);
    expect([fieldOf(first, "data.totals.clicks"), fieldOf(second, "data.totals.clicks")]).toEqual([1, 0]);
  });

  test("goes back as many days as asked, today included, and to the program's first day for all", async () => {
    const today = new Date().toISOString().slice(0, 10);
    for (const [period, days] of [
      ["7d", 7],
      ["30d", 30],
      ["90d", 90],
    ] as const) {
      const answer = await get(`${program}/performance?period=${period}`);
      expect([fieldOf(answer, "data.days.length"), fieldOf(answer, "data.to")]).toEqual([days, today]);
    }
    expect(fieldOf(await get(`${program}/performance`), "data.days.length")).toBe(30);
    const all = await get(`${program}/performance?period=all`);
    expect([fieldOf(all, "data.from"), fieldOf(all, "data.totals.sales")]).toEqual(["2026-02-27", 3]);
  });

  test("is refused for days that are invalid, reversed, too many, or given twice", async () => {
    const refused = [
      "period=1y",
      "from=2026-02-30",
      "from=2026-03-05&to=2026-03-01",
      "to=2026-03-01",
      "period=7d&from=2026-03-01",
      "from=1990-01-01&to=2026-03-01",
      "from=2026-03-01T00:00:00Z",
      "until=2026-03-01",
    ];
    for (const query of refused) {
      expect([query, refusalOf(await get(`${program}/performance?${query}`))]).toEqual([query, "400 invalid_request"]);
    }
  });
});

describe("the overview", () => {
  const overview = (query: string): Promise<Answer> => get(`${program}/overview?${query}`);

  test("shows the period with its refunds, the one before, the top partners and products, and open tasks", async () => {
    await change("update event set received_at = '2026-03-02T12:00:00Z' where type = 'lead_reported'");
    const { data } = await overview("from=2026-03-05&before=2026-03-07").then(({ body }) => body as { data: object });
    expect(data).toMatchObject({
      program_id: programId,
      from: "2026-03-05",
      before: "2026-03-07",
      is_test: false,
      totals: { clicks: 0, leads: 0, sales: 1, currencies: [{ ...refunded, refund_rate_bps: 2_000 }] },
      previous: {
        from: "2026-03-03",
        before: "2026-03-05",
        totals: {
          sales: 2,
          currencies: [
            { ...eur, refund_rate_bps: 0 },
            { ...usd, refund_rate_bps: 0 },
          ],
        },
        days: [{ date: "2026-03-03" }, { date: "2026-03-04" }],
      },
      days: [
        { ...nothing, date: "2026-03-05", sales: 1, currencies: [refunded] },
        { ...nothing, date: "2026-03-06" },
      ],
      funnel: { clicks: 0, leads: 0, sales: 1, paid: 0 },
      attention: {
        failed_count: 0,
        parked_count: 0,
        open_dispute_count: 0,
        open_flag_count: 0,
        key_rotate_by: null,
        payee_count: 0,
        payout_count: 0,
      },
    });
  });

  test("names the partners and products that brought most in each currency, to the cent", async () => {
    const answer = await overview("from=2026-03-01&before=2026-03-06");
    const inUsd = { currency: "USD", sales: 2, revenue_cents: 15_000, refunded_cents: 1_000 };
    const inEur = { currency: "EUR", sales: 1, revenue_cents: 3_000, refunded_cents: 0 };
    const ann = { partner_name: "Ann", partner_code: "ann" };
    expect(fieldOf(answer, "data.top_partners")).toMatchObject([
      { ...ann, ...inEur },
      { ...ann, ...inUsd },
    ]);
    expect(fieldOf(answer, "data.top_products")).toEqual([
      { product_id: null, ...inEur },
      { product_id: null, ...inUsd },
    ]);
  });

  test("shows tests' reported amounts, separate from live ones", async () => {
    const answer = await overview("from=2026-03-01&before=2026-03-06&is_test=true");
    const reported = {
      currency: "USD",
      sales: 1,
      revenue_cents: 99_999,
      refunded_cents: 0,
      commission_cents: 0,
      fee_cents: 0,
    };
    expect(fieldOf(answer, "data.totals")).toEqual({
      ...nothing,
      sales: 1,
      currencies: [{ ...reported, refund_rate_bps: 0 }],
    });
    expect(fieldOf(answer, "data.top_partners")).toEqual([]);
  });

  test("counts payees whose commission is due until a payout holds it, and the payouts that wait", async () => {
    await change("update commission set status = 'approved', stage = 'approved'");
    const due = async (): Promise<unknown> => fieldOf(await overview(""), "data.attention");
    expect(await due()).toMatchObject({ payee_count: 2, payout_count: 0 });
    await service.post(`${program}/payouts`, { currency: "USD" }, { key: owner.token });
    expect(await due()).toMatchObject({ payee_count: 1, payout_count: 1 });
  });

  test("is refused for no days, too many, or days the wrong way round", async () => {
    for (const query of ["from=2026-03-05&before=2026-03-05", "from=2020-03-05&before=2026-03-05", "before=tomorrow"]) {
      expect([query, refusalOf(await overview(query))]).toEqual([query, "400 invalid_request"]);
    }
  });
});

test("the status shows the steps seen, and the next step", async () => {
  const answer = await get(`${program}/status`);
  expect(fieldOf(answer, "data")).toMatchObject({ program_id: programId, partner_count: 1, next_step: null });
  const steps = fieldOf(answer, "data.steps") as { step: string; live: unknown; test: unknown }[];
  expect(steps.filter(({ live }) => live !== null).map(({ step }) => step)).toEqual(["click", "lead", "sale"]);
  expect(refusalOf(await get(`${program}/status?x=1`))).toBe("400 invalid_request");
});
