// A standby that answers reads in the primary's place (DATABASE_READ_URL), and never with older data. Every read first fetches the
// primary's log position, and the standby answers once it has replayed that far: so it includes everything acknowledged before the read
// began, by any process. After the wait the primary answers. Every read checks the connection it reads on, so an address in front of
// several standbys works as well.
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import type { Database } from "./database.ts";
import type { Tables } from "./tables/tables.ts";

const lookEveryMilliseconds = 1000;
/** A server that does not answer for so long is away: no read waits longer for it. */
const answerMilliseconds = 2000;
const firstPauseMilliseconds = 1;
/** One each second: a standby that is further behind is further behind than is measured. */
const marksMax = 600;

export type ReplicaState = "used" | "behind" | "away" | "not_its_standby";

export type ReplicaStatus = {
  readonly state: ReplicaState;
  /** Null while unknown. */
  readonly lagSeconds: number | null;
};

export type Replica = {
  /** By the newest look. */
  status(): ReplicaStatus;
  /** Rejects with `ReplicaNotReady` where it cannot be asked now. */
  read<T>(run: (connection: Kysely<Tables>) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

/** The primary must be asked. */
export class ReplicaNotReady extends Error {
  override readonly name = "ReplicaNotReady";
  readonly state: Exclude<ReplicaState, "used">;

  constructor(state: Exclude<ReplicaState, "used">) {
    super(`The replica cannot be read: ${state}.`);
    this.state = state;
  }
}

export type ReplicaParts = {
  readonly primary: Pick<Database, "kysely">;
  /** The standby's connections; closed by their opener. */
  readonly standby: Pick<Database, "kysely">;
  /** Longest a read waits until the standby holds what the primary does. */
  readonly waitMilliseconds: number;
  readonly log: Pick<Logger, "info" | "warn">;
};

/** The primary's log position in bytes, at a time of this process or a moment after it. */
type Mark = { readonly at: number; readonly position: number };

/** How far a standby is, and how long ago it was that what it replayed last was committed, by both machines' clocks. */
type Standby = { readonly position: number; readonly committedSeconds: number };

export function watchReplica(parts: ReplicaParts): Replica {
  return new WatchedReplica(parts);
}

/** Once, for a command. */
export async function lookAtReplica(parts: Omit<ReplicaParts, "log">): Promise<ReplicaStatus> {
  const once = new WatchedReplica({ ...parts, log: { info: () => undefined, warn: () => undefined } });
  await once.stop();
  return once.status();
}

class WatchedReplica implements Replica {
  readonly #parts: ReplicaParts;
  readonly #stopped = new AbortController();
  /** The newest last. */
  readonly #marks: Mark[] = [];
  #status: ReplicaStatus = { state: "away", lagSeconds: null };
  /** Rejects when the standby is found away: what runs there is not waited for any more. */
  #loss = lossAhead();
  readonly #looking: Promise<void>;
  #systemOfPrimary: Promise<string> | null = null;

  constructor(parts: ReplicaParts) {
    this.#parts = parts;
    this.#looking = this.#lookOn();
  }

  status(): ReplicaStatus {
    return this.#status;
  }

  async read<T>(run: (connection: Kysely<Tables>) => Promise<T>): Promise<T> {
    const { state } = this.#status;
    if (state !== "used") throw new ReplicaNotReady(state);
    const loss = this.#loss.promise;
    const { position } = await this.#mark();
    const reading = this.#parts.standby.kysely.connection().execute(async (connection) => {
      const standby = await this.#untilReached(connection, position);
      if (standby.position < position) throw new ReplicaNotReady("behind");
      return run(connection);
    });
    reading.catch(() => undefined);
    return Promise.race([reading, loss]);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#looking;
  }

  async #lookOn(): Promise<void> {
    const { signal } = this.#stopped;
    for (let reported: ReplicaState = "used"; ; ) {
      this.#status = await this.#look();
      const { state, lagSeconds } = this.#status;
      if (state === "away") {
        this.#loss.reject(new ReplicaNotReady(state));
        this.#loss = lossAhead();
      }
      if (state !== reported) this.#report(state, lagSeconds);
      reported = state;
      await sleep(lookEveryMilliseconds, undefined, { signal, ref: false }).catch(() => undefined);
      // At least one check, even if stopped at once.
      if (signal.aborted) return;
    }
  }

  #report(state: ReplicaState, lagSeconds: number | null): void {
    const { log } = this.#parts;
    if (state === "used") log.info({ lag_seconds: lagSeconds }, "reads go to the replica again");
    else log.warn({ replica: state, lag_seconds: lagSeconds }, "reads go to the primary: the replica cannot be read");
  }

  async #look(): Promise<ReplicaStatus> {
    try {
      const mark = await within(answerMilliseconds, this.#mark());
      this.#marks.push(mark);
      if (this.#marks.length > marksMax) this.#marks.shift();
      const { kysely } = this.#parts.standby;
      const standby = await within(
        answerMilliseconds + this.#parts.waitMilliseconds,
        this.#untilReached(kysely, mark.position),
      );
      // What it holds was everything at the newest mark it has reached.
      const reached = this.#marks.findLast(({ position }) => position <= standby.position);
      const lagSeconds = reached === undefined ? standby.committedSeconds : (performance.now() - reached.at) / 1000;
      return { state: standby.position < mark.position ? "behind" : "used", lagSeconds };
    } catch (error) {
      return { state: error instanceof ReplicaNotReady ? error.state : "away", lagSeconds: null };
    }
  }

  async #mark(): Promise<Mark> {
    const at = performance.now();
    const { rows } = await sql<{ position: number }>`
      select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint as position`.execute(this.#parts.primary.kysely);
    return { at, position: rows[0]?.position ?? Number.MAX_SAFE_INTEGER };
  }

  /** Waits no longer than a read may; answers how far it is. */
  async #untilReached(db: Kysely<Tables>, position: number): Promise<Standby> {
    const deadline = performance.now() + this.#parts.waitMilliseconds;
    for (let pause = firstPauseMilliseconds; ; pause *= 2) {
      const standby = await this.#ask(db);
      const left = deadline - performance.now();
      if (standby.position >= position || left <= 0) return standby;
      await sleep(Math.min(pause, left), undefined, { ref: false });
    }
  }

  async #ask(db: Kysely<Tables>): Promise<Standby> {
    const { rows } = await within(
      answerMilliseconds,
      sql<Standby & { readonly system: string }>`
        select coalesce((pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint, 0) as position,
               coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8, 0)
                 as "committedSeconds",
               (select system_identifier::text from pg_control_system()) as system
         where pg_is_in_recovery()`.execute(db),
    );
    const [standby] = rows;
    if (standby === undefined || standby.system !== (await this.#primarysSystem())) {
      throw new ReplicaNotReady("not_its_standby");
    }
    return standby;
  }

  #primarysSystem(): Promise<string> {
    this.#systemOfPrimary ??= sql<{ system: string }>`select system_identifier::text as system from pg_control_system()`
      .execute(this.#parts.primary.kysely)
      .then(({ rows }) => rows[0]?.system ?? "")
      .catch((error: unknown) => {
        this.#systemOfPrimary = null;
        throw error;
      });
    return this.#systemOfPrimary;
  }
}

/** It may reject while nothing awaits it. */
function lossAhead(): PromiseWithResolvers<never> {
  const ahead = Promise.withResolvers<never>();
  ahead.promise.catch(() => undefined);
  return ahead;
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new ReplicaNotReady("away")), milliseconds);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
