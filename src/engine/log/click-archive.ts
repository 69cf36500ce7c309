// Old clicks that moved from the log to files. A file holds the clicks of a range of one program's log, one a line, and the log holds the
// file's digest, which detects any changed byte. Files contain no personal data: it was left out when they were written.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { ClicksArchived } from "../../core/rules/events/erasure-events.ts";
import type { JsonObject } from "../../core/rules/events/events.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import type { EventRow } from "../postgres/tables/tables.ts";
import { hashEvent, hashWithoutPerson } from "./chain.ts";
import { type ErasedRows, isOfFirstRule } from "./erased-rows.ts";

export type Segment = Omit<ClicksArchived, "type"> & { readonly program_id: number };
export type SegmentRow = { readonly program_id: number; readonly data: Omit<ClicksArchived, "type"> };

/** `seq > 0` is the condition of the index of kinds. */
export const segmentsText = `
  select program_id, data
    from event
   where program_id = any($1::bigint[]) and source = 'operator' and type = 'clicks_archived' and seq > 0
   order by program_id, seq`;

const segmentsStatement: Statement = { name: "archived_segments", text: segmentsText };

export function segmentOf({ program_id, data }: SegmentRow): Segment {
  return { ...data, program_id: Number(program_id) };
}

/** In the order of the log. */
export async function readSegments(session: Session, programId: number): Promise<Segment[]> {
  return (await session.query<SegmentRow>(segmentsStatement, [[programId]])).map(segmentOf);
}

export class ArchiveFault extends Error {
  override readonly name = "ArchiveFault";
  readonly kind: "archive_missing" | "archive_changed";

  constructor(kind: ArchiveFault["kind"], segment: Segment, why: string, options?: ErrorOptions) {
    const { program_id, first_seq, last_seq, file } = segment;
    super(
      `Clicks of program ${program_id} from seq ${first_seq} to ${last_seq} are archived in ${file}, ${why}`,
      options,
    );
    this.kind = kind;
  }
}

/**
 * Selects the rows of a range that are archived, as SQL over a row `e` of the log. Repetitions are recognized by their key, so such a row
 * stays.
 */
export const isArchivable = "e.type = 'click_recorded' and e.dedup_key is null";

/** All that is left of an archived click's data: by it the books' row is found. */
function leftData({ click_id = null }: JsonObject): JsonObject {
  return { click_id };
}

/** The data was taken out of the row. */
export function isEmptied({ type, data }: Pick<EventRow, "type" | "data">): boolean {
  return type === "click_recorded" && Object.keys(data).join() === "click_id";
}

function leftRow(row: EventRow): EventRow {
  return { ...row, data: leftData(row.data) };
}

/**
 * A line of a file: the row without its personal part. That part's digest is included, and with it the row still makes its hash; rows
 * before the chain's second rule have none. `left` is what the chain rule makes of the row that remains in the log.
 */
export type ArchivedClick = {
  readonly seq: number;
  readonly event_id: number;
  readonly received_at: string;
  readonly hash: string;
  readonly left: string;
  readonly person: string | null;
  readonly data: JsonObject;
};

/** The last line of a file. */
type Closing = Pick<Segment, "program_id" | "first_seq" | "last_seq" | "clicks" | "closing_hash">;

export function clickLine(
  row: EventRow,
  kept: JsonObject,
  erased: ErasedRows,
): { readonly line: string; readonly left: string } {
  const [, left, person = null] = erased.leftOf(row, leftRow(row));
  const click: ArchivedClick = {
    seq: row.seq,
    event_id: row.id,
    received_at: row.received_at.toISOString(),
    hash: row.hash.toString("hex"),
    left,
    person,
    data: kept,
  };
  return { line: `${JSON.stringify(click)}\n`, left };
}

export function closingLine({ program_id, first_seq, last_seq, clicks, closing_hash }: Closing): string {
  return `${JSON.stringify({ program_id, first_seq, last_seq, clicks, closing_hash } satisfies Closing)}\n`;
}

const rowsStatement: Statement = {
  name: "rows_of_archived_clicks",
  text: "select e.* from event e where e.program_id = $1 and e.seq = any($2::bigint[]) order by e.seq",
};

const rowsAtOnce = 2_000;

/**
 * Checks that each click of the file is in the log and makes its hash together with the file's data. Returns the seqs of those that do not.
 */
export async function findChangedRows(
  read: <T>(run: (session: Session) => Promise<T>) => Promise<T>,
  folder: string | null,
  segment: Segment,
): Promise<number[]> {
  const changed: number[] = [];
  const page = new Map<number, ArchivedClick>();
  let newestOld: EventRow | undefined;
  const compare = async (): Promise<void> => {
    const seqs = [...page.keys()];
    const rows = await read((session) => session.query<EventRow>(rowsStatement, [segment.program_id, seqs]));
    const stored = new Map(rows.map((row) => [row.seq, row]));
    for (const click of page.values()) {
      const row = stored.get(click.seq);
      if (row === undefined || !isOf(click, row)) changed.push(click.seq);
      else if (click.person === null) newestOld = row;
    }
    page.clear();
  };
  for await (const click of readClicks(folder, segment)) {
    page.set(click.seq, click);
    if (page.size === rowsAtOnce) await compare();
  }
  await compare();
  const old = newestOld;
  // Where the newest one without a digest is as old as it says, those before it are.
  if (old !== undefined && !(await read((session) => isOfFirstRule(session, old)))) changed.push(old.seq);
  return changed;
}

function isOf({ hash, left, person, data }: ArchivedClick, row: EventRow): boolean {
  if (row.hash.toString("hex") !== hash || hashEvent(row.prev_hash, leftRow(row)).toString("hex") !== left)
    return false;
  return (
    person === null || hashWithoutPerson(row.prev_hash, { ...row, data }, Buffer.from(person, "hex")).equals(row.hash)
  );
}

/** The file is the one the log speaks of, byte for byte. Rejects with an `ArchiveFault`. */
export async function requireWhole(folder: string | null, segment: Segment): Promise<void> {
  const digest = createHash("sha256");
  let bytes = 0;
  try {
    for await (const part of createReadStream(pathOf(folder, segment))) {
      digest.update(part);
      bytes += part.length;
    }
  } catch (error) {
    throw unreadable(error, segment);
  }
  if (bytes < segment.bytes) {
    const why = `which was cut off: ${bytes} of its ${segment.bytes} bytes are there.`;
    throw new ArchiveFault("archive_changed", segment, why);
  }
  if (digest.digest("hex") === segment.sha256) return;
  throw new ArchiveFault("archive_changed", segment, "which is not the file that was written.");
}

function unreadable(error: unknown, segment: Segment): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof code !== "string") return error;
  const why = code === "ENOENT" ? "which is not in ARCHIVE_FOLDER." : `which cannot be read: ${code}.`;
  return new ArchiveFault("archive_missing", segment, why, { cause: error });
}

/** In the order of the log. Hold the file against its digest first. */
export async function* readClicks(folder: string | null, segment: Segment): AsyncGenerator<ArchivedClick> {
  const input = createReadStream(pathOf(folder, segment));
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const read: ArchivedClick | Closing = JSON.parse(line);
    if ("seq" in read) yield read;
  }
}

function pathOf(folder: string | null, segment: Segment): string {
  if (folder === null) throw new ArchiveFault("archive_missing", segment, "and ARCHIVE_FOLDER is not set.");
  return join(folder, segment.file);
}
