// A stand-in for Wise's API, written from its public documentation: recipients, quotes, transfers that a repeated customerTransactionId does
// not make twice, funding once from a balance, cancellation, lists by date and page, and webhooks signed by RSA.
import { createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { type Answer, type Question, type RailServer, startRailServer } from "./rail-server.ts";

type Transfer = {
  readonly id: number;
  readonly customerTransactionId: string;
  readonly quoteUuid: string;
  readonly targetAccount: number;
  readonly created: Date;
  readonly sourceCurrency: string;
  readonly targetCurrency: string;
  readonly targetValue: number;
  readonly rate: number;
  readonly reference: string;
  status: string;
  /** How often the balance paid it. */
  paid: number;
};

export type WiseTransfers = RailServer & {
  readonly transfers: Transfer[];
  /** What Wise says of the next request for a transfer that it declines. */
  refusals: Answer[];
  /** What Wise says of the next funding. */
  fundingRefusals: Answer[];
  hasFunds: boolean;
  isTokenRight: boolean;
  /** Whether a repeated customerTransactionId is still known. */
  knowsIds: boolean;
  /** Of one page, at any requested size. */
  pageSize: number;
  ofPayout(key: string): Transfer[];
  move(key: string, status: string): void;
  webhook(key: string, options?: WiseWebhookOptions): SignedWiseWebhook;
};

type WiseWebhookOptions = { readonly by?: string; readonly type?: string; readonly profileId?: number };
export type SignedWiseWebhook = { readonly body: string; readonly headers: Readonly<Record<string, string>> };

const profileId = 30_000_000;
export const wiseCredentials = { api_token: "wise-token", profile_id: String(profileId) };

function keyPair() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}
export const wiseSigner = keyPair();
export const otherSigner = keyPair();

/** Our key is in Wise's own form there: `idOf` is how the caller makes it. */
export async function startWiseTransfers(idOf: (key: string) => string): Promise<WiseTransfers> {
  const accounts = new Map<number, { readonly email: string; readonly currency: string }>();
  const quotes = new Map<string, Quote>();
  const parts = { accounts, quotes };
  const server = await startRailServer((question) => answerOf(wise, parts, question));
  const wise: WiseTransfers = Object.assign(server, {
    ...{ transfers: [], refusals: [], fundingRefusals: [] },
    ...{ hasFunds: true, isTokenRight: true, knowsIds: true, pageSize: 100 },
    ofPayout: (key: string) => wise.transfers.filter((each) => each.customerTransactionId === idOf(key)),
    move(key: string, status: string): void {
      for (const transfer of wise.ofPayout(key)) transfer.status = status;
    },
    webhook(key: string, { by = wiseSigner.privateKey, type, profileId: of }: WiseWebhookOptions = {}) {
      const [transfer] = wise.ofPayout(key);
      const body = JSON.stringify({
        data: {
          resource: {
            type: "transfer",
            id: transfer?.id,
            profile_id: of ?? profileId,
            account_id: transfer?.targetAccount,
          },
          ...{ current_state: transfer?.status, previous_state: "processing", occurred_at: new Date().toISOString() },
        },
        ...{ subscription_id: randomUUID(), event_type: type ?? "transfers#state-change", schema_version: "2.0.0" },
        sent_at: new Date().toISOString(),
      });
      const signature = createSign("RSA-SHA256").update(body).sign(by, "base64");
      return { body, headers: { "x-signature-sha256": signature, "x-delivery-id": randomUUID() } };
    },
  });
  return wise;
}

type Quote = {
  readonly id: string;
  readonly sourceCurrency: string;
  readonly targetCurrency: string;
  readonly targetAmount: number;
  readonly rate: number;
};
type Parts = {
  readonly accounts: Map<number, { readonly email: string; readonly currency: string }>;
  readonly quotes: Map<string, Quote>;
};

const notFound: Answer = { status: 404, body: { errors: [{ code: "NOT_FOUND", message: "not found" }] } };

function answerOf(wise: WiseTransfers, parts: Parts, question: Question): Answer {
  const { method, url, headers } = question;
  if (headers.authorization !== "Bearer wise-token" || !wise.isTokenRight) {
    return { status: 401, body: { error: "invalid_token", error_description: "Invalid token" } };
  }
  const asked = `${method} ${url.pathname}`;
  if (asked === `GET /v2/profiles/${profileId}`) return { status: 200, body: { id: profileId, type: "BUSINESS" } };
  if (asked.startsWith("GET /v2/profiles/")) return { status: 403, body: { error: "forbidden" } };
  if (asked === "POST /v1/accounts") return createAccount(parts, question);
  if (asked === `POST /v3/profiles/${profileId}/quotes`) return createQuote(parts, question);
  if (asked === "POST /v1/transfers") return createTransfer(wise, parts, question);
  if (asked === "GET /v1/transfers") return listTransfers(wise, url);
  const quoteId = /^\/v3\/profiles\/\d+\/quotes\/([0-9a-f-]+)$/.exec(url.pathname)?.[1];
  const quote = parts.quotes.get(quoteId ?? "");
  if (method === "GET" && quote !== undefined) return { status: 200, body: shownQuote(quote) };
  const id = /\/transfers\/(\d+)(?:\/(?:payments|cancel))?$/.exec(url.pathname)?.[1];
  const transfer = wise.transfers.find((each) => String(each.id) === id);
  if (transfer === undefined) return notFound;
  if (method === "GET") return { status: 200, body: shown(transfer) };
  if (method === "POST") return fund(wise, transfer);
  return cancel(transfer);
}

function createAccount({ accounts }: Parts, { body }: Question): Answer {
  const { profile, currency, type, accountHolderName, details } = JSON.parse(body);
  if (profile !== profileId || type !== "email" || typeof accountHolderName !== "string") return notFound;
  const id = 40_000_000 + accounts.size;
  accounts.set(id, { email: details.email, currency });
  return { status: 200, body: { id, profile, accountHolderName, currency, type, details } };
}

function createQuote({ accounts, quotes }: Parts, { body }: Question): Answer {
  const { sourceCurrency, targetCurrency, targetAmount, targetAccount } = JSON.parse(body);
  if (accounts.get(targetAccount)?.currency !== targetCurrency) {
    return {
      status: 422,
      body: { errors: [{ code: "error.account", message: "Wrong recipient", path: "targetAccount" }] },
    };
  }
  const rate = sourceCurrency === targetCurrency ? 1 : 1.0825;
  const quote: Quote = { id: randomUUID(), sourceCurrency, targetCurrency, targetAmount, rate };
  quotes.set(quote.id, quote);
  return { status: 200, body: shownQuote(quote) };
}

function shownQuote(quote: Quote) {
  const option = (payIn: string, total: number) => ({
    ...{ payIn, payOut: "BANK_TRANSFER", disabled: false, fee: { transferwise: total, payIn: 0, discount: 0, total } },
  });
  return {
    ...quote,
    payOut: "BANK_TRANSFER",
    paymentOptions: [option("BANK_TRANSFER", 9.99), option("BALANCE", 0.61)],
  };
}

function createTransfer(wise: WiseTransfers, { quotes }: Parts, { body }: Question): Answer {
  const { targetAccount, quoteUuid, customerTransactionId, details } = JSON.parse(body);
  const known = wise.transfers.find((each) => each.customerTransactionId === customerTransactionId);
  if (known !== undefined && wise.knowsIds) return { status: 200, body: shown(known) };
  const refusal = wise.refusals.shift();
  if (refusal !== undefined) return refusal;
  const quote = quotes.get(quoteUuid);
  const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(
    customerTransactionId,
  );
  if (quote === undefined || !isUuid) {
    return { status: 400, body: { errors: [{ code: "error.invalid", message: "Invalid request" }] } };
  }
  const { sourceCurrency, targetCurrency, targetAmount, rate } = quote;
  const transfer: Transfer = {
    ...{ id: 50_000_000 + wise.transfers.length, customerTransactionId, quoteUuid, targetAccount },
    ...{ created: new Date(), sourceCurrency, targetCurrency, targetValue: targetAmount, rate },
    ...{ reference: details.reference, status: "incoming_payment_waiting", paid: 0 },
  };
  wise.transfers.push(transfer);
  return { status: 200, body: shown(transfer) };
}

function shown({ paid: _, created, reference, ...transfer }: Transfer) {
  const { targetValue, rate } = transfer;
  const sourceValue = Number((targetValue / rate).toFixed(2));
  return {
    ...{ ...transfer, sourceValue, created: created.toISOString().slice(0, 19).replace("T", " ") },
    ...{ details: { reference }, hasActiveIssues: false, business: null },
  };
}

function fund(wise: WiseTransfers, transfer: Transfer): Answer {
  if (transfer.status !== "incoming_payment_waiting") {
    return { status: 422, body: { errors: [{ code: "transfer.invalid-state", message: "Invalid transfer state" }] } };
  }
  const refusal = wise.fundingRefusals.shift();
  if (refusal !== undefined) return refusal;
  if (!wise.hasFunds) {
    return { status: 201, body: { type: "BALANCE", status: "REJECTED", errorCode: "transfer.insufficient_funds" } };
  }
  transfer.paid += 1;
  transfer.status = "processing";
  return { status: 201, body: { type: "BALANCE", status: "COMPLETED", errorCode: null } };
}

function cancel(transfer: Transfer): Answer {
  if (transfer.status !== "incoming_payment_waiting" && transfer.status !== "processing") {
    return { status: 409, body: { errors: [{ code: "transfer.cancellation.not.allowed" }] } };
  }
  transfer.status = "cancelled";
  return { status: 200, body: shown(transfer) };
}

function listTransfers(wise: WiseTransfers, { searchParams }: URL): Answer {
  const [from, to] = [searchParams.get("createdDateStart"), searchParams.get("createdDateEnd")];
  if (from === null || to === null || searchParams.get("profile") !== String(profileId)) return notFound;
  const within = wise.transfers
    .filter(({ created }) => created >= new Date(from) && created <= new Date(to))
    .toReversed();
  const offset = Number(searchParams.get("offset"));
  const limit = Math.min(wise.pageSize, Number(searchParams.get("limit")));
  return { status: 200, body: within.slice(offset, offset + limit).map(shown) };
}
