// Does what is due, a few at once, in fair turns: a share whose work takes long, such as a workspace whose server does not answer, delays
// only its own.
import { setTimeout as sleep } from "node:timers/promises";
import { FairTurns, type Places } from "./fair-turns.ts";

/** While some is under way other work may become due. */
const lookMilliseconds = 1_000;

export type DueWork<Of> = {
  readonly places: Places;
  /** By share, the one that has waited longest first. */
  due(): Promise<ReadonlyMap<number, Of>>;
  /** Starts at most `room` of a share's work, and answers what it started: promises that never reject. */
  start(of: Of, room: number): Promise<readonly Promise<void>[]>;
};

/** Until nothing is due, `stop` aborts or looking for work fails; what was started is waited for. */
export async function workInTurns<Of>({ places, due, start }: DueWork<Of>, stop: AbortSignal): Promise<void> {
  const turns = new FairTurns(places);
  const underWay = new Set<Promise<void>>();

  /** False where no share has work that is due and a place for it. */
  async function startNext(): Promise<boolean> {
    const waiting = await due();
    const share = turns.next(waiting.keys());
    const of = share === undefined ? undefined : waiting.get(share);
    if (share === undefined || of === undefined) return false;
    const started = await start(of, turns.roomOf(share));
    for (const work of started) {
      const giveBack = turns.take(share);
      const ended = work.finally(() => {
        underWay.delete(ended);
        giveBack();
      });
      underWay.add(ended);
    }
    return started.length > 0;
  }

  try {
    while (!stop.aborted) {
      if (await startNext()) continue;
      if (underWay.size === 0) return;
      await Promise.race([...underWay, sleep(lookMilliseconds, undefined, { ref: false })]);
    }
  } finally {
    await Promise.all(underWay);
  }
}
