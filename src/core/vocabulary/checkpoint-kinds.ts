// Why a checkpoint is made, and where it is delivered.

/** The log had moved, a payout, a replay that was applied, once a day. */
export const occasions = ["moved", "payout", "replay", "daily"] as const;
export type Occasion = (typeof occasions)[number];

export const targetNames = ["folder", "bucket", "url"] as const;
export type TargetName = (typeof targetNames)[number];
