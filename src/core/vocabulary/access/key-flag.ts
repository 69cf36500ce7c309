// The flag of a program key that must be replaced, and the moment from which it is refused.
export type KeyFlag = { readonly flaggedAt: Date; readonly rotateBy: Date };

/** As a row has it: both or neither. */
export type FlagColumns = { readonly flagged_at: Date | null; readonly rotate_by: Date | null };

export function flagOf({ flagged_at, rotate_by }: FlagColumns): KeyFlag | null {
  return flagged_at === null || rotate_by === null ? null : { flaggedAt: flagged_at, rotateBy: rotate_by };
}

/** `at` in milliseconds: when the call came. */
export function isPastDeadline(flag: KeyFlag | null, at: number): boolean {
  return flag !== null && at >= flag.rotateBy.getTime();
}
