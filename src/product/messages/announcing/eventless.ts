// Messages without an event in the log: written with the change that causes them, for subscribed endpoints. They are rare, and none is on
// the sale path.
import type { MessageType } from "../../../core/vocabulary/outbound-types.ts";
import type { Session } from "../../../engine/postgres/driver/session.ts";
import type { Statement } from "../../../engine/postgres/driver/statement.ts";
import type { DetailOf, ThinData } from "./payloads.ts";

const insertStatement: Statement = {
  name: "tell_unlogged",
  text: `insert into outbound_message (program_id, endpoint_id, message_id, type, subject, body)
         select program_id, endpoint_id, $2, $3, $4, case payload when 'thin' then $5 else $6 end
           from outbound_endpoint
          where program_id = $1 and partner_id is null and status <> 'removed' and $3 = any(event_types)
         on conflict (program_id, endpoint_id, message_id) do nothing`,
};

type EventlessType = Extract<MessageType, "key.rotation_required" | "replay.applied">;

export type Eventless<Type extends EventlessType> = {
  readonly programId: number;
  readonly type: Type;
  /** Distinguishes messages of one type. */
  readonly which: number;
  readonly at: Date;
  readonly about: ThinData["about"];
  readonly detail: DetailOf<Type>;
};

/** Sends it and does not wait: the transaction's commit does. */
export function announceEventless<Type extends EventlessType>(session: Session, eventless: Eventless<Type>): void {
  const { programId, type, which, at, about, detail } = eventless;
  const thin: ThinData = { program_id: programId, event_id: null, seq: null, about };
  const bodyOf = (data: object): string => JSON.stringify({ type, timestamp: at.toISOString(), data });
  const messageId = `msg_${programId}_${type.replace(".", "_")}_${which}`;
  void session.query(insertStatement, [
    ...[programId, messageId, type, `${about.kind}:${about.id}`],
    ...[bodyOf(thin), bodyOf({ ...thin, ...detail })],
  ]);
}
