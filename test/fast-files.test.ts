// What `npm run test:fast` takes and leaves, and that the files which begin a whole run are still there.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fastFiles } from "./support/fast-files.ts";
import { longestFiles } from "./support/longest-first.ts";

const all = globSync("test/**/*.test.ts", { exclude: ["**/node_modules/**"] });

test("rules and adapters are tested fast; what starts a process, a database or a browser by any module is left", () => {
  const asked = [
    "test/core/vocabulary/sale.test.ts",
    "test/adapters/stripe.test.ts",
    "test/faces/cli/package.test.ts",
    "test/faces/http/sale.test.ts",
    "test/console/pages.test.ts",
  ];
  expect(fastFiles(asked)).toEqual(["test/core/vocabulary/sale.test.ts", "test/adapters/stripe.test.ts"]);
});

test("no fast test asks for a database", () => {
  const asking = fastFiles(all).filter((path) => /\bcreateTestDatabase\(/.test(readFileSync(path, "utf8")));
  expect(asking).toEqual([]);
});

test("every file that is said to take long is there", () => {
  const gone = longestFiles.filter((name) => !all.includes(`test/${name}.test.ts`));
  expect(gone).toEqual([]);
});
