// Brings a backup into a database that holds nothing of the service yet: the tables as they were when it was made, then the rows, all
// of them in one transaction, then what has been added to the schema since. A file that is not whole leaves no row behind.
// Ids go on well behind the last one: what was given out after the backup was made shall not come to mean something else.
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { listTables, type SequencePlace } from "../postgres/contents.ts";
import { withClient } from "../postgres/database.ts";
import { copyIn, type DatabaseClient } from "../postgres/driver/copy.ts";
import { type Applied, migrateUpTo, migrationLockKey, readMigrations } from "../postgres/migrations/migrate.ts";
import { BackupRefused } from "./backup-refused.ts";
import type { Header } from "./document.ts";
import { BackupReader } from "./read-backup.ts";

/** Of events, whose ids are those of sales, clicks and leads too, and of everything else. */
const eventIdsSkipped = 1_000_000;
const otherIdsSkipped = 1_000;

/** Those that are in force, with the statements that disable one and bring it back as it is. Bit 4 of a trigger's type is INSERT. */
const insertTriggersQuery = `
  select format('alter table %I disable trigger %I', c.relname, t.tgname) as off,
         format('alter table %I enable %s trigger %I', c.relname,
                case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname) as on
    from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
   where not t.tgisinternal and t.tgenabled <> 'D' and t.tgtype & 4 <> 0
     and c.relnamespace = current_schema()::regnamespace and c.relname = any ($1::text[])
   order by c.relname, t.tgname`;

export type RestoreParts = {
  readonly url: string;
  readonly file: string;
  readonly secretKeyMarks: readonly string[];
  /** Whether what the backup's secret keys have sealed may stay unreadable. */
  readonly acceptsOtherKeys: boolean;
  readonly onTable?: (step: { readonly done: number; readonly total: number }) => void;
};

export type Restored = {
  readonly madeAt: Date;
  readonly rows: number;
  readonly programs: number;
  readonly events: number;
};

export async function restoreBackup(parts: RestoreParts): Promise<Restored> {
  const reader = new BackupReader(parts.file);
  try {
    const header = await reader.readHeader();
    requireSecretKeys(header, parts);
    const version = await requireKnownMigrations(header);
    await requireEmpty(parts.url, version);
    await migrateUpTo(parts.url, version);
    const rows = await load(parts, reader, header);
    const events = header.programs.reduce((sum, { seq }) => sum + seq, 0);
    return { madeAt: new Date(header.made_at), rows, programs: header.programs.length, events };
  } finally {
    reader.close();
  }
}

/** Before anything else is done for a file that is not there. */
export async function requireFile(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found?.isFile() !== true) throw new BackupRefused(`There is no file ${file}.`);
}

function requireSecretKeys({ secret_key_marks }: Header, { secretKeyMarks, acceptsOtherKeys }: RestoreParts): void {
  const missing = secret_key_marks.filter((mark) => !secretKeyMarks.includes(mark)).length;
  if (missing === 0 || acceptsOtherKeys) return;
  throw new BackupRefused(
    `The secret keys here lack ${missing} of the ${secret_key_marks.length} the backup was made with. Put the file ` +
      "secret-keys of that data folder into this one, or set SVC_SECRET_KEYS. Without them providers' signing secrets and API " +
      "keys cannot be read and must be entered again: --accept-other-keys continues anyway.",
  );
}

/** Answers how many migrations there were. */
async function requireKnownMigrations({ migrations }: Header): Promise<number> {
  const known = await readMigrations();
  for (const { version, name, checksum } of migrations) {
    if (known[version - 1]?.checksum === checksum) continue;
    throw new BackupRefused(
      `The backup was made by another version of the service: migration ${version} (${name}) is not the one known here. ` +
        "Restore it with a version at least as new as the one that made it.",
    );
  }
  return migrations.length;
}

async function requireEmpty(url: string, versionMax: number): Promise<void> {
  await withClient(url, async (client) => {
    const { rows: found } = await client.query<{ found: boolean }>(
      "select to_regclass('schema_migration') is not null as found",
    );
    if (found[0]?.found !== true) return;
    const { rows: applied } = await client.query<Applied>("select version from schema_migration");
    if (applied.length <= versionMax && (await areEmpty(client))) return;
    throw new BackupRefused(
      "The database is in use already. Restore into a new one: another SVC_DATA_DIR, or a database that was just created.",
    );
  });
}

/** As a restore that was broken off leaves them. */
async function areEmpty(client: DatabaseClient): Promise<boolean> {
  for (const { table } of await listTables(client)) {
    const { rowCount } = await client.query(`select 1 from ${table} limit 1`);
    if (rowCount !== 0) return false;
  }
  return true;
}

function load({ url, onTable }: RestoreParts, reader: BackupReader, header: Header): Promise<number> {
  return withClient(url, async (client) => {
    await client.query("begin");
    try {
      // No service starts here meanwhile, and no other restore.
      await client.query("select pg_advisory_xact_lock($1)", [migrationLockKey]);
      if (!(await areEmpty(client))) throw new BackupRefused("Another process has started to use the database.");
      const rows = await withoutInsertTriggers(client, () => loadTables(client, reader, onTable));
      // Backups made before 2026-11-27 may count too few: the digest, which covers each row, shows that theirs are all here.
      if (rows < (await reader.readEnd())) throw new BackupRefused("The backup does not hold as many rows as it says.");
      // Not undone with the transaction, which does no harm: the next restore sets them again.
      await moveSequences(client, header.sequences);
      await client.query("commit");
      await client.query("analyze");
      return rows;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      throw error;
    }
  });
}

/**
 * What triggers add as rows are inserted, such as lines of who joined a workspace, is in the backup already. Each is as it was afterwards;
 * it is the tables' owner who loads, and need not be a superuser.
 */
async function withoutInsertTriggers<T>(client: DatabaseClient, run: () => Promise<T>): Promise<T> {
  const tables = (await listTables(client)).map(({ table }) => table);
  const { rows: triggers } = await client.query<{ off: string; on: string }>(insertTriggersQuery, [tables]);
  for (const { off } of triggers) await client.query(off);
  const result = await run();
  for (const { on } of triggers) await client.query(on);
  return result;
}

async function loadTables(
  client: DatabaseClient,
  reader: BackupReader,
  onTable: RestoreParts["onTable"],
): Promise<number> {
  const own = await listTables(client);
  let rows = 0;
  for (let done = 0; ; done += 1) {
    const table = await reader.readTable();
    if (table === null) return rows;
    if (!own.some((each) => each.table === table.table)) {
      throw new BackupRefused(`The backup has a table ${table.table}, which the service does not have.`);
    }
    const into = copyIn(client, table);
    await pipeline(Readable.from(reader.readRows()), into);
    rows += into.rowCount;
    onTable?.({ done: done + 1, total: own.length });
  }
}

async function moveSequences(client: DatabaseClient, sequences: readonly SequencePlace[]): Promise<void> {
  for (const { name, last } of sequences) {
    if (last === null) continue;
    const skipped = name === "event_id_seq" ? eventIdsSkipped : otherIdsSkipped;
    await client.query("select setval($1::regclass, $2)", [name, last + skipped]);
  }
}
