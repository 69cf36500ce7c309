// The lease of the scheduled jobs: a row that one process holds, renews every few seconds, and that another takes over once it expired by
// the database's clock. A takeover raises its epoch. The former holder may not know, since it was frozen or cut off: each transaction of a
// job ends by checking the epoch, so that it can no longer commit (`fence`).
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../postgres/database.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";

export type LeaseTimes = { readonly leaseSeconds: number; readonly renewSeconds: number };

/** Their sum is how long no job runs after the holder was killed. */
const usualTimes: LeaseTimes = { leaseSeconds: 10, renewSeconds: 2 };
const leaseName = "jobs";
const millisecondsPerSecond = 1000;

/** Not while the holder's epoch is current and has not expired. */
const takeStatement: Statement = {
  name: "take_job_lease",
  text: `insert into job_lease (name, holder, epoch, expires_at)
         values ($1, $2, 1, clock_timestamp() + make_interval(secs => $3::float))
         on conflict (name) do update
            set holder = excluded.holder, epoch = job_lease.epoch + 1, expires_at = excluded.expires_at
          where job_lease.expires_at <= clock_timestamp()
         returning epoch`,
};

const renewStatement: Statement = {
  name: "renew_job_lease",
  text: `update job_lease
            set expires_at = clock_timestamp() + make_interval(secs => $4::float)
          where name = $1 and holder = $2 and epoch = $3
         returning epoch`,
};

const releaseStatement: Statement = {
  name: "release_job_lease",
  text: "update job_lease set expires_at = 'epoch' where name = $1 and holder = $2 and epoch = $3",
};

/** Locked until the transaction ends, so that a takeover comes before or after it. */
const fenceStatement: Statement = {
  name: "fence_job",
  text: "select epoch from job_lease where name = $1 and holder = $2 and epoch = $3 for share",
};

/** Another process runs the jobs now and finishes what was started here. */
export class LeaseLost extends Error {
  constructor() {
    super("another process runs the scheduled jobs now");
  }
}

/** From when it was taken until it is known to be lost. */
export type Tenure = {
  readonly epoch: number;
  /** Aborted when it is over. */
  readonly over: AbortSignal;
  /** The last statement of a transaction; throws where the lease was taken over. */
  fence(session: Session): Promise<void>;
};

type Held = Tenure & { readonly ending: AbortController; until: number };

export class JobLease {
  readonly #database: Database;
  readonly #times: LeaseTimes;
  readonly #holder = `${hostname()}:${process.pid}:${randomUUID()}`;
  readonly #stopping = new AbortController();
  #held: Held | null = null;
  /** Runs that have not ended, of a tenure that may be over. */
  #runs = 0;
  #keeping: Promise<void> = Promise.resolve();

  constructor(database: Database, times: LeaseTimes = usualTimes) {
    this.#database = database;
    this.#times = times;
  }

  /** Null while another process has it, or this one could not say for so long that another may. */
  get tenure(): Tenure | null {
    if (this.#held !== null && performance.now() >= this.#held.until) this.#end();
    return this.#held;
  }

  /** Tries to take the lease and keeps it; `onTaken` is not awaited. */
  start(onTaken: (tenure: Tenure) => void): void {
    this.#keeping = this.#keep(onTaken);
  }

  /** While a run of an earlier tenure goes on, no other tenure begins here: what it writes is held against its own. */
  async during<T>(run: () => Promise<T>): Promise<T> {
    this.#runs += 1;
    try {
      return await run();
    } finally {
      this.#runs -= 1;
    }
  }

  /** Another process may take it at once. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#keeping;
    const held = this.#held;
    this.#end();
    if (held === null) return;
    await this.#ask(releaseStatement, [leaseName, this.#holder, held.epoch]).catch(() => undefined);
  }

  async #keep(onTaken: (tenure: Tenure) => void): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        const taken = await this.#renewOrTake();
        if (taken !== null) onTaken(taken);
      } catch {
        // The next try may succeed; if none does, the lease ends by itself.
      }
      const wait = this.#times.renewSeconds * millisecondsPerSecond;
      await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** The tenure that began now; null where none did. */
  async #renewOrTake(): Promise<Tenure | null> {
    const { leaseSeconds } = this.#times;
    const until = performance.now() + leaseSeconds * millisecondsPerSecond;
    const held = this.#held;
    if (held !== null) {
      const renewed = await this.#ask(renewStatement, [leaseName, this.#holder, held.epoch, leaseSeconds]);
      if (renewed === null) this.#end();
      else held.until = until;
      if (renewed !== null && !held.over.aborted) return null;
    }
    if (this.#runs > 0) return null;
    const epoch = await this.#ask(takeStatement, [leaseName, this.#holder, leaseSeconds]);
    if (epoch === null) return null;
    const ending = new AbortController();
    this.#held = { epoch, until, ending, over: ending.signal, fence: (session) => this.#fence(session, epoch) };
    return this.#held;
  }

  async #fence(session: Session, epoch: number): Promise<void> {
    const held = await session.query(fenceStatement, [leaseName, this.#holder, epoch]);
    if (held.length > 0) return;
    if (this.#held?.epoch === epoch) this.#end();
    throw new LeaseLost();
  }

  async #ask(statement: Statement, values: readonly unknown[]): Promise<number | null> {
    const rows = await this.#database.transaction((session) => session.query<{ epoch: number }>(statement, values));
    return rows[0]?.epoch ?? null;
  }

  #end(): void {
    this.#held?.ending.abort();
    this.#held = null;
  }
}
