// In which programs events wait for a name that has not come yet. In most no event does, and then no batch looks up its names among them.

import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import type { Question } from "../postgres/placement.ts";

const ofAllStatement: Statement = {
  name: "programs_with_waiting",
  text: `select program_id
           from unnest($1::bigint[]) as asked(program_id)
          where exists (select 1 from parked p where p.program_id = asked.program_id)`,
};

const ofOneStatement: Statement = {
  name: "program_with_waiting",
  text: "select program_id from parked where program_id = $1 limit 1",
};

const whereEventsWait: Question<number, { program_id: number }> = {
  programOf: (programId) => programId,
  ofAll: (session, programIds) => session.query(ofAllStatement, [programIds]),
  ofOne: (session, programId) => session.query(ofOneStatement, [programId]),
};

/** Of these programs, those in which an event waits. */
export async function findWaiting(session: Session, programIds: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await session.placement.ask(session, whereEventsWait, programIds);
  return new Set(found.map((row) => row.program_id));
}
