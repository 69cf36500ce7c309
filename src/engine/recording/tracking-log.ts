// The tracking log: one line for each call that was refused or made in test mode, for the brand's developers to look at.
// Not part of the log of events and never replayed; old lines are removed.
import type { Database } from "../postgres/database.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";

export type TrackingLine = {
  readonly programId: number;
  readonly call: string;
  readonly isTest: boolean;
  /** The refusal's code; null for a test call that was recorded. */
  readonly code: string | null;
  readonly message: string;
  readonly transactionId: string | null;
  readonly eventId: number | null;
};

const messageCharactersMax = 500;

const insertLinesStatement: Statement = {
  name: "insert_tracking_lines",
  text: `insert into tracking_log (program_id, line_id, logged_at, call, is_test, code, message, transaction_id, event_id)
         select program_id, nextval('tracking_line_id_seq'), clock_timestamp(), call, is_test, code, message,
                transaction_id, event_id
           from json_populate_recordset(null::tracking_log, $1::json)`,
};

/** On a shard's node: the sequence is the coordinator's. */
const insertNumberedLinesStatement: Statement = {
  name: "insert_numbered_tracking_lines",
  text: insertLinesStatement.text.replace("nextval('tracking_line_id_seq')", "line_id"),
};

const lineIdsStatement: Statement = {
  name: "tracking_line_ids",
  text: "select array(select nextval('tracking_line_id_seq') from generate_series(1, $1::integer)) as ids",
};

/** One transaction each: deleting millions of expired lines at once would delay recording. */
const linesRemovedAtOnce = 5_000;

const removeOldLinesStatement: Statement = {
  name: "remove_old_tracking_lines",
  text: `delete from tracking_log
          where (program_id, line_id) in (select program_id, line_id
                                            from tracking_log
                                           where logged_at < now() - make_interval(days => $1::integer)
                                           order by logged_at
                                           limit $2)
         returning line_id`,
};

/** One for each call that may be logged; null where the database numbers the lines as they are written. */
export async function takeLineIds(
  session: Session,
  calls: readonly { readonly logged: object | null }[],
): Promise<readonly number[] | null> {
  const { shared } = session;
  if (shared === session) return null;
  const count = calls.filter(({ logged }) => logged !== null).length;
  if (count === 0) return [];
  const [taken] = await shared.query<{ ids: number[] }>(lineIdsStatement, [count]);
  return taken?.ids ?? [];
}

/** Sends the lines and does not wait: the transaction's commit does. */
export function writeTrackingLines(
  session: Session,
  lines: readonly TrackingLine[],
  ids: readonly number[] | null = null,
): void {
  if (lines.length === 0) return;
  const rows = lines.map((line, index) => ({
    ...(ids === null ? {} : { line_id: ids[index] }),
    program_id: line.programId,
    call: line.call,
    is_test: line.isTest,
    code: line.code,
    message: line.message.slice(0, messageCharactersMax),
    transaction_id: line.transactionId,
    event_id: line.eventId,
  }));
  void session.query(ids === null ? insertLinesStatement : insertNumberedLinesStatement, [JSON.stringify(rows)]);
}

/** For calls refused before they reached the batcher: a body that cannot be read. */
export async function logRefusedCall(database: Database, line: TrackingLine): Promise<void> {
  await database.transaction(async (session) => writeTrackingLines(session, [line]));
}

export async function removeOldTrackingLines(
  database: Database,
  retentionDays: number,
  stop?: AbortSignal,
): Promise<void> {
  for (let removed = linesRemovedAtOnce; removed === linesRemovedAtOnce && stop?.aborted !== true; ) {
    const rows = await database.transaction((session) =>
      session.query(removeOldLinesStatement, [retentionDays, linesRemovedAtOnce]),
    );
    removed = rows.length;
  }
}
