// Rows as CSV (RFC 4180), sent page by page: a list of a million rows takes the memory of one page, and a reader that is slow
// makes the next page wait. When a page cannot be read the connection breaks: a file that is cut off never looks whole.
// A text that a spreadsheet would run as a formula gets an apostrophe in front: customer keys come from anywhere.
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { csvLine } from "../../core/csv-line.ts";
import type { Page } from "../../queries/page.ts";

export type CsvSource<Row extends object> = {
  /** Without its ending. */
  readonly fileName: string;
  readonly columns: readonly (keyof Row & string)[];
  readonly firstPage: Page<Row>;
  readonly pageAfter: (cursor: string) => Promise<Page<Row>>;
};

export async function sendCsv<Row extends object>(response: ServerResponse, source: CsvSource<Row>): Promise<void> {
  const { fileName, columns, firstPage, pageAfter } = source;
  response.setHeader("Content-Type", "text/csv; charset=utf-8");
  response.setHeader("Content-Disposition", `attachment; filename="${fileName}.csv"`);
  response.setHeader("Cache-Control", "no-store");
  if (response.req.method === "HEAD") {
    response.end();
    return;
  }
  await write(response, csvLine(columns));
  for (let page = firstPage; ; page = await pageAfter(page.next)) {
    await write(response, page.data.map((row) => csvLine(columns.map((column) => row[column]))).join(""));
    if (page.next === null || response.destroyed) break;
  }
  response.end();
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
