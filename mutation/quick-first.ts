// A mutant's run ends with the first test that fails, so those that tell one rule go before the random histories.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** In seconds rather than milliseconds. */
const slow =
  /(reference-model|payouts|closed-months|crowded-names|core\/reference|commission-hold|replay|refund-pairing)\.test\.ts$/;

export class QuickFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => (slow.test(moduleId) ? 1 : 0);
    return Promise.resolve(files.toSorted((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1)));
  }
}
