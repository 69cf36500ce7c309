// Reads a backup from its file, part after part and in order, without ever holding all of it. What it read is known to be what was
// written only once `readEnd` has answered.
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { type ZodType, z } from "zod";
import type { TableColumns } from "../postgres/driver/copy.ts";
import { BackupRefused } from "./backup-refused.ts";
import { endLine, endOfRows, type Header, header, tableLine } from "./document.ts";

/** Of a line that is no row: the first one names every program. */
const lineBytesMax = 256 * 1024 * 1024;
const newline = 0x0a;

export class BackupReader {
  readonly #file: string;
  readonly #parts: AsyncIterator<Buffer>;
  readonly #digest: Hash = createHash("sha256");
  #rest: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#file = file;
    const unzipped = createGunzip();
    // Errors reach the reader of the next chunk.
    pipeline(createReadStream(file), unzipped, () => undefined);
    this.#parts = unzipped[Symbol.asyncIterator]();
  }

  async readHeader(): Promise<Header> {
    return this.#parse(header, await this.#takeLine());
  }

  /** Null behind the last one. */
  async readTable(): Promise<TableColumns | null> {
    const line = await this.#line();
    const parsed: unknown = this.#json(line);
    if (endLine.safeParse(parsed).success) return null;
    this.#take(line.length + 1);
    return this.#parse(tableLine, line);
  }

  /** The rows of the table that was read last. */
  async *readRows(): AsyncGenerator<Buffer> {
    const end = Buffer.from(endOfRows);
    const endBehindRow = Buffer.from(`\n${endOfRows}`);
    for (;;) {
      if (this.#rest.length < end.length) {
        await this.#more();
        continue;
      }
      if (this.#rest.subarray(0, end.length).equals(end)) {
        this.#take(end.length);
        return;
      }
      const at = this.#rest.indexOf(endBehindRow);
      const whole = (at === -1 ? this.#rest.lastIndexOf(newline) : at) + 1;
      if (whole === 0) await this.#more();
      else yield this.#take(whole);
    }
  }

  /** Answers how many rows there are in all. */
  async readEnd(): Promise<number> {
    const { end } = this.#parse(endLine, await this.#line());
    if (this.#digest.digest("hex") !== end.sha256) throw this.#damaged("its digest is another one");
    return end.rows;
  }

  close(): void {
    void this.#parts.return?.();
  }

  async #takeLine(): Promise<Buffer> {
    const line = await this.#line();
    this.#take(line.length + 1);
    return line;
  }

  async #line(): Promise<Buffer> {
    for (;;) {
      const at = this.#rest.indexOf(newline);
      if (at !== -1) return this.#rest.subarray(0, at);
      if (this.#rest.length > lineBytesMax) throw this.#damaged("a line does not end");
      await this.#more();
    }
  }

  #take(bytes: number): Buffer {
    const taken = this.#rest.subarray(0, bytes);
    this.#digest.update(taken);
    this.#rest = this.#rest.subarray(bytes);
    return taken;
  }

  async #more(): Promise<void> {
    let next: IteratorResult<Buffer>;
    try {
      next = await this.#parts.next();
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") {
        throw new BackupRefused(`There is no file ${this.#file}.`, { cause: error });
      }
      throw this.#damaged(error instanceof Error ? error.message : String(error), error);
    }
    if (next.done === true) throw this.#damaged("it ends too early");
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
  }

  #parse<T>(schema: ZodType<T>, line: Buffer): T {
    const parsed = schema.safeParse(this.#json(line));
    if (parsed.success) return parsed.data;
    throw this.#damaged(z.prettifyError(parsed.error).split("\n").join(" "));
  }

  #json(line: Buffer): unknown {
    try {
      return JSON.parse(line.toString("utf8"));
    } catch (error) {
      throw this.#damaged("a line is no JSON", error);
    }
  }

  #damaged(why: string, cause?: unknown): BackupRefused {
    return new BackupRefused(`${this.#file} is no whole backup of this service: ${why}.`, { cause });
  }
}
