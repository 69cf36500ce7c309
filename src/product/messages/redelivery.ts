// Resends sent or abandoned messages: one message, or those of a period. A message keeps its id, so that a receiver can drop duplicates.
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type { MessageStatus } from "../../core/vocabulary/outbound-types.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

/** Of one call; the next one goes on. */
export const redeliveredAtOnceMax = 10_000;

const oneStatement: Statement = {
  name: "redeliver_message",
  text: `update outbound_message m
            set status = 'pending', attempts = 0, next_attempt_at = clock_timestamp(), ended_at = null
           from outbound_endpoint e
          where m.program_id = $1 and m.endpoint_id = $2 and m.message_no = $3
            and e.program_id = m.program_id and e.endpoint_id = m.endpoint_id and e.status <> 'removed'
         returning m.message_no`,
};

const periodStatement: Statement = {
  name: "redeliver_messages",
  text: `update outbound_message
            set status = 'pending', attempts = 0, next_attempt_at = clock_timestamp(), ended_at = null
          where program_id = $1 and endpoint_id = $2
            and exists (select 1 from outbound_endpoint e
                         where e.program_id = $1 and e.endpoint_id = $2 and e.status <> 'removed')
            and message_no in (select message_no
                                 from outbound_message
                                where program_id = $1 and endpoint_id = $2 and status <> 'pending'
                                  and made_at >= $3 and made_at < $4 and ($5::text is null or status = $5)
                                order by message_no
                                limit $6)
         returning message_no`,
};

type Which = { readonly programId: number; readonly endpointId: number };

/** False when there is no such message. */
export async function redeliverMessage(
  database: Database,
  { programId, endpointId, messageNo }: Which & { readonly messageNo: number },
  actor: Actor,
): Promise<boolean> {
  const rows = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "messages");
    return session.query(oneStatement, [programId, endpointId, messageNo]);
  });
  return rows.length > 0;
}

export type Redelivery = Which & {
  readonly since: Date;
  readonly before: Date;
  readonly status: Exclude<MessageStatus, "pending"> | null;
};

/** Answers how many are sent again. */
export async function redeliverPeriod(database: Database, request: Redelivery, actor: Actor): Promise<number> {
  const { programId, endpointId, since, before, status } = request;
  const rows = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "messages");
    const values = [programId, endpointId, since, before, status, redeliveredAtOnceMax];
    return session.query(periodStatement, values);
  });
  return rows.length;
}
