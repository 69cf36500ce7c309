// A program's payout schedules with when each was set and the months that it has run in.
import { type PayoutSchedule, payoutSettingsOf } from "../../../core/rules/events/settings/payout-settings.ts";
import type { Settings } from "../../../core/rules/events/settings/settings.ts";
import type { Since } from "../../../core/rules/payout-due.ts";
import type { Statement } from "../../../engine/postgres/driver/statement.ts";
import type { Ask } from "../fixed-statement.ts";

/** Newest first. */
const versionsStatement: Statement = {
  name: "versions_of_payout_schedules",
  text: `select s.settings, e.received_at, now() as now
           from program_settings s
           join event e on e.program_id = s.program_id and e.id = s.from_event_id
          where s.program_id = $1
          order by s.from_event_id desc`,
};

const runsStatement: Statement = {
  name: "payout_runs",
  text: `select month, currency, group_id
           from payout_run
          where program_id = $1 and ended_at is not null`,
};

type Version = { readonly settings: Settings; readonly received_at: Date; readonly now: Date };
type Run = { readonly month: string; readonly currency: string; readonly group_id: string };

export type ScheduleInForce = { readonly schedule: PayoutSchedule; readonly times: Since };

export async function findSchedules(ask: Ask, programId: number): Promise<readonly ScheduleInForce[]> {
  const versions = await ask<Version>(versionsStatement, [programId]);
  const [newest] = versions;
  const schedules = newest === undefined ? [] : payoutSettingsOf(newest.settings).payout_schedules;
  if (newest === undefined || schedules.length === 0) return [];
  const runs = await ask<Run>(runsStatement, [programId]);
  return schedules.map((schedule) => {
    const own = runs.filter((run) => run.currency === schedule.currency && run.group_id === (schedule.group_id ?? ""));
    const times = { now: newest.now, since: setAt(schedule, versions), ran: new Set(own.map((run) => run.month)) };
    return { schedule, times };
  });
}

/** Since when it has this day without a pause: another minimum does not begin it again. */
function setAt(schedule: PayoutSchedule, versions: readonly Version[]): Date {
  let since = new Date();
  for (const { settings, received_at } of versions) {
    const before = payoutSettingsOf(settings).payout_schedules.find((one) => isSame(one, schedule));
    if (before?.day_of_month !== schedule.day_of_month || before.is_paused !== schedule.is_paused) break;
    since = received_at;
  }
  return since;
}

/** Whether both are for the same partners. */
export function isSame(one: Key, other: Key): boolean {
  return one.currency === other.currency && one.group_id === other.group_id;
}

type Key = Pick<PayoutSchedule, "currency" | "group_id">;

/** A schedule for every group leaves out the groups that have one of their own in its currency, paused or not. */
export function partnersOf(
  schedule: PayoutSchedule,
  all: readonly PayoutSchedule[],
): { readonly groupId?: string; readonly exceptGroups?: readonly string[] } {
  if (schedule.group_id !== null) return { groupId: schedule.group_id };
  const others = all.filter((one) => one.currency === schedule.currency).flatMap((one) => one.group_id ?? []);
  return { exceptGroups: others };
}
