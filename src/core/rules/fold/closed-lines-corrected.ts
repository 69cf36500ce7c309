// A replay changed lines of closed months. What a closed month shows is an observed fact, and so is what was learned of it: both are
// kept as the event holds them, and no later replay computes them again.
import { type Conclusion, recorded } from "../conclusion.ts";
import type { ClosedLinesCorrected, Event } from "../events/events.ts";
import type { FoldContext } from "./context.ts";

export function foldClosedLinesCorrected({ books }: FoldContext, event: Event<ClosedLinesCorrected>): Conclusion {
  for (const line of event.data.lines) {
    books.of.line_correction.put({
      program_id: books.programId,
      event_id: event.id,
      corrected_at: event.received_at,
      ...line,
    });
  }
  return recorded("Closed months keep their lines; the difference is stated in this month.");
}
