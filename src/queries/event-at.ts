// From a time to a place in a program's log: ids and times of a program grow together, so whatever was recorded in a stretch of
// time is a stretch of ids. It looks at some thirty rows, however long the log is, and needs no index by time.
import type { Kysely } from "kysely";
import type { Tables } from "../db/tables.ts";

/** The first event received at that time or later; beyond every id when there is none. */
export async function findFirstEventId(db: Kysely<Tables>, programId: number, from: Date): Promise<number> {
  const head = await db.selectFrom("program_head").select("seq").where("program_id", "=", programId).executeTakeFirst();
  let first = { seq: (head?.seq ?? 0) + 1, id: Number.MAX_SAFE_INTEGER };
  for (let low = 1; low < first.seq; ) {
    const seq = Math.floor((low + first.seq) / 2);
    const event = await db
      .selectFrom("event")
      .select(["seq", "id", "received_at"])
      .where("program_id", "=", programId)
      .where("seq", "=", seq)
      .executeTakeFirstOrThrow();
    if (event.received_at >= from) first = event;
    else low = seq + 1;
  }
  return first.id;
}
