// Messages to brands about an applied replay: which books it corrected and how many rows; and each row, if the operator chose so.

import type { Session } from "../../engine/postgres/driver/session.ts";
import type { ReplayAnnouncements } from "../../engine/replay/apply.ts";
import type { Inspected } from "../../engine/replay/inspect.ts";
import { announceEventless } from "../messages/announcing/eventless.ts";
import { keepCorrection } from "../messages/corrections.ts";

/** Sends nothing where nothing changed. */
function announceApplied(session: Session, runId: number, { programId, difference }: Inspected): void {
  if (difference === null) return;
  const { books } = difference;
  const rowsChanged = books.reduce((sum, { added, removed, changed }) => sum + added + removed + changed, 0);
  const replay = { run_id: runId, rows_changed: rowsChanged, books: books.map(({ book }) => book) };
  announceEventless(session, {
    ...{ programId, type: "replay.applied", which: runId, at: new Date() },
    ...{ about: { kind: "replay", id: String(runId) }, detail: { replay } },
  });
}

/** In the transaction that changed the rows: messages are sent only if it commits. */
function announceCorrections(session: Session, runId: number, { programId, comparedSeq, difference }: Inspected): void {
  if (difference !== null) keepCorrection(session, { programId, runId, seq: comparedSeq });
}

export const replayAnnouncements: ReplayAnnouncements = { applied: announceApplied, corrections: announceCorrections };
