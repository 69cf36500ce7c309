// Reads a file's lines for an import, one after the other: only one record is in memory, however long the file is. Invalid CSV is a fault
// of its line and does not stop the import, except a record beyond its limits, after which lines cannot be separated; the file's first line
// names its columns.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type CsvError, parse } from "csv-parse";
import type { ImportTool } from "../../../core/vocabulary/import-tools.ts";
import { FileRefused } from "../file-refused.ts";
import type { Fault, ImportRow } from "../import-row.ts";
import { Cells, type Header, headerOf } from "./cells.ts";
import type { Layout } from "./layout.ts";
import { columnsOf, layoutOf } from "./layouts.ts";
import { RecordBound, recordBytesMax } from "./record-bound.ts";
import { type Source, utf8Of } from "./utf8.ts";

/** Of what the parser is given at once, which may be as many lines: what it makes of them is held until it is read. */
const sliceBytes = 16_384;

export type Line =
  | { readonly line: number; readonly row: ImportRow; readonly faults?: never }
  | { readonly line: number; readonly row?: never; readonly faults: readonly Fault[] };

export type File = { readonly records: Layout["records"]; readonly lines: AsyncIterable<Line> };

export async function openFile(tool: ImportTool, source: Source): Promise<File> {
  const rows = readRows(source);
  const first = await rows.next();
  if (first.done || first.value.values === null) throw new FileRefused("The file is empty, or is no CSV.");
  const header = headerOf(first.value.values);
  const layout = layoutOf(tool, header);
  if (layout === undefined) {
    await rows.return(undefined);
    throw new FileRefused(
      `The file has none of the layouts of ${tool} that are known. What each needs: ${columnsOf(tool)}.`,
    );
  }
  return { records: layout.records, lines: linesOf(rows, layout, header, first.value.values.length) };
}

async function* linesOf(
  rows: AsyncIterable<Row>,
  layout: Layout,
  header: Header,
  columns: number,
): AsyncGenerator<Line> {
  for await (const { line, values, fault } of rows) {
    const message = values === null ? fault : faultOfColumns(values.length, columns);
    if (values === null || message !== null) {
      yield { line, faults: [{ line, column: null, message: message ?? "" }] };
      continue;
    }
    const cells = new Cells(header, values, line);
    const row = layout.read(cells);
    yield cells.faults.length > 0 ? { line, faults: cells.faults } : { line, row };
  }
}

/** Behind one column too many nothing of the line was read. */
function faultOfColumns(has: number, columns: number): string | null {
  if (has === columns) return null;
  return `has ${has > columns ? `more than ${columns}` : has} columns, and the first line has ${columns}.`;
}

type Row =
  | { readonly line: number; readonly values: readonly string[]; readonly fault: null }
  | { readonly line: number; readonly values: null; readonly fault: string };

type Parsed =
  | { readonly record: readonly string[]; readonly info: { readonly lines: number }; readonly skipped?: never }
  | { readonly record?: never; readonly info?: never; readonly skipped: Row };

async function* readRows(source: Source): AsyncGenerator<Row> {
  const { delimiter, bytes } = await delimited(utf8Of(source));
  let lastFaulty = 0;
  const parser = parse({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: recordBytesMax,
    info: true,
    on_skip: (error) => {
      const skipped = faultOf(error);
      // In its place among the others, and one for a line, however often it breaks the rules.
      if (skipped.line !== lastFaulty) parser.push({ skipped } satisfies Parsed);
      lastFaulty = skipped.line;
      return undefined;
    },
  });
  const ended = pipeline(Readable.from(boundedRecords(bytes, delimiter)), parser).catch((error: unknown) => {
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    for await (const { skipped, record, info } of parser as AsyncIterable<Parsed>) {
      yield skipped ?? { line: info.lines, values: record, fault: null };
    }
  } finally {
    parser.destroy();
    await ended;
  }
}

function faultOf(error: CsvError | undefined): Row {
  const line = Number(error?.lines ?? 0);
  return { line, values: null, fault: `is no line of CSV: ${error?.message ?? "it cannot be read"}` };
}

async function* boundedRecords(source: Source, delimiter: string): AsyncGenerator<Uint8Array> {
  const bound = new RecordBound(delimiter);
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; start += sliceBytes) {
      yield bound.pass(chunk.subarray(start, start + sliceBytes));
    }
  }
}

type Delimited = { readonly delimiter: string; readonly bytes: Source };

/** A comma, or what spreadsheets of many countries write instead: whichever the first line has most of. */
async function delimited(source: Source): Promise<Delimited> {
  const chunks = source[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let length = 0;
  while (length <= recordBytesMax) {
    const next = await chunks.next();
    if (next.done) break;
    head.push(next.value);
    length += next.value.length;
    if (next.value.includes(lineFeed) || next.value.includes(carriageReturn)) break;
  }
  const [line = ""] = Buffer.concat(head)
    .subarray(0, recordBytesMax)
    .toString("utf8")
    .trimStart()
    .split(/[\r\n]/, 1);
  const counted = [",", ";", "\t"].map((each) => [each, line.split(each).length] as const);
  const [delimiter] = counted.toSorted((a, b) => b[1] - a[1])[0] ?? [","];
  return { delimiter, bytes: after(head, chunks) };
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

async function* after(head: readonly Uint8Array[], chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* head;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  } finally {
    await chunks.return?.();
  }
}
