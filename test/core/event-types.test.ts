// What only a later release's log holds: an event of a type that this one has no rules for.
import { expect, test } from "vitest";
import { Books } from "../../src/core/books.ts";
import type { Event, EventData } from "../../src/core/events.ts";
import { projectOrFail } from "../../src/core/fold.ts";
import { LoadPlan } from "../../src/core/load-plan.ts";

test("an event of an unknown type is loaded without a name and kept as failed", () => {
  const data: EventData = JSON.parse('{"type":"tip_received"}');
  const event: Event = {
    program_id: 7,
    id: 1,
    source: "api",
    is_test: false,
    occurred_at: null,
    received_at: new Date("2026-01-01T00:00:00Z"),
    data,
  };
  const books = new Books(event.program_id);
  const plan = new LoadPlan(books);
  plan.addEvent(event);
  expect([...plan.takeKeys().keys()].toSorted()).toEqual(["checklist", "program", "program_settings"]);
  const message = "no rule folds events of type tip_received";
  expect(projectOrFail(books, event)).toMatchObject({ outcome: "failed", reason: "projector_error", message });
});
