// (g) Growth: (a) and (f) on an empty log, at a tenth and at the full length, and reads at the full length. The grown databases are
// filled with a year of real events where they are not there yet, which takes a while; in a folder that was named they stay.
import { operator } from "../../src/access/permission.ts";
import { withClient } from "../../src/engine/postgres/database.ts";
import { verifyPrograms } from "../../src/engine/replay/verify.ts";
import type { Contender } from "../contenders/contender.ts";
import { openServiceContender } from "../contenders/service.ts";
import { serverWarmUpSeconds, takeTurns } from "../contenders/take-turns.ts";
import { webhookEntry } from "../contenders/webhook-entry.ts";
import { checkAll, withContenders } from "../contenders/with-contenders.ts";
import { type GrownEntry, openGrownContender } from "../growth/grown-contender.ts";
import { type Grown, withGrownServer } from "../growth/grown-server.ts";
import { measureReads } from "../growth/measure-reads.ts";
import { readColumns, readSeries, requireByIndex } from "../growth/read-figures.ts";
import { readsOf } from "../growth/reads.ts";
import { openReplay, replayColumns } from "../growth/replays.ts";
import { type BenchServer, openBenchInstallation, withBenchServer } from "../installation.ts";
import { type LoadGenerator, openGenerator } from "../load/generator.ts";
import { atMost, type Bar, medianFigure, ratioBar } from "../report/bars.ts";
import { closedColumns } from "../report/columns.ts";
import { loadNow } from "../report/machine.ts";
import type { Table } from "../report/scenario-report.ts";
import type { Series } from "../report/series.ts";
import type { Finding, Options, Scenario } from "../scenario.ts";

const [webhook, replay, reads] = ["webhook", "replay", "reads"];
const spreadPrograms = 100;
const spreadCustomers = 4;
const hotCustomers = 100;
const tenth = 10;
/** A rebuild takes long and differs little. */
const replayRoundsMax = 3;

export const scenario: Scenario = {
  title: "(g) growth: ingest and replay on an empty log, at a tenth and at the full length; reads at the full length",
  contenders: [webhook, replay, reads],
  flags: [
    { name: "events", meaning: "the full length", default: 10_000_000 },
    { name: "folder", meaning: "where the grown databases stay, to be used again; removed when left out", default: "" },
    { name: "replay-events", meaning: "of the events, about as many are rebuilt", default: 1_000_000 },
    { name: "read-rounds", meaning: "how often each page is read", default: 50 },
  ],
  async run(options) {
    const generator = openGenerator();
    try {
      return await withServers(options, (servers) => measure(options, { ...servers, generator }));
    } finally {
      await generator.close();
    }
  },
};

type Servers = { readonly empty: BenchServer; readonly middle: Grown; readonly full: Grown };
type Place = Servers & { readonly generator: LoadGenerator };

/** All three run at once, so that contenders can take turns; an idle server costs nothing. */
function withServers<T>(options: Options, run: (servers: Servers) => Promise<T>): Promise<T> {
  const [events, folder] = [options.number("events"), options.text("folder") || null];
  const middleFolder = folder === null ? null : `${folder}-middle`;
  return withGrownServer({ folder, events }, (full) =>
    withGrownServer({ folder: middleFolder, events: Math.floor(events / tenth) }, (middle) =>
      withBenchServer((empty) => run({ empty, middle, full })),
    ),
  );
}

async function measure(options: Options, place: Place): Promise<Finding> {
  const { rounds, seconds, connections, wants } = options;
  const found: Pick<Finding, "tables" | "bars" | "checks">[] = [];
  if (wants(reads)) found.push(await findReads(options, place));
  if (wants(webhook)) found.push(await findIngest(options, place));
  if (wants(replay)) found.push(await findReplays(options, place));
  const events = place.full.note.events;
  return {
    postgres: place.full.server.version,
    settings: { rounds, seconds, connections, events, programs: place.full.note.programs },
    tables: found.flatMap(({ tables }) => tables),
    bars: found.flatMap(({ bars }) => bars),
    checks: found.flatMap(({ checks }) => checks),
    notes: notesOf(place),
  };
}

function notesOf({ full }: Place): string[] {
  const { bytes, events, filledAt } = full.note;
  return [
    `${events} events are ${(bytes / 2 ** 30).toFixed(1)} GiB, ${Math.round(bytes / events)} bytes an event with books and indexes; filled ${filledAt}`,
    "after the fill everything was vacuumed and analyzed once, as autovacuum would have done bit by bit",
    "the largest program has a tenth of all events; ids of what is sent are in no order",
    "reads are timed at the database's client, without HTTP; each page is read again and again, so its blocks are in memory",
  ];
}

// ---- (a)

async function findIngest(options: Options, place: Place): Promise<Pick<Finding, "tables" | "bars" | "checks">> {
  const { rounds, seconds, connections } = options;
  return withContenders(ingestOpenings(options, place), async (contenders) => {
    const series = await takeTurns(contenders, { rounds, seconds, label: "g", warmUpSeconds: serverWarmUpSeconds });
    const of = (name: string) => series.find((each) => each.name === name);
    const bar = (claim: string, ours: string, theirs: string): Bar[] =>
      ratioBar({ claim, ours: of(ours), theirs: of(theirs), bar: 0.85 });
    return {
      tables: [{ title: `(a) over ${connections} connections`, columns: closedColumns, series }],
      bars: [
        ...bar("of an empty log, at the full length", "full", "empty"),
        ...bar("of an empty log, at a tenth", "middle", "empty"),
        ...bar(`of empty logs, ${spreadPrograms} programs`, "full, many programs", "empty, many programs"),
      ],
      checks: [...(await checkAll(contenders)), await verifyLargest(place.full)],
    };
  });
}

function ingestOpenings(options: Options, { empty, middle, full, generator }: Place): (() => Promise<Contender>)[] {
  const { connections } = options;
  const hot = { connections, programs: 1, customersPerProgram: hotCustomers };
  const many = { connections, programs: spreadPrograms, customersPerProgram: spreadCustomers, leavesOutLargest: true };
  const grown =
    ({ server }: Grown, entry: GrownEntry) =>
    () =>
      openGrownContender({ server, generator }, entry);
  const fresh =
    (name: string, { programs, customersPerProgram }: Omit<GrownEntry, "name" | "about">) =>
    () =>
      openServiceContender(
        { server: empty, generator },
        { ...webhookEntry(name, connections), programs, customersPerProgram },
      );
  return [
    fresh("empty", hot),
    grown(middle, { ...hot, name: "middle", about: "the largest program of a tenth of the events" }),
    grown(full, { ...hot, name: "full", about: "the largest program of all events" }),
    fresh("empty, many programs", many),
    grown(full, { ...many, name: "full, many programs", about: "the next largest programs, in turns" }),
  ];
}

/** The chain of what was written into the grown log, and its books built again: as `svc verify` does. */
async function verifyLargest({ server, note }: Grown): Promise<string> {
  const installation = await openBenchInstallation(server.url);
  try {
    const { database, url, secrets } = installation;
    const parts = { database, ownerUrl: url, secrets, now: Date.now, actor: operator };
    const [program] = await verifyPrograms(parts, [note.largestProgramId]);
    if (program === undefined || program.log_faults.length > 0 || program.books_difference !== null) {
      const { log_faults: faults, books_difference: difference } = program ?? {};
      throw new Error(`the largest program does not verify: ${JSON.stringify({ faults, difference })}`);
    }
    return `full: the largest program's ${program.events} events verified: the chain holds, and the books built again are the same`;
  } finally {
    await installation.close();
  }
}

// ---- (f)

async function findReplays(
  options: Options,
  { middle, full }: Place,
): Promise<Pick<Finding, "tables" | "bars" | "checks">> {
  const events = options.number("replay-events");
  const small = Math.floor(events / tenth);
  const openings = [
    () => openReplay(middle.server, { name: "small replay, at a tenth", about: "whole programs", events: small }),
    () => openReplay(full.server, { name: "small replay, full length", about: "whole programs", events: small }),
    () => openReplay(middle.server, { name: "large replay, at a tenth", about: "whole programs", events }),
    () => openReplay(full.server, { name: "large replay, full length", about: "whole programs", events }),
  ];
  return withContenders(openings, async (contenders) => {
    const rounds = Math.min(options.rounds, replayRoundsMax);
    const series = await takeTurns(contenders, { rounds, seconds: 0, label: "f", isWarmedUp: true });
    return {
      tables: [{ title: "(f) rebuilding books", columns: replayColumns, series }],
      bars: [],
      checks: await checkAll(contenders),
    };
  });
}

// ---- reads

async function findReads(options: Options, { full }: Place): Promise<Pick<Finding, "tables" | "bars" | "checks">> {
  const measured = await withClient(full.server.url, async (client) =>
    measureReads(client, await readsOf(client, full.note.largestProgramId), options.number("read-rounds")),
  );
  const { pages, reports } = readSeries(measured, loadNow());
  const title = "reads of the largest program";
  const tables: Table[] = [
    { title: `${title}: pages`, columns: readColumns, series: pages },
    { title: `${title}: reports`, columns: readColumns, series: reports },
  ];
  const slowest = (figure: string) => Math.max(...pages.map((list: Series) => medianFigure(list, figure)));
  return {
    tables,
    bars: [
      atMost("ms, the slowest page of any list", slowest("p50"), 50),
      atMost("ms at p99, the slowest page of any list", slowest("p99"), 50),
    ],
    checks: [requireByIndex(measured)],
  };
}
