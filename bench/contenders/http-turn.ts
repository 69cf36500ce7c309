// One turn of a server under load: its answers a second, their latency, and the cost for each process. An answer other than 200 ends the
// run: a refusal is not fast.
import { withClient } from "../../src/engine/postgres/database.ts";
import type { BenchServer } from "../installation.ts";
import type { ClosedLoop } from "../load/closed-loop.ts";
import type { LoadGenerator, MeasuredClosed, MeasuredOpen } from "../load/generator.ts";
import type { Recipe } from "../load/recipe.ts";
import { readProcessMicroseconds, readServerMicroseconds } from "../measure/processor-time.ts";
import type { Figures } from "../report/series.ts";

export type Arena = { readonly server: BenchServer; readonly generator: LoadGenerator };

/** Who is under load: all processes of one contender. */
export type UnderLoad = {
  readonly name: string;
  readonly ports: readonly number[];
  readonly pids: readonly number[];
  /** That take no requests and cost something all the same. */
  readonly otherPids?: readonly number[];
};

export type Turned<Measured> = { readonly measured: Measured; readonly figures: Figures };

export async function closedTurn(
  arena: Arena,
  target: UnderLoad,
  recipe: Recipe,
  { counted, ...loop }: Omit<ClosedLoop, "kind"> & { readonly counted?: string },
): Promise<Turned<MeasuredClosed>> {
  return measured(arena, target, recipe, () => arena.generator.runClosed(target.ports, loop, counted));
}

/** In addition to the usual figures: whether the generator kept up. */
export async function openTurn(
  arena: Arena,
  target: UnderLoad,
  recipe: Recipe,
  loop: { readonly perSecond: number; readonly seconds: number; readonly goesOn?: boolean },
): Promise<Turned<MeasuredOpen>> {
  const connectionsMax = 512;
  const { perSecond, seconds, goesOn = false } = loop;
  const run = () => arena.generator.runOpen(target.ports, { perSecond, seconds, connectionsMax });
  const { measured: result, figures } = await measured(arena, target, recipe, run, goesOn);
  const { keptRate, waitedForSocket, startDelayP99 } = result;
  return {
    measured: result,
    figures: {
      ...figures,
      wantedPerSecond: perSecond,
      keptRate: keptRate ? 1 : 0,
      waitedShare: waitedForSocket / result.answered,
      startDelayP99,
    },
  };
}

async function measured<Measured extends MeasuredClosed | MeasuredOpen>(
  { server, generator }: Arena,
  target: UnderLoad,
  recipe: Recipe,
  run: () => Promise<Measured>,
  goesOn = false,
): Promise<Turned<Measured>> {
  await generator.prepare(recipe);
  // What the one before left for the disk is not this one's to wait for, unless they are the same.
  if (!goesOn) await withClient(server.url, (client) => client.query("checkpoint"));
  const before = await readCpu(server, target);
  const result = await run();
  const after = await readCpu(server, target);
  requireAllSucceeded(target.name, result);
  const { perSecond, latency, answered, generatorMicroseconds } = result;
  const serverMicroseconds = eachOf(answered, before.target, after.target);
  const databaseMicroseconds = eachOf(answered, before.database, after.database);
  return {
    measured: result,
    figures: {
      perSecond,
      p50: latency.p50,
      p99: latency.p99,
      p999: latency.p999,
      max: latency.max,
      serverMicroseconds,
      databaseMicroseconds,
      bothMicroseconds:
        serverMicroseconds === null || databaseMicroseconds === null ? null : serverMicroseconds + databaseMicroseconds,
      largestShare: largestShareOf(before.each, after.each),
      generatorMicroseconds,
    },
  };
}

async function readCpu(server: BenchServer, { pids, otherPids = [] }: UnderLoad) {
  const each = await Promise.all(pids.map(readProcessMicroseconds));
  const others = await Promise.all(otherPids.map(readProcessMicroseconds));
  const all = [...each, ...others];
  const postmasters = [server.postmaster, ...(server.otherPostmasters ?? [])];
  const databases = await Promise.all(postmasters.map(readServerMicroseconds));
  return { each, target: sumOf(all), database: sumOf(databases) };
}

type Each = readonly (number | null)[];

/** Null where one of them is not known. */
function sumOf(figures: Each): number | null {
  return figures.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0);
}

/** Of the processes that take requests, what the busiest took of the processor against what each would take if all took the same. */
function largestShareOf(before: Each, after: Each): number | null {
  const took = after.map((one, index) => (one ?? Number.NaN) - (before[index] ?? Number.NaN));
  const share = (Math.max(...took) * took.length) / took.reduce((sum, one) => sum + one, 0);
  return Number.isFinite(share) ? share : null;
}

function eachOf(requests: number, before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : (after - before) / requests;
}

function requireAllSucceeded(
  name: string,
  { answered, succeeded, lost, firstFault }: MeasuredClosed | MeasuredOpen,
): void {
  if (succeeded === answered && lost === 0 && answered > 0) return;
  throw new Error(
    `${name}: ${succeeded} of ${answered + lost} requests were answered 200; ${firstFault ?? "none came back"}`,
  );
}
