// The installation's secrets: encryption of what must be read again (providers' signing secrets), keyed hashes of what must
// only be recognised (addresses). The first secret writes, all of them read, so they can be rotated.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

const algorithm = "aes-256-gcm";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** 128 bits: a payment may carry twenty of them, and none may be mistaken for another. */
const referenceHashCharacters = 32;
const markCharacters = 32;

export type Secrets = {
  encrypt(plain: string): Buffer;
  /** Throws when none of the secrets opens it. */
  decrypt(sealed: Buffer): string;
  /** Hex. Trimmed and lower-cased first, so that one address has one hash. */
  hashEmail(email: string): string;
  /** Hex, of a reference as `normaliseReference` leaves it. */
  hashReference(reference: string): string;
  /** Hex, of a call and its body: to know it again, and nothing else. */
  fingerprint(text: string): string;
  /** What makes an address of ours open something to whoever has it; made with the first secret. */
  signLink(text: string): string;
  /** Whether one of the secrets signed it. Takes as long for a wrong signature as for a right one. */
  isLinkSigned(text: string, signature: string): boolean;
  /** Makes a cookie say which account this browser has signed in to before; made with the first secret. */
  signDevice(text: string): string;
  isDeviceSigned(text: string, signature: string): boolean;
  /** What only whoever received an invitation's mail can show. */
  proveInvitation(invitationId: string): string;
  /** Signs the cookies of sessions: with a new first secret, people sign in again. */
  readonly cookieSecret: string;
};

export function openSecrets(secretKeys: readonly string[]): Secrets {
  const [first] = secretKeys;
  if (first === undefined) throw new Error("at least one secret key is needed");
  const writeKey = deriveKey(first, "encryption");
  const readKeys = secretKeys.map((secret) => deriveKey(secret, "encryption"));
  // Hashes are compared with stored ones, so the key that made them stays: the last secret is the oldest.
  const oldest = secretKeys.at(-1) ?? first;
  const emailKey = deriveKey(oldest, "email");
  const referenceKey = deriveKey(oldest, "reference");
  const fingerprintKey = deriveKey(oldest, "idempotency");
  const invitationKey = deriveKey(oldest, "invitation");
  const link = openSigner(secretKeys, "link");
  const device = openSigner(secretKeys, "device");
  return {
    encrypt: (plain) => encrypt(writeKey, plain),
    decrypt: (sealed) => decrypt(readKeys, sealed),
    hashEmail: (email) => keyedHash(emailKey, email.trim().toLowerCase()),
    hashReference: (reference) => keyedHash(referenceKey, reference).slice(0, referenceHashCharacters),
    fingerprint: (text) => keyedHash(fingerprintKey, text),
    signLink: link.sign,
    isLinkSigned: link.isSigned,
    signDevice: device.sign,
    isDeviceSigned: device.isSigned,
    proveInvitation: (invitationId) => keyedHash(invitationKey, invitationId),
    cookieSecret: deriveKey(first, "accounts").toString("base64url"),
  };
}

/** One for each secret: says which one it is, to whoever has it too, and nothing of it. */
export function secretKeyMarks(secretKeys: readonly string[]): string[] {
  return secretKeys.map((secret) => deriveKey(secret, "mark").toString("hex").slice(0, markCharacters));
}

type Signer = Readonly<{ sign(text: string): string; isSigned(text: string, signature: string): boolean }>;

/** The first secret signs, all of them are believed. */
function openSigner(secretKeys: readonly string[], purpose: string): Signer {
  const keys = secretKeys.map((secret) => deriveKey(secret, purpose));
  const [first] = keys;
  if (first === undefined) throw new Error("at least one secret key is needed");
  return {
    sign: (text) => signature(first, text).toString("base64url"),
    isSigned: (text, shown) => {
      const given = Buffer.from(shown, "base64url");
      const matching = keys.map((key) => signature(key, text)).filter((own) => isSame(own, given));
      return matching.length > 0;
    },
  };
}

function signature(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text, "utf8").digest();
}

function isSame(own: Buffer, given: Buffer): boolean {
  return own.length === given.length && timingSafeEqual(own, given);
}

function keyedHash(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text, "utf8").digest("hex");
}

function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "svc", purpose, keyBytes));
}

function encrypt(key: Buffer, plain: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce);
  const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function decrypt(keys: readonly Buffer[], sealed: Buffer): string {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  for (const key of keys) {
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
    decipher.setAuthTag(tag);
    try {
      return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
    } catch {
      // Sealed by another of the secrets.
    }
  }
  throw new Error("none of SVC_SECRET_KEYS opens this secret; add the one it was stored with");
}
