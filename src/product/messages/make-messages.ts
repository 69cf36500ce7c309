// How messages are made: with the endpoint's new place, in one statement.
import type { Statement } from "../../engine/postgres/driver/statement.ts";

/** The position and the messages up to it are written together, and only by the holder of the lease. $4 is the new position. */
function makeStatementOf(name: string, position: "position" | "corrected_to", only: string): Statement {
  return {
    name,
    text: `with moved as (
             update outbound_endpoint e
                set ${position} = $4
              where program_id = $1 and endpoint_id = $2 and ${position} = $3 and leased_by = $5 ${only}
             returning endpoint_id
           ), made as (
             insert into outbound_message (program_id, endpoint_id, message_id, type, subject, seq, body)
             select $1::bigint, moved.endpoint_id, new.message_id, new.type, new.subject, new.seq, new.body
               from moved
              cross join json_to_recordset($6::json)
                    as new(place integer, message_id text, type text, subject text, seq bigint, body text)
              order by new.place
             on conflict (program_id, endpoint_id, message_id) do nothing
             returning message_no
           )
           select (select count(*) from moved) as moved, (select count(*) from made) as made`,
  };
}

/** Never past an unsent correction: one may have come since the lease was taken. */
export const makeStatement = makeStatementOf(
  "make_messages",
  "position",
  `and not exists (select 1 from outbound_correction c
                    where c.program_id = $1 and c.last_change_id > e.corrected_to and c.seq < $4)`,
);

export const makeCorrectedStatement = makeStatementOf("make_corrections", "corrected_to", "");
