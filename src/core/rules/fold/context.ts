// What an event is folded with.
import type { Books } from "../books.ts";
import type { Conclusion } from "../conclusion.ts";
import type { Event } from "../events/events.ts";

/** Made once for each event that a call or the log brings. Events that it settles or retries are folded with the same one. */
export type FoldContext = {
  readonly books: Books;
  /** The event that changes the books: what had waited for it changes with it. */
  readonly cause: Event;
  /** Whether it is a call that may be refused yet; one in the log was answered. */
  readonly isAsked: boolean;
  readonly arrived: ArrivedKeys;
};

/** The fold of an event by its own type. */
export type FoldEvent = (context: FoldContext, event: Event) => Conclusion;

/** The keys that arrived with this event: events parked under one of them are folded again, in the order in which they were received. */
export class ArrivedKeys {
  readonly #keys: string[] = [];

  add(key: string): void {
    this.#keys.push(key);
  }

  /** The next key, oldest first; undefined when none is left. */
  take(): string | undefined {
    return this.#keys.shift();
  }
}
