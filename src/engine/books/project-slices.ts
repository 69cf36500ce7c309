// Projects ranges of the log into the books that the session sees, in the session's transaction: the live ones, or a replay's shadow books.
// Loads, folds and writes with the same code as live ingestion, for any number of programs at once.
import { Books } from "../../core/rules/books.ts";
import type { Event } from "../../core/rules/events/events.ts";
import { keepAsFailed, projectOrFail } from "../../core/rules/fold.ts";
import { LoadPlan } from "../../core/rules/rows/load-plan.ts";
import { readSlices, type Slice } from "../log/read.ts";
import type { Session } from "../postgres/driver/session.ts";
import { loadPlanned } from "./load.ts";
import { writeBooks } from "./write.ts";

/** What is folded in the place of an event, such as other terms than were set: nothing, the event itself, or several. */
export type Substitute = (event: Event) => readonly Event[];

/**
 * Answers how many events were projected. The writes are sent and not awaited: the transaction's commit does.
 * With a fault, the events are kept as failed for it instead of folded: the database refused their rows.
 */
export async function projectSlices(
  session: Session,
  slices: readonly Slice[],
  { fault = null, substitute }: { readonly fault?: string | null; readonly substitute?: Substitute | undefined } = {},
): Promise<number> {
  const read = await readSlices(session, slices);
  await projectEvents(session, substitute === undefined ? read : read.flatMap(substitute), fault);
  return read.length;
}

/** Also of events that no log holds, into books that are dropped. The writes are sent and not awaited. */
export async function projectEvents(
  session: Session,
  events: readonly Event[],
  fault: string | null = null,
): Promise<void> {
  const plans = new Map<number, LoadPlan>();
  for (const event of events) planOf(plans, event.program_id).addEvent(event);
  await loadPlanned(session, plans);
  for (const event of events) projectOne(planOf(plans, event.program_id).books, event, fault);
  writeBooks(
    session,
    [...plans.values()].map((each) => each.books),
    "anything",
  );
}

function projectOne(books: Books, event: Event, fault: string | null): void {
  if (fault === null) projectOrFail(books, event);
  else keepAsFailed(books, event, fault);
  books.forgetMarks();
}

function planOf(all: Map<number, LoadPlan>, programId: number): LoadPlan {
  const known = all.get(programId);
  if (known !== undefined) return known;
  const plan = new LoadPlan(new Books(programId));
  all.set(programId, plan);
  return plan;
}
