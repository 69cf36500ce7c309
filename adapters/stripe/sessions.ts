// Stripe's checkout sessions, Payment Links and buy buttons included: one-off payments, and whose a subscription is.
// It guarantees one transaction id per payment (`invoice ?? payment_intent ?? session`), so that a session and the invoice or
// intent it made meet under one name, and that a subscription is charged by its invoices only.
// It never counts a session that was only authorised: with manual capture the intent reports the money when it is captured.
// Written from: https://docs.stripe.com/api/checkout/sessions/object, https://docs.stripe.com/payments/checkout/fulfill-orders,
// https://docs.stripe.com/payment-links/url-parameters.
import { z } from "zod";
import type { Payer } from "../../src/core/vocabulary/facts.ts";
import { idText } from "../../src/core/vocabulary/facts.ts";
import type { Choices } from "../adapter.ts";
import type { Verdict } from "../reading.ts";
import { aliasesOf, cents, currencyCode, factVerdict, ignored, readAs, taxCents, unreadable } from "../reading.ts";
import { discountsOfStripe } from "./discounts.ts";
import { payerOf, referenceAsMetadata } from "./payer.ts";

const optionalId = idText.nullish();
const metadata = z.unknown().optional();
const text = z.string().nullish();

const sessionSchema = z.object({
  id: idText,
  mode: z.enum(["payment", "subscription", "setup"]),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  amount_total: cents.nullish(),
  currency: currencyCode.nullish(),
  total_details: z.object({ amount_tax: taxCents }).nullish(),
  payment_intent: optionalId,
  invoice: optionalId,
  subscription: optionalId,
  customer: optionalId,
  customer_account: optionalId,
  client_reference_id: text,
  discounts: z.unknown().optional(),
  customer_details: z.object({ email: text }).nullish(),
  customer_email: text,
  metadata,
});

type Session = z.infer<typeof sessionSchema>;

export function readCheckoutSession(object: unknown, occurredAt: string, choices: Choices): Verdict {
  return readAs("checkout.session", sessionSchema, object, (session) => {
    switch (session.mode) {
      case "setup":
        return ignored("setup_mode");
      case "subscription":
        return subscriptionStarted(session, occurredAt, sessionPayer(session, choices));
      case "payment":
        return sessionPayment(session, occurredAt, sessionPayer(session, choices));
    }
  });
}

function subscriptionStarted(session: Session, occurredAt: string, payer: Payer): Verdict {
  if (!session.subscription) return unreadable("checkout.session.subscription: missing in subscription mode");
  return factVerdict({
    type: "subscription_started",
    subscription_id: session.subscription,
    // The session and the invoice are names of the subscription's first payment.
    aliases: aliasesOf([
      ["checkout_session", session.id],
      ["invoice", session.invoice],
    ]),
    occurred_at: occurredAt,
    payer,
    ...discountsOfStripe([session.discounts]),
  });
}

function sessionPayment(session: Session, occurredAt: string, payer: Payer): Verdict {
  if (session.payment_status === "unpaid") return ignored("awaiting_async_payment");
  if (session.payment_status === "no_payment_required") return ignored("no_payment_required");
  if (session.amount_total === 0) return ignored("zero_amount");
  if (!session.amount_total) return unreadable("checkout.session.amount_total: missing in a paid session");
  if (!session.currency) return unreadable("checkout.session.currency: missing in a paid session");
  return factVerdict({
    type: "payment_succeeded",
    transaction_id: session.invoice ?? session.payment_intent ?? session.id,
    aliases: aliasesOf([
      ["invoice", session.invoice],
      ["payment_intent", session.payment_intent],
      ["checkout_session", session.id],
    ]),
    amount_cents: session.amount_total,
    tax_cents: session.total_details?.amount_tax ?? null,
    currency: session.currency.toUpperCase(),
    occurred_at: occurredAt,
    payer,
    subscription_id: null,
    is_recurring: false,
    subscription_interval: null,
    // Line items are not in the event.
    product_id: null,
    references: [],
    ...discountsOfStripe([session.discounts]),
  });
}

function sessionPayer(session: Session, choices: Choices): Payer {
  return payerOf({
    metadata: [session.metadata, referenceAsMetadata(session.client_reference_id, choices)],
    customer: session.customer,
    customer_account: session.customer_account,
    email: session.customer_details?.email ?? session.customer_email,
  });
}
