// What raises an alarm: something that no fault of ours should ever cause, so that a person must investigate it; and what the
// operator is informed of.

export const alarmKinds = [
  "log_changed",
  "books_differ",
  "log_contradicts_checkpoint",
  "checkpoint_changed",
  "configuration_changed",
  "codes_differ",
  "checkpoints_not_given",
  "fees_by_word",
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** About what brands say to the operator: only the operator acknowledges them. */
export const operatorAlarmKinds = ["fees_by_word"] as const satisfies readonly AlarmKind[];
