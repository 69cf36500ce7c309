// The verifiers' cryptography: HMAC-SHA256 and shared-secret checks for the signature families in use (timestamped hex,
// Standard Webhooks, hex or base64 over a text or the body, static secret), each against several secrets and several signatures.
// It guarantees that signed bytes are hashed as received and never copied, that digests are compared in constant time,
// that a digest has one spelling only (lower-case hex, canonical base64) and that a blank secret accepts nothing.
// It never reads a clock, parses a body or knows a provider: the headers' names belong to the adapters.
// Written from: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md and the
// providers' own pages named in their adapters.
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";
import type { Adapter, Delivery, HeaderName, SharedSigning, SignatureFault, Verification } from "./adapter.ts";

/** How far a signed timestamp may lie from our clock, in the past and in the future. */
export const toleranceSeconds = 300;

const hexDigest = /^[0-9a-f]{64}$/;
/** 32 bytes: 43 characters and one `=`; the last character holds 4 bits, so only 16 of 64 are canonical there. */
const base64Digest = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
const base64Text = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** No sign, no leading zero, no fraction: one number has one spelling. */
const unixSeconds = /^[1-9][0-9]{0,11}$/;
const headerPair = /^[a-z][a-z0-9]*=[^=\s]+$/;
/** A full stop would let an id and a timestamp trade places in `id.timestamp.body`. */
const standardWebhookId = /^[^.\s]{1,255}$/;
const standardWebhookSecretPrefix = "whsec_";

/** A signed text: the parts are hashed one after the other, so a body needs no copy to get a prefix. */
type Signed = readonly (string | Buffer)[];

const accepted: Verification = { valid: true };

export function refused(fault: SignatureFault): Verification {
  return { valid: false, fault };
}

const standardWebhookHeaders: readonly HeaderName[] = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/** What an adapter needs whose provider signs in a way that several share. */
export function signedBy(signing: SharedSigning): Pick<Adapter, "signing" | "headers" | "verify"> {
  switch (signing.family) {
    case "standard_webhook": {
      const keysOf = signing.key === "decoded" ? standardWebhookKeys : textKeys;
      return {
        signing,
        headers: standardWebhookHeaders,
        verify: (delivery, secrets, nowSeconds) => verifyStandardWebhook(delivery, keysOf(secrets), nowSeconds),
      };
    }
    case "hex_of_body":
      return {
        signing,
        headers: [signing.header],
        verify: ({ body, headers }, secrets) => verifyHex([body], [headers[signing.header]], secrets),
      };
    case "base64_of_body":
      return {
        signing,
        headers: [signing.header],
        verify: ({ body, headers }, secrets) => verifyBase64(body, headers[signing.header], secrets),
      };
    case "timestamped_hex":
      return {
        signing,
        headers: [signing.header],
        verify({ body, headers }, secrets, nowSeconds) {
          const header = headers[signing.header];
          if (!header) return refused("missing_signature");
          const presented = parseTimestampedSignatures(header, signing);
          if (presented === null) return refused("malformed_signature");
          return verifyTimestampedHex(presented, { separator: signing.joint, body }, secrets, nowSeconds);
        },
      };
  }
}

/** Why a signed timestamp is not to be trusted now, or null. */
export function timestampFault(timestamp: string, nowSeconds: number): SignatureFault | null {
  if (!unixSeconds.test(timestamp)) return "malformed_signature";
  const ageSeconds = nowSeconds - Number(timestamp);
  if (ageSeconds < -toleranceSeconds) return "timestamp_in_future";
  return ageSeconds <= toleranceSeconds ? null : "timestamp_too_old";
}

export type TimestampedSignatures = { readonly timestamp: string; readonly signatures: readonly string[] };

/**
 * Reads a header such as `t=1700000000,v1=<hex>,v1=<hex>`: one timestamp and all signatures of the named scheme.
 * Null when any piece is not `name=value`, the timestamp is not there exactly once, or a signature is not 64 hex digits.
 * Pieces of other names (Stripe's `v0`) are passed over.
 */
export function parseTimestampedSignatures(
  header: string,
  names: { readonly separator: "," | ";"; readonly timestamp: string; readonly signature: string },
): TimestampedSignatures | null {
  const timestamps: string[] = [];
  const signatures: string[] = [];
  for (const piece of header.split(names.separator)) {
    if (!headerPair.test(piece)) return null;
    const value = piece.slice(piece.indexOf("=") + 1);
    if (piece.startsWith(`${names.timestamp}=`)) timestamps.push(value);
    if (piece.startsWith(`${names.signature}=`)) signatures.push(value);
  }
  const [timestamp] = timestamps;
  if (timestamp === undefined || timestamps.length > 1 || signatures.length === 0) return null;
  return signatures.every((signature) => hexDigest.test(signature)) ? { timestamp, signatures } : null;
}

/** Family A: hex HMAC over `timestamp + separator + body`. Accepts if any secret matches any presented signature. */
export function verifyTimestampedHex(
  presented: TimestampedSignatures,
  signed: { readonly separator: "." | ":"; readonly body: Buffer },
  secrets: readonly string[],
  nowSeconds: number,
): Verification {
  const fault = timestampFault(presented.timestamp, nowSeconds);
  if (fault !== null) return refused(fault);
  return verifyHex([presented.timestamp, signed.separator, signed.body], presented.signatures, secrets);
}

/**
 * Family B: Standard Webhooks, base64 HMAC over `id.timestamp.body` in `webhook-*` headers.
 * The keys are bytes because providers disagree about the secret's text: `standardWebhookKeys` decodes it as the
 * standard says, Polar uses the text's own bytes (`textKeys`).
 */
export function verifyStandardWebhook(
  { body, headers }: Delivery,
  keys: readonly Buffer[],
  nowSeconds: number,
): Verification {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const presented = headers["webhook-signature"];
  if (!id || !timestamp || !presented) return refused("missing_signature");
  if (!standardWebhookId.test(id)) return refused("malformed_signature");
  const fault = timestampFault(timestamp, nowSeconds);
  if (fault !== null) return refused(fault);
  const signatures = presented.split(" ").flatMap((piece) => (piece.startsWith("v1,") ? [piece.slice(3)] : []));
  if (signatures.length === 0 || !signatures.every((signature) => base64Digest.test(signature))) {
    return refused("malformed_signature");
  }
  return verifyDigests(
    [id, ".", timestamp, ".", body],
    signatures.map((signature) => Buffer.from(signature, "base64")),
    keys,
  );
}

/** The keys in `whsec_<base64>` secrets. A secret that is not base64 yields none: it cannot be a key of this scheme. */
export function standardWebhookKeys(secrets: readonly string[]): readonly Buffer[] {
  return secrets.flatMap((secret) => {
    const encoded = secret.startsWith(standardWebhookSecretPrefix)
      ? secret.slice(standardWebhookSecretPrefix.length)
      : secret;
    return base64Text.test(encoded) ? [Buffer.from(encoded, "base64")] : [];
  });
}

/** Families C and D: hex HMAC over the body alone, or over a canonical text made of its fields. */
export function verifyHex(
  signed: Signed,
  presented: readonly (string | undefined)[],
  secrets: readonly string[],
): Verification {
  const signatures: Buffer[] = [];
  for (const signature of presented) {
    if (!signature) return refused("missing_signature");
    if (!hexDigest.test(signature)) return refused("malformed_signature");
    signatures.push(Buffer.from(signature, "hex"));
  }
  if (signatures.length === 0) return refused("missing_signature");
  return verifyDigests(signed, signatures, textKeys(secrets));
}

/** Family C in base64 instead of hex. */
function verifyBase64(body: Buffer, presented: string | undefined, secrets: readonly string[]): Verification {
  if (!presented) return refused("missing_signature");
  if (!base64Digest.test(presented)) return refused("malformed_signature");
  return verifyDigests([body], [Buffer.from(presented, "base64")], textKeys(secrets));
}

/** Secrets whose own bytes are the key. */
function textKeys(secrets: readonly string[]): readonly Buffer[] {
  return secrets.filter(isUsableSecret).map((secret) => Buffer.from(secret));
}

/** Family E: the sender shows the secret itself. Proves who sent it, not what was sent: prefer any other family. */
export function verifySharedSecret(presented: string | undefined, secrets: readonly string[]): Verification {
  if (!presented) return refused("missing_signature");
  const shown = Buffer.from(presented);
  const known = secrets.filter(isUsableSecret).some((secret) => equalBytes(Buffer.from(secret), shown));
  return known ? accepted : refused("signature_mismatch");
}

/** Anyone can sign with a blank secret, so it must never count as one. */
function isUsableSecret(secret: string): boolean {
  return secret.trim() !== "";
}

function verifyDigests(signed: Signed, presented: readonly Buffer[], keys: readonly Buffer[]): Verification {
  for (const key of keys) {
    if (key.length === 0) continue;
    const hmac = createHmac("sha256", preparedKey(key));
    for (const part of signed) hmac.update(part);
    const expected = hmac.digest();
    if (presented.some((signature) => equalBytes(expected, signature))) return accepted;
  }
  return refused("signature_mismatch");
}

/** Preparing a key takes longer than hashing a body of a few kilobytes; an installation has few keys. */
const preparedKeys = new Map<string, KeyObject>();
const preparedKeysMax = 1000;

function preparedKey(key: Buffer): KeyObject {
  const name = key.toString("latin1");
  const known = preparedKeys.get(name);
  if (known !== undefined) return known;
  if (preparedKeys.size >= preparedKeysMax) preparedKeys.clear();
  const prepared = createSecretKey(key);
  preparedKeys.set(name, prepared);
  return prepared;
}

/** `timingSafeEqual` throws on unequal lengths; a length is no secret. */
function equalBytes(expected: Buffer, presented: Buffer): boolean {
  return expected.length === presented.length && timingSafeEqual(expected, presented);
}
