// A file's lines as an import reads them, one after the other: however long the file is, only a line is held at a time.
// What is no CSV is a fault of its line and stops nothing else; the file's first line names its columns.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type CsvError, parse } from "csv-parse";
import type { ImportTool } from "../../core/vocabulary/import-tools.ts";
import { Cells, type Header, headerOf } from "./cells.ts";
import { FileRefused } from "./file-refused.ts";
import type { Fault, ImportRow } from "./import-row.ts";
import type { Layout } from "./layout.ts";
import { columnsOf, layoutOf } from "./layouts.ts";

/** Of one line with all its columns, in bytes. */
const lineBytesMax = 65_536;

export type Line =
  | { readonly line: number; readonly row: ImportRow; readonly faults?: never }
  | { readonly line: number; readonly row?: never; readonly faults: readonly Fault[] };

export type Source = AsyncIterable<Uint8Array>;

export type File = { readonly records: Layout["records"]; readonly lines: AsyncIterable<Line> };

export async function openFile(tool: ImportTool, source: Source, stop: AbortSignal): Promise<File> {
  const rows = readRows(source, stop);
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
    if (values === null) {
      yield { line, faults: [{ line, column: null, message: fault }] };
      continue;
    }
    if (values.length !== columns) {
      const message = `has ${values.length} columns, and the first line has ${columns}.`;
      yield { line, faults: [{ line, column: null, message }] };
      continue;
    }
    const cells = new Cells(header, values, line);
    const row = layout.read(cells);
    yield cells.faults.length > 0 ? { line, faults: cells.faults } : { line, row };
  }
}

type Row = { readonly line: number; readonly values: readonly string[] | null; readonly fault: string };

async function* readRows(source: Source, stop: AbortSignal): AsyncGenerator<Row> {
  const [delimiter, bytes] = await findDelimiter(untilStopped(source, stop));
  const skipped: Row[] = [];
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: lineBytesMax,
    on_skip: (error) => {
      skipped.push(faultOf(error));
      return undefined;
    },
  });
  const ended = pipeline(Readable.from(bytes), parser, { signal: stop }).catch((error: unknown) => {
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      yield* skipped.splice(0);
      yield { line: info.lines, values: record, fault: "" };
    }
    yield* skipped.splice(0);
  } finally {
    parser.destroy();
    await ended;
  }
}

function faultOf(error: CsvError | undefined): Row {
  const line = Number(error?.lines ?? 0);
  return { line, values: null, fault: `is no line of CSV: ${error?.message ?? "it cannot be read"}` };
}

/** Also while it waits for whoever sends it. */
async function* untilStopped(source: Source, stop: AbortSignal): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await unlessStopped(chunks.next(), stop);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Not waited for: it may be waiting itself.
    void chunks.return?.();
  }
}

/** A race with one promise for all chunks would hold each of them until that settles. */
function unlessStopped<Next>(next: Promise<Next>, stop: AbortSignal): Promise<Next> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(stop.reason);
    if (stop.aborted) onAbort();
    stop.addEventListener("abort", onAbort, { once: true });
    next.then(resolve, reject).finally(() => stop.removeEventListener("abort", onAbort));
  });
}

/** A comma, or what spreadsheets of many countries write instead: whichever the first line has most of. */
async function findDelimiter(source: Source): Promise<[string, AsyncGenerator<Uint8Array>]> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  const start = first.done ? "" : Buffer.from(first.value).toString("utf8");
  const [line = ""] = start.split(/\r?\n/, 1);
  const counted = [",", ";", "\t"].map((each) => [each, line.split(each).length] as const);
  const [best] = counted.toSorted((a, b) => b[1] - a[1])[0] ?? [","];
  return [best, rest(first, chunks)];
}

async function* rest(first: IteratorResult<Uint8Array>, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await chunks.next()) yield next.value;
  } finally {
    await chunks.return?.();
  }
}
