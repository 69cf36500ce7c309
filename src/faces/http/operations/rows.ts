// Rows as CSV (RFC 4180) or as lines of JSON, sent page by page: a list of a million rows takes the memory of one page, and a reader
// that is slow makes the next page wait. When a page cannot be read the connection breaks: a file that is cut off never looks whole.
// A text that a spreadsheet would run as a formula gets an apostrophe in front: customer keys come from anywhere.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type RowFormat, rowLines } from "../../../core/rules/rows/row-lines.ts";
import type { Page } from "../../../core/vocabulary/page.ts";
import { openHeapHold } from "../../../limits/heap-growth.ts";

export type RowSource = {
  readonly format: RowFormat;
  /** Without its ending. */
  readonly fileName: string;
  readonly columns: readonly string[];
  readonly firstPage: Page<object>;
  readonly pageAfter: (cursor: string) => Promise<Page<object>>;
};

const chunkCharacters = 32_768;

const types = { csv: "text/csv; charset=utf-8", ndjson: "application/x-ndjson; charset=utf-8" } as const;

export async function sendRows(response: ServerResponse, source: RowSource): Promise<void> {
  const { format, fileName, columns, firstPage, pageAfter } = source;
  response.setHeader("Content-Type", types[format]);
  response.setHeader("Content-Disposition", `attachment; filename="${fileName}.${format}"`);
  response.setHeader("Cache-Control", "no-store");
  if (response.req.method === "HEAD") {
    response.end();
    return;
  }
  const { head, line } = rowLines(format, columns);
  await write(response, head);
  const heap = openHeapHold();
  try {
    for (let page = firstPage; ; page = await pageAfter(page.next)) {
      heap.page();
      for (const text of inChunks(page.data, line)) await write(response, text);
      if (page.next === null || response.destroyed) break;
    }
    response.end();
  } finally {
    heap.release();
  }
}

/** Texts of a size that the allocator reuses, where a whole page's would be a large one each. */
function* inChunks(rows: readonly object[], line: (row: object) => string): Generator<string> {
  let text = "";
  for (const row of rows) {
    text += line(row);
    if (text.length < chunkCharacters) continue;
    yield text;
    text = "";
  }
  yield text;
}

async function write(response: ServerResponse, text: string): Promise<void> {
  if (text === "" || response.destroyed || response.write(text)) return;
  const gone = new AbortController();
  const stop = (): void => gone.abort();
  response.once("close", stop);
  try {
    await once(response, "drain", { signal: gone.signal });
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    response.off("close", stop);
  }
}
