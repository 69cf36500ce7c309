// Reads the log in the order of its seq. Under the head lock, or up to a committed head, there are no gaps. It reads `event_as_read`: a
// delivery that was read again has its newest reading, at its own place.
import type { Event } from "../../core/rules/events/events.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import type { Question } from "../postgres/placement.ts";
import { type EventAsRead, eventOf } from "./stored-event.ts";

/** A range of one program's log: after `fromSeq`, up to and including `toSeq`. */
export type Slice = { readonly programId: number; readonly fromSeq: number; readonly toSeq: number };

const eventsOfSlicesStatement: Statement = {
  name: "events_of_slices",
  text: `select e.*
           from (select unnest($1::bigint[]) as program_id, unnest($2::bigint[]) as from_seq, unnest($3::bigint[]) as to_seq) s
           join event_as_read e on e.program_id = s.program_id and e.seq > s.from_seq and e.seq <= s.to_seq
          order by e.program_id, e.seq`,
};

const eventsByIdStatement: Statement = {
  name: "events_by_id",
  text: `select e.*
           from (select unnest($1::bigint[]) as program_id, unnest($2::bigint[]) as id) k
           join event_as_read e on e.program_id = k.program_id and e.id = k.id`,
};

const eventsOfSliceStatement: Statement = {
  name: "events_of_slice",
  text: "select * from event_as_read where program_id = $1 and seq > $2 and seq <= $3 order by seq",
};

const eventsOfProgramByIdStatement: Statement = {
  name: "events_of_program_by_id",
  text: "select * from event_as_read where program_id = $1 and id = any($2::bigint[])",
};

const behindStatement: Statement = {
  name: "programs_behind",
  text: "select program_id from program_head where projected_seq < seq order by program_id",
};

const eventsOfSlices: Question<Slice, EventAsRead> = {
  programOf: (slice) => slice.programId,
  ofAll: (session, slices) =>
    session.query(eventsOfSlicesStatement, [
      slices.map((slice) => slice.programId),
      slices.map((slice) => slice.fromSeq),
      slices.map((slice) => slice.toSeq),
    ]),
  async ofOne(session, programId, slices) {
    const inOrder = slices.toSorted((a, b) => a.fromSeq - b.fromSeq);
    const found = await Promise.all(
      inOrder.map(({ fromSeq, toSeq }) =>
        session.query<EventAsRead>(eventsOfSliceStatement, [programId, fromSeq, toSeq]),
      ),
    );
    return found.flat();
  },
};

/** The events of all slices, by program and seq. */
export async function readSlices(session: Session, slices: readonly Slice[]): Promise<Event[]> {
  const rows = await session.placement.ask(session, eventsOfSlices, slices);
  return rows.map(eventOf);
}

type EventKey = { readonly programId: number; readonly id: number };

const eventsById: Question<EventKey, EventAsRead> = {
  programOf: (key) => key.programId,
  ofAll: (session, keys) =>
    session.query(eventsByIdStatement, [keys.map((key) => key.programId), keys.map((key) => key.id)]),
  ofOne: (session, programId, keys) =>
    session.query(eventsOfProgramByIdStatement, [programId, keys.map((key) => key.id)]),
};

export async function readEventsById(session: Session, keys: readonly EventKey[]): Promise<Event[]> {
  const rows = await session.placement.ask(session, eventsById, keys);
  return rows.map(eventOf);
}

/** Programs whose books do not hold every event of their log yet. */
export async function findProgramsBehind(session: Session): Promise<number[]> {
  const rows = await session.query<{ program_id: number }>(behindStatement, []);
  return rows.map((row) => row.program_id);
}
