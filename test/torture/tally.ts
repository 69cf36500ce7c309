// What came of a run: each fault with how long it took until everything answered again, and a table of them.
import type { FaultKind } from "./faults/fault.ts";

export type Suffered = {
  readonly kind: FaultKind;
  readonly processes: number;
  readonly drawn: string;
  readonly processesKilled: number;
  /** How much had been found wrong until then. */
  readonly foundWrongBefore: number;
  readonly recoveryMilliseconds: number;
};

export const recoveryMillisecondsMax = 10_000;

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [below = 0, above = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return (below + above) / 2;
}

export const countOf = (suffered: readonly Suffered[]) => ({
  faults: suffered.length,
  killed: suffered.reduce((sum, { processesKilled }) => sum + processesKilled, 0),
  ofDatabase: suffered.filter(({ kind: { of } }) => of !== "process").length,
  kindsOfDatabase: new Set(suffered.filter(({ kind: { of } }) => of !== "process").map(({ kind }) => kind.name)).size,
  tooLong: suffered.filter(({ recoveryMilliseconds }) => recoveryMilliseconds > recoveryMillisecondsMax).length,
});

/** As markdown. */
export function tableOf(suffered: readonly Suffered[]): string {
  const byKind = [...Map.groupBy(suffered, ({ kind }) => kind)];
  const rows = byKind.map(([{ words, name }, all]) => {
    const times = all.map(({ recoveryMilliseconds }) => recoveryMilliseconds);
    return [`${words} (\`${name}\`)`, String(all.length), seconds(median(times)), seconds(Math.max(...times))];
  });
  const lines = [["fault", "times", "median s", "worst s"], ["---", "--:", "--:", "--:"], ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
