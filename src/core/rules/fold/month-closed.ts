// A month is closed: from now on it is what this event says, and a later change corrects the month in which it is learned.
// The sums are an observed fact, what was stated then, and are never recomputed. Months close in their order, each once.
import type { Books } from "../books.ts";
import { type Conclusion, ignored, recorded } from "../conclusion.ts";
import type { Event, MonthClosed } from "../events/events.ts";
import { boundsOfMonth } from "../events/statement.ts";
import type { FoldContext } from "./context.ts";

export function foldMonthClosed({ books }: FoldContext, event: Event<MonthClosed>): Conclusion {
  const { month, totals, corrections } = event.data;
  const program = books.of.program.get("");
  if (program === undefined) throw new Error(`program ${books.programId} has a month before it was created`);
  const [, end] = boundsOfMonth(month);
  if (isClosed(books, new Date(end.getTime() - 1))) {
    return ignored("month_already_closed", `${month} is closed already.`);
  }
  books.of.program.put({ ...program, closed_until: end });
  books.of.closed_month.put({
    program_id: books.programId,
    event_id: event.id,
    month,
    totals,
    corrections,
    closed_at: event.received_at,
  });
  return recorded(`${month} is closed.`);
}

/** Whether the month of this time was closed by now. */
export function isClosed(books: Books, time: Date): boolean {
  const closedUntil = books.of.program.get("")?.closed_until ?? null;
  return closedUntil !== null && time < closedUntil;
}
