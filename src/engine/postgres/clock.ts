// Events take the database's time, and a recorded time is never taken back: a clock that is far off for a second would advance a program's
// time permanently. So the database's time is compared with this machine's clock and with the program's newest event, and nothing is
// recorded while they differ by more than the bound. It cannot know which clock is right.
import { DatabaseUnavailable } from "./database-unavailable.ts";

const millisecondsPerSecond = 1000;

export type ClockRule = {
  /** This machine's clock, in milliseconds. */
  readonly now: () => number;
  readonly stepSecondsMax: number;
  /** Programs whose newest event is in the future and that record all the same, at that event's time. */
  readonly programsAhead: ReadonlySet<number>;
};

export const clockStepSecondsMaxDefault = 300;

/** Against the clock of this machine. */
export function clockRule(stepSecondsMax: number, programsAhead: readonly number[] = []): ClockRule {
  return { now: Date.now, stepSecondsMax, programsAhead: new Set(programsAhead) };
}

export const machineClock = clockRule(clockStepSecondsMaxDefault);

export type ClockStepKind = "database_ahead" | "database_behind" | "program_ahead";

/** Nothing is recorded meanwhile: neither stored as failed nor refused permanently. */
export class ClockStep extends DatabaseUnavailable {
  readonly kind: ClockStepKind;
  readonly seconds: number;
  readonly programId: number | null;

  constructor(kind: ClockStepKind, seconds: number, programId: number | null = null) {
    super(`${described(kind, programId)} by ${seconds} s. Nothing is recorded; see docs/clock.md.`);
    this.kind = kind;
    this.seconds = seconds;
    this.programId = programId;
  }
}

function described(kind: ClockStepKind, programId: number | null): string {
  switch (kind) {
    case "database_ahead":
      return "The database's clock is ahead of this machine's";
    case "database_behind":
      return "The database's clock is behind this machine's";
    case "program_ahead":
      return `The newest event of program ${programId} is ahead of the database's clock`;
  }
}

/** Null where the two agree within the bound. */
export function stepBetweenClocks({ now, stepSecondsMax }: ClockRule, databaseNow: Date): ClockStep | null {
  const seconds = secondsBetween(now(), databaseNow.getTime());
  if (Math.abs(seconds) <= stepSecondsMax) return null;
  return new ClockStep(seconds > 0 ? "database_ahead" : "database_behind", Math.abs(seconds));
}

/** Null where the head is at most as far ahead as the bound; one long in the past is a quiet program's. */
export function stepBehindHead(
  { stepSecondsMax, programsAhead }: ClockRule,
  databaseNow: Date,
  head: { readonly program_id: number; readonly received_at: Date },
): ClockStep | null {
  const seconds = secondsBetween(databaseNow.getTime(), head.received_at.getTime());
  if (seconds <= stepSecondsMax || programsAhead.has(head.program_id)) return null;
  return new ClockStep("program_ahead", seconds, head.program_id);
}

function secondsBetween(earlier: number, later: number): number {
  return Math.round((later - earlier) / millisecondsPerSecond);
}
