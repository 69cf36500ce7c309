// PostgreSQL's protocol from the server's end, as far as pg speaks it here:
// https://www.postgresql.org/docs/current/protocol-message-formats.html.

export type Parameter = string | Buffer | null;

export type Message =
  | { readonly kind: "startup"; readonly options: string }
  | { readonly kind: "parse"; readonly name: string; readonly text: string }
  | { readonly kind: "bind"; readonly name: string; readonly values: readonly Parameter[] }
  | { readonly kind: "close"; readonly name: string }
  | { readonly kind: "describe" }
  | { readonly kind: "execute" }
  | { readonly kind: "sync" }
  | { readonly kind: "terminate" };

const lengthBytes = 4;

export class MessageReader {
  #left = Buffer.alloc(0);
  #isStarted = false;

  read(chunk: Buffer): Message[] {
    this.#left = Buffer.concat([this.#left, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const typeBytes = this.#isStarted ? 1 : 0;
      if (this.#left.length < typeBytes + lengthBytes) return messages;
      const end = typeBytes + this.#left.readInt32BE(typeBytes);
      if (this.#left.length < end) return messages;
      const type = this.#isStarted ? String.fromCharCode(this.#left[0] ?? 0) : "startup";
      messages.push(messageOf(type, new Cursor(this.#left.subarray(typeBytes + lengthBytes, end))));
      this.#left = this.#left.subarray(end);
      this.#isStarted = true;
    }
  }
}

function messageOf(type: string, at: Cursor): Message {
  switch (type) {
    case "startup":
      return { kind: "startup", options: at.startupOptions() };
    case "P":
      return { kind: "parse", name: at.text(), text: at.text() };
    case "B":
      return { kind: "bind", name: at.behindText(), values: at.values() };
    case "C":
      return { kind: "close", name: at.text().slice(1) };
    case "D":
      return { kind: "describe" };
    case "E":
      return { kind: "execute" };
    case "S":
      return { kind: "sync" };
    case "X":
      return { kind: "terminate" };
    default:
      throw new Error(`the model does not know the message ${type}`);
  }
}

class Cursor {
  #at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    const text = this.#bytes.toString("utf8", this.#at, end);
    this.#at = end + 1;
    return text;
  }

  /** The second of two, behind the portal's name. */
  behindText(): string {
    this.text();
    return this.text();
  }

  startupOptions(): string {
    this.#at = lengthBytes;
    for (;;) {
      const [name, value] = [this.text(), this.text()];
      if (name === "options") return value;
      if (this.#at >= this.#bytes.length) return "";
    }
  }

  values(): Parameter[] {
    const formats = Array.from({ length: this.#short() }, () => this.#short());
    return Array.from({ length: this.#short() }, (_, index) => {
      const length = this.#int();
      if (length < 0) return null;
      const bytes = this.#bytes.subarray(this.#at, this.#at + length);
      this.#at += length;
      return formats[index] === 1 ? Buffer.from(bytes) : bytes.toString("utf8");
    });
  }

  #short(): number {
    this.#at += 2;
    return this.#bytes.readInt16BE(this.#at - 2);
  }

  #int(): number {
    this.#at += lengthBytes;
    return this.#bytes.readInt32BE(this.#at - lengthBytes);
  }
}

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(1 + lengthBytes);
  const body = Buffer.concat(parts);
  head.write(type);
  head.writeInt32BE(lengthBytes + body.length, 1);
  return Buffer.concat([head, body]);
}

const zero = "\u0000";
const textOf = (text: string): Buffer => Buffer.from(text + zero);

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(lengthBytes);
  bytes.writeInt32BE(value);
  return bytes;
}

export type Column = readonly [name: string, oid: number];
export type TransactionStatus = "I" | "T" | "E";

export const says = {
  welcome: () => message("R", int(0)),
  ready: (status: TransactionStatus) => message("Z", Buffer.from(status)),
  parsed: () => message("1"),
  bound: () => message("2"),
  closed: () => message("3"),
  noRows: () => message("n"),
  columns: (columns: readonly Column[]) =>
    message(
      "T",
      short(columns.length),
      ...columns.flatMap(([name, oid]) => [textOf(name), int(0), short(0), int(oid), short(-1), int(-1), short(0)]),
    ),
  row: (values: readonly (string | null)[]) =>
    message(
      "D",
      short(values.length),
      ...values.flatMap((value) => {
        const bytes = Buffer.from(value ?? "");
        return value === null ? [int(-1)] : [int(bytes.length), bytes];
      }),
    ),
  completed: (command: string) => message("C", textOf(command)),
  error: (code: string, text: string) =>
    message("E", ...[`SERROR`, `VERROR`, `C${code}`, `M${text}`].map(textOf), Buffer.alloc(1)),
};
