// Shadow books hold each delivery as it was read when they were built. A later reading of such a delivery makes them stale: another replay
// was applied, or a failed delivery was retried. They are built again from the start, outside of every lock.
import { bookNames } from "../../core/rules/book-keys.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import type { Question } from "../postgres/placement.ts";
import type { Shadow } from "./shadow.ts";

export class StaleBooks extends Error {
  readonly programIds: readonly number[];
  constructor(programIds: readonly number[]) {
    super(`deliveries of program ${programIds.join(", ")} were read again since its books were built`);
    this.programIds = programIds;
  }
}

type Reading = { program_id: number; event_id: number; is_retry: boolean };

function readingsSince(shadow: Shadow): Question<number, Reading> {
  const ofAll = readingsSinceStatement(shadow, "readings_since_built", "p.program_id = any($1::bigint[])");
  const named = ["p", "h", "r", "e"].map((table) => `${table}.program_id = $1`);
  const ofOne = readingsSinceStatement(shadow, "readings_since_built_of_one", named.join(" and "));
  return {
    programOf: (programId) => programId,
    ofAll: (session, programIds) => session.query(ofAll, [programIds]),
    ofOne: (session, programId) => session.query(ofOne, [programId]),
  };
}

function readingsSinceStatement({ schema, liveSchema }: Shadow, name: string, ofThese: string): Statement {
  return {
    name,
    text: `select r.program_id, e.id as event_id, r.type = 'delivery_retried' as is_retry
             from ${schema}.progress p
             join ${liveSchema}.program_head h on h.program_id = p.program_id
             join ${liveSchema}.event r on r.program_id = p.program_id and r.seq > p.readings_seq and r.seq <= h.projected_seq
                                       and r.type in ('delivery_reread', 'delivery_retried')
             join ${liveSchema}.event e on e.program_id = r.program_id and e.id = (r.data ->> 'event_id')::bigint
                                       and e.seq <= p.seq
            where ${ofThese}`,
  };
}

function ownReadingsStatement({ liveSchema }: Shadow): Statement {
  return {
    name: "own_readings_of_events",
    text: `select event_id
             from ${liveSchema}.replay_rereading
            where run_id = $1 and program_id = any($2::bigint[]) and event_id = any($3::bigint[])`,
  };
}

function failedStatement({ schema }: Shadow): Statement {
  return {
    name: "failed_in_books_aside",
    text: `select event_id
             from ${schema}.outcome
            where program_id = any($1::bigint[]) and event_id = any($2::bigint[]) and outcome = 'failed'`,
  };
}

/**
 * Which of these programs' books are stale. A replay's own reading of a delivery precedes later ones. A retried delivery is folded at the
 * place of its retry, and is a failed one at its own place: its books are stale if it is not.
 */
export async function findStale(session: Session, shadow: Shadow, programIds: readonly number[]): Promise<number[]> {
  const since = await session.placement.ask(session, readingsSince(shadow), programIds);
  if (since.length === 0) return [];
  const eventIds = since.map((reading) => reading.event_id);
  const [own, failed] = await Promise.all([
    session.query<{ event_id: number }>(ownReadingsStatement(shadow), [shadow.runId, programIds, eventIds]),
    session.query<{ event_id: number }>(failedStatement(shadow), [programIds, eventIds]),
  ]);
  const isOwn = new Set(own.map((row) => row.event_id));
  const isFailed = new Set(failed.map((row) => row.event_id));
  const stale = since.filter(({ event_id, is_retry }) =>
    is_retry ? isOwn.has(event_id) || !isFailed.has(event_id) : !isOwn.has(event_id),
  );
  return [...new Set(stale.map((reading) => reading.program_id))];
}

/** By a connection that sees nothing live. */
export async function forgetBooks(shadow: Shadow, programIds: readonly number[]): Promise<void> {
  await shadow.database.transaction(async (session) => {
    for (const table of [...bookNames, "progress"]) {
      const text = `delete from ${table} where program_id = any($1::bigint[])`;
      void session.query({ name: `forget_${table}_aside`, text }, [programIds]);
    }
  });
}
