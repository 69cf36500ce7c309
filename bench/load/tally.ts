// What came back: answers by status, how long they took, and the first one that was not what was wanted, so that a run that
// failed can say why.
import { Latencies, type LatencySummary } from "./latencies.ts";

const statusMax = 1000;
const wantedStatuses: ReadonlySet<number> = new Set([200, 302]);
const excerptBytesMax = 500;

export type Tallied = {
  /** Requests with an answer of any kind. */
  readonly answered: number;
  /** Answered 200, or 302 by a link. */
  readonly succeeded: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** Of connections that broke with a request under way. */
  readonly lost: number;
  /** The first answer other than 200, or the first broken connection; null when there was none. */
  readonly firstFault: string | null;
  /** Answers whose body holds the text that was to be counted. */
  readonly bodiesCounted: number;
  readonly latency: LatencySummary;
};

export class Tally {
  readonly #byStatus = new Uint32Array(statusMax);
  readonly #latencies: Latencies;
  readonly #counted: Buffer | null;
  #answered = 0;
  #bodiesCounted = 0;
  #lost = 0;
  #firstFault: string | null = null;

  constructor(requestsMax: number, counted: string | null) {
    this.#latencies = new Latencies(requestsMax);
    this.#counted = counted === null ? null : Buffer.from(counted);
  }

  get done(): number {
    return this.#answered + this.#lost;
  }

  answered(milliseconds: number, status: number, bytes: Buffer, start: number, end: number): void {
    this.#latencies.add(milliseconds);
    this.#answered += 1;
    this.#byStatus[status] = (this.#byStatus[status] ?? 0) + 1;
    if (!wantedStatuses.has(status)) {
      this.#firstFault ??= `${status} ${bytes.toString("utf8", start, Math.min(end, start + excerptBytesMax))}`;
    }
    if (this.#counted === null) return;
    const at = bytes.indexOf(this.#counted, start);
    if (at !== -1 && at < end) this.#bodiesCounted += 1;
  }

  lost(error: Error | null): void {
    this.#lost += 1;
    this.#firstFault ??= `a connection broke: ${error?.message ?? "the server closed it"}`;
  }

  result(): Tallied {
    const byStatus: Record<string, number> = {};
    for (const [status, count] of this.#byStatus.entries()) if (count > 0) byStatus[String(status)] = count;
    return {
      answered: this.#answered,
      succeeded: [...wantedStatuses].reduce((sum, status) => sum + (this.#byStatus[status] ?? 0), 0),
      byStatus,
      lost: this.#lost,
      firstFault: this.#firstFault,
      bodiesCounted: this.#bodiesCounted,
      latency: this.#latencies.summary(),
    };
  }
}
