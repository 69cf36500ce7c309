// Creates the payouts of every schedule that is due: the recurring job. A run is named by its program, month, currency and group, and its
// row is committed with its payouts under the program's lock: it happens once, in whichever process, also after a crash. A run of very many
// payouts is made in parts, each committed with how far it came. A program that fails keeps no other waiting; its run is due again.

import type { PayoutSchedule } from "../../../core/rules/events/settings/payout-settings.ts";
import { monthDue } from "../../../core/rules/payout-due.ts";
import { scheduleAuthor } from "../../../core/vocabulary/access/author.ts";
import { sumOf } from "../../../core/vocabulary/money/money.ts";
import type { Database } from "../../../engine/postgres/database.ts";
import type { Session } from "../../../engine/postgres/driver/session.ts";
import type { Statement } from "../../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../../engine/recording/locked-batch.ts";
import type { Submission } from "../../../engine/recording/submission.ts";
import { plannedEvents } from "../change.ts";
import { askIn } from "../fixed-statement.ts";
import { planPayouts } from "../run-plan.ts";
import { findSchedules, isSame, partnersOf } from "./schedules-read.ts";

const programsStatement: Statement = {
  name: "programs_with_payout_schedules",
  text: `select distinct program_id
           from program_settings
          where settings ? 'payout_schedules'
          order by program_id`,
};

const runStatement: Statement = {
  name: "payout_run_of_month",
  text: `select after_partner_id, ended_at, payouts, amount_cents, left_out
           from payout_run
          where program_id = $1 and month = $2 and currency = $3 and group_id = $4`,
};

const keepRunStatement: Statement = {
  name: "keep_payout_run",
  text: `insert into payout_run as r (program_id, month, currency, group_id, started_at, ended_at,
                                      after_partner_id, payouts, amount_cents, left_out)
         values ($1, $2, $3, $4, now(), case when $5::bigint is null then now() end, coalesce($5::bigint, 0), $6, $7, $8)
         on conflict (program_id, month, currency, group_id) do update
            set ended_at = excluded.ended_at,
                after_partner_id = excluded.after_partner_id,
                payouts = excluded.payouts,
                amount_cents = excluded.amount_cents,
                left_out = excluded.left_out`,
};

type Run = {
  readonly after_partner_id: number;
  readonly ended_at: Date | null;
  readonly payouts: number;
  readonly amount_cents: string;
  readonly left_out: number;
};

/** Answers how many payouts were created. */
export async function runPayoutSchedules(database: Database, stop?: AbortSignal): Promise<number> {
  const programs = await database.withSession((session) =>
    session.query<{ program_id: number }>(programsStatement, []),
  );
  const faults: unknown[] = [];
  let created = 0;
  for (const { program_id } of programs) {
    if (stop?.aborted === true) break;
    try {
      created += await runProgram(database, program_id, stop);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `payouts of ${faults.length} program(s) were not created`);
  return created;
}

async function runProgram(database: Database, programId: number, stop: AbortSignal | undefined): Promise<number> {
  const schedules = await database.withSession((session) => findSchedules(askIn(session), programId));
  let created = 0;
  for (const { schedule, times } of schedules) {
    if (monthDue(schedule, times) === null) continue;
    for (let isOver = false; !isOver && stop?.aborted !== true; ) {
      const part = await runPart(database, programId, schedule);
      created += part.created;
      ({ isOver } = part);
    }
  }
  return created;
}

/** Decided again under the lock: another process may have made the run, or an owner paused it. */
async function runPart(
  database: Database,
  programId: number,
  { currency, group_id }: PayoutSchedule,
): Promise<{ readonly created: number; readonly isOver: boolean }> {
  let isOver = true;
  const decide = async (session: Session): Promise<readonly Submission[]> => {
    const ask = askIn(session);
    const inForce = await findSchedules(ask, programId);
    const found = inForce.find(({ schedule }) => isSame(schedule, { currency, group_id }));
    const month = found === undefined ? null : monthDue(found.schedule, found.times);
    if (found === undefined || month === null) return [];
    const { schedule } = found;
    const key = [programId, month, currency, group_id ?? ""];
    const [run] = await session.query<Run>(runStatement, key);
    const plan = await planPayouts(ask, programId, {
      partnerId: null,
      currency,
      minimumCents: schedule.minimum_cents,
      onlyWithRecipient: schedule.only_with_recipient,
      afterPartnerId: run?.after_partner_id ?? 0,
      ...partnersOf(
        schedule,
        inForce.map((one) => one.schedule),
      ),
    });
    isOver = plan.nextAfter === null;
    const amount = sumOf([run?.amount_cents ?? 0, ...plan.payouts.map((payout) => payout.amount_cents)]);
    const payouts = (run?.payouts ?? 0) + plan.payouts.length;
    const leftOut = (run?.left_out ?? 0) + plan.leftOut.length;
    await session.query(keepRunStatement, [...key, plan.nextAfter, payouts, String(amount), leftOut]);
    return (await plannedEvents(session, programId, plan, null)).map((data) => ({
      event: {
        programId,
        source: "operator",
        dedupKey: null,
        isTest: false,
        occurredAt: null,
        data,
        by: scheduleAuthor,
      },
      delivery: null,
      keyHash: null,
      keep: "when_it_changes_something",
      logged: null,
    }));
  };
  const results = await commitDecided(database, programId, decide, { within: "longTransaction" });
  return { created: results.length, isOver };
}
