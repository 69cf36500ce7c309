// Records that partners have reached bonuses: a recurring job. The books say which are due; the event is decided under the program's lock, and
// the fold earns a bonus once a partner and period, so several processes never pay one twice.
import type { BonusReached } from "../../core/rules/events/bonus-events.ts";
import type { BonusAwardRow } from "../../core/rules/rows/bonus-rows.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import type { Submission } from "../../engine/recording/submission.ts";

/** Of one program in one hold of its lock; the rest comes next. */
const perBatch = 200;
/** A stop of the service waits for a run. */
const runMillisecondsMax = 5_000;

const programsStatement: Statement = {
  name: "programs_with_bonuses_due",
  text: "select distinct program_id from bonus_award where state = 'due' order by program_id",
};

/** Of partners that are not active nothing is recorded: theirs stay due. */
const dueStatement: Statement = {
  name: "bonuses_due",
  text: `select a.partner_id, a.bonus_id, a.period
           from bonus_award a
           join partner p on p.program_id = a.program_id and p.partner_id = a.partner_id and p.status = 'active'
          where a.program_id = $1 and a.state = 'due'
          order by a.partner_id, a.bonus_id, a.period
          limit $2`,
};

type Due = Pick<BonusAwardRow, "partner_id" | "bonus_id" | "period">;

/** Answers how many were recorded. A program that is locked keeps no other waiting. */
export async function recordReachedBonuses(database: Database, stop?: AbortSignal): Promise<number> {
  const over = AbortSignal.any([AbortSignal.timeout(runMillisecondsMax), ...(stop === undefined ? [] : [stop])]);
  const faults: unknown[] = [];
  let recorded = 0;
  const programs = await database.withSession((session) =>
    session.query<{ program_id: number }>(programsStatement, []),
  );
  for (const { program_id } of programs) {
    try {
      for (let count = perBatch; count === perBatch && !over.aborted; recorded += count) {
        count = await recordOf(database, program_id);
      }
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `bonuses of ${faults.length} program(s) were not recorded`);
  return recorded;
}

async function recordOf(database: Database, programId: number): Promise<number> {
  const results = await commitDecided(database, programId, async (session) => {
    const due = await session.query<Due>(dueStatement, [programId, perBatch]);
    return due.map((row) => reached(programId, row));
  });
  for (const result of results) if (result.kind === "failed") throw result.error;
  return results.length;
}

function reached(programId: number, { partner_id, bonus_id, period }: Due): Submission {
  const data: BonusReached = { type: "bonus_reached", bonus_id, partner_id, period };
  return {
    event: { programId, source: "schedule", dedupKey: null, isTest: false, occurredAt: null, data },
    delivery: null,
    keyHash: null,
    keep: "when_it_changes_something",
    logged: null,
  };
}
