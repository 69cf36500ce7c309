// What of V8's heap outlives the collections of its young generation.
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How often something happens between two collections. */
const stepsPerCollection = 500;

/** In bytes: by how much the old generation grows while `step` runs so often. It is collected once, before. */
export function oldGenerationGrowth(steps: number, step: (index: number) => void): number {
  setFlagsFromString("--expose-gc");
  const collect: (options?: { readonly type: "minor" }) => void = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  collect();
  const before = oldGeneration();
  for (let index = 0; index < steps; index += 1) {
    step(index);
    if (index % stepsPerCollection === 0) collect({ type: "minor" });
  }
  collect({ type: "minor" });
  return oldGeneration() - before;
}

function oldGeneration(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space");
  return space?.space_used_size ?? 0;
}
