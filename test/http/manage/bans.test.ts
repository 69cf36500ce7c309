// Bans over HTTP: links and codes stop, unpaid commissions are reversed and restored, payouts on their way are paid, and the balance is
// zero throughout.
import { beforeAll, describe, expect, test } from "vitest";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { settleBans } from "../../../src/product/partners/bans.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { manyPeople, newCompany } from "../../support/people.ts";
import { type Answer, fieldOf, refusalOf } from "../../support/service.ts";

const { service } = await serviceForFile(manyPeople);
const { owner, member, stranger, programId } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;

const call = (method: string, path: string, body?: unknown, key = owner.token): Promise<Answer> =>
  service.request(`${program}${path}`, {
    key,
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

let projectKey: string;

const track = (path: string, body: unknown, key?: string) =>
  service.request(`/api/v1/track/${path}`, {
    ...(key === undefined ? {} : { key }),
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const click = (code: string) => track("click", { affiliate_url: `https://acme.example/?aff=${code}` });
const refund = (transaction_id: string, refund_amount_cents: number) =>
  track("refund", { transaction_id, refund_amount_cents }, projectKey);

/** Of 100.00 USD by a new customer of the partner, who earns 20.00. */
async function sell(name: string, code: string): Promise<number> {
  const clicked = await click(code);
  const sale = { transaction_id: name, customer_key: name, amount_cents: 10_000, currency: "USD" };
  const answer = await track("sale", { ...sale, click_id: fieldOf(clicked, "click_id") }, projectKey);
  expect(answer.status).toBe(200);
  return Number(fieldOf(answer, "sale_id"));
}

async function join(code: string): Promise<number> {
  return Number(fieldOf(await call("POST", "/partners", { name: code, code }), "data.partner_id"));
}

async function commission(saleId: number): Promise<unknown> {
  const rows = fieldOf(await call("GET", "/commissions?limit=200"), "data");
  const row = (Array.isArray(rows) ? rows : []).find(({ commission_id }) => commission_id === saleId);
  return row && { status: row.status, amount_cents: row.amount_cents, reason: row.reason };
}

const expectBalanced = async () =>
  expect(fieldOf(await call("GET", "/balance"), "data.lines.0")).toMatchObject({
    total_cents: 0,
    items_difference_cents: 0,
  });

const ban = (partnerId: number, unpaid: "keep" | "forfeit", key?: string) =>
  call("POST", `/partners/${partnerId}/ban`, { reason: "paid_ads", unpaid }, key);
const unban = (partnerId: number, key?: string) => call("POST", `/partners/${partnerId}/unban`, {}, key);

beforeAll(async () => {
  projectKey = String(fieldOf(await call("POST", "/api-key"), "data.api_token"));
  await call("PATCH", "", { hold_period_days: 0 });
});

test("a banned partner's links answer as inactive and its codes earn nothing, until the ban is lifted", async () => {
  const partnerId = await join("linked");
  await call("POST", "/coupons", { code: "LINKED10", partner_id: partnerId });
  const withCode = { customer_key: "coded", amount_cents: 10_000, currency: "USD", coupon_code: "LINKED10" };
  expect(fieldOf(await ban(partnerId, "keep"), "data")).toMatchObject({
    status: "banned",
    ban: { reason: "paid_ads", unpaid: "keep" },
  });
  expect(await click("linked")).toMatchObject({ status: 200, body: { success: false } });
  const sale = await track("sale", { ...withCode, transaction_id: "with-code" }, projectKey);
  expect(refusalOf(sale)).toBe("400 no_attribution");
  expect(fieldOf(await unban(partnerId), "data")).toMatchObject({ status: "active", ban: null });
  expect(fieldOf(await click("linked"), "success")).toBe(true);
  expect((await track("sale", { ...withCode, transaction_id: "with-code" }, projectKey)).status).toBe(200);
});

describe("unpaid commissions", () => {
  test("are reversed by a ban with forfeit, and come back as the refunds since left them", async () => {
    const partnerId = await join("forfeits");
    const [first, second] = [await sell("forfeit-1", "forfeits"), await sell("forfeit-2", "forfeits")];
    await approveCommissions(service.database);
    expect(await ban(partnerId, "forfeit")).toMatchObject({ status: 200, body: { forfeited: 2, restored: 0 } });
    const reversed = { status: "reversed", amount_cents: 0, reason: "banned" };
    expect([await commission(first), await commission(second)]).toEqual([reversed, reversed]);
    await expectBalanced();
    await refund("forfeit-1", 5_000);
    expect(await commission(first)).toEqual(reversed);
    await expectBalanced();
    expect(await unban(partnerId)).toMatchObject({ body: { forfeited: 0, restored: 2 } });
    expect(await commission(first)).toEqual({ status: "refunded", amount_cents: 1_000, reason: null });
    expect(await commission(second)).toEqual({ status: "approved", amount_cents: 2_000, reason: null });
    await expectBalanced();
  });

  test("stay owed by a ban that keeps them, until a later call forfeits them", async () => {
    const partnerId = await join("kept");
    const saleId = await sell("kept-1", "kept");
    expect(await ban(partnerId, "keep")).toMatchObject({ body: { forfeited: 0 } });
    expect(await commission(saleId)).toMatchObject({ amount_cents: 2_000, reason: null });
    expect(await ban(partnerId, "forfeit")).toMatchObject({ body: { forfeited: 1 } });
    expect(await ban(partnerId, "forfeit")).toMatchObject({ body: { forfeited: 0 } });
    expect(await ban(partnerId, "keep")).toMatchObject({ body: { restored: 1 } });
    await expectBalanced();
  });

  test("of a payout on its way are paid with it, and reversed where it is cancelled", async () => {
    const partnerId = await join("on-its-way");
    const saleId = await sell("way-1", "on-its-way");
    await approveCommissions(service.database);
    const created = await call("POST", "/payouts", { partner_id: partnerId, currency: "USD" });
    const payoutId = Number(fieldOf(created, "data.0.payout_id"));
    expect(await ban(partnerId, "forfeit")).toMatchObject({ body: { forfeited: 0 } });
    await call("POST", `/payouts/${payoutId}/cancel`, {});
    const again = await call("POST", "/payouts", { partner_id: partnerId, currency: "USD" });
    expect(again.body).toMatchObject({ data: [], left_out: [{ partner_id: partnerId, reason: "banned" }] });
    await settleBans(service.database);
    expect(await commission(saleId)).toEqual({ status: "reversed", amount_cents: 0, reason: "banned" });
    await expectBalanced();
  });

  test("of a payout that is paid after the ban stay paid", async () => {
    const partnerId = await join("paid-later");
    const saleId = await sell("later-1", "paid-later");
    await approveCommissions(service.database);
    const created = await call("POST", "/payouts", { partner_id: partnerId, currency: "USD" });
    await ban(partnerId, "forfeit");
    await call("POST", `/payouts/${fieldOf(created, "data.0.payout_id")}/mark-paid`, {});
    await settleBans(service.database);
    expect(await commission(saleId)).toEqual({ status: "paid", amount_cents: 2_000, reason: null });
    await expectBalanced();
  });
});

test("the partner's page and the payment's story say so", async () => {
  const partnerId = await join("reported-by");
  const saleId = await sell("reported-1", "reported-by");
  await ban(partnerId, "forfeit");
  const link = String(fieldOf(await call("POST", `/partners/${partnerId}/link`, {}), "data.url"));
  const page = await service.request(new URL(link).pathname + new URL(link).search, {});
  expect(page.text).toContain("Your links and codes earn nothing.");
  expect(page.text).toContain("The program ended the partnership before it was paid.");
  const story = await call("GET", `/payment-story?sale_id=${saleId}`);
  expect(JSON.stringify(story.body)).toContain(
    "The partner was banned before the commission was paid: it was reversed.",
  );
});

test("only an owner bans, and only a partner of the program", async () => {
  const partnerId = await join("not-yours");
  expect(await ban(partnerId, "keep", member.token)).toMatchObject({ status: 403 });
  expect(await unban(partnerId, stranger.token)).toMatchObject({ status: 404 });
  expect(await ban(999_999, "keep")).toMatchObject({ status: 404 });
  const unknown = await call("POST", `/partners/${partnerId}/ban`, { reason: "dislike", unpaid: "keep" });
  expect(unknown.status).toBe(400);
});
