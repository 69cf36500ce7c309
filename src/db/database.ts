// The way to PostgreSQL: a pool of ordinary connections for Kysely, one of pipelined sessions, and two connections that record.
// Slow reads never take the connections that ingest writes with, and a connection that broke never returns to its pool.
// It never migrates and never retries: a lost database is its caller's 503.
import { Kysely, PostgresDialect } from "kysely";
import type { PoolConfig } from "pg";
import { Client, DatabaseError, Pool } from "pg";
import { Misfit } from "./binary-arrays.ts";
import type { Connection, Session } from "./session.ts";
import { runInTransaction, runOutsideTransaction, useConnection } from "./session.ts";
import type { Tables } from "./tables.ts";
import { typeParsers } from "./type-parsers.ts";

const connectTimeoutMilliseconds = 10_000;
const keepAliveDelayMilliseconds = 10_000;
/** A stalled process must not hold its programs' heads longer than this. */
const idleInTransactionTimeoutMilliseconds = 60_000;
const idleMillisecondsByDefault = 10_000;

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

const sessionSettings = [
  // If BEGIN itself should fail, the statements behind it must not each commit alone: outside a transaction that was begun
  // as `read write`, a session can only read.
  "default_transaction_read_only=on",
  ...keyedSettings,
];

const writesSettings = keyedSettings;
/** The ids that are taken here are lost with a crash, and so is whatever was written with them: that waits for the disk. */
const readsSettings = ["synchronous_commit=off", ...keyedSettings];

export type Database = {
  /** For reads, and for the writes that are not part of the log. */
  readonly kysely: Kysely<Tables>;
  transaction<T>(run: (session: Session) => Promise<T>): Promise<T>;
  /** The two that record, which nobody else has meanwhile. */
  withRecorders<T>(run: (recorders: Recorders) => Promise<T>): Promise<T>;
  /** Pipelined reads; the server refuses writes here. */
  withSession<T>(run: (session: Session) => Promise<T>): Promise<T>;
  /** One transaction on a new connection that is closed after it: for what must not meet a statement prepared before. */
  transactionAside<T>(run: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/**
 * Ingest writes on one and reads on the other meanwhile. They stay open however long nothing comes, and nobody else uses them: on
 * a new connection every statement is planned anew, and a pool keeps the one that was used last, which is seldom the one that was
 * used most.
 */
export type Recorders = { readonly writes: Connection; readonly reads: Connection };

export type DatabaseOptions = {
  readonly url: string;
  /** For sessions and for Kysely, half each; a process that records has two more. */
  readonly connectionsMax: number;
  readonly applicationName: string;
  /** Role every connection takes before its first statement; see `roleIfUsable`. */
  readonly role?: string | null;
  /** For every connection, as `name=value`. */
  readonly serverSettings?: readonly string[];
  /** How long a connection that nobody uses stays open, but for the two that record; 10 s when left out. */
  readonly idleMilliseconds?: number;
};

export function openDatabase(options: DatabaseOptions): Database {
  const sessionsMax = Math.max(1, Math.floor(options.connectionsMax / 2));
  const readers = openPool(options, { max: Math.max(1, options.connectionsMax - sessionsMax) });
  const sessions = openPool(options, { max: sessionsMax, pipeline: true }, sessionSettings);
  const staying = { max: 1, min: 1, pipeline: true };
  const writers = openPool(options, staying, writesSettings);
  const lookers = openPool(options, staying, readsSettings);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: readers }) });

  return {
    kysely,
    transaction: async (run) => runInTransaction(await sessions.connect(), run),
    withRecorders: async (run) =>
      useConnection(await writers.connect(), async (writes) =>
        useConnection(await lookers.connect(), (reads) => run({ writes, reads })),
      ),
    withSession: async (run) => runOutsideTransaction(await sessions.connect(), run),
    async transactionAside(run) {
      const aside = openPool(options, { max: 1, pipeline: true }, sessionSettings);
      try {
        return await runInTransaction(await aside.connect(), run);
      } finally {
        await aside.end();
      }
    },
    close: async () => {
      await Promise.all([kysely.destroy(), sessions.end(), writers.end(), lookers.end()]);
    },
  };
}

function openPool(options: DatabaseOptions, poolConfig: PoolConfig, serverSettings: readonly string[] = []): Pool {
  const role = options.role ?? null;
  const ownSettings = [...serverSettings, ...(options.serverSettings ?? [])];
  const settings = role === null ? ownSettings : [...ownSettings, `role=${requireIdentifier(role)}`];
  // pg lets what the address says win over what is said beside it.
  const address = new URL(options.url);
  const ownOptions = address.searchParams.get("options");
  address.searchParams.delete("options");
  const pool = new Pool({
    connectionString: address.href,
    application_name: options.applicationName,
    connectionTimeoutMillis: connectTimeoutMilliseconds,
    idleTimeoutMillis: options.idleMilliseconds ?? idleMillisecondsByDefault,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMilliseconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMilliseconds,
    types: typeParsers,
    options: [ownOptions, ...settings.map((setting) => `-c ${setting}`)].filter((option) => option !== null).join(" "),
    ...poolConfig,
  });
  pool.on("connect", (client) => client.on("error", leaveToPool));
  pool.on("error", leaveToPool);
  return pool;
}

/** The pool drops a connection that ends by itself; without a listener Node would end the process. */
function leaveToPool(): void {
  // Whoever was using the connection has the error from its own statement.
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

/** One connection of its own, outside the pools, for what must not share one: migrations and set-up. */
export async function withClient<T>(url: string, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMilliseconds,
    types: typeParsers,
  });
  client.on("error", leaveToPool);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

const unavailableSqlStates = new Set(["53300", "57P01", "57P02", "57P03", "57P05", "25P03"]);
const unavailableSystemCodes = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"]);
const unavailableMessages = /^Connection terminated|^timeout exceeded when trying to connect|is not queryable$/;

/** Whether the error says that the database could not be reached or was lost, so that the same call may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error instanceof DatabaseError) return code.startsWith("08") || unavailableSqlStates.has(code);
  return unavailableSystemCodes.has(code) || unavailableMessages.test(error.message);
}

/** Whether the rows themselves were refused: out of bounds, or against a rule of their table. */
export function isDataRefused(error: unknown): boolean {
  if (error instanceof Misfit) return true;
  return error instanceof DatabaseError && (error.code?.startsWith("22") || error.code?.startsWith("23")) === true;
}

/** Whether the database itself raised this, under a state of our own. */
export function isRaisedAs(error: unknown, sqlState: string): boolean {
  return error instanceof DatabaseError && error.code === sqlState;
}

/** Whether this user lacks a right; by SQLSTATE. */
export function isNotPermitted(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "42501";
}

/** By SQLSTATE, never by a constraint's name: a distributed PostgreSQL reports other names. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "23505";
}
