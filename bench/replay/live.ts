// Live ingestion while a long log is being rebuilt: signed deliveries to the service by HTTP, alone and during a replay in turns, all on
// one database and the same processors.
import { dropShadow } from "../../src/engine/replay/shadow.ts";
import { type BenchProgram, bindCustomers, createBenchPrograms, startService, stripeSecret } from "../installation.ts";
import { type LoadGenerator, type MeasuredClosed, openGenerator } from "../load/generator.ts";
import { loadNow } from "../report/machine.ts";
import type { BenchDatabase, Log } from "./bench-database.ts";
import { requireVerified } from "./checks.ts";
import { measuredRebuild } from "./measured-rebuild.ts";
import { startWorker } from "./worker.ts";

const connections = 32;
const customersPerProgram = 100;
const warmUpDeliveries = 2_000;
/** Nothing is cut short: the deliveries of a turn are all sent. */
const secondsMax = 600;
/** So few that the replay of this log is still going when they are in. */
const deliveriesPerEvent = 1 / 200;
/** Of no real run; each one's shadow is gone before the next begins. */
const runId = 2_000_000;

export type LiveRun = {
  /** Of the machine in the minute before. */
  readonly load: number;
  readonly alone: MeasuredClosed;
  readonly duringReplay: MeasuredClosed;
  /** Of the replay, meanwhile. */
  readonly replayedPerSecond: number;
};

export async function measureLive(bench: BenchDatabase, log: Log, rounds: number): Promise<LiveRun[]> {
  const deliveriesPerTurn = Math.ceil(log.events * deliveriesPerEvent);
  return withTarget(bench, async (target) => {
    const runs: LiveRun[] = [];
    await target.prepare("w", warmUpDeliveries);
    await target.send();
    for (let round = 0; round < rounds; round++) {
      const load = loadNow();
      await target.prepare(`a${round}`, deliveriesPerTurn);
      const alone = await target.send();
      await target.prepare(`d${round}`, deliveriesPerTurn);
      const beside = await measureBesideReplay(bench, log, target);
      runs.push({ load, alone, ...beside });
    }
    await requireNothingLost(bench, target.programId, warmUpDeliveries + 2 * rounds * deliveriesPerTurn);
    return runs;
  });
}

async function measureBesideReplay(
  { ownerUrl }: BenchDatabase,
  log: Log,
  target: Target,
): Promise<Pick<LiveRun, "duringReplay" | "replayedPerSecond">> {
  const replay = startWorker("./rebuild-svc.ts", { ownerUrl, runId, programIds: log.programIds }, measuredRebuild);
  try {
    await replay.underWay;
    const doneBefore = replay.done();
    const startedAt = performance.now();
    const duringReplay = await target.send();
    const seconds = (performance.now() - startedAt) / 1000;
    if (!replay.isRunning()) throw new Error("the replay ended before the deliveries: a longer log is needed");
    return { duringReplay, replayedPerSecond: (replay.done() - doneBefore) / seconds };
  } finally {
    await replay.stop();
    await dropShadow(ownerUrl, runId);
  }
}

type Target = {
  readonly programId: number;
  prepare(run: string, deliveries: number): Promise<void>;
  /** Everything that was prepared; throws unless all of it is answered 200. */
  send(): Promise<MeasuredClosed>;
};

/** A service in a process of its own, with customers whose payments earn. */
async function withTarget<T>({ database, ownerUrl, secrets }: BenchDatabase, run: (target: Target) => Promise<T>) {
  const installation = { database, secrets, url: ownerUrl, close: () => Promise.resolve() };
  const [program] = await createBenchPrograms(installation, { programs: 1, customersPerProgram });
  if (program === undefined) throw new Error("there is no program");
  const service = await startService(ownerUrl);
  const generator = openGenerator();
  try {
    await bindCustomers(service.port, [program]);
    return await run(targetOf(program, service.port, generator));
  } finally {
    await generator.close();
    await service.stop();
  }
}

function targetOf(
  { programId, webhookPath, customerKeys }: BenchProgram,
  port: number,
  generator: LoadGenerator,
): Target {
  const targets = [{ path: webhookPath, customerKeys }];
  return {
    programId,
    prepare: (run, requests) => generator.prepare({ kind: "webhook", targets, stripeSecret, run, requests }),
    async send() {
      const measured = await generator.runClosed([port], { connections, seconds: secondsMax });
      if (!measured.ranOut || measured.firstFault !== null) throw new Error(measured.firstFault ?? "not all were sent");
      return measured;
    },
  };
}

async function requireNothingLost(bench: BenchDatabase, programId: number, sent: number): Promise<void> {
  for (const book of ["sale", "commission", "platform_fee", "delivery"] as const) {
    const { count } = await bench.database.kysely
      .selectFrom(book)
      .select((columns) => columns.fn.countAll<number>().as("count"))
      .where("program_id", "=", programId)
      .executeTakeFirstOrThrow();
    if (count !== sent) throw new Error(`${book} holds ${count} rows of ${sent} deliveries`);
  }
  await requireVerified(bench, programId);
}
