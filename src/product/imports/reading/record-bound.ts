// Limits one CSV record before the parser buffers it: its bytes between line breaks, with any content, and its columns by the first
// record's. Quotes are read as the parser reads them, so that an open quote has the same limit. A record within the limits is never
// changed. Data is dropped only after the first column too many, which makes the line faulty.

import { FileRefused } from "../file-refused.ts";

/** Of one record with all its columns. */
export const recordBytesMax = 65_536;

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const nul = 0x00;
/** Around line breaks of dropped data; every other character is a quote that is dropped with it. */
const quotesAdded = 2;

export class RecordBound {
  readonly #delimiter: number;
  #columnsMax = Number.POSITIVE_INFINITY;
  #line = 1;
  #firstLine = 1;
  #bytes = 0;
  #delimiters = 0;
  #isFieldEmpty = true;
  #isQuoted = false;
  /** A quote within quotes: the end of them, or the first half of a quote that is meant. */
  #isAfterQuote = false;
  #isAfterReturn = false;
  #isBreakKept = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** What the parser is given of these bytes. */
  pass(bytes: Uint8Array): Uint8Array {
    const kept = new Uint8Array(bytes.length + quotesAdded);
    let length = 0;
    const keep = (byte: number): void => {
      kept[length] = byte;
      length += 1;
    };
    for (const byte of bytes) {
      const isDropped = this.#delimiters >= this.#columnsMax;
      const isBreak = byte === lineFeed || byte === carriageReturn;
      if (isBreak) this.#countLine(byte);
      this.#isAfterReturn = byte === carriageReturn;
      this.#bytes += 1;
      if (this.#endsRecord(byte, isBreak)) {
        if (this.#isBreakKept) keep(quote);
        this.#endRecord();
        keep(byte);
      } else if (!isDropped) keep(byte);
      else if (isBreak) {
        // Lines are counted on: of what is dropped its line breaks are kept, in quotes as they were.
        if (!this.#isBreakKept) keep(quote);
        this.#isBreakKept = true;
        keep(byte);
      }
      this.#requireBounded();
    }
    return kept.subarray(0, length);
  }

  #countLine(byte: number): void {
    if (byte === carriageReturn || !this.#isAfterReturn) this.#line += 1;
  }

  #endsRecord(byte: number, isBreak: boolean): boolean {
    if (this.#isAfterQuote) {
      this.#isAfterQuote = false;
      if (byte === quote) return false;
      // As the parser has it: anything else behind a quote is a fault, and the quotes go on.
      if (!isBreak && byte !== this.#delimiter && byte !== nul) return false;
      this.#isQuoted = false;
    } else if (this.#isQuoted) {
      this.#isAfterQuote = byte === quote;
      return false;
    }
    if (isBreak) return true;
    if (byte === this.#delimiter) {
      this.#delimiters += 1;
      this.#isFieldEmpty = true;
    } else if (byte === quote && this.#isFieldEmpty) {
      this.#isQuoted = true;
      this.#isFieldEmpty = false;
    } else this.#isFieldEmpty = false;
    return false;
  }

  #endRecord(): void {
    const isEmpty = this.#delimiters === 0 && this.#isFieldEmpty;
    if (!isEmpty && this.#columnsMax === Number.POSITIVE_INFINITY) this.#columnsMax = this.#delimiters + 1;
    this.#bytes = 0;
    this.#delimiters = 0;
    this.#isFieldEmpty = true;
    this.#isBreakKept = false;
    this.#firstLine = this.#line;
  }

  #requireBounded(): void {
    if (this.#bytes <= recordBytesMax) return;
    throw new FileRefused(
      `What begins in line ${this.#firstLine} is longer than ${recordBytesMax} bytes: a line break is missing, or a quote is not closed. Nothing behind it was read.`,
    );
  }
}
