// One connection to a stranger's NATS server, under the guard of all that goes out: only a checked address is connected to, encryption that
// was asked for is never left out, other servers that it names are not followed, and what it sends is bounded and read before the client
// reads it: the client prints what it cannot parse.
import { AsyncLocalStorage } from "node:async_hooks";
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from "node:net";
import { connect as connectEncrypted } from "node:tls";
import {
  Kind,
  MsgHdrsImpl,
  Parser,
  type ParserEvent,
  parseSemVer,
  setTransportFactory,
  type Transport,
} from "@nats-io/nats-core/internal";

export type Dial = {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  readonly lookup: LookupFunction;
  /** Ends the connection. */
  readonly stop: AbortSignal;
};

/** Of the connection that is being made. */
export const dials = new AsyncLocalStorage<Dial>();

/** Before anything is asked, and from one frame of ours to the next: an acknowledgement has less than a hundred bytes. */
const bytesPerFrameMax = 65_536;
const answerToPing = Buffer.from("PONG\r\n");
const lineEnd = "\r\n";
const infoForm = /^INFO\s+(\{.*\})\s*$/s;

type Info = { readonly tls_required?: unknown; readonly tls_available?: unknown; readonly version?: unknown };

setTransportFactory({ factory: () => new GuardedTransport() });

class GuardedTransport implements Transport {
  readonly lang = "svc";
  readonly version = "1";
  closeError?: Error;
  readonly #closed = Promise.withResolvers<Error | undefined>();
  readonly #guard = new Parser({ push: requireReadable });
  #socket: Socket | undefined;
  #isEncrypted = false;
  #isClosed = false;
  #chunks: Uint8Array[] = [];
  #wake = Promise.withResolvers<void>();
  #bytesLeft = bytesPerFrameMax;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  async connect(): Promise<void> {
    const dial = dials.getStore();
    if (dial === undefined) throw new Error("a connection to a NATS server is made by the publisher alone");
    const { host, port, lookup, stop } = dial;
    stop.addEventListener("abort", () => void this.close(new Error("the connection was ended")), { once: true });
    const socket = connectPlain({ host, port, lookup, noDelay: true });
    this.#watch(socket);
    await this.#until(socket, "connect");
    const info = await this.#readInfo(socket);
    const offersTls = info.said.tls_required === true || info.said.tls_available === true;
    if (dial.isEncrypted && !offersTls) throw new Error("the server offers no encryption");
    if (dial.isEncrypted || info.said.tls_required === true) {
      // What came in the clear behind it could be anyone's.
      if (info.rest.length > 0) throw new Error("the server sent more than its greeting before encryption");
      await this.#encrypt(socket, host);
      this.#take(info.line);
    } else this.#take(Buffer.concat([info.line, info.rest]));
    this.#socket?.on("data", (chunk: Buffer) => this.#receive(chunk));
  }

  async #encrypt(socket: Socket, host: string): Promise<void> {
    const named = isIP(host) === 0 ? { servername: host } : { host };
    const encrypted = connectEncrypted({ socket, ...named });
    this.#watch(encrypted);
    await this.#until(encrypted, "secureConnect");
    this.#isEncrypted = true;
  }

  /** Every socket has a listener for its errors for as long as it lives. */
  #watch(socket: Socket): void {
    this.#socket = socket;
    socket.on("error", (error) => void this.close(error));
    socket.on("close", () => void this.close(new Error("the server closed the connection")));
    if (this.#isClosed) socket.destroy();
  }

  async #until(socket: Socket, event: "connect" | "secureConnect"): Promise<void> {
    const happened = new Promise<void>((resolve) => socket.once(event, () => resolve()));
    await this.#orClosed(happened);
  }

  async #orClosed<Result>(wanted: Promise<Result>): Promise<Result> {
    const ended = this.#closed.promise.then((error): never => {
      throw error ?? new Error("the connection was ended");
    });
    return Promise.race([wanted, ended]);
  }

  async #readInfo(socket: Socket): Promise<{ said: Info; line: Buffer; rest: Buffer }> {
    let taken = Buffer.alloc(0);
    const line = new Promise<number>((resolve) => {
      socket.on("data", (chunk: Buffer) => {
        if (!this.#mayTake(chunk)) return;
        taken = Buffer.concat([taken, chunk]);
        const end = taken.indexOf(lineEnd);
        if (end !== -1) resolve(end + lineEnd.length);
      });
    });
    const end = await this.#orClosed(line);
    socket.removeAllListeners("data");
    const [first, rest] = [taken.subarray(0, end), taken.subarray(end)];
    const text = infoForm.exec(first.toString("utf8"))?.[1];
    return { said: infoOf(text), line: first, rest };
  }

  #receive(chunk: Buffer): void {
    if (this.#mayTake(chunk)) this.#take(chunk);
  }

  #mayTake({ length }: Buffer): boolean {
    this.#bytesLeft -= length;
    if (this.#bytesLeft >= 0) return true;
    void this.close(new Error("the server sent more than acknowledgements"));
    return false;
  }

  #take(chunk: Uint8Array): void {
    try {
      // The client's parser may keep what it is given.
      this.#guard.parse(Uint8Array.from(chunk));
    } catch {
      void this.close(new Error("the server does not speak the NATS protocol"));
      return;
    }
    this.#chunks.push(chunk);
    this.#wake.resolve();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    try {
      while (!this.#isClosed) {
        const chunks = this.#chunks;
        this.#chunks = [];
        yield* chunks;
        if (this.#chunks.length > 0 || this.#isClosed) continue;
        this.#wake = Promise.withResolvers();
        await this.#wake.promise;
      }
    } finally {
      await this.close();
    }
  }

  isEncrypted(): boolean {
    return this.#isEncrypted;
  }

  send(frame: Uint8Array): void {
    if (this.#isClosed) return;
    // What a server asks us gives it no right to more.
    if (!answerToPing.equals(frame)) this.#bytesLeft = bytesPerFrameMax;
    this.#socket?.write(frame);
  }

  async close(error?: Error): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (error !== undefined) this.closeError = error;
    this.#socket?.destroy();
    this.#wake.resolve();
    this.#closed.resolve(error);
  }

  disconnect(): void {
    void this.close();
  }

  discard(): void {
    void this.close();
  }

  async closed(): Promise<undefined | Error> {
    return this.#closed.promise;
  }
}

function infoOf(text: string | undefined): Info {
  const said: unknown = text === undefined ? null : parsed(text);
  if (typeof said !== "object" || said === null) throw new Error("the server does not speak the NATS protocol");
  return said;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Throws where the client would while it parses. */
function requireReadable({ kind, msg, data }: ParserEvent): void {
  if (kind === Kind.INFO) {
    const { version } = infoOf(Buffer.from(data ?? []).toString("utf8"));
    parseSemVer(typeof version === "string" ? version : "");
  }
  if (kind === Kind.MSG && data !== undefined && msg !== undefined && msg.hdr > 0) {
    MsgHdrsImpl.decode(data.subarray(0, msg.hdr));
  }
}
