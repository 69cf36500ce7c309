// The reference model's arithmetic of money and time, written apart from src/core.
export const halfUp = (cents: number, part: number, whole = 10_000) =>
  Number((BigInt(cents) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));
export const daysAfter = (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000);

/** The same day of a later month, or that month's last. */
export function monthsAfter(from: Date, months: number): Date {
  const later = new Date(new Date(from).setUTCMonth(from.getUTCMonth() + months));
  return later.getUTCDate() === from.getUTCDate() ? later : new Date(later.setUTCDate(0));
}
