// Approves commissions whose hold is over, by the database's clock: the recurring job behind "pending, then approved".
// It names in an event which ones, decided under the program's lock, so two processes never approve one twice and a refund or
// a dispute that comes at the same moment is either seen or comes after. A late approval costs nothing:
// what one run leaves, the next one takes.
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import type { Submission } from "../../engine/recording/submission.ts";

const commissionsPerLook = 5_000;
/** Of one event, and so of one hold of a program's lock. */
const commissionsPerEventMax = 1_000;
/** A stop of the service waits for a run. */
const runMillisecondsMax = 5_000;

type Due = { readonly program_id: number; readonly sale_id: number; readonly hold_until: Date };

const beginning: Due = { hold_until: new Date(0), program_id: 0, sale_id: 0 };

/**
 * Of all programs, from a place on, so that a commission which cannot be approved never keeps others waiting. A clock that goes
 * on within a statement would be no bound of the index: everything that is on hold would be looked at.
 */
export const dueStatement: Statement = {
  name: "commissions_due",
  text: `select hold_until, program_id, sale_id
           from commission
          where stage = 'pending'
            and status in ('pending', 'refunded')
            and hold_until <= now()
            and (hold_until, program_id, sale_id) > ($1::timestamptz, $2::bigint, $3::bigint)
          order by hold_until, program_id, sale_id
          limit $4`,
};

/** The fence keeps the planner to the key: it would rather read all that is on hold for each of them. */
const stillDueStatement: Statement = {
  name: "commissions_still_due",
  text: `select c.sale_id
           from unnest($2::bigint[]) as k(sale_id)
          cross join lateral (
                select * from commission where program_id = $1 and sale_id = k.sale_id offset 0
                ) c
          where c.stage = 'pending'
            and c.status in ('pending', 'refunded')
            and c.hold_until <= clock_timestamp()
          order by c.sale_id`,
};

/** Answers how many were approved. A program that cannot be, such as one that is locked, keeps no other waiting. */
export async function approveCommissions(database: Database, stop?: AbortSignal): Promise<number> {
  const over = AbortSignal.any([AbortSignal.timeout(runMillisecondsMax), ...(stop === undefined ? [] : [stop])]);
  const faults = new Map<number, unknown>();
  let approved = 0;
  for (let place: Due | undefined = beginning; place !== undefined && !over.aborted; ) {
    const due: Due[] = await findDue(database, place);
    for (const [programId, ofProgram] of Map.groupBy(due, (row) => row.program_id)) {
      if (over.aborted || faults.has(programId)) continue;
      try {
        approved += await approveOf(database, programId, ofProgram, over);
      } catch (error) {
        faults.set(programId, error);
      }
    }
    place = due.length < commissionsPerLook ? undefined : due.at(-1);
  }
  if (faults.size > 0)
    throw new AggregateError([...faults.values()], `${faults.size} program(s) could not be approved`);
  return approved;
}

async function approveOf(
  database: Database,
  programId: number,
  due: readonly Due[],
  over: AbortSignal,
): Promise<number> {
  let approved = 0;
  for (let start = 0; start < due.length && !over.aborted; start += commissionsPerEventMax) {
    const part = due.slice(start, start + commissionsPerEventMax);
    approved += await approve(
      database,
      programId,
      part.map((row) => row.sale_id),
    );
  }
  return approved;
}

function findDue(database: Database, after: Due): Promise<Due[]> {
  return database.withSession((session) =>
    session.query<Due>(dueStatement, [after.hold_until, after.program_id, after.sale_id, commissionsPerLook]),
  );
}

async function approve(database: Database, programId: number, saleIds: readonly number[]): Promise<number> {
  let approved = 0;
  const results = await commitDecided(database, programId, async (session) => {
    const stillDue = await findStillDue(session, programId, saleIds);
    approved = stillDue.length;
    return approved === 0 ? [] : [approval(programId, stillDue)];
  });
  for (const result of results) {
    if (result.kind === "failed") throw result.error;
    if (result.kind !== "concluded" || result.eventId === null) return 0;
  }
  return approved;
}

async function findStillDue(session: Session, programId: number, saleIds: readonly number[]): Promise<number[]> {
  const rows = await session.query<{ sale_id: number }>(stillDueStatement, [programId, saleIds]);
  return rows.map((row) => row.sale_id);
}

function approval(programId: number, saleIds: readonly number[]): Submission {
  return {
    event: {
      programId,
      source: "schedule",
      dedupKey: null,
      isTest: false,
      occurredAt: null,
      data: { type: "commissions_approved", sale_ids: saleIds },
    },
    delivery: null,
    keyHash: null,
    keep: "when_it_changes_something",
    logged: null,
  };
}
