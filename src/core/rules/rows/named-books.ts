// Which books have rows under a name that an event gives, and under the id of a payment.
import type { NameKind } from "../events/event-names.ts";
import type { BookName } from "./rows.ts";

/** By the id of a payment's event. */
export const booksOfPayment = [
  "sale",
  "commission",
  "platform_fee",
  "refund",
  "dispute",
  "payout_item",
  "sale_change",
  "outcome",
  "manual_attribution",
  "commission_hold",
] as const satisfies readonly BookName[];

export const bookOfKind: { readonly [Kind in NameKind]: BookName } = {
  aliases: "payment_alias",
  clicks: "click",
  commissions: "commission",
  coupons: "coupon",
  customers: "customer",
  groups: "partner_group",
  identities: "identity",
  partners: "partner",
  payouts: "payout",
  products: "policy",
  references: "payment_reference",
  sales: "sale",
  subjects: "lead",
  subscriptions: "subscription",
};
