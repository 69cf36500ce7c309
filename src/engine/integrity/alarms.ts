// Alarms of a program: raised by a finding, and open until a person acknowledges them with a reason. The same finding while it is open is
// the same alarm; an acknowledged finding with the same text is not raised again.
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import { type AlarmKind, operatorAlarmKinds } from "../../core/vocabulary/alarm-kinds.ts";
import type { Database } from "../postgres/database.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";

export type Alarm = { readonly programId: number; readonly kind: AlarmKind; readonly detail: string };

const raiseStatement: Statement = {
  name: "raise_alarm",
  text: `insert into alarm (program_id, kind, detail)
         select $1, $2, $3
          where $4::boolean
             or not exists (select 1 from alarm
                             where program_id = $1 and kind = $2 and detail = $3 and acknowledged_at is not null)
         on conflict (program_id, kind, md5(detail)) where acknowledged_at is null
         do update set last_seen_at = now()`,
};

const kindStatement: Statement = {
  name: "kind_of_alarm",
  text: "select kind from alarm where program_id = $1 and alarm_id = $2",
};

const acknowledgeStatement: Statement = {
  name: "acknowledge_alarm",
  text: `update alarm
            set acknowledged_at = now(), acknowledged_by = $3, reason = $4
          where program_id = $1 and alarm_id = $2 and acknowledged_at is null
         returning alarm_id`,
};

/** `isNew`: not found at the previous check, so an earlier acknowledgement does not apply. */
export async function raiseAlarm(
  session: Session,
  { programId, kind, detail }: Alarm,
  { isNew }: { readonly isNew: boolean } = { isNew: false },
): Promise<void> {
  await session.query(raiseStatement, [programId, kind, detail, isNew]);
}

/** For owners; what names a brand's word to the operator, for operators alone. False where there is no such alarm, or it is already acknowledged. */
export async function acknowledgeAlarm(
  database: Database,
  { programId, alarmId, reason }: { readonly programId: number; readonly alarmId: number; readonly reason: string },
  actor: Actor,
): Promise<boolean> {
  const rows = await database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "log");
    const [alarm] = await session.query<{ kind: string }>(kindStatement, [programId, alarmId]);
    if (operatorAlarmKinds.some((kind) => kind === alarm?.kind)) {
      await requireProgramRight(session, actor, programId, "operator");
    }
    return session.query(acknowledgeStatement, [programId, alarmId, authorText(actor), reason]);
  });
  return rows.length > 0;
}
