// SePay (Vietnam): three products under one name, bank-transfer webhooks, Bank Hub's balance notifications and the payment
// gateway's.
// It guarantees that a delivery shows a secret in one of SePay's three forms (HMAC, API key, gateway key); a delivery
// with an HMAC header counts as signed by it alone, so that a copied static key cannot replace a broken signature.
// It never accepts SePay's "no authentication", and never distinguishes the products by headers: those that are secrets are
// not kept, and a replay must read the same.
// Written from: https://developer.sepay.vn/en/sepay-webhooks/xac-thuc, https://developer.sepay.vn/en/cong-thanh-toan/IPN,
// https://developer.sepay.vn/vi/bankhub/thong-bao-bien-dong-so-du.
import { z } from "zod";
import type { Adapter, Delivery, Reading, Verification } from "./adapter.ts";
import { parseJson, unreadable } from "./reading.ts";
import { readBankTransfer } from "./sepay/bank.ts";
import { isBankHub, readBankHub } from "./sepay/bank-hub.ts";
import { readGatewayNotification } from "./sepay/gateway.ts";
import { refused, verifySharedSecret, verifyTimestampedHex } from "./signature.ts";

const signatureHeader = /^sha256=([0-9a-f]{64})$/;
const apiKeyHeader = /^Apikey (.+)$/;

const gatewaySchema = z.object({ notification_type: z.unknown() });

export const sepay: Adapter = {
  provider: "sepay",
  title: "SePay",
  version: 2,
  reports: {
    oneOff: "yes",
    firstOfSubscription: "payment gateway",
    renewals: "payment gateway",
    partialRefunds: "void only",
    disputes: "not reported",
    foundBy: "payment reference",
  },
  clientReferenceField: null,
  events: [],
  connecting: "by_hand",
  signing: { family: "own" },
  headers: ["x-sepay-signature", "x-sepay-timestamp"],
  verify,
  normalise,
};

function verify(delivery: Delivery, secrets: readonly string[], nowSeconds: number): Verification {
  const { headers } = delivery;
  if (headers["x-sepay-signature"] !== undefined) return verifySigned(delivery, secrets, nowSeconds);
  const { authorization } = headers;
  if (authorization === undefined) return verifySharedSecret(headers["x-secret-key"], secrets);
  if (authorization === "") return refused("missing_signature");
  const apiKey = apiKeyHeader.exec(authorization)?.[1];
  return apiKey === undefined ? refused("malformed_signature") : verifySharedSecret(apiKey, secrets);
}

function verifySigned({ body, headers }: Delivery, secrets: readonly string[], nowSeconds: number): Verification {
  const presented = headers["x-sepay-signature"];
  const timestamp = headers["x-sepay-timestamp"];
  if (!presented || !timestamp) return refused("missing_signature");
  const signature = signatureHeader.exec(presented)?.[1];
  if (signature === undefined) return refused("malformed_signature");
  return verifyTimestampedHex({ timestamp, signatures: [signature] }, { separator: ".", body }, secrets, nowSeconds);
}

function normalise({ body }: Delivery): Reading {
  const json = parseJson(body);
  if (json === undefined) {
    const verdict = unreadable("body is not JSON");
    return { providerEventId: null, providerEventType: null, livemode: null, verdict };
  }
  if (gatewaySchema.safeParse(json).success) return readGatewayNotification(json);
  return isBankHub(json) ? readBankHub(json) : readBankTransfer(json);
}
