// COPY from this process into a table: rows as text, in the order they are written, at the speed of the server. It buffers only what the
// socket holds: the writer waits when the server is behind.
import { once } from "node:events";
import type { Client, Connection, Submittable } from "pg";

const copyDataMark = 0x64;
const copyDoneMessage = Buffer.from([0x63, 0, 0, 0, 4]);
const lengthBytes = 4;
/** Rows are sent in messages of about this size. */
const messageCharacters = 262_144;

export class CopyIn implements Submittable {
  readonly #text: string;
  readonly #ready = Promise.withResolvers<void>();
  readonly #done = Promise.withResolvers<void>();
  #connection: Connection | undefined;
  #lines: string[] = [];
  #characters = 0;

  private constructor(text: string) {
    this.#text = text;
    this.#done.promise.catch(() => undefined);
  }

  /** `into` is a table with its columns, as `event (program_id, seq)`. */
  static async start(client: Client, into: string): Promise<CopyIn> {
    const copy = client.query(new CopyIn(`copy ${into} from stdin`));
    await copy.#ready.promise;
    return copy;
  }

  /** One row, as COPY's text format has it, without its line feed. Gone with the next `flush`. */
  add(line: string): void {
    this.#lines.push(line);
    this.#characters += line.length;
  }

  /** Sends what is there once it is worth a message, and waits while the server is behind. */
  async flush(isLast = false): Promise<void> {
    if (this.#connection === undefined || (this.#characters < messageCharacters && !isLast)) return;
    if (this.#lines.length === 0) return;
    const payload = Buffer.from(`${this.#lines.join("\n")}\n`);
    this.#lines = [];
    this.#characters = 0;
    const head = Buffer.allocUnsafe(1 + lengthBytes);
    head.writeUInt8(copyDataMark, 0);
    head.writeUInt32BE(lengthBytes + payload.length, 1);
    const { stream } = this.#connection;
    stream.write(head);
    if (!stream.write(payload)) await Promise.race([once(stream, "drain"), this.#done.promise]);
  }

  /** The rows are in the table when this is done, within the client's transaction. */
  async end(): Promise<void> {
    await this.flush(true);
    this.#connection?.stream.write(copyDoneMessage);
    await this.#done.promise;
  }

  // What pg calls on a query of ours while the server answers.

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  handleCopyInResponse(): void {
    this.#ready.resolve();
  }

  handleCommandComplete(): void {
    // What counts is that the server is ready again.
  }

  handleError(error: Error): void {
    this.#ready.reject(error);
    this.#done.reject(error);
  }

  handleReadyForQuery(): void {
    this.#done.resolve();
  }
}

/** A column in COPY's text format. */
export function copyText(value: string): string {
  return /[\\\n\r\t]/.test(value)
    ? value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t")
    : value;
}

export const copyNull = "\\N";

/** A bytea column in COPY's text format. */
export function copyBytes(bytes: Buffer): string {
  return `\\\\x${bytes.toString("hex")}`;
}
