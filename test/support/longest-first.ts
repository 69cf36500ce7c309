// The order of test files: those that take longest begin first, so that no worker is left alone with one in the end. Vitest knows
// them from the run before; a fresh checkout has none.
import { BaseSequencer, type TestSpecification } from "vitest/node";

const longest = new RegExp(
  `/(${[
    "driver/money-driver",
    "console/(pages|repair)",
    "operations/(rights|faces)",
    "ingest/reconcile",
    "cli/(serve|command-line|key-rotation-processes|front-door)",
    "http/(page-look|failover|manage/replays|account/sign-up|openapi/examples)",
    "db/(embedded|migrate)",
    "changes/paid-histories",
    "replay/(interrupted|verify)",
    "sdk/(package/installed|management/client)",
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
