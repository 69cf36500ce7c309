// A log put into PostgreSQL event by event, under its own ids and times, and its books projected from it in chunks of any size.
// Nothing is ingested: what is recorded is there already, as after a restore, and only the projector decides what it means.
import type { Event } from "../../src/core/rules/events/events.ts";
import type { BookName, BookRows } from "../../src/core/rules/rows/rows.ts";
import { projectSlices } from "../../src/engine/books/project-slices.ts";
import { LogEnd, writeAppended } from "../../src/engine/log/append.ts";
import { createHead, lockHeads } from "../../src/engine/log/heads.ts";
import type { Session } from "../../src/engine/postgres/driver/session.ts";
import type { TestDatabase } from "../support/database.ts";
import { emptyBooks } from "../support/submissions.ts";
import type { ComparedRows } from "./figures.ts";

export async function storeLog({ database }: TestDatabase, log: readonly Event[]): Promise<void> {
  await database.transaction(async (session) => {
    const programId = programOf(log);
    await createHead(session, programId);
    let [head] = await lockHeads(session, [programId]);
    for (const events of Map.groupBy(log, (event) => event.received_at.getTime()).values()) {
      const [first] = events;
      if (head === undefined || first === undefined) throw new Error("the program has no head");
      const end = new LogEnd(head, first.received_at);
      for (const { id, source, is_test, occurred_at, data } of events) {
        end.append({ programId, source, dedupKey: null, isTest: is_test, occurredAt: occurred_at, data }, id, null);
      }
      writeAppended(session, [end]);
      head = { ...head, ...end.moved };
    }
  });
}

/** The books that a fresh projection of the stored log gives. */
export async function projectAgain(
  { database, url }: TestDatabase,
  log: readonly Event[],
  chunkSize: number,
  afterChunk: (programId: number) => Promise<void> = async () => undefined,
): Promise<ComparedRows> {
  await emptyBooks(url);
  const programId = programOf(log);
  for (let fromSeq = 0; fromSeq < log.length; fromSeq += chunkSize) {
    const toSeq = Math.min(log.length, fromSeq + chunkSize);
    await database.transaction((session) => projectSlices(session, [{ programId, fromSeq, toSeq }]));
    await afterChunk(programId);
  }
  return database.withSession(async (session) => ({
    sale: await rowsOf(session, "sale"),
    commission: await rowsOf(session, "commission"),
    platform_fee: await rowsOf(session, "platform_fee"),
    adjustment: await rowsOf(session, "adjustment"),
    outcome: await rowsOf(session, "outcome"),
  }));
}

function rowsOf<Name extends BookName>(session: Session, name: Name): Promise<BookRows[Name][]> {
  return session.query<BookRows[Name]>({ name: `all_of_${name}`, text: `select * from ${name}` }, []);
}

function programOf(log: readonly Event[]): number {
  const [first] = log;
  if (first === undefined) throw new Error("the log is empty");
  return first.program_id;
}
