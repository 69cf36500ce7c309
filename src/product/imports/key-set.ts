// The names a dry run has met in its file, in a few bytes each and outside of the heap: of each a fingerprint of 64 bits.
// Two names of a million share one once in 30 million files; then a number of the dry run is one too low, and nothing else.
import { createHmac, randomBytes } from "node:crypto";
import { FileRefused } from "./file-refused.ts";

const slotsAtFirst = 1_024;
/** Of the slots; fuller ones are searched for long. */
const fullShare = 0.6;
/** 32 MiB of them, and while they grow half as much again. */
const slotsMax = 4_194_304;

export class KeySet {
  /** A stranger cannot choose names that meet. */
  readonly #secret = randomBytes(16);
  #slots = new BigUint64Array(slotsAtFirst);
  #size = 0;

  has(key: string): boolean {
    const print = this.#printOf(key);
    return this.#slots[slotOf(this.#slots, print)] === print;
  }

  add(key: string): void {
    const print = this.#printOf(key);
    const slot = slotOf(this.#slots, print);
    if (this.#slots[slot] === print) return;
    this.#slots[slot] = print;
    this.#size += 1;
    if (this.#size > this.#slots.length * fullShare) this.#grow();
  }

  #grow(): void {
    if (this.#slots.length >= slotsMax) {
      throw new FileRefused(
        `A dry run remembers at most ${Math.floor(slotsMax * fullShare)} names of a file: split it, or import it.`,
      );
    }
    const slots = new BigUint64Array(this.#slots.length * 2);
    for (const print of this.#slots) if (print !== 0n) slots[slotOf(slots, print)] = print;
    this.#slots = slots;
  }

  /** Never 0, which is a slot that is free. */
  #printOf(key: string): bigint {
    return createHmac("sha256", this.#secret).update(key).digest().readBigUInt64LE() || 1n;
  }
}

/** Where the print is, or would be. */
function slotOf(slots: BigUint64Array, print: bigint): number {
  let slot = Number(print % BigInt(slots.length));
  while (slots[slot] !== 0n && slots[slot] !== print) slot = (slot + 1) % slots.length;
  return slot;
}
