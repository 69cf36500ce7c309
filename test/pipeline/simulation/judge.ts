// What must be true when everything is answered, regardless of earlier faults.
import { bookNames } from "../../../src/core/rules/book-keys.ts";
import type { BookName } from "../../../src/core/rules/rows/rows.ts";
import { genesisHash, hashEvent } from "../../../src/engine/log/chain.ts";
import { eventOf } from "../../../src/engine/log/stored-event.ts";
import type { EventRow } from "../../../src/engine/postgres/tables/tables.ts";
import { MemoryProgram } from "../../support/memory-program.ts";
import type { ModelDatabase } from "./model-database.ts";
import { markOf, type Request } from "./requests.ts";

/** Each a sentence; none where all is well. */
export function faultsOf(
  model: ModelDatabase,
  requests: readonly Request[],
  programs: readonly { readonly id: number; readonly isTrade: boolean }[],
): string[] {
  const byMark = Map.groupBy(model.log, (row) => markOf(row));
  return [
    ...requests.flatMap((request) => faultsOfRequest(request, byMark.get(request.mark) ?? [])),
    ...programs.flatMap(({ id }) => faultsOfChain(model, id)),
    ...programs.flatMap(({ id }) => faultsOfOrder(logOf(model, id), requests)),
    ...programs.filter(({ isTrade }) => !isTrade).flatMap(({ id }) => faultsOfBooks(model, id)),
    ...model.locks.held.map((name) => `the lock of ${name} is held by nobody`),
  ];
}

function logOf(model: ModelDatabase, programId: number): EventRow[] {
  return model.log.filter((row) => row.program_id === programId).sort((a, b) => a.seq - b.seq);
}

function faultsOfRequest(request: Request, rows: readonly EventRow[]): string[] {
  const { mark, submission, answers, isRepeated, isRefused, unknown } = request;
  const who = `request ${mark} (${submission.event.data.type})`;
  const faults: string[] = [];
  const ids = answers.flatMap((answer) => ("eventId" in answer && answer.eventId !== null ? [answer.eventId] : []));
  const isDelivery = submission.keep === "always";
  if (rows.length > 1) faults.push(`${who} is in the log ${rows.length} times`);
  if (ids.length > 0 && rows.length === 0) faults.push(`${who} was acknowledged and is not in the log`);
  for (const id of ids)
    if (!rows.some((row) => row.id === id)) faults.push(`${who} was answered event ${id}, which is not its own`);
  if (ids.length === 0 && unknown === 0 && rows.length > 0) faults.push(`${who} was refused and is in the log`);
  if (isRepeated && answers.length === 0 && request.refusals === 0) faults.push(`${who} was never answered`);
  if (isDelivery && rows.length === 0) faults.push(`${who} is a delivery that was dropped`);
  if (isRefused && !isDelivery && rows.length > 0) faults.push(`${who} cannot be recorded and is in the log`);
  return faults;
}

function faultsOfChain(model: ModelDatabase, programId: number): string[] {
  const log = logOf(model, programId);
  let hash: Buffer = genesisHash;
  for (const [index, row] of log.entries()) {
    if (row.seq !== index + 1) return [`program ${programId} has no event ${index + 1}`];
    if (!row.prev_hash.equals(hash) || !hashEvent(hash, row).equals(row.hash))
      return [`the chain of program ${programId} breaks at ${row.seq}`];
    hash = row.hash;
  }
  const head = model.heads.get(programId);
  const isAtEnd = head?.seq === log.length && head.projected_seq === log.length && head.hash.equals(hash);
  return isAtEnd ? [] : [`the head of program ${programId} is not the end of its log`];
}

/** A request that was answered before another was sent precedes it in the log. */
function faultsOfOrder(log: readonly EventRow[], requests: readonly Request[]): string[] {
  const byMark = new Map(requests.map((request) => [request.mark, request]));
  let lastAsked = { mark: "", at: Number.NEGATIVE_INFINITY };
  for (const row of log) {
    const request = byMark.get(markOf(row) ?? "");
    if (request === undefined) continue;
    if (request.firstAnsweredAt < lastAsked.at)
      return [`${request.mark} is recorded after ${lastAsked.mark}, which came after it was answered`];
    if (request.firstAskedAt > lastAsked.at) lastAsked = { mark: request.mark, at: request.firstAskedAt };
  }
  return [];
}

/** The books are what the log says, folded again from its beginning. */
function faultsOfBooks(model: ModelDatabase, programId: number): string[] {
  const program = new MemoryProgram(programId);
  program.log.push(...logOf(model, programId).map(eventOf));
  const again = program.replay(40);
  return bookNames.flatMap((name) => {
    const live = model
      .table(name)
      .all()
      .filter((row) => row.program_id === programId);
    const [is, should] = [textOf(live), textOf(again.rows(name as BookName))];
    return is === should
      ? []
      : [`the book ${name} of program ${programId} is not what its log says:\n${is}\n${should}`];
  });
}

function textOf(rows: readonly object[]): string {
  const lines = rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));
  return lines.sort().join("\n");
}
