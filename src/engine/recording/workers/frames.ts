// Cuts a stream of bytes into the messages it was made of: four bytes of length before each.

const headerBytes = 4;

export function framed(body: Buffer): readonly [Buffer, Buffer] {
  const header = Buffer.allocUnsafe(headerBytes);
  header.writeUInt32LE(body.length);
  return [header, body];
}

export class Frames {
  #chunks: Buffer[] = [];
  #length = 0;
  /** Until then nothing is joined: a long message comes in many chunks. */
  #wanted = headerBytes;

  /** The messages that are whole with this chunk. */
  take(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#wanted) return [];
    const whole: Buffer[] = [];
    let rest = Buffer.concat(this.#chunks, this.#length);
    for (;;) {
      this.#wanted = rest.length < headerBytes ? headerBytes : headerBytes + rest.readUInt32LE();
      if (rest.length < this.#wanted) break;
      whole.push(rest.subarray(headerBytes, this.#wanted));
      rest = rest.subarray(this.#wanted);
    }
    this.#chunks = [rest];
    this.#length = rest.length;
    return whole;
  }
}
