// svc tracking-log list: a program's calls that were refused or made in test mode.
import { listTrackingLog, type TrackingLogLine } from "../../queries/tracking-log.ts";
import { defineList } from "../command.ts";
import { choiceFlag, optional, textFlag } from "../flags.ts";

export const command = defineList({
  example: "tracking-log list --program 1 --code no_attribution",
  filters: {
    call: optional(choiceFlag(["click", "lead", "sale", "refund", "payment-reference"], "Only this call")),
    code: optional(textFlag("Only refused with this error code", "code")),
  },
  columns: [
    "line_id",
    "logged_at",
    "call",
    "is_test",
    "code",
    "transaction_id",
    "message",
  ] satisfies (keyof TrackingLogLine)[],
  list: ({ db }, programId, request, { call, code }) => listTrackingLog(db, programId, request, { call, code }),
});
