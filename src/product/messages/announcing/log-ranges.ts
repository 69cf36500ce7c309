// Ranges of logs with their announcements, each read once for all endpoints at the same position.
import type { Kysely } from "kysely";
import type { Tables } from "../../../engine/postgres/tables/tables.ts";
import { announce } from "./announce.ts";
import type { Announcement } from "./payloads.ts";
import { type LogRangeRequest, readLogRange } from "./read-log-range.ts";

export type Announced = { readonly toSeq: number; readonly announcements: readonly Announcement[] };

const keptMax = 16;
const keptMilliseconds = 2_000;
/** At once in a process: what goes out must not take the connections that answers need. */
const readsMax = 2;

type Kept = { readonly since: number; readonly announced: Promise<Announced | null> };

export class LogRanges {
  readonly #db: Kysely<Tables>;
  readonly #kept = new Map<string, Kept>();
  readonly #waiting: (() => void)[] = [];
  #reading = 0;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Null where there is nothing behind that place yet. */
  read(request: LogRangeRequest): Promise<Announced | null> {
    const key = `${request.programId}:${request.afterSeq}:${request.withClicks}:${request.toSeqMax ?? ""}`;
    const known = this.#kept.get(key);
    const now = performance.now();
    if (known !== undefined && now - known.since < keptMilliseconds) return known.announced;
    const announced = this.#read(request);
    this.#keep(key, { since: now, announced });
    const forget = (): void => {
      if (this.#kept.get(key)?.announced === announced) this.#kept.delete(key);
    };
    // What is not there yet may be there the next moment.
    announced.then((found) => found ?? forget(), forget);
    return announced;
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= keptMax) return;
      this.#kept.delete(oldest);
    }
  }

  async #read(request: LogRangeRequest): Promise<Announced | null> {
    while (this.#reading >= readsMax) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#reading += 1;
    try {
      const range = await readLogRange(this.#db, request);
      return range === null ? null : { toSeq: range.toSeq, announcements: announce(range) };
    } finally {
      this.#reading -= 1;
      this.#waiting.shift()?.();
    }
  }
}
