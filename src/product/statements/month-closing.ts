// Closes months, by the database's clock: the recurring job behind `is_final`.
// A month is closed from its third day after on, by an event that holds its sums as they are stated then, decided under the
// program's lock: what is recorded before it is in them, what comes after corrects the month it comes in. Months close in their
// order; the first is that of a program's first event, so months that were over before there was such a job are closed by it too.
import type { MonthClosed } from "../../core/rules/events/events.ts";
import {
  boundsOfMonth,
  type ClosedMonthRow,
  monthToClose,
  openDaysAfterMonth,
  replayedSince,
  type StatementCorrection,
  type StatementTotals,
  withCorrections,
} from "../../core/rules/events/statement.ts";
import type { TierMonthClosed } from "../../core/rules/events/tier-events.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import type { Submission } from "../../engine/recording/submission.ts";
import { findOpenTierMonths, hasOpenCommissionsOfClosedMonth } from "../terms/open-tier-months.ts";
import { closedMonthTotalsText, monthCorrectionsText, monthTotalsText } from "./month-sums-read.ts";

const programsPerLook = 1_000;
/** A stop of the service waits for a run. */
const runMillisecondsMax = 5_000;

type Unclosed = {
  readonly program_id: number;
  readonly open_since: Date;
  readonly now: Date;
  readonly uses_terms: boolean;
};

/** `open_since` is in the first month that is not closed. A program of this month alone is looked at by its first event. */
const unclosedStatement: Statement = {
  name: "programs_with_months_to_close",
  text: `select p.program_id, coalesce(p.closed_until, e.received_at) as open_since, clock_timestamp() as now, p.uses_terms
           from program p
           join event e on e.program_id = p.program_id and e.seq = 1
          where p.program_id > $1
            and (coalesce(p.closed_until, date_trunc('month', e.received_at, 'UTC'))
                 + make_interval(months => 1, days => $2) <= clock_timestamp()
                 or ${hasOpenCommissionsOfClosedMonth})
          order by p.program_id
          limit $3`,
};

const openSinceStatement: Statement = {
  name: "month_open_since",
  text: `select p.program_id, coalesce(p.closed_until, e.received_at) as open_since, clock_timestamp() as now, p.uses_terms
           from program p
           join event e on e.program_id = p.program_id and e.seq = 1
          where p.program_id = $1`,
};

/** Behind every event. */
const endOfTime = new Date("9999-01-01T00:00:00.000Z");

const totalsStatement: Statement = { name: "month_totals", text: monthTotalsText };
const correctionsStatement: Statement = { name: "month_corrections", text: monthCorrectionsText };
const closedTotalsStatement: Statement = { name: "closed_month_totals", text: closedMonthTotalsText };

type ClosedMonth = Pick<ClosedMonthRow, "month" | "totals" | "corrections" | "closed_at">;

const closedStatement: Statement = {
  name: "closed_months",
  text: `select month, totals, corrections, closed_at
           from closed_month
          where program_id = $1
          order by event_id`,
};

const replayStatement: Statement = {
  name: "replayed_since",
  text: `select exists (select 1 from replay_program p
                          join replay_run r on r.run_id = p.run_id
                         where p.program_id = $1 and p.status = 'applied' and p.difference is not null
                           and coalesce(r.finished_at, now()) > $2) as is_applied`,
};

/** Answers how many months were closed. */
export async function closeMonths(database: Database, stop?: AbortSignal): Promise<number> {
  const over = AbortSignal.any([AbortSignal.timeout(runMillisecondsMax), ...(stop === undefined ? [] : [stop])]);
  let closed = 0;
  for (let after = 0; ; ) {
    const programs = await database.withSession((session) =>
      session.query<Unclosed>(unclosedStatement, [after, openDaysAfterMonth, programsPerLook]),
    );
    for (const { program_id: programId } of programs) {
      if (over.aborted) return closed;
      closed += await closeMonthsOf(database, programId, over);
    }
    const last = programs.at(-1);
    if (last === undefined || programs.length < programsPerLook) return closed;
    after = last.program_id;
  }
}

async function closeMonthsOf(database: Database, programId: number, over: AbortSignal): Promise<number> {
  let closed = 0;
  while (!over.aborted) {
    const next = await closeNext(database, programId);
    if (next === "nothing") break;
    if (next === "a_month") closed += 1;
  }
  return closed;
}

/**
 * The program's first month that is not closed, if its time has come. Commissions that wait for it, or for a month before, are brought to
 * their tiers first.
 */
async function closeNext(database: Database, programId: number): Promise<"a_month" | "commissions" | "nothing"> {
  let decided: "a_month" | "commissions" = "a_month";
  const decide = async (session: Session): Promise<Submission[]> => {
    const [program] = await session.query<Unclosed>(openSinceStatement, [programId]);
    if (program === undefined) return [];
    const month = monthToClose(program.open_since, program.now);
    const end = month === null ? program.open_since : boundsOfMonth(month)[1];
    const open = program.uses_terms ? await findOpenTierMonths(session, programId, end) : [];
    decided = open.length > 0 ? "commissions" : "a_month";
    if (open.length > 0) return open.map((data) => submission(programId, data));
    return month === null ? [] : [submission(programId, await stateMonth(session, programId, month))];
  };
  // The sums of a large program's month may take long.
  const results = await commitDecided(database, programId, decide, { within: "longTransaction" });
  return results.some((result) => result.kind === "concluded" && result.eventId !== null) ? decided : "nothing";
}

async function stateMonth(session: Session, programId: number, month: string): Promise<MonthClosed> {
  const values = [programId, ...boundsOfMonth(month)];
  const [totals, corrections, replayed] = await Promise.all([
    session.query<StatementTotals>(totalsStatement, values),
    session.query<StatementCorrection>(correctionsStatement, values),
    findReplayed(session, programId, month),
  ]);
  return {
    type: "month_closed",
    month,
    totals: withCorrections(totals, replayed),
    corrections: [...corrections, ...replayed],
  };
}

/**
 * What the books say of closed months and no statement does: nothing, where each replay recorded the lines that it changed. An earlier
 * release recorded none, and its replays' differences are stated by the next closing.
 */
async function findReplayed(session: Session, programId: number, month: string): Promise<StatementCorrection[]> {
  const closed = await session.query<ClosedMonth>(closedStatement, [programId]);
  const last = closed.at(-1);
  if (last === undefined) return [];
  const [replay] = await session.query<{ is_applied: boolean }>(replayStatement, [programId, last.closed_at]);
  if (replay?.is_applied !== true) return [];
  const [start] = boundsOfMonth(month);
  const open = await session.query<StatementCorrection>(correctionsStatement, [programId, start, endOfTime]);
  const stated = [...closed.flatMap((row) => row.corrections), ...open];
  const found = await Promise.all(
    closed.map(async (row) => {
      const values = [programId, ...boundsOfMonth(row.month)];
      return replayedSince(row, await session.query<StatementTotals>(closedTotalsStatement, values), stated);
    }),
  );
  return found.flat();
}

function submission(programId: number, data: MonthClosed | TierMonthClosed) {
  const event = { programId, source: "schedule", dedupKey: null, isTest: false, occurredAt: null, data };
  return { event, delivery: null, keyHash: null, keep: "when_it_changes_something", logged: null } as const;
}
