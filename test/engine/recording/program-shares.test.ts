// Of a program that is stormed no more than its share is worked on while others come; the others go past what waits.
import { describe, expect, test } from "vitest";
import { type Lane, ProgramShares } from "../../../src/engine/recording/program-shares.ts";
import { Unavailable } from "../../../src/engine/recording/unavailable.ts";

const [stormed, other] = [1, 2];

function doorOf({ underWayMax = 2, waitSecondsMax = 60 } = {}) {
  let now = 0;
  const shares = new ProgramShares({ underWayMax, waitSecondsMax, now: () => now });
  const begun: string[] = [];
  const work = new Map<string, PromiseWithResolvers<void>>();
  return {
    shares,
    begun,
    /** Resolves or rejects as its work does. */
    come(programId: number, name: string, lane: Lane = "others"): Promise<void> {
      return shares.run(programId, lane, () => {
        begun.push(name);
        const own = Promise.withResolvers<void>();
        work.set(name, own);
        return own.promise;
      });
    },
    async end(name: string, error?: Error) {
      if (error === undefined) work.get(name)?.resolve();
      else work.get(name)?.reject(error);
      await new Promise((resolve) => setImmediate(resolve));
    },
    pass(milliseconds: number) {
      now += milliseconds;
    },
  };
}

describe("while others come", () => {
  test("requests beyond a program's share wait in order, and other programs' requests pass them", async () => {
    const door = doorOf();
    const all = [door.come(other, "o1"), ...["s1", "s2", "s3", "s4"].map((name) => door.come(stormed, name))];
    expect([door.begun, door.shares.waiting]).toEqual([["o1", "s1", "s2"], 2]);
    all.push(door.come(other, "o2"));
    expect(door.begun).toEqual(["o1", "s1", "s2", "o2"]);
    await door.end("s2");
    expect([door.begun.at(-1), door.shares.waiting]).toEqual(["s3", 1]);
    await door.end("s1");
    for (const name of ["s3", "s4", "o1", "o2"]) await door.end(name);
    await Promise.all(all);
    expect([door.begun, door.shares.waiting]).toEqual([["o1", "s1", "s2", "o2", "s3", "s4"], 0]);
  });

  test("payments do not wait behind clicks, which wait behind each other", async () => {
    const door = doorOf({ underWayMax: 1 });
    const clicks = ["c1", "c2", "c3"].map((name) => door.come(stormed, name, "clicks"));
    const all = [door.come(other, "o1"), ...clicks, door.come(stormed, "c4", "clicks"), door.come(stormed, "s1")];
    expect(door.begun).toEqual(["c1", "c2", "c3", "o1", "s1"]);
    expect(door.shares.waiting).toBe(1);
    for (const name of ["c1", "c2", "c3", "c4", "o1", "s1"]) await door.end(name);
    await Promise.all(all);
    expect(door.begun.at(-1)).toBe("c4");
  });

  test("work that failed makes room as well, and is its own caller's fault alone", async () => {
    const door = doorOf({ underWayMax: 1 });
    const first = door.come(other, "o1");
    const failing = door.come(stormed, "s1");
    const next = door.come(stormed, "s2");
    const failed = expect(failing).rejects.toThrow("a fault");
    await door.end("s1", new Error("a fault"));
    await failed;
    for (const name of ["s2", "o1"]) await door.end(name);
    await Promise.all([first, next]);
  });

  test("a request that waits beyond the limit is refused for now, and the next takes its place", async () => {
    const door = doorOf({ underWayMax: 1, waitSecondsMax: 0.05 });
    const others = [door.come(other, "o1"), door.come(stormed, "s1")];
    await expect(door.come(stormed, "s2")).rejects.toThrow(Unavailable);
    const next = door.come(stormed, "s3");
    expect(door.shares.waiting).toBe(1);
    await door.end("s1");
    expect(door.begun).toEqual(["o1", "s1", "s3"]);
    for (const name of ["o1", "s3"]) await door.end(name);
    await Promise.all([...others, next]);
  });
});

describe("a program alone", () => {
  test("is never held back", async () => {
    const door = doorOf();
    const names = ["s1", "s2", "s3", "s4"];
    const all = names.map((name) => door.come(stormed, name));
    expect(door.begun).toEqual(names);
    for (const name of names) await door.end(name);
    await Promise.all(all);
  });

  test("starts all its requests when the others sent none for a second", async () => {
    const door = doorOf({ underWayMax: 1 });
    const all = [door.come(other, "o1"), ...["s1", "s2", "s3"].map((name) => door.come(stormed, name))];
    door.pass(999);
    all.push(door.come(stormed, "s4"));
    expect(door.shares.waiting).toBe(3);
    door.pass(1);
    all.push(door.come(stormed, "s5"));
    expect(door.begun).toEqual(["o1", "s1", "s5"]);
    await door.end("s1");
    expect(door.begun).toEqual(["o1", "s1", "s5", "s2", "s3", "s4"]);
    for (const name of ["o1", "s2", "s3", "s4", "s5"]) await door.end(name);
    await Promise.all(all);
  });
});
