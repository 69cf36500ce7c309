// The real batcher, pipeline, sessions and pools over a model of PostgreSQL, in simulated time: arrivals and faults are drawn from one
// seed. At the end of every run each request was answered, what was acknowledged is in the log exactly once, what was refused is not, and
// the books match the log. The faults it was tried with, and those it found, are in docs/reliability.md.
import { expect, test } from "vitest";
import { simulate } from "../../pipeline/simulation/simulation.ts";
import { howMany, isLong, propertySeed } from "../../support/property-runs.ts";

const runs = howMany(1_000, 10);
const kinds = [
  "cut",
  "stop",
  "hold",
  "revise",
  "full",
  "read_only",
  "slow",
  "clock",
  "kill",
  "drain",
  "an answer lost",
];

test("nothing is lost, doubled, out of order or left unanswered, however processes and connections fail", {
  timeout: 3_600_000,
}, async () => {
  const seen = new Map<string, number>();
  const unseen = () => kinds.filter((what) => !seen.has(what));
  let steps = 0;
  let ran = 0;
  // A few seeds need not draw every kind of trouble: it goes on until each was seen.
  while (ran < runs || (ran < 10 * runs && unseen().length > 0)) {
    const seed = propertySeed + ran++;
    const { faults, ...run } = await simulate(seed);
    steps += run.steps;
    for (const [what, times] of run.troubles) seen.set(what, (seen.get(what) ?? 0) + times);
    expect(faults, `seed ${seed}, which is run ${ran} of PROPERTY_SEED=${propertySeed}`).toEqual([]);
  }
  if (isLong)
    process.stdout.write(`${ran} simulations of ${steps} steps: ${JSON.stringify(Object.fromEntries(seen))}\n`);
  expect(unseen()).toEqual([]);
});
