// The verifiers' tests alone, without the database others need, and with the same random inputs for every mutant.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/adapters/**/*.test.ts", "test/core/chain-receipt.test.ts"],
    env: { FC_SEED: "402" },
    testTimeout: 60_000,
  },
});
