// The order of test files: those that take longest begin first, so that no worker is left alone with one in the end. Vitest knows
// them from the run before; a fresh checkout has none.
import { BaseSequencer, type TestSpecification } from "vitest/node";

const longest = new RegExp(
  `/(${[
    "driver/money-driver",
    "console/(pages|repair|money|finding)",
    "operations/(rights|faces)",
    "ingest/reconcile",
    "(readme-run|upgrade|backup/backup)",
    "cli/(serve|package|restored-database|key-rotation-processes|two-processes|front-door|brand)",
    "http/(page-look|failover|silence|manage/replays|account/limits|openapi/(examples|reference-page))",
    "db/embedded",
    "changes/paid-histories",
    "replay/(interrupted|rolling-verification|crash)",
    "sdk/(contract|server/retries|package/installed|management/client)",
    "reference/reference-model",
  ].join("|")})\\.test\\.ts$`,
);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification): number => {
      // One after the other, since a worker serves one project.
      if (project.name === "replacing") return 2;
      return longest.test(moduleId) ? 0 : 1;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
