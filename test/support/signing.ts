// Signs deliveries the way providers do, with node:crypto directly and written apart from the adapters, so that a fault
// in `adapters/signature.ts` cannot hide by being on both sides. Anchored by published vectors in
// `test/adapters/signature.test.ts` and, for Stripe, by the `stripe` package's own signer.
import { createHmac } from "node:crypto";

type Headers = Record<string, string>;

export function hmacHex(key: string, ...parts: readonly (string | Buffer)[]): string {
  return hmac(Buffer.from(key), parts).toString("hex");
}

export function hmacBase64(key: string, ...parts: readonly (string | Buffer)[]): string {
  return hmac(Buffer.from(key), parts).toString("base64");
}

/** `user:password`, as Chargebee shows it. */
export function basicHeader(secret: string): string {
  return `Basic ${Buffer.from(secret).toString("base64")}`;
}

type TimestampedForm = {
  readonly separator: string;
  readonly timestamp: string;
  readonly signature: string;
  /** Between the time and the body, in what is signed. */
  readonly joint: string;
};

export function timestampedHeader(
  { separator, timestamp, signature, joint }: TimestampedForm,
  body: Buffer,
  secrets: readonly string[],
  atSeconds: number,
): string {
  const signatures = secrets.map((secret) => `${signature}=${hmacHex(secret, `${atSeconds}${joint}`, body)}`);
  return [`${timestamp}=${atSeconds}`, ...signatures].join(separator);
}

/** One `v1` per secret, as Stripe sends them while a secret is rolled. */
export function stripeHeaders(body: Buffer, secrets: readonly string[], atSeconds: number): Headers {
  const form = { separator: ",", timestamp: "t", signature: "v1", joint: "." };
  return { "stripe-signature": timestampedHeader(form, body, secrets, atSeconds) };
}

/** One `h1` per secret, as Paddle sends them while a secret is rotated. */
export function paddleHeaders(body: Buffer, secrets: readonly string[], atSeconds: number): Headers {
  const form = { separator: ";", timestamp: "ts", signature: "h1", joint: ":" };
  return { "paddle-signature": timestampedHeader(form, body, secrets, atSeconds) };
}

/** One `v1` per key. The keys are bytes: `standardWebhookKey` decodes a `whsec_` secret, Polar uses the text's bytes. */
export function standardWebhookHeaders(id: string, body: Buffer, keys: readonly Buffer[], atSeconds: number): Headers {
  const signatures = keys.map((key) => `v1,${hmac(key, [`${id}.${atSeconds}.`, body]).toString("base64")}`);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(atSeconds),
    "webhook-signature": signatures.join(" "),
  };
}

export function standardWebhookKey(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ""), "base64");
}

/** SePay's bank webhook in its HMAC form. */
export function sepayHeaders(body: Buffer, secret: string, atSeconds: number): Headers {
  return {
    "x-sepay-timestamp": String(atSeconds),
    "x-sepay-signature": `sha256=${hmacHex(secret, `${atSeconds}.`, body)}`,
  };
}

/** In milliseconds, with one digest per secret. */
export function recurlyHeader(body: Buffer, secrets: readonly string[], atSeconds: number): string {
  const timestamp = `${atSeconds}000`;
  return [timestamp, ...secrets.map((secret) => hmacHex(secret, `${timestamp}.`, body))].join(",");
}

/** payOS signs the fields of `data` in the order of their names, and puts the signature next to them. */
export function payosSignature(data: object, secret: string): string {
  const texts = new Map(Object.entries(data).map(([name, value]) => [name, payosText(value)]));
  const names = [...texts.keys()].sort();
  return hmacHex(secret, names.map((name) => `${name}=${texts.get(name)}`).join("&"));
}

function payosText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function hmac(key: Buffer, parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHmac("sha256", key);
  for (const part of parts) hash.update(part);
  return hash.digest();
}
