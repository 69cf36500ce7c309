// Programs that another transaction holds a lock of, with their submissions: these wait here, in their order, while all other
// programs go on. The batcher polls which locks are free again, less often for a program that is locked each time.
import type { QueuedSubmission } from "./queued-submission.ts";

/** Between two polls of a program's lock. */
const pauseMillisecondsMin = 100;
/** For a program that is locked again as soon as it is readmitted: each try costs the others a lock timeout. */
const pauseMillisecondsMax = 1600;
const rememberedMilliseconds = 10_000;
const rememberedMax = 1000;

type Pause = { readonly milliseconds: number; readonly at: number; readonly isHeadLocked: boolean };

type LockedProgram = { readonly queued: QueuedSubmission[]; dueAt: number };

export class SetAside {
  readonly #programs = new Map<number, LockedProgram>();
  /** How long each program was last set aside and when, and whether its head was locked or another of its rows. */
  readonly #pauses = new Map<number, Pause>();
  #length = 0;

  /** How many submissions. */
  get length(): number {
    return this.#length;
  }

  get programs(): number {
    return this.#programs.size;
  }

  has(programId: number): boolean {
    return this.#programs.size > 0 && this.#programs.has(programId);
  }

  add(programId: number, isHeadLocked: boolean, now: number): void {
    if (this.#programs.has(programId)) return;
    this.#programs.set(programId, { queued: [], dueAt: now + this.#pauseOf(programId, isHeadLocked, now) });
  }

  /** A program whose head is free may still have another row locked: only a try shows, so that try gets a short timeout. */
  isSuspect(programId: number, now: number): boolean {
    const last = this.#pauses.get(programId);
    return last !== undefined && !last.isHeadLocked && now - last.at < rememberedMilliseconds;
  }

  /** They may be older than those that are here already. */
  push(...submissions: readonly QueuedSubmission[]): void {
    for (const one of submissions) {
      const program = this.#programs.get(one.submission.event.programId);
      if (program === undefined) throw new Error("a submission was set aside and its program was not");
      const isLast = (program.queued.at(-1)?.since ?? 0) <= one.since;
      program.queued.push(one);
      if (!isLast) program.queued.sort((a, b) => a.since - b.since);
      this.#length += 1;
    }
  }

  /** Programs to poll now. */
  due(now: number): number[] {
    const due: number[] = [];
    for (const [programId, program] of this.#programs) {
      if (program.dueAt > now) continue;
      program.dueAt = now + pauseMillisecondsMin;
      due.push(programId);
    }
    return due;
  }

  /** Ends setting aside these programs; returns their submissions. */
  release(programIds: readonly number[]): QueuedSubmission[] {
    const released: QueuedSubmission[] = [];
    for (const programId of programIds) {
      released.push(...(this.#programs.get(programId)?.queued ?? []));
      this.#programs.delete(programId);
    }
    this.#length -= released.length;
    return released;
  }

  /** Takes out the submissions that came before then. */
  takeOlderThan(since: number): QueuedSubmission[] {
    const taken: QueuedSubmission[] = [];
    for (const { queued } of this.#programs.values()) {
      const kept = queued.findIndex((one) => one.since >= since);
      taken.push(...queued.splice(0, kept === -1 ? queued.length : kept));
    }
    this.#length -= taken.length;
    return taken;
  }

  #pauseOf(programId: number, isHeadLocked: boolean, now: number): number {
    const last = this.#pauses.get(programId);
    const isAgain = last !== undefined && now - last.at < rememberedMilliseconds;
    const milliseconds = isAgain ? Math.min(last.milliseconds * 2, pauseMillisecondsMax) : pauseMillisecondsMin;
    if (this.#pauses.size >= rememberedMax) this.#pauses.clear();
    this.#pauses.set(programId, { milliseconds, at: now, isHeadLocked });
    return milliseconds;
  }
}
