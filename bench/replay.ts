// How fast the books are built again from the log: our rebuild, Emmett's, and the same rows moved by SQL alone, in turns on one
// machine and one PostgreSQL, so that what counts is the ratio; and how live ingestion fares meanwhile.
// Every rebuild must come to the same counts and the same money, and ours is compared row by row: a wrong one has no rate.
//   npm run bench:replay                    1,000,000 events of 100 programs, 3 rounds
//   npm run bench:replay -- 200000 5 20     events, rounds and programs
import { withClient } from "../src/db/database.ts";
import { type BenchDatabase, type Log, withBenchDatabase, writeLog } from "./replay/bench-database.ts";
import { projectLive, requireEqualShadows, requireEqualToLive } from "./replay/checks.ts";
import { appendToEmmett, type Contender, Contest, type Run } from "./replay/contenders.ts";
import { measureLive } from "./replay/live.ts";
import {
  barsOf,
  describeLive,
  describeMachine,
  describeRun,
  loadNow,
  print,
  type Report,
  type Series,
  writeReport,
} from "./replay/report.ts";

const [events = 1_000_000, rounds = 3, programs = 100] = process.argv.slice(2).map(Number);
const resultsFile = new URL("results/replay.json", import.meta.url);

/** The long log is ten times the short one, which is all that Emmett has the time for. */
const shortShare = 10;

async function main(): Promise<void> {
  const loadAtStart = loadNow();
  const report = await withBenchDatabase(async (bench): Promise<Report> => {
    const short = await writeLog(bench, { name: "short", events: events / shortShare, programs });
    const long = await writeLog(bench, { name: "long", events, programs });
    const hot = await writeLog(bench, { name: "one program", events: events / shortShare, programs: 1 });
    await appendToEmmett(bench, short);
    const contest = new Contest(bench);
    await requireRight(bench, contest, short, long);
    const series = await takeTurns(contest, [
      ["svc", short],
      ["emmett", short],
      ["emmett+index", short],
      ["sql", short],
      ["svc", long],
      ["sql", long],
      ["sql, 1 session", long],
      ["svc", hot],
    ]);
    const live = await measureLive(bench, long, rounds);
    for (const run of live) console.log(describeLive(run));
    return {
      measuredAt: new Date().toISOString(),
      machine: describeMachine(await readServerVersion(bench)),
      loadAtStart,
      loadAtEnd: loadNow(),
      series,
      live,
      bars: barsOf(series, live),
    };
  });
  print(report);
  await writeReport(resultsFile, report);
}

/** Also the warm-up: nothing of it is counted. */
async function requireRight(bench: BenchDatabase, contest: Contest, short: Log, long: Log): Promise<void> {
  await projectLive(bench, short);
  const ofShort = await contest.runAndLeave("svc", short);
  await requireEqualToLive(bench, short, ofShort.runId);
  await contest.drop(ofShort.runId);
  const ofLong = await contest.runAndLeave("svc", long);
  const bySql = await contest.runAndLeave("sql", long);
  await requireEqualShadows(bench, long, ofLong.runId, bySql.runId);
  await contest.drop(ofLong.runId);
  await contest.drop(bySql.runId);
  console.log("checked: the short rebuild equals the live books, the long one those by SQL, row by row");
}

async function takeTurns(contest: Contest, turns: readonly (readonly [Contender, Log])[]): Promise<Series[]> {
  const runs = new Map<string, Run[]>();
  for (let round = 1; round <= rounds; round++) {
    for (const [contender, log] of turns) {
      const run = await contest.run(contender, log);
      console.log(`round ${round}  ${describeRun(contender, log, run)}`);
      const key = `${contender} ${log.name}`;
      runs.set(key, [...(runs.get(key) ?? []), run]);
    }
  }
  return turns.map(([contender, log]) => ({
    contender,
    log: log.name,
    events: log.events,
    programs: log.programIds.length,
    runs: runs.get(`${contender} ${log.name}`) ?? [],
  }));
}

function readServerVersion({ ownerUrl }: BenchDatabase): Promise<string> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    return rows[0]?.server_version ?? "unknown";
  });
}

await main();
