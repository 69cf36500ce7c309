// The verifiers' tests alone, without the database others need, and with the same random inputs for every mutant.
import { defineConfig } from "vitest/config";
import type {} from "../test/support/property-seed.ts";

export default defineConfig({
  test: {
    include: ["test/adapters/**/*.test.ts", "test/core/vocabulary/chain-receipt.test.ts"],
    provide: { properties: { isLong: true, seed: 402 } },
    testTimeout: 60_000,
  },
});
