// Brings the books of programs that are behind up to their log, chunk by chunk, each chunk in one transaction under the head.
// Live ingestion never leaves books behind; this is for a log that was restored, books that were emptied, or a release that
// appended without projecting. It calls the same fold as live ingestion and may be interrupted anywhere.
import { Books } from "../core/books.ts";
import { projectOrFail, projectorVersion } from "../core/fold.ts";
import { Wanted } from "../core/wanted.ts";
import type { Database } from "../db/database.ts";
import type { Session, Statement } from "../db/session.ts";
import { lockHeads } from "../log/append.ts";
import { findProgramsBehind, readEventsAfter } from "../log/read.ts";
import { loadWanted } from "./load.ts";
import { writeBooks } from "./write.ts";

const eventsPerChunk = 1000;

const moveProjectedStatement: Statement = {
  name: "move_projected",
  text: "update program_head set projected_seq = $2, projector_version = $3 where program_id = $1",
};

/** Answers how many events were projected. */
export async function catchUpAll(database: Database): Promise<number> {
  const behind = await database.withSession(findProgramsBehind);
  let projected = 0;
  for (const programId of behind) projected += await catchUp(database, programId);
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
  const { events, lastSeq } = await readEventsAfter(session, programId, head.projected_seq, eventsPerChunk);
  const books = new Books(programId);
  const wanted = new Wanted(books);
  for (const event of events) wanted.wantEvent(event);
  await loadWanted(session, new Map([[programId, wanted]]));
  for (const event of events) projectOrFail(books, event);
  writeBooks(session, [books]);
  void session.query(moveProjectedStatement, [programId, lastSeq, projectorVersion]);
  return events.length;
}
