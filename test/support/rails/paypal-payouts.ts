// A stand-in for PayPal's Payouts API, written from its public documentation: tokens, batches, the refusal of a sender_batch_id that was
// used before, items and their states, and webhooks signed by a certificate.
import { createSign, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import { type Signer, signer } from "./certificates.ts";
import { type Answer, type Question, type RailServer, startRailServer } from "./rail-server.ts";

type Item = {
  readonly payout_item_id: string;
  readonly receiver: string;
  readonly sender_item_id: string;
  readonly amount: { readonly value: string; readonly currency: string };
  status: string;
  error: string | null;
};
export type Batch = { readonly id: string; readonly senderBatchId: string; status: string; readonly items: Item[] };

export type PaypalPayouts = RailServer & {
  readonly batches: Batch[];
  /** The sender_batch_ids of requests that it declined. */
  readonly declined: string[];
  /** What PayPal says of the next request for a batch that it declines. */
  refusals: { readonly status: number; readonly body: unknown }[];
  /** Of new items. */
  firstStatus: string;
  isSecretRight: boolean;
  /** What Transaction Search shows, and whether the app may ask it. */
  readonly transactions: {
    readonly transaction_id: string;
    readonly code: string;
    readonly status: string;
    readonly value: string;
  }[];
  maySearch: boolean;
  /** The certificates served. */
  chain: string;
  batchOf(key: string): Batch;
  /** Every item of this key has this state from now on. */
  move(key: string, status: string, error?: string | null): void;
  webhook(key: string, options?: WebhookOptions): SignedWebhook;
};

type WebhookOptions = {
  readonly by?: Signer;
  readonly webhookId?: string;
  readonly certUrl?: string;
  readonly type?: string;
};
export type SignedWebhook = { readonly body: string; readonly headers: Readonly<Record<string, string>> };

export const paypalCredentials = { client_id: "client", client_secret: "secret", webhook_id: "WH-1" };

export async function startPaypalPayouts(): Promise<PaypalPayouts> {
  const batches: Batch[] = [];
  const server = await startRailServer((question) => answerOf(paypal, question));
  const paypal: PaypalPayouts = Object.assign(server, {
    ...{ batches, declined: [], refusals: [], firstStatus: "PENDING", isSecretRight: true, chain: signer.chain },
    ...{ transactions: [], maySearch: true },
    batchOf(key: string): Batch {
      const batch = batches.find(({ senderBatchId }) => senderBatchId === key);
      if (batch === undefined) throw new Error(`PayPal has no batch ${key}`);
      return batch;
    },
    move(key: string, status: string, error: string | null = null): void {
      for (const item of paypal.batchOf(key).items) Object.assign(item, { status, error });
    },
    webhook(key: string, options: WebhookOptions = {}): SignedWebhook {
      return sign(paypal, key, options);
    },
  });
  return paypal;
}

function answerOf(paypal: PaypalPayouts, question: Question): Answer {
  const { method, url, headers } = question;
  if (url.pathname.startsWith("/v1/notifications/certs/")) return { status: 200, body: paypal.chain };
  if (method === "POST" && url.pathname === "/v1/oauth2/token") {
    const isRight = headers.authorization === `Basic ${Buffer.from("client:secret").toString("base64")}`;
    if (!isRight || !paypal.isSecretRight) return { status: 401, body: { error: "invalid_client" } };
    return { status: 200, body: { access_token: "A21AA", token_type: "Bearer", expires_in: 32_400 } };
  }
  if (headers.authorization !== "Bearer A21AA") return { status: 401, body: { name: "AUTHENTICATION_FAILURE" } };
  if (method === "POST" && url.pathname === "/v1/payments/payouts") return create(paypal, question);
  if (method === "GET" && url.pathname === "/v1/reporting/transactions") return search(paypal);
  const id = /^\/v1\/payments\/payouts\/([A-Z0-9]+)$/.exec(url.pathname)?.[1];
  const batch = paypal.batches.find((one) => one.id === id);
  if (method === "GET" && batch !== undefined) return { status: 200, body: shown(batch) };
  return { status: 404, body: { name: "RESOURCE_NOT_FOUND", message: "The specified resource does not exist." } };
}

function search({ transactions, maySearch }: PaypalPayouts): Answer {
  if (!maySearch) return { status: 403, body: { name: "NOT_AUTHORIZED" } };
  const transaction_details = transactions.map(({ transaction_id, code, status, value }) => ({
    transaction_info: {
      ...{ transaction_id, transaction_event_code: code, transaction_status: status },
      transaction_amount: { currency_code: "USD", value },
    },
  }));
  return { status: 200, body: { transaction_details, total_items: transactions.length, total_pages: 1, page: 1 } };
}

function create(paypal: PaypalPayouts, { body }: Question): Answer {
  const { sender_batch_header: header, items } = JSON.parse(body);
  const senderBatchId: string = header.sender_batch_id;
  const known = paypal.batches.find((batch) => batch.senderBatchId === senderBatchId);
  if (known !== undefined) return duplicate(paypal, known);
  const refusal = paypal.refusals.shift();
  if (refusal !== undefined) {
    paypal.declined.push(senderBatchId);
    return refusal;
  }
  const batch: Batch = {
    id: `B${paypal.batches.length + 1}${randomUUID().slice(0, 8).replaceAll("-", "").toUpperCase()}`,
    senderBatchId,
    status: "PENDING",
    items: items.map((item: Item, index: number) => ({
      payout_item_id: `I${paypal.batches.length + 1}${index}`,
      ...{ receiver: item.receiver, sender_item_id: item.sender_item_id, amount: item.amount },
      ...{ status: paypal.firstStatus, error: null },
    })),
  };
  paypal.batches.push(batch);
  return { status: 201, body: { batch_header: headerOf(batch) } };
}

function duplicate(paypal: PaypalPayouts, { id }: Batch): Answer {
  return {
    status: 400,
    body: {
      name: "USER_BUSINESS_ERROR",
      message: "User business error.",
      details: [{ field: "SENDER_BATCH_ID", issue: "Batch with given sender_batch_id already exists" }],
      links: [{ href: `${paypal.baseUrl}/v1/payments/payouts/${id}`, rel: "self", method: "GET" }],
    },
  };
}

function headerOf({ id, status, senderBatchId }: Batch) {
  return {
    payout_batch_id: id,
    batch_status: status,
    sender_batch_header: { sender_batch_id: senderBatchId, email_subject: "You have a payout" },
  };
}

function shown(batch: Batch) {
  return {
    batch_header: headerOf(batch),
    items: batch.items.map(({ payout_item_id, status, error, receiver, sender_item_id, amount }) => ({
      payout_item_id,
      ...(status === "PENDING" ? {} : { transaction_id: `T-${payout_item_id}` }),
      transaction_status: status,
      payout_item_fee: { currency: "USD", value: "0.25" },
      payout_batch_id: batch.id,
      payout_item: { recipient_type: "EMAIL", amount, receiver, sender_item_id },
      ...(error === null ? {} : { errors: { name: error, message: "In PayPal's words." } }),
    })),
  };
}

function sign(paypal: PaypalPayouts, key: string, options: WebhookOptions): SignedWebhook {
  const batch = paypal.batchOf(key);
  const { by = signer, webhookId = "WH-1", type = "PAYMENT.PAYOUTS-ITEM.SUCCEEDED" } = options;
  const [item] = batch.items;
  const body = JSON.stringify({
    id: `WH-${randomUUID()}`,
    event_type: type,
    resource: {
      payout_item_id: item?.payout_item_id,
      payout_batch_id: batch.id,
      payout_item: { sender_item_id: key, amount: item?.amount, receiver: item?.receiver },
    },
  });
  const [id, time] = [randomUUID(), new Date().toISOString()];
  const message = `${id}|${time}|${webhookId}|${crc32(Buffer.from(body))}`;
  return {
    body,
    headers: {
      "paypal-transmission-id": id,
      "paypal-transmission-time": time,
      "paypal-transmission-sig": createSign("RSA-SHA256").update(message).sign(by.key, "base64"),
      "paypal-cert-url": options.certUrl ?? `${paypal.baseUrl}/v1/notifications/certs/CERT-1`,
      "paypal-auth-algo": "SHA256withRSA",
    },
  };
}
