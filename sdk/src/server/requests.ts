// From a method's input to the HTTP call it means: the fields' names on the wire, and whether the call may be repeated.
// It throws exactly where the interface says so. The money calls refuse names they do not have: a misspelt amount of a refund
// would refund everything, and a test sale that lost its mark would be booked as real.
import type { ClickInput, LeadInput, RefundInput, SaleInput } from "./inputs.ts";

const idCharactersMax = 255;

export type CallRequest = {
  readonly path: string;
  readonly sendsKey: boolean;
  /** Made twice, the call has the effect of one. */
  readonly isIdempotent: boolean;
  readonly body: Readonly<Record<string, unknown>>;
  /** Why the call must not be sent, if it must not. */
  readonly refusal?: string;
};

const leadNames = {
  customerExternalId: "customer_key",
  clickId: "click_id",
  email: "email",
  eventName: "event_name",
  additionalData: "additional_data",
} as const satisfies Record<keyof LeadInput, string>;

const saleNames = {
  customerExternalId: "customer_key",
  clickId: "click_id",
  amount: "amount_cents",
  taxCents: "tax_cents",
  invoiceId: "transaction_id",
  currency: "currency",
  saleType: "sale_type",
  isRecurring: "is_recurring",
  subscriptionId: "subscription_id",
  subscriptionInterval: "subscription_interval",
  couponCode: "coupon_code",
  eventName: "event_name",
} as const satisfies Record<keyof SaleInput, string>;

const clickNames = {
  affiliateUrl: "affiliate_url",
  pageUrl: "page_url",
  referrerUrl: "referrer_url",
  existingClickId: "existing_click_id",
  sub1: "sub1",
  sub2: "sub2",
  sub3: "sub3",
  sub4: "sub4",
  sub5: "sub5",
  userAgent: "user_agent",
} as const satisfies Record<keyof ClickInput, string>;

const refundNames = {
  invoiceId: "transaction_id",
  refundAmountCents: "refund_amount_cents",
  refundReason: "refund_reason",
  refundId: "refund_id",
} as const satisfies Record<keyof RefundInput, string>;

/** A repeated lead is answered with the first one's id. */
export function leadRequest(lead: LeadInput): CallRequest {
  if (isMissing(lead.customerExternalId) && isMissing(lead.clickId)) {
    throw new TypeError("trackLead needs customerExternalId or clickId.");
  }
  return { path: "/api/v1/track/lead", sendsKey: true, isIdempotent: true, body: bodyOf(lead, leadNames) };
}

/** A repeated invoice is answered 409. A sale that names neither customer nor click is the service's to refuse. */
export function saleRequest(sale: SaleInput): CallRequest {
  if (!Number.isSafeInteger(sale.amount) || sale.amount <= 0) {
    throw new TypeError("trackSale needs amount as a positive integer in the currency's smallest unit.");
  }
  if (!isId(sale.invoiceId)) {
    throw new TypeError(`trackSale needs invoiceId as a string of 1 to ${idCharactersMax} characters.`);
  }
  return {
    path: "/api/v1/track/sale",
    sendsKey: true,
    isIdempotent: true,
    body: bodyOf(sale, saleNames),
    ...refusalOfStrangeNames("trackSale", sale, saleNames, "Test sales are sent to POST /api/v1/track/sale directly."),
  };
}

/**
 * Without the visitor's current click, each call creates a new one. With it a repetition finds the click of the first call, unless the
 * service does not know the id; then it creates a second one that is never used.
 */
export function clickRequest(click: ClickInput): CallRequest {
  const isIdempotent = !isMissing(click.existingClickId);
  return { path: "/api/v1/track/click", sendsKey: false, isIdempotent, body: bodyOf(click, clickNames) };
}

/** A repeated refund of the same id, without one of the same amount, or of the rest, is skipped by the service. */
export function refundRequest(refund: RefundInput): CallRequest {
  if (isMissing(refund.invoiceId)) throw new TypeError("trackRefund needs invoiceId.");
  return {
    path: "/api/v1/track/refund",
    sendsKey: true,
    isIdempotent: true,
    body: bodyOf(refund, refundNames),
    ...refusalOfStrangeNames("trackRefund", refund, refundNames),
  };
}

/** An empty id counts as missing: it must never match anything. */
function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function isId(value: unknown): boolean {
  return typeof value === "string" && value !== "" && value.length <= idCharactersMax;
}

function bodyOf(
  input: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(names).map(([field, name]) => [name, input[field]]));
}

function refusalOfStrangeNames(
  method: string,
  input: object,
  names: Readonly<Record<string, string>>,
  instead = "",
): { refusal?: string } {
  const strange = Object.keys(input).filter((name) => !Object.hasOwn(names, name));
  if (strange.length === 0) return {};
  return {
    refusal: `${method} has no ${strange.join(", ")}; it takes ${Object.keys(names).join(", ")}. ${instead}`.trimEnd(),
  };
}
