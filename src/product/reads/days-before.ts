/** How long before something a click was, as people say it. */
export function daysBeforeInWords(days: number): string {
  if (days === 0) return "on the same day";
  return days === 1 ? "the day before" : `${days} days before`;
}
