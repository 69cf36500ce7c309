// Batches put together ahead: while one batch is being written, the next one is read for and folded, from the books the one
// before leaves. Its own transaction then only locks the heads, makes sure that nothing happened since they were read, and writes.
// Whatever the reason that something did happen (another process, an operator, a batch before that failed), the database
// refuses the transaction, nothing of it is kept, and the batch is recorded under the lock like any other.
// Why: reading and folding would otherwise be done while the database waits for us, and writing while we wait for it.
import { confirmKeys, holdKeys } from "../access/program-keys.ts";
import type { Books } from "../core/books.ts";
import { type Database, isRefusedAsStale } from "../db/database.ts";
import type { Session, Statement } from "../db/session.ts";
import type { ProgramHeadRow } from "../db/tables.ts";
import { findToldBefore, type ToldBefore } from "../log/append.ts";
import { holdHeads, isSameHead, readHeads, takeClockAndIds } from "../log/heads.ts";
import { loadWanted } from "../projector/load.ts";
import { isOwnRules } from "../projector/rules.ts";
import { type Known, Recording } from "./recording.ts";
import type { Result, Submission } from "./submission.ts";

/** Programs whose last batch is kept to go on from. */
const remembersProgramsMax = 1_000;
/** After a batch ahead was in vain, this many are recorded under the lock; twice as many each time it happens again. */
const restBatchesMin = 8;
const restBatchesMax = 512;

export type PreparedBatch = {
  /** Answers after the commit. `"stale"`: nothing was kept, since something else happened in between. */
  commit(): Promise<readonly Result[] | "stale">;
};

/** What a program's last batch left. The batch may not be committed yet. */
type Left = {
  readonly before: ProgramHeadRow;
  readonly after: ProgramHeadRow;
  readonly books: Books;
  readonly told: readonly ToldBefore[];
};

export class BatchesAhead {
  readonly #database: Database;
  readonly #left = new Map<number, Left>();
  #restBatches = 0;
  #restNext = restBatchesMin;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Null when the batch cannot be put together ahead now: it is to be recorded under the lock. */
  async prepare(submissions: readonly Submission[]): Promise<PreparedBatch | null> {
    if (this.#restBatches > 0) {
      this.#restBatches -= 1;
      return null;
    }
    const read = await this.#read(submissions);
    if (read !== "moved") return read === null ? null : this.#fold(read);
    // Something else wrote to these programs: once more, from what the database says alone.
    for (const { event } of submissions) this.#left.delete(event.programId);
    const again = await this.#read(submissions);
    return again === null || again === "moved" ? null : this.#fold(again);
  }

  async #read(submissions: readonly Submission[]): Promise<Read | "moved" | null> {
    // As it is now: a batch that fails meanwhile takes its own back.
    const left = new Map<number, Left | undefined>();
    for (const { event } of submissions) left.set(event.programId, this.#left.get(event.programId));
    const recording = new Recording(submissions, (programId) => left.get(programId)?.books ?? null);
    const seen = await this.#database.transaction((session) => readFor(session, recording));
    const heads: ProgramHeadRow[] = [];
    for (const head of seen.heads) {
      if (!isOwnRules(head) || head.projected_seq < head.seq) return null;
      const last = left.get(head.program_id);
      if (last === undefined) heads.push(head);
      else if (isSameHead(head, last.before) || isSameHead(head, last.after)) heads.push(last.after);
      else return "moved";
    }
    const told = recording.programIds.flatMap((programId) => left.get(programId)?.told ?? []);
    return { ...seen, recording, heads, toldBefore: [...seen.toldBefore, ...told] };
  }

  #fold({ recording, heads, now, ...known }: Read): PreparedBatch {
    recording.begin(heads, now);
    const results = recording.fold(known);
    for (const programId of recording.programIds) this.#keep(recording, programId);
    return { commit: () => this.#commit(recording, heads, known, results) };
  }

  async #commit(
    recording: Recording,
    heads: readonly ProgramHeadRow[],
    { confirmed }: Known,
    results: readonly Result[],
  ): Promise<readonly Result[] | "stale"> {
    try {
      await this.#database.transaction(async (session) => {
        holdHeads(session, heads);
        holdKeys(session, confirmed);
        recording.write(session);
      });
      this.#restNext = restBatchesMin;
      return results;
    } catch (error) {
      for (const programId of recording.programIds) this.#left.delete(programId);
      if (!isRefusedAsStale(error)) throw error;
      this.#restBatches = this.#restNext;
      this.#restNext = Math.min(this.#restNext * 2, restBatchesMax);
      return "stale";
    }
  }

  #keep(recording: Recording, programId: number): void {
    const end = recording.ends.get(programId);
    const books = recording.wanted.get(programId)?.books;
    if (end === undefined || books === undefined) return;
    this.#left.delete(programId);
    this.#left.set(programId, { before: end.head, after: end.moved, books, told: end.events.flatMap(toldOf) });
    if (this.#left.size <= remembersProgramsMax) return;
    for (const oldest of this.#left.keys()) {
      this.#left.delete(oldest);
      return;
    }
  }
}

type Seen = Known & { readonly heads: readonly ProgramHeadRow[]; readonly now: Date };
type Read = Seen & { readonly recording: Recording };

/**
 * The heads first: whatever is committed after they were read, the hold finds. Ids are taken in a transaction that writes
 * nothing else and need not be on disk before the batch that uses them is, which comes later in the same write-ahead log.
 */
async function readFor(session: Session, recording: Recording): Promise<Seen> {
  const { submissions } = recording;
  void session.query(commitWithoutWaitingStatement, []);
  const [heads, { now, ids }, confirmed, toldBefore] = await Promise.all([
    readHeads(session, recording.programIds),
    takeClockAndIds(session, submissions.length),
    confirmKeys(session, submissions),
    findToldBefore(
      session,
      submissions.map((submission) => submission.event),
    ),
    loadWanted(session, recording.wanted),
  ]);
  return { heads, now, ids, confirmed, toldBefore };
}

const commitWithoutWaitingStatement: Statement = {
  name: "commit_without_waiting",
  text: "set local synchronous_commit = off",
};

function toldOf(row: { program_id: number; source: string; dedup_key: string | null; id: number }): ToldBefore[] {
  const { program_id, source, dedup_key, id } = row;
  return dedup_key === null ? [] : [{ program_id, source, dedup_key, id }];
}
