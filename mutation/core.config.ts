// The rules that decide about money, file by file: whatever was gone through stands here, and no mutant of it survives without a
// reason in survivors.json. `npm --prefix mutation run core -- --mutate src/core/fold/lead.ts` looks at any other.
const covered = [
  "fold/amount",
  "fold/approval",
  "fold/attribution",
  "fold/claim",
  "fold/commission",
  "fold/customer",
  "fold/evidence",
  "fold/keys",
  "fold/paid-out",
  "fold/payment-identified",
  "fold/payment-identity",
  "fold/payout",
  "fold/refund-pairing",
  "fold/reversal",
  "fold/reversal-moves",
  "fold/reversal-rows",
  "fold/sale",
  "fold/sale-call",
  "fold/sale-change",
  "money",
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
