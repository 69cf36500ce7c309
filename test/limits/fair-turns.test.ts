// Places that many share: a caller that asks for a thousand and a caller that asks for one wait for the same, the next place that is free.
import { expect, test } from "vitest";
import { FairSlots, FairTurns, type GiveBack } from "../../src/limits/fair-turns.ts";

const never = new AbortController().signal;

test("the share whose last turn is longest ago is next, and one that was never served before any other", () => {
  const turns = new FairTurns({ total: 10, perShare: 5 });
  expect(turns.next([1, 2])).toBe(1);
  turns.take(1)();
  turns.take(2)();
  expect(turns.next([2, 1])).toBe(1);
  expect(turns.next([2, 1, 3])).toBe(3);
  turns.take(1)();
  expect(turns.next([1, 2])).toBe(2);
});

test("a share holds no more than its places, and all of them together no more than there are", () => {
  const turns = new FairTurns({ total: 3, perShare: 2 });
  const giveBack = turns.take(1);
  turns.take(1);
  expect([turns.next([1]), turns.roomOf(1), turns.next([1, 2])]).toEqual([undefined, 0, 2]);
  turns.take(2);
  expect(turns.next([2, 3])).toBeUndefined();
  giveBack();
  expect(turns.next([1, 3])).toBe(3);
});

test("seventy that wait for one share let another's through with the next place", async () => {
  const slots = new FairSlots({ total: 2, perShare: 2 });
  const order: number[] = [];
  const held: GiveBack[] = [];
  const ask = async (share: number): Promise<void> => {
    const giveBack = await slots.take(share, never);
    order.push(share);
    if (giveBack !== null) held.push(giveBack);
  };
  const all = [...Array.from({ length: 70 }, () => ask(1)), ask(2)];
  while (order.length < 71) {
    held.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(all);
  expect(order.indexOf(2)).toBe(2);
  for (const giveBack of held) giveBack();
  expect([slots.taken, slots.isWaitedFor]).toEqual([0, false]);
});

test("a wait that is ended takes no place, and the one behind it gets it", async () => {
  const slots = new FairSlots({ total: 1, perShare: 1 });
  const first = await slots.take(1, never);
  const ending = new AbortController();
  const ended = slots.take(2, ending.signal);
  const behind = slots.take(3, never);
  ending.abort();
  expect(await ended).toBeNull();
  expect(await slots.take(4, ending.signal)).toBeNull();
  first?.();
  const last = await behind;
  expect(last).not.toBeNull();
  last?.();
  expect([slots.taken, slots.isWaitedFor]).toEqual([0, false]);
});
