// Discount codes at Paddle: one discount, which has the code itself. Paddle knows no idempotency key, so a code is always looked for before
// it is made (discount-api.ts), by the key that it carries.
// Written from: https://developer.paddle.com/api-reference/discounts/create-discount and
// https://developer.paddle.com/api-reference/discounts/list-discounts.
import type { CreateDiscountRequestBody, CurrencyCode } from "@paddle/paddle-node-sdk";
import { z } from "zod";
import type { DiscountTerms } from "../../../../core/rules/events/settings/discount-terms.ts";
import { AskFailed } from "../ask-failed.ts";
import { packageFor } from "../paddle.ts";
import type { DiscountApi } from "./discount-api.ts";

/** All that the package names. */
const currenciesOfPaddle: readonly CurrencyCode[] = [
  ...(["USD", "EUR", "GBP", "JPY", "AUD", "CAD", "CHF", "CLP", "HKD", "SGD", "SEK", "ARS", "BRL", "CNY"] as const),
  ...(["COP", "CZK", "DKK", "HUF", "ILS", "INR", "KRW", "MXN", "NOK", "NZD", "PEN", "PLN", "RUB", "THB"] as const),
  ...(["TRY", "TWD", "UAH", "VND", "ZAR"] as const),
];

const customDataSchema = z.object({ svc_key: z.string() });

export const paddleDiscounts: DiscountApi = {
  provider: "paddle",
  permission: "discount.read and discount.write",
  async find(asking, code) {
    const { paddle } = await packageFor(asking);
    const page = await paddle.discounts
      .list({ code: [code], status: ["active", "archived", "expired", "used"] })
      .next();
    return page.map(({ id, status, customData }) => ({
      id,
      isActive: status === "active",
      key: customDataSchema.safeParse(customData).data?.svc_key ?? null,
    }));
  },
  async create(asking, { programId, partnerId, code, key, terms, description }) {
    const { paddle } = await packageFor(asking);
    const { id } = await paddle.discounts.create({
      ...given(terms),
      code,
      description,
      enabledForCheckout: true,
      usageLimit: terms.max_redemptions,
      customData: { svc_program_id: programId, svc_partner_id: partnerId, svc_key: key },
    });
    return id;
  },
  async setActive(asking, discountId, isActive) {
    const { paddle } = await packageFor(asking);
    await paddle.discounts.update(discountId, { status: isActive ? "active" : "archived" });
  },
};

type Given = Pick<
  CreateDiscountRequestBody,
  "type" | "amount" | "currencyCode" | "recur" | "maximumRecurringIntervals"
>;

/** It counts billing periods: of a yearly subscription, one month is a year. */
function given({ percent_off, amount_off_cents, currency, duration, months }: DiscountTerms): Given {
  const lasting = { recur: duration !== "once", maximumRecurringIntervals: duration === "months" ? months : null };
  if (amount_off_cents === null || currency === null)
    return { type: "percentage", amount: String(percent_off), ...lasting };
  const currencyCode = currenciesOfPaddle.find((each) => each === currency);
  if (currencyCode === undefined) throw new AskFailed(`Paddle gives no discounts in ${currency}.`);
  return { type: "flat", amount: String(amount_off_cents), currencyCode, ...lasting };
}
