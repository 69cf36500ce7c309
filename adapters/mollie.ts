// Mollie: says what payments, refunds and chargebacks mean, as Mollie's API answered them.
// It guarantees that nothing is read from a delivery but the name of a payment or a payment link: a payment's own webhook is not
// signed, so the API is asked for what it names, and only the answer is read. The webhooks of Mollie's next generation are signed; what
// they carry is asked for all the same, so that both report one payment alike.
// It never reports an open dispute: Mollie reports a chargeback once the money is taken, and its reversal.
// Written from: https://docs.mollie.com/reference/webhooks (the form `id=tr_…`), https://docs.mollie.com/reference/webhooks-new
// (X-Mollie-Signature, also during a rotation, and events' entityId), https://docs.mollie.com/reference/get-payment, /get-refund and
// /get-chargeback; the signature as in mollie/mollie-api-php @0ab576ed, src/Webhooks/SignatureValidator.php.
import { z } from "zod";
import { idText } from "../src/core/vocabulary/facts.ts";
import type { Adapter, Delivery, Reading, Verification } from "./adapter.ts";
import { minorUnits } from "./decimal.ts";
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
  usableReason,
} from "./reading.ts";
import { refused, verifyHex } from "./signature.ts";

const signatureHeader = "x-mollie-signature";
const signaturePrefix = "sha256=";
/** A payment's own webhook, byte for byte; a test connection's ids look the same. */
const classicBody = /^id=(tr_[A-Za-z0-9]{1,64})$/;
const payableId = /^(?:tr|pl)_[A-Za-z0-9]{1,64}$/;

const time = reportedTime.optional();
const money = z.object({ value: z.string(), currency: currencyCode });

const eventSchema = z.object({ resource: z.literal("event"), entityId: idText.nullish().catch(null) });

const paymentSchema = z.object({
  id: idText,
  status: z.string(),
  amount: money,
  amountCaptured: money.nullish(),
  sequenceType: z.string().nullish().catch(null),
  subscriptionId: idText.nullish(),
  customerId: idText.nullish().catch(null),
  metadata: z.unknown().optional(),
  billingAddress: z.object({ email: z.string().nullish() }).nullish().catch(null),
  paidAt: time,
  createdAt: time,
});

const refundSchema = z.object({
  id: idText,
  paymentId: idText,
  status: z.enum(["queued", "pending", "processing", "refunded", "failed", "canceled"]),
  amount: money,
  description: z.string().nullish().catch(null),
  createdAt: time,
});

const chargebackSchema = z.object({
  id: idText,
  paymentId: idText,
  amount: money,
  createdAt: time,
  reversedAt: time,
});

const labelsSchema = z
  .object({
    resource: labelText,
    id: labelText,
    type: labelText,
    status: labelText,
    mode: z.enum(["live", "test"]).nullable().catch(null),
    reversedAt: z.string().nullable().catch(null),
  })
  .catch({ resource: null, id: null, type: null, status: null, mode: null, reversedAt: null });

type Payment = z.infer<typeof paymentSchema>;
type Refund = z.infer<typeof refundSchema>;
type Chargeback = z.infer<typeof chargebackSchema>;

export const mollie: Adapter = {
  provider: "mollie",
  title: "Mollie",
  version: 1,
  reports: {
    oneOff: "yes",
    firstOfSubscription: "yes",
    renewals: "yes",
    partialRefunds: "yes",
    disputes: "as refunds, returned when reversed",
    foundBy: "metadata",
  },
  clientReferenceField: null,
  events: [],
  connecting: "by_hand",
  readBack: { isRequired: true, resourceOf },
  takesForms: true,
  signing: { family: "own" },
  headers: [signatureHeader],
  verify,
  normalise,
};

/** An unsigned delivery proves nothing and says nothing but an id, which the provider is asked about. */
function verify({ body, headers }: Delivery, secrets: readonly string[]): Verification {
  const header = headers[signatureHeader];
  if (!header) return classicIdOf(body) === null ? refused("missing_signature") : { valid: true };
  const signatures = header.split(/, ?/);
  if (!signatures.every((signature) => signature.startsWith(signaturePrefix))) return refused("malformed_signature");
  return verifyHex(
    [body],
    signatures.map((signature) => signature.slice(signaturePrefix.length)),
    secrets,
  );
}

function classicIdOf(body: Buffer): string | null {
  return classicBody.exec(body.toString("latin1"))?.[1] ?? null;
}

/** Of an event that names neither a payment nor a payment link, nothing is asked. */
function resourceOf({ body }: Delivery): string | null {
  const classic = classicIdOf(body);
  if (classic !== null) return classic;
  const { entityId } = eventSchema.safeParse(parseJson(body)).data ?? {};
  return entityId && payableId.test(entityId) ? entityId : null;
}

function normalise({ body }: Delivery): Reading {
  return readBody(body, z.looseObject({ resource: idText }), labelsOf, (document) => {
    switch (document.resource) {
      case "payment":
        return readAs("payment", paymentSchema, document, readPayment);
      case "refund":
        return readAs("refund", refundSchema, document, readRefund);
      case "chargeback":
        return readAs("chargeback", chargebackSchema, document, readChargeback);
      default:
        return ignored("event_type_not_used");
    }
  });
}

/** The same document at another time has another event id if anything that changes its meaning differs. */
function labelsOf(json: unknown): Labels {
  const { resource, id, type, status, mode, reversedAt } = labelsSchema.parse(json);
  const state = reversedAt === null ? status : "reversed";
  const isDocument = resource !== "event" && id !== null;
  return {
    providerEventId: isDocument ? labelText.parse(state === null ? id : `${id}:${state}`) : id,
    providerEventType: type ?? (state === null ? resource : labelText.parse(`${resource}.${state}`)),
    livemode: mode === null ? null : mode === "live",
  };
}

function readPayment(payment: Payment): Verdict {
  if (payment.status !== "paid") return ignored("payment_not_successful");
  const { value, currency } = payment.amountCaptured ?? payment.amount;
  const amountCents = minorUnits(value, currency);
  if (amountCents === null) return unreadable("payment.amount: not an amount of its currency");
  if (amountCents === 0) return ignored("zero_amount");
  const isOfSubscription = payment.subscriptionId !== null && payment.subscriptionId !== undefined;
  return factVerdict({
    type: "payment_succeeded",
    transaction_id: payment.id,
    aliases: aliasesOf([["payment", payment.id]]),
    amount_cents: amountCents,
    tax_cents: null,
    currency: currency.toUpperCase(),
    occurred_at: payment.paidAt ?? payment.createdAt ?? null,
    payer: {
      ...attributionKeys([payment.metadata]),
      provider_customer_id: labelText.parse(customerOf("mollie", payment.customerId)),
      email: usableEmail(payment.billingAddress?.email),
    },
    subscription_id: payment.subscriptionId ?? null,
    is_recurring: isOfSubscription && payment.sequenceType === "recurring",
    subscription_interval: null,
    product_id: null,
    references: [],
  });
}

/** Mollie refunds what it has accepted unless that fails or is cancelled, which gives back what was counted. */
function readRefund(refund: Refund): Verdict {
  const amountCents = minorUnits(refund.amount.value, refund.amount.currency);
  if (amountCents === null) return unreadable("refund.amount: not an amount of its currency");
  const isOff = refund.status === "failed" || refund.status === "canceled";
  return moneyBack({
    refundId: refund.id,
    paymentId: refund.paymentId,
    amountCents,
    currency: refund.amount.currency,
    reason: usableReason(refund.description),
    occurredAt: refund.createdAt ?? null,
    isTakenBack: isOff,
  });
}

function readChargeback(chargeback: Chargeback): Verdict {
  const { value, currency } = chargeback.amount;
  const amountCents = minorUnits(value, currency);
  if (amountCents === null) return unreadable("chargeback.amount: not an amount of its currency");
  const reversedAt = chargeback.reversedAt ?? null;
  return moneyBack({
    refundId: chargeback.id,
    paymentId: chargeback.paymentId,
    amountCents,
    currency,
    reason: "chargeback",
    occurredAt: reversedAt ?? chargeback.createdAt ?? null,
    isTakenBack: reversedAt !== null,
  });
}

type MoneyBack = {
  readonly refundId: string;
  readonly paymentId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly reason: string | null;
  readonly occurredAt: string | null;
  /** The buyer does not get it after all. */
  readonly isTakenBack: boolean;
};

function moneyBack({
  refundId,
  paymentId,
  amountCents,
  currency,
  reason,
  occurredAt,
  isTakenBack,
}: MoneyBack): Verdict {
  if (amountCents === 0) return ignored("zero_amount");
  const shared = {
    aliases: aliasesOf([["payment", paymentId]]),
    refund_id: refundId,
    amount_cents: amountCents,
    occurred_at: occurredAt,
  };
  if (isTakenBack) return factVerdict({ type: "refund_failed", ...shared });
  return factVerdict({
    type: "payment_refunded",
    ...shared,
    cumulative_cents: null,
    currency: currency.toUpperCase(),
    reason,
  });
}
