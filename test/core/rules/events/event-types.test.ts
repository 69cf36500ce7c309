// What only a later release's log holds: an event of a type that this one has no rules for.
import { expect, test } from "vitest";
import { Books } from "../../../../src/core/rules/books.ts";
import type { Event, EventData } from "../../../../src/core/rules/events/events.ts";
import { projectOrFail } from "../../../../src/core/rules/fold.ts";
import { LoadPlan } from "../../../../src/core/rules/rows/load-plan.ts";
import { anna, click, partnerJoined, payment, programCreated } from "../../../support/event-builders.ts";
import { MemoryProgram } from "../../../support/memory-program.ts";

test("an event of an unknown type is loaded without a name, also where it waits, and kept as failed", () => {
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
  new LoadPlan(new Books(event.program_id)).receiveParkedEvent(event);
  books.of.program.load("", []);
  books.of.program_settings.load("", []);
  const message = "no rule folds events of type tip_received";
  expect(projectOrFail(books, event)).toMatchObject({ outcome: "failed", reason: "projector_error", message });
});

test("clicks that went into a file leave the books as they are", () => {
  const program = new MemoryProgram();
  for (const event of [programCreated(), partnerJoined(anna), click(2)]) program.record(event);
  const before = program.dump();
  const range = { first_seq: 3, last_seq: 3, clicks: 1, file: "7/3.jsonl", bytes: 1 };
  const digests = { sha256: "", rows_sha256: "", closing_hash: "" };
  const archived = program.record({ source: "operator", data: { type: "clicks_archived", ...range, ...digests } });
  expect([archived.outcome, program.dump()]).toEqual(["recorded", before]);
});

test("what named two names of a payment that was to come waits no more when it came", () => {
  const program = new MemoryProgram();
  const aliases = ["in_1", "ch_1"].map((value) => ({ kind: "id", value }));
  for (const event of [programCreated(), partnerJoined(anna), click(2)]) program.record(event);
  program.record({ source: "stripe", data: { type: "payment_identified", aliases } });
  expect(program.rows("parked")).toHaveLength(2);
  program.record(payment({ payer: { click_id: "click-1" } }));
  expect(program.rows("parked")).toEqual([]);
});
