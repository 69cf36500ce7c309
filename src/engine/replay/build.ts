// Builds shadow books from the log: many programs at once in a few lanes, each program's events in order. It resumes where it stopped: each
// program's progress is written in the same transaction as its rows. A chunk that the database refuses is halved until the one faulty event
// is found; that event is stored as failed, as in live recording. Memory is bounded by the lanes and the events of a chunk, not by the
// length of the log.

import { projectSlices, type Substitute } from "../books/project-slices.ts";
import type { Slice } from "../log/read.ts";
import type { Session } from "../postgres/driver/session.ts";
import { isDataRefused } from "../postgres/faults.ts";
import { LoadThrottle } from "./load-throttle.ts";
import { moveProgressStatement, readProgressStatement, type Shadow } from "./shadow.ts";
import { findStale, forgetBooks, StaleBooks } from "./stale-books.ts";

const lanesMax = 4;
const eventsPerChunk = 4_000;

/** A program and the seq up to which its books are built. */
export type Target = { readonly programId: number; readonly seq: number };

/** Of a slice, what is built by one go up to the target. */
type Range = Slice & { readonly targetSeq: number };

export type BuildProgress = { readonly done: number; readonly total: number };

export async function buildBooks(
  shadow: Shadow,
  targets: readonly Target[],
  onProgress: (progress: BuildProgress) => void = () => undefined,
  substitute?: Substitute,
): Promise<void> {
  const stale = await shadow.withBoth((session) => findStale(session, shadow, idsOf(targets)));
  if (stale.length > 0) await forgetBooks(shadow, stale);
  const slices = await shadow.database.withSession((session) => readSlicesToBuild(session, targets));
  const total = slices.reduce((sum, slice) => sum + slice.toSeq - slice.fromSeq, 0);
  let done = 0;
  const throttle = await LoadThrottle.start(shadow.withBoth);
  const programsMax = shadow.database.placement.programsPerTransaction;
  // The longest first, so that no lane is left alone with it at the end.
  const waiting = slices.sort((a, b) => b.toSeq - b.fromSeq - (a.toSeq - a.fromSeq));
  async function runLane(): Promise<void> {
    for (let group = takeGroup(waiting, programsMax); group.length > 0; group = takeGroup(waiting, programsMax)) {
      for (const chunk of chunksOf(group)) {
        await throttle.afterWork(() => buildChunk(shadow, chunk, substitute));
        done += sizeOf(chunk);
        onProgress({ done, total });
      }
    }
  }
  await Promise.all(Array.from({ length: lanesMax }, runLane));
}

/** What is missing of these programs' books, within the caller's transaction. Meant for a short rest. Throws `StaleBooks`. */
export async function buildRest(session: Session, shadow: Shadow, targets: readonly Target[]): Promise<void> {
  const stale = await findStale(session, shadow, idsOf(targets));
  if (stale.length > 0) throw new StaleBooks(stale);
  for (const chunk of chunksOf(await readSlicesToBuild(session, targets))) await buildChunkIn(session, chunk);
}

function idsOf(targets: readonly Pick<Target, "programId">[]): number[] {
  return targets.map((target) => target.programId);
}

async function readSlicesToBuild(session: Session, targets: readonly Target[]): Promise<Range[]> {
  const rows = await session.query<{ program_id: number; seq: number }>(readProgressStatement, [idsOf(targets)]);
  const built = new Map(rows.map((row) => [row.program_id, row.seq]));
  return targets
    .map(({ programId, seq }) => ({ programId, fromSeq: built.get(programId) ?? 0, toSeq: seq, targetSeq: seq }))
    .filter((slice) => slice.fromSeq < slice.toSeq);
}

/** One long program, or as many short ones as make a chunk together and a transaction may have. */
function takeGroup(waiting: Range[], programsMax: number): Range[] {
  const group: Range[] = [];
  for (let size = 0; size < eventsPerChunk && group.length < programsMax; ) {
    const next = waiting.shift();
    if (next === undefined) break;
    group.push(next);
    size += next.toSeq - next.fromSeq;
  }
  return group;
}

function* chunksOf(group: readonly Range[]): Generator<Range[]> {
  let chunk: Range[] = [];
  let room = eventsPerChunk;
  for (const { programId, fromSeq, toSeq, targetSeq } of group) {
    for (let seq = fromSeq; seq < toSeq; ) {
      const end = Math.min(toSeq, seq + room);
      chunk.push({ programId, fromSeq: seq, toSeq: end, targetSeq });
      room -= end - seq;
      seq = end;
      if (room === 0) {
        yield chunk;
        chunk = [];
        room = eventsPerChunk;
      }
    }
  }
  if (chunk.length > 0) yield chunk;
}

function sizeOf(chunk: readonly Slice[]): number {
  return chunk.reduce((sum, slice) => sum + slice.toSeq - slice.fromSeq, 0);
}

async function buildChunk(shadow: Shadow, chunk: readonly Range[], substitute: Substitute | undefined): Promise<void> {
  try {
    await shadow.database.transaction((session) => buildChunkIn(session, chunk, { substitute }));
  } catch (error) {
    if (!isDataRefused(error)) throw error;
    if (sizeOf(chunk) > 1) for (const half of halve(chunk)) await buildChunk(shadow, half, substitute);
    else {
      const fault = reasonOf(error);
      await shadow.database.transaction((session) => buildChunkIn(session, chunk, { fault, substitute }));
    }
  }
}

async function buildChunkIn(
  session: Session,
  chunk: readonly Range[],
  how: Parameters<typeof projectSlices>[2] = {},
): Promise<void> {
  await projectSlices(session, chunk, how);
  void session.query(moveProgressStatement, [
    idsOf(chunk),
    chunk.map((range) => range.toSeq),
    chunk.map((range) => range.targetSeq),
  ]);
}

function halve(chunk: readonly Range[]): Range[][] {
  const [only, ...others] = chunk;
  if (only === undefined) return [];
  if (others.length > 0) {
    const middle = Math.ceil(chunk.length / 2);
    return [chunk.slice(0, middle), chunk.slice(middle)];
  }
  const middle = Math.floor((only.fromSeq + only.toSeq) / 2);
  return [[{ ...only, toSeq: middle }], [{ ...only, fromSeq: middle }]];
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
