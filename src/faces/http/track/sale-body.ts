// The body of a sale call. Unknown fields are ignored, but names that look like one of ours are refused: a sale booked at the wrong
// amount, or a test booked as real, would go unnoticed.
// The currency is any string here: whether it is one of ours is judged with the sale, and answered with a code of its own.
import { z } from "zod";
import { providers } from "../../../../adapters/names.ts";
import type { SaleCall } from "../../../engine/recording/tracking.ts";
import { refuseFields } from "../../../product/operation/refusal.ts";
import type { JsonBody } from "../json-body.ts";
import {
  additionalData,
  amountCents,
  freeForm,
  isTestMode,
  namesOf,
  oneOf,
  optionalFlag,
  optionalId,
  readFields,
  requiredId,
} from "./call-fields.ts";

const millisecondsPerMinute = 60_000;
const millisecondsPerDay = 86_400_000;
const occurredAgeDaysMax = 30;
const occurredAheadMinutesMax = 5;
const currencyByDefault = "USD";
/** How zod says that a time has no seconds. */
const minutePrecision = -1;

/** The field that an unknown name probably meant. */
const lookAlikes: Readonly<Record<string, string>> = {
  amount: "amount_cents, an integer in the smallest currency unit",
  tax: "tax_cents",
  test_mode: "additional_data.test_mode, or livemode: false",
  testMode: "additional_data.test_mode, or livemode: false",
  live_mode: "livemode",
  liveMode: "livemode",
};

const fields = {
  /** Below zero where a credited line was taxed and the charge is not. */
  tax_cents: z
    .int("must be an integer")
    .nullable()
    .default(null)
    .meta({ description: "Tax within amount_cents; kept and not used" }),
  customer_key: optionalId.meta({ description: "The brand's own id of the customer, as its lead named it" }),
  click_id: optionalId.meta({ description: "The cookie `svc_click_id`, for customers without a lead" }),
  currency: z
    .string("must be a string")
    .max(255, "must have at most 255 characters")
    .nullable()
    .default(null)
    .transform((currency) => currency ?? currencyByDefault)
    .meta({
      description: "One that the program takes: USD, EUR or VND unless it was set otherwise; USD by default",
      examples: ["USD"],
    }),
  sale_type: oneOf(["payment", "subscription"])
    .nullable()
    .default(null)
    .transform((type) => type ?? "payment")
    .meta({ description: "payment by default" }),
  line_items: freeForm.meta({ description: "What was bought, in any form, at most 16 KiB" }),
  is_recurring: optionalFlag
    .transform((flag) => flag ?? false)
    .meta({ description: "It renews the subscription that subscription_id names" }),
  subscription_id: optionalId.meta({ description: "The subscription, in each of its payments" }),
  subscription_interval: oneOf(["monthly", "quarterly", "annual"])
    .nullable()
    .default(null)
    .meta({ description: "How often it is paid" }),
  product_id: optionalId.meta({ description: "The product, for its own commission terms" }),
  occurred_at: z
    .union(
      [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: minutePrecision })],
      "must be an ISO 8601 time with an offset, such as 2026-01-31T12:00:00Z",
    )
    .nullable()
    .default(null)
    .transform((text) => (text === null ? null : new Date(text)))
    .meta({
      description: `When it was paid, for reports only: at most ${occurredAgeDaysMax} days old and ${occurredAheadMinutesMax} minutes ahead`,
    }),
  provider: oneOf(providers).nullable().default(null).meta({ description: "The payment provider" }),
  provider_payment_id: requiredId
    .nullable()
    .default(null)
    .meta({ description: "The provider's own id of the payment" }),
  livemode: optionalFlag.meta({ description: "false: a test" }),
  event_name: optionalId.meta({ description: "A label of the brand's own" }),
  coupon_code: optionalId.meta({
    description: "The discount code the buyer used: where it is a partner's, the sale may be that partner's",
  }),
  additional_data: additionalData,
};

const described = {
  transaction_id: { description: "The payment's unique id: each is recorded only once" },
  amount_cents: { description: "What was paid, in the currency's smallest unit", examples: [4900] },
};

export const liveSaleBody = z.object({
  transaction_id: requiredId.meta(described.transaction_id),
  amount_cents: amountCents.meta(described.amount_cents),
  ...fields,
});

/** What a test call leaves out is absent; what it does send must be well-formed as in a live one. */
export const testSaleBody = z.object({
  transaction_id: requiredId.nullable().default(null).meta(described.transaction_id),
  amount_cents: amountCents.nullable().default(null).meta(described.amount_cents),
  ...fields,
});

export const saleFields = namesOf(liveSaleBody);

export function readSaleBody(body: JsonBody, nowMilliseconds: number): Omit<SaleCall, "access"> {
  const strange = Object.keys(lookAlikes).filter((name) => Object.hasOwn(body, name));
  if (strange.length > 0) {
    throw refuseFields(
      strange.map((field) => ({ field, message: `is not a field of a sale: use ${lookAlikes[field]}.` })),
    );
  }
  const { occurred_at, livemode, coupon_code, ...said } = readFields(
    saysTest(body) ? testSaleBody : liveSaleBody,
    body,
  );
  if (occurred_at !== null) checkOccurredAt(occurred_at, nowMilliseconds);
  const data = coupon_code === null ? said : { ...said, coupon_code };
  return { isTest: livemode === false || isTestMode(data.additional_data), occurredAt: occurred_at, data };
}

/** Read before anything is known to be well-formed: only which fields are required hangs on it. */
function saysTest(body: JsonBody): boolean {
  return body.livemode === false || isTestMode(body.additional_data);
}

function checkOccurredAt(occurredAt: Date, nowMilliseconds: number): void {
  const age = nowMilliseconds - occurredAt.getTime();
  const tooOld = age > occurredAgeDaysMax * millisecondsPerDay;
  if (!tooOld && age >= -occurredAheadMinutesMax * millisecondsPerMinute) return;
  const message = tooOld
    ? `must be at most ${occurredAgeDaysMax} days old.`
    : `must be at most ${occurredAheadMinutesMax} minutes in the future.`;
  throw refuseFields([{ field: "occurred_at", message }]);
}
