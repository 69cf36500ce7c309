// One batch, one transaction: lock the heads, load, fold, append, write the books, commit, then answer.
// Whatever a decision reads is written in this same transaction under the same lock, so duplicates, windows and running
// refund totals are exact under any concurrency. An answer exists only after the commit.
import { confirmKeys } from "../access/program-keys.ts";
import type { LoadPlan } from "../core/load-plan.ts";
import { type ClockRule, stepBehindHead } from "../db/clock.ts";
import type { Database } from "../db/database.ts";
import { isUniqueViolation } from "../db/faults.ts";
import type { Session } from "../db/session.ts";
import type { ProgramHeadRow } from "../db/tables.ts";
import { findToldBefore } from "../log/append.ts";
import { findForeignEvents, LogIsOccupied } from "../log/foreign-events.ts";
import { lockHeads, takeClockAndIds } from "../log/heads.ts";
import { catchUp } from "../projector/catch-up.ts";
import { loadPlanned } from "../projector/load.ts";
import { requireOwnRules } from "../projector/rules.ts";
import { type Known, Recording } from "./batch-fold.ts";
import type { StandingBooks } from "./directory-cache.ts";
import type { Result, Submission } from "./submission.ts";

/** What configuration claims in the same transaction: a new program's head before, a partner's code after. */
export type Claims = {
  readonly before?: (session: Session) => Promise<void>;
  readonly after?: (session: Session, results: readonly Result[]) => void;
};

/** The books of these programs must be brought up to their log first; nothing was done. */
export class BooksAreBehind extends Error {
  readonly programIds: readonly number[];

  constructor(programIds: readonly number[]) {
    super(`the books of programs ${programIds.join(", ")} are behind their log`);
    this.programIds = programIds;
  }
}

/** Records a batch; answers one result for each submission, in order, after the commit. */
export function commitBatch(
  database: Database,
  submissions: readonly Submission[],
  claims: Claims = {},
): Promise<Result[]> {
  const programIds = submissions.map((submission) => submission.event.programId);
  return commit(database, { within: "transaction", programIds }, async (session) => {
    await claims.before?.(session);
    const results = await recordUnderLock(session, new Recording(submissions), database.clock);
    claims.after?.(session, results);
    return results;
  });
}

/**
 * Records what is decided from the books while the program's head is locked: nothing they say can change before it is
 * recorded. All of it is recorded or nothing: what `decide` throws, or one of its events, leaves nothing behind; it may be asked
 * again.
 */
export function commitDecided(
  database: Database,
  programId: number,
  decide: (session: Session) => Promise<readonly Submission[]>,
  { within = "transaction", after = keepAll }: Deciding = {},
): Promise<Result[]> {
  return commit(database, { within, programIds: [programId] }, async (session) => {
    requireUsable(await lockHeads(session, [programId]));
    const submissions = await decide(session);
    if (submissions.length === 0) return [];
    const results = await recordUnderLock(session, new Recording(submissions), database.clock);
    for (const result of results) if (result.kind === "failed") throw result.error;
    await after(session, results);
    return results;
  });
}

type Deciding = {
  readonly within?: Within;
  /** Sees the books as they will be, and may still throw them away. */
  readonly after?: (session: Session, results: readonly Result[]) => Promise<void> | void;
};

const keepAll = (): Promise<void> => Promise.resolve();

/** Aside is for what takes long: it has no bound on a statement. */
type Within = "transaction" | "longTransaction";

async function commit(
  database: Database,
  { within, programIds }: { readonly within: Within; readonly programIds: readonly number[] },
  record: (session: Session) => Promise<Result[]>,
): Promise<Result[]> {
  for (;;) {
    try {
      return await database[within](record);
    } catch (error) {
      if (!(error instanceof BooksAreBehind)) throw await nameCause(database, programIds, error);
      for (const programId of error.programIds) await catchUp(database, programId);
    }
  }
}

/** Two events never get one place, unless somebody put a row there past the service: then that is what is wrong. */
export async function nameCause(database: Database, programIds: readonly number[], error: unknown): Promise<unknown> {
  const foreign = isUniqueViolation(error) ? await findForeignEvents(database, programIds) : [];
  return foreign.length === 0 ? error : new LogIsOccupied(foreign, { cause: error });
}

/** Sends the writes and does not wait: the commit does. */
async function recordUnderLock(session: Session, recording: Recording, clock: ClockRule): Promise<Result[]> {
  const results = recording.fold(await lookUp(session, recording, { findHeads: lockHeads, clock }));
  recording.write(session);
  return results;
}

export type LookUp = {
  readonly findHeads: (session: Session, programIds: readonly number[]) => Promise<ProgramHeadRow[]>;
  readonly clock: ClockRule;
  readonly underWay?: readonly Recording[];
  readonly standing?: StandingBooks | null;
};

/**
 * All that a batch is folded from, as the batches under way will leave it, the newest first. Everything is sent before anything
 * is answered, the heads first.
 */
export async function lookUp(
  session: Session,
  recording: Recording,
  { findHeads, clock, underWay = [], standing = null }: LookUp,
): Promise<Known> {
  const { submissions } = recording;
  const plans = recording.want(underWay, standing);
  const [found, taken, confirmed, toldBefore] = await Promise.all([
    findHeads(session, recording.programIds),
    takeClockAndIds(session, submissions.length, clock),
    confirmKeys(session, submissions),
    findToldBefore(
      session,
      submissions.map((submission) => submission.event),
    ),
    loadPlanned(session, plans),
  ]);
  const heads = found.map((head) => underWay.reduceRight((before, batch) => batch.headBehind(before), head));
  requireUsable(heads);
  await reloadChanged(session, plans, heads, standing);
  const told = [...toldBefore, ...underWay.flatMap((batch) => batch.told)];
  const { now, ids } = taken;
  return { heads, now, ids, confirmed, toldBefore: told, stepBehind: (head) => stepBehindHead(clock, now, head) };
}

async function reloadChanged(
  session: Session,
  plans: ReadonlyMap<number, LoadPlan>,
  heads: readonly ProgramHeadRow[],
  standing: StandingBooks | null,
): Promise<void> {
  const changed = new Map<number, LoadPlan>();
  for (const head of heads) {
    const ofProgram = plans.get(head.program_id);
    if (ofProgram === undefined || ofProgram.loadsAll || standing?.standsUnder(head)) continue;
    ofProgram.reload();
    changed.set(head.program_id, ofProgram);
  }
  await loadPlanned(session, changed);
}

function requireUsable(heads: readonly ProgramHeadRow[]): void {
  requireOwnRules(heads);
  const behind = heads.filter((head) => head.projected_seq < head.seq).map((head) => head.program_id);
  if (behind.length > 0) throw new BooksAreBehind(behind);
}
