// On a Citus cluster single tests are skipped, each with its reason; whole files are left out by vitest.config.ts.
import { relative } from "node:path";
import { beforeEach, type TestContext } from "vitest";
import { clusterExceptions } from "./cluster-exceptions.ts";
import { root } from "./tree.ts";

function skipNamed({ task, skip }: TestContext): void {
  const path = relative(root, task.file.filepath);
  const names: string[] = [];
  for (let suite: typeof task | typeof task.suite = task; suite !== undefined; suite = suite.suite)
    names.push(suite.name);
  const name = names.reverse().join(" ");
  const exception = clusterExceptions.find((each) => each.path === path && each.tests?.test(name) === true);
  if (exception !== undefined) skip(`not on a cluster: ${exception.because}`);
}

if (process.env.TEST_CITUS === "yes") beforeEach(skipNamed);
