// Stripe's single charges: what one brought in for an invoice, and payment intents a brand confirms itself (Payment Element).
// It guarantees that an intent is money only where it carries our keys, since every session and invoice has intents too; that
// such money is one part of the payment that claims the intent, before or after; and that what was captured counts, not what
// was authorised. Money that an invoice only notes (`payment_record`) is reported as paid out of band.
// Written from: https://docs.stripe.com/api/invoice-payment/object, https://docs.stripe.com/api/payment_intents/object,
// https://docs.stripe.com/changelog/basil/2025-03-31/add-support-for-multiple-partial-payments-on-invoices.
import { z } from "zod";
import { idText } from "../../src/core/vocabulary/facts.ts";
import type { Verdict } from "../reading.ts";
import { aliasesOf, cents, currencyCode, factVerdict, ignored, readAs } from "../reading.ts";
import { identified } from "./names.ts";
import { payerOf } from "./payer.ts";

const optionalId = idText.nullish();

const invoicePaymentSchema = z.object({
  id: idText,
  invoice: idText,
  /** Null until it is paid. */
  amount_paid: cents.nullish(),
  currency: currencyCode.nullish(),
  payment: z.object({ type: z.string().nullish(), payment_intent: optionalId, charge: optionalId }),
});

const paymentIntentSchema = z.object({
  id: idText,
  /** Until 2025-03-31. */
  invoice: optionalId,
  latest_charge: optionalId,
  /** Until 2022-11-15; failed tries among them belong to the payment as well. */
  charges: z.object({ data: z.array(z.object({ id: idText })) }).nullish(),
  /** What was captured; less than was authorised where the brand captured a part. */
  amount_received: cents.nullish(),
  currency: currencyCode.nullish(),
  customer: optionalId,
  customer_account: optionalId,
  receipt_email: z.string().nullish(),
  metadata: z.unknown().optional(),
});

type PaymentIntent = z.infer<typeof paymentIntentSchema>;

/** Each payment of an invoice once it is paid: the invoice itself is reported when all of it is paid. */
export function readInvoicePayment(object: unknown, occurredAt: string): Verdict {
  return readAs("invoice_payment", invoicePaymentSchema, object, (paid) => {
    const { payment_intent: intent, charge, type } = paid.payment;
    const names = [
      ["invoice", paid.invoice],
      ["payment_intent", intent],
      ["charge", charge],
    ] as const;
    if (!paid.amount_paid || !paid.currency) return identified(occurredAt, names);
    return factVerdict({
      type: "payment_identified",
      aliases: aliasesOf(names),
      part: {
        part_id: paid.id,
        within: intent ?? charge ?? null,
        amount_cents: paid.amount_paid,
        currency: paid.currency.toUpperCase(),
        is_out_of_band: type === "payment_record",
      },
      occurred_at: occurredAt,
    });
  });
}

export function readPaymentIntent(object: unknown, occurredAt: string): Verdict {
  return readAs("payment_intent", paymentIntentSchema, object, (intent) => {
    const payer = payerOf({ ...intent, metadata: [intent.metadata], email: intent.receipt_email });
    const isOurs = (payer.click_id ?? payer.customer_key ?? payer.program_id) !== null;
    const { amount_received: amount, currency } = intent;
    if (!isOurs || intent.invoice || amount == null || !currency) return identified(occurredAt, namesOf(intent));
    if (amount === 0) return ignored("zero_amount");
    return factVerdict({
      type: "payment_succeeded",
      transaction_id: intent.id,
      aliases: aliasesOf(namesOf(intent)),
      amount_cents: amount,
      amount_kind: "part",
      tax_cents: null,
      currency: currency.toUpperCase(),
      occurred_at: occurredAt,
      payer,
      subscription_id: null,
      is_recurring: false,
      subscription_interval: null,
      product_id: null,
      references: [],
    });
  });
}

function namesOf(intent: PaymentIntent) {
  return [
    ["invoice", intent.invoice],
    ["payment_intent", intent.id],
    ["charge", intent.latest_charge],
    ...(intent.charges?.data ?? []).map((charge) => ["charge", charge.id] as const),
  ] as const;
}
