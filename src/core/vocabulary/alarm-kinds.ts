// What raises an alarm: something that no fault of ours should ever bring about, so that somebody has to look into it.

export const alarmKinds = [
  "log_changed",
  "books_differ",
  "log_contradicts_checkpoint",
  "checkpoint_changed",
  "configuration_changed",
  "codes_differ",
  "checkpoints_not_given",
] as const;
export type AlarmKind = (typeof alarmKinds)[number];
