// The tests of the rules alone: those in memory, without the database others need, and with the same random histories for every mutant.
import { defineConfig } from "vitest/config";
import type {} from "../test/support/property-seed.ts";

export default defineConfig({
  test: {
    include: ["test/core/**/*.test.ts", "test/reference/**/*.test.ts"],
    // Those that need a database, and those that are slow and kill what others kill as well.
    exclude: ["test/reference/{stored-model,told-histories}.test.ts", "test/core/permutations.test.ts"],
    provide: { properties: { isLong: false, seed: 402 } },
    testTimeout: 60_000,
  },
});
