// Old clicks that left the log for files. A file holds the clicks of a stretch of one program's log, one a line, and the log holds the
// file's digest: a byte that is changed is found. Nothing of people is in it: what browsers said was left out when it was written.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { ClicksArchived } from "../core/erasure-events.ts";
import type { JsonObject } from "../core/events.ts";
import type { Session } from "../db/session.ts";
import type { Statement } from "../db/statement.ts";
import type { EventRow } from "../db/tables.ts";

export type Segment = Pick<ClicksArchived, "first_seq" | "last_seq" | "clicks" | "file" | "sha256"> & {
  readonly program_id: number;
};

/** `seq > 0` is the condition of the index of kinds. */
const segmentsStatement: Statement = {
  name: "archived_segments",
  text: `select h.program_id, (e.data ->> 'first_seq')::bigint as first_seq, (e.data ->> 'last_seq')::bigint as last_seq,
                (e.data ->> 'clicks')::bigint as clicks, e.data ->> 'file' as file, e.data ->> 'sha256' as sha256
           from program_head h
           join event e on e.program_id = h.program_id and e.source = 'operator' and e.type = 'clicks_archived' and e.seq > 0
          where $1::bigint[] is null or h.program_id = any($1)
          order by h.program_id, e.seq`,
};

/** Of these programs, or of all. */
export function readSegments(session: Session, programIds: readonly number[] | null): Promise<Segment[]> {
  return session.query<Segment>(segmentsStatement, [programIds]);
}

export class ArchiveFault extends Error {
  override readonly name = "ArchiveFault";
  readonly kind: "archive_missing" | "archive_changed";

  constructor(kind: ArchiveFault["kind"], { program_id, first_seq, last_seq, file }: Segment, why: string) {
    super(`Clicks of program ${program_id} from seq ${first_seq} to ${last_seq} are archived in ${file}, ${why}`);
    this.kind = kind;
  }
}

/** What stays in the log of such a click: what the row's hash was made of, but for what a browser said. */
type Kept = Pick<EventRow, "seq" | "id" | "schema_version" | "source" | "is_test" | "occurred_at" | "received_at" | "hash">;
export type ArchivedClick = { readonly seq: number; readonly row: string; readonly data: JsonObject };

export const keptColumns = "e.seq, e.id, e.schema_version, e.source, e.is_test, e.occurred_at, e.received_at, e.hash";

/** A line of a file: the row as it stands in the log, as text, and what left it. */
export function clickLine(row: Kept & { readonly data: JsonObject }): string {
  return `${JSON.stringify({ seq: row.seq, row: keptText(row), data: row.data } satisfies ArchivedClick)}\n`;
}

/** The same for the same row, whenever it is read. */
function keptText({ seq, id, schema_version, source, is_test, occurred_at, received_at, hash }: Kept): string {
  const times = [occurred_at?.toISOString() ?? null, received_at.toISOString()];
  return JSON.stringify([seq, id, schema_version, source, is_test, ...times, hash.toString("hex")]);
}

const keptRowsStatement: Statement = {
  name: "rows_of_archived_clicks",
  text: `select ${keptColumns}
           from event e
          where e.program_id = $1 and e.seq = any($2::bigint[])
          order by e.seq`,
};

const rowsAtOnce = 2_000;

/** Each click of the file is in the log as it was when it left. Answers the seqs of those that are not. */
export async function findChangedRows(
  read: <T>(run: (session: Session) => Promise<T>) => Promise<T>,
  folder: string | null,
  segment: Segment,
): Promise<number[]> {
  const changed: number[] = [];
  const page = new Map<number, string>();
  const compare = async (): Promise<void> => {
    const seqs = [...page.keys()];
    const rows = await read((session) => session.query<Kept>(keptRowsStatement, [segment.program_id, seqs]));
    const stored = new Map(rows.map((row) => [row.seq, keptText(row)]));
    changed.push(...seqs.filter((seq) => stored.get(seq) !== page.get(seq)));
    page.clear();
  };
  for await (const { seq, row } of readClicks(folder, segment)) {
    page.set(seq, row);
    if (page.size === rowsAtOnce) await compare();
  }
  await compare();
  return changed;
}

/** The file is the one the log speaks of, byte for byte. Rejects with an `ArchiveFault`. */
export async function requireWhole(folder: string | null, segment: Segment): Promise<void> {
  const path = await pathOf(folder, segment);
  const digest = createHash("sha256");
  for await (const bytes of createReadStream(path)) digest.update(bytes);
  if (digest.digest("hex") === segment.sha256) return;
  throw new ArchiveFault("archive_changed", segment, "which is not the file that was written.");
}

/** In the order of the log. Hold the file against its digest first. */
export async function* readClicks(folder: string | null, segment: Segment): AsyncGenerator<ArchivedClick> {
  const lines = createInterface({ input: createReadStream(await pathOf(folder, segment)), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) yield JSON.parse(line);
}

async function pathOf(folder: string | null, segment: Segment): Promise<string> {
  if (folder === null) throw new ArchiveFault("archive_missing", segment, "and ARCHIVE_FOLDER is not set.");
  const path = join(folder, segment.file);
  try {
    await access(path);
  } catch {
    throw new ArchiveFault("archive_missing", segment, "which is not in ARCHIVE_FOLDER.");
  }
  return path;
}
