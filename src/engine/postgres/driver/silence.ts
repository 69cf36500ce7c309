// Finds silent connections: an answer is due, and not one byte came within the connection's limit. The network path may be open but pass
// nothing, or the server may be frozen: neither closes a connection, and a middlebox may answer TCP's keepalive. It counts ticks instead of
// time: after our own process was frozen, received data is read before the next tick.
import { Socket } from "node:net";
import type { PoolClient } from "pg";
import { DatabaseUnavailable } from "../database-unavailable.ts";

const tickMilliseconds = 500;
/** The error of a connection that was aborted. */
const besideSilentMilliseconds = 1000;

export type Watch = {
  readonly limitMilliseconds: number;
  /** Whether an answer is due. */
  readonly isWaiting: () => boolean;
  readonly onSilent: () => void;
  /** Of all connections that go the same way. */
  readonly way: object;
};

type Watched = Omit<Watch, "limitMilliseconds"> & {
  readonly client: PoolClient;
  limitMilliseconds: number;
  bytesSeen: number;
  quietTicks: number;
};

export class SilenceWatch {
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | null = null;

  /** Until the function it answers is called. */
  add(client: PoolClient, watch: Watch): () => void {
    const watched = { ...watch, client, bytesSeen: bytesReadOf(client), quietTicks: 0 };
    this.#watched.add(watched);
    this.#timer ??= setInterval(() => this.#tick(), tickMilliseconds).unref();
    return () => this.#watched.delete(watched);
  }

  #tick(): void {
    if (this.#watched.size === 0) this.stop();
    for (const watched of this.#watched) {
      const bytes = bytesReadOf(watched.client);
      const isQuiet = watched.isWaiting() && bytes === watched.bytesSeen;
      watched.quietTicks = isQuiet ? watched.quietTicks + 1 : 0;
      watched.bytesSeen = bytes;
      if (watched.quietTicks * tickMilliseconds >= watched.limitMilliseconds) this.#abandon(watched);
    }
  }

  #abandon(watched: Watched): void {
    this.#watched.delete(watched);
    const seconds = watched.limitMilliseconds / 1000;
    watched.client.connection.stream.destroy(
      new DatabaseUnavailable(`The database has not answered for ${seconds} s.`),
    );
    watched.onSilent();
    // A report may take its time, but not on a way on which something quicker got no answer.
    for (const other of this.#watched) {
      if (other.way === watched.way)
        other.limitMilliseconds = Math.min(other.limitMilliseconds, besideSilentMilliseconds);
    }
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}

function bytesReadOf({ connection }: PoolClient): number {
  return connection.stream instanceof Socket ? connection.stream.bytesRead : 0;
}
