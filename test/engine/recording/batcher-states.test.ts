// The batcher's states, held against what a drain promises: nothing is accepted after it, and it ends.
import { describe, expect, test } from "vitest";
import { type BatcherState, batcherStates } from "../../../src/engine/recording/batcher-states.ts";

const names = Object.keys(batcherStates) as BatcherState[];

/** The states that some order of events leads to, the first included. */
function reachableFrom(first: BatcherState): Set<BatcherState> {
  const reached = new Set([first]);
  for (const state of reached) for (const next of Object.values(batcherStates[state].on)) reached.add(next);
  return reached;
}

describe("the batcher's states", () => {
  test("are all reached from idle", () => {
    expect(reachableFrom("idle")).toEqual(new Set(names));
  });

  test.each(names)("lead from %s to drained", (state) => {
    expect(reachableFrom(state)).toContain("drained");
  });

  test.each(names.filter((state) => !batcherStates[state].accepts))("accept nothing again after %s", (state) => {
    expect([...reachableFrom(state)].filter((next) => batcherStates[next].accepts)).toEqual([]);
  });

  test.each(names.filter((state) => batcherStates[state].accepts))("stop accepting when %s is drained", (state) => {
    const { drain } = batcherStates[state].on;
    expect(drain === undefined || batcherStates[drain].accepts).toBe(false);
  });
});
