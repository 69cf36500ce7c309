// What operators and owners decide about commissions, beside what their hold period does.

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
