// The format of an encrypted value: which secret made it, and its place in the database, so that a writer of the database cannot pass one
// row's secret off as another's. Values of earlier releases have neither; they are still read, by trying each secret.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { type Place, textOfPlace } from "./sealed-places.ts";

const algorithm = "aes-256-gcm";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const keyIdBytes = 8;
/** Before it, values began with a nonce: one in four thousand million looks like this, and is tried as one as well. */
const mark = Buffer.from("svc\u0001", "latin1");
const headBytes = mark.length + keyIdBytes;
const markCharacters = 32;

/** One of the installation's secrets. */
export type MasterKey = {
  /** Identifies the secret to its holders, and reveals nothing of it. */
  readonly id: string;
  readonly encryption: Buffer;
};

/** `isBound`: to its place, with the id of the secret that made it. */
export type Maker = { readonly keyId: string | null; readonly isBound: boolean };

/** No secret of this installation opens a value. Never a permanent reason to refuse a call: with the right secret it opens. */
export class SecretUnreadable extends Error {
  override readonly name = "SecretUnreadable";
}

export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "svc", purpose, keyBytes));
}

/** One for each secret: identifies it to its holders, and reveals nothing of it. */
export function secretKeyMarks(secretKeys: readonly string[]): string[] {
  return secretKeys.map((secret) => deriveKey(secret, "mark").toString("hex").slice(0, markCharacters));
}

export function masterKeyOf(secret: string): MasterKey {
  const id = deriveKey(secret, "mark").subarray(0, keyIdBytes).toString("hex");
  return { id, encryption: deriveKey(secret, "encryption") };
}

export function seal(key: MasterKey, place: Place, plain: Buffer): Buffer {
  const { nonce, tag, text } = encryptWith(key, plain, Buffer.from(textOfPlace(place)));
  return Buffer.concat([mark, Buffer.from(key.id, "hex"), nonce, tag, text]);
}

/** As releases before this one read it. */
export function sealUnbound(key: MasterKey, plain: Buffer): Buffer {
  const { nonce, tag, text } = encryptWith(key, plain, null);
  return Buffer.concat([nonce, tag, text]);
}

/** Throws `SecretUnreadable`, which says what is missing. */
export function open(keys: readonly MasterKey[], place: Place, sealed: Buffer): Buffer {
  const { plain } = openAny(keys, place, sealed);
  if (plain !== null) return plain;
  const keyId = keyIdOf(sealed);
  if (keyId === null) {
    throw new SecretUnreadable(
      `none of SVC_SECRET_KEYS opens a value of ${place.column}; add the one it was stored with`,
    );
  }
  throw new SecretUnreadable(
    keys.some(({ id }) => id === keyId)
      ? `a value of ${place.column} does not belong to its row: it was moved there, or changed`
      : `a value of ${place.column} was encrypted with the secret key ${keyId}, which is not in SVC_SECRET_KEYS; add it`,
  );
}

/** Which secret made a value, if that is known. */
export function makerOf(keys: readonly MasterKey[], place: Place, sealed: Buffer): Maker {
  const { plain, maker } = openAny(keys, place, sealed);
  return plain === null ? { keyId: keyIdOf(sealed), isBound: keyIdOf(sealed) !== null } : maker;
}

type Opened = { readonly plain: Buffer | null; readonly maker: Maker };

function openAny(keys: readonly MasterKey[], place: Place, sealed: Buffer): Opened {
  const keyId = keyIdOf(sealed);
  const named = keys.find(({ id }) => id === keyId);
  if (named !== undefined) {
    const plain = decryptWith(named, sealed.subarray(headBytes), Buffer.from(textOfPlace(place)));
    if (plain !== null) return { plain, maker: { keyId: named.id, isBound: true } };
  }
  for (const key of keys) {
    const plain = decryptWith(key, sealed, null);
    if (plain !== null) return { plain, maker: { keyId: key.id, isBound: false } };
  }
  return { plain: null, maker: { keyId, isBound: keyId !== null } };
}

function keyIdOf(sealed: Buffer): string | null {
  if (sealed.length < headBytes || !sealed.subarray(0, mark.length).equals(mark)) return null;
  return sealed.subarray(mark.length, headBytes).toString("hex");
}

function encryptWith({ encryption }: MasterKey, plain: Buffer, place: Buffer | null) {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, encryption, nonce);
  if (place !== null) cipher.setAAD(place);
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { nonce, tag: cipher.getAuthTag(), text };
}

/** Null where it was made otherwise. */
function decryptWith({ encryption }: MasterKey, sealed: Buffer, place: Buffer | null): Buffer | null {
  if (sealed.length < nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv(algorithm, encryption, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  if (place !== null) decipher.setAAD(place);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}
