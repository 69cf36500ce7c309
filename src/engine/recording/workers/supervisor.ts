// The primary of several workers: it starts them, gives each a connection to each, starts one again that ended, and ends all in order.
// It takes no request itself. Node ends a worker whose primary is gone.
import cluster, { type Worker } from "node:cluster";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import { workersCode } from "./code.ts";
import { readToPrimary, type Start, type ToPrimary, type ToWorker } from "./control.ts";
import { socketPair } from "./socket-pair.ts";
import { workerMark } from "./worker.ts";

export type SupervisorOptions = {
  readonly places: number;
  readonly start: Omit<Start, "kind" | "place" | "places" | "code">;
  readonly log: Logger;
};

/** A worker whose start failed is started again after that; one that had been ready, at once. */
const restartMilliseconds = 1000;
const pingMilliseconds = 2000;
/** Then it is killed, 8 to 10 s after it stopped answering: connections of callers wait there. */
const missedPingsMax = 4;

type Living = {
  readonly place: number;
  readonly worker: Worker;
  readonly exited: Promise<void>;
  readonly closed: PromiseWithResolvers<void>;
  isReady: boolean;
  missedPings: number;
};

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #living = new Map<number, Living>();
  readonly #code = workersCode();
  readonly #pings: NodeJS.Timeout;
  #isEnding = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#pings = setInterval(() => this.#ping(), pingMilliseconds).unref();
  }

  /** Resolves when all are ready; rejects when one ends before. What kept it from it, it has said itself. */
  async start(): Promise<void> {
    // What keeps the first from starting would keep all, and is said once.
    await this.#fork(0);
    const others = Array.from({ length: this.#options.places - 1 }, (_, index) => index + 1);
    await Promise.all(others.map((place) => this.#fork(place)));
  }

  /** First all workers stop accepting and answer the requests in progress, then all end. */
  async end(): Promise<void> {
    this.#isEnding = true;
    clearInterval(this.#pings);
    const living = [...this.#living.values()];
    for (const { worker } of living) send(worker, { kind: "close" });
    await Promise.all(living.map(({ closed, exited }) => Promise.race([closed.promise, exited])));
    for (const { worker } of living) send(worker, { kind: "drain" });
    await Promise.all(living.map(({ exited }) => exited));
  }

  /** Rejects where it ends before it is ready. */
  #fork(place: number): Promise<void> {
    const ready = Promise.withResolvers<void>();
    const exited = Promise.withResolvers<void>();
    const worker = cluster.fork(workerMark);
    const living: Living = {
      place,
      worker,
      exited: exited.promise,
      closed: Promise.withResolvers(),
      isReady: false,
      missedPings: 0,
    };
    this.#living.set(place, living);
    worker.on("error", () => undefined);
    worker.on("message", (given: unknown) => {
      const message = readToPrimary(given);
      if (message?.kind === "ready") ready.resolve();
      if (message !== undefined) this.#received(living, message);
    });
    worker.once("exit", (code, signal) => {
      this.#living.delete(place);
      exited.resolve();
      ready.reject(new WorkerEnded(place));
      if (living.isReady && !this.#isEnding) this.#restart(place, signal ?? code, 0);
    });
    return ready.promise;
  }

  #received(living: Living, { kind }: ToPrimary): void {
    const { places, start } = this.#options;
    const { place, worker } = living;
    if (kind === "here") send(worker, { kind: "start", place, places, code: this.#code, ...start });
    if (kind === "pong") living.missedPings = 0;
    if (kind === "closed") living.closed.resolve();
    if (kind !== "ready") return;
    living.isReady = true;
    for (const other of this.#living.values()) if (other !== living && other.isReady) void this.#connect(living, other);
  }

  /** Without it each records for itself what it is asked to, which costs time and nothing else. */
  async #connect(one: Living, other: Living): Promise<void> {
    try {
      const [near, far] = await socketPair();
      send(one.worker, { kind: "link", place: other.place }, near);
      send(other.worker, { kind: "link", place: one.place }, far);
    } catch (error) {
      this.#options.log.warn({ err: error }, "two workers could not be connected");
    }
  }

  #restart(place: number, cause: string | number, milliseconds: number): void {
    this.#options.log.error({ worker: place, cause }, "a worker ended by itself; it is started again");
    setTimeout(() => {
      if (this.#isEnding) return;
      this.#fork(place).then(
        () => this.#options.log.info({ worker: place }, "the worker is back"),
        () => this.#isEnding || this.#restart(place, "did not start", restartMilliseconds),
      );
    }, milliseconds);
  }

  #ping(): void {
    for (const living of this.#living.values()) {
      if (!living.isReady) continue;
      living.missedPings += 1;
      if (living.missedPings > missedPingsMax) living.worker.process.kill("SIGKILL");
      else send(living.worker, { kind: "ping" });
    }
  }
}

export class WorkerEnded extends Error {
  constructor(place: number) {
    super(`worker ${place} ended before it was ready`);
  }
}

/** A worker that has just ended receives nothing. */
function send(worker: Worker, message: ToWorker, socket?: Socket): void {
  if (!worker.isConnected()) socket?.destroy();
  else worker.send(message, socket, (error) => error && socket?.destroy());
}
