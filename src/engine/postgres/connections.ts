// The connections of one process: one pool of each kind, all to one host. A lent connection is watched. When one falls silent, or its host
// no longer accepts writes, all pools are abandoned together and new ones are opened to the host that accepts writes: idle connections next
// to a lost one are lost too, and would make their next user wait as long. Work on abandoned pools finishes by itself, or is aborted
// together with the silent connection.
import type { Duplex } from "node:stream";
import { DatabaseError, Pool, type PoolClient, type PoolConfig } from "pg";
import { type DatabaseAddress, type Host, readAddress } from "./address.ts";
import { asUnavailable, DatabaseUnavailable } from "./database-unavailable.ts";
import { clientWithin } from "./driver/client.ts";
import { SilenceWatch } from "./driver/silence.ts";
import { typeParsers } from "./driver/type-parsers.ts";
import { HostChoice } from "./host-choice.ts";
import { type Limits, settingsOf } from "./limits.ts";
import { oneDatabase } from "./one-database.ts";
import type { Placement } from "./placement.ts";

/** Of the client's end; Node sets no time-out for what was sent and not acknowledged: that is silence.ts. */
const keepAliveDelayMilliseconds = 10_000;
const idleMillisecondsByDefault = 10_000;

export type PoolPlan = {
  readonly limits: Limits;
  readonly max: number;
  /** Stays open however long nothing comes. */
  readonly stays?: boolean;
  readonly pipeline?: boolean;
  readonly settings?: readonly string[];
};

export type Lease = {
  readonly client: PoolClient;
  /** How the rows of programs are placed. */
  readonly placement: Placement;
  /** Until the function it answers is called: gives the connection up when an answer is due and none comes. */
  watch(isWaiting: () => boolean): () => void;
  /** Receives each failed statement. */
  failed(error: Error): void;
};

export type ConnectionsOptions<Kind extends string> = {
  readonly url: string;
  readonly applicationName: string;
  /** For every connection, as `name=value`. */
  readonly settings: readonly string[];
  readonly plans: Readonly<Record<Kind, PoolPlan>>;
  /** How long an unused connection stays open, except those that always do; 10 s by default. */
  readonly idleMilliseconds?: number | undefined;
  /** What each connection is made over; a socket when left out. */
  readonly stream?: (() => Duplex) | undefined;
  /** One database when left out. */
  readonly placement?: Placement;
};

type Pools<Kind extends string> = {
  readonly host: Host;
  readonly ofKind: Map<Kind, Pool>;
  /** Of those who wait for a connection: called when there will be none here. */
  readonly waiting: Set<() => void>;
  areLeft: boolean;
};

export class Connections<Kind extends string> {
  readonly #options: ConnectionsOptions<Kind>;
  readonly #address: DatabaseAddress;
  readonly #choice: HostChoice;
  readonly #watch = new SilenceWatch();
  readonly #ending = new Set<Promise<void>>();
  #current: Promise<Pools<Kind>> | null = null;
  #isClosed = false;

  constructor(options: ConnectionsOptions<Kind>) {
    this.#options = options;
    this.#address = readAddress(options.url);
    this.#choice = new HostChoice(this.#address);
  }

  /** Where another host may have taken over, it is looked for once. */
  async lease(kind: Kind): Promise<Lease> {
    try {
      return await this.#leaseFromCurrent(kind);
    } catch (error) {
      if (!this.#address.mustTakeWrites || isPoolBusy(error)) throw asUnavailable(error);
      return await this.#leaseFromCurrent(kind).catch((again: unknown) => {
        throw asUnavailable(again);
      });
    }
  }

  /** On a new connection that is closed when `run` is over. */
  async aside<T>(plan: PoolPlan, run: (lease: Lease) => Promise<T>): Promise<T> {
    const pools = await this.#pools();
    const pool = this.#openPool(pools.host, plan);
    try {
      return await run(this.#leaseOf(await pool.connect(), plan, pools));
    } finally {
      await pool.end();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#current?.then((pools) => this.#leave(pools), ignore);
    await Promise.all(this.#ending);
    this.#watch.stop();
  }

  async #leaseFromCurrent(kind: Kind): Promise<Lease> {
    const pools = await this.#pools();
    const plan = this.#options.plans[kind];
    const client = pools.areLeft ? null : await this.#connect(pools, this.#poolOf(pools, kind));
    return client === null ? this.#leaseFromCurrent(kind) : this.#leaseOf(client, plan, pools);
  }

  #poolOf(pools: Pools<Kind>, kind: Kind): Pool {
    const pool = pools.ofKind.get(kind) ?? this.#openPool(pools.host, this.#options.plans[kind]);
    pools.ofKind.set(kind, pool);
    return pool;
  }

  #pools(): Promise<Pools<Kind>> {
    if (this.#isClosed) return Promise.reject(new Error("The database is closed."));
    if (this.#current !== null) return this.#current;
    const opening = this.#choice
      .choose()
      .then((host): Pools<Kind> => ({ host, ofKind: new Map(), waiting: new Set(), areLeft: false }));
    this.#current = opening;
    opening.catch(() => {
      if (this.#current === opening) this.#current = null;
    });
    return opening;
  }

  /** Null when the pools were left behind meanwhile: a pool that ends gives nothing to those who wait. */
  #connect(pools: Pools<Kind>, pool: Pool): Promise<PoolClient | null> {
    return new Promise((resolve, reject) => {
      const stopWaiting = (): void => resolve(null);
      pools.waiting.add(stopWaiting);
      pool.connect().then(
        (client) => {
          if (pools.waiting.delete(stopWaiting)) resolve(client);
          else client.release(true);
        },
        (error: unknown) => {
          pools.waiting.delete(stopWaiting);
          if (this.#address.mustTakeWrites && !isPoolBusy(error)) this.#leave(pools);
          reject(error);
        },
      );
    });
  }

  #leaseOf(client: PoolClient, { limits }: PoolPlan, pools: Pools<Kind>): Lease {
    return {
      client,
      placement: this.#options.placement ?? oneDatabase,
      watch: (isWaiting) =>
        this.#watch.add(client, {
          isWaiting,
          limitMilliseconds: limits.answerMilliseconds,
          onSilent: () => this.#leave(pools),
          way: pools,
        }),
      failed: (error) => {
        if (this.#address.mustTakeWrites && isHostLost(error)) this.#leave(pools);
      },
    };
  }

  /** Its idle connections are closed now, those in use when their users are done. */
  #leave(pools: Pools<Kind>): void {
    if (pools.areLeft) return;
    pools.areLeft = true;
    this.#current = null;
    for (const stopWaiting of pools.waiting) stopWaiting();
    pools.waiting.clear();
    for (const pool of pools.ofKind.values()) {
      const ending: Promise<void> = pool.end().finally(() => this.#ending.delete(ending));
      this.#ending.add(ending);
    }
  }

  #openPool(host: Host, { limits, max, stays = false, pipeline = false, settings = [] }: PoolPlan): Pool {
    const options = this.#options;
    // pg lets the address override separate options.
    const address = new URL(host.url);
    const ownOptions = address.searchParams.get("options");
    address.searchParams.delete("options");
    const asOption = (setting: string): string => `-c ${setting}`;
    const startOptions = [
      ...settingsOf(limits).map(asOption),
      ...(ownOptions === null ? [] : [ownOptions]),
      ...[...settings, ...options.settings].map(asOption),
    ];
    const config: PoolConfig = {
      connectionString: address.href,
      application_name: options.applicationName,
      connectionTimeoutMillis: limits.freeMilliseconds,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveDelayMilliseconds,
      types: typeParsers,
      Client: clientWithin(limits.connectMilliseconds),
      options: startOptions.join(" "),
      ...(options.stream === undefined ? {} : { stream: options.stream }),
      max,
      min: stays ? 1 : 0,
      idleTimeoutMillis: options.idleMilliseconds ?? idleMillisecondsByDefault,
      pipeline,
    };
    const pool = new Pool(this.#address.mustTakeWrites ? { ...config, verify: requirePrimary(limits) } : config);
    pool.on("connect", (client) => client.on("error", ignore));
    pool.on("error", ignore);
    return pool;
  }
}

/** For a new connection: its host may have become a standby since it was chosen. */
function requirePrimary({ connectMilliseconds }: Limits): PoolConfig["verify"] {
  return (client, done) => {
    const late = setTimeout(
      () =>
        client.connection.stream.destroy(new DatabaseUnavailable("The database did not say whether it takes writes.")),
      connectMilliseconds,
    );
    client
      .query<{ standby: boolean }>("select pg_is_in_recovery() as standby")
      .then(({ rows }) =>
        done(rows[0]?.standby === false ? undefined : new DatabaseUnavailable("The host is a standby.")),
      )
      .catch(done)
      .finally(() => clearTimeout(late));
  };
}

/** All connections of the pool are in use: that says nothing of the host. */
function isPoolBusy(error: unknown): boolean {
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

const readOnlyTransaction = "25006";
const shutDownOrStarting = /^57P0/;

/** Whether its host is going, or takes no writes any more. */
function isHostLost(error: Error): boolean {
  if (!(error instanceof DatabaseError)) return true;
  return error.code === readOnlyTransaction || shutDownOrStarting.test(error.code ?? "");
}

/** The pool drops a connection that ends by itself; without a listener Node would end the process. */
function ignore(): void {
  // The connection's user gets the error from its own statement.
}
