// Discount codes at Stripe: a coupon, which says what is given, and a promotion code, which buyers type. The coupon has our key as its id,
// and each request its idempotency key, so that repeating them makes no second one even after Stripe forgot the keys.
// Written from: https://docs.stripe.com/api/coupons/create and https://docs.stripe.com/api/promotion_codes/create.
import type { Stripe } from "stripe";
import { z } from "zod";
import { amountAtStripe } from "../../../../../adapters/stripe/minor-units.ts";
import type { DiscountTerms } from "../../../../core/rules/events/settings/discount-terms.ts";
import type { Asking } from "../ask.ts";
import { AskDelayed, AskFailed, AskRefused } from "../ask-failed.ts";
import { packageFor, read, unwrapped } from "../stripe.ts";
import type { DiscountApi, DiscountOrder } from "./discount-api.ts";

const perPage = 100;
const nameCharactersMax = 40;

const codeSchema = z.object({
  id: z.string(),
  active: z.boolean(),
  metadata: z.object({ svc_key: z.string().optional() }).nullish(),
});
const codesSchema = z.object({ data: z.array(codeSchema) });

export const stripeDiscounts: DiscountApi = {
  provider: "stripe",
  permission: "Coupons: Write and Promotion Codes: Write",
  async find(asking, code) {
    const { promotionCodes } = await packageFor(asking);
    // The newest first: of one code at most one is active, and those that follow were ended.
    const page = await unwrapped(promotionCodes.list({ code, limit: perPage }));
    const { data } = read(codesSchema, page, "a list of promotion codes");
    return data.map(({ id, active, metadata }) => ({ id, isActive: active, key: metadata?.svc_key ?? null }));
  },
  async create(asking, order) {
    const { promotionCodes, coupons } = await packageFor(asking);
    const { code, key, terms } = order;
    const coupon = await makeCoupon(asking, order);
    const params: Stripe.PromotionCodeCreateParams = {
      promotion: { type: "coupon", coupon },
      code,
      metadata: metadataOf(order),
      ...(terms.max_redemptions === null ? {} : { max_redemptions: terms.max_redemptions }),
    };
    try {
      const made = await unwrapped(promotionCodes.create(params, { idempotencyKey: `${key}-code` }));
      return read(codeSchema, made, "a promotion code").id;
    } catch (error) {
      // Without its code the coupon is of no use; what may have been made keeps it.
      if (isFinal(error)) await unwrapped(coupons.del(coupon)).catch(() => undefined);
      throw error;
    }
  },
  async setActive(asking, discountId, isActive) {
    const { promotionCodes } = await packageFor(asking);
    await unwrapped(promotionCodes.update(discountId, { active: isActive }));
  },
};

async function makeCoupon(asking: Asking, order: DiscountOrder): Promise<string> {
  const { coupons } = await packageFor(asking);
  const id = `svc_${order.key}`;
  const params = {
    id,
    name: order.code.slice(0, nameCharactersMax),
    metadata: metadataOf(order),
    ...given(order.terms),
  };
  try {
    await unwrapped(coupons.create(params, { idempotencyKey: `${order.key}-coupon` }));
  } catch (error) {
    if (!isFinal(error)) throw error;
    // It was made before, and Stripe forgot the key since.
    await unwrapped(coupons.retrieve(id)).catch((missing: unknown) => {
      throw isFinal(missing) ? error : missing;
    });
  }
  return id;
}

function given(terms: DiscountTerms): Stripe.CouponCreateParams {
  return { ...amountOf(terms), ...durationOf(terms) };
}

function amountOf({ percent_off, amount_off_cents, currency }: DiscountTerms): Stripe.CouponCreateParams {
  if (amount_off_cents === null || currency === null) return { percent_off: percent_off ?? 0 };
  const amount_off = amountAtStripe(amount_off_cents, currency);
  if (amount_off === null) throw new AskFailed(`Stripe has no such amount of ${currency}: it counts in whole ones.`);
  return { amount_off, currency: currency.toLowerCase() };
}

function durationOf({ duration, months }: DiscountTerms): Stripe.CouponCreateParams {
  if (duration !== "months" || months === null) return { duration: duration === "forever" ? "forever" : "once" };
  return { duration: "repeating", duration_in_months: months };
}

function metadataOf({ programId, partnerId, key }: DiscountOrder): Record<string, string> {
  return { svc_program_id: String(programId), svc_partner_id: String(partnerId), svc_key: key };
}

function isFinal(error: unknown): boolean {
  return error instanceof AskFailed && !(error instanceof AskDelayed) && !(error instanceof AskRefused);
}
