// The rules that decide about money, file by file: whatever was gone through stands here, and no mutant of it may survive.
// `npm --prefix mutation run core -- --mutate src/core/fold/lead.ts` looks at any other.
const covered = ["fold/commission", "fold/amount", "fold/paid-out", "fold/payout", "money"];

export default {
  mutate: covered.map((name) => `src/core/${name}.ts`),
  // Texts are members of unions that the compiler checks, or sentences for people.
  mutator: { excludedMutations: ["StringLiteral"] },
  testRunner: "vitest",
  vitest: { configFile: "mutation/core.vitest.config.ts" },
  // As for the verifiers.
  tsconfigFile: "mutation/none.json",
  coverageAnalysis: "perTest",
  concurrency: 1,
  timeoutMS: 60_000,
  thresholds: { high: 100, low: 100, break: 100 },
  reporters: ["clear-text", "json"],
  jsonReporter: { fileName: "mutation/reports/core.json" },
  tempDirName: "mutation/.stryker-tmp",
  ignorePatterns: ["/mutation/reports", "/.svc", "/coverage"],
  allowEmpty: false,
};
