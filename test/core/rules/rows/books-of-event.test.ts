// An event reaches what its names lead to in the books of its batch, and nothing else that was loaded with it.
import { expect, test } from "vitest";
import { Books } from "../../../../src/core/rules/books.ts";
import { withNames } from "../../../../src/core/rules/events/event-types.ts";
import type { Event } from "../../../../src/core/rules/events/events.ts";
import { waitFor } from "../../../../src/core/rules/fold/keys.ts";
import { booksOfEvent } from "../../../../src/core/rules/rows/books-of-event.ts";
import type { ManualAttributionRow } from "../../../../src/core/rules/rows/manual-attribution-row.ts";
import { paymentRefunded } from "../../../support/event-builders.ts";
import type { TestEvent } from "../../../support/memory-program.ts";

const programId = 7;

function event(id: number, { data, source }: TestEvent): Event {
  const when = { occurred_at: null, received_at: new Date("2026-01-01T00:00:00Z") };
  return { program_id: programId, id, source: source ?? "stripe", is_test: false, ...when, data };
}

function removed(paymentId: number): ManualAttributionRow {
  const decision = { event_id: 5, decided_at: null, state: "removed", given: null, evidence: null } as const;
  return { program_id: programId, payment_id: paymentId, ...decision, hidden: null, reports: [] };
}

/** Payments 1, 2 and 3 were removed from their partners. */
function loaded(): Books {
  const books = new Books(programId);
  for (const id of [1, 2, 3]) {
    books.of.payment_alias.load(`in_${id}`, [{ program_id: programId, alias: `in_${id}`, payment_id: id }]);
    books.of.manual_attribution.load(id, [removed(id)]);
  }
  return books;
}

const reachedBy = (books: Books, by: Event) =>
  booksOfEvent(books, by)
    .of.manual_attribution.indexed()
    .map(({ payment_id }) => payment_id);

test("a refund reaches the removed sale that it names, of three in its batch", () => {
  expect(reachedBy(loaded(), event(9, paymentRefunded({ alias: "in_2" })))).toEqual([2]);
  expect(reachedBy(loaded(), event(9, paymentRefunded({ alias: "in_4" })))).toEqual([]);
});

test("it reaches what an event that waits for it names", () => {
  const books = loaded();
  const key = waitFor.payment("in_4");
  books.of.parked.load(key, [{ program_id: programId, wait_key: key, event_id: 6 }]);
  const waiting = paymentRefunded({ alias: "in_3" });
  books.eventsParked.set(6, withNames(event(6, waiting)));
  expect(reachedBy(books, event(9, paymentRefunded({ alias: "in_4" })))).toEqual([3]);
});

test("what a batch has loaded stays as it was", () => {
  const books = loaded();
  booksOfEvent(books, event(9, paymentRefunded({ alias: "in_2" })));
  expect(books.of.manual_attribution.changes()).toEqual({ added: [], replaced: [], removed: [] });
  expect(books.of.payment_alias.knows("in_4")).toBe(false);
});
