// payOS (Vietnam): bank transfers to a payment link, told by a body that carries its own signature.
// It guarantees that only `data` is believed: the signature covers its fields and nothing around them, so `code`,
// `desc` and `success` beside it are not read.
// It never signs bytes: the signed text is made of the parsed fields, so spacing and order of the JSON do not count.
// Written from: https://payos.vn/docs/tich-hop-webhook/kiem-tra-du-lieu-voi-signature and the package `@payos/node`.
import { z } from "zod";
import { idText } from "../src/core/facts.ts";
import type { Adapter, Delivery, Reading, Verification } from "./adapter.ts";
import type { Verdict } from "./reading.ts";
import { ignored, labelText, parseJson, readAs, referencesOf, unreadable } from "./reading.ts";
import { refused, verifyHex } from "./signature.ts";
import { dong, transferReceived, vietnamTime } from "./vietnam.ts";

/** The order and memos of the signed sample that payOS sends when a webhook address is registered. */
const sampleOrderCode = 123;
const sampleMemos: ReadonlySet<string | null | undefined> = new Set(["VQRIO123", "Ma giao dich thu nghiem"]);
const paidCode = "00";

const signedSchema = z.object({ data: z.record(z.string(), z.unknown()), signature: z.string().optional() });

const transferSchema = z.object({
  orderCode: z.int().nonnegative(),
  amount: dong,
  description: z.string().nullish(),
  reference: idText,
  transactionDateTime: z.string().nullish(),
  /** Absent from deliveries of the first version. */
  currency: z.literal("VND").nullish(),
  paymentLinkId: idText,
  code: z.string(),
});

const labelsSchema = z
  .object({ data: z.object({ paymentLinkId: labelText, reference: labelText }) })
  .catch({ data: { paymentLinkId: null, reference: null } });

const deliveredSchema = z.object({ data: transferSchema });

/**
 * A delivery has less than 2 KB. What is larger is refused before it is parsed and sorted to be checked: 1 MiB of made-up fields
 * took 111 ms, and 16 KiB take less than 2.
 */
const bodyBytesMax = 16_384;

export const payos: Adapter = { provider: "payos", version: 1, verify, normalise };

function verify({ body }: Delivery, secrets: readonly string[]): Verification {
  if (body.length > bodyBytesMax) return refused("malformed_signature");
  const signed = signedSchema.safeParse(parseJson(body));
  if (!signed.success) return refused("malformed_signature");
  const text = signedText(signed.data.data);
  return text === null ? refused("malformed_signature") : verifyHex([text], [signed.data.signature], secrets);
}

/** `key=value&key=value` in the order of the keys, not URL-encoded; null when it cannot be written. */
function signedText(data: Readonly<Record<string, unknown>>): string | null {
  try {
    return Object.keys(data)
      .sort()
      .map((key) => `${key}=${signedValue(data[key])}`)
      .join("&");
  } catch {
    // JSON may hold what cannot be written: a list thousands of levels deep, an object whose `toString` is a number.
    return null;
  }
}

function signedValue(value: unknown): string {
  if (value === null || value === "null" || value === "undefined") return "";
  return Array.isArray(value) ? JSON.stringify(value.map(sortedByKey)) : String(value);
}

function sortedByKey(element: unknown): unknown {
  if (typeof element !== "object" || element === null) return element;
  const values = new Map<string, unknown>(Object.entries(element));
  return Object.fromEntries([...values.keys()].sort().map((key) => [key, values.get(key)]));
}

function normalise({ body }: Delivery): Reading {
  const json = parseJson(body);
  const { paymentLinkId, reference } = labelsSchema.parse(json).data;
  return {
    // The transfer, since a delivery has no id: the same link may be paid by several.
    providerEventId: paymentLinkId && reference ? labelText.parse(`${paymentLinkId}:${reference}`) : null,
    providerEventType: null,
    livemode: null,
    verdict: json === undefined ? unreadable("body is not JSON") : readTransfer(json),
  };
}

function readTransfer(json: unknown): Verdict {
  return readAs("webhook", deliveredSchema, json, ({ data }) => {
    if (data.orderCode === sampleOrderCode && sampleMemos.has(data.description)) return ignored("url_confirmation");
    if (data.code !== paidCode) return ignored("payment_not_successful");
    return transferReceived({
      transactionId: `payos:${data.paymentLinkId}:${data.reference}`,
      amountDong: data.amount,
      occurredAt: vietnamTime(data.transactionDateTime),
      references: referencesOf([data.orderCode, data.paymentLinkId, data.reference], data.description),
    });
  });
}
