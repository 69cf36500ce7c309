// Tiers of the supposed terms may pay whole months. The log has no event that closes these months for them, so a forecast closes them at its
// end, as the service does when a month is over: the months that the program has closed, and not the current one.
import type { Event } from "../../core/rules/events/events.ts";
import { projectEvents } from "../../engine/books/project-slices.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { findOpenTierMonths } from "../terms/open-tier-months.ts";

const closedStatement: Statement = {
  name: "closed_until_of_forecast",
  text: "select closed_until from program where program_id = $1",
};

/** Under the id of the last event that the books have. */
export async function closeOpenMonths(books: Database, programId: number, eventId: number): Promise<void> {
  for (let before: number | undefined; ; ) {
    const first = await closeSome(books, programId, eventId);
    if (first === undefined) return;
    // The fold keeps a fault of its own as an outcome: the same sale would be found again and again.
    if (first === before) throw new Error(`the month of sale ${first} did not close in the forecast`);
    before = first;
  }
}

/** Answers the first sale whose month it closed; undefined where none is left. */
function closeSome(books: Database, programId: number, eventId: number): Promise<number | undefined> {
  return books.transaction(async (session) => {
    const [program] = await session.query<{ closed_until: Date | null }>(closedStatement, [programId]);
    const end = program?.closed_until ?? null;
    if (end === null) return undefined;
    const open = await findOpenTierMonths(session, programId, end);
    const events = open.map(
      (data): Event => ({
        ...{ program_id: programId, id: eventId, source: "schedule", is_test: false },
        ...{ occurred_at: null, received_at: end, data },
      }),
    );
    await projectEvents(session, events);
    return open[0]?.sale_ids[0];
  });
}
