// What a browser is answered when it reports a click, and what is kept of it.
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import { anna, ben, click, partnerJoined, programCreated } from "../../support/event-builders.ts";
import { MemoryProgram } from "../../support/memory-program.ts";

const [annaId, benId] = [2, 3];

function given(settings: Partial<Settings> = {}): MemoryProgram {
  const program = new MemoryProgram();
  for (const event of [programCreated(settings), partnerJoined(anna), partnerJoined(ben)]) program.record(event);
  return program;
}

describe("a click", () => {
  test("is answered with its partner's code and how long to keep it, and its sub-ids are kept", () => {
    const program = given({ cookie_window_days: 33 });
    const answer = { kind: "click", click_id: "click-1", partner_code: "anna", cookie_window_days: 33 };
    expect(program.record(click(annaId, { sub_ids: { sub1: "spring" } })).answer).toEqual(answer);
    expect(program.one("click").sub_ids).toEqual({ sub1: "spring" });
  });

  test("that stays is answered with the code of its own partner", () => {
    const program = given({ attribution_model: "first_click" });
    program.record(click(annaId));
    expect(program.record(click(benId, { click_id: "click-2", existing_click_id: "click-1" }))).toMatchObject({
      outcome: "duplicate",
      answer: { click_id: "click-1", partner_code: "anna" },
    });
  });

  test("in test mode is answered and leaves nothing but its step on the checklist; a bot's leaves not even that", () => {
    const program = given();
    const steps = () => program.rows("checklist").flatMap(({ step, is_test }) => (step === "click" ? [is_test] : []));
    program.record(click(annaId, { is_bot: true }));
    expect(steps()).toEqual([]);
    expect(program.record({ ...click(annaId, { click_id: "click-2" }), is_test: true }).answer).toEqual({
      kind: "test",
    });
    expect([program.rows("click").length, steps()]).toEqual([1, [true]]);
    program.record(click(annaId, { click_id: "click-3" }));
    expect(steps()).toEqual([false, true]);
  });

  test("is on the checklist as it was first seen, however many follow", () => {
    const program = given();
    const { eventId } = program.record(click(annaId, { day: 1 }));
    program.record(click(annaId, { click_id: "click-2", day: 2 }));
    expect(program.one("checklist")).toMatchObject({
      first_event_id: eventId,
      first_seen_at: new Date("2026-01-02T00:00:00Z"),
    });
  });

  test("of a code without a partner, or while the program is not active, is not recorded", () => {
    const program = given();
    const nobodys = click(annaId, { partner_id: null });
    expect(program.record(nobodys).answer).toEqual({ kind: "inactive", what: "partner" });
    const paused = { type: "program_changed", name: null, status: "inactive", settings: {} } as const;
    program.record({ source: "operator", data: paused });
    expect(program.record(click(annaId)).answer).toEqual({ kind: "inactive", what: "program" });
    expect(program.rows("click")).toEqual([]);
  });
});
