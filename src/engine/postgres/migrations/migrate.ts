// Brings a database to today's schema: the numbered, forward-only SQL files of migrations/, each in its own transaction
// but what PostgreSQL does in none. Processes of the release before go on recording meanwhile.
// Starts at the same time are safe (one lock), and a file that was applied once can neither change nor disappear.
// It never goes back and never guesses: on any doubt it refuses with a sentence, and the service does not start.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { applySpread, beginSpreadMigration } from "../citus/migrate-spread.ts";
import { withClient } from "../database.ts";
import { isRaisedAs } from "../faults.ts";
import { statementsOf } from "../sql-statements.ts";

const migrationsDirectory = join(import.meta.dirname, "../../../../migrations");
/** The lock's name within the database; any unused number. A copy of the whole database has the same. */
export const migrationLockKey = 7_226_113_055;
const lockTimeoutSeconds = 300;
const lockRetryMilliseconds = 100;
/** Waiting for a table's lock makes everyone behind it wait too: it times out before they do, and retries. */
const tableLockTimeout = "1s";
const tableLockTries = 120;
const tableLockRetryMilliseconds = 1000;
const lockNotAvailable = "55P03";
const serverVersionMin = 15;
const serverVersionMax = 18;

export type Migration = {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
};

export type Applied = Pick<Migration, "version" | "name" | "checksum">;

export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/** Answers what it applied, in order; nothing when the schema was up to date. */
export async function migrate(url: string, directory = migrationsDirectory): Promise<Migration[]> {
  return applyAll(url, await readMigrations(directory));
}

/** As far as this version and no further: for what was written when the schema was that of an older release. */
export async function migrateUpTo(url: string, version: number): Promise<Migration[]> {
  return applyAll(url, (await readMigrations()).slice(0, version));
}

async function applyAll(url: string, migrations: readonly Migration[]): Promise<Migration[]> {
  return withClient(url, async (client) => {
    await requireSupportedServer(client);
    await lock(client);
    await createHistory(client);
    const pending = pendingMigrations(migrations, await readHistory(client));
    const isSpread = pending.length > 0 && (await isLogSpread(client));
    for (const migration of pending) await apply(client, migration, isSpread);
    return pending;
  });
}

export async function isLogSpread(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ has_citus: boolean }>(
    "select to_regclass('pg_catalog.pg_dist_partition') is not null as has_citus",
  );
  if (rows[0]?.has_citus !== true) return false;
  const { rowCount } = await client.query("select 1 from pg_dist_partition where logicalrelid = to_regclass('event')");
  return (rowCount ?? 0) > 0;
}

/** Answers what `migrate` would apply, changing nothing. */
export async function listPendingMigrations(url: string, directory = migrationsDirectory): Promise<Migration[]> {
  const migrations = await readMigrations(directory);
  return withClient(url, async (client) => {
    await requireSupportedServer(client);
    const { rows } = await client.query<{ exists: boolean }>(
      "select to_regclass('schema_migration') is not null as exists",
    );
    return pendingMigrations(migrations, rows[0]?.exists === true ? await readHistory(client) : []);
  });
}

/** A checkout with other line endings is the same migration. */
export async function readMigrations(directory = migrationsDirectory): Promise<Migration[]> {
  const fileNames = (await readdir(directory)).filter((fileName) => fileName.endsWith(".sql")).sort();
  return Promise.all(
    fileNames.map(async (fileName, index) => {
      const match = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(fileName);
      const version = Number(match?.[1]);
      const name = match?.[2];
      if (name === undefined || version !== index + 1) {
        throw new MigrationError(
          `migrations/${fileName} should be number ${index + 1} and be named like 0001_what_it_does.sql.`,
        );
      }
      const sql = (await readFile(join(directory, fileName), "utf8")).replaceAll("\r\n", "\n");
      return { version, name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

async function requireSupportedServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; text: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as text",
  );
  const major = Math.floor((rows[0]?.number ?? 0) / 10_000);
  if (major < serverVersionMin || major > serverVersionMax) {
    throw new MigrationError(
      `This database is PostgreSQL ${rows[0]?.text}; versions ${serverVersionMin} to ${serverVersionMax} are supported.`,
    );
  }
}

/**
 * Held until the connection ends, so a process that dies while migrating frees it. It is polled, since waiting within a statement would
 * block a concurrent index creation.
 */
async function lock(client: Client): Promise<void> {
  const deadline = performance.now() + lockTimeoutSeconds * 1000;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [
      migrationLockKey,
    ]);
    if (rows[0]?.locked === true) return;
    if (performance.now() > deadline) {
      throw new MigrationError(
        `Another process has been migrating or copying this database for ${lockTimeoutSeconds} seconds.`,
      );
    }
    await sleep(lockRetryMilliseconds);
  }
}

async function createHistory(client: Client): Promise<void> {
  await client.query(
    `create table if not exists schema_migration (
       version integer primary key,
       name text not null,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`,
  );
}

async function readHistory(client: Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>("select version, name, checksum from schema_migration order by version");
  return rows;
}

function pendingMigrations(migrations: readonly Migration[], history: readonly Applied[]): Migration[] {
  for (const applied of history) {
    const file = migrations[applied.version - 1];
    if (file === undefined) {
      throw new MigrationError(
        `The database has migration ${applied.version} (${applied.name}), which this version of the code does not know. ` +
          "Run a version at least as new as the one that migrated it.",
      );
    }
    if (file.checksum !== applied.checksum) {
      throw new MigrationError(
        `Migration ${applied.version} (${applied.name}) was changed after it had been applied. ` +
          "Restore the file and put the change into a new migration.",
      );
    }
  }
  return migrations.slice(history.length);
}

/** Said in a line of its own by what PostgreSQL does not do within a transaction. Each statement may then be met half done. */
export function isOutsideTransaction({ sql }: Pick<Migration, "sql">): boolean {
  return /^-- Outside a transaction\.$/m.test(sql);
}

async function apply(client: Client, migration: Migration, isSpread: boolean): Promise<void> {
  try {
    if (isOutsideTransaction(migration)) await applyOutside(client, migration);
    else await applyWithin(client, migration, isSpread);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`Migration ${migration.version} (${migration.name}) failed: ${reason}`, { cause: error });
  }
}

async function applyWithin(client: Client, migration: Migration, isSpread: boolean): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await client.query("begin");
    try {
      if (isSpread) await beginSpreadMigration(client);
      await client.query(`set local lock_timeout = '${tableLockTimeout}'`);
      await (isSpread ? applySpread(client, migration.sql) : client.query(migration.sql));
      await note(client, migration);
      await client.query("commit");
      return;
    } catch (error) {
      // A lost connection has rolled back by itself.
      await client.query("rollback").catch(() => undefined);
      if (!isRaisedAs(error, lockNotAvailable) || tries >= tableLockTries) throw error;
      await sleep(tableLockRetryMilliseconds);
    }
  }
}

/** An invalid index that was left behind is created again. */
async function applyOutside(client: Client, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration.sql)) {
    const [, index] = /^create (?:unique )?index concurrently if not exists (\w+)/.exec(statement) ?? [];
    if (index !== undefined && (await isInvalid(client, index))) await client.query(`drop index concurrently ${index}`);
    await client.query(statement);
  }
  await note(client, migration);
}

async function isInvalid(client: Client, index: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid",
    [index],
  );
  return rowCount !== 0;
}

async function note(client: Client, { version, name, checksum }: Migration): Promise<void> {
  await client.query("insert into schema_migration (version, name, checksum) values ($1, $2, $3)", [
    version,
    name,
    checksum,
  ]);
}
