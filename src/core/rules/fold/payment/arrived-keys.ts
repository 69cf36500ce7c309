// The keys that arrived with this event: whatever is parked under one of them is folded again, in the order it was received.
export class ArrivedKeys {
  readonly #keys: string[] = [];

  add(key: string): void {
    this.#keys.push(key);
  }

  /** The next key, oldest first; undefined when there is none left. */
  take(): string | undefined {
    return this.#keys.shift();
  }
}
