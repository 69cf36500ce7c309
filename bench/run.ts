// The bench: one command for every scenario. It installs the peers when they are not there, runs what is asked for, prints what
// was found, and keeps it in results/ with a page of charts. See docs/benchmarks.md.
//   npm run bench -- list
//   npm run bench -- webhook --rounds 5 --seconds 4 --only service,bare-limit
//   npm run bench -- all

import { readCommandLine, usage } from "./command-line.ts";
import { describeError } from "./describe-error.ts";
import { drawCharts, drawPage } from "./drawing.ts";
import { ensurePeers } from "./ensure-peers.ts";
import { Interrupted } from "./interruption.ts";
import { printReport } from "./report/console.ts";
import { describeMachine, loadNow } from "./report/machine.ts";
import { writeReport } from "./report/scenario-report.ts";
import type { Options } from "./scenario.ts";
import type { NamedScenario } from "./scenarios.ts";
import { loadScenarios } from "./scenarios.ts";

const exitCodeOfInterrupt = 130;

async function main(args: readonly string[]): Promise<number> {
  const [asked = "--help"] = args;
  if (asked === "charts") return drawAll();
  const scenarios = await loadScenarios();
  if (asked === "list" || args.includes("--help") || args.includes("-h")) {
    const named = scenarios.filter(({ name }) => name === asked);
    console.log(usage(named.length === 0 ? scenarios : named));
    return 0;
  }
  const chosen = readCommandLine(args, scenarios);
  if ("fault" in chosen) {
    console.error(chosen.fault);
    return 2;
  }
  ensurePeers();
  const failed: string[] = [];
  for (const { scenario, options } of chosen.runs) {
    if (await runOne(scenario, options)) drawPage();
    else failed.push(scenario.name);
  }
  if (failed.length > 0) console.error(`failed: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

/** Answers whether it came to an end; slow is no failure, wrong is. */
async function runOne({ name, scenario }: NamedScenario, options: Options): Promise<boolean> {
  console.log(`${name}: ${scenario.title}`);
  const loadAtStart = loadNow();
  try {
    const { postgres, ...finding } = await scenario.run(options);
    const report = await writeReport({
      scenario: name,
      title: scenario.title,
      machine: describeMachine(postgres),
      loadAtStart,
      loadAtEnd: loadNow(),
      ...finding,
    });
    printReport(report);
    return true;
  } catch (error) {
    // Its pieces may still be at it; everything that would outlive this process is gone.
    if (error instanceof Interrupted) process.exit(exitCodeOfInterrupt);
    console.error(`${name} failed: ${describeError(error)}`);
    return false;
  }
}

function drawAll(): number {
  ensurePeers();
  drawPage();
  drawCharts();
  return 0;
}

// What a failed scenario left running would keep the process.
process.exit(await main(process.argv.slice(2)));
