import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/database-server.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Much of the time tests wait for processes they started; vitest's own choice on a small machine is one worker.
    maxWorkers: 2,
  },
});
