// Reads a file in a thread of its own: its bytes go there as fast as its lines are recorded here, and no faster. No file, with any content,
// costs this thread more than copying its bytes and a batch of lines.
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { ImportTool } from "../../../core/vocabulary/import-tools.ts";
import { FileRefused } from "../file-refused.ts";
import type { Layout } from "./layout.ts";
import type { Line } from "./read-lines.ts";
import type { Answer, Reading, Said } from "./reading-messages.ts";
import type { Source } from "./utf8.ts";

/** Of what a thread holds: two batches at most, of lines whose length is bounded. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };

/** In an installed package it is compiled, as this file is. */
const threadFile = new URL(
  new URL("./reading-thread.ts", import.meta.url).href.replace(/\.ts$/, extname(import.meta.url)),
);

export type ReadFile = {
  readonly records: Layout["records"];
  /** To be read to its end, or left: both end the thread. */
  readonly batches: AsyncIterable<readonly Line[]>;
};

export async function readFile(tool: ImportTool, source: Source, stop: AbortSignal): Promise<ReadFile> {
  const thread = new ReadingThread(tool, source, stop);
  try {
    const opened = await thread.next();
    if (opened.kind !== "opened") throw new Error(`a reading began with ${opened.kind}`);
    return { records: opened.records, batches: thread.batches() };
  } catch (error) {
    await thread.end();
    throw error;
  }
}

type Received = Exclude<Said, { kind: "more" } | { kind: "refused" }>;

class ReadingThread {
  readonly #worker: Worker;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #stop: AbortSignal;
  readonly #onAbort = (): void => this.#fail(this.#stop.reason);
  /** Settled by what the thread says next: it says one thing, and goes on when that is answered. */
  #received = Promise.withResolvers<Received>();
  #isEnded = false;

  constructor(tool: ImportTool, source: Source, stop: AbortSignal) {
    this.#chunks = source[Symbol.asyncIterator]();
    this.#stop = stop;
    const workerData: Reading = { tool };
    this.#worker = new Worker(threadFile, { workerData, execArgv: [], resourceLimits });
    this.#worker.on("message", (said: Said) => this.#receive(said));
    this.#worker.on("error", (error) => this.#fail(endedBy(error)));
    this.#worker.on("exit", () => this.#fail(new Error("the reading of a file ended before the file")));
    this.#received.promise.catch(() => undefined);
    stop.addEventListener("abort", this.#onAbort, { once: true });
    if (stop.aborted) this.#onAbort();
  }

  async next(): Promise<Received> {
    const received = await this.#received.promise;
    this.#received = Promise.withResolvers();
    this.#received.promise.catch(() => undefined);
    return received;
  }

  async *batches(): AsyncGenerator<readonly Line[]> {
    try {
      for (;;) {
        this.#answer({ kind: "next" });
        const received = await this.next();
        if (received.kind === "done") return;
        if (received.kind === "lines") yield received.lines;
      }
    } finally {
      await this.end();
    }
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    this.#stop.removeEventListener("abort", this.#onAbort);
    // Not awaited: it may be waiting itself. Its end was reported, or no one reads on.
    void this.#chunks.return?.().catch(() => undefined);
    await this.#worker.terminate();
  }

  #receive(said: Said): void {
    if (said.kind === "more") void this.#giveMore();
    else if (said.kind === "refused") this.#fail(new FileRefused(said.message));
    else this.#received.resolve(said);
  }

  async #giveMore(): Promise<void> {
    try {
      const next = await this.#chunks.next();
      if (this.#isEnded) return;
      if (next.done) this.#answer({ kind: "end" });
      // Copied: the rest of its buffer may be in use elsewhere.
      else this.#answer({ kind: "chunk", bytes: new Uint8Array(next.value) });
    } catch (error) {
      this.#fail(error);
    }
  }

  #answer(answer: Answer): void {
    this.#worker.postMessage(answer, answer.kind === "chunk" ? [answer.bytes.buffer] : []);
  }

  #fail(error: unknown): void {
    this.#received.reject(error);
  }
}

function endedBy(error: Error): Error {
  if (!("code" in error) || error.code !== "ERR_WORKER_OUT_OF_MEMORY") return error;
  return new FileRefused("Reading the file takes more memory than an import may use.");
}
