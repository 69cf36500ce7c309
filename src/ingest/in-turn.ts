// Batches one right behind the other on one connection. Under the lock PostgreSQL would wait for the fold, and the fold for
// PostgreSQL; so what the next batch needs is asked for at the end of each transaction, where it is as that one leaves it,
// and folded while it is committed. The next transaction then holds the heads to be what they were taken for, and writes;
// whatever else was done to its programs in between makes the database refuse it, and it is recorded under the lock instead.
import type { Connection, Session } from "../db/session.ts";
import type { ProgramHeadRow } from "../db/tables.ts";
import { haveMoved, holdHeads, readHeads } from "../log/heads.ts";
import { lookUp, recordUnderLock } from "./commit.ts";
import { Recording } from "./recording.ts";
import type { Result, Submission } from "./submission.ts";

export type Batch = {
  readonly submissions: readonly Submission[];
  /** Hears, once, the results after the commit, or what kept the batch from being recorded. */
  readonly ended: (outcome: Outcome) => void;
};

export type Outcome = { readonly results: readonly Result[] } | { readonly error: unknown };

/** A batch whose turn it is; `ahead` is null where nothing could be folded before. */
type Turn = { readonly batch: Batch; readonly ahead: Ahead | null };

type Ahead = {
  readonly recording: Recording;
  readonly results: Result[];
  readonly heads: readonly ProgramHeadRow[];
};

/** So many turns nothing is folded ahead after that was in vain: another process writes to the same programs. */
const turnsOfRest = 32;

/** Records what `take` gives, until it gives nothing more or the connection is lost. Never rejects. */
export async function recordInTurn(connection: Connection, take: () => Batch | null): Promise<void> {
  let rest = 0;
  const takeBehind = (): Batch | null => {
    if (rest === 0) return take();
    rest -= 1;
    return null;
  };
  let turn = turnOf(take());
  while (turn !== null) {
    const { batch } = turn;
    const { outcome, behind } = record(connection, turn, takeBehind);
    const next = await behind;
    if (next !== null) {
      void outcome.then(batch.ended);
      turn = next;
      continue;
    }
    const ended = await outcome;
    if (turn.ahead !== null && "error" in ended && haveMoved(ended.error)) {
      rest = turnsOfRest;
      turn = { batch, ahead: null };
      continue;
    }
    batch.ended(ended);
    turn = connection.isBroken ? null : turnOf(take());
  }
}

function turnOf(batch: Batch | null): Turn | null {
  return batch === null ? null : { batch, ahead: null };
}

type Recorded = {
  readonly outcome: Promise<Outcome>;
  /** The turn behind this one; null where nobody waited, or this one failed before it could tell. */
  readonly behind: Promise<Turn | null>;
};

function record(connection: Connection, turn: Turn, takeBehind: () => Batch | null): Recorded {
  const behind = Promise.withResolvers<Turn | null>();
  const recorded = connection.transaction(async (session) => {
    const results = await write(session, turn);
    // While it was written, others came.
    await session.answered();
    const batch = takeBehind();
    behind.resolve(batch === null ? null : prepare(connection.reads, batch));
    return results;
  });
  const outcome = recorded.then(
    (results) => ({ results }),
    (error: unknown) => {
      behind.resolve(null);
      return { error };
    },
  );
  return { outcome, behind: behind.promise };
}

async function write(session: Session, { batch, ahead }: Turn): Promise<Result[]> {
  if (ahead === null) return recordUnderLock(session, new Recording(batch.submissions));
  holdHeads(session, ahead.heads);
  ahead.recording.write(session);
  return ahead.results;
}

/** Never rejects: what cannot be folded ahead is recorded under the lock, where its fault is told. */
async function prepare(reads: Session, batch: Batch): Promise<Turn> {
  const recording = new Recording(batch.submissions);
  try {
    const known = await lookUp(reads, recording, readHeads);
    return { batch, ahead: { recording, results: recording.fold(known), heads: known.heads } };
  } catch {
    return { batch, ahead: null };
  }
}
