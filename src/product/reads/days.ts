// Days of UTC, as reports count them.

export const millisecondsPerDay = 86_400_000;

/** From the first to before the end: both are midnights. */
export function eachDay(from: Date, end: Date): Date[] {
  const count = Math.round((end.getTime() - from.getTime()) / millisecondsPerDay);
  return Array.from({ length: count }, (_, index) => daysAfter(from, index));
}

export function daysAfter(day: Date, days: number): Date {
  return new Date(day.getTime() + days * millisecondsPerDay);
}

/** `2026-01-31`. */
export function dateOf(day: Date): string {
  return day.toISOString().slice(0, "2026-01-31".length);
}
