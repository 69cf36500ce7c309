// Rows after a program's head: the log ends at its head, so the service did not append them. They occupy the next event's place. They are
// reported and never skipped: a gap in seq would break the order that every reader relies on.
import type { Database } from "../postgres/database.ts";
import type { Statement } from "../postgres/driver/statement.ts";

const namedMax = 10;

export type ForeignEvent = {
  readonly program_id: number;
  readonly seq: number;
  readonly id: number;
  readonly type: string;
};

/** Nothing can be recorded for the program until its operator takes them out. */
export class LogIsOccupied extends Error {
  override readonly name = "LogIsOccupied";
  readonly events: readonly ForeignEvent[];

  constructor(events: readonly ForeignEvent[], options: ErrorOptions) {
    const named = events.map(({ program_id, seq, id }) => `program ${program_id}, seq ${seq}, event ${id}`).join("; ");
    const programs = [...new Set(events.map((event) => event.program_id))];
    const commands = programs.map((programId) => `svc log set-aside --program ${programId}`).join("; ");
    super(
      `rows that the service did not write follow the head of a log (${named}); remove them with: ${commands}`,
      options,
    );
    this.events = events;
  }
}

const foreignEventsStatement: Statement = {
  name: "foreign_events",
  text: `select e.program_id, e.seq, e.id, e.type
           from program_head h
           join event e on e.program_id = h.program_id and e.seq > h.seq
          where h.program_id = any($1::bigint[])
          order by e.program_id, e.seq
          limit $2`,
};

export function findForeignEvents(database: Database, programIds: readonly number[]): Promise<ForeignEvent[]> {
  return database.withSession((session) => session.query<ForeignEvent>(foreignEventsStatement, [programIds, namedMax]));
}
