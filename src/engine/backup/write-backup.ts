// Writes all of an installation's tables into one file, as they were at one moment: each program's log ends in it where its books do.
// The service goes on recording meanwhile; migrations wait. The file appears under its name only when it is whole and on the disk.
// Of the secret keys it holds nothing but marks by which they are known again.
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, open, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { listSequences, listTables } from "../postgres/contents.ts";
import { withClient } from "../postgres/database.ts";
import { copyOut, type DatabaseClient, type TableColumns } from "../postgres/driver/copy.ts";
import { type Applied, listPendingMigrations, migrationLockKey } from "../postgres/migrations/migrate.ts";
import { NoSnapshot } from "../postgres/placement.ts";
import { placementAt } from "../postgres/placement-at.ts";
import { BackupRefused } from "./backup-refused.ts";
import { documentVersion, endOfRows, type Header } from "./document.ts";

export type BackupParts = {
  readonly url: string;
  readonly file: string;
  readonly secretKeyMarks: readonly string[];
  readonly now: () => number;
  /** Ends it early, leaving no file. */
  readonly stop?: AbortSignal;
  readonly onTable?: (step: { readonly done: number; readonly total: number }) => void;
};

export type Backup = {
  readonly file: string;
  readonly bytes: number;
  readonly rows: number;
  readonly programs: number;
  readonly events: number;
};

const lockTimeoutSeconds = 60;
const mode = 0o600;

/** Makes the text independent of the server's settings. */
const snapshotSettings = [
  `set lock_timeout = '${lockTimeoutSeconds}s'`,
  "set timezone = 'UTC'",
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set extra_float_digits = 1",
  "set bytea_output = 'hex'",
];

export async function writeBackup(parts: BackupParts): Promise<Backup> {
  // Tables that only a newer version of the code knows would be left out: it refuses such a database.
  await listPendingMigrations(parts.url);
  const placement = await placementAt(parts.url);
  return withClient(parts.url, async (client) => {
    await client.query(snapshotSettings.join("; "));
    // Until the connection ends, and so that no migration commits behind the snapshot.
    await client.query("select pg_advisory_lock_shared($1)", [migrationLockKey]);
    await withClient(parts.url, (holder) => placement.beginSnapshot(client, holder)).catch((error: unknown) => {
      throw error instanceof NoSnapshot ? new BackupRefused(error.message, { cause: error }) : error;
    });
    const header = await readHeader(client, parts);
    const tables = await listTables(client);
    const rows = await writeWhole(parts, (counts) => documentOf(client, header, tables, counts, parts));
    await client.query("commit");
    const { size: bytes } = await stat(parts.file);
    const events = header.programs.reduce((sum, { seq }) => sum + seq, 0);
    return { file: parts.file, bytes, rows, programs: header.programs.length, events };
  });
}

async function readHeader(client: DatabaseClient, { secretKeyMarks, now }: BackupParts): Promise<Header> {
  const { rows: found } = await client.query<{ found: boolean }>(
    "select to_regclass('program_head') is not null as found",
  );
  if (found[0]?.found !== true)
    throw new BackupRefused("This database has no tables of the service: nothing to back up.");
  const { rows: migrations } = await client.query<Applied>(
    "select version, name, checksum from schema_migration order by version",
  );
  const { rows: programs } = await client.query<Header["programs"][number]>(
    "select program_id, seq, encode(hash, 'hex') as hash from program_head order by program_id",
  );
  return {
    svc_backup: documentVersion,
    made_at: new Date(now()).toISOString(),
    migrations,
    secret_key_marks: [...secretKeyMarks],
    // Read behind the snapshot: no row of it can have an id that comes later.
    sequences: await listSequences(client),
    programs,
  };
}

type Counts = { rows: number };

async function* documentOf(
  client: DatabaseClient,
  header: Header,
  tables: readonly TableColumns[],
  counts: Counts,
  { onTable }: BackupParts,
): AsyncGenerator<Buffer> {
  const digest = createHash("sha256");
  const digested = (part: Buffer | string): Buffer => {
    const bytes = typeof part === "string" ? Buffer.from(part) : part;
    digest.update(bytes);
    return bytes;
  };
  yield digested(`${JSON.stringify(header)}\n`);
  for (const [index, table] of tables.entries()) {
    yield digested(`${JSON.stringify(table)}\n`);
    const rows = copyOut(client, table, (count) => {
      counts.rows += count;
    });
    for await (const part of rows) yield digested(part);
    yield digested(endOfRows);
    onTable?.({ done: index + 1, total: tables.length });
  }
  yield Buffer.from(`${JSON.stringify({ end: { rows: counts.rows, sha256: digest.digest("hex") } })}\n`);
}

/** Answers the rows. A file of that name is never written over. */
async function writeWhole(
  { file, stop }: BackupParts,
  document: (counts: Counts) => AsyncIterable<Buffer>,
): Promise<number> {
  const unfinished = `${file}.${randomUUID()}.unfinished`;
  const counts: Counts = { rows: 0 };
  try {
    const target = createWriteStream(unfinished, { mode, flags: "wx", flush: true });
    await pipeline(document(counts), createGzip(), target, { ...(stop === undefined ? {} : { signal: stop }) });
    await link(unfinished, file);
    const folder = await open(dirname(file));
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    throw isCode(error, "EEXIST") ? new BackupRefused(`${file} is there already.`, { cause: error }) : error;
  } finally {
    await rm(unfinished, { force: true });
  }
  return counts.rows;
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
