// The other workers of this machine, as one of them sees them. Each has a place, from 0 to one less than their number, which a restarted
// worker keeps. Which worker counts or records something is only a convention, for speed: any other may do it, and if the responsible
// worker cannot be reached, the receiver does it.
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { crc32 } from "node:zlib";
import type { Result, Submission } from "../submission.ts";
import { Unavailable } from "../unavailable.ts";
import { failureOf } from "./failure.ts";
import { Link, type LinkOptions } from "./link.ts";
import type { Answer, CountedCall, FiguresOfWorker, Question } from "./questions.ts";

/** What this worker does for the others. */
export type Answerers = {
  record(submission: Submission): Promise<Result>;
  /** Milliseconds to wait, or null. */
  count(call: CountedCall): Promise<number | null>;
  figures(): Promise<FiguresOfWorker>;
};

const figuresMilliseconds = 2000;

export type PeersOptions = {
  readonly place: number;
  readonly places: number;
} & Pick<LinkOptions, "askedMax" | "waitMilliseconds">;

export class Peers {
  readonly #options: PeersOptions;
  readonly #links = new Map<number, Link>();
  #answerers: Partial<Answerers> = {};

  constructor(options: PeersOptions) {
    this.#options = options;
  }

  answerWith(answerers: Partial<Answerers>): void {
    this.#answerers = { ...this.#answerers, ...answerers };
  }

  /** A connection to the worker at this place, in place of the one there was. */
  add(place: number, socket: Socket): void {
    const { askedMax, waitMilliseconds } = this.#options;
    const link: Link = new Link(socket, {
      askedMax,
      waitMilliseconds,
      answer: (question) => this.#answer(question),
      onEnd: () => {
        if (this.#links.get(place) === link) this.#links.delete(place);
      },
    });
    const before = this.#links.get(place);
    this.#links.set(place, link);
    before?.end();
  }

  /** To the worker that records this program; undefined where that is this one, or cannot be reached. */
  recorderOf(programId: number): Link | undefined {
    return this.#links.get(programId % this.#options.places);
  }

  /** To the worker that counts this key; undefined likewise. */
  counterOf(key: string): Link | undefined {
    return this.#links.get(crc32(key) % this.#options.places);
  }

  /** What the others have counted of themselves; one that does not answer in time is left out. */
  async figures(): Promise<FiguresOfWorker[]> {
    const late = sleep(figuresMilliseconds, null, { ref: false });
    const asked = [...this.#links.values()].map((link) => link.ask({ kind: "figures" }).catch(() => null));
    const answers = await Promise.all(asked.map((answer) => Promise.race([answer, late])));
    return answers.flatMap((answer) => (answer?.kind === "figures" ? [answer.figures] : []));
  }

  close(): void {
    for (const link of this.#links.values()) link.end();
  }

  async #answer(question: Question): Promise<Answer> {
    const { record, count, figures } = this.#answerers;
    if (question.kind === "record" && record !== undefined) return carried(await record(question.submission));
    if (question.kind === "count" && count !== undefined) {
      return { kind: "counted", waitMilliseconds: await count(question.count) };
    }
    if (question.kind === "figures" && figures !== undefined) return { kind: "figures", figures: await figures() };
    throw new Unavailable("This process is not ready yet.");
  }
}

/** An error may be of a class that the way does not keep. */
function carried(result: Result): Answer {
  if (result.kind !== "failed") return { kind: "result", result };
  return { kind: "failed", failure: failureOf(result.error), keyFlag: result.keyFlag };
}
