// How soon a sale reaches its endpoints, while others of the same program are dead, slow, or redirect to loopback; and how soon the first
// sale of a program does.
import { operator } from "../../src/access/permission.ts";
import { createEndpoint, readEndpointSecrets } from "../../src/product/endpoints/change.ts";
import { checkBooks } from "../check-books.ts";
import { type Arena, openTurn } from "../contenders/http-turn.ts";
import { withArena } from "../contenders/with-contenders.ts";
import { BenchReceiver, type ReceiverKind } from "../endpoints/receivers.ts";
import {
  type BenchInstallation,
  type BenchProgram,
  bindCustomers,
  createBenchPrograms,
  openBenchInstallation,
  startService,
} from "../installation.ts";
import { saleAmountCents } from "../load/recipe.ts";
import { receiversAllowed } from "../outbound.ts";
import { atMost, medianFigure } from "../report/bars.ts";
import { loadNow } from "../report/machine.ts";
import type { Column } from "../report/scenario-report.ts";
import type { Turn } from "../report/series.ts";
import type { Finding, Options, Scenario } from "../scenario.ts";

const kinds: readonly ReceiverKind[] = [
  ...(["sound", "sound", "sound", "sound", "sound"] as const),
  ...(["dead", "dead", "dead", "slow", "redirecting"] as const),
];
const warmUpSeconds = 2;
const customersPerProgram = 100;

const columns: readonly Column[] = [
  { figure: "p99", heading: "p99 ms (range)", digits: 0 },
  { figure: "p50", heading: "p50 ms", digits: 0 },
  { figure: "max", heading: "max ms", digits: 0 },
  { figure: "sales", heading: "sales", digits: 0 },
  { figure: "perSecond", heading: "answered/s", digits: 0 },
  { figure: "salesP99", heading: "the sale's own p99 ms", digits: 1 },
];
const firstColumns: readonly Column[] = [{ figure: "milliseconds", heading: "ms (range)", digits: 0 }];

export const scenario: Scenario = {
  title: "from commit to received: 10 endpoints of which 3 are dead, 1 slow, 1 redirects to loopback",
  contenders: ["service"],
  flags: [{ name: "per-second", meaning: "sales", default: 200 }],
  run: (options) => withArena((arena) => measure(arena, options)),
};

async function measure(arena: Arena, options: Options): Promise<Finding> {
  const installation = await openBenchInstallation(await arena.server.database("endpoints"));
  const service = await startService(installation.url, { env: receiversAllowed });
  const receivers: BenchReceiver[] = [];
  const hear = async (kind: ReceiverKind, program: BenchProgram): Promise<BenchReceiver> => {
    const receiver = await openFor(installation, kind, program);
    receivers.push(receiver);
    return receiver;
  };
  try {
    const [program, ...fresh] = await createBenchPrograms(installation, {
      programs: 1 + options.rounds,
      customersPerProgram,
    });
    if (program === undefined) throw new Error("no program");
    await bindCustomers(service.port, [program, ...fresh]);
    const first: Turn[] = [];
    for (const [index, each] of fresh.entries()) {
      const milliseconds = await firstSale(service.port, each, await hear("sound", each));
      first.push({ round: index + 1, load: loadNow(), figures: { milliseconds } });
    }
    const beside: BenchReceiver[] = [];
    for (const kind of kinds) beside.push(await hear(kind, program));
    const target = { name: "service", ports: [service.port], pids: [service.pid] };
    const turns = await takeTurns(arena, options, { target, program, receivers: beside });
    const sales = turns.reduce((sum, { figures }) => sum + (figures.sales ?? 0), 0);
    requireRight(receivers);
    const clicks = (1 + options.rounds) * customersPerProgram;
    const books = await checkBooks(installation, { payments: 0, sales: sales + fresh.length, clicks });
    const series = { name: "sound endpoints", about: `${kinds.join(", ")}, all of one program`, turns: turns.slice(1) };
    const firstSeries = { name: "first sale", about: "from the call being sent to a verified message", turns: first };
    return {
      postgres: arena.server.version,
      settings: { rounds: options.rounds, seconds: options.seconds, perSecond: options.number("per-second") },
      tables: [
        { title: "from commit to received", columns, series: [series] },
        { title: "first sale of a program to a verified message", columns: firstColumns, series: [firstSeries] },
      ],
      bars: [
        atMost("ms at p99, from commit to received", medianFigure(series, "p99"), 1_000),
        atMost("ms, the slowest first sale", Math.max(...first.map(({ figures }) => figures.milliseconds ?? 0)), 1_000),
      ],
      checks: [
        `every sound endpoint has every sale, each verified by standardwebhooks; no redirect was followed; ${books}`,
      ],
      notes: ["receivers share one process with the bench; the slow one answers after 2 s, at most 8 at once"],
    };
  } finally {
    await service.stop();
    for (const receiver of receivers) if (receiver.kind !== "dead") await receiver.close();
    await installation.close();
  }
}

async function openFor(
  { database, secrets }: BenchInstallation,
  kind: ReceiverKind,
  { programId }: BenchProgram,
): Promise<BenchReceiver> {
  const receiver = await BenchReceiver.open(kind);
  const wish = {
    programId,
    partnerId: null,
    kind: "webhook",
    payload: "full",
    description: null,
    position: null,
    credentials: null,
  } as const;
  const endpoint = { ...wish, url: receiver.url, eventTypes: ["sale.recorded"] };
  const made = await createEndpoint(database, secrets, endpoint, operator);
  if (typeof made !== "number") throw new Error("an endpoint was not made");
  const known = await readEndpointSecrets(
    database,
    secrets,
    { programId, endpointId: made },
    { actor: operator, now: new Date() },
  );
  receiver.trust(known?.newest ?? "");
  return receiver;
}

async function firstSale(port: number, { key, customerKeys }: BenchProgram, receiver: BenchReceiver): Promise<number> {
  const startedAt = performance.now();
  const sale = { transaction_id: "first", amount_cents: saleAmountCents, customer_key: customerKeys[0] };
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/track/sale`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(sale),
  });
  if (!answer.ok) throw new Error(`the first sale was answered ${answer.status}`);
  await receiver.until(1);
  return performance.now() - startedAt;
}

type Place = {
  readonly target: Parameters<typeof openTurn>[1];
  readonly program: BenchProgram;
  readonly receivers: readonly BenchReceiver[];
};

async function takeTurns(arena: Arena, options: Options, { target, program, receivers }: Place): Promise<Turn[]> {
  const perSecond = options.number("per-second");
  const sound = receivers.filter(({ kind }) => kind === "sound");
  const turns: Turn[] = [];
  let sold = 0;
  for (let round = 0; round <= options.rounds; round += 1) {
    const load = loadNow();
    const seconds = round === 0 ? warmUpSeconds : options.seconds;
    const requests = perSecond * seconds;
    const recipe = { kind: "sale", targets: [program], run: `e${round}`, requests } as const;
    for (const receiver of sound) receiver.takeLatencies();
    const { figures } = await openTurn(arena, target, recipe, { perSecond, seconds, goesOn: true });
    sold += requests;
    for (const receiver of sound) await receiver.until(sold);
    const found = sound.map((receiver) => receiver.takeLatencies());
    const worst = (figure: "p50" | "p99" | "max") => Math.max(...found.map((each) => each[figure]));
    const own = { sales: requests, perSecond: figures.perSecond ?? null, salesP99: figures.p99 ?? null };
    const latency = { p50: worst("p50"), p99: worst("p99"), max: worst("max") };
    turns.push({ round, load, figures: { ...latency, ...own } });
    console.log(
      `round ${round}  p50 ${latency.p50}  p99 ${latency.p99}  max ${latency.max} ms  load ${load.toFixed(1)}`,
    );
  }
  return turns;
}

function requireRight(receivers: readonly BenchReceiver[]): void {
  const wrong = receivers.reduce((sum, receiver) => sum + receiver.wrong, 0);
  if (wrong > 0) throw new Error(`${wrong} messages were not verified, or came by a redirect`);
}
