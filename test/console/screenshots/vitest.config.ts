// `npm run screenshots`: no test, but it needs a database, a service and a browser as tests do.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("../../../", import.meta.url)),
  test: {
    globalSetup: ["test/support/database-server.ts"],
    provide: { properties: { isLong: false, seed: 1 } },
    include: ["test/console/screenshots/draw.ts"],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    server: { deps: { external: [/^(?!.*\/node_modules\/)(?!.*draw\.ts$).*\.ts$/] } },
  },
});
