// Brings the books of programs that are behind up to their log, chunk by chunk, each chunk in one transaction under the head.
// Live ingestion never leaves books behind; this is for a log that was restored, books that were emptied, or a release that
// appended without projecting. It calls the same fold as live ingestion and may be interrupted anywhere.
import { projectorVersion } from "../../core/rules/fold.ts";
import { lockHeads } from "../log/heads.ts";
import { findProgramsBehind } from "../log/read.ts";
import type { Database } from "../postgres/database.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { projectSlices } from "./project-slices.ts";
import { requireOwnRules } from "./rules.ts";

const eventsPerChunk = 1000;

const moveProjectedStatement: Statement = {
  name: "move_projected",
  text: `update program_head
            set projected_seq = $2, projector_version = $3, revision = revision + 1
          where program_id = $1`,
};

/** Answers how many events were projected. A program that cannot be caught up, such as one that is locked, keeps no other waiting. */
export async function catchUpAll(database: Database): Promise<number> {
  const behind = await database.withSession(findProgramsBehind);
  const faults: unknown[] = [];
  let projected = 0;
  for (const programId of behind) {
    try {
      projected += await catchUp(database, programId);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length === 1) throw faults[0];
  if (faults.length > 1)
    throw new AggregateError(faults, `the books of ${faults.length} programs stay behind their log`);
  return projected;
}

export async function catchUp(database: Database, programId: number): Promise<number> {
  let projected = 0;
  for (;;) {
    const count = await database.transaction((session) => projectChunk(session, programId));
    projected += count;
    if (count < eventsPerChunk) return projected;
  }
}

async function projectChunk(session: Session, programId: number): Promise<number> {
  const [head] = await lockHeads(session, [programId]);
  if (head === undefined || head.projected_seq === head.seq) return 0;
  requireOwnRules([head]);
  const fromSeq = head.projected_seq;
  const toSeq = Math.min(head.seq, fromSeq + eventsPerChunk);
  const projected = await projectSlices(session, [{ programId, fromSeq, toSeq }]);
  void session.query(moveProjectedStatement, [programId, toSeq, projectorVersion]);
  return projected;
}
