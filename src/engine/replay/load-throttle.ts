// Slows a rebuild in proportion to live recording: the more is recorded, the longer its lanes rest. The priority of its process does not
// apply to PostgreSQL, which gives every session the same share.
import { setTimeout as sleep } from "node:timers/promises";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";

/** At this rate a lane rests as long as it works; below it less, in proportion. */
const fullRestPerSecond = 1000;
const lookMilliseconds = 500;

/** Only recorded events take ids. */
const lastIdStatement: Statement = { name: "last_event_id", text: "select last_value as id from event_id_seq" };

/** Runs within a session that sees the live sequence. */
type WithLive = <T>(run: (session: Session) => Promise<T>) => Promise<T>;

type Look = { readonly id: number; readonly at: number };

/** Shared by the lanes of one rebuild. */
export class LoadThrottle {
  readonly #withLive: WithLive;
  #last: Look;
  /** Of the time worked, 0 to 1. */
  #share = 0;
  #isLooking = false;

  private constructor(withLive: WithLive, first: Look) {
    this.#withLive = withLive;
    this.#last = first;
  }

  static async start(withLive: WithLive): Promise<LoadThrottle> {
    return new LoadThrottle(withLive, await look(withLive));
  }

  /** Works on one piece, then rests for its share of what that took. */
  async afterWork(work: () => Promise<void>): Promise<void> {
    const since = performance.now();
    await work();
    await this.#lookAgain();
    const milliseconds = (performance.now() - since) * this.#share;
    if (milliseconds >= 1) await sleep(milliseconds);
  }

  /** One lane at a time. */
  async #lookAgain(): Promise<void> {
    const { id, at } = this.#last;
    if (this.#isLooking || performance.now() - at < lookMilliseconds) return;
    this.#isLooking = true;
    try {
      this.#last = await look(this.#withLive);
    } finally {
      this.#isLooking = false;
    }
    const perSecond = ((this.#last.id - id) * 1000) / (this.#last.at - at);
    this.#share = Math.min(1, perSecond / fullRestPerSecond);
  }
}

async function look(withLive: WithLive): Promise<Look> {
  const [read] = await withLive((session) => session.query<{ id: number }>(lastIdStatement, []));
  if (read === undefined) throw new Error("the sequence of event ids is gone");
  return { id: read.id, at: performance.now() };
}
