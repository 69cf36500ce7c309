// Holds Stryker's report against survivors.json: each mutant that no test kills has its reason there, and each reason its mutant.
// A mutant is known by its code and not by its line, so that a reason stays where it belongs when a file grows.
import { readFileSync } from "node:fs";
import process from "node:process";

type Position = { readonly line: number; readonly column: number };
type Mutant = {
  readonly mutatorName: string;
  readonly replacement: string;
  readonly status: string;
  readonly testsCompleted?: number;
  readonly coveredBy?: readonly string[];
  readonly location: { readonly start: Position; readonly end: Position };
};
type Report = {
  readonly files: { readonly [file: string]: { readonly source: string; readonly mutants: readonly Mutant[] } };
};
/** `line` is the code of the whole line it begins on. */
type Survivor = { readonly line: string; readonly code: string; readonly becomes: string; readonly because: string };
type Reasons = { readonly [file: string]: readonly Survivor[] };
type Found = Omit<Survivor, "because"> & { readonly at: number; readonly wasTried: boolean };

const report: Report = JSON.parse(readFileSync(new URL("reports/core.json", import.meta.url), "utf8"));
const reasons: Reasons = JSON.parse(readFileSync(new URL("survivors.json", import.meta.url), "utf8"));

const isSame = (one: Omit<Survivor, "because">, other: Omit<Survivor, "because">): boolean =>
  one.line === other.line && one.code === other.code && one.becomes === other.becomes;

const faults = Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
  const found = mutants
    .filter(({ status }) => status === "Survived" || status === "NoCoverage")
    .map((mutant) => foundOf(source.split("\n"), mutant));
  const explained = reasons[file] ?? [];
  return [
    ...found
      .filter((one) => one.wasTried && !explained.some((reason) => isSame(reason, one)))
      .map((one) => `${file}:${one.at} survives without a reason:\n${JSON.stringify(withoutPlace(one), null, 2)}`),
    ...found
      .filter((one) => !one.wasTried)
      .map((one) => `${file}:${one.at} did not run all of its tests: run it again.`),
    ...explained
      .filter((reason) => !found.some((one) => isSame(reason, one)))
      .map(({ line, becomes }) => `${file} has a reason for what is killed, or is not there: ${line} → ${becomes}`),
  ];
});

for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

function foundOf(lines: readonly string[], { location: { start, end }, replacement, ...mutant }: Mutant): Found {
  const first = lines[start.line - 1] ?? "";
  const isOneLine = start.line === end.line;
  return {
    line: first.trim(),
    code: first.slice(start.column - 1, isOneLine ? end.column - 1 : undefined).trim(),
    becomes: replacement
      .split("\n")
      .map((part) => part.trim())
      .join(" "),
    at: start.line,
    wasTried: mutant.status === "NoCoverage" || (mutant.testsCompleted ?? 0) >= (mutant.coveredBy?.length ?? 1),
  };
}

function withoutPlace({ line, code, becomes }: Found): Omit<Survivor, "because"> {
  return { line, code, becomes };
}
