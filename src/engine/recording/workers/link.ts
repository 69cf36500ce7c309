// A connection to another worker of this machine: questions and their answers, those of one turn of the event loop in one piece.
// Both ends are processes of one release that one primary started: what comes is believed.
// A question that gets no answer ends with `Unavailable`: whether it was acted on is not known, as of any call that was cut off.
import type { Socket } from "node:net";
import { deserialize, serialize } from "node:v8";
import { Unavailable } from "../unavailable.ts";
import { failureOf } from "./failure.ts";
import { Frames, framed } from "./frames.ts";
import type { Answer, Question } from "./questions.ts";

export type LinkOptions = {
  /** May reject. */
  readonly answer: (question: Question) => Promise<Answer>;
  /** Without an answer yet; who asks then is refused. */
  readonly askedMax: number;
  readonly waitMilliseconds: number;
  readonly onEnd: () => void;
};

type Message = { readonly id: number } & ({ readonly question: Question } | { readonly answer: Answer });

type Asked = {
  readonly id: number;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (why: Error) => void;
  readonly since: number;
};

const watchMilliseconds = 500;

export class Link {
  readonly #socket: Socket;
  readonly #options: LinkOptions;
  readonly #frames = new Frames();
  /** In the order they were asked, which is that of their ids; an array, see decision 0163. */
  readonly #asked: Asked[] = [];
  readonly #watch: NodeJS.Timeout;
  #outgoing: Message[] = [];
  #lastId = 0;

  constructor(socket: Socket, options: LinkOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#watch = setInterval(() => this.#abandonOld(), watchMilliseconds).unref();
    socket.on("data", (chunk) => this.#received(chunk));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#ended());
    // The process that created the pair read nothing of it.
    socket.resume();
  }

  ask(question: Question): Promise<Answer> {
    if (this.#socket.destroyed) return Promise.reject(gone());
    if (this.#asked.length >= this.#options.askedMax) {
      const why = "Too many requests are waiting to be recorded.";
      return Promise.reject(new Unavailable(why, { retryAfterSeconds: 1 }));
    }
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#asked.push({ id: this.#lastId, resolve, reject, since: performance.now() });
      this.#send({ id: this.#lastId, question });
    });
  }

  end(): void {
    this.#socket.destroy();
  }

  #send(message: Message): void {
    this.#outgoing.push(message);
    if (this.#outgoing.length === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const messages = this.#outgoing;
    this.#outgoing = [];
    if (this.#socket.destroyed) return;
    try {
      const parts = framed(serialize(messages));
      this.#socket.cork();
      for (const part of parts) this.#socket.write(part);
      this.#socket.uncork();
    } catch (error) {
      // It cannot be serialized: the sender would wait for an answer without end.
      this.#socket.destroy(error instanceof Error ? error : undefined);
    }
  }

  #received(chunk: Buffer): void {
    for (const frame of this.#frames.take(chunk)) {
      const messages: readonly Message[] = deserialize(frame);
      for (const message of messages) {
        if ("question" in message) void this.#answer(message.id, message.question);
        else this.#take(message.id)?.resolve(message.answer);
      }
    }
  }

  async #answer(id: number, question: Question): Promise<void> {
    try {
      this.#send({ id, answer: await this.#options.answer(question) });
    } catch (error) {
      this.#send({ id, answer: { kind: "failure", failure: failureOf(error) } });
    }
  }

  /** Most answers come in the order of their questions: what is looked for is near the beginning. */
  #take(id: number): Asked | undefined {
    const at = this.#asked.findIndex((asked) => asked.id === id);
    return at < 0 ? undefined : this.#asked.splice(at, 1)[0];
  }

  #abandonOld(): void {
    const since = performance.now() - this.#options.waitMilliseconds;
    const recent = this.#asked.findIndex((asked) => asked.since > since);
    for (const { reject } of this.#asked.splice(0, recent < 0 ? this.#asked.length : recent)) {
      reject(new Unavailable("This has waited for too long to be recorded."));
    }
  }

  #ended(): void {
    clearInterval(this.#watch);
    this.#options.onEnd();
    for (const { reject } of this.#asked.splice(0)) reject(gone());
  }
}

function gone(): Unavailable {
  return new Unavailable("The process that was to record this has ended.", { retryAfterSeconds: 1 });
}
