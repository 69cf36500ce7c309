// Recurly: says what transactions mean, as Recurly's API answered them.
// It guarantees that nothing is read from a delivery but the id of a transaction: a signed delivery in JSON says no amount and no
// customer, so the API is asked for the transaction, and only the answer is read. The gateway's own names are kept: a payment or a refund
// that Stripe, Mollie or Razorpay reports as well counts once, in any order.
// It never takes XML, which Recurly does not sign, and never reports a product or a tax: a transaction has none.
// Written from: https://docs.recurly.com/recurly-subscriptions/docs/signature-verification and /payment-notifications (JSON),
// https://rubydoc.info/gems/recurly/Recurly/Webhooks (milliseconds, 5 minutes), and the Transaction of recurly/recurly-client-node
// @01c7051a.
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
  factVerdict,
  ignored,
  labelText,
  parseJson,
  readAs,
  readBody,
  reportedTime,
  unreadable,
  usableEmail,
} from "./reading.ts";
import { refused, timestampFault, verifyHex } from "./signature.ts";

const signatureHeader = "recurly-signature";
const notificationHeader = "recurly-notification-id";
/** Unix time, until the year 2286. */
const milliseconds = /^[1-9][0-9]{12}$/;
const transactionId = /^[a-z0-9]{6,40}$/;
/** Sent instead of an id that cannot be a transaction's: the API answers 404. */
const noTransaction = "none";
/** Gateways that may be connected on their own: their names of a payment are kept as they are. */
const layersBelow: ReadonlySet<string> = new Set(["stripe", "mollie", "razorpay"]);
const testGateway = "test";

const optionalId = idText.nullish().catch(null);
const time = reportedTime.optional();

const notificationSchema = z
  .object({ id: labelText, object_type: labelText, event_type: labelText })
  .catch({ id: null, object_type: null, event_type: null });

const accountSchema = z
  .object({
    id: optionalId,
    code: z.unknown().optional(),
    email: z.string().nullish().catch(null),
    custom_fields: z.array(z.unknown()).nullish().catch(null),
  })
  .nullish()
  .catch(null);
const customFieldSchema = z.object({ name: z.string(), value: z.unknown() });

const gatewaySchema = z.object({ type: z.string() }).nullish().catch(null);

const transactionSchema = z.object({
  id: idText,
  type: z.string(),
  status: z.string(),
  origin: z.string().nullish().catch(null),
  amount: decimalText,
  currency: currencyCode,
  original_transaction_id: optionalId,
  gateway_reference: optionalId,
  payment_gateway: gatewaySchema,
  subscription_ids: z.array(z.string()).nullish().catch(null),
  account: accountSchema,
  collected_at: time,
  created_at: time,
  voided_at: time,
});

const labelsSchema = z
  .object({
    object: labelText,
    id: labelText,
    type: labelText,
    status: labelText,
    object_type: labelText,
    event_type: labelText,
    payment_gateway: gatewaySchema,
  })
  .catch({
    object: null,
    id: null,
    type: null,
    status: null,
    object_type: null,
    event_type: null,
    payment_gateway: null,
  });

type Transaction = z.infer<typeof transactionSchema>;

export const recurly: Adapter = {
  provider: "recurly",
  title: "Recurly",
  version: 1,
  reports: {
    oneOff: "yes",
    firstOfSubscription: "yes",
    renewals: "yes",
    partialRefunds: "yes",
    disputes: "lost",
    foundBy: "account code",
  },
  clientReferenceField: null,
  events: [],
  connecting: "by_hand",
  readBack: { isRequired: true, resourceOf },
  signing: { family: "own" },
  headers: [signatureHeader, notificationHeader],
  verify,
  normalise,
};

/** `<unix ms>,<hex>[,<hex>]`: a second one for 24 hours after the key was rotated. */
function verify({ body, headers }: Delivery, secrets: readonly string[], nowSeconds: number): Verification {
  const header = headers[signatureHeader];
  if (!header) return refused("missing_signature");
  const [timestamp = "", ...signatures] = header.split(",");
  if (!milliseconds.test(timestamp) || signatures.length === 0) return refused("malformed_signature");
  const fault = timestampFault(timestamp.slice(0, -3), nowSeconds);
  if (fault !== null) return refused(fault);
  if (signatures.includes("")) return refused("malformed_signature");
  return verifyHex([timestamp, ".", body], signatures, secrets);
}

/** Every notification of a payment leads to its transaction, which has the current state. */
function resourceOf({ body }: Delivery): string | null {
  const { id, object_type: type } = notificationSchema.parse(parseJson(body));
  if (type !== "payment") return null;
  return id !== null && transactionId.test(id) ? id : noTransaction;
}

function normalise({ body, headers }: Delivery): Reading {
  const labelsOf = (json: unknown): Labels => labelsFrom(json, headers[notificationHeader]);
  return readBody(body, z.looseObject({}), labelsOf, (document) =>
    document.object === "transaction"
      ? readAs("transaction", transactionSchema, document, readTransaction)
      : ignored("event_type_not_used"),
  );
}

function labelsFrom(json: unknown, notificationId: string | undefined): Labels {
  const { object, id, type, status, object_type, event_type, payment_gateway } = labelsSchema.parse(json);
  if (object !== "transaction") {
    const name = labelText.parse([object_type, event_type].filter((part) => part !== null).join("."));
    return { providerEventId: labelText.parse(notificationId ?? null), providerEventType: name, livemode: null };
  }
  return {
    providerEventId: id === null ? null : labelText.parse(`${id}:${status}`),
    providerEventType: labelText.parse(`${type}.${status}`),
    livemode: payment_gateway?.type === testGateway ? false : null,
  };
}

function readTransaction(transaction: Transaction): Verdict {
  const amountCents = minorUnits(transaction.amount, transaction.currency);
  if (amountCents === null || amountCents < 0) return unreadable("transaction.amount: not an amount of its currency");
  if (amountCents === 0) return ignored("zero_amount");
  switch (transaction.type) {
    case "purchase":
    case "capture":
      return readPurchase(transaction, amountCents);
    case "refund":
      return readRefund(transaction, amountCents);
    default:
      return ignored("payment_not_successful");
  }
}

function readPurchase(transaction: Transaction, amountCents: number): Verdict {
  const currency = transaction.currency.toUpperCase();
  const aliases = namesOf(transaction);
  switch (transaction.status) {
    case "success":
      break;
    case "void":
      return factVerdict({
        type: "payment_refunded",
        aliases,
        refund_id: `${nameOf(transaction.id)}:void`,
        amount_cents: amountCents,
        cumulative_cents: null,
        currency,
        reason: "void",
        occurred_at: transaction.voided_at ?? null,
      });
    case "chargeback":
      return factVerdict({
        type: "dispute_closed",
        aliases,
        dispute_id: `${nameOf(transaction.id)}:chargeback`,
        result: "lost",
        amount_cents: amountCents,
        currency,
        occurred_at: null,
      });
    default:
      return ignored("payment_not_successful");
  }
  const subscriptionId = onlySubscriptionOf(transaction);
  return factVerdict({
    type: "payment_succeeded",
    transaction_id: nameOf(transaction.id),
    aliases,
    amount_cents: amountCents,
    tax_cents: null,
    currency,
    occurred_at: transaction.collected_at ?? transaction.created_at ?? null,
    payer: payerOf(transaction.account),
    subscription_id: subscriptionId,
    is_recurring: subscriptionId !== null && transaction.origin === "recurring",
    subscription_interval: null,
    product_id: null,
    references: [],
  });
}

function readRefund(transaction: Transaction, amountCents: number): Verdict {
  const { original_transaction_id: original, status } = transaction;
  if (!original) return unreadable("transaction.original_transaction_id: missing");
  const shared = {
    aliases: aliasesOf([["transaction", nameOf(original)]]),
    refund_id: nameAtGateway(transaction) ?? nameOf(transaction.id),
    amount_cents: amountCents,
    occurred_at: transaction.collected_at ?? transaction.created_at ?? null,
  };
  switch (status) {
    case "success":
      return factVerdict({
        type: "payment_refunded",
        ...shared,
        cumulative_cents: null,
        currency: transaction.currency.toUpperCase(),
        reason: transaction.origin === "chargeback" ? "chargeback" : null,
      });
    case "void":
    case "declined":
    case "error":
      return factVerdict({ type: "refund_failed", ...shared });
    default:
      return ignored("refund_pending");
  }
}

function namesOf(transaction: Transaction): Fact["aliases"] {
  return aliasesOf([
    ["transaction", nameOf(transaction.id)],
    ["at_gateway", nameAtGateway(transaction)],
  ]);
}

/** Recurly's ids are short texts without a prefix. */
function nameOf(id: string): string {
  return `recurly:${id}`.slice(0, 255);
}

/** Gateways number their payments each in its own way; the gateway's name makes them one of a kind. */
function nameAtGateway({ payment_gateway: gateway, gateway_reference: reference }: Transaction): string | null {
  if (!reference || !gateway) return null;
  return layersBelow.has(gateway.type) ? reference : labelText.parse(`${gateway.type}:${reference}`);
}

/** A charge for several subscriptions is no one subscription's. */
function onlySubscriptionOf({ subscription_ids: ids }: Transaction): string | null {
  const [id] = ids ?? [];
  return ids?.length === 1 && id ? labelText.parse(nameOf(id)) : null;
}

/** A custom field of the account, then the code that the merchant gave it. */
function payerOf(account: Transaction["account"]): Payer {
  const fields = (account?.custom_fields ?? []).flatMap((field) => {
    const { data } = customFieldSchema.safeParse(field);
    return data === undefined ? [] : [[data.name, data.value] as const];
  });
  return {
    ...attributionKeys([Object.fromEntries(fields), { svc_customer_key: account?.code }]),
    provider_customer_id: labelText.parse(customerOf("recurly", account?.id)),
    email: usableEmail(account?.email),
  };
}
