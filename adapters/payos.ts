// payOS (Vietnam): bank transfers to a payment link, reported in a body that contains its own signature.
// It guarantees that only `data` is believed: the signature covers its fields and nothing around them, so `code`,
// the outer `desc` and `success` are not read.
// It never signs bytes: the signed text is made of the parsed fields, so spacing and order of the JSON do not count. That
// text (`key=value&key=value`, nothing escaped) may be cut into fields in several ways, and one signature is valid for each of
// them. So ids hold neither `&` nor `=`, no value holds another field's beginning, no field is taken that payOS does not
// document, and the signature is a name of the payment: however it is cut, it counts once.
// Written from: https://payos.vn/docs/tich-hop-webhook/kiem-tra-du-lieu-voi-signature and the package `@payos/node`.
import { z } from "zod";
import { idText } from "../src/core/vocabulary/facts.ts";
import type { Adapter, Delivery, Reading, Verification } from "./adapter.ts";
import type { Verdict } from "./reading.ts";
import { ignored, labelText, parseJson, readAs, referencesOf, unreadable } from "./reading.ts";
import { refused, verifyHex } from "./signature.ts";
import { dong, transferReceived, vietnamTime } from "./vietnam.ts";

/** The order and memos of the signed sample that payOS sends when a webhook address is registered. */
const sampleOrderCode = 123;
const sampleMemos: ReadonlySet<string | null | undefined> = new Set(["VQRIO123", "Ma giao dich thu nghiem"]);
const paidCode = "00";

/** What a transfer is identified by: nothing in it may end the field or begin another. */
const signedId = idText.regex(/^[^&=]+$/);

/** All that payOS signs, as the type `WebhookData` of its package lists it. */
const signedFields = [
  "accountNumber",
  "amount",
  "code",
  "counterAccountBankId",
  "counterAccountBankName",
  "counterAccountName",
  "counterAccountNumber",
  "currency",
  "desc",
  "description",
  "orderCode",
  "paymentLinkId",
  "reference",
  "transactionDateTime",
  "virtualAccountName",
  "virtualAccountNumber",
] as const;
const knownFields: ReadonlySet<string> = new Set(signedFields);
/** The beginning of another field within a value. Memos and names of accounts are the payer's own words. */
const fieldBeginning = new RegExp(`&(?:${signedFields.join("|")})=`);
/** A field payOS may add one day has a plain name. */
const fieldName = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const idFields = ["orderCode", "paymentLinkId", "reference"] as const;

const signedSchema = z.object({ data: z.record(z.string(), z.unknown()), signature: z.string().optional() });

const transferSchema = z.object({
  orderCode: z.int().nonnegative(),
  amount: dong,
  description: z.string().nullish(),
  reference: signedId,
  transactionDateTime: z.string().nullish(),
  /** Absent from deliveries of the first version. */
  currency: z.literal("VND").nullish(),
  paymentLinkId: signedId,
  code: z.string(),
});

/** Verified before it is read; left out of what was never signed. */
const signatureText = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullish()
  .catch(null);

const labelsSchema = z
  .object({ data: z.looseObject({ paymentLinkId: labelText, reference: labelText }) })
  .catch({ data: { paymentLinkId: null, reference: null } });

const deliveredSchema = z.object({ data: z.looseObject(transferSchema.shape), signature: signatureText });

/**
 * A delivery has less than 2 KB. What is larger is refused before it is parsed and sorted to be checked: 1 MiB of made-up fields
 * took 111 ms, and 16 KiB take less than 2.
 */
const bodyBytesMax = 16_384;

export const payos: Adapter = {
  provider: "payos",
  title: "payOS",
  version: 2,
  reports: {
    oneOff: "yes",
    firstOfSubscription: "–",
    renewals: "–",
    partialRefunds: "not reported",
    disputes: "not reported",
    foundBy: "payment reference",
  },
  clientReferenceField: null,
  events: [],
  connecting: "by_hand",
  signing: { family: "own" },
  headers: [],
  verify,
  normalise,
};

function verify({ body }: Delivery, secrets: readonly string[]): Verification {
  if (body.length > bodyBytesMax) return refused("malformed_signature");
  const signed = signedSchema.safeParse(parseJson(body));
  if (!signed.success) return refused("malformed_signature");
  const text = signedText(signed.data.data);
  return text === null ? refused("malformed_signature") : verifyHex([text], [signed.data.signature], secrets);
}

/** Whether the signed text of these fields can be cut into no other fields that we would read. */
function isCutOneWay(data: Readonly<Record<string, unknown>>): boolean {
  const areIdsPlain = idFields.every((key) => !/[&=]/.test(valueText(data[key])));
  return (
    areIdsPlain &&
    Object.entries(data).every(([key, value]) => fieldName.test(key) && !fieldBeginning.test(valueText(value)))
  );
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** `key=value&key=value` in the order of the keys, not URL-encoded; null when it cannot be written, or be cut in other ways. */
function signedText(data: Readonly<Record<string, unknown>>): string | null {
  try {
    if (!isCutOneWay(data)) return null;
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
  const { paymentLinkId, reference, ...others } = labelsSchema.parse(json).data;
  // One that is cut from another delivery's text must not make that one look delivered before.
  const isPlain =
    paymentLinkId !== null && reference !== null && Object.keys(others).every((key) => knownFields.has(key));
  return {
    // The transfer, since a delivery has no id: the same link may be paid by several.
    providerEventId: isPlain ? labelText.parse(`${paymentLinkId}:${reference}`) : null,
    providerEventType: null,
    livemode: null,
    verdict: json === undefined ? unreadable("body is not JSON") : readTransfer(json),
  };
}

function readTransfer(json: unknown): Verdict {
  return readAs("webhook", deliveredSchema, json, ({ data, signature }) => {
    if (Object.keys(data).some((key) => !knownFields.has(key))) {
      return unreadable("webhook.data: holds a field that payOS does not document");
    }
    if (data.orderCode === sampleOrderCode && sampleMemos.has(data.description)) return ignored("url_confirmation");
    if (data.code !== paidCode) return ignored("payment_not_successful");
    return transferReceived({
      transactionId: `payos:${data.paymentLinkId}:${data.reference}`,
      otherNames: [["signature", signature ? `payos:signature:${signature}` : null]],
      amountDong: data.amount,
      occurredAt: vietnamTime(data.transactionDateTime),
      references: referencesOf([data.orderCode, data.paymentLinkId, data.reference], data.description),
    });
  });
}
