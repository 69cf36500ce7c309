// (f) How fast the books are built again from the log: our rebuild, Emmett's, and the same rows moved by SQL alone, in turns on one
// machine and one PostgreSQL; and how live ingestion fares meanwhile.
// Every rebuild must come to the same counts and the same money, and ours is compared row by row: a wrong one has no rate.
import { rotated } from "../contenders/take-turns.ts";
import { type BenchDatabase, type Log, withBenchDatabase, writeLog } from "../replay/bench-database.ts";
import { projectLive, requireEqualShadows, requireEqualToLive } from "../replay/checks.ts";
import { appendToEmmett, type Contender, Contest, type Run } from "../replay/contenders.ts";
import { measureLive } from "../replay/live.ts";
import { barsOf, liveTable, rebuildSeries, rebuildTable, runText } from "../replay/report.ts";
import type { Series } from "../report/series.ts";
import type { Scenario } from "../scenario.ts";

/** The long log is ten times the short one, which is all that Emmett has the time for. */
const shortShare = 10;
const live = "live";

export const scenario: Scenario = {
  title: "(f) rebuilding the books from the log, against Emmett's rebuild and pure SQL; live ingestion meanwhile",
  contenders: ["svc", "emmett", "emmett+index", "sql", "sql-one-session", live],
  flags: [
    { name: "events", meaning: "length of the long log", default: 1_000_000 },
    { name: "programs", meaning: "programs they belong to", default: 100 },
  ],
  run(options) {
    const { rounds, wants } = options;
    const [events, programs] = [options.number("events"), options.number("programs")];
    return withBenchDatabase(async (bench) => {
      const short = await writeLog(bench, { name: "short", events: events / shortShare, programs });
      const long = await writeLog(bench, { name: "long", events, programs });
      const flagged = await writeLog(bench, {
        name: "with flags",
        events: events / shortShare,
        programs,
        hasFlags: true,
      });
      const hot = await writeLog(bench, { name: "one program", events: events / shortShare, programs: 1 });
      if (wants("emmett") || wants("emmett+index")) await appendToEmmett(bench, short);
      const contest = new Contest(bench);
      const check = await requireRight(bench, contest, short, long);
      const turns: readonly (readonly [Contender, Log])[] = [
        ["svc", short],
        ["emmett", short],
        ["emmett+index", short],
        ["sql", short],
        ["svc", long],
        ["sql", long],
        ["sql-one-session", long],
        ["svc", flagged],
        ["svc", hot],
      ];
      const series = await takeRounds(
        contest,
        turns.filter(([contender]) => wants(contender)),
        rounds,
      );
      const liveRuns = wants(live) ? await measureLive(bench, long, rounds) : [];
      return {
        postgres: bench.postgres,
        settings: { rounds, events, programs },
        tables: [rebuildTable(series), ...(liveRuns.length === 0 ? [] : [liveTable(liveRuns)])],
        bars: barsOf(series, liveRuns),
        checks: [
          check,
          "every rebuild of every round came to the same counts and the same money",
          ...(liveRuns.length === 0 ? [] : ["every live delivery is in the books once, and its program verifies"]),
        ],
        notes: [
          "programs look for no flags but in the log with flags: no other contender has any",
          "SQL alone builds the money books only, set-wise, for this log and no other: less work than ours",
          "the smaller tables, settings, windows and repetitions are left out of Emmett's read models, in its favour",
        ],
      };
    });
  },
};

/** Also the warm-up: nothing of it is counted. */
async function requireRight(bench: BenchDatabase, contest: Contest, short: Log, long: Log): Promise<string> {
  await projectLive(bench, short);
  const ofShort = await contest.runAndLeave("svc", short);
  await requireEqualToLive(bench, short, ofShort.runId);
  await contest.drop(ofShort.runId);
  const ofLong = await contest.runAndLeave("svc", long);
  const bySql = await contest.runAndLeave("sql", long);
  await requireEqualShadows(bench, long, ofLong.runId, bySql.runId);
  await contest.drop(ofLong.runId);
  await contest.drop(bySql.runId);
  return "the short rebuild equals the live books, the long one those by SQL, row by row";
}

async function takeRounds(
  contest: Contest,
  turns: readonly (readonly [Contender, Log])[],
  rounds: number,
): Promise<Series[]> {
  const runs = turns.map((): Run[] => []);
  for (let round = 1; round <= rounds; round++) {
    for (const [index, [contender, log]] of rotated([...turns.entries()], round - 1)) {
      const run = await contest.run(contender, log);
      console.log(`round ${round}  ${runText(contender, log, run)}`);
      runs[index]?.push(run);
    }
  }
  return turns.map(([contender, log], index) => rebuildSeries(contender, log, runs[index] ?? []));
}
