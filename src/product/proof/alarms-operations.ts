// What the service found that should never be, and who looked into it.

import { id, text } from "../../core/vocabulary/fields.ts";
import { acknowledgeAlarm } from "../../engine/integrity/alarms.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { alarmFilters, alarmLine, findAlarm, listAlarms } from "./alarms-list.ts";

const path = "/programs/:program_id/alarms";
const table = ["alarm_id", "status", "kind", "raised_at", "detail", "reason"] as const;

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "alarms.list",
    description:
      "An alarm stays open until it is acknowledged, also when its cause is gone. Only fees_by_word, which names what the brand's word alone took off platform fees, follows its sum and closes by itself.",
    access: inProgram("read"),
    tool: { name: "list_alarms", scope: "programs:read" },
    http: { method: "get", path },
    row: alarmLine,
    table,
    filters: alarmFilters,
    example: "alarms list --program 1 --status open",
    read: (db, programId, page, filter) => listAlarms(db, programId, page, filter),
  }),
  defineOperation({
    name: "alarms.acknowledge",
    description:
      "Acknowledges the alarm with a reason. Checkpoints that waited for it are signed again. Nothing else changes. Only the operator acknowledges fees_by_word.",
    access: inProgram("log"),
    http: {
      method: "post",
      path: `${path}/:alarm_id/acknowledge`,
      example: { reason: "An older backup was restored" },
    },
    command: { example: 'alarms acknowledge --program 1 --alarm 7 --reason "An older backup was restored"' },
    table,
    changes: true,
    input: {
      program_id: programId,
      alarm_id: id("The alarm"),
      reason: text("The reason for closing it"),
    },
    output: answerOf(alarmLine),
    run: async ({ database, reads, actor }, { program_id, alarm_id, reason }) => {
      const which = { programId: program_id, alarmId: alarm_id, reason };
      const isDone = await acknowledgeAlarm(database, which, actor);
      const found = await reads.ofProgram(actor, program_id, "log", (db) => findAlarm(db, program_id, alarm_id));
      if (found === undefined) throw new Refusal("not_found", `Program ${program_id} has no alarm ${alarm_id}.`);
      if (!isDone) throw new Refusal("invalid_request", `Alarm ${alarm_id} is already acknowledged.`);
      return { data: found };
    },
  }),
];
