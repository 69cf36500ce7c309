// Signed notes as C2SP describes them (c2sp.org/signed-note): a text, an empty line, and a line for each signature. Keys are written
// as the Go package sumdb/note writes them, so that other people's tools read notes and keys of ours.
// What is signed is the text with its last line break, and nothing else of the note.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from "node:crypto";

const ed25519 = 1;
const keyBytes = 32;
const keyIdBytes = 4;
const signatureBytes = 64;
/** The prefix of the seed in PKCS #8 and of the key in SPKI (RFC 8410). */
const seedHeader = Buffer.from("302e020100300506032b657004220420", "hex");
const publicKeyHeader = Buffer.from("302a300506032b6570032100", "hex");
/** An em dash and a space. */
const signatureStart = "\u2014 ";
const namePattern = /^[^\s+]{1,255}$/u;

export class NoteRefused extends Error {
  override readonly name = "NoteRefused";
}

export type Verifier = {
  readonly name: string;
  readonly keyId: Buffer;
  /** As it is published: name, id and key. */
  readonly text: string;
  readonly publicKey: Buffer;
  /** The same key under another name: the host of an installation may change, its key does not. */
  readonly named: (name: string) => Verifier;
  readonly isSigned: (text: string, signature: Buffer) => boolean;
};

export type Signer = {
  readonly verifier: Verifier;
  /** The text becomes a note; it ends in a line break and has no empty line. */
  readonly sign: (text: string) => string;
  /** A key of its own for another purpose, which says nothing of this one. */
  readonly derive: (purpose: string) => Buffer;
};

/** Of a new key: `PRIVATE+KEY+<name>+<id>+<key>`. */
export function newSignerKey(name: string): string {
  const seed = randomBytes(keyBytes);
  const { verifier } = signerOf(name, seed);
  const key = Buffer.concat([Buffer.of(ed25519), seed]).toString("base64");
  return `PRIVATE+KEY+${name}+${verifier.keyId.toString("hex")}+${key}`;
}

/** Also a key as PKCS #8 in PEM, or its seed as 64 hexadecimal digits. Neither has a name, and gets `name`. */
export function readSignerKey(text: string, name: string): Signer {
  const trimmed = text.trim();
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return signerOf(name, Buffer.from(trimmed, "hex"));
  if (trimmed.startsWith("-----BEGIN ")) return signerOf(name, seedOfPem(trimmed));
  const [, given, id, key] = /^PRIVATE\+KEY\+([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(trimmed) ?? [];
  if (given === undefined || id === undefined || key === undefined) {
    throw new NoteRefused("it is neither 64 hexadecimal digits nor PRIVATE+KEY+name+id+key nor a private key in PEM");
  }
  const bytes = Buffer.from(key, "base64");
  if (bytes.length !== keyBytes + 1 || bytes[0] !== ed25519) throw new NoteRefused("it is no Ed25519 key");
  const signer = signerOf(given, bytes.subarray(1));
  if (signer.verifier.keyId.toString("hex") !== id) throw new NoteRefused("its id is not that of its key");
  return signer;
}

function seedOfPem(pem: string): Buffer {
  const key = readPem(pem);
  if (key.asymmetricKeyType !== "ed25519") throw new NoteRefused("it is no Ed25519 key");
  return key.export({ format: "der", type: "pkcs8" }).subarray(-keyBytes);
}

function readPem(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw new NoteRefused("it is no private key in PEM", { cause: error });
  }
}

function signerOf(name: string, seed: Buffer): Signer {
  if (!namePattern.test(name)) throw new NoteRefused("its name has a space or a plus");
  const key = createPrivateKey({ key: Buffer.concat([seedHeader, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-keyBytes);
  const verifier = verifierOf(name, publicKey);
  return {
    verifier,
    sign(text) {
      if (!text.endsWith("\n") || text.includes("\n\n")) throw new NoteRefused("a text ends in one line break");
      const signature = Buffer.concat([verifier.keyId, sign(null, Buffer.from(text, "utf8"), key)]);
      return `${text}\n${signatureStart}${name} ${signature.toString("base64")}\n`;
    },
    derive: (purpose) => Buffer.from(hkdfSync("sha256", seed, "svc", purpose, keyBytes)),
  };
}

/** `<name>+<id>+<key>`. */
export function readVerifierKey(text: string): Verifier {
  const [, name, id, key] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text.trim()) ?? [];
  if (name === undefined || id === undefined || key === undefined) {
    throw new NoteRefused("A verifier key looks like name+id+key, as svc checkpoints key prints it.");
  }
  const bytes = Buffer.from(key, "base64");
  if (bytes.length !== keyBytes + 1 || bytes[0] !== ed25519)
    throw new NoteRefused("The verifier key is no Ed25519 key.");
  const verifier = verifierOf(name, bytes.subarray(1));
  if (verifier.keyId.toString("hex") !== id) throw new NoteRefused("The verifier key's id is not that of its key.");
  return verifier;
}

function verifierOf(name: string, publicKey: Buffer): Verifier {
  const key = createPublicKey({ key: Buffer.concat([publicKeyHeader, publicKey]), format: "der", type: "spki" });
  const typed = Buffer.concat([Buffer.of(ed25519), publicKey]);
  const named = Buffer.concat([Buffer.from(`${name}\n`, "utf8"), typed]);
  const keyId = createHash("sha256").update(named).digest().subarray(0, keyIdBytes);
  return {
    name,
    keyId,
    text: `${name}+${keyId.toString("hex")}+${typed.toString("base64")}`,
    publicKey,
    named: (other) => verifierOf(other, publicKey),
    isSigned: (text, signature) =>
      signature.length === signatureBytes && verify(null, Buffer.from(text, "utf8"), key, signature),
  };
}

export type OpenedNote =
  | { readonly kind: "signed"; readonly text: string; readonly by: Verifier }
  /** `unknown`: by none of these keys; `forged`: in the name of one of them, and not by it. */
  | { readonly kind: "unknown" | "forged" | "malformed"; readonly text: string };

/** The first line in the name of a known key decides. */
export function openNote(note: string, verifiers: readonly Verifier[]): OpenedNote {
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n")) return { kind: "malformed", text: note };
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split("\n");
  for (const line of lines) {
    const [, name, written] = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/=]+)$/u.exec(line) ?? [];
    if (name === undefined || written === undefined) return { kind: "malformed", text };
    const bytes = Buffer.from(written, "base64");
    const keyId = bytes.subarray(0, keyIdBytes);
    const isIt = (each: Verifier): boolean => each.name === name && each.keyId.equals(keyId);
    const by = verifiers.find(isIt) ?? verifiers.map((each) => each.named(name)).find(isIt);
    if (by === undefined) continue;
    return by.isSigned(text, bytes.subarray(keyIdBytes)) ? { kind: "signed", text, by } : { kind: "forged", text };
  }
  return { kind: "unknown", text };
}

/** Who a note says has signed it, as name+id; proves nothing. */
export function claimedSigners(note: string): string[] {
  const lines = note.slice(note.lastIndexOf("\n\n") + 2).split("\n");
  return lines.flatMap((line) => {
    const [, name, written] = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/=]+)$/u.exec(line) ?? [];
    if (name === undefined || written === undefined) return [];
    return [`${name}+${Buffer.from(written, "base64").subarray(0, keyIdBytes).toString("hex")}`];
  });
}

/** The signer with this key, under any name. */
export function signerBy(signers: readonly Signer[], { publicKey }: Verifier): Signer | undefined {
  return signers.find(({ verifier }) => verifier.publicKey.equals(publicKey));
}

/** The notes of a file, in their order; what is no whole note, such as one that was cut off, is counted. */
export function splitNotes(file: string): { readonly notes: readonly string[]; readonly incomplete: number } {
  const notes: string[] = [];
  let incomplete = 0;
  let text: string | null = null;
  for (const block of file.split(/\n{2,}/)) {
    const whole = block.replace(/^\n+|\n+$/g, "");
    if (whole === "") continue;
    if (text !== null && isSignatures(whole)) {
      notes.push(`${text}\n\n${whole}\n`);
      text = null;
      continue;
    }
    if (text !== null) incomplete += 1;
    text = whole;
  }
  return { notes, incomplete: text === null ? incomplete : incomplete + 1 };
}

/** An Ed25519 signature with its key's id has 92 characters: what has fewer was cut off. */
const wholeSignature = /^\u2014 [^\s+]+ [A-Za-z0-9+/=]{92,}$/u;

function isSignatures(block: string): boolean {
  return block.split("\n").every((line) => wholeSignature.test(line));
}

/** As they are published; what signs stays where it is. */
export function verifierKeysOf(signers: readonly Signer[]): string[] {
  return signers.map(({ verifier }) => verifier.text);
}
