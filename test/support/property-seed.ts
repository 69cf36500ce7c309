// How much the random tests of a run try, and with which seed. In `npm test` a little, with a seed that is always the same, so that
// it fails for a reason and not by chance; with PROPERTY_TESTS=long (`npm run test:long`) all, with another seed each time, which
// is printed. PROPERTY_SEED repeats that run.
import { randomInt } from "node:crypto";

const fixedSeed = 20_261_121;
const seedsMax = 2 ** 31;

export type Properties = { readonly isLong: boolean; readonly seed: number };

declare module "vitest" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: vitest's own interface can only be extended by another
  export interface ProvidedContext {
    properties: Properties;
  }
}

/** For `provide` in vitest's configuration. */
export function chooseProperties({ PROPERTY_TESTS, PROPERTY_SEED }: NodeJS.ProcessEnv): Properties {
  if (PROPERTY_TESTS !== "long") return { isLong: false, seed: fixedSeed };
  const seed = PROPERTY_SEED === undefined ? randomInt(seedsMax) : Number(PROPERTY_SEED);
  if (!Number.isInteger(seed)) throw new Error(`PROPERTY_SEED must be a whole number, not ${PROPERTY_SEED}`);
  process.stdout.write(`Random tests with seed ${seed}. The same again: PROPERTY_SEED=${seed} npm run test:long\n`);
  return { isLong: true, seed };
}
