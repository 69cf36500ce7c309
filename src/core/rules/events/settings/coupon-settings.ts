// Of a payment with a partner's discount code and another partner's click: which counts. A program that never said so has no such
// field in its events, and the click counts.
import { z } from "zod";
import { oneOf } from "../../../vocabulary/fields.ts";

const couponPrecedences = ["click", "coupon"] as const;

export const couponSettingsSchema = z.strictObject({
  coupon_precedence: oneOf(
    couponPrecedences,
    "Which wins if a payment has one partner's code and another's click; click in a new program. Renewals and customers with a first sale outrank both",
  ),
});

export type CouponSettings = z.infer<typeof couponSettingsSchema>;

/** What was never set has its default. */
export function couponSettingsOf(
  settings: { readonly [Name in keyof CouponSettings]?: CouponSettings[Name] | undefined },
): CouponSettings {
  return { coupon_precedence: settings.coupon_precedence ?? "click" };
}
