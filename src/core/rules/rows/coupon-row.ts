// The row of the books that says whose a discount code was, from an event on; and the names a code goes by.

/** One version of whom a name belongs to, in force from the event that set it; null from the event that took it away. */
export type CouponRow = {
  readonly program_id: number;
  /** `code:ANNA20`, or the id a provider has for the code, such as `stripe:promo_123`. */
  readonly name: string;
  readonly from_event_id: number;
  /** As buyers type it. */
  readonly code: string;
  readonly partner_id: number | null;
  /** When it became the partner's: for what was paid before it earns nothing. */
  readonly owned_from: Date;
};
