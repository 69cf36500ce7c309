// Remembers look-ups for a short time, up to a number of entries, and forgets the one that was stored first.
// Only for answers that are confirmed later or never change: a stale entry must not be able to grant anything.
export type LookupCache<Key, Value> = {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
};

export function createLookupCache<Key, Value>(options: {
  readonly entriesMax: number;
  readonly lifetimeMilliseconds: number;
  readonly now: () => number;
}): LookupCache<Key, Value> {
  const entries = new Map<Key, { readonly value: Value; readonly expiresAt: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (entry.expiresAt > options.now()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, { value, expiresAt: options.now() + options.lifetimeMilliseconds });
      if (entries.size <= options.entriesMax) return;
      for (const oldest of entries.keys()) {
        entries.delete(oldest);
        return;
      }
    },
    delete(key) {
      entries.delete(key);
    },
  };
}
