// The events by which a person decides which partner a payment belongs to. They are events of the log like all others (events.ts).

type ByHand = {
  /** The event that reported the payment. */
  event_id: number;
  reason: string;
};
/** The payment belongs to this partner, or to this customer's partner, regardless of its evidence. */
export type AttributionSet = ByHand & {
  type: "attribution_set";
  partner_id: number | null;
  customer_key: string | null;
};
/** The payment belongs to no partner, regardless of its evidence. */
export type AttributionRemoved = ByHand & { type: "attribution_removed" };
/** The evidence counts again, as it is now. */
export type AttributionUndone = ByHand & { type: "attribution_undone" };
