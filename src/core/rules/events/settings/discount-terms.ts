// What a discount code gives a buyer, where it is made at a payment provider from here: a part of the price or an amount, and for how long.
// Nothing is attributed by it: the provider applies it, and the books read only whose code a payment was made with.
import { z } from "zod";
import { currencyOf, id, oneOf, rule, wholeNumber } from "../../../vocabulary/fields.ts";
import type { Currency } from "../../../vocabulary/money/currencies.ts";

export const discountDurations = ["once", "forever", "months"] as const;
type DiscountDuration = (typeof discountDurations)[number];

const amountMax = 1_000_000_000_000;
const monthsMax = 120;
const redemptionsMax = 1_000_000_000;
export const discountCodeCharactersMax = 32;

/** What both Stripe and Paddle take. */
export const discountCodeRule = rule(`must be 1 to ${discountCodeCharactersMax} letters and digits of English`);
export const discountCodePattern = /^[A-Za-z0-9]{1,32}$/;
const prefixCharactersMax = 16;
const prefixRule = rule(`must be at most ${prefixCharactersMax} letters and digits of English`);

/** As calls give them, each in a field of its own. */
export const discountFields = {
  percent_off: wholeNumber([1, 100], "The part of the price, in percent; or amount_off_cents in its place").optional(),
  amount_off_cents: wholeNumber([1, amountMax], "The amount, in the currency's smallest unit").optional(),
  currency: currencyOf("The currency of amount_off_cents").optional(),
  duration: oneOf(discountDurations, "For how long").default("once").meta({
    description:
      "Of a subscription: its first payment, all, or those of so many months; at Paddle a month is a billing period",
  }),
  months: wholeNumber([1, monthsMax], "With duration months: how many").optional(),
  max_redemptions: wholeNumber([1, redemptionsMax], "How often the code may be used in all").optional(),
};

type GivenTerms = z.output<z.ZodObject<typeof discountFields>>;

export type DiscountTerms = {
  readonly percent_off: number | null;
  readonly amount_off_cents: number | null;
  readonly currency: Currency | null;
  readonly duration: DiscountDuration;
  readonly months: number | null;
  readonly max_redemptions: number | null;
};

type Fault = { readonly field: keyof DiscountTerms; readonly message: string };

/** What does not go together, each with the field that is to change. */
export function faultsOfDiscount(given: GivenTerms): Fault[] {
  const { percent_off, amount_off_cents, currency, duration, months } = given;
  const faults: Fault[] = [];
  if ((percent_off === undefined) === (amount_off_cents === undefined))
    faults.push({ field: "percent_off", message: "or amount_off_cents is required, and not both." });
  if ((amount_off_cents === undefined) !== (currency === undefined))
    faults.push({ field: "currency", message: "goes with amount_off_cents, and amount_off_cents with it." });
  if ((duration === "months") !== (months !== undefined))
    faults.push({ field: "months", message: "goes with the duration months, and that with it." });
  return faults;
}

export function discountTermsOf(given: GivenTerms): DiscountTerms {
  const { percent_off = null, amount_off_cents = null, currency = null, duration, months = null } = given;
  return { percent_off, amount_off_cents, currency, duration, months, max_redemptions: given.max_redemptions ?? null };
}

/** Of a group: each partner that joins it gets a code of its own, which gives this. */
export const partnerDiscountSchema = z
  .strictObject({
    connection_id: id("The connection at whose provider the codes are made"),
    ...discountFields,
    code_prefix: z
      .string(prefixRule)
      .regex(/^[A-Za-z0-9]{0,16}$/, prefixRule)
      .default("")
      .meta({ description: "What each code begins with, before the partner's own code" }),
  })
  .superRefine((given, context) => {
    for (const { field, message } of faultsOfDiscount(given)) {
      context.addIssue({ code: "custom", path: [field], message });
    }
  })
  .meta({
    description: "A discount code of its own for each partner that joins",
    examples: [{ connection_id: 1, percent_off: 20, duration: "months", months: 3 }],
  });

export type PartnerDiscount = DiscountTerms & { readonly connection_id: number; readonly code_prefix: string };

export function partnerDiscountOf({
  connection_id,
  code_prefix,
  ...given
}: z.output<typeof partnerDiscountSchema>): PartnerDiscount {
  return { connection_id, code_prefix, ...discountTermsOf(given) };
}
