// Watches the embedded server's process while a service runs: if it ends unexpectedly, it is restarted in place and recovers all
// acknowledged data. A failed restart is reported once, and waiting callers are released. It checks only a process id: in normal operation
// it costs the database nothing.
import { setTimeout as sleep } from "node:timers/promises";

const lookEveryMilliseconds = 500;
const attemptsMax = 3;
const betweenAttemptsMilliseconds = 1000;

export type Watched = {
  isAlive(): Promise<boolean>;
  /** Answers when it takes connections again. */
  restart(): Promise<void>;
};

export type ServerNews = {
  readonly lost: () => void;
  readonly back: () => void;
  /** It could not be started again. */
  readonly gone: (why: Error) => void;
};

/** Answers how to end it; a start that is under way then is waited for. */
export function watchServer({ isAlive, restart }: Watched, news: ServerNews): () => Promise<void> {
  let isEnded = false;
  let restarting: Promise<Error | null> = Promise.resolve(null);
  const look = async (): Promise<void> => {
    while (!isEnded) {
      if (await isAlive()) {
        await sleep(lookEveryMilliseconds, undefined, { ref: false });
        continue;
      }
      if (isEnded) return;
      news.lost();
      restarting = bringBack(restart, () => isEnded);
      const fault = await restarting;
      if (isEnded) return;
      if (fault !== null) return news.gone(fault);
      news.back();
    }
  };
  void look();
  return async () => {
    isEnded = true;
    await restarting;
  };
}

/** Why not, after some attempts. */
async function bringBack(restart: () => Promise<void>, isEnded: () => boolean): Promise<Error | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await restart();
      return null;
    } catch (error) {
      if (attempt === attemptsMax || isEnded()) return error instanceof Error ? error : new Error(String(error));
    }
    await sleep(betweenAttemptsMilliseconds);
  }
}
