// The events of discount codes: whose a code is from then on. They are events of the log like all others (events.ts).

/** From now on a payment made with this code is the partner's, where nothing that ranks above it says otherwise. */
export type CouponAssigned = {
  type: "coupon_assigned";
  /** As buyers type it. */
  code: string;
  partner_id: number;
  /** What providers call it, as `couponOfProvider` writes that. */
  provider_names: readonly string[];
};
/** From now on the code, under each provider's name for it, belongs to no partner. */
export type CouponRemoved = { type: "coupon_removed"; code: string; provider_names: readonly string[] };
