// Reading the log in the order of its seq. Under the head lock, or behind a committed head, there are no holes to step into.
import type { Event } from "../core/events.ts";
import type { Session, Statement } from "../db/session.ts";
import type { EventRow } from "../db/tables.ts";
import { eventOf } from "./stored-event.ts";

const eventsAfterStatement: Statement = {
  name: "events_after",
  text: "select * from event where program_id = $1 and seq > $2 order by seq limit $3",
};

const eventsByIdStatement: Statement = {
  name: "events_by_id",
  text: `select e.*
           from unnest($1::bigint[], $2::bigint[]) as k(program_id, id)
           join event e on e.program_id = k.program_id and e.id = k.id`,
};

const behindStatement: Statement = {
  name: "programs_behind",
  text: "select program_id from program_head where projected_seq < seq order by program_id",
};

export type ReadEvents = { readonly events: readonly Event[]; readonly lastSeq: number };

/** Up to `limit` events of a program behind `seq`, in order. */
export async function readEventsAfter(
  session: Session,
  programId: number,
  seq: number,
  limit: number,
): Promise<ReadEvents> {
  const rows = await session.query<EventRow>(eventsAfterStatement, [programId, seq, limit]);
  return { events: rows.map(eventOf), lastSeq: rows.at(-1)?.seq ?? seq };
}

export async function readEventsById(
  session: Session,
  keys: readonly { readonly programId: number; readonly id: number }[],
): Promise<Event[]> {
  const rows = await session.query<EventRow>(eventsByIdStatement, [
    keys.map((key) => key.programId),
    keys.map((key) => key.id),
  ]);
  return rows.map(eventOf);
}

/** Programs whose books do not hold every event of their log yet. */
export async function findProgramsBehind(session: Session): Promise<number[]> {
  const rows = await session.query<{ program_id: number }>(behindStatement, []);
  return rows.map((row) => row.program_id);
}
