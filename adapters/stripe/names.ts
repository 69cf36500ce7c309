// Stripe's events that bring no money to book but teach that two names belong to one payment.
// It guarantees that a fact names at least two of invoice, payment intent and charge: since 2025-03-31 a refund or a
// dispute names only the last two and a subscription's payment only the first, and these events join them.
// It never reports a payment: the same money is reported by its checkout session, its invoice or its intent.
// Written from: https://docs.stripe.com/api/invoice-payment/object, https://docs.stripe.com/changelog/basil.
import { z } from "zod";
import { idText } from "../../src/core/vocabulary/facts.ts";
import type { Verdict } from "../reading.ts";
import { aliasesOf, factVerdict, ignored, readAs } from "../reading.ts";

const optionalId = idText.nullish();

const chargeSchema = z.object({ id: idText, payment_intent: optionalId, invoice: optionalId });

export function readChargeNames(object: unknown, occurredAt: string): Verdict {
  return readAs("charge", chargeSchema, object, (charge) =>
    identified(occurredAt, [
      ["invoice", charge.invoice],
      ["payment_intent", charge.payment_intent],
      ["charge", charge.id],
    ]),
  );
}

/** Names alone; a single one joins nothing. */
export function identified(occurredAt: string, names: Parameters<typeof aliasesOf>[0]): Verdict {
  const aliases = aliasesOf(names);
  if (aliases.length < 2) return ignored("no_second_name");
  return factVerdict({ type: "payment_identified", aliases, occurred_at: occurredAt });
}
