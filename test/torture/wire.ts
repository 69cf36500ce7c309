// The connection between two parts of a run, byte by byte: between a process and its database, or between callers and a process. It can be
// cut, half closed, silenced and slowed, and a tap sees each piece before it goes on and may keep it.
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What becomes of a piece: it goes on, a part of it does, or nothing. */
type Fate = "pass" | "drop" | Buffer;

export type Tap = {
  onForward?: (piece: Buffer, connection: number) => Fate;
  onBackward?: (piece: Buffer, connection: number) => Fate;
};

type Pair = { readonly near: Socket; readonly far: Socket; readonly id: number; isSilent: boolean };

/** What lost a piece is no stream any more. As a rule its process is dead by then; of several workers it may be another one. */
const spoiltMilliseconds = 100;

export class Wire {
  readonly port: number;
  readonly #pairs = new Set<Pair>();
  readonly #server;
  readonly #targetPort: number;
  #tap: Tap = {};
  #way: "open" | "cut" | "silent" = "open";
  #delayMilliseconds = 0;
  #made = 0;

  constructor(port: number, targetPort: number) {
    this.port = port;
    this.#targetPort = targetPort;
    this.#server = createServer((near) => this.#take(near));
  }

  async open(): Promise<this> {
    this.#server.listen(this.port, "127.0.0.1");
    await new Promise((resolve, reject) => this.#server.once("listening", resolve).once("error", reject));
    return this;
  }

  async close(): Promise<void> {
    this.#end();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  tap(tap: Tap): void {
    this.#tap = tap;
  }

  /** Ends every connection; new ones are ended at once until it is restored. */
  cut(): void {
    this.#way = "cut";
    this.#end();
  }

  /** Ends every connection there is now, and takes new ones. */
  reset(): void {
    this.#end();
  }

  /** The near side learns that nothing more comes, and may go on sending. */
  halfClose(): void {
    for (const { near } of this.#pairs) near.end();
  }

  /** Connections that are open now, or are opened until it is restored, never pass anything. */
  silence(): void {
    this.#way = "silent";
    for (const pair of this.#pairs) pair.isSilent = true;
  }

  slow(milliseconds: number): void {
    this.#delayMilliseconds = milliseconds;
  }

  mend(): void {
    this.#way = "open";
    this.#delayMilliseconds = 0;
  }

  #end(): void {
    for (const pair of this.#pairs) this.#endPair(pair);
  }

  #endPair(pair: Pair): void {
    pair.near.destroy();
    pair.far.destroy();
    this.#pairs.delete(pair);
  }

  #take(near: Socket): void {
    near.on("error", () => near.destroy());
    if (this.#way === "cut") {
      near.destroy();
      return;
    }
    const far = connect(this.#targetPort, "127.0.0.1");
    this.#made += 1;
    const pair: Pair = { near, far, id: this.#made, isSilent: this.#way === "silent" };
    this.#pairs.add(pair);
    for (const socket of [near, far]) socket.setNoDelay(true);
    far.on("error", () => near.destroy());
    this.#carry(pair, near, far, (piece) => this.#tap.onForward?.(piece, pair.id) ?? "pass");
    this.#carry(pair, far, near, (piece) => this.#tap.onBackward?.(piece, pair.id) ?? "pass");
  }

  #carry(pair: Pair, from: Socket, to: Socket, fateOf: (piece: Buffer) => Fate): void {
    let before = Promise.resolve();
    const send = (piece: Buffer): void => {
      if (!to.destroyed && !pair.isSilent && to.writable) to.write(piece);
    };
    from.on("data", (piece) => {
      if (pair.isSilent) return;
      const fate = fateOf(piece);
      if (fate !== "pass") setTimeout(() => this.#endPair(pair), spoiltMilliseconds);
      if (fate === "drop") return;
      const kept = fate === "pass" ? piece : fate;
      const delay = this.#delayMilliseconds;
      if (delay === 0) void before.then(() => send(kept));
      else before = before.then(() => sleep(delay)).then(() => send(kept));
    });
    from.on("close", () => {
      // A silent side does not even learn of the other's end.
      if (pair.isSilent && to === pair.near) return;
      void before.then(() => to.destroy());
      if (pair.near.destroyed) this.#pairs.delete(pair);
    });
  }
}
