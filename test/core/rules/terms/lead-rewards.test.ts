// What leads earn: once a customer, never by a browser's claim alone, under the lead's own id, and in addition to what sales earn.
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../../src/core/rules/events/settings/settings.ts";
import {
  anna,
  ben,
  byHand,
  click,
  lead,
  partnerJoined,
  payment,
  programCreated,
  sale,
} from "../../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../../support/memory-program.ts";
import { owedTo } from "../../../support/operator.ts";

const [annaId, benId] = [2, 3];
const reward = { amount_cents: 500, currency: "USD" } as const;
const byBrowser = lead({ source: "browser" });
const operator = (data: TestEvent["data"]): TestEvent => ({ source: "operator", data });
const on = (day: number, event: TestEvent): TestEvent => ({ ...event, day });

/** Anna's link was clicked (click-1), then Ben's (click-2). Every story is projected again, in batches of each size. */
function record(story: readonly TestEvent[], settings: Partial<Settings> = {}): MemoryProgram {
  const program = new MemoryProgram();
  const beginning = [
    programCreated({ lead_auth: "server_required", hold_period_days: 10, lead_reward: reward, ...settings }),
    ...[partnerJoined(anna), partnerJoined(ben), click(annaId), click(benId, { click_id: "click-2" })],
  ];
  for (const event of [...beginning, ...story]) program.record(event);
  for (const batchSize of [1, 2, 3, 1_000]) expect(program.replay(batchSize).dump()).toBe(program.dump());
  return program;
}

const earned = (program: MemoryProgram) =>
  program
    .rows("commission")
    .map(({ sale_id, kind, partner_id, amount_cents }) => [kind, sale_id, partner_id, amount_cents]);

const ofLead = (leadId = 6, partnerId = annaId) => ["lead", leadId, partnerId, 500];

describe("a lead earns its partner the reward", () => {
  test("when a server reports it, on hold as a sale's commission is", () => {
    const program = record([lead()]);
    expect(earned(program)).toEqual([ofLead()]);
    const { hold_until, status, currency } = program.one("commission");
    const { reported_at } = program.one("lead");
    expect({ days: (hold_until.getTime() - reported_at.getTime()) / 86_400_000, status, currency }).toEqual({
      ...{ days: 10, status: "pending", currency: "USD" },
    });
  });

  test("never by a browser's claim alone, regardless of which leads the program accepts", () => {
    for (const lead_auth of ["server_required", "any"] as const) {
      expect(earned(record([byBrowser, byBrowser], { lead_auth }))).toEqual([]);
    }
  });

  test("under the claim's id, once a server vouches for the claim", () => {
    for (const lead_auth of ["server_required", "any"] as const) {
      expect(earned(record([byBrowser, lead()], { lead_auth }))).toEqual([ofLead()]);
      expect(earned(record([byBrowser, lead({ event_name: "trial" })], { lead_auth }))).toEqual([ofLead()]);
    }
  });

  test("once a verified payment names the claim's click, in addition to the commission of that sale", () => {
    const paid = payment({ payer: { click_id: "click-1", customer_key: "customer-1" } });
    expect(earned(record([byBrowser, paid]))).toEqual([ofLead(), ["sale", 7, annaId, 2_000]]);
  });

  test("once a customer, regardless of other reports about the customer", () => {
    const others = [lead(), lead({ event_name: "trial" }), lead({ click_ids: ["click-2"] }), sale(), lead()];
    expect(earned(record([lead({ event_name: "signup" }), ...others]))).toContainEqual(ofLead());
    expect(
      earned(record([lead({ event_name: "signup" }), ...others])).filter(([kind]) => kind === "lead"),
    ).toHaveLength(1);
    expect(earned(record([lead(), lead({ customer_key: "customer-2" })]))).toEqual([ofLead(6), ofLead(7)]);
  });

  test("not without a customer, who could be rewarded again", () => {
    expect(earned(record([lead({ customer_key: null })]))).toEqual([]);
  });

  test("to the partner whose click the server names, and it stays there when a later click binds the customer", () => {
    expect(earned(record([byBrowser, lead({ click_ids: ["click-2"] })]))).toEqual([ofLead(6, benId)]);
    const later = on(1, click(benId, { click_id: "click-3" }));
    const moved = record([lead(), later, on(2, lead({ click_ids: ["click-3"] }))]);
    expect([earned(moved), moved.one("customer").partner_id]).toEqual([[ofLead()], benId]);
  });

  test("not where the customer had bought before", () => {
    expect(earned(record([sale({ customer_key: "customer-1", click_id: "click-1" }), lead()]))).toEqual([
      ["sale", 6, annaId, 2_000],
    ]);
  });

  test("before a payment that waited for it is a sale", () => {
    const waiting = payment({ payer: { customer_key: "customer-1" } });
    expect(earned(record([waiting, lead()]))).toEqual([
      ["sale", 6, annaId, 2_000],
      ["lead", 7, annaId, 500],
    ]);
  });

  test("not where its partner has left by then", () => {
    const left = operator({ type: "partner_changed", partner_id: annaId, name: null, status: "inactive" });
    expect(earned(record([byBrowser, left, lead()]))).toEqual([]);
  });
});

describe("the reward in force", () => {
  const change = (lead_reward: typeof reward | { amount_cents: number; currency: "USD" } | null) =>
    operator({ type: "program_changed", name: null, status: null, settings: { lead_reward } });

  test("is that of when the lead was received, not of when it settled", () => {
    expect(earned(record([byBrowser, change({ ...reward, amount_cents: 900 }), lead()]))).toEqual([ofLead()]);
    expect(earned(record([byBrowser, change(null), lead()]))).toEqual([ofLead()]);
    expect(earned(record([byBrowser, change(reward), lead()], { lead_reward: null }))).toEqual([]);
  });

  test("earns nothing for customers whose first lead was before it", () => {
    const program = record([lead(), change(reward), lead({ event_name: "trial" })], { lead_reward: null });
    expect(earned(program)).toEqual([]);
  });

  test("is held as long as the partner's group says", () => {
    const gold = operator({ type: "group_set", group_id: "gold", settings: { hold_period_days: 3 } });
    const moved = {
      type: "partner_moved",
      partner_id: annaId,
      group_id: "gold",
      existing_customers: "follow",
    } as const;
    const program = record([gold, operator(moved), lead()]);
    const { hold_until } = program.one("commission");
    expect((hold_until.getTime() - program.one("lead").reported_at.getTime()) / 86_400_000).toBe(3);
  });
});

describe("a lead's commission", () => {
  const approved = operator({ type: "commissions_approved", sale_ids: [6] });
  const payee = { partner_id: annaId, currency: "USD" } as const;
  const items = [{ sale_id: 6, amount_cents: 500 }];
  const created = operator({ type: "payout_created", ...payee, items });
  const paid = operator({ type: "payout_recorded", payout_id: 8, ...payee, items, method: null, reference: null });

  test("is approved, paid and owed again when the money comes back", () => {
    const program = record([lead(), on(20, approved)]);
    expect(owedTo(program, payee)).toEqual(items);
    const through = record([lead(), on(20, approved), created, paid]);
    expect([through.one("commission").status, owedTo(through, payee)]).toEqual(["paid", []]);
    const returned = operator({ type: "payout_returned", payout_id: 8, sale_ids: [6], reason: null });
    const back = record([lead(), on(20, approved), created, paid, returned]);
    expect([back.one("commission").status, owedTo(back, payee)]).toEqual(["approved", items]);
  });

  test("is held and released by hand", () => {
    const held = record([lead(), byHand.hold([6]), on(20, approved)]);
    expect(held.one("commission")).toMatchObject({ status: "held", amount_cents: 500 });
    const released = record([lead(), byHand.hold([6]), byHand.release([6]), on(20, approved)]);
    expect(owedTo(released, payee)).toEqual(items);
  });

  test("is reversed by a ban and comes back with it, as changes of their own months", () => {
    const of = { partner_id: annaId, sale_ids: [6] };
    const forfeited = operator({ type: "commissions_forfeited", ...of });
    const program = record([lead(), forfeited]);
    expect(program.one("commission")).toMatchObject({ status: "reversed", amount_cents: 0 });
    expect(program.one("sale_change")).toMatchObject({ sale_id: 6, transaction_id: "lead:6", commission_cents: -500 });
    const restored = record([lead(), forfeited, operator({ type: "commissions_restored", ...of })]);
    expect(restored.one("commission")).toMatchObject({ status: "pending", amount_cents: 500 });
  });

  test("of a month that was closed before the lead settled is a correction in the month it settled in", () => {
    const month = "2026-01";
    const closed = operator({ type: "month_closed", month, totals: [], corrections: [] });
    const program = record([byBrowser, on(40, closed), on(41, lead())]);
    expect(earned(program)).toEqual([ofLead()]);
    expect(program.one("restatement")).toMatchObject({
      ...{ sale_id: 6, month, transaction_id: "lead:6", was_partner_id: null, now_partner_id: annaId },
      ...{ now_currency: null, now_commission_currency: "USD", now_commission_cents: 500 },
    });
  });

  test("counts for no tier and no cap", () => {
    const tiers = {
      metric: "sales",
      period: "lifetime",
      applies: "next",
      steps: [{ from: 1, rate_bps: 5_000 }],
    } as const;
    const commission = { type: "percentage", rate_bps: 2_000, duration_months: null, tiers } as const;
    const caps = { per_partner_month_cents: 2_000 };
    const program = record([lead(), sale()], { commission: { ...commission, caps } });
    expect(earned(program)).toEqual([ofLead(), ["sale", 7, annaId, 2_000]]);
  });
});
