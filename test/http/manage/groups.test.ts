// Groups and terms over HTTP: what they become, whom they pay, who may set them, and what is refused about them.
import { beforeAll, describe, expect, test } from "vitest";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { groupSet, policySet } from "../../support/event-builders.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { manyPeople, newCompany } from "../../support/people.ts";
import { type Answer, fieldOf, refusalOf } from "../../support/service.ts";
import { submission } from "../../support/submissions.ts";

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
const rate = (rate_bps: number) => ({ type: "percentage" as const, rate_bps, duration_months: null });
const tiers = {
  metric: "sales",
  period: "month",
  applies: "next",
  steps: [
    { from: 1, rate_bps: 2_500 },
    { from: 2, rate_bps: 3_000 },
  ],
};

const configured: readonly unknown[] = ["group_set", "policy_set", "partner_moved"];

let projectKey: string;
let partnerId: number;

const track = (path: string, body: unknown, key?: string) =>
  service.request(`/api/v1/track/${path}`, {
    ...(key === undefined ? {} : { key }),
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

async function commissionsOf(saleIds: readonly number[]): Promise<unknown[]> {
  const rows = fieldOf(await call("GET", "/commissions?limit=200"), "data");
  const known = new Map((Array.isArray(rows) ? rows : []).map((row) => [row.sale_id, row.amount_at_sale_cents]));
  return saleIds.map((id) => known.get(id));
}

/** Of 100.00 USD by a new customer of the partner. */
async function sell(name: string, code: string): Promise<Answer> {
  const clicked = await track("click", { affiliate_url: `https://acme.example/?aff=${code}` });
  const sale = {
    transaction_id: name,
    customer_key: name,
    click_id: fieldOf(clicked, "click_id"),
    amount_cents: 10_000,
    currency: "USD",
  };
  const answer = await track("sale", sale, projectKey);
  expect(answer.status).toBe(200);
  return answer;
}

beforeAll(async () => {
  projectKey = String(fieldOf(await call("POST", "/api-key"), "data.api_token"));
  partnerId = Number(fieldOf(await call("POST", "/partners", { name: "Grouped", code: "grouped" }), "data.partner_id"));
});

test("a group's discount names a connection of the program, and its fault is of that field", async () => {
  const answer = await call("PUT", "/groups/silver", { partner_discount: { connection_id: 999_999, percent_off: 10 } });
  expect(refusalOf(answer)).toBe("400 invalid_request");
  expect(fieldOf(answer, "error.details.fields.0.field")).toBe("partner_discount.connection_id");
});

describe("a group", () => {
  test("is made by the first call, changed by a later one, and keeps what is left out", async () => {
    const made = await call("PUT", "/groups/gold", { name: "Gold", commission: rate(3_000), hold_period_days: 7 });
    expect(fieldOf(made, "data")).toEqual({
      group_id: "gold",
      name: "Gold",
      commission: rate(3_000),
      hold_period_days: 7,
      join_text: null,
      partner_sign_up: null,
      join_fields: [],
      partner_discount: null,
      partners: 0,
      from_event_id: expect.any(Number),
    });
    const changed = await call("PUT", "/groups/gold", { hold_period_days: null });
    expect(fieldOf(changed, "data")).toMatchObject({ name: "Gold", commission: rate(3_000), hold_period_days: null });
    const without = await call("PUT", "/groups/gold", { commission: null });
    expect(fieldOf(without, "data.commission")).toBeNull();
  });

  test("pays its partners from the move on, and its commissions say so", async () => {
    await call("PUT", "/groups/gold", { commission: { ...rate(2_000), tiers }, hold_period_days: 0 });
    await sell("grouped-1", "grouped");
    const moved = await call("POST", `/partners/${partnerId}/move`, { group_id: "gold" });
    expect(fieldOf(moved, "data.group_id")).toBe("gold");
    for (const number of [2, 3, 4]) await sell(`grouped-${number}`, "grouped");
    const commissions = fieldOf(await call("GET", `/commissions?partner_id=${partnerId}`), "data");
    expect(commissions).toMatchObject([
      { amount_cents: 2_000, terms: { scope: "program", group_id: "default", tier_step: null } },
      { amount_cents: 2_000, terms: { scope: "group", group_id: "gold", tier_step: null } },
      { amount_cents: 2_500, terms: { scope: "group", group_id: "gold", tier_step: 1 } },
      { amount_cents: 3_000, terms: { scope: "group", group_id: "gold", tier_step: 2, capped_by: null } },
    ]);
    expect(fieldOf(await call("GET", `/partners/${partnerId}/terms`), "data")).toMatchObject({
      group_id: "gold",
      scope: "group",
      hold_period_days: 0,
      tiers: [{ metric: "sales", currency: "USD", reached: 3, step: { from: 2, rate_bps: 3_000 }, next_step: null }],
    });
    expect(fieldOf(await call("GET", "/partners?group_id=gold"), "data")).toMatchObject([{ partner_id: partnerId }]);
  });

  test("may pay whole months: until one is closed, its commissions say that they wait", async () => {
    await call("PUT", "/groups/monthly", { commission: { ...rate(2_000), tiers: { ...tiers, applies: "period" } } });
    await call("POST", "/partners", { name: "Monthly", code: "monthly", group_id: "monthly" });
    for (const number of [1, 2, 3]) await sell(`monthly-${number}`, "monthly");
    const partners = fieldOf(await call("GET", "/partners?group_id=monthly"), "data.0.partner_id");
    const commissions = fieldOf(await call("GET", `/commissions?partner_id=${partners}`), "data");
    const waits = { tier_step: null, tier_adjusted_cents: null, waits_for_month: true };
    expect(commissions).toMatchObject([1, 2, 3].map(() => ({ amount_cents: 2_000, terms: waits })));
    const story = fieldOf(await call("GET", "/payment-story?transaction_id=monthly-3"), "data.steps");
    expect(JSON.stringify(story)).toContain("its tier follows when the month closes.");
  });

  test("the default group always exists, and a group that was never created is not shown", async () => {
    const { text } = await call("GET", "/groups");
    expect(text).toContain('"group_id":"default"');
    expect(refusalOf(await call("GET", "/groups/nowhere"))).toBe("404 not_found");
    expect(refusalOf(await call("POST", `/partners/${partnerId}/move`, { group_id: "nowhere" }))).toBe("404 not_found");
    expect(refusalOf(await call("POST", "/partners/999999/move", { group_id: "gold" }))).toBe("404 not_found");
  });
});

describe("sales that come at once", () => {
  test("are paid by the step that those before them reached, and by none once all went back", async () => {
    await call("PUT", "/groups/rush", {
      commission: { ...rate(1_000), tiers: { ...tiers, steps: [{ from: 20, rate_bps: 5_000 }] } },
    });
    await call("POST", "/partners", { name: "Rush", code: "rush", group_id: "rush" });
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const answers = await Promise.all(numbers.map((number) => sell(`rush-${number}`, "rush")));
    const ids = answers.map((answer) => Number(fieldOf(answer, "sale_id"))).sort((a, b) => a - b);
    const earned = await commissionsOf(ids);
    expect(earned).toEqual(ids.map((_, index) => (index < 20 ? 1_000 : 5_000)));
    const refunds = numbers.map((number) => track("refund", { transaction_id: `rush-${number}` }, projectKey));
    expect((await Promise.all(refunds)).map(({ status }) => status)).toEqual(numbers.map(() => 200));
    const after = Number(fieldOf(await sell("rush-after", "rush"), "sale_id"));
    expect(await commissionsOf([after])).toEqual([1_000]);
  });
});

describe("terms", () => {
  test("of a partner are set, listed, shown as what pays it, and removed", async () => {
    const cara = Number(
      fieldOf(await call("POST", "/partners", { name: "C", code: "termed", group_id: "gold" }), "data.partner_id"),
    );
    const set = await call("PUT", "/terms", { partner_id: cara, product_id: "pro", commission: rate(4_000) });
    expect(fieldOf(set, "data")).toMatchObject({ scope: "partner_product", partner_id: cara, product_id: "pro" });
    expect(fieldOf(await call("GET", `/terms?partner_id=${cara}`), "data")).toHaveLength(1);
    const scope = async (query: string) => fieldOf(await call("GET", `/partners/${cara}/terms${query}`), "data.scope");
    expect([await scope(""), await scope("?product_id=pro")]).toEqual(["group", "partner_product"]);
    const removed = await call("POST", "/terms/remove", { partner_id: cara, product_id: "pro" });
    expect(fieldOf(removed, "data.commission")).toEqual(rate(4_000));
    expect(refusalOf(await call("POST", "/terms/remove", { partner_id: cara, product_id: "pro" }))).toBe(
      "404 not_found",
    );
  });

  test.each([
    ["for nobody", { commission: rate(1) }],
    ["for a partner and a group", { partner_id: 1, group_id: "gold", commission: rate(1) }],
    [
      "with a step of another type",
      { group_id: "gold", commission: { ...rate(1), tiers: { ...tiers, steps: [{ from: 1, amount_cents: 5 }] } } },
    ],
    [
      "with steps that fall",
      { group_id: "gold", commission: { ...rate(1), tiers: { ...tiers, steps: [...tiers.steps].reverse() } } },
    ],
    [
      "that pay a month where they count for life",
      { group_id: "gold", commission: { ...rate(1), tiers: { ...tiers, period: "lifetime", applies: "period" } } },
    ],
    ["with a cap below zero", { group_id: "gold", commission: { ...rate(1), caps: { per_customer_cents: -1 } } }],
  ])("%s are refused", async (_, body) => {
    expect(refusalOf(await call("PUT", "/terms", body))).toBe("400 invalid_request");
  });

  test("of a partner or a group that is not there are refused", async () => {
    expect(refusalOf(await call("PUT", "/terms", { partner_id: 999_999, commission: rate(1) }))).toBe("404 not_found");
    expect(refusalOf(await call("PUT", "/terms", { group_id: "nowhere", commission: rate(1) }))).toBe("404 not_found");
  });
});

test("a call that changes nothing records nothing, also fifty times at once", async () => {
  const commission = { ...rate(1_234), tiers };
  const calls = [
    ["PUT", "/groups/again", { name: "Again", commission, hold_period_days: 3 }],
    ["PUT", "/terms", { group_id: "again", product_id: "pro", commission }],
    ["POST", `/partners/${partnerId}/move`, { group_id: "again" }],
    ["PUT", "/policies/again", commission],
  ] as const;
  // The service's own jobs record events too, when they are due.
  const events = async () => {
    const rows = fieldOf(await call("GET", "/events?order=newest&limit=100"), "data");
    return (Array.isArray(rows) ? rows : []).find(({ type }) => configured.includes(type))?.event_id;
  };
  for (const [method, path, body] of calls) {
    const { text } = await call(method, path, body);
    const before = await events();
    const again = await Promise.all(Array.from({ length: 50 }, () => call(method, path, body)));
    expect(new Set(again.map((answer) => answer.text))).toEqual(new Set([text]));
    expect(await events()).toBe(before);
  }
  const [, path, body] = calls[1];
  expect(refusalOf(await call("PUT", path, body, member.token))).toBe("403 forbidden");
});

test("a partner or a group has terms for at most five hundred products", async () => {
  const scopeOf = (product_id: string) => ({ group_id: "again", product_id });
  const set = (product_id: string) => call("PUT", "/terms", { ...scopeOf(product_id), commission: rate(1) });
  const products = Array.from({ length: 499 }, (_, index) => `product-${index + 1}`);
  await commitBatch(
    service.database,
    products.map((product) => submission(programId, policySet(rate(1), scopeOf(product)))),
  );
  expect(refusalOf(await set("one-more"))).toBe("409 limit_reached");
  expect((await set("product-1")).status).toBe(200);
});

test("owners alone set them, members read them, and strangers see nothing", async () => {
  const sets = [
    ["PUT", "/groups/gold", { name: "Mine" }],
    ["PUT", "/terms", { group_id: "gold", commission: rate(9_000) }],
    ["POST", "/terms/remove", { group_id: "gold" }],
    ["POST", `/partners/${partnerId}/move`, { group_id: "default" }],
  ] as const;
  for (const [method, path, body] of sets) {
    expect(refusalOf(await call(method, path, body, member.token))).toBe("403 forbidden");
    expect(refusalOf(await call(method, path, body, stranger.token))).toBe("404 not_found");
  }
  expect((await call("GET", "/terms", undefined, member.token)).status).toBe(200);
  expect(refusalOf(await call("GET", "/groups", undefined, stranger.token))).toBe("404 not_found");
});

test("a hundred groups are the most", async () => {
  const more = Array.from({ length: 99 }, (_, index) => groupSet(`g${index}`));
  await commitBatch(
    service.database,
    more.map((group) => submission(programId, group)),
  );
  expect(refusalOf(await call("PUT", "/groups/one-more", {}))).toBe("409 limit_reached");
  expect((await call("PUT", "/groups/gold", { name: "Still changed" })).status).toBe(200);
});
