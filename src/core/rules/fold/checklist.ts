// The integration checklist: the first time each step was seen, live and in test mode apart.
import type { Books } from "../books.ts";
import type { Event } from "../events/events.ts";
import type { ChecklistRow } from "../rows/rows.ts";

export function tick(books: Books, event: Event, step: ChecklistRow["step"]): void {
  const seen = books.of.checklist.list("").some((row) => row.step === step && row.is_test === event.is_test);
  if (seen) return;
  books.of.checklist.put({
    program_id: books.programId,
    step,
    is_test: event.is_test,
    first_event_id: event.id,
    first_seen_at: event.received_at,
  });
}
