// The tests of the rules alone: those in memory, without the database others need, and with the same random histories for every mutant.
import { defineConfig } from "vitest/config";
import type {} from "../test/support/property-seed.ts";
import { QuickFirst } from "./quick-first.ts";

export default defineConfig({
  test: {
    include: ["test/core/**/*.test.ts", "test/reference/**/*.test.ts"],
    // Those that need a database, and those that are slow and kill what others kill as well.
    exclude: ["test/reference/{stored-model,event-histories}.test.ts", "test/core/{permutations,settling}.test.ts"],
    provide: { properties: { isLong: false, seed: 402 } },
    testTimeout: 60_000,
    // For each mutant all of it is loaded anew, which Node does in half the time.
    isolate: false,
    server: { deps: { external: [/^(?!.*\/node_modules\/)(?!.*\.test\.ts$).*\.ts$/] } },
    setupFiles: ["mutation/end-on-failure.ts"],
    sequence: { sequencer: QuickFirst },
  },
});
