// Which code is mutated: all of `signature.ts`, the judge of chain receipts, and of each adapter what its `verify` reaches.
// The lines are found when it runs, so that no adapter can move its checks out of sight.
import { readdirSync, readFileSync } from "node:fs";

const adapters = new URL("../adapters/", import.meta.url);

type Declaration = { readonly name: string; readonly first: number; last: number; text: string };

/** What stands at the top level of a file, by its formatting: a declaration ends where the next line without indent ends it. */
function declarationsIn(source: string): Declaration[] {
  const declarations: Declaration[] = [];
  let open: Declaration | undefined;
  for (const [index, line] of source.split("\n").entries()) {
    const [, name] = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(line) ?? [];
    if (name !== undefined) {
      open = { name, first: index + 1, last: index + 1, text: "" };
      declarations.push(open);
    }
    if (open === undefined) continue;
    open.last = index + 1;
    open.text += `${line}\n`;
    if (/^\S.*[;}]$/.test(line) || /^[)}\]]/.test(line)) open = undefined;
  }
  return declarations;
}

/** The declarations `verify` cannot do without, itself included. */
function verifierIn(source: string): Declaration[] {
  const declarations = declarationsIn(source);
  const reached = new Set(declarations.filter(({ name }) => name === "verify"));
  for (const { text } of reached) {
    const code = text.replaceAll(/"[^"\n]*"|\/\/.*/g, "");
    for (const other of declarations) if (new RegExp(`\\b${other.name}\\b`).test(code)) reached.add(other);
  }
  return [...reached];
}

function verifierRanges(file: string): string[] {
  const source = readFileSync(new URL(file, adapters), "utf8");
  return verifierIn(source).map(({ first, last }) => `adapters/${file}:${first}-${last}`);
}

const files = readdirSync(adapters).filter((file) => file.endsWith(".ts") && file !== "signature.ts");

export default {
  mutate: ["adapters/signature.ts", "src/core/vocabulary/chain-receipt.ts", ...files.flatMap(verifierRanges)],
  testRunner: "vitest",
  vitest: { configFile: "mutation/vitest.config.ts" },
  // Stryker would rewrite it with an interface that TypeScript 7 no longer has; nothing here needs it.
  tsconfigFile: "mutation/none.json",
  coverageAnalysis: "perTest",
  concurrency: 2,
  timeoutMS: 60_000,
  thresholds: { high: 100, low: 100, break: 100 },
  reporters: ["clear-text", "progress-append-only", "json"],
  jsonReporter: { fileName: "mutation/reports/verifiers.json" },
  tempDirName: "mutation/.stryker-tmp",
  ignorePatterns: ["/mutation/reports", "/.svc", "/coverage"],
  allowEmpty: false,
};
