// What one worker hands another, over a connection as the primary makes them.
import { afterEach, expect, test } from "vitest";
import { ClockStep } from "../../../../src/engine/postgres/clock.ts";
import type { Batcher } from "../../../../src/engine/recording/batcher.ts";
import type { Result, Submission } from "../../../../src/engine/recording/submission.ts";
import { Unavailable } from "../../../../src/engine/recording/unavailable.ts";
import { Peers } from "../../../../src/engine/recording/workers/peers.ts";
import { batcherAmong } from "../../../../src/engine/recording/workers/recording.ts";
import { socketPair } from "../../../../src/engine/recording/workers/socket-pair.ts";
import { sale } from "../../../support/event-builders.ts";
import { submission } from "../../../support/submissions.ts";

type Took = Batcher & { readonly took: Submission[] };

const opened: Peers[] = [];
afterEach(() => {
  for (const peers of opened.splice(0)) peers.close();
});

function batcherOf(answer: (given: Submission) => Promise<Result>): Took {
  const took: Submission[] = [];
  return {
    took,
    submit: (given) => {
      took.push(given);
      return answer(given);
    },
    drain: async () => undefined,
    stats: () => ({ queued: 0, programsSetAside: 0, oldestWaitingSeconds: 0, refusedFor: null }),
  };
}

/** Two workers; what the first receives, and what each recorded. */
async function workers(answer: (given: Submission) => Promise<Result>, waitMilliseconds = 10_000) {
  const options = { places: 2, askedMax: 100, waitMilliseconds };
  const [here, there] = [new Peers({ ...options, place: 0 }), new Peers({ ...options, place: 1 })];
  opened.push(here, there);
  const [near, far] = await socketPair();
  here.add(1, near);
  there.add(0, far);
  const own = batcherOf(answer);
  const theirs = batcherOf(answer);
  batcherAmong(there, theirs);
  return { batcher: batcherAmong(here, own), own: own.took, theirs: theirs.took, there };
}

const reported: Result = { kind: "told_before", eventId: 7 };
const ofProgram = (programId: number): Submission => {
  const plain = submission(programId, sale({ transaction_id: "t" }));
  return { ...plain, keyHash: Buffer.from("key"), keyUsedAt: 5 };
};

test("a program's submissions go to one worker whole, whichever of them is asked", async () => {
  const { batcher, own, theirs } = await workers(async () => reported);
  const all = [1, 2, 3, 4].map(ofProgram);
  expect(await Promise.all(all.map((one) => batcher.submit(one)))).toEqual([reported, reported, reported, reported]);
  expect(own).toEqual([all[1], all[3]]);
  expect(theirs).toEqual([all[0], all[2]]);
});

test("what keeps one from being recorded means the same to who asked", async () => {
  const faults = [
    new ClockStep("program_ahead", 400, 1),
    new Unavailable("Too many wait.", { retryAfterSeconds: 9 }),
    new Error("ours"),
  ];
  for (const fault of faults) {
    const { batcher } = await workers(() => Promise.reject(fault));
    await expect(batcher.submit(ofProgram(1))).rejects.toEqual(fault);
    const { batcher: failing } = await workers(async () => ({ kind: "failed", error: fault }));
    const result = await failing.submit(ofProgram(1));
    expect(result).toEqual({ kind: "failed", error: fault });
    expect("error" in result && result.error).toBeInstanceOf(fault.constructor);
  }
});

test("requests handed to a worker that ended are left to be repeated; later ones are recorded where they arrive", async () => {
  const { batcher, own, theirs, there } = await workers((given) =>
    given.event.programId === 1 ? Promise.withResolvers<Result>().promise : Promise.resolve(reported),
  );
  const handed = batcher.submit(ofProgram(1));
  await expect.poll(() => theirs.length).toBe(1);
  there.close();
  await expect(handed).rejects.toThrow(Unavailable);
  expect(await batcher.submit(ofProgram(3))).toEqual(reported);
  expect(own).toHaveLength(1);
});

test("a frozen worker is waited for no longer than the bound", async () => {
  const { batcher } = await workers(() => Promise.withResolvers<Result>().promise, 1);
  await expect(batcher.submit(ofProgram(1))).rejects.toThrow("waited for too long");
});
