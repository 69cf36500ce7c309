// The order of test files: those that take longest begin first, so that no worker is left alone with one in the end. Vitest knows
// them from the run before; a fresh checkout has none.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Below the folder of tests, without their ending. */
export const longestFiles = [
  "engine/integrity/failover",
  "driver/money-driver",
  ...["pages", "repair", "money", "finding"].map((name) => `console/${name}`),
  ...["rights", "faces", "paid-histories", "connections/reconcile"].map((name) => `product/${name}`),
  ...["readme-run", "upgrade", "reference/reference-model"],
  ...["service/serve", "package", "restored-database", "workers", "brand", "front-door"].map(
    (name) => `faces/cli/${name}`,
  ),
  ...["key-rotation-processes", "two-processes"].map((name) => `faces/cli/${name}`),
  ...["page-look", "failover", "silence", "account/limits", "body-memory"].map((name) => `faces/http/${name}`),
  ...["examples", "reference-page"].map((name) => `faces/http/openapi/${name}`),
  "http/manage/replays",
  ...["backup/backup", "postgres/embedded", "integrity/rolling-verification"].map((name) => `engine/${name}`),
  ...["verify", "interrupted", "crash"].map((name) => `engine/replay/${name}`),
  ...["contract", "server/retries", "package/installed", "management/client"].map((name) => `sdk/${name}`),
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification): number => {
      // One after the other, since a worker serves one project.
      if (project.name === "replacing") return 2;
      return longestFiles.some((name) => moduleId.endsWith(`/test/${name}.test.ts`)) ? 0 : 1;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
