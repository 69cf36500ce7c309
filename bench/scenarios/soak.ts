// (h) Soak: signed deliveries at a fixed rate, half of what the service can take, minute after minute: what its memory is after
// each, collected and in all, whether answers get slower, and whether everything is in the books at the end.
import type { Arena } from "../contenders/http-turn.ts";
import type { LoadContender } from "../contenders/load-contender.ts";
import { openServiceContender } from "../contenders/service.ts";
import { webhookEntry } from "../contenders/webhook-entry.ts";
import { withArena } from "../contenders/with-contenders.ts";
import { type MemoryProbe, openMemoryProbe } from "../growth/memory.ts";
import { atLeast, atMost, type Bar } from "../report/bars.ts";
import { median } from "../report/figures.ts";
import { loadNow } from "../report/machine.ts";
import type { Column } from "../report/scenario-report.ts";
import type { Figures, Turn } from "../report/series.ts";
import type { Scenario } from "../scenario.ts";

const shareOfMaximum = 0.5;
/** Requests are made ahead of being sent, and held in memory: so many seconds of them. */
const secondsPerPart = 20;
/** Of all minutes: until then caches fill and code is compiled. */
const warmUpShare = 0.2;
/** A service that kept one kilobyte of each delivery would have many times as much. */
const growthMax = 1.1;

const memoryColumns: readonly Column[] = [
  { figure: "heap", heading: "heap MiB, collected (range)", digits: 1 },
  { figure: "rss", heading: "RSS MiB", digits: 0 },
  { figure: "external", heading: "buffers MiB", digits: 1 },
  { figure: "postgres", heading: "PostgreSQL's own MiB", digits: 0 },
];
const latencyColumns: readonly Column[] = [
  { figure: "p99", heading: "p99 ms (range)", digits: 1 },
  { figure: "p50", heading: "p50 ms", digits: 1 },
  { figure: "p999", heading: "p99.9 ms", digits: 1 },
  { figure: "max", heading: "max ms", digits: 1 },
  { figure: "perSecond", heading: "answered/s", digits: 0 },
  { figure: "keptRate", heading: "kept rate", digits: 0 },
];

export const scenario: Scenario = {
  title: "(h) soak: memory and latency minute by minute, at half of the maximal rate",
  contenders: ["service"],
  flags: [
    { name: "minutes", meaning: "how long, after the maximal rate was found", default: 10 },
    { name: "share", meaning: "of the maximal rate, which is found first", default: shareOfMaximum },
  ],
  async run(options) {
    const { seconds, connections } = options;
    const [minutes, share] = [options.number("minutes"), options.number("share")];
    const probe = await openMemoryProbe();
    return withArena(async (arena) => {
      const entry = { ...webhookEntry("service", connections), service: probe.service };
      const contender = await openServiceContender(arena, entry);
      try {
        await contender.turn({ run: "w", seconds });
        const { perSecond: maximum } = await contender.turn({ run: "m", seconds });
        const perSecond = Math.floor((maximum ?? 0) * share);
        const turns = await soak(arena, contender, { probe, perSecond, minutes });
        return {
          postgres: arena.server.version,
          settings: { minutes, perSecond, maximum: Math.floor(maximum ?? 0), connections, secondsPerPart },
          tables: [
            { title: "memory", chart: "lines" as const, columns: memoryColumns, series: [seriesOf(turns)] },
            { title: "latency", chart: "lines" as const, columns: latencyColumns, series: [seriesOf(turns)] },
          ],
          bars: barsOf(turns),
          checks: [await contender.check()],
          notes: [
            `each minute is ${60 / secondsPerPart} parts at the fixed rate with a moment between, in which the next requests are made: ` +
              "p50 is the median of theirs, the rest the worst of them",
            "latencies count from the intended start; memory is read behind each minute, after a forced collection",
          ],
        };
      } finally {
        await contender.close();
      }
    });
  },
};

function seriesOf(turns: readonly Turn[]) {
  return { name: "service", about: "signed Stripe invoices, one program", turns };
}

type Soak = { readonly probe: MemoryProbe; readonly perSecond: number; readonly minutes: number };

async function soak(arena: Arena, contender: LoadContender, { probe, perSecond, minutes }: Soak): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const load = loadNow();
    const parts: Figures[] = [];
    for (let part = 0; part < 60 / secondsPerPart; part += 1) {
      const run = `s${minute.toString(36)}x${part}`;
      parts.push(await contender.openTurn({ run, seconds: secondsPerPart, perSecond, goesOn: true }));
    }
    const figures = { ...together(parts), ...(await probe.read(arena.server.postmaster)) };
    turns.push({ round: minute, load, figures });
    console.log(`minute ${minute}  ${textOf(figures)}  load ${load.toFixed(1)}`);
  }
  return turns;
}

function together(parts: readonly Figures[]): Figures {
  const all = (figure: string): number[] => parts.map((figures) => figures[figure] ?? Number.NaN);
  return {
    p50: median(all("p50")),
    p99: Math.max(...all("p99")),
    p999: Math.max(...all("p999")),
    max: Math.max(...all("max")),
    perSecond: median(all("perSecond")),
    keptRate: Math.min(...all("keptRate")),
  };
}

function textOf(figures: Figures): string {
  const shown = ["p50", "p99", "max", "perSecond", "heap", "rss", "postgres"];
  return shown.map((figure) => `${figure} ${figures[figure]?.toFixed(1) ?? "–"}`).join("  ");
}

/** The last third of the time behind the warm-up, held against the first. */
function barsOf(turns: readonly Turn[]): Bar[] {
  const steady = turns.slice(Math.floor(turns.length * warmUpShare));
  const third = Math.max(1, Math.floor(steady.length / 3));
  const growth = (figure: string): number => {
    const of = (some: readonly Turn[]): number => median(some.map(({ figures }) => figures[figure] ?? Number.NaN));
    return of(steady.slice(-third)) / of(steady.slice(0, third));
  };
  return [
    atMost("of the heap after warm-up, at the end", growth("heap"), growthMax),
    atMost("of the resident memory after warm-up, at the end", growth("rss"), growthMax),
    atMost("of the p50 after warm-up, at the end", growth("p50"), 1.5),
    atLeast(
      "of the minutes kept their rate",
      turns.filter(({ figures }) => figures.keptRate === 1).length / turns.length,
      1,
    ),
  ];
}
