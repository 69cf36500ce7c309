// Reads HTTP/1.1 answers off a keep-alive connection as cheaply as it can: status and body, nothing else. Answers may come in any
// number of pieces, cut anywhere, and a piece may end one answer and begin the next.
// It knows Content-Length, chunked bodies and answers that have none; anything else is refused as an error of the server.

const lineFeed = 10;
const carriageReturn = 13;
const colon = 58;
const headBytesMax = 65_536;
const endOfHead = "\r\n\r\n";
const endOfChunks = "0\r\n\r\n";

/** `bytes` from `start` to `end` is the body as it was sent; they are gone when the call returns. */
export type OnResponse = (status: number, bytes: Buffer, start: number, end: number) => void;

const needsMore = -1;

export class ResponseReader {
  readonly #onResponse: OnResponse;
  /** What came of an answer that is not whole yet. */
  #begun: Buffer | null = null;

  constructor(onResponse: OnResponse) {
    this.#onResponse = onResponse;
  }

  /** Takes the first `length` bytes of `bytes`. */
  push(bytes: Buffer, length: number): void {
    const piece = bytes.subarray(0, length);
    const all = this.#begun === null ? piece : Buffer.concat([this.#begun, piece]);
    let start = 0;
    while (start < all.length) {
      const end = this.#read(all, start);
      if (end === needsMore) break;
      start = end;
    }
    this.#begun = start === all.length ? null : Buffer.from(all.subarray(start));
  }

  /** Answers where the answer that begins at `start` ends. */
  #read(bytes: Buffer, start: number): number {
    const head = bytes.indexOf(endOfHead, start, "latin1");
    if (head === -1) {
      if (bytes.length - start > headBytesMax) throw new Error("an answer's head does not end");
      return needsMore;
    }
    const status = digitsAt(bytes, start + "HTTP/1.1 ".length);
    const body = head + endOfHead.length;
    const framing = framingOf(bytes, start, head, status);
    const end = framing === "chunked" ? endOfChunked(bytes, body) : body + framing;
    if (end === needsMore || end > bytes.length) return needsMore;
    this.#onResponse(status, bytes, body, end);
    return end;
  }
}

/** Bytes of the body, or that it comes in chunks. */
function framingOf(bytes: Buffer, start: number, head: number, status: number): number | "chunked" {
  for (let at = bytes.indexOf(lineFeed, start); at !== -1 && at < head; at = bytes.indexOf(lineFeed, at + 1)) {
    const name = at + 1;
    // Only these two lengths of names are of interest, so that most lines cost one comparison.
    if (bytes[name + contentLength.length] === colon && isNamed(bytes, name, contentLength)) {
      return digitsAt(bytes, skipSpaces(bytes, name + contentLength.length + 1));
    }
    if (bytes[name + transferEncoding.length] === colon && isNamed(bytes, name, transferEncoding)) return "chunked";
  }
  if (status === 204 || status === 304) return 0;
  throw new Error("an answer says neither its length nor that it comes in chunks");
}

const contentLength = Buffer.from("content-length");
const transferEncoding = Buffer.from("transfer-encoding");
const lowerCaseBit = 0x20;

function isNamed(bytes: Buffer, at: number, name: Buffer): boolean {
  for (let index = 0; index < name.length; index += 1) {
    if (((bytes[at + index] ?? 0) | lowerCaseBit) !== name[index]) return false;
  }
  return true;
}

function skipSpaces(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 32) at += 1;
  return at;
}

function digitsAt(bytes: Buffer, from: number): number {
  let value = 0;
  let at = from;
  for (let digit = (bytes[at] ?? 0) - 48; digit >= 0 && digit <= 9; digit = (bytes[at] ?? 0) - 48) {
    value = value * 10 + digit;
    at += 1;
  }
  if (at === from) throw new Error("an answer has no number where one belongs");
  return value;
}

/** Chunks are walked by their sizes: a body may hold anything. Trailers are not known. */
function endOfChunked(bytes: Buffer, body: number): number {
  for (let at = body; at < bytes.length; ) {
    const line = bytes.indexOf(carriageReturn, at);
    if (line === -1) return needsMore;
    const size = Number.parseInt(bytes.toString("latin1", at, line), 16);
    if (!Number.isInteger(size)) throw new Error("a chunk does not say its size");
    if (size === 0) return at + endOfChunks.length;
    at = line + 2 + size + 2;
  }
  return needsMore;
}
