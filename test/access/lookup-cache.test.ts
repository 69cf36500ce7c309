// What is asked for all the time is looked up once at a time and renewed before it is forgotten, and is never older than it may be.
import { beforeEach, describe, expect, test } from "vitest";
import { createLookupCache, type LookupCache } from "../../src/access/lookup-cache.ts";

type Look = { readonly key: string; answer(value: string | undefined): void; fail(error: Error): void };

let time: number;
let looks: Look[];
let cache: LookupCache<string, string>;
beforeEach(() => {
  time = 0;
  looks = [];
  cache = createLookupCache({
    entriesMax: 2,
    lifetimeMilliseconds: 1_000,
    now: () => time,
    look: (key) => {
      const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
      looks.push({ key, answer: resolve, fail: reject });
      return promise;
    },
  });
});

async function remember(key: string, value: string): Promise<void> {
  const found = cache.find(key);
  looks.at(-1)?.answer(value);
  await found;
}

describe("a look-up cache", () => {
  test("looks up a value once for many concurrent callers", async () => {
    const found = Promise.all([cache.find("a"), cache.find("a"), cache.find("a")]);
    expect(looks).toHaveLength(1);
    looks[0]?.answer("one");
    expect(await found).toEqual(["one", "one", "one"]);
    expect(await cache.find("a")).toBe("one");
    expect(looks).toHaveLength(1);
  });

  test("refreshes an entry shortly before it expires, without making anyone wait", async () => {
    await remember("a", "one");
    time = 799;
    expect(await cache.find("a")).toBe("one");
    expect(looks).toHaveLength(1);
    time = 801;
    expect(await Promise.all([cache.find("a"), cache.find("a")])).toEqual(["one", "one"]);
    expect(looks).toHaveLength(2);
    looks[1]?.answer("two");
    await Promise.resolve();
    time = 1_700;
    expect(await cache.find("a")).toBe("two");
  });

  test("answers nothing that is older than its lifetime, however slow the look-up was or the renewal is", async () => {
    const slow = cache.find("a");
    time = 900;
    looks[0]?.answer("one");
    await slow;
    expect(await cache.find("a")).toBe("one");
    time = 1_000;
    const late = cache.find("a");
    looks[1]?.answer("two");
    expect(await late).toBe("two");
  });

  test("does not wait for a lookup that fails others", async () => {
    const stuck = cache.find("a");
    time = 999;
    void cache.find("a");
    expect(looks).toHaveLength(1);
    time = 1_000;
    const next = cache.find("a");
    expect(looks).toHaveLength(2);
    looks[1]?.answer("two");
    expect(await next).toBe("two");
    looks[0]?.answer("one");
    expect(await stuck).toBe("one");
    expect(await cache.find("a")).toBe("two");
  });

  test("removes a value at once that a renewal did not find", async () => {
    await remember("a", "one");
    time = 900;
    await cache.find("a");
    looks[1]?.answer(undefined);
    await Promise.resolve();
    const now = cache.find("a");
    expect(looks).toHaveLength(3);
    looks[2]?.answer(undefined);
    expect(await now).toBeUndefined();
  });

  test("reports a failure only to callers without another answer, and tries again", async () => {
    await remember("a", "one");
    time = 900;
    expect(await cache.find("a")).toBe("one");
    looks[1]?.fail(new Error("away"));
    await new Promise(setImmediate);
    expect(await cache.find("a")).toBe("one");
    time = 1_000;
    const waiting = cache.find("a");
    looks[2]?.fail(new Error("still away"));
    await expect(waiting).rejects.toThrow("still away");
  });

  test("does not keep an answer that was requested before it was cleared", async () => {
    const before = cache.find("a");
    cache.delete("a");
    looks[0]?.answer("one");
    expect(await before).toBe("one");
    const after = cache.find("a");
    expect(looks).toHaveLength(2);
    looks[1]?.answer("two");
    expect(await after).toBe("two");
  });

  test("does not replace a later answer by an earlier one", async () => {
    const earlier = cache.lookUp("a");
    const later = cache.lookUp("a");
    looks[1]?.answer("two");
    await later;
    looks[0]?.answer("one");
    await earlier;
    expect(await cache.find("a")).toBe("two");
  });

  test("holds so many answers and no more, and forgets the one that was stored first", async () => {
    for (const key of ["a", "b", "c"]) await remember(key, key);
    expect(["a", "b", "c"].map((key) => cache.recent(key, 1_000))).toEqual([undefined, "b", "c"]);
  });
});
