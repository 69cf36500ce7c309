// SePay's payment gateway: orders paid, charges of an agreement (a subscription), and payments voided.
// It guarantees that an order's payment goes by its transaction, order and invoice number, and a payment of an agreement
// that comes back by its transaction alone: whether later charges keep the first one's order is not documented, and one
// taken for the first would be lost.
// It never takes another currency than dong: how SePay writes others is not documented. Such an order is understood, and ignored.
// Written from: https://developer.sepay.vn/en/cong-thanh-toan/IPN and the checkout fields of the package `sepay-pg-node`.
import { z } from "zod";
import type { Alias, PaymentSucceeded } from "../../src/core/vocabulary/facts.ts";
import { idText } from "../../src/core/vocabulary/facts.ts";
import type { Reading } from "../adapter.ts";
import type { Verdict } from "../reading.ts";
import {
  aliasesOf,
  attributionKeys,
  currencyCode,
  factVerdict,
  ignored,
  labelText,
  parseJson,
  readAs,
  referencesOf,
  unreadable,
} from "../reading.ts";
import { dong, vietnamTime } from "../vietnam.ts";

const orderSchema = z.object({
  order_id: idText,
  order_invoice_number: idText.nullish(),
  order_currency: z.literal("VND"),
  order_description: z.string().nullish(),
  /** An object or its JSON text; an empty list when it is absent. */
  custom_data: z.unknown().optional(),
});

const agreementSchema = z.object({ agreement_id: idText }).nullish();

const paidSchema = z.object({
  order: orderSchema,
  transaction: z.object({
    transaction_id: idText,
    transaction_status: z.literal("APPROVED"),
    transaction_amount: dong,
    transaction_date: z.string().nullish(),
  }),
  customer: z.object({ customer_id: idText.nullish() }).nullish(),
  agreement: agreementSchema,
});

const voidedSchema = z.object({
  order: orderSchema,
  transaction: z.object({ transaction_id: idText, transaction_date: z.string().nullish() }),
  agreement: agreementSchema,
});

const otherCurrencySchema = z.object({
  notification_type: z.enum(["ORDER_PAID", "RENEWAL_ORDER_PAID", "TRANSACTION_VOID"]),
  order: z.object({ order_currency: currencyCode.refine((currency) => currency.toUpperCase() !== "VND") }),
});

type Paid = z.infer<typeof paidSchema>;
type Voided = z.infer<typeof voidedSchema>;

const labelsSchema = z
  .object({
    notification_type: labelText,
    transaction: z.object({ transaction_id: labelText }).catch({ transaction_id: null }),
  })
  .catch({ notification_type: null, transaction: { transaction_id: null } });

export function readGatewayNotification(json: unknown): Reading {
  const { notification_type: type, transaction } = labelsSchema.parse(json);
  const id = transaction.transaction_id;
  return {
    // A notification has no id of its own, and its `timestamp` is the time of sending.
    providerEventId: type === null || id === null ? null : labelText.parse(`${type}:${id}`),
    providerEventType: type,
    livemode: null,
    verdict: readNotification(type, json),
  };
}

function readNotification(type: string | null, json: unknown): Verdict {
  const foreign = otherCurrencySchema.safeParse(json);
  if (foreign.success) return ignored("unsupported_currency");
  switch (type) {
    case "ORDER_PAID":
      return readAs(type, paidSchema, json, firstPayment);
    case "RENEWAL_ORDER_PAID":
      return readAs(type, paidSchema, json, renewal);
    case "TRANSACTION_VOID":
      return readAs(type, voidedSchema, json, voidOf);
    case null:
      return unreadable("notification_type: not a text");
    default:
      return ignored("event_type_not_used");
  }
}

function firstPayment(paid: Paid): Verdict {
  const { order, transaction } = paid;
  const codes = [order.order_invoice_number, order.order_id, transaction.transaction_id];
  return paymentOf(paid, {
    aliases: orderAliases(paid),
    is_recurring: false,
    references: referencesOf(codes, order.order_description),
  });
}

/** Found by its agreement and never by the order it repeats, which is registered for one payment. */
function renewal(paid: Paid): Verdict {
  return paymentOf(paid, { aliases: [transactionAlias(paid)], is_recurring: true, references: [] });
}

function paymentOf(paid: Paid, names: Pick<PaymentSucceeded, "aliases" | "is_recurring" | "references">): Verdict {
  const { order, transaction, customer, agreement } = paid;
  if (transaction.transaction_amount === 0) return ignored("zero_amount");
  return factVerdict({
    ...names,
    type: "payment_succeeded",
    transaction_id: transactionAlias(paid).value,
    amount_cents: transaction.transaction_amount,
    tax_cents: null,
    currency: order.order_currency,
    occurred_at: vietnamTime(transaction.transaction_date),
    payer: {
      ...attributionKeys([metadataOf(order.custom_data)]),
      provider_customer_id: customer?.customer_id ? `sepay:${customer.customer_id}` : null,
      email: null,
    },
    subscription_id: agreement ? `sepay:${agreement.agreement_id}` : null,
    subscription_interval: null,
    product_id: null,
  });
}

/** The whole payment: SePay voids nothing in part. */
function voidOf(voided: Voided): Verdict {
  return factVerdict({
    type: "payment_refunded",
    aliases: voided.agreement ? [transactionAlias(voided)] : orderAliases(voided),
    refund_id: `sepay:void:${voided.transaction.transaction_id}`,
    amount_cents: null,
    cumulative_cents: null,
    currency: voided.order.order_currency,
    reason: null,
    occurred_at: vietnamTime(voided.transaction.transaction_date),
  });
}

function orderAliases({ order, transaction }: Paid | Voided): Alias[] {
  return aliasesOf([
    ["transaction", `sepay:transaction:${transaction.transaction_id}`],
    ["order", `sepay:order:${order.order_id}`],
    ["invoice", order.order_invoice_number ? `sepay:invoice:${order.order_invoice_number}` : null],
  ]);
}

function transactionAlias({ transaction }: Paid | Voided): Alias {
  return { kind: "transaction", value: `sepay:transaction:${transaction.transaction_id}` };
}

function metadataOf(customData: unknown): unknown {
  return typeof customData === "string" ? parseJson(Buffer.from(customData)) : customData;
}
