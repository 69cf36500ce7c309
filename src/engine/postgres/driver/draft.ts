// A growable write buffer: one memory region that all drafts of a thread share. Positions are passed in and returned: each write returns
// where it ended.

const bytesMin = 64 * 1024;
/** A single large draft must not keep its memory permanently. */
const bytesKeptMax = 1024 * 1024;

/** Up to so many characters are copied here, which takes less than a call of the library. */
const copiedHereMax = 48;
const asciiMax = 0x7f;
const utf8BytesMax = 3;

const wordValues = 2 ** 32;

export class Draft {
  #bytes = Buffer.allocUnsafeSlow(bytesMin);
  #view = new DataView(this.#bytes.buffer);

  /** Up to this position there is room from now on; what was drafted stays. Texts and bytes make their own. */
  makeRoom(end: number): void {
    if (end > this.#bytes.length) this.#moveTo(Math.max(end, this.#bytes.length * 2));
  }

  byte(at: number, value: number): number {
    this.#view.setUint8(at, value);
    return at + 1;
  }

  int2(at: number, value: number): number {
    this.#view.setInt16(at, value);
    return at + 2;
  }

  int4(at: number, value: number): number {
    this.#view.setInt32(at, value);
    return at + 4;
  }

  /** Of a number that is a safe integer. */
  int8(at: number, value: number): number {
    this.#view.setInt32(at, Math.floor(value / wordValues));
    this.#view.setUint32(at + 4, value >>> 0);
    return at + 8;
  }

  bigInt8(at: number, value: bigint): number {
    this.#view.setBigInt64(at, value);
    return at + 8;
  }

  bytes(at: number, value: Uint8Array): number {
    this.makeRoom(at + value.length);
    this.#bytes.set(value, at);
    return at + value.length;
  }

  /** In UTF-8. */
  text(at: number, value: string): number {
    const { length } = value;
    // The most it can take; what it takes is counted only where there is no room for that.
    if (at + length * utf8BytesMax > this.#bytes.length) this.makeRoom(at + Buffer.byteLength(value, "utf8"));
    const bytes = this.#bytes;
    if (length > copiedHereMax) return at + bytes.write(value, at, "utf8");
    for (let index = 0; index < length; index++) {
      const code = value.charCodeAt(index);
      if (code > asciiMax) return at + bytes.write(value, at, "utf8");
      bytes[at + index] = code;
    }
    return at + length;
  }

  /** What was drafted up to this position, in memory of its own. */
  take(end: number): Buffer {
    const taken = Buffer.allocUnsafe(end);
    this.#bytes.copy(taken, 0, 0, end);
    if (this.#bytes.length > bytesKeptMax) this.#moveTo(bytesMin);
    return taken;
  }

  #moveTo(length: number): void {
    const bytes = Buffer.allocUnsafeSlow(length);
    this.#bytes.copy(bytes);
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}
