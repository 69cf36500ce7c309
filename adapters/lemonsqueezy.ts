// Lemon Squeezy: checks signed deliveries and says what orders, subscription invoices and their refunds mean.
// It guarantees that a first purchase is counted once, by its order, though a subscription's first invoice reports the
// same money; that invoice becomes another name of the order's payment, so a refund of either one finds it.
// It guarantees that ids, which are bare numbers here, carry a word (`order:1`, `subinv:1`, `subscription:1`).
// It never believes the `X-Event-Name` header, which is not signed, and cannot see a replay: nothing signed has a time.
// Written from: https://docs.lemonsqueezy.com/help/webhooks/signing-requests,
// https://docs.lemonsqueezy.com/help/webhooks/event-types, https://docs.lemonsqueezy.com/api/orders/the-order-object,
// https://docs.lemonsqueezy.com/api/subscription-invoices/the-subscription-invoice-object.
import { z } from "zod";
import type { Payer } from "../src/core/vocabulary/facts.ts";
import { idText } from "../src/core/vocabulary/facts.ts";
import type { Adapter, Delivery, Reading } from "./adapter.ts";
import type { Labels, Verdict } from "./reading.ts";
import {
  aliasesOf,
  attributionKeys,
  cents,
  currencyCode,
  customerOf,
  factVerdict,
  ignored,
  labelText,
  readAs,
  readBody,
  reportedTime,
  taxCents,
  unreadable,
  usableEmail,
} from "./reading.ts";
import { signedBy } from "./signature.ts";

const orderIdentifier = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ids are texts in `data.id` and numbers everywhere else. */
const numericId = z.union([z.string().regex(/^[0-9]{1,20}$/), z.int().nonnegative().transform(String)]);
const optionalId = numericId.nullish();
const text = z.string().nullish();
const testMode = z.boolean().nullish();

const eventSchema = z.object({
  meta: z.object({ event_name: idText, test_mode: testMode, custom_data: z.unknown().optional() }),
  data: z.unknown(),
});

const labelsSchema = z
  .object({
    meta: z.object({
      event_name: labelText,
      webhook_id: labelText,
      test_mode: testMode.catch(null),
    }),
    data: z
      .object({
        id: numericId.nullable().catch(null),
        attributes: z
          .object({ updated_at: labelText, test_mode: testMode.catch(null) })
          .nullable()
          .catch(null),
      })
      .nullable()
      .catch(null),
  })
  .catch({ meta: { event_name: null, webhook_id: null, test_mode: null }, data: null });

const orderSchema = z.object({
  id: numericId,
  attributes: z.object({
    status: z.enum(["pending", "failed", "paid", "refunded", "partial_refund", "fraudulent"]),
    identifier: text,
    total: cents,
    tax: taxCents,
    currency: currencyCode,
    customer_id: optionalId,
    user_email: text,
    first_order_item: z.object({ product_id: optionalId }).nullish(),
    created_at: reportedTime,
  }),
});

const invoiceSchema = z.object({
  id: numericId,
  attributes: z.object({
    status: z.enum(["pending", "paid", "void", "refunded", "partial_refund", "partial_refunded"]),
    billing_reason: z.enum(["initial", "renewal", "updated"]),
    subscription_id: numericId,
    total: cents,
    tax: taxCents,
    currency: currencyCode,
    customer_id: optionalId,
    user_email: text,
    created_at: reportedTime,
  }),
});

/** What a refunded order and a refunded invoice have in common. */
const refundedSchema = z.object({
  id: numericId,
  attributes: z.object({
    refunded: z.boolean().nullish(),
    refunded_amount: cents.nullish(),
    currency: currencyCode.nullish(),
    updated_at: reportedTime,
  }),
});

const subscriptionSchema = z.object({
  id: numericId,
  attributes: z.object({ order_id: optionalId, customer_id: optionalId, user_email: text, created_at: reportedTime }),
});

type Invoice = z.infer<typeof invoiceSchema>;
type Customer = { readonly customer_id?: string | null | undefined; readonly user_email?: string | null | undefined };
type Reader = (data: unknown, customData: unknown) => Verdict;

const nameOf = {
  order: (id: string): string => `order:${id}`,
  invoice: (id: string): string => `subinv:${id}`,
  subscription: (id: string): string => `subscription:${id}`,
  /** A name only we use: a subscription's first invoice knows its subscription but not its order. */
  firstPayment: (subscriptionId: string): string => `subscription:${subscriptionId}:first`,
};

/** A webhook is to be sent these. */
const wanted: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["order_created", readOrder],
  ["order_refunded", (data) => readRefund("order", nameOf.order, data)],
  ["subscription_created", readSubscription],
  ["subscription_payment_success", readInvoice],
  ["subscription_payment_refunded", (data) => readRefund("subscription_invoice", nameOf.invoice, data)],
]);

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...wanted,
  // A success event is always sent too.
  ["subscription_payment_recovered", () => ignored("told_by_payment_success")],
]);

export const lemonsqueezy: Adapter = {
  provider: "lemonsqueezy",
  title: "Lemon Squeezy",
  version: 2,
  reports: {
    oneOff: "yes",
    firstOfSubscription: "yes",
    renewals: "yes",
    partialRefunds: "yes",
    disputes: "not reported",
    foundBy: "custom data",
  },
  clientReferenceField: null,
  events: [...wanted.keys()],
  connecting: "api_key",
  ...signedBy({ family: "hex_of_body", header: "x-signature" }),
  headers: ["x-signature", "x-event-name"],
  normalise,
};

function normalise({ body }: Delivery): Reading {
  return readBody(body, eventSchema, labelsOf, ({ meta, data }) => {
    const read = readers.get(meta.event_name);
    return read ? read(data, meta.custom_data) : ignored("event_type_not_used");
  });
}

/** Where `webhook_id` is missing, the same object in the same state is the same event. */
function labelsOf(json: unknown): Labels {
  const { meta, data } = labelsSchema.parse(json);
  const updatedAt = data?.attributes?.updated_at;
  const state = meta.event_name && data?.id && updatedAt ? `${meta.event_name}:${data.id}:${updatedAt}` : null;
  const isTest = meta.test_mode ?? data?.attributes?.test_mode ?? null;
  return {
    providerEventId: labelText.parse(meta.webhook_id ?? state),
    providerEventType: meta.event_name,
    livemode: isTest === null ? null : !isTest,
  };
}

function readOrder(data: unknown, customData: unknown): Verdict {
  return readAs("order", orderSchema, data, ({ id, attributes: order }) => {
    switch (order.status) {
      case "pending":
        return ignored("payment_pending");
      case "failed":
        return ignored("payment_failed");
      case "fraudulent":
        return ignored("payment_fraudulent");
      // An order reported again after a refund: its money was still received.
      case "refunded":
      case "partial_refund":
      case "paid":
        break;
    }
    if (order.total === 0) return ignored("zero_amount");
    return factVerdict({
      type: "payment_succeeded",
      transaction_id: nameOf.order(id),
      aliases: aliasesOf([
        ["order", nameOf.order(id)],
        ["order_identifier", order.identifier && orderIdentifier.test(order.identifier) ? order.identifier : null],
      ]),
      amount_cents: order.total,
      tax_cents: order.tax ?? null,
      currency: order.currency.toUpperCase(),
      occurred_at: order.created_at,
      payer: payerOf(order, customData),
      // An order does not say whether it starts a subscription; `subscription_created` does.
      subscription_id: null,
      is_recurring: false,
      subscription_interval: null,
      product_id: order.first_order_item?.product_id ?? null,
      references: [],
    });
  });
}

function payerOf({ customer_id, user_email }: Customer, customData: unknown): Payer {
  return {
    ...attributionKeys([customData]),
    provider_customer_id: customerOf("lemonsqueezy", customer_id),
    email: usableEmail(user_email),
  };
}

function readSubscription(data: unknown, customData: unknown): Verdict {
  return readAs("subscription", subscriptionSchema, data, ({ id, attributes: subscription }) =>
    factVerdict({
      type: "subscription_started",
      subscription_id: nameOf.subscription(id),
      aliases: aliasesOf([
        ["order", subscription.order_id ? nameOf.order(subscription.order_id) : null],
        ["first_payment", nameOf.firstPayment(id)],
      ]),
      occurred_at: subscription.created_at,
      payer: payerOf(subscription, customData),
    }),
  );
}

function readInvoice(data: unknown, customData: unknown): Verdict {
  return readAs("subscription_invoice", invoiceSchema, data, (invoice) => {
    const { status, total, billing_reason } = invoice.attributes;
    if (status === "pending") return ignored("payment_pending");
    if (status === "void") return ignored("payment_void");
    if (total === 0) return ignored("zero_amount");
    return billing_reason === "initial" ? firstInvoice(invoice) : renewal(invoice, customData);
  });
}

function firstInvoice({ id, attributes: invoice }: Invoice): Verdict {
  return factVerdict({
    type: "payment_identified",
    aliases: aliasesOf([
      ["subscription_invoice", nameOf.invoice(id)],
      ["first_payment", nameOf.firstPayment(invoice.subscription_id)],
    ]),
    occurred_at: invoice.created_at,
  });
}

function renewal({ id, attributes: invoice }: Invoice, customData: unknown): Verdict {
  return factVerdict({
    type: "payment_succeeded",
    transaction_id: nameOf.invoice(id),
    aliases: aliasesOf([["subscription_invoice", nameOf.invoice(id)]]),
    amount_cents: invoice.total,
    tax_cents: invoice.tax ?? null,
    currency: invoice.currency.toUpperCase(),
    occurred_at: invoice.created_at,
    payer: payerOf(invoice, customData),
    subscription_id: nameOf.subscription(invoice.subscription_id),
    is_recurring: true,
    // Neither interval nor product is in an invoice.
    subscription_interval: null,
    product_id: null,
    references: [],
  });
}

/** `refunded_amount` is the total so far; older payloads of a fully refunded invoice lack it. */
function readRefund(name: string, aliasOf: (id: string) => string, data: unknown): Verdict {
  return readAs(name, refundedSchema, data, ({ id, attributes }) => {
    const total = attributes.refunded_amount ?? null;
    if (total === 0) return ignored("zero_amount");
    if (total === null && !attributes.refunded) return unreadable(`${name}.attributes.refunded_amount: missing`);
    return factVerdict({
      type: "payment_refunded",
      aliases: aliasesOf([[name, aliasOf(id)]]),
      refund_id: null,
      amount_cents: null,
      cumulative_cents: total,
      currency: attributes.currency?.toUpperCase() ?? null,
      reason: null,
      occurred_at: attributes.updated_at,
    });
  });
}
