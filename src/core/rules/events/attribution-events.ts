// The events by which somebody decides by hand whose a payment is. They are events of the log like all others (events.ts).

type ByHand = {
  /** The event that reported the payment. */
  event_id: number;
  reason: string;
};
/** The payment is this partner's, or whoever's this customer is, whatever its evidence says. */
export type AttributionSet = ByHand & {
  type: "attribution_set";
  partner_id: number | null;
  customer_key: string | null;
};
/** The payment is nobody's, whatever its evidence says. */
export type AttributionRemoved = ByHand & { type: "attribution_removed" };
/** The evidence counts again, as it is now. */
export type AttributionUndone = ByHand & { type: "attribution_undone" };
