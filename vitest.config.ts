import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { filesNotOnCluster } from "./test/support/cluster-exceptions.ts";
import { fastFiles } from "./test/support/fast-files.ts";
import { LongestFirst } from "./test/support/longest-first.ts";
import { chooseProperties } from "./test/support/property-seed.ts";
import { temporaryFolder } from "./test/support/temporary-folder.ts";

/** Of workers: what the run before has compiled is not compiled again. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/node");
process.env.TMPDIR ??= temporaryFolder();

const all = "test/**/*.test.ts";
/** The tests' own packages bring tests of theirs. */
const packages = "**/node_modules/**";
const files = globSync(all, { exclude: [packages] });
/** They put something else in the place of one of our modules, which needs modules that vitest loads again. */
const replacing = files.filter((path) => /\bvi\.(doM|m)ock\(/.test(readFileSync(path, "utf8")));

/** With TEST_TOOLS only the tests that need a program other than Node run, and the programs it names have to be there. */
const needsTool = /\bdescribeWith\(/;
/** With TEST_FAST only the tests that start neither a process nor a browser, and no database is started for them. */
const onlyFast = (process.env.TEST_FAST ?? "") !== "";
const onlyTools = (process.env.TEST_TOOLS ?? "") !== "";
const chosen = chosenFiles();

function chosenFiles(): string[] {
  if (onlyFast) return fastFiles(files);
  return onlyTools ? files.filter((path) => needsTool.test(readFileSync(path, "utf8"))) : [all];
}

const leftOut = process.env.TEST_CITUS === "yes" ? filesNotOnCluster : [];

const each = {
  // A test waits for a condition; this only ends one that would never end, also on a busy machine.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Files of one worker share its process: loading hundreds of modules again takes longer than most of them.
  isolate: false,
  setupFiles: ["test/support/cheap-hashes.ts", "test/support/skip-on-cluster.ts"],
};

export default defineConfig({
  test: {
    globalSetup: onlyFast ? [] : ["test/support/database-server.ts", "test/support/bundled-svc.ts"],
    provide: { properties: chooseProperties(process.env) },
    // Much of the time tests wait, for processes they started and for the database; one worker would be vitest's own choice on two cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...each,
          name: "svc",
          include: chosen,
          exclude: [packages, ...leftOut, ...replacing],
          // Node loads everything except tests, as it does in production: once per worker, and in less than half the time.
          server: { deps: { external: [/^(?!.*\/node_modules\/)(?!.*\.test\.ts$).*\.ts$/] } },
        },
      },
      {
        test: {
          ...each,
          name: "replacing",
          include: replacing.filter(
            (path) => (chosen[0] === all || (onlyFast && chosen.includes(path))) && !leftOut.includes(path),
          ),
          setupFiles: [...each.setupFiles, "test/support/fresh-modules.ts"],
        },
      },
    ],
  },
});
