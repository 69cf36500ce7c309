// How far long work is, on stderr: on a terminal one line that is written over, elsewhere a line now and then, and none for
// work that is over before the first of them.
// It never says anything on stdout, which is the answer's.
import type { TextOutput } from "./shell.ts";

const terminalEveryMilliseconds = 200;
const logEveryMilliseconds = 5_000;
const clearLine = "\r\u001b[2K";

export type Step = { readonly done: number; readonly total: number };

export type Progress = {
  /** `what` is done in `unit`s. */
  show(what: string, unit: string, step: Step): void;
  /** Leaves the terminal's line empty for the answer. */
  end(): void;
};

export const noProgress: Progress = { show: () => undefined, end: () => undefined };

export function createProgress(stream: TextOutput, now: () => number): Progress {
  const every = stream.isTTY ? terminalEveryMilliseconds : logEveryMilliseconds;
  let current = "";
  let startedAt = 0;
  let startedWith = 0;
  let shownAt = 0;
  return {
    show(what, unit, { done, total }) {
      if (what !== current) {
        current = what;
        startedAt = now();
        startedWith = done;
        shownAt = startedAt;
      }
      if (now() - shownAt < every) return;
      shownAt = now();
      const line = lineOf(what, unit, { done, total }, (done - startedWith) / ((shownAt - startedAt) / 1000));
      stream.write(stream.isTTY ? `${clearLine}${line}` : `${line}\n`);
    },
    end() {
      if (stream.isTTY && current !== "") stream.write(clearLine);
    },
  };
}

function lineOf(what: string, unit: string, { done, total }: Step, perSecond: number): string {
  const share = total === 0 ? 100 : Math.floor((100 * done) / total);
  const parts = [`${what}: ${share} %, ${done} of ${total} ${unit}`];
  if (Number.isFinite(perSecond) && perSecond > 0) {
    parts.push(`${Math.round(perSecond)}/s`);
    if (done < total) parts.push(`${timeOf((total - done) / perSecond)} left`);
  }
  return parts.join(", ");
}

function timeOf(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
