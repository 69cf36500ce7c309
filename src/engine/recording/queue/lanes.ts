// What waits for the next batches, in order of arrival, and the choice of the next batch. Clicks go last: a caller cannot name a click
// before it is answered, so anything that overtakes it does not depend on it. While several programs wait, none takes more than its share
// of a batch until the others have theirs: during a burst on one, the others wait for one batch and not for the whole burst. Everything of
// a program except its clicks keeps its order.

import type { Submission } from "../submission.ts";
import type { QueuedSubmission } from "./queued-submission.ts";

/** Of each batch, so that clicks do not starve. */
const clicksShare = 1 / 4;

export class Lanes {
  readonly #others: QueuedSubmission[] = [];
  readonly #clicks: QueuedSubmission[] = [];
  /** How many of each program; none is 0. */
  readonly #counts = new Map<number, number>();
  /** Places that clicks are owed in batches to come, less than one: small batches owe them a part of a place each. */
  #clicksDue = 0;

  get length(): number {
    return this.#others.length + this.#clicks.length;
  }

  /** Arrival time of the oldest; null if empty. */
  get oldestSince(): number | null {
    const never = Number.POSITIVE_INFINITY;
    const since = Math.min(this.#others[0]?.since ?? never, this.#clicks[0]?.since ?? never);
    return since === never ? null : since;
  }

  countOf(programId: number): number {
    return this.#counts.get(programId) ?? 0;
  }

  /** How many are taken before one that comes now. */
  aheadOf(submission: Submission): number {
    const inLane = isClick(submission) ? this.#clicks.length / clicksShare : this.#others.length / (1 - clicksShare);
    const inTurns = (this.countOf(submission.event.programId) + 1) * this.#counts.size;
    return Math.min(this.length, inLane, inTurns);
  }

  push(queued: QueuedSubmission): void {
    this.#laneOf(queued).push(queued);
    const { programId } = queued.submission.event;
    this.#counts.set(programId, this.countOf(programId) + 1);
  }

  /** Some that have waited before, to their places by age. */
  restore(queued: readonly QueuedSubmission[]): void {
    for (const one of queued) this.push(one);
    for (const lane of [this.#others, this.#clicks]) lane.sort((a, b) => a.since - b.since);
  }

  take(size: number): QueuedSubmission[] {
    this.#clicksDue += this.#others.length > 0 && this.#clicks.length > 0 ? size * clicksShare : 0;
    const due = Math.floor(this.#clicksDue);
    this.#clicksDue -= due;
    const ofClicks = Math.min(this.#clicks.length, Math.max(due, size - this.#others.length));
    const clicks = this.#takeShares(this.#clicks, ofClicks);
    const others = this.#takeShares(this.#others, size - clicks.length);
    return this.#taken(clicks.length === 0 ? others : [...others, ...clicks].sort((a, b) => a.since - b.since));
  }

  /** All of it of the program that has waited the longest. */
  takeOfOldest(size: number): QueuedSubmission[] {
    const [oldest] = [this.#others[0], this.#clicks[0]]
      .filter((one) => one !== undefined)
      .sort((a, b) => a.since - b.since);
    const programId = oldest?.submission.event.programId;
    let room = size;
    return this.takeWhere(({ submission }) => submission.event.programId === programId && room-- > 0);
  }

  /** Those of which this is so, by age. */
  takeWhere(isTaken: (queued: QueuedSubmission) => boolean): QueuedSubmission[] {
    const taken = [this.#others, this.#clicks].flatMap((lane) => {
      const [out, left] = parted(lane, isTaken);
      replace(lane, left);
      return out;
    });
    return this.#taken(taken.sort((a, b) => a.since - b.since));
  }

  #takeShares(lane: QueuedSubmission[], size: number): QueuedSubmission[] {
    if (lane.length <= size || this.#counts.size === 1) return lane.splice(0, size);
    const share = Math.ceil(size / this.#counts.size);
    const places = new Map<number, number>();
    const shares = new Set<QueuedSubmission>();
    for (const one of lane) {
      if (shares.size === size) break;
      const { programId } = one.submission.event;
      const had = places.get(programId) ?? 0;
      if (had === share) continue;
      places.set(programId, had + 1);
      shares.add(one);
    }
    let rest = size - shares.size;
    const [taken, left] = parted(lane, (one) => shares.has(one) || rest-- > 0);
    replace(lane, left);
    return taken;
  }

  #taken(queued: QueuedSubmission[]): QueuedSubmission[] {
    for (const { submission } of queued) {
      const { programId } = submission.event;
      const count = this.countOf(programId) - 1;
      if (count === 0) this.#counts.delete(programId);
      else this.#counts.set(programId, count);
    }
    return queued;
  }

  #laneOf({ submission }: QueuedSubmission): QueuedSubmission[] {
    return isClick(submission) ? this.#clicks : this.#others;
  }
}

export function isClick({ event }: Submission): boolean {
  return event.data.type === "click_recorded";
}

function parted(
  lane: readonly QueuedSubmission[],
  isTaken: (queued: QueuedSubmission) => boolean,
): [taken: QueuedSubmission[], left: QueuedSubmission[]] {
  const [taken, left]: [QueuedSubmission[], QueuedSubmission[]] = [[], []];
  for (const one of lane) (isTaken(one) ? taken : left).push(one);
  return [taken, left];
}

function replace(lane: QueuedSubmission[], by: readonly QueuedSubmission[]): void {
  lane.length = 0;
  for (const one of by) lane.push(one);
}
