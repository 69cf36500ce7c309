// The ways a log is rebuilt, each run and then held against what the first one came to.
import { availableParallelism, loadavg } from "node:os";
import { withClient } from "../../src/engine/postgres/database.ts";
import { dropShadow, shadowSchemaOf } from "../../src/engine/replay/shadow.ts";
import type { BenchDatabase, Log } from "./bench-database.ts";
import { type BookTotals, readTotals, requireEqualTotals } from "./book-totals.ts";
import { type MeasuredRebuild, measuredRebuild } from "./measured-rebuild.ts";
import { emmettAppended } from "./requests.ts";
import { runWorker } from "./worker.ts";

/**
 * `svc` is ours. `emmett` is Emmett as it ships, with the batch size that was fastest of 100 (its default), 1,000, 2,000,
 * 5,000 and 20,000; `emmett+index` has an index we gave it, and the batch size that is fastest then. `sql` is pure SQL in a
 * session for each processor, `sql-one-session` in one.
 */
export type Contender = "svc" | "emmett" | "emmett+index" | "sql" | "sql-one-session";

type Way = { readonly script: string; readonly settings: object };

const ways: { readonly [Name in Contender]: Way } = {
  svc: { script: "./rebuild-svc.ts", settings: {} },
  emmett: { script: "../peers/emmett-rebuild.ts", settings: { batchSize: 2_000, hasIndex: false } },
  "emmett+index": { script: "../peers/emmett-rebuild.ts", settings: { batchSize: 500, hasIndex: true } },
  sql: { script: "./rebuild-sql.ts", settings: { sessions: availableParallelism() } },
  "sql-one-session": { script: "./rebuild-sql.ts", settings: { sessions: 1 } },
};

export type Run = MeasuredRebuild & {
  readonly perSecond: number;
  /** Of the machine in the minute before. */
  readonly load: number;
};

/** A shadow a run left behind, for a closer look. */
export type Left = { readonly run: Run; readonly runId: number };

export class Contest {
  readonly #bench: BenchDatabase;
  readonly #totals = new Map<string, BookTotals>();
  /** Far from the numbers of real runs. */
  #runId = 1_000_000;

  constructor(bench: BenchDatabase) {
    this.#bench = bench;
  }

  async run(contender: Contender, log: Log): Promise<Run> {
    const { run, runId } = await this.runAndLeave(contender, log);
    await this.drop(runId);
    return run;
  }

  async runAndLeave(contender: Contender, log: Log): Promise<Left> {
    const { ownerUrl, storeUrl } = this.#bench;
    this.#runId += 1;
    const runId = this.#runId;
    // What the one before left for the disk is not this one's to wait for.
    await withClient(ownerUrl, (client) => client.query("checkpoint"));
    const load = loadavg()[0] ?? Number.NaN;
    const { script, settings } = ways[contender];
    const request = { ownerUrl, storeUrl, runId, programIds: log.programIds, ...settings };
    const measured = await runWorker(script, request, measuredRebuild);
    await this.#requireSameTotals(contender, log, runId);
    return { runId, run: { ...measured, perSecond: log.events / measured.seconds, load } };
  }

  drop(runId: number): Promise<void> {
    return dropShadow(this.#bench.ownerUrl, runId);
  }

  async #requireSameTotals(contender: Contender, log: Log, runId: number): Promise<void> {
    const { ownerUrl, storeUrl } = this.#bench;
    const found = contender.startsWith("emmett")
      ? await readTotals(storeUrl, "read_model")
      : await readTotals(ownerUrl, shadowSchemaOf(runId));
    const expected = this.#totals.get(log.name);
    if (expected === undefined) this.#totals.set(log.name, found);
    else requireEqualTotals(`${contender} on the log "${log.name}"`, found, expected);
  }
}

/** Emmett's own store has no other log than this one. */
export async function appendToEmmett({ ownerUrl, storeUrl }: BenchDatabase, log: Log): Promise<void> {
  const { programIds } = log;
  const { events, seconds } = await runWorker(
    "../peers/emmett-rebuild-append.ts",
    { ownerUrl, storeUrl, programIds },
    emmettAppended,
  );
  if (events !== log.events) throw new Error(`Emmett's store holds ${events} of ${log.events} events`);
  console.log(`the same events in Emmett's store, appended in ${seconds.toFixed(1)} s`);
}
