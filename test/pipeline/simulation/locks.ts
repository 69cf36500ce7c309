// Locks that are granted in turn; each waiter sets how long it waits.
import { ServerError } from "./server-error.ts";
import type { VirtualTime } from "./virtual-time.ts";

type Waiting = { readonly holder: object; readonly granted: () => void };

export class Locks {
  readonly #time: VirtualTime;
  readonly #holders = new Map<string, object>();
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #gone = new WeakSet<object>();

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  isHeldByOther(name: string, holder: object): boolean {
    const other = this.#holders.get(name);
    return other !== undefined && other !== holder;
  }

  get held(): readonly string[] {
    return [...this.#holders.keys()];
  }

  /** Rejects when it was not granted in time. */
  acquire(name: string, holder: object, milliseconds: number): Promise<void> {
    if (this.#gone.has(holder)) return new Promise(() => undefined);
    if (!this.isHeldByOther(name, holder)) {
      this.#holders.set(name, holder);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(name) ?? [];
      const waiting = { holder, granted: resolve };
      queue.push(waiting);
      this.#waiting.set(name, queue);
      this.#time.after(milliseconds, () => {
        const at = queue.indexOf(waiting);
        if (at === -1) return;
        queue.splice(at, 1);
        reject(new ServerError("55P03", "canceling statement due to lock timeout"));
      });
    });
  }

  /** It holds nothing from now on, and gets nothing. */
  leave(holder: object): void {
    this.#gone.add(holder);
    this.release(holder);
  }

  /** All of them, and those it still waits for; but for the ones it keeps. */
  release(holder: object, keeps: (name: string) => boolean = () => false): void {
    for (const queue of this.#waiting.values()) {
      const others = queue.filter((waiting) => waiting.holder !== holder);
      queue.splice(0, queue.length, ...others);
    }
    for (const [name, other] of [...this.#holders]) {
      if (other !== holder || keeps(name)) continue;
      this.#holders.delete(name);
      const next = this.#waiting.get(name)?.shift();
      if (next === undefined) continue;
      this.#holders.set(name, next.holder);
      next.granted();
    }
  }
}
