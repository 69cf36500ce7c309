// A month was closed for a partner whose tiers pay whole months. The log names the sales, so that an event stays small however many a
// partner has; the step follows from the books.

/** Of one event: each names that many sales at most. */
export const closedSalesMax = 200;

/** `month` is in UTC. */
export type TierMonthClosed = {
  type: "tier_month_closed";
  partner_id: number;
  month: string;
  sale_ids: readonly number[];
};
