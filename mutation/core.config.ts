// The rules that decide about money, file by file: whatever was gone through stands here, and no mutant of it survives without a
// reason in survivors.json. `npm --prefix mutation run core -- --mutate src/core/fold/lead.ts` looks at any other.
const covered = [
  "bots",
  "conclusion",
  "csv-line",
  "fold/approval",
  "fold/arrived-keys",
  "fold/attribution",
  "fold/commission",
  "fold/commission-hold",
  "fold/coupon",
  "fold/customer",
  "fold/evidence",
  "fold/keys",
  "fold/month-closed",
  "fold/paid-out",
  "fold/parking",
  "fold/payout",
  "fold/reference",
  "fold/reversal",
  "fold/reversal-moves",
  "fold/reversal-rows",
  "fold/sale",
  "fold/sale-call",
  "fold/sale-change",
  "money",
  "nearest-name",
  "payout-plan",
  "reference",
  "settings",
  "statement",
  "time",
];

export default {
  mutate: covered.map((name) => `src/core/${name}.ts`),
  // Texts are members of unions that the compiler checks, or sentences for people.
  mutator: { excludedMutations: ["StringLiteral"] },
  testRunner: "vitest",
  vitest: { configFile: "mutation/core.vitest.config.ts", related: false },
  // As for the verifiers.
  tsconfigFile: "mutation/none.json",
  coverageAnalysis: "perTest",
  concurrency: 2,
  timeoutMS: 60_000,
  // Whether what survives may is said by check-survivors.ts.
  thresholds: { high: 100, low: 100, break: null },
  reporters: ["progress-append-only", "json"],
  jsonReporter: { fileName: "mutation/reports/core.json" },
  tempDirName: "mutation/.stryker-tmp",
  ignorePatterns: ["/mutation/reports", "/.svc", "/coverage"],
  allowEmpty: false,
};
