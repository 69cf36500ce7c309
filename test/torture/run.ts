// `npm run torture`: plays the stages of one seed, says how it goes, and ends with a table, or with what is wrong and how to play it
// again.
import { writeFile } from "node:fs/promises";
import { type Options, readOptions, usage } from "./options.ts";
import { type Played, play } from "./play.ts";
import { countOf, tableOf } from "./tally.ts";

const millisecondsPerMinute = 60_000;
const proveEvery = 40;
/** Tellers, who deliver for providers and who manage. */
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
  const played: Played[] = [];
  for (const stage of stages) {
    say(`${stage.processes} process(es), database: ${stage.kind}`);
    const milliseconds = (minutes * millisecondsPerMinute) / stages.length;
    const rate = { tellers: callersAtOnce - 2, pauseMilliseconds: [pause / 2, (pause * 3) / 2] } as const;
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
    });
    played.push(one);
    if (one.wrong.length > 0) return fail(options, one);
  }
  return end(options, played);
}

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}

function fail({ seed, minutes }: Options, { wrong, suffered }: Played): number {
  const last = suffered.at(-1);
  const again = `npm run torture -- --seed ${seed} --minutes ${minutes}`;
  say("WRONG:");
  for (const line of wrong) say(`  ${line}`);
  say(`Behind these faults, the last one last: ${suffered.map(({ kind }) => kind.name).join(", ")}`);
  say(`Again: ${again}${last === undefined ? "" : ` --processes ${last.processes}`}`);
  return 1;
}

async function end({ seed, table }: Options, played: readonly Played[]): Promise<number> {
  const suffered = played.flatMap((one) => one.suffered);
  const { faults, killed, ofDatabase, kindsOfDatabase, tooLong } = countOf(suffered);
  const calls = played.reduce((sum, one) => sum + one.calls, 0);
  const events = played.reduce((sum, one) => sum + one.events, 0);
  const text = tableOf(suffered);
  if (table === null) process.stdout.write(`${text}\n`);
  else await writeFile(table, `${text}\n`);
  say(
    `seed ${seed}: ${faults} faults, ${killed} processes killed, ${ofDatabase} faults of database, ways and clocks of ${kindsOfDatabase} kinds; ` +
      `${calls} calls answered, ${events} events; 0 acknowledged lost, 0 doubled; ${tooLong} recoveries over 10 s`,
  );
  return tooLong === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
