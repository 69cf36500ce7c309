// Figures of several turns in one: medians, since one turn that met a checkpoint says nothing, and their spread.

/** The middle value; of an even number, the mean of the two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

export type Spread = { readonly median: number; readonly min: number; readonly max: number };

/** Null where no turn has the figure. */
export function spreadOf(values: readonly (number | null | undefined)[]): Spread | null {
  const known = values.filter((value): value is number => typeof value === "number" && !Number.isNaN(value));
  if (known.length === 0) return null;
  return { median: median(known), min: Math.min(...known), max: Math.max(...known) };
}

/** With as many digits as its size deserves: 1,234 or 12.3 or 0.456. */
export function figureText(value: number, digits: number): string {
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
