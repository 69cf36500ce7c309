// Programs whose head somebody else holds, with who waits for them: their submissions wait here, in their order, and all others
// go on. Whoever looks after it asks from time to time which of them are free again.
import type { Waiting } from "./queued-submission.ts";

/** Between two looks at whether a program is free again. */
const pauseMillisecondsMin = 100;
/** For a program that is locked again as soon as it is taken back: each try costs the others a lock time-out. */
const pauseMillisecondsMax = 1600;
const rememberedMilliseconds = 10_000;
const rememberedMax = 1000;

type Pause = { readonly milliseconds: number; readonly at: number; readonly isHeadLocked: boolean };

type Aside = { readonly waiting: Waiting[]; dueAt: number };

export class SetAside {
  readonly #programs = new Map<number, Aside>();
  /** How long each program was last set aside for, and when, and whether its head was locked or another of its rows. */
  readonly #pauses = new Map<number, Pause>();
  #length = 0;

  /** How many wait. */
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
    this.#programs.set(programId, { waiting: [], dueAt: now + this.#pauseOf(programId, isHeadLocked, now) });
  }

  /** A program whose head is free may still have another row locked: only a try shows, which must not cost the others much. */
  isSuspect(programId: number, now: number): boolean {
    const last = this.#pauses.get(programId);
    return last !== undefined && !last.isHeadLocked && now - last.at < rememberedMilliseconds;
  }

  /** They may have come before those that are here already. */
  push(...waiting: readonly Waiting[]): void {
    for (const one of waiting) {
      const aside = this.#programs.get(one.submission.event.programId);
      if (aside === undefined) throw new Error("a submission was set aside and its program was not");
      const isLast = (aside.waiting.at(-1)?.since ?? 0) <= one.since;
      aside.waiting.push(one);
      if (!isLast) aside.waiting.sort((a, b) => a.since - b.since);
      this.#length += 1;
    }
  }

  /** Programs to look at now. */
  due(now: number): number[] {
    const due: number[] = [];
    for (const [programId, aside] of this.#programs) {
      if (aside.dueAt > now) continue;
      aside.dueAt = now + pauseMillisecondsMin;
      due.push(programId);
    }
    return due;
  }

  /** These programs are set aside no more. */
  release(programIds: readonly number[]): Waiting[] {
    const released: Waiting[] = [];
    for (const programId of programIds) {
      released.push(...(this.#programs.get(programId)?.waiting ?? []));
      this.#programs.delete(programId);
    }
    this.#length -= released.length;
    return released;
  }

  /** Who has waited since before then waits no more. */
  takeOlderThan(since: number): Waiting[] {
    const taken: Waiting[] = [];
    for (const { waiting } of this.#programs.values()) {
      const kept = waiting.findIndex((one) => one.since >= since);
      taken.push(...waiting.splice(0, kept === -1 ? waiting.length : kept));
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
