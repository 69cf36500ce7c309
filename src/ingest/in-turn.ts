// Batches one right behind the other on one connection, so that PostgreSQL never waits for a fold nor a fold for PostgreSQL.
// A batch's transaction begins with the look-ups of the batch behind it, which is folded while this one is written, from what
// was found and what this one changes. Its own transaction then holds the heads to be what they were taken for, and writes:
// whatever else was done to its programs, or a batch ahead that failed, makes the database refuse it, and it is recorded
// under the lock instead.
import type { Connection, Session } from "../db/session.ts";
import type { ProgramHeadRow } from "../db/tables.ts";
import { haveMoved, holdHeads, lockHeads, readHeads } from "../log/heads.ts";
import { lookUp } from "./commit.ts";
import { Recording } from "./recording.ts";
import type { Result, Submission } from "./submission.ts";

export type Batch = {
  readonly submissions: readonly Submission[];
  /** Hears, once, the results after the commit, or what kept the batch from being recorded. */
  readonly ended: (outcome: Outcome) => void;
};

export type Outcome = { readonly results: readonly Result[] } | { readonly error: unknown };

/** A batch whose turn it is; `folded` is null where that has to be done under the lock. */
type Turn = { readonly batch: Batch; readonly folded: Folded | null };

type Folded = {
  readonly recording: Recording;
  readonly results: readonly Result[];
  readonly heads: readonly ProgramHeadRow[];
};

/** So many turns nothing is folded ahead after that was in vain: another process writes to the same programs. */
const turnsOfRest = 32;

/** Records what `take` gives, until it gives nothing more or the connection is lost. Never rejects. */
export async function recordInTurn(connection: Connection, take: () => Batch | null): Promise<void> {
  let rest = 0;
  const takeBehind = (): Batch | null => (rest === 0 ? take() : null);
  let turn = turnOf(take());
  while (turn !== null) {
    const { batch, folded }: Turn = turn;
    const { outcome, behind } = record(connection, turn, takeBehind);
    const next = await behind;
    if (next !== null) {
      void outcome.then(batch.ended);
      turn = next;
      continue;
    }
    rest = Math.max(0, rest - 1);
    const ended = await outcome;
    if (folded !== null && "error" in ended && haveMoved(ended.error)) {
      rest = turnsOfRest;
      turn = { batch, folded: null };
    } else {
      batch.ended(ended);
      turn = connection.isBroken ? null : turnOf(take());
    }
  }
}

function turnOf(batch: Batch | null): Turn | null {
  return batch === null ? null : { batch, folded: null };
}

type Recorded = {
  readonly outcome: Promise<Outcome>;
  /** The turn behind this one; null where nobody waited, or this one failed before it could tell. */
  readonly behind: Promise<Turn | null>;
};

function record(connection: Connection, { batch, folded }: Turn, takeBehind: () => Batch | null): Recorded {
  const behind = Promise.withResolvers<Turn | null>();
  const recorded = connection.transaction(async (session) => {
    if (folded !== null) holdHeads(session, folded.heads);
    const { recording, results } = folded ?? (await foldUnderLock(session, batch));
    const waiting = takeBehind();
    if (waiting !== null) behind.resolve(foldAhead(connection, waiting, recording));
    recording.write(session);
    if (waiting === null) {
      await session.answered();
      // While it was written, others came: what is found for them now is as this one leaves it.
      const late = takeBehind();
      behind.resolve(late === null ? null : foldAhead(connection, late, null));
    }
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

async function foldUnderLock(session: Session, { submissions }: Batch): Promise<Pick<Folded, "recording" | "results">> {
  const recording = new Recording(submissions);
  const known = await lookUp(session, recording, lockHeads);
  return { recording, results: recording.fold(known) };
}

/** Never rejects: what cannot be folded ahead is folded under the lock, where its fault is told. */
async function foldAhead(connection: Connection, batch: Batch, ahead: Recording | null): Promise<Turn> {
  const recording = new Recording(batch.submissions);
  try {
    const looking = lookUp(connection.reads, recording, readHeads, ahead);
    connection.flush();
    const known = await looking;
    return { batch, folded: { recording, results: recording.fold(known), heads: known.heads } };
  } catch {
    return { batch, folded: null };
  }
}
