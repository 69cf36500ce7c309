// Caches lookups for a short time, up to a number of entries, and evicts the oldest. Concurrent lookups of the same key run once; and
// shortly before an entry expires the next caller refreshes it while all others still get the old answer, so a hot key never makes callers
// wait. Only for answers that are confirmed later or may be that old: a stale entry must not be able to grant anything.
import { ignore } from "../engine/postgres/driver/wire.ts";

export type LookupCache<Key, Value> = {
  /** What is remembered, or is found now; undefined when there is nothing, which is not remembered. */
  find(key: Key): Promise<Value | undefined>;
  /** The same, but looked up behind this call. */
  lookUp(key: Key): Promise<Value | undefined>;
  /** The last answer, if it began to be looked up no longer ago than this. */
  recent(key: Key, milliseconds: number): Value | undefined;
  delete(key: Key): void;
};

/** Of its lifetime; from then on an answer is renewed by being asked for. */
const renewedFrom = 0.8;
/** Who asks later than this does not wait for that look-up: its connection may be dead, and its answer old. */
const sharedMillisecondsMax = 1000;

export function createLookupCache<Key, Value>(options: {
  readonly entriesMax: number;
  readonly lifetimeMilliseconds: number;
  readonly now: () => number;
  readonly look: (key: Key) => Promise<Value | undefined>;
}): LookupCache<Key, Value> {
  const { lifetimeMilliseconds, now } = options;
  const entries = new Map<Key, { readonly value: Value; readonly askedAt: number }>();
  /** Of each key the look-up that began last: no other may be remembered. */
  const underWay = new Map<Key, { readonly looking: Promise<Value | undefined>; readonly askedAt: number }>();

  function keep(key: Key, value: Value | undefined, askedAt: number): void {
    entries.delete(key);
    if (value === undefined) return;
    entries.set(key, { value, askedAt });
    if (entries.size <= options.entriesMax) return;
    for (const oldest of entries.keys()) {
      entries.delete(oldest);
      return;
    }
  }

  async function lookUp(key: Key): Promise<Value | undefined> {
    const askedAt = now();
    const looking = options.look(key);
    underWay.set(key, { looking, askedAt });
    const isLast = () => underWay.get(key)?.looking === looking;
    try {
      const value = await looking;
      if (isLast()) keep(key, value, askedAt);
      return value;
    } finally {
      if (isLast()) underWay.delete(key);
    }
  }

  function shared(key: Key): Promise<Value | undefined> | undefined {
    const last = underWay.get(key);
    return last !== undefined && now() - last.askedAt < sharedMillisecondsMax ? last.looking : undefined;
  }

  function recent(key: Key, milliseconds: number): Value | undefined {
    const entry = entries.get(key);
    return entry !== undefined && now() - entry.askedAt < milliseconds ? entry.value : undefined;
  }

  return {
    async find(key) {
      const known = entries.get(key);
      const age = known === undefined ? Number.POSITIVE_INFINITY : now() - known.askedAt;
      if (known === undefined || age >= lifetimeMilliseconds) return shared(key) ?? lookUp(key);
      // After a failure the next caller tries again; callers without an older answer get the error.
      if (age >= lifetimeMilliseconds * renewedFrom && shared(key) === undefined) lookUp(key).catch(ignore);
      return known.value;
    },
    lookUp,
    recent,
    delete(key) {
      entries.delete(key);
      underWay.delete(key);
    },
  };
}
