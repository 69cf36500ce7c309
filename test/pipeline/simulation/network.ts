// The way between the processes and the database: what is sent takes its time and arrives in its order, until the way is cut.
import { Duplex } from "node:stream";
import type { Chance } from "../../torture/chance.ts";
import { Backend, type BackendParts } from "./backend.ts";
import { MessageReader } from "./protocol.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** How a connection is lost: with the server's end, or so that the server goes on with all it was sent. */
export type Cut = "both_ends" | "unnoticed";

export type NetworkParts = Omit<BackendParts, "say" | "faultOf"> & {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly isDown: () => boolean;
  /** Whether what the server says now is lost with the connection. */
  readonly losesAnswer: () => boolean;
  readonly faultOf: (statement: string, way: Way) => ReturnType<BackendParts["faultOf"]>;
};

const connectMilliseconds = 2;
const slowestMilliseconds = 0.4;

/** One connection. */
export class Way extends Duplex {
  readonly #parts: NetworkParts;
  readonly #reader = new MessageReader();
  #backend: Backend | null = null;
  #arrivesAt = 0;
  #returnsAt = 0;
  #isCut = false;

  constructor(parts: NetworkParts) {
    super();
    this.#parts = parts;
  }

  /** As of a socket, which is what pg takes it for. */
  connect(): void {
    this.#parts.time.after(connectMilliseconds, () => {
      if (this.#parts.isDown()) this.destroy(lost("ECONNREFUSED"));
      if (this.destroyed) return;
      const { faultOf, ...parts } = this.#parts;
      this.#backend = new Backend({
        ...parts,
        faultOf: (statement) => faultOf(statement, this),
        say: (bytes) => this.#return(bytes),
      });
      this.emit("connect");
    });
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  /** Whether statements can still be on it. */
  get isOpen(): boolean {
    return this.#backend?.isOver === false && !this.#isCut;
  }

  cut(how: Cut): void {
    if (this.#isCut) return;
    this.#isCut = true;
    if (how === "both_ends") this.#backend?.end();
    else this.#backend?.leaveAlone();
    this.destroy(lost("ECONNRESET"));
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#arrive(chunk);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#arrive(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _read(): void {
    // What the server says is pushed when it arrives.
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#backend?.leaveAlone();
    done(error);
  }

  override _final(done: () => void): void {
    done();
    this.#parts.time.after(slowestMilliseconds, () => this.destroy());
  }

  #arrive(bytes: Buffer): void {
    const messages = this.#reader.read(bytes);
    this.#arrivesAt = this.#afterPrevious(this.#arrivesAt);
    this.#parts.time.after(this.#arrivesAt - this.#parts.time.now, () => {
      if (!this.#isCut) this.#backend?.receive(messages);
    });
  }

  #return(bytes: Buffer): void {
    if (this.#parts.losesAnswer()) this.cut("unnoticed");
    this.#returnsAt = this.#afterPrevious(this.#returnsAt);
    this.#parts.time.after(this.#returnsAt - this.#parts.time.now, () => {
      if (!this.#isCut && !this.destroyed) this.push(bytes);
    });
  }

  #afterPrevious(previous: number): number {
    const { time, chance } = this.#parts;
    return Math.max(previous + 0.001, time.now + chance.next() * slowestMilliseconds);
  }
}

function lost(code: "ECONNREFUSED" | "ECONNRESET"): Error {
  return Object.assign(new Error(`the connection was lost: ${code}`), { code });
}
