// The message with which an owner tries an endpoint. It changes nothing of the endpoint, and waits where that is paused.
import { testMessageType } from "../../core/vocabulary/outbound-types.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { type EndpointActor, requireEndpointRight, type WhichEndpoint } from "./change.ts";

const testStatement: Statement = {
  name: "make_test_message",
  text: `insert into outbound_message (program_id, endpoint_id, message_id, type, subject, body)
         select program_id, endpoint_id, $3, $4, $5, $6
           from outbound_endpoint
          where program_id = $1 and endpoint_id = $2 and status <> 'removed'
         returning message_no`,
};

/** Answers the message's number; undefined when there is no such endpoint. Where it is paused the message waits. */
export async function sendTestMessage(
  database: Database,
  which: WhichEndpoint & { readonly name: string; readonly at: Date },
  actor: EndpointActor,
): Promise<number | undefined> {
  const { programId, endpointId, name, at } = which;
  const about = { kind: "endpoint", id: String(endpointId) };
  const data = { program_id: programId, event_id: null, seq: null, about };
  const body = JSON.stringify({ type: testMessageType, timestamp: at.toISOString(), data });
  const values = [programId, endpointId, `msg_test_${name}`, testMessageType, `test:${name}`, body];
  const [made] = await database.transaction(async (session) => {
    await requireEndpointRight(session, actor, programId, "messages");
    return session.query<{ message_no: number }>(testStatement, values);
  });
  return made?.message_no;
}
