// Stripe's events that bring no money to book but teach that two names belong to one payment.
// It guarantees that a fact names at least two of invoice, payment intent and charge: since 2025-03-31 a refund or a
// dispute names only the last two and a subscription's payment only the first, and these events join them.
// It never tells a payment: the same money is told by its checkout session or its invoice.
// Written from: https://docs.stripe.com/api/invoice-payment/object, https://docs.stripe.com/changelog/basil.
import { z } from "zod";
import { idText } from "../../src/core/facts.ts";
import type { Verdict } from "../reading.ts";
import { aliasesOf, factVerdict, ignored, readAs } from "../reading.ts";

const optionalId = idText.nullish();

const invoicePaymentSchema = z.object({
  invoice: idText,
  payment: z.object({ payment_intent: optionalId, charge: optionalId }),
});

const chargeSchema = z.object({ id: idText, payment_intent: optionalId, invoice: optionalId });

const paymentIntentSchema = z.object({
  id: idText,
  invoice: optionalId,
  latest_charge: optionalId,
  /** Until 2022-11-15; failed tries among them belong to the payment as well. */
  charges: z.object({ data: z.array(z.object({ id: idText })) }).nullish(),
});

export function readInvoicePayment(object: unknown, occurredAt: string): Verdict {
  return readAs("invoice_payment", invoicePaymentSchema, object, ({ invoice, payment }) =>
    identified(occurredAt, [
      ["invoice", invoice],
      ["payment_intent", payment.payment_intent],
      ["charge", payment.charge],
    ]),
  );
}

export function readChargeNames(object: unknown, occurredAt: string): Verdict {
  return readAs("charge", chargeSchema, object, (charge) =>
    identified(occurredAt, [
      ["invoice", charge.invoice],
      ["payment_intent", charge.payment_intent],
      ["charge", charge.id],
    ]),
  );
}

export function readPaymentIntentNames(object: unknown, occurredAt: string): Verdict {
  return readAs("payment_intent", paymentIntentSchema, object, (intent) =>
    identified(occurredAt, [
      ["invoice", intent.invoice],
      ["payment_intent", intent.id],
      ["charge", intent.latest_charge],
      ...(intent.charges?.data ?? []).map((charge) => ["charge", charge.id] as const),
    ]),
  );
}

function identified(occurredAt: string, names: Parameters<typeof aliasesOf>[0]): Verdict {
  const aliases = aliasesOf(names);
  if (aliases.length < 2) return ignored("no_second_name");
  return factVerdict({ type: "payment_identified", aliases, occurred_at: occurredAt });
}
