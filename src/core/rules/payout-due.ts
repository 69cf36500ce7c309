// When a payout schedule is due: at 00:00 UTC of its day, or of the month's last day where the month is shorter. A schedule is due from the
// first such day after it was set or resumed. After an outage only the latest day counts, since its run pays everything that is owed.
import type { PayoutSchedule } from "./events/settings/payout-settings.ts";

type Day = Pick<PayoutSchedule, "day_of_month">;

/** `2026-02`, in UTC. */
function monthOf(time: Date): string {
  return time.toISOString().slice(0, "2026-02".length);
}

/** In the month `offset` months after that of `time`. */
export function dueIn({ day_of_month }: Day, time: Date, offset: number): Date {
  const [year, month] = [time.getUTCFullYear(), time.getUTCMonth() + offset];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day_of_month, lastDay)));
}

export type Since = {
  readonly now: Date;
  /** When the schedule was set to this day, or resumed. */
  readonly since: Date;
  /** The months of its runs. */
  readonly ran: ReadonlySet<string>;
};

/** The month whose run is due now; null for none. */
export function monthDue(schedule: Day & Pick<PayoutSchedule, "is_paused">, { now, since, ran }: Since): string | null {
  if (schedule.is_paused) return null;
  const thisMonth = dueIn(schedule, now, 0);
  const latest = thisMonth <= now ? thisMonth : dueIn(schedule, now, -1);
  const month = monthOf(latest);
  return latest < since || [...ran].some((other) => other >= month) ? null : month;
}

/** The day of the next run: today's or an earlier one where it is due already. Null while the schedule is paused. */
export function nextRun(schedule: Day & Pick<PayoutSchedule, "is_paused">, times: Since): Date | null {
  const { now, ran } = times;
  if (schedule.is_paused) return null;
  const due = monthDue(schedule, times);
  if (due !== null) return dueIn(schedule, new Date(`${due}-01T00:00:00.000Z`), 0);
  for (let offset = 0; ; offset++) {
    const day = dueIn(schedule, now, offset);
    if (day > now && !ran.has(monthOf(day))) return day;
  }
}
