// Programs, their settings and policies, and their partners: what is changed, what stays, and from when on it counts.
import { describe, expect, test } from "vitest";
import { defaultSettings } from "../../../src/core/rules/events/settings/settings.ts";
import { anna, click, partnerJoined, programCreated, sale } from "../../support/event-builders.ts";
import { MemoryProgram, type TestEvent } from "../../support/memory-program.ts";

const annaId = 2;
const operator = (data: TestEvent["data"]): TestEvent => ({ source: "operator", data });
const changed = { type: "program_changed", name: null, status: null, settings: {} } as const;
const partnerChanged = { type: "partner_changed", partner_id: annaId, name: null, status: null } as const;

function given(...story: readonly TestEvent[]): MemoryProgram {
  const program = new MemoryProgram();
  for (const event of [programCreated(), partnerJoined(anna), ...story]) program.record(event);
  expect(program.replay(2).dump()).toBe(program.dump());
  return program;
}

describe("a program", () => {
  test("begins active, with its settings, no month closed and no code", () => {
    const program = given();
    expect(program.one("program")).toEqual({
      program_id: 7,
      workspace_id: 1,
      name: "Program",
      status: "active",
      created_at: new Date("2026-01-01T00:00:00Z"),
      closed_until: null,
      owns_coupons: false,
      uses_terms: false,
      uses_bonuses: false,
      has_forfeits: false,
      agreement: null,
    });
    expect(program.one("program_settings")).toEqual({ program_id: 7, from_event_id: 1, settings: defaultSettings });
  });

  test("keeps what a change does not name, and its settings from before count for what came before", () => {
    const program = given(operator({ ...changed, name: "Other" }), operator({ ...changed, status: "inactive" }));
    expect(program.one("program")).toMatchObject({ name: "Other", status: "inactive", workspace_id: 1 });
    expect(program.rows("program_settings")).toHaveLength(1);
    program.record(operator({ ...changed, settings: { hold_period_days: 30 } }));
    program.record(operator({ ...changed, settings: { cookie_window_days: 7 } }));
    expect(program.one("program")).toMatchObject({ name: "Other", status: "inactive" });
    expect(program.rows("program_settings").map(({ settings }) => settings)).toEqual([
      defaultSettings,
      { ...defaultSettings, hold_period_days: 30 },
      { ...defaultSettings, hold_period_days: 30, cookie_window_days: 7 },
    ]);
  });

  test("pays by a product's policy while it has one", () => {
    const half = { type: "percentage", rate_bps: 5_000, duration_months: null } as const;
    const set = { type: "policy_set", product_id: "pro", commission: half } as const;
    const removed = { type: "policy_removed", product_id: "pro" } as const;
    const of = (transaction_id: string) =>
      sale({ transaction_id, customer_key: null, click_id: "click-1", product_id: "pro" });
    const program = given(click(annaId), of("one"), operator(set), of("two"), operator(removed), of("three"));
    expect(program.rows("commission").map(({ amount_cents }) => amount_cents)).toEqual([2_000, 5_000, 2_000]);
    expect(program.rows("policy").map(({ commission }) => commission)).toEqual([half, null]);
    expect([program.record(operator(set)).message, program.record(operator(removed)).message]).toEqual([
      "Policy set.",
      "Policy removed.",
    ]);
  });
});

describe("a partner", () => {
  test("begins active, and keeps what a change does not name", () => {
    const program = given();
    const joined = {
      program_id: 7,
      partner_id: annaId,
      ...anna,
      joined_at: new Date("2026-01-01T00:00:00Z"),
      group_moves: null,
      ban: null,
      accepted: null,
      emails: null,
      alike: null,
      recruited_by: null,
      recruited_event_id: null,
    };
    expect(program.one("partner")).toEqual({ ...joined, status: "active" });
    program.record(operator({ ...partnerChanged, status: "inactive" }));
    expect(program.one("partner")).toEqual({ ...joined, status: "inactive" });
    program.record(operator({ ...partnerChanged, name: "Anna B." }));
    expect(program.one("partner")).toEqual({ ...joined, name: "Anna B.", status: "inactive" });
  });

  test("that the program does not have is not changed", () => {
    const program = given();
    expect(program.record(operator({ ...partnerChanged, partner_id: 99 }))).toMatchObject({
      outcome: "refused",
      reason: "unknown_partner",
    });
    expect(program.rows("partner")).toHaveLength(1);
  });
});
