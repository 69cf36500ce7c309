// Moves a program's old clicks from the log into files. A file is written, flushed to disk and read back; then an event records its
// content; only then rows lose their data, a few thousand in a transaction. An interrupted run resumes at any point: a file without an
// event is written again, to the same bytes, and rows that an event covers lose their data.
import { createHash } from "node:crypto";
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type { ClicksArchived } from "../../core/rules/events/erasure-events.ts";
import type { JsonObject } from "../../core/rules/events/events.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import {
  clickLine,
  closingLine,
  isArchivable,
  isEmptied,
  readClicks,
  readSegments,
  requireWhole,
  type Segment,
} from "../../engine/log/click-archive.ts";
import { readErasedRows } from "../../engine/log/erased-rows.ts";
import { type Database, withClient } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { EventRow } from "../../engine/postgres/tables/tables.ts";
import { commitBatch } from "../../engine/recording/locked-batch.ts";
import { findRunOn } from "../../engine/replay/runs/run-locks.ts";
import { folderWriter } from "../../files/folder.ts";
import { findFirstSeq } from "../events/event-at.ts";

export type OldClicks = { readonly database: Database; readonly programId: number; readonly before: Date };

export type Archiving = OldClicks & {
  /** As the owner, who alone may take data out of the log. */
  readonly ownerUrl: string;
  readonly folder: string;
  /** Null is the service itself. */
  readonly actor: Actor | null;
  readonly clicksPerFile?: number;
  /** How many clicks have left the log so far. */
  readonly onProgress?: (clicks: number) => void;
  readonly stop?: AbortSignal | undefined;
};

export type Archived = { readonly clicks: number; readonly files: readonly string[] };

/** It is impossible now; the next run continues the work. */
export class ArchiveWaits extends Error {
  override readonly name = "ArchiveWaits";
}

const clicksPerFileDefault = 200_000;
const clicksPerPage = 5_000;

/** The first half of the lock's key; the second is made of the program's id. */
const lockClass = 0x5_76_63_61;
/** A lock's key is an integer of 32 bits, and an id may be larger. */
const lockKeysMax = 2_147_483_647;

export async function archiveClicks(archiving: Archiving): Promise<Archived> {
  const { database, programId, ownerUrl, clicksPerFile = clicksPerFileDefault, onProgress, stop } = archiving;
  return withClient(ownerUrl, async (owner) => {
    await requireAlone(owner, programId);
    const files: string[] = [];
    let clicks = 0;
    let after = 0;
    const emptyRows = async (segment: Segment): Promise<void> => {
      after = segment.last_seq;
      for await (const emptied of empty(archiving, owner, segment)) {
        clicks += emptied;
        onProgress?.(clicks);
      }
    };
    for (const segment of await database.withSession((session) => readSegments(session, programId))) {
      if (await isFull(database, segment)) await emptyRows(segment);
      after = segment.last_seq;
    }
    const endSeq = await findFirstSeq(database.kysely, programId, archiving.before);
    while (stop?.aborted !== true) {
      const next = await findRange(database, { programId, after, endSeq, clicksMax: clicksPerFile });
      if (next === null) break;
      const segment = await write(archiving, next);
      await requireReadable(archiving.folder, segment);
      await recordSegment(archiving, segment);
      files.push(segment.file);
      await emptyRows(segment);
      if (next.clicks < clicksPerFile) break;
    }
    return { clicks, files };
  });
}

/** What would be archived, of what no event speaks of yet. */
export async function findOldClicks({ database, programId, before }: OldClicks): Promise<{ readonly clicks: number }> {
  const segments = await database.withSession((session) => readSegments(session, programId));
  const after = segments.at(-1)?.last_seq ?? 0;
  const endSeq = await findFirstSeq(database.kysely, programId, before);
  const all = await findRange(database, { programId, after, endSeq, clicksMax: Number.MAX_SAFE_INTEGER });
  return { clicks: all?.clicks ?? 0 };
}

async function requireAlone(owner: Owner, programId: number): Promise<void> {
  const text = "select pg_try_advisory_lock($1, $2) as locked";
  const { rows } = await owner.query<{ locked: boolean }>(text, [lockClass, programId % lockKeysMax]);
  if (rows[0]?.locked === true) return;
  throw new ArchiveWaits(`Clicks of program ${programId} are being archived by another process.`);
}

type Owner = Parameters<Parameters<typeof withClient>[1]>[0];
type ClickRange = Pick<Segment, "first_seq" | "last_seq" | "clicks">;

/**
 * The next clicks that are old enough, are in the books, and were sent to every endpoint. The log's last event stays as it is: backups and
 * heads are identified by it.
 */
const rangeStatement: Statement = {
  name: "clicks_to_archive",
  text: `select min(seq) as first_seq, max(seq) as last_seq, count(*)::integer as clicks
           from (select e.seq
                   from program_head h
                   join event e on e.program_id = h.program_id and e.seq > $2 and e.seq < least($3, h.seq, h.projected_seq + 1)
                  where h.program_id = $1 and ${isArchivable}
                    and e.seq <= coalesce($5::bigint, h.seq)
                  order by e.seq
                  limit $4) c`,
};

/** Apart: programs may lie on other machines than what is sent. */
const sentStatement: Statement = {
  name: "told_to_all_endpoints",
  text: "select min(position) as position from outbound_endpoint where program_id = $1 and status <> 'removed'",
};

type Within = {
  readonly programId: number;
  readonly after: number;
  readonly endSeq: number;
  readonly clicksMax: number;
};

async function findRange(database: Database, { programId, after, endSeq, clicksMax }: Within) {
  const [next] = await database.longTransaction(async (session) => {
    const [sent] = await session.query<{ position: number | null }>(sentStatement, [programId]);
    return session.query<ClickRange>(rangeStatement, [programId, after, endSeq, clicksMax, sent?.position ?? null]);
  });
  return next === undefined || next.clicks === 0 ? null : next;
}

const pageStatement: Statement = {
  name: "clicks_of_an_archive",
  text: `select e.*, without_person(e.data, '{}', '{}', '{}') as kept
           from event e
          where e.program_id = $1 and e.seq > $2 and e.seq <= $3 and ${isArchivable}
          order by e.seq
          limit $4`,
};

/** The file's name identifies its history: the same range of another history is another file. */
const hashCharactersOfName = 16;

async function write({ database, folder, programId }: Archiving, next: ClickRange): Promise<Segment> {
  const erased = await database.withSession((session) => readErasedRows(session, programId));
  const closing = { program_id: programId, ...next, closing_hash: await hashAt(database, programId, next.last_seq) };
  const [file, rows] = [createHash("sha256"), createHash("sha256")];
  let bytes = 0;
  function part(text: string): Buffer {
    const written = Buffer.from(text);
    file.update(written);
    bytes += written.length;
    return written;
  }
  async function* parts(): AsyncGenerator<Buffer> {
    for (let after = next.first_seq - 1; after < next.last_seq; ) {
      const values = [programId, after, next.last_seq, clicksPerPage];
      const page = await database.withSession((session) =>
        session.query<EventRow & { kept: JsonObject }>(pageStatement, values),
      );
      const lines = page.map(({ kept, ...row }) => clickLine(row, kept, erased));
      for (const { left } of lines) rows.update(left);
      yield part(lines.map(({ line }) => line).join(""));
      after = page.at(-1)?.seq ?? next.last_seq;
    }
    yield part(closingLine(closing));
  }
  const name = `clicks-${next.first_seq}-${next.last_seq}-${closing.closing_hash.slice(0, hashCharactersOfName)}.ndjson`;
  const path = await folderWriter({ root: folder, programId, folder: null }).write(name, parts());
  return { ...closing, file: path, bytes, sha256: file.digest("hex"), rows_sha256: rows.digest("hex") };
}

/** The file has the written bytes, every line is a click of the range, and their number is right. */
async function requireReadable(folder: string, segment: Segment): Promise<void> {
  await requireWhole(folder, segment);
  let read = 0;
  let last = 0;
  for await (const { seq, data } of readClicks(folder, segment)) {
    if (seq <= last || typeof data.click_id !== "string" || data.partner_id === undefined) {
      throw new Error(`${segment.file} cannot be read back at seq ${seq}`);
    }
    last = seq;
    read += 1;
  }
  if (read !== segment.clicks || last !== segment.last_seq) {
    throw new Error(`${segment.file} does not hold what was to be written`);
  }
}

const rowAtStatement: Statement = {
  name: "row_at_seq",
  text: "select type, data, encode(hash, 'hex') as hash from event where program_id = $1 and seq = $2",
};

async function rowAt(database: Database, programId: number, seq: number) {
  const [row] = await database.withSession((session) =>
    session.query<Pick<EventRow, "type" | "data"> & { readonly hash: string }>(rowAtStatement, [programId, seq]),
  );
  if (row === undefined) throw new Error(`program ${programId} has no event at seq ${seq}`);
  return row;
}

async function hashAt(database: Database, programId: number, seq: number): Promise<string> {
  return (await rowAt(database, programId, seq)).hash;
}

/** Rows are emptied in order, so the last one shows whether all are. */
async function isFull(database: Database, { program_id, last_seq }: Segment): Promise<boolean> {
  return !isEmptied(await rowAt(database, program_id, last_seq));
}

async function recordSegment(
  { database, programId, actor }: Archiving,
  { program_id: _, ...segment }: Segment,
): Promise<void> {
  const data: ClicksArchived = { type: "clicks_archived", ...segment };
  const by = actor === null ? {} : { by: authorText(actor) };
  const event = { programId, source: "operator", dedupKey: null, isTest: false, occurredAt: null, data, ...by };
  const [result] = await commitBatch(
    database,
    [{ event, delivery: null, keyHash: null, keep: "always", logged: null }],
    {
      before: async (session) => {
        if (actor !== null) await requireProgramRight(session, actor, programId, "operator");
      },
    },
  );
  if (result?.kind === "failed") throw result.error;
  if (result?.kind !== "concluded") throw new Error(`an archive cannot end as ${result?.kind}`);
}

/**
 * Yields how many rows lost their data. The file is held against the log before anything is taken out of it, and nothing is while a
 * replay may be reading these rows: one that begins later reads the file.
 */
async function* empty({ database, folder }: Archiving, owner: Owner, segment: Segment): AsyncGenerator<number> {
  const { program_id, first_seq, last_seq } = segment;
  const run = await findRunOn(database, program_id);
  if (run !== undefined) {
    throw new ArchiveWaits(`Run ${run} reads the log of program ${program_id}. Archive again when it is over.`);
  }
  await requireWhole(folder, segment);
  for (let emptied = clicksPerPage; emptied === clicksPerPage; ) {
    emptied = await emptyPage(database, owner, [program_id, first_seq, last_seq, clicksPerPage]);
    yield emptied;
  }
}

async function emptyPage({ placement }: Database, owner: Owner, values: readonly number[]): Promise<number> {
  await owner.query("begin");
  try {
    for (const { text } of placement.first.settings) await owner.query(text);
    const text = "select archive_clicks($1, $2, $3, $4) as emptied";
    const { rows } = await owner.query<{ emptied: number }>(text, [...values]);
    await owner.query("commit");
    return rows[0]?.emptied ?? 0;
  } catch (error) {
    await owner.query("rollback");
    throw error;
  }
}
