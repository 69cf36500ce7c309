// How long answers took: room for all of them is made before the clock starts, and percentiles are exact.

export type LatencySummary = {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
  readonly mean: number;
};

export class Latencies {
  readonly #milliseconds: Float64Array;
  #count = 0;

  constructor(countMax: number) {
    this.#milliseconds = new Float64Array(countMax);
  }

  add(milliseconds: number): void {
    this.#milliseconds[this.#count] = milliseconds;
    this.#count += 1;
  }

  summary(): LatencySummary {
    const sorted = this.#milliseconds.subarray(0, this.#count).toSorted();
    const sum = sorted.reduce((total, each) => total + each, 0);
    return {
      p50: percentile(sorted, 0.5),
      p90: percentile(sorted, 0.9),
      p99: percentile(sorted, 0.99),
      p999: percentile(sorted, 0.999),
      max: percentile(sorted, 1),
      mean: sum / sorted.length,
    };
  }
}

/** The smallest value that at least this share of all values does not exceed; NaN of none. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const rank = Math.max(1, Math.ceil(sorted.length * share));
  return sorted[rank - 1] ?? Number.NaN;
}
