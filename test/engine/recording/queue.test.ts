// What is recorded next, what is set aside, and what is refused at once since it would take too long.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Batch, Queue, type QueueBounds } from "../../../src/engine/recording/queue/queue.ts";
import type { Submission } from "../../../src/engine/recording/submission.ts";
import { click, payment, sale } from "../../support/event-builders.ts";
import { oldGenerationGrowth } from "../../support/heap.ts";
import { submission } from "../../support/submissions.ts";

const bounds: QueueBounds = { batchMax: 8, max: 100, waitMillisecondsMax: 1000 };

function queueOf(submissions: readonly Submission[], own: Partial<QueueBounds> = {}): Queue {
  const queue = new Queue({ ...bounds, ...own });
  for (const [index, one] of submissions.entries()) push(queue, one, index);
  return queue;
}

function push(queue: Queue, one: Submission, since: number): void {
  queue.push({ submission: one, since, resolve: () => undefined, reject: () => undefined });
}

const aClick = (programId = 1) => submission(programId, click(1));
const aSale = (programId = 1) => submission(programId, sale());
const aDelivery = (programId = 1) => submission(programId, payment({ payer: { customer_key: "customer-1" } }));

/** In the order they are taken: what each is, and when it came. */
function taken(queue: Queue): string[] {
  const batch = queue.takeAll();
  return (batch?.queued ?? []).map(({ submission: { event }, since }) => `${event.data.type} ${since}`);
}

const many = (count: number, one: () => Submission) => Array.from({ length: count }, one);

describe("a loaded queue", () => {
  test("takes everything else before clicks, but always some of those", () => {
    const queue = queueOf([...many(20, aClick), aDelivery(), aSale(), ...many(8, aDelivery)]);
    expect(taken(queue)).toEqual([
      "click_recorded 0",
      "click_recorded 1",
      "payment_succeeded 20",
      "sale_reported 21",
      ...[22, 23, 24, 25].map((at) => `payment_succeeded ${at}`),
    ]);
    expect(taken(queue).filter((one) => one.startsWith("click"))).toHaveLength(4);
  });

  test("takes a click now and then also where a batch is of one", () => {
    const queue = queueOf([...many(3, aClick), ...many(9, aDelivery)], { batchMax: 1 });
    const order = Array.from({ length: 8 }, () => taken(queue)[0]?.split("_")[0]);
    expect(order).toEqual(["payment", "payment", "payment", "click", "payment", "payment", "payment", "click"]);
  });

  test("keeps everything in its order where one batch takes it all", () => {
    const queue = queueOf([aClick(), aSale(), aClick(), aDelivery()]);
    expect(taken(queue)).toEqual(["click_recorded 0", "sale_reported 1", "click_recorded 2", "payment_succeeded 3"]);
  });

  test("takes a quiet program's latest requests before the rest of another's burst, by age within each", () => {
    const queue = queueOf([...many(20, aSale), aSale(2), aDelivery(2), aSale(3)]);
    expect(taken(queue)).toEqual([
      ...[0, 1, 2, 3, 4].map((at) => `sale_reported ${at}`),
      ...["sale_reported 20", "payment_succeeded 21", "sale_reported 22"],
    ]);
    expect(taken(queue)).toEqual([5, 6, 7, 8, 9, 10, 11, 12].map((at) => `sale_reported ${at}`));
  });

  test("gives two storms as much of a batch, and clicks of a quiet program their place among a storm's", () => {
    const queue = queueOf([...many(20, aSale), ...many(20, () => aSale(2))]);
    expect(taken(queue)).toEqual([0, 1, 2, 3, 20, 21, 22, 23].map((at) => `sale_reported ${at}`));
    const clicks = queueOf([...many(20, aClick), aClick(2)]);
    expect(taken(clicks)).toContain("click_recorded 20");
  });

  test("has no place for clicks while it still has some for deliveries", () => {
    const queue = queueOf(many(75, aClick));
    expect(queue.refusalOf(aClick(), 0)?.message).toContain("Too many");
    expect(queue.refusalOf(aDelivery(), 0)).toBeUndefined();
  });

  test("keeps some places for the other programs, however many requests one has", () => {
    const queue = queueOf(many(88, aDelivery));
    expect(queue.refusalOf(aDelivery(), 0)?.message).toContain("Too many");
    expect(queue.refusalOf(aDelivery(2), 0)).toBeUndefined();
  });
});

describe("what has waited for too long", () => {
  test("is taken out, and nothing that is being recorded", () => {
    const queue = queueOf([aSale(), aClick(), aSale(), aClick()], { batchMax: 1 });
    expect(taken(queue)).toEqual(["sale_reported 0"]);
    expect(queue.takeExpired(1001).map(({ since }) => since)).toEqual([]);
    expect(queue.takeExpired(1003).map(({ since }) => since)).toEqual([1, 2]);
    expect(queue.length).toBe(1);
  });
});

describe("a request to a queue that is recorded slowly", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  /** Eight a second, as the last batch showed. */
  function slowQueue(waitingSince: number): { queue: Queue; now: number } {
    const queue = queueOf(many(32, aSale), { waitMillisecondsMax: 3000 });
    const first = queue.takeAll();
    if (first === null) throw new Error("nothing was taken");
    vi.advanceTimersByTime(1000);
    queue.done(first);
    queue.takeExpired(Number.POSITIVE_INFINITY);
    for (let index = 0; index < 40; index++) push(queue, aSale(), waitingSince);
    queue.takeAll();
    return { queue, now: performance.now() };
  }

  test("is refused at once if it would take too long, with the time to wait", () => {
    const { queue, now } = slowQueue(-500);
    expect(queue.refusalOf(aSale(), now)).toMatchObject({ retryAfterSeconds: 6 });
  });

  test("waits where the others have only just come: a burst says little of what is to come", () => {
    const { queue, now } = slowQueue(1000);
    expect(queue.refusalOf(aSale(), now)).toBeUndefined();
  });

  test("goes before the clicks that wait, and so need not wait for them", () => {
    const { queue, now } = slowQueue(-500);
    queue.takeExpired(Number.POSITIVE_INFINITY);
    for (let index = 0; index < 40; index++) push(queue, aClick(), now - 1500);
    expect(queue.refusalOf(aClick(), now)).toBeDefined();
    expect(queue.refusalOf(aDelivery(), now)).toBeUndefined();
  });

  test("of a program of which few wait does not wait for another's many", () => {
    const { queue, now } = slowQueue(-500);
    expect(queue.refusalOf(aSale(1), now)).toBeDefined();
    expect(queue.refusalOf(aSale(2), now)).toBeUndefined();
  });
});

describe("a program that is set aside", () => {
  test("waits in its own order, and continues where it was", () => {
    const queue = queueOf([aSale(1), aSale(2), aSale(1), aSale(2)], { batchMax: 2 });
    const batch = queue.takeAll();
    if (batch === null) throw new Error("nothing was taken");
    const left = queue.setProgramsAside({ programIds: [1], isHeadLocked: true }, [batch]);
    push(queue, aSale(1), 4);
    push(queue, aSale(2), 5);
    expect(left.flatMap(({ queued }) => queued.map(({ since }) => since))).toEqual([1]);
    expect(taken(queue)).toEqual(["sale_reported 3", "sale_reported 5"]);
    expect(queue.setAside.length).toBe(3);
    queue.readmit([1]);
    expect(taken(queue)).toEqual(["sale_reported 0", "sale_reported 2"]);
    expect(taken(queue)).toEqual(["sale_reported 4"]);
    expect(queue.setAside.programs).toBe(0);
  });

  test("takes no more than its share of the places", () => {
    const queue = queueOf([]);
    queue.setProgramsAside({ programIds: [1], isHeadLocked: true }, []);
    for (let index = 0; index < 50; index++) push(queue, aSale(1), index);
    expect(queue.refusalOf(aSale(1), 0)?.message).toContain("Too many");
    expect(queue.refusalOf(aSale(2), 0)).toBeUndefined();
  });

  test("for another row than its head comes last, and is not waited for long again", () => {
    const queue = queueOf([aSale(1), aSale(2)]);
    queue.setProgramsAside({ programIds: [1], isHeadLocked: false }, []);
    queue.readmit([1]);
    const batch = queue.takeAll();
    if (batch === null) throw new Error("nothing was taken");
    expect(queue.isSuspect(batch)).toBe(true);
    const parts = queue.divideByProgram(batch);
    expect(parts.map(({ queued }) => queued[0]?.submission.event.programId)).toEqual([2, 1]);
  });

  test("again and again is looked at less often", () => {
    const queue = queueOf([]);
    const pauses = [0, 1, 2].map((times) => {
      const at = times * 1000;
      queue.setAside.add(1, true, at);
      const due = [100, 200, 400, 800].find((after) => queue.setAside.due(at + after).length > 0);
      queue.setAside.release([1]);
      return due;
    });
    expect(pauses).toEqual([100, 200, 400]);
  });
});

test("a batch that was recorded is collected with the young generation", () => {
  const queue = new Queue(bounds);
  const underWay: Batch[] = [];
  const batches = 20_000;
  const grown = oldGenerationGrowth(batches, (index) => {
    const large = { ...aSale(), numbers: Array.from({ length: 500 }, (_, at) => at + 0.5) };
    push(queue, large, index);
    const batch = queue.takeAll();
    if (batch !== null) underWay.push(batch);
    const [oldest] = underWay.length > 3 ? underWay.splice(0, 1) : [];
    if (oldest !== undefined) queue.done(oldest);
  });
  // One is about 5,000. What counts the programs that wait leaves 150, and the process of the tests some as well.
  expect(grown / batches).toBeLessThan(1_000);
});
