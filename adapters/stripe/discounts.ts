// What Stripe says of the discounts a payment was made with: ids of promotion codes and coupons, and a code where it is expanded.
// A discount's own id (`di_`) is of one customer's use of a code and says nothing.
// Written from: https://docs.stripe.com/api/checkout/sessions/object (discounts), https://docs.stripe.com/api/discounts/object.
import { discountsOf } from "../reading.ts";

export function discountsOfStripe(reported: readonly unknown[]): { discounts?: string[] } {
  return discountsOf(reported, (name) => !name.startsWith("di_"));
}
