// Due work is started in fair turns.
import { expect, test } from "vitest";
import { type DueWork, workInTurns } from "../../src/limits/work-in-turns.ts";

type Item = { readonly share: number; readonly name: string; readonly ended: PromiseWithResolvers<void> };

/** What is due by share; `started` names it in the order it was started. */
function workOf(counts: Readonly<Record<number, number>>, places: DueWork<Item[]>["places"]) {
  const due = new Map<number, Item[]>();
  for (const [share, count] of Object.entries(counts)) {
    const named = Array.from({ length: count }, (_, index) => `${share}-${index + 1}`);
    due.set(
      Number(share),
      named.map((name) => ({ share: Number(share), name, ended: Promise.withResolvers<void>() })),
    );
  }
  const started: Item[] = [];
  const work: DueWork<Item[]> = {
    places,
    due: async () => new Map([...due].filter(([, items]) => items.length > 0)),
    start: async (items, room) => {
      const taken = items.splice(0, room);
      started.push(...taken);
      return taken.map(({ ended }) => ended.promise);
    },
  };
  return { work, started, names: () => started.map(({ name }) => name) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a share never takes the places of others", async () => {
  const { work, started, names } = workOf({ 1: 5, 2: 1, 3: 1 }, { total: 4, perShare: 2 });
  const done = workInTurns(work, new AbortController().signal);
  await settled();
  expect(names()).toEqual(["1-1", "1-2", "2-1", "3-1"]);
  // Share 1 answers nothing: what is left of it waits for its own places alone.
  for (const { share, ended } of started) if (share !== 1) ended.resolve();
  await settled();
  expect(names()).toHaveLength(4);
  started[0]?.ended.resolve();
  await settled();
  expect(names()).toEqual(["1-1", "1-2", "2-1", "3-1", "1-3"]);
  for (let at = 0; at < started.length; at += 1) {
    started[at]?.ended.resolve();
    await settled();
  }
  await done;
  expect(names()).toHaveLength(7);
});

test("a stop starts nothing more and waits for what was started", async () => {
  const stopping = new AbortController();
  const { work, started, names } = workOf({ 1: 3 }, { total: 1, perShare: 1 });
  let isDone = false;
  const done = workInTurns(work, stopping.signal).then(() => {
    isDone = true;
  });
  await settled();
  stopping.abort();
  await settled();
  expect([names(), isDone]).toEqual([["1-1"], false]);
  started[0]?.ended.resolve();
  await done;
  expect(names()).toEqual(["1-1"]);
});

test("where looking for work fails, what was started is waited for first", async () => {
  const { work, started } = workOf({ 1: 2 }, { total: 2, perShare: 1 });
  let looks = 0;
  const due = () => (looks++ === 0 ? work.due() : Promise.reject(new Error("no database")));
  let fault: unknown = null;
  const done = workInTurns({ ...work, due }, new AbortController().signal).catch((error: unknown) => {
    fault = error;
  });
  await settled();
  expect([started.length, fault]).toEqual([1, null]);
  started[0]?.ended.resolve();
  await done;
  expect(fault).toEqual(new Error("no database"));
});
