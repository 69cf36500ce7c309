// The events of commissions alone: approved by the schedule or by hand, held and released by hand. They are events of the log like all others
// (events.ts).

/** Their hold is over: a scheduled job says so, the fold never looks at a clock. */
export type CommissionsApproved = { type: "commissions_approved"; sale_ids: readonly number[] };

type OfCommissions = { readonly sale_ids: readonly number[]; readonly reason: string };
/** They are neither approved nor paid until they are released. */
export type CommissionsHeld = OfCommissions & {
  type: "commissions_held";
  /** What their partners read. */
  readonly partner_note: string | null;
};
export type CommissionsReleased = OfCommissions & { type: "commissions_released" };
/** Before their hold period is over. */
export type CommissionsApprovedEarly = OfCommissions & { type: "commissions_approved_early" };

export type CommissionEvent = CommissionsApproved | CommissionsHeld | CommissionsReleased | CommissionsApprovedEarly;
