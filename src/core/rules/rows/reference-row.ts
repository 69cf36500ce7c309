// The row of the books that says what a brand registered of a payment before it came.

/** `reference` is `<provider>:<keyed hash of the normalised reference>`. */
export type PaymentReferenceRow = {
  readonly program_id: number;
  readonly reference: string;
  readonly event_id: number;
  readonly customer_key: string | null;
  readonly click_id: string | null;
  readonly amount_cents: number | null;
  readonly currency: string | null;
  readonly product_id: string | null;
  /** What was counted towards the order so far, and in which sales. */
  readonly paid_cents: number;
  readonly counted_sale_ids: readonly number[];
};
