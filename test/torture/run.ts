// `npm run torture`: plays the stages of one seed, says how it goes, and ends with a table, or with what is wrong and how to play it
// again.
import { writeFile } from "node:fs/promises";
import { setup as bundleSvc } from "../support/bundled-svc.ts";
import { type Options, readOptions, type StageChoice, usage } from "./options.ts";
import type { Played } from "./play.ts";
import { countOf, tableOf } from "./tally.ts";

const millisecondsPerMinute = 60_000;
const proveEvery = 40;
/** Reporters, who deliver for providers and who manage. */
const callersAtOnce = 10;

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === null) {
    process.stdout.write(usage);
    return 0;
  }
  const { seed, kinds, inOrder, minutes, stages, callsASecond } = options;
  say(`seed ${seed}, ${minutes} minutes`);
  const pause = (callersAtOnce * 1000) / Math.max(1, callsASecond);
  // Named to what is loaded behind it: processes start in a third of the time.
  await bundleSvc();
  const { play } = await import("./play.ts");
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => ending.abort());
  const played: Played[] = [];
  for (const stage of stages) {
    if (ending.signal.aborted) break;
    say(`processes: ${stage.name}`);
    const milliseconds = (minutes * millisecondsPerMinute) / stages.length;
    const rate = { reporters: callersAtOnce - 2, pauseMilliseconds: [pause / 2, (pause * 3) / 2] } as const;
    const one = await play({
      ...stage,
      seed,
      milliseconds,
      faultsMax: Number.POSITIVE_INFINITY,
      kinds,
      inOrder,
      rate,
      proveEvery,
      say,
      signal: ending.signal,
    });
    played.push(one);
    if (one.wrong.length > 0) printWrong(options, stage, one);
  }
  return end(options, played);
}

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}

/** The other stages are played all the same. */
function printWrong({ seed, minutes }: Options, { name }: StageChoice, { wrong, suffered, logs }: Played): void {
  say("WRONG:");
  for (const line of wrong) say(`  ${line}`);
  say(`Logs of the processes: ${logs}`);
  say(`Behind these faults, the last one last: ${suffered.map((one) => one.kind.name).join(", ")}`);
  say(`Again: npm run torture -- --seed ${seed} --minutes ${minutes} --processes ${name}`);
}

async function end({ seed, table }: Options, played: readonly Played[]): Promise<number> {
  const suffered = played.flatMap((one) => one.suffered);
  const { faults, killed, ofDatabase, kindsOfDatabase, tooLong } = countOf(suffered);
  const calls = played.reduce((sum, one) => sum + one.calls, 0);
  const events = played.reduce((sum, one) => sum + one.events, 0);
  const wrong = played.flatMap((one) => one.wrong);
  const text = tableOf(suffered);
  if (table === null) process.stdout.write(`${text}\n`);
  else await writeFile(table, `${text}\n`);
  say(
    `seed ${seed}: ${faults} faults, ${killed} processes killed, ${ofDatabase} faults of database, ways and clocks of ${kindsOfDatabase} kinds; ` +
      `${calls} calls answered, ${events} events; ${wrong.length === 0 ? "0 acknowledged lost, 0 doubled" : `${wrong.length} WRONG`}; ` +
      `${tooLong} recoveries over 10 s`,
  );
  return wrong.length === 0 && tooLong === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
