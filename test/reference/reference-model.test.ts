// The books are what a naive model, written from the decisions alone, says they must be: over random histories, projected live
// and again in memory.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runsOf } from "../support/property-runs.ts";
import { busy, figuresOf, histories, live, small } from "./event-histories.ts";
import { figuresOfModel } from "./figures.ts";
import { imbalances } from "./trial-balance.ts";

/** Long enough for all runs, and for a failure to be made short. */
const shrinkMilliseconds = 30_000;

describe.each([["many" as const], ["one" as const]])("where payments have %s names, the model agrees", (names) => {
  test("with short histories, projected live and again in batches of any size", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(histories(names, small, 3, 40), fc.integer({ min: 1, max: 40 }), (steps, batchSize) => {
        const program = live(steps);
        const expected = figuresOfModel(program.log);
        expect(figuresOf(program)).toEqual(expected);
        const again = program.replay(batchSize);
        expect(figuresOf(again, program)).toEqual(expected);
        for (const books of [program, again]) expect(imbalances((name) => books.rows(name))).toEqual([]);
      }),
      { ...runsOf(1_500, 50), interruptAfterTimeLimit: shrinkMilliseconds },
    );
  });

  test("with long histories", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(histories(names, busy, 500), fc.constantFrom(1, 7, 100, 2_000), (steps, batchSize) => {
        const program = live(steps);
        const again = program.replay(batchSize);
        expect(figuresOf(again, program)).toEqual(figuresOfModel(program.log));
        for (const books of [program, again]) expect(imbalances((name) => books.rows(name))).toEqual([]);
      }),
      { ...runsOf(5, 1), endOnFailure: true },
    );
  });
});
