// RevenueCat: checks signed deliveries and says what purchases, renewals and refunds in app stores and on the web mean.
// It guarantees that an amount is what the buyer paid, in the currency of the purchase, and never an estimate: store fees and taxes,
// which RevenueCat estimates, are not counted.
// It never reports a refund of an earlier period of a subscription, since RevenueCat reports the latest period's only, and no dispute:
// a store reports one as a refund.
// Written from: https://www.revenuecat.com/docs/integrations/webhooks (event types and fields, sample events), as in RevenueCat/docs
// @bf39a9cd. The signed header is switched on in RevenueCat's dashboard only; an endpoint that its API made is proven by the Authorization
// value that we gave it, and by nothing that a person typed there.
import { z } from "zod";
import { type Fact, idText, type Payer } from "../src/core/vocabulary/facts.ts";
import type { Adapter, Delivery, Reading, Verification } from "./adapter.ts";
import { decimalText, minorUnits } from "./decimal.ts";
import type { Labels, Verdict } from "./reading.ts";
import {
  aliasesOf,
  attributionKeys,
  currencyCode,
  customerOf,
  discountsOf,
  factVerdict,
  ignored,
  labelText,
  readAs,
  readBody,
  unreadable,
  usableEmail,
} from "./reading.ts";
import { signedBy, verifySharedSecret } from "./signature.ts";

/** Begins each Authorization value that the service generates, and no signing secret. */
export const authorizationSecretPrefix = "svc_authorization_";

/** The last millisecond of the year 9999: later ones have no ISO form with four digits. */
const unixMillisecondsMax = 253_402_300_799_999;
/** RevenueCat makes these up for users the app has not named. */
const anonymousPrefix = "$RCAnonymousID:";
/** Providers that may be connected on their own: their names of a payment are kept as they are, so that it counts once. */
const layersBelow: ReadonlySet<string> = new Set(["STRIPE", "PADDLE"]);

const milliseconds = z.int().min(0).max(unixMillisecondsMax).nullish().catch(null);
const userId = z.string().nullish().catch(null);

const eventSchema = z.object({ event: z.looseObject({ type: idText }) });

const labelsSchema = z
  .object({
    event: z.object({
      id: labelText,
      type: labelText,
      environment: z.enum(["PRODUCTION", "SANDBOX"]).nullable().catch(null),
    }),
  })
  .catch({ event: { id: null, type: null, environment: null } });

const attributeSchema = z.object({ value: z.unknown() });
const attributesSchema = z.record(z.string(), z.unknown()).nullish().catch(null);

const transactionSchema = z.object({
  store: idText,
  transaction_id: idText,
  original_transaction_id: idText.nullish(),
  product_id: idText.nullish(),
  currency: currencyCode.nullish(),
  price_in_purchased_currency: decimalText.nullish(),
  purchased_at_ms: milliseconds,
  event_timestamp_ms: milliseconds,
  app_user_id: userId,
  original_app_user_id: userId,
  aliases: z.array(z.unknown()).nullish().catch(null),
  subscriber_attributes: attributesSchema,
  offer_code: z.unknown().optional(),
});

const renewalSchema = z.object({ is_trial_conversion: z.boolean().nullish() });
const cancellationSchema = z.object({ cancel_reason: z.string().nullish() });

type Transaction = z.infer<typeof transactionSchema>;
type Reader = (event: unknown) => Verdict;

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["INITIAL_PURCHASE", (event) => readPurchase(event, { isSubscription: true, isRecurring: false })],
  ["NON_RENEWING_PURCHASE", (event) => readPurchase(event, { isSubscription: false, isRecurring: false })],
  ["RENEWAL", readRenewal],
  ["CANCELLATION", readCancellation],
  ["REFUND_REVERSED", readReversedRefund],
]);

const signatureHeader = "x-revenuecat-webhook-signature";
const signing = signedBy({
  family: "timestamped_hex",
  header: signatureHeader,
  separator: ",",
  timestamp: "t",
  signature: "v1",
  joint: ".",
});

export const revenuecat: Adapter = {
  provider: "revenuecat",
  title: "RevenueCat",
  version: 1,
  reports: {
    oneOff: "yes",
    firstOfSubscription: "yes",
    renewals: "yes",
    partialRefunds: "latest period only",
    disputes: "as refunds",
    foundBy: "app user id",
  },
  clientReferenceField: null,
  events: [...readers.keys()],
  connecting: "api_key",
  ...signing,
  verify,
  normalise,
};

/** Checks the signature if the delivery has one and its secret is known; otherwise the Authorization value. */
function verify(delivery: Delivery, secrets: readonly string[], nowSeconds: number): Verification {
  const ours = secrets.filter((secret) => secret.startsWith(authorizationSecretPrefix));
  const theirs = secrets.filter((secret) => !secret.startsWith(authorizationSecretPrefix));
  const isSigned = delivery.headers[signatureHeader] !== undefined;
  if (ours.length === 0 || (isSigned && theirs.length > 0)) return signing.verify(delivery, theirs, nowSeconds);
  return verifySharedSecret(
    delivery.headers.authorization,
    ours.map((secret) => `Bearer ${secret}`),
  );
}

function normalise({ body }: Delivery): Reading {
  return readBody(body, eventSchema, labelsOf, ({ event }) => {
    const read = readers.get(event.type);
    return read ? read(event) : ignored("event_type_not_used");
  });
}

function labelsOf(json: unknown): Labels {
  const { id, type, environment } = labelsSchema.parse(json).event;
  return {
    providerEventId: id,
    providerEventType: type,
    livemode: environment === null ? null : environment === "PRODUCTION",
  };
}

function readRenewal(event: unknown): Verdict {
  return readAs("event", renewalSchema, event, ({ is_trial_conversion }) =>
    readPurchase(event, { isSubscription: true, isRecurring: is_trial_conversion !== true }),
  );
}

type Purchase = { readonly isSubscription: boolean; readonly isRecurring: boolean };

function readPurchase(event: unknown, { isSubscription, isRecurring }: Purchase): Verdict {
  return readTransaction(event, (transaction, amountCents, currency) => {
    const subscriptionId = isSubscription ? subscriptionName(transaction) : null;
    if (amountCents < 0) return unreadable("event.price_in_purchased_currency: below zero");
    if (amountCents === 0) return isRecurring ? ignored("zero_amount") : beginning(transaction, subscriptionId);
    return factVerdict({
      type: "payment_succeeded",
      transaction_id: nameOf(transaction, transaction.transaction_id),
      aliases: aliasesOfTransaction(transaction),
      amount_cents: amountCents,
      // What RevenueCat says of taxes is an estimate.
      tax_cents: null,
      currency,
      occurred_at: timeOf(transaction),
      payer: payerOf(transaction),
      subscription_id: subscriptionId,
      is_recurring: isRecurring,
      subscription_interval: null,
      product_id: transaction.product_id ?? null,
      references: [],
      ...discountsOf([transaction.offer_code]),
    });
  });
}

/** A free trial brings no money, and says whose the subscription is. */
function beginning(transaction: Transaction, subscriptionId: string | null): Verdict {
  if (subscriptionId === null) return ignored("zero_amount");
  return factVerdict({
    type: "subscription_started",
    subscription_id: subscriptionId,
    aliases: [],
    occurred_at: timeOf(transaction),
    payer: payerOf(transaction),
    product_id: transaction.product_id ?? null,
    ...discountsOf([transaction.offer_code]),
  });
}

/** Of all reasons to cancel only `CUSTOMER_SUPPORT` gives money back, and says how much as an amount below zero. */
function readCancellation(event: unknown): Verdict {
  return readAs("event", cancellationSchema, event, ({ cancel_reason }) =>
    cancel_reason === "CUSTOMER_SUPPORT" ? readRefund(event) : ignored("event_type_not_used"),
  );
}

function readRefund(event: unknown): Verdict {
  return readTransaction(event, (transaction, amountCents, currency) => {
    if (amountCents === 0) return ignored("zero_amount");
    const takenBack = Math.abs(amountCents);
    return factVerdict({
      type: "payment_refunded",
      aliases: aliasesOfTransaction(transaction),
      // Where the provider below may report the same refund under its own id, this one says how much went back in all.
      ...(layersBelow.has(transaction.store)
        ? { refund_id: null, amount_cents: null, cumulative_cents: takenBack }
        : { refund_id: refundName(transaction), amount_cents: takenBack, cumulative_cents: null }),
      currency,
      reason: null,
      occurred_at: isoTime(transaction.event_timestamp_ms),
    });
  });
}

/** Only the App Store takes a refund back. */
function readReversedRefund(event: unknown): Verdict {
  return readTransaction(event, (transaction, amountCents) =>
    factVerdict({
      type: "refund_failed",
      aliases: aliasesOfTransaction(transaction),
      refund_id: refundName(transaction),
      amount_cents: amountCents === 0 ? null : Math.abs(amountCents),
      occurred_at: isoTime(transaction.event_timestamp_ms),
    }),
  );
}

function readTransaction(
  event: unknown,
  interpret: (transaction: Transaction, amountCents: number, currency: string) => Verdict,
): Verdict {
  return readAs("event", transactionSchema, event, (transaction) => {
    const { currency, price_in_purchased_currency: price } = transaction;
    if (currency === null || currency === undefined) return unreadable("event.currency: missing");
    if (price === null || price === undefined) return unreadable("event.price_in_purchased_currency: missing");
    const amountCents = minorUnits(price, currency);
    if (amountCents === null) return unreadable("event.price_in_purchased_currency: not an amount of its currency");
    return interpret(transaction, amountCents, currency.toUpperCase());
  });
}

function aliasesOfTransaction(transaction: Transaction): Fact["aliases"] {
  return aliasesOf([["transaction", nameOf(transaction, transaction.transaction_id)]]);
}

function subscriptionName(transaction: Transaction): string {
  return nameOf(transaction, transaction.original_transaction_id ?? transaction.transaction_id);
}

/** Stores number their transactions each from one on; the store's name makes them one of a kind. */
function nameOf({ store }: Transaction, id: string): string {
  return layersBelow.has(store) ? id : `${store.toLowerCase()}:${id}`;
}

function refundName(transaction: Transaction): string {
  return `${nameOf(transaction, transaction.transaction_id)}:refund`;
}

/** An attribute of the app's own, then the first id that the app gave its user. */
function payerOf(transaction: Transaction): Payer {
  const { app_user_id, original_app_user_id, aliases } = transaction;
  const attributes = valuesOf(transaction.subscriber_attributes ?? {});
  const named = [app_user_id, original_app_user_id, ...(aliases ?? [])].find(isNamed);
  const email = attributes.$email;
  return {
    ...attributionKeys([attributes, { svc_customer_key: named }]),
    provider_customer_id: usableCustomer(original_app_user_id ?? app_user_id),
    email: usableEmail(typeof email === "string" ? email : null),
  };
}

function isNamed(id: unknown): id is string {
  return typeof id === "string" && id !== "" && !id.startsWith(anonymousPrefix);
}

function usableCustomer(id: string | null | undefined): string | null {
  return labelText.parse(customerOf("revenuecat", id));
}

function valuesOf(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, attributeSchema.safeParse(attribute).data?.value]),
  );
}

function timeOf({ purchased_at_ms, event_timestamp_ms }: Transaction): string | null {
  return isoTime(purchased_at_ms ?? event_timestamp_ms);
}

function isoTime(time: number | null | undefined): string | null {
  return time === null || time === undefined ? null : new Date(time).toISOString();
}
