// The order of test files: those that take longest begin first, so that no worker is left alone with one in the end. Vitest knows
// them from the run before; a fresh checkout has none.
import { BaseSequencer, type TestSpecification } from "vitest/node";

const longest =
  /\/(driver\/money-driver|ingest\/reconcile|cli\/serve|http\/account\/sign-up|db\/embedded|http\/failover|replay\/interrupted|cli\/key-rotation-processes|sdk\/package\/installed|cli\/front-door|reference\/reference-model)\.test\.ts$/;

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
