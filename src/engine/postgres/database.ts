// The way to PostgreSQL: ordinary connections for Kysely, pipelined sessions, and two connections that record.
// Slow reads never take the connections that ingest writes with, and a connection that broke never returns to its pool.
// It never migrates and never retries: a lost database is its caller's 503.
import type { Duplex } from "node:stream";
import { Kysely } from "kysely";
import type { Client, PoolClient } from "pg";
import { readAddress } from "./address.ts";
import { openShardConnections } from "./citus/shard-connections.ts";
import { openShards, type Shards } from "./citus/shards.ts";
import { type ClockRule, machineClock } from "./clock.ts";
import { Connections, type PoolPlan } from "./connections.ts";
import { LeavingClient } from "./driver/client.ts";
import type { Recorders, Session } from "./driver/session.ts";
import { runInTransaction, runOutsideTransaction, useConnection } from "./driver/session.ts";
import { typeParsers } from "./driver/type-parsers.ts";
import { HostChoice } from "./host-choice.ts";
import { type LimitsOfKinds, longLimits, serviceLimits } from "./limits.ts";
import { oneDatabase } from "./one-database.ts";
import type { Placement } from "./placement.ts";
import type { Tables } from "./tables/tables.ts";

/** May append to the log and not change it; made by the first migration where the migrating user may make roles. */
export const serviceRole = "svc_service";

const keyedSettings = [
  // Sessions look rows up by their keys and nothing else. Before its first ANALYZE a growing table looks small to the planner,
  // which then reads all of it for every batch: seen as a rate that fell by a third within 20,000 events.
  "enable_seqscan=off",
  "enable_hashjoin=off",
  "enable_mergejoin=off",
  "plan_cache_mode=force_generic_plan",
  "jit=off",
];

/** A prefetched batch conflicts anyway if another transaction holds its head; a batch that is folded under the lock waits longer. */
const aheadLockTimeout = "lock_timeout=20ms";

const sessionSettings = [
  // If BEGIN itself fails, the statements after it must not commit one by one: outside a transaction that began as `read write`, a session
  // can only read.
  "default_transaction_read_only=on",
  ...keyedSettings,
];

const writesSettings = [aheadLockTimeout, ...keyedSettings];
/** A crash loses the ids taken here, and with them all rows that use them: those wait for the disk. */
const readsSettings = ["synchronous_commit=off", ...keyedSettings];

export type Database = {
  /** For reads, and for the writes that are not part of the log. */
  readonly kysely: Kysely<Tables>;
  transaction<T>(run: (session: Session) => Promise<T>): Promise<T>;
  /** The two that record, which nothing else uses meanwhile. */
  withRecorders<T>(run: (recorders: Recorders) => Promise<T>): Promise<T>;
  /** Pipelined reads; the server refuses writes here. */
  withSession<T>(run: (session: Session) => Promise<T>): Promise<T>;
  /** For what takes long: no bound on a statement. */
  longTransaction<T>(run: (session: Session) => Promise<T>): Promise<T>;
  /** As that, on a new connection that is closed after it: for what must not meet a statement prepared before. */
  transactionAside<T>(run: (session: Session) => Promise<T>): Promise<T>;
  /** As `withSession`, on a new connection that is closed after it: for a lock that is held while others work. */
  sessionAside<T>(run: (session: Session) => Promise<T>): Promise<T>;
  /** How the rows of programs are placed. */
  readonly placement: Placement;
  /** Where each program is recorded; null where all are in one database. */
  readonly shards: Shards | null;
  /** What the database's time is held against before it is recorded. */
  readonly clock: ClockRule;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  readonly url: string;
  /** The database's own answer (`placementAt`); one database when left out. */
  readonly placement?: Placement;
  /** For sessions and for Kysely, half each; a process that records has two more, and long work up to four. */
  readonly connectionsMax: number;
  readonly applicationName: string;
  /** Role every connection takes before its first statement; see `roleIfUsable`. */
  readonly role?: string | null;
  /** For every connection, as `name=value`. */
  readonly serverSettings?: readonly string[];
  /** Those of a process that serves when left out. */
  readonly limits?: LimitsOfKinds;
  /** This machine's clock with the usual bound when left out. */
  readonly clock?: ClockRule;
  /** How long an unused connection stays open, except the two that record; 10 s by default. */
  readonly idleMilliseconds?: number;
  /** What each connection is made over; a socket when left out. */
  readonly stream?: () => Duplex;
};

export function openDatabase(options: DatabaseOptions): Database {
  const { placement = oneDatabase } = options;
  const plans = plansOf(options);
  const { url, applicationName, idleMilliseconds, stream } = options;
  const connecting = { url, applicationName, idleMilliseconds, stream };
  const connections = new Connections({ ...connecting, settings: settingsOf(options), plans, placement });
  const pool = { connect: () => leaseReader(connections), end: () => Promise.resolve() };
  const kysely = new Kysely<Tables>({ dialect: placement.dialect({ pool }) });

  const withSession: Database["withSession"] = async (run) =>
    runOutsideTransaction(await connections.lease("sessions"), run);
  const { writes, reads } = plans;
  // On a shard's node a statement is as on one server, and is planned as there.
  const onShard = { ...connecting, settings: settingsOf({ ...options, placement: oneDatabase }) };
  const shards = placement.hasShards
    ? openShards({
        ask: withSession,
        connect: (node) => openShardConnections({ ...onShard, node, plans: { writes, reads, shared: reads } }),
      })
    : null;

  return {
    kysely,
    placement,
    shards,
    clock: options.clock ?? machineClock,
    transaction: async (run) => runInTransaction(await connections.lease("sessions"), run),
    withRecorders: async (run) =>
      useConnection(await connections.lease("writes"), async (writes) =>
        useConnection(await connections.lease("reads"), (reads) => run({ writes, reads })),
      ),
    withSession,
    longTransaction: async (run) => runInTransaction(await connections.lease("long"), run),
    transactionAside: (run) => connections.aside(longPlan, (lease) => runInTransaction(lease, run)),
    sessionAside: (run) => connections.aside(longPlan, (lease) => runOutsideTransaction(lease, run)),
    close: async () => {
      await Promise.all([kysely.destroy(), shards?.close()]);
      await connections.close();
    },
  };
}

type Kind = "readers" | "sessions" | "writes" | "reads" | "long";

/** So that what one program's log or payouts take minutes for does not hold up every other program. */
const longMax = 4;
const longPlan: PoolPlan = { max: longMax, pipeline: true, settings: sessionSettings, limits: longLimits };

function plansOf({ connectionsMax, limits = serviceLimits() }: DatabaseOptions): Record<Kind, PoolPlan> {
  const { recording, reading } = limits;
  const sessionsMax = Math.max(1, Math.floor(connectionsMax / 2));
  const staying = { max: 1, stays: true, pipeline: true, limits: recording };
  return {
    readers: { max: Math.max(1, connectionsMax - sessionsMax), limits: reading },
    sessions: { max: sessionsMax, pipeline: true, settings: sessionSettings, limits: recording },
    writes: { ...staying, settings: writesSettings },
    reads: { ...staying, settings: readsSettings },
    long: longPlan,
  };
}

function settingsOf({ role = null, serverSettings = [], placement = oneDatabase }: DatabaseOptions): string[] {
  // The last setting of a name counts.
  const settings = [...serverSettings, ...placement.settings];
  return role === null ? settings : [...settings, `role=${requireIdentifier(role)}`];
}

/** Its holder waits for an answer, except for a moment between two statements. */
async function leaseReader(connections: Connections<Kind>): Promise<PoolClient> {
  const { client, watch, failed } = await connections.lease("readers");
  const stopWatching = watch(() => true);
  const release = client.release;
  client.on("error", failed);
  client.release = (error) => {
    stopWatching();
    client.off("error", failed);
    release(error);
  };
  return client;
}

function requireIdentifier(role: string): string {
  if (!/^[a-z_][a-z0-9_]*$/.test(role)) throw new Error(`"${role}" is not a plain role name.`);
  return role;
}

/** Names the role if it exists here and this user may take it, else null: the service then runs as its own user. */
export function roleIfUsable(url: string, role: string): Promise<string | null> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ usable: boolean }>(
      `select pg_has_role(
                current_user,
                oid,
                case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end
              ) as usable
         from pg_roles
        where rolname = $1`,
      [role],
    );
    return rows[0]?.usable === true ? role : null;
  });
}

/** One connection of its own, outside the pools, for what must not share one and may take long: migrations and set-up. */
export async function withClient<T>(url: string, run: (client: Client) => Promise<T>): Promise<T> {
  const host = await new HostChoice(readAddress(url)).choose();
  const client = new LeavingClient({
    connectionString: host.url,
    connectionTimeoutMillis: longLimits.connectMilliseconds,
    keepAlive: true,
    types: typeParsers,
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
