// The keys that arrived with this event: events parked under one of them are folded again, in the order in which they were received.
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
