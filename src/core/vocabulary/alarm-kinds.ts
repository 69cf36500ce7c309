// What raises an alarm: something that no fault of ours should ever bring about, so that somebody has to look into it; and what the
// operator is to hear of.

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
