import { defineConfig } from "vitest/config";
import { chooseProperties } from "./test/support/property-seed.ts";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/database-server.ts"],
    provide: { properties: chooseProperties(process.env) },
    // A test waits for a condition; this only ends one that would wait for ever, also on a machine that is busy with other things.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Files of one worker share its process: each would load hundreds of modules of packages anew, which takes longer than most of
    // them. Our own modules start anew.
    isolate: false,
    setupFiles: ["test/support/fresh-modules.ts"],
    // Much of the time tests wait for processes they started; vitest's own choice on a small machine is one worker.
    maxWorkers: 2,
  },
});
