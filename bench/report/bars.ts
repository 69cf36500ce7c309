// Bars: what a scenario is held against, and by how much it is met or not. A bar that is not met ends no run.
import { figureText, median, type Spread, spreadOf } from "./figures.ts";
import type { Series, Turn } from "./series.ts";

export type Bar = {
  readonly claim: string;
  readonly value: number;
  readonly sense: "at least" | "at most";
  readonly bar: number;
  readonly isMet: boolean;
  /** The same of each round by itself; null where rounds have no such figure. */
  readonly ofRounds: Spread | null;
};

export function atLeast(claim: string, value: number, bar: number, ofRounds: Spread | null = null): Bar {
  return { claim, value, sense: "at least", bar, isMet: value >= bar, ofRounds };
}

export function atMost(claim: string, value: number, bar: number, ofRounds: Spread | null = null): Bar {
  return { claim, value, sense: "at most", bar, isMet: value <= bar, ofRounds };
}

export type Ratio = {
  readonly claim: string;
  readonly ours: Series | undefined;
  readonly theirs: Series | undefined;
  /** `perSecond` when left out. */
  readonly figure?: string;
  readonly bar: number;
  /** `at least` when left out. */
  readonly sense?: Bar["sense"];
};

/** The median of ours over the median of theirs. No bar when one of them did not take part: spread the result. */
export function ratioBar({ claim, ours, theirs, figure = "perSecond", bar, sense = "at least" }: Ratio): Bar[] {
  if (ours === undefined || theirs === undefined) return [];
  const value = medianFigure(ours, figure) / medianFigure(theirs, figure);
  const rounds = ours.turns.map((turn) => {
    const other = theirs.turns.find((each) => each.round === turn.round);
    return other === undefined ? Number.NaN : figureOf(turn, figure) / figureOf(other, figure);
  });
  return [(sense === "at least" ? atLeast : atMost)(claim, value, bar, spreadOf(rounds))];
}

export function medianFigure(series: Series, figure: string): number {
  return median(series.turns.map((turn) => figureOf(turn, figure)));
}

function figureOf(turn: Turn, figure: string): number {
  return turn.figures[figure] ?? Number.NaN;
}

/** In one line: `met, 12 % above  0.67 of the bare limit (at least 0.60; rounds 0.61 to 0.70, median 0.66)`. */
export function barText({ claim, value, sense, bar, isMet, ofRounds }: Bar): string {
  const off = Math.abs(value / bar - 1) * 100;
  const side = value >= bar ? "above" : "below";
  const verdict = `${isMet ? "met" : "NOT MET"}, ${off.toFixed(0)} % ${side}`;
  const rounds = ofRounds === null ? "" : roundsText(ofRounds);
  return `${verdict.padEnd(20)} ${numberText(value)} ${claim} (${sense} ${numberText(bar)}${rounds})`;
}

function roundsText({ min, max, median }: Spread): string {
  return `; rounds ${numberText(min)} to ${numberText(max)}, median ${numberText(median)}`;
}

function numberText(value: number): string {
  if (Math.abs(value) >= 100) return figureText(value, 0);
  return figureText(value, Math.abs(value) >= 10 ? 1 : 2);
}
