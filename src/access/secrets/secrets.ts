// The installation's secrets: encryption of what must be read again (providers' signing secrets), keyed hashes of what must
// only be recognised (addresses). The first secret writes and signs, all of them read and are believed, so they can be rotated.
// What hashes is kept in the database, encrypted: hashes in the log stay what they are when a secret is retired.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Place } from "./sealed-places.ts";
import { deriveKey, masterKeyOf, open, seal, sealUnbound } from "./sealed-value.ts";

/** 128 bits: a payment may carry twenty of them, and none may be mistaken for another. */
const referenceHashCharacters = 32;

export type Secrets = {
  /** For this place alone: it opens nowhere else. */
  encrypt(place: Place, plain: string): Buffer;
  /** Throws `SecretUnreadable` when none of the secrets opens it here. */
  decrypt(place: Place, sealed: Buffer): string;
  /** Hex. Trimmed and lower-cased first, so that one address has one hash. */
  hashEmail(email: string): string;
  /** Hex, of a reference as `normaliseReference` leaves it. */
  hashReference(reference: string): string;
  /**
   * Hex, of a network address in a program: made with the first secret, and then with each other one, so that what an older secret made is
   * known as well. They are kept for days.
   */
  addressDigests(programId: number, address: string): readonly string[];
  /** Hex, of a call and its body: to know it again, and nothing else. */
  fingerprint(text: string): string;
  /** The key of signed links; made from the first secret. */
  signLink(text: string): string;
  /** Whether one of the secrets signed it. Takes as long for a wrong signature as for a right one. */
  isLinkSigned(text: string, signature: string): boolean;
  /** Of a change next to the log (signed-changes.ts); made with the first secret. Hex. */
  signChange(text: string): string;
  isChangeSigned(text: string, signature: string): boolean;
  /** Makes a cookie say which account this browser has signed in to before; made with the first secret. */
  signDevice(text: string): string;
  isDeviceSigned(text: string, signature: string): boolean;
  /** Of what a browser keeps while its user signs in elsewhere; made with the first secret. */
  signFlow(text: string): string;
  isFlowSigned(text: string, signature: string): boolean;
  /** A proof that only the recipient of an invitation's mail has. Hex, made with the first secret. */
  proveInvitation(invitationId: string): string;
  isInvitationProven(invitationId: string, proof: string): boolean;
  /** Signs the cookies of sessions: with a new first secret, people sign in again. */
  readonly cookieSecret: string;
  /** What the accounts library encrypts with: the first writes, all of them read. A version stays its secret's, wherever that is listed. */
  readonly accountSecrets: readonly AccountSecret[];
};

export type AccountSecret = { readonly version: number; readonly value: string };

/** A permanent hash, compared with stored values. */
export const hashPurposes = ["email", "reference", "idempotency"] as const;
export type HashPurpose = (typeof hashPurposes)[number];
export type HashKeys = Readonly<Record<HashPurpose, Buffer>>;

export type Keeping = {
  readonly hashKeys: HashKeys;
  /** Whether values are bound to their places; not while processes of a release before this one may run. */
  readonly bindsValues: boolean;
};

/** Where none are kept: those of the oldest secret, which is the last. */
export function derivedHashKeys(secretKeys: readonly string[]): HashKeys {
  return hashKeysOf(secretKeys.at(-1) ?? "");
}

export function hashKeysOf(secret: string): HashKeys {
  return {
    email: deriveKey(secret, "email"),
    reference: deriveKey(secret, "reference"),
    idempotency: deriveKey(secret, "idempotency"),
  };
}

export function openSecrets(secretKeys: readonly string[], keeping?: Keeping): Secrets {
  const [first] = secretKeys;
  if (first === undefined) throw new Error("at least one secret key is needed");
  const { hashKeys, bindsValues } = keeping ?? { hashKeys: derivedHashKeys(secretKeys), bindsValues: true };
  const keys = secretKeys.map(masterKeyOf);
  const writing = masterKeyOf(first);
  const link = openSigner(secretKeys, "link", "base64url");
  const change = openSigner(secretKeys, "access change", "hex");
  const device = openSigner(secretKeys, "device", "base64url");
  const flow = openSigner(secretKeys, "sign-in flow", "base64url");
  const invitation = openSigner(secretKeys, "invitation", "hex");
  const addressKeys = secretKeys.map((secret) => deriveKey(secret, "partner address"));
  return {
    encrypt: (place, plain) =>
      bindsValues ? seal(writing, place, Buffer.from(plain)) : sealUnbound(writing, Buffer.from(plain)),
    decrypt: (place, sealed) => open(keys, place, sealed).toString("utf8"),
    hashEmail: (email) => hashOfEmail(hashKeys, email),
    hashReference: (reference) => keyedHash(hashKeys.reference, reference).slice(0, referenceHashCharacters),
    addressDigests: (programId, address) => addressKeys.map((key) => keyedHash(key, `${programId} ${address}`)),
    fingerprint: (text) => keyedHash(hashKeys.idempotency, text),
    signLink: link.sign,
    isLinkSigned: link.isSigned,
    signChange: change.sign,
    isChangeSigned: change.isSigned,
    signDevice: device.sign,
    isDeviceSigned: device.isSigned,
    signFlow: flow.sign,
    isFlowSigned: flow.isSigned,
    proveInvitation: invitation.sign,
    isInvitationProven: invitation.isSigned,
    cookieSecret: deriveKey(first, "accounts").toString("base64url"),
    accountSecrets: secretKeys.map(accountSecretOf),
  };
}

/** Of a key's id, as many digits as a version may have. */
const versionDigits = 8;

/** The version follows from the key's id, so that what an older secret encrypted is opened by it. */
export function accountSecretOf(secret: string): AccountSecret {
  const version = Number.parseInt(masterKeyOf(secret).id.slice(0, versionDigits), 16);
  return { version, value: deriveKey(secret, "accounts").toString("base64url") };
}

export function hashOfEmail({ email: key }: Pick<HashKeys, "email">, email: string): string {
  return keyedHash(key, email.trim().toLowerCase());
}

type Signer = Readonly<{ sign(text: string): string; isSigned(text: string, signature: string): boolean }>;

/** The first secret signs, all of them are believed. */
function openSigner(secretKeys: readonly string[], purpose: string, encoding: "base64url" | "hex"): Signer {
  const keys = secretKeys.map((secret) => deriveKey(secret, purpose));
  const [first] = keys;
  if (first === undefined) throw new Error("at least one secret key is needed");
  return {
    sign: (text) => signature(first, text).toString(encoding),
    isSigned: (text, shown) => {
      const given = Buffer.from(shown, encoding);
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
