// Writes the files of the due days: a list is read page by page and written as it comes, so that a million rows take the memory of one
// page. A few are written at once, one of a workspace, and workspaces take turns: a bucket that does not answer delays only the exports of
// its own workspace. A failed file is retried, and after some days abandoned, with the reason.
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { operator } from "../../access/permission.ts";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import { rowLines } from "../../core/rules/rows/row-lines.ts";
import { pageRowsMax } from "../../core/vocabulary/page.ts";
import { secondsToWait, type Waits } from "../../engine/jobs/waits.ts";
import type { FileWriter } from "../../files/file-writer.ts";
import { folderWriter } from "../../files/folder.ts";
import { bucketWriter } from "../../files/s3.ts";
import type { Places } from "../../limits/fair-turns.ts";
import { type HeapHold, openHeapHold } from "../../limits/heap-growth.ts";
import { workInTurns } from "../../limits/work-in-turns.ts";
import { loadOperation } from "../operation/groups.ts";
import type { Call, OperationParts } from "../operation/operation.ts";
import { ProgramWorkspaces } from "../programs/workspaces-read.ts";
import { dateOf, millisecondsPerDay } from "../reads/days.ts";
import { type DueExport, type ExportEnd, ExportStore, madeUpDays } from "./store.ts";

const minute = 60;
const waits: Waits<number> = {
  seconds: [5 * minute, 15 * minute, 60 * minute, 180 * minute, 360 * minute],
  thenSeconds: 720 * minute,
};
const keepMilliseconds = 30_000;
/** By a process, and of one workspace. Each holds a page of rows and a part of a file. */
const writtenAtOnce: Places = { total: 6, perShare: 1 };

export type Exports = { runOnce(stop: AbortSignal): Promise<void> };

export function openExports(work: OperationParts, log: Logger): Exports {
  const store = new ExportStore(work.database, randomUUID());
  const workspaces = new ProgramWorkspaces(work.database);

  /** Never rejects: an export whose result could not be stored is written again once its lease is over. */
  async function writeAndNote(due: DueExport, stop: AbortSignal): Promise<void> {
    try {
      const end = await exportOne(work, store, due, stop);
      if (end.status !== "done") {
        const { program_id, export_id, day } = due;
        log.warn({ program_id, export_id, day, fault: end.fault }, "an export failed");
      }
      await store.end(due, end);
    } catch (error) {
      log.warn({ err: error }, "the result of an export could not be stored");
    }
  }

  return {
    async runOnce(stop) {
      await store.plan(dateOf(new Date(work.now())));
      const ofWorkspaces = {
        places: writtenAtOnce,
        due: async () => workspaces.group(await store.duePrograms()),
        start: async (programIds: readonly number[]) => {
          const due = await store.claim(programIds);
          return due === undefined ? [] : [writeAndNote(due, stop)];
        },
      };
      await workInTurns(ofWorkspaces, stop);
    },
  };
}

async function exportOne(
  work: OperationParts,
  store: ExportStore,
  due: DueExport,
  stop: AbortSignal,
): Promise<ExportEnd> {
  const counted = { rows: 0, bytes: 0 };
  const heap = openHeapHold();
  try {
    const name = `program-${due.program_id}-${due.list}-${due.day}.${due.format}`;
    const writer = writerOf(work, due, stop);
    const file = await writer.write(name, counting(linesOf(work, store, due, stop), counted, heap));
    return { status: "done", file, rows: counted.rows, bytes: counted.bytes };
  } catch (error) {
    return failure(due, error instanceof Error ? error.message : String(error), work.now());
  } finally {
    heap.release();
  }
}

/** A day is made up for a week, as often as its schedule is looked at. */
function failure({ attempts, day }: DueExport, fault: string, now: number): ExportEnd {
  const isOver = now - new Date(day).getTime() > (madeUpDays + 1) * millisecondsPerDay;
  return { status: isOver ? "failed" : "waiting", fault, waitSeconds: secondsToWait(waits, attempts) };
}

function writerOf({ exportFolder, secrets, outbound }: OperationParts, due: DueExport, stop: AbortSignal): FileWriter {
  if (due.target === "folder") {
    if (exportFolder === null) throw new Error("No folder is allowed any more: EXPORT_FOLDER is not set.");
    return folderWriter({ root: exportFolder, programId: due.program_id, folder: due.folder });
  }
  const { endpoint, bucket, region, prefix, access_key_id: accessKeyId, secret_encrypted: sealed } = due;
  if (endpoint === null || bucket === null || region === null || accessKeyId === null || sealed === null) {
    throw new Error("The bucket of this export is not whole.");
  }
  const secretAccessKey = secrets.decrypt(placeIn("export_schedule", due.program_id, due.export_id), sealed);
  return bucketWriter({ endpoint, bucket, region, prefix, accessKeyId, secretAccessKey }, outbound, { stop });
}

type Lines = { readonly text: string; readonly rows: number };

/** Read for the program only, for any list: the schedule is the program's, and its owner made it. */
async function* linesOf(
  work: OperationParts,
  store: ExportStore,
  due: DueExport,
  stop: AbortSignal,
): AsyncGenerator<Lines> {
  const { list } = await loadOperation(`${due.list}.list`);
  if (list === null) throw new Error(`${due.list} is no list.`);
  const call: Call = { ...work, actor: operator };
  const { head, line } = rowLines(due.format, list.columns);
  yield { text: head, rows: 0 };
  let keptAt = performance.now();
  for (let cursor: string | null = null, isOver = false; !isOver; ) {
    stop.throwIfAborted();
    if (performance.now() - keptAt > keepMilliseconds) {
      if (!(await store.keep(due))) throw new Error("The export was removed, or another process has taken it up.");
      keptAt = performance.now();
    }
    const page = await list.read(call, { program_id: due.program_id, limit: pageRowsMax, cursor });
    yield { text: page.data.map(line).join(""), rows: page.data.length };
    cursor = page.next;
    isOver = cursor === null;
  }
  // A file that was started earlier never replaces a newer one of another process.
  if (!(await store.keep(due))) throw new Error("The export was removed, or another process has taken it up.");
}

async function* counting(
  lines: AsyncIterable<Lines>,
  counted: { rows: number; bytes: number },
  heap: HeapHold,
): AsyncGenerator<Buffer> {
  for await (const { text, rows } of lines) {
    heap.page();
    const bytes = Buffer.from(text, "utf8");
    counted.rows += rows;
    counted.bytes += bytes.length;
    if (bytes.length > 0) yield bytes;
  }
}
