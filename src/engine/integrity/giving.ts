// Gives checkpoints away in the order they were made, to each place by itself: one that cannot be reached keeps no other waiting, is
// tried again, and is noticed when that takes long. A process that ends between giving one and noting it gives it again.

import { secondsToWait, type Waits } from "../jobs/waits.ts";
import type { Database } from "../postgres/database.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { raiseAlarm } from "./alarms.ts";
import { readNotes } from "./store.ts";
import type { Target } from "./targets.ts";

const programsAtOnce = 100;
const notesAtOnce = 200;
const leaseSeconds = 120;
const waits: Waits<number> = { seconds: [15, 60, 300, 900], thenSeconds: 1_800 };
/** A place that fails for longer than this raises an alarm. */
const noticedAfterMilliseconds = 3_600_000;

const beginStatement: Statement = {
  name: "begin_checkpoint_deliveries",
  text: `insert into checkpoint_delivery (program_id, target)
         select p.program_id, $1
           from checkpoint_place p
          where p.number > 0
            and not exists (select 1 from checkpoint_delivery d where d.program_id = p.program_id and d.target = $1)
         on conflict (program_id, target) do nothing`,
};

const claimStatement: Statement = {
  name: "claim_checkpoint_deliveries",
  text: `update checkpoint_delivery d
            set next_attempt_at = clock_timestamp() + make_interval(secs => $2::integer)
           from (select d.program_id
                   from checkpoint_delivery d
                   join checkpoint_place p on p.program_id = d.program_id and p.number > d.sent_number
                  where d.target = $1 and d.next_attempt_at <= clock_timestamp()
                  order by d.next_attempt_at, d.program_id
                  limit $3
                    for update of d skip locked) due
          where d.program_id = due.program_id and d.target = $1
         returning d.program_id, d.sent_number, d.attempts, d.failing_since`,
};

const sentStatement: Statement = {
  name: "checkpoints_given",
  text: `update checkpoint_delivery
            set sent_number = greatest(sent_number, $3), attempts = 0, next_attempt_at = '1970-01-01 00:00:00+00', failing_since = null, fault = null
          where program_id = $1 and target = $2`,
};

const failedStatement: Statement = {
  name: "checkpoints_not_given",
  text: `update checkpoint_delivery
            set attempts = attempts + 1, next_attempt_at = clock_timestamp() + make_interval(secs => $3::integer),
                failing_since = coalesce(failing_since, now()), fault = $4
          where program_id = $1 and target = $2
         returning failing_since`,
};

type Due = { readonly program_id: number; readonly sent_number: number; readonly attempts: number };

export type NotGiven = { readonly programId: number; readonly target: string; readonly fault: string };

/** Answers what could not be given. */
export async function giveAway(
  database: Database,
  targets: readonly Target[],
  { now, stop }: { readonly now: () => number; readonly stop: AbortSignal },
): Promise<NotGiven[]> {
  const failed: NotGiven[] = [];
  for (const target of targets) {
    const claimed = [target.name, leaseSeconds, programsAtOnce];
    const due = await database.transaction(async (session) => {
      await session.query(beginStatement, [target.name]);
      return session.query<Due>(claimStatement, claimed);
    });
    for (const one of due) {
      const fault = await giveProgram(database, target, one, stop);
      if (fault === null) continue;
      failed.push({ programId: one.program_id, target: target.name, fault });
      await noteFailure(database, target, { ...one, fault }, now());
    }
  }
  return failed;
}

async function giveProgram(
  database: Database,
  target: Target,
  { program_id: programId, sent_number: behind }: Due,
  stop: AbortSignal,
): Promise<string | null> {
  const notes = await database.withSession((session) => readNotes(session, programId, { behind, atMost: notesAtOnce }));
  let sent = behind;
  let fault: string | null = null;
  for (const { number, note } of notes) {
    if (stop.aborted) break;
    try {
      await target.give({ programId, number, note }, stop);
      sent = number;
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error);
      break;
    }
  }
  if (sent > behind || fault === null) {
    await database.transaction((session) => session.query(sentStatement, [programId, target.name, sent]));
  }
  return fault;
}

async function noteFailure(
  database: Database,
  target: Target,
  { program_id: programId, attempts, fault }: Due & { readonly fault: string },
  now: number,
): Promise<void> {
  const wait = secondsToWait(waits, attempts + 1);
  await database.transaction(async (session) => {
    const values = [programId, target.name, wait, fault];
    const [failing] = await session.query<{ failing_since: Date }>(failedStatement, values);
    if (failing === undefined || now - failing.failing_since.getTime() < noticedAfterMilliseconds) return;
    const since = failing.failing_since.toISOString();
    const detail = `Since ${since} no checkpoint could be given to the ${target.name}.`;
    await raiseAlarm(session, { programId, kind: "checkpoints_not_given", detail });
  });
}
