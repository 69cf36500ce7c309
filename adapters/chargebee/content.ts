// What is read of the content of Chargebee's events, in the shapes of its API.
// Written from: the pages that adapters/chargebee.ts names.
import { z } from "zod";
import { idText } from "../../src/core/vocabulary/facts.ts";
import { cents, currencyCode, unixSeconds } from "../reading.ts";

const optionalId = idText.nullish().catch(null);
const time = unixSeconds.nullish().catch(null);
const holder = z
  .looseObject({ id: optionalId, email: z.string().nullish().catch(null) })
  .nullish()
  .catch(null);

const transactionSchema = z.object({
  id: idText,
  type: z.enum(["authorization", "payment", "refund", "payment_reversal"]),
  status: z.string(),
  amount: cents,
  currency_code: currencyCode,
  gateway: z.string().nullish().catch(null),
  id_at_gateway: optionalId,
  customer_id: optionalId,
  subscription_id: optionalId,
  refunded_txn_id: optionalId,
  reference_transaction_id: optionalId,
  linked_payments: z
    .array(z.object({ id: optionalId }))
    .nullish()
    .catch(null),
  date: time,
});

const invoiceSchema = z
  .object({
    total: z.unknown().optional(),
    tax: cents.nullish().catch(null),
    first_invoice: z.boolean().nullish().catch(null),
    line_items: z
      .array(z.object({ entity_type: z.string().nullish(), entity_id: optionalId }))
      .nullish()
      .catch(null),
    discounts: z
      .array(z.object({ coupon_set_code: z.unknown().optional(), entity_id: z.unknown().optional() }))
      .nullish()
      .catch(null),
  })
  .nullish()
  .catch(null);

const subscriptionSchema = z
  .looseObject({
    id: optionalId,
    billing_period: z.int().nullish().catch(null),
    billing_period_unit: z.string().nullish().catch(null),
  })
  .nullish()
  .catch(null);

export const contentSchema = z.object({
  transaction: transactionSchema,
  invoice: invoiceSchema,
  subscription: subscriptionSchema,
  customer: holder,
});
export const beginningSchema = z.object({
  subscription: z.looseObject({ id: idText, customer_id: optionalId, created_at: time }),
  customer: holder,
});

export type Content = z.infer<typeof contentSchema>;
export type Transaction = Content["transaction"];
