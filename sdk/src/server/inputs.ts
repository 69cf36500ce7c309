// What the methods of the server library take. null counts as absent, so that what cookies and headers give can be handed on;
// only a refund's amount takes none: without it everything that is left is refunded.

type Optional<Value> = Value | null | undefined;

export type LeadInput = {
  /** Your own id of the customer, the same here and in sales; this or `clickId` is required. */
  readonly customerExternalId?: Optional<string>;
  /** The value of the cookie `svc_click_id`. */
  readonly clickId?: Optional<string>;
  /** Kept by the service only as a keyed hash. */
  readonly email?: Optional<string>;
  /** A label of your own for segmentation. */
  readonly eventName?: Optional<string>;
  /** Kept with the event; `test_mode: true` makes it a test, `program_id` names the program of one. */
  readonly additionalData?: Optional<Readonly<Record<string, unknown>>>;
};

export type SaleInput = {
  /** Resolves attribution from the earlier lead; this, `clickId` or `couponCode` is required. */
  readonly customerExternalId?: Optional<string>;
  /** The value of the cookie `svc_click_id`, for customers no lead was reported for. */
  readonly clickId?: Optional<string>;
  /** Positive integer in the currency's smallest unit: cents, or whole dong. */
  readonly amount: number;
  /** Tax that `amount` includes. */
  readonly taxCents?: Optional<number>;
  /** The idempotency key: one invoice is one sale, however often it is reported. */
  readonly invoiceId: string;
  /** Three letters, USD by default; which ones are taken is for the service to say. */
  readonly currency?: Optional<string>;
  readonly saleType?: Optional<"payment" | "subscription">;
  readonly isRecurring?: Optional<boolean>;
  /** Without it renewals look like first payments. */
  readonly subscriptionId?: Optional<string>;
  readonly subscriptionInterval?: Optional<"monthly" | "quarterly" | "annual">;
  /** The discount code the buyer used: where it is a partner's, the sale may be that partner's. */
  readonly couponCode?: Optional<string>;
  /** A label of your own. */
  readonly eventName?: Optional<string>;
};

export type ClickInput = {
  /** The full affiliate link, with its `aff`. */
  readonly affiliateUrl?: Optional<string>;
  readonly pageUrl?: Optional<string>;
  readonly referrerUrl?: Optional<string>;
  /** The click the visitor has already: the same partner's stays, another partner's is superseded. */
  readonly existingClickId?: Optional<string>;
  /** What the partner, or a network, marked the link with; the link's own `sub1` to `sub5` when left out. */
  readonly sub1?: Optional<string>;
  readonly sub2?: Optional<string>;
  readonly sub3?: Optional<string>;
  readonly sub4?: Optional<string>;
  readonly sub5?: Optional<string>;
  /** The visitor's browser, if it is not the caller's: it identifies bots. */
  readonly userAgent?: Optional<string>;
};

export type RefundInput = {
  /** The sale's `invoiceId`. */
  readonly invoiceId: string;
  /** This refund's own amount; omitted or 0, all that is left of the sale is refunded. */
  readonly refundAmountCents?: number | undefined;
  readonly refundReason?: Optional<string>;
  /** Your own id of this refund: without one, two refunds of the same amount for one sale are taken for one. */
  readonly refundId?: Optional<string>;
};
