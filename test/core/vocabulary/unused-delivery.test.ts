// What a provider delivers that brings nothing to the books, or nothing yet.
import { expect, test } from "vitest";
import type { EventData } from "../../../src/core/rules/events/events.ts";
import { programCreated } from "../../support/event-builders.ts";
import { MemoryProgram } from "../../support/memory-program.ts";

test.each<[string, EventData, string]>([
  ["not used", { type: "delivery_ignored", reason: "event_type_not_used", provider_event_type: null }, "ignored"],
  ["not readable", { type: "delivery_unreadable", reason: "unknown_shape", provider_event_type: null }, "failed"],
])("a delivery that is %s shows that the connection works", (_, data, outcome) => {
  const program = new MemoryProgram();
  program.record(programCreated());
  const { eventId } = program.record({ source: "stripe", data });
  expect(program.outcomeOf(eventId)).toBe(outcome);
  expect(program.one("checklist")).toMatchObject({ step: "webhook", is_test: false, first_event_id: eventId });
});
