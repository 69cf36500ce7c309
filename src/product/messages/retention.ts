// Messages that have ended, and their attempts, are kept for a while and then removed, a few at a time.
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

/** One transaction each: millions at once would hold up what is sent meanwhile. */
const removedAtOnce = 5_000;

const removeMessagesStatement: Statement = {
  name: "remove_old_messages",
  text: `delete from outbound_message
          where (program_id, endpoint_id, message_no) in
                (select program_id, endpoint_id, message_no
                   from outbound_message
                  where status <> 'pending' and ended_at < now() - make_interval(days => $1::integer)
                  order by ended_at
                  limit $2)
         returning message_no`,
};

const removeAttemptsStatement: Statement = {
  name: "remove_old_attempts",
  text: `delete from outbound_attempt
          where (program_id, endpoint_id, message_no, attempt_no) in
                (select program_id, endpoint_id, message_no, attempt_no
                   from outbound_attempt
                  where attempted_at < now() - make_interval(days => $1::integer)
                  order by attempted_at
                  limit $2)
         returning attempt_no`,
};

export async function removeOldMessages(database: Database, days: number, stop?: AbortSignal): Promise<void> {
  for (const statement of [removeMessagesStatement, removeAttemptsStatement]) {
    for (let removed = removedAtOnce; removed === removedAtOnce && stop?.aborted !== true; ) {
      const rows = await database.transaction((session) => session.query(statement, [days, removedAtOnce]));
      removed = rows.length;
    }
  }
}
