// Chance that can be had again: the same seed gives the same log.

const characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** So many of them fit one draw of 32 bits. */
const charactersPerDraw = 5;
const drawsMax = 2 ** 32;

export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number below 2^32 (mulberry32). */
  draw(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** From 0 up to 1. */
  share(): number {
    return this.draw() / drawsMax;
  }

  below(count: number): number {
    return Math.floor(this.share() * count);
  }

  isWithin(share: number): boolean {
    return this.share() < share;
  }

  /** Letters and digits. */
  text(length: number): string {
    let text = "";
    while (text.length < length) {
      let drawn = this.draw();
      for (let count = 0; count < charactersPerDraw && text.length < length; count += 1) {
        text += characters.charAt(drawn % characters.length);
        drawn = Math.floor(drawn / characters.length);
      }
    }
    return text;
  }
}

/** A number in the same letters and digits, as long as wanted. */
export function inCharacters(value: number, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest = Math.floor(rest / characters.length)) {
    text = characters.charAt(rest % characters.length) + text;
  }
  return text;
}
