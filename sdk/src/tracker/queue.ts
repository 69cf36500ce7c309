// Calls that are made one after the other, each until it is answered: a lead waits for the click before it. An unanswered call is retried
// at growing intervals, and at once when the browser is online again; after a while only then. Only `clear` drops a call.
import type { Log } from "./log.ts";

export type Job = {
  attempt(): Promise<Attempt>;
  /** The page goes away while the job waits. */
  leave(): void;
};

export type Attempt = "done" | { readonly retryAfterSeconds: number };

export type Queue = {
  /** Resolves when the job is done, or is known to have to wait. */
  add(job: Job): Promise<void>;
  clear(): void;
};

type Entry = { readonly job: Job; readonly settle: () => void; isUnderWay: boolean };

const attemptsMax = 7;
const firstDelaySeconds = 1;
const offlineSeconds = 60;
/** Of its delay, so that not all browsers come back at once after an outage. */
const jitter = 0.3;

export function openQueue(log: Log): Queue {
  let entries: Entry[] = [];
  let isRunning = false;
  let failures = 0;
  let wake = (): void => undefined;

  const settleAll = (): void => {
    for (const { settle } of entries) settle();
  };

  async function run(): Promise<void> {
    isRunning = true;
    let isTired = false;
    for (let entry = entries[0]; entry !== undefined; entry = entries[0]) {
      // Some browsers say they are offline and are not: one tries now and then all the same.
      const attempt = navigator.onLine || isTired ? await attemptOf(entry, log) : { retryAfterSeconds: offlineSeconds };
      if (entries[0] !== entry) continue;
      if (attempt === "done") {
        failures = 0;
        entries.shift();
        entry.settle();
      } else {
        settleAll();
        failures += 1;
        isTired = await waited(delaySeconds(failures, attempt.retryAfterSeconds));
      }
    }
    isRunning = false;
  }

  /** True when the time is over, false when it was cut short. */
  function waited(seconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = failures < attemptsMax ? setTimeout(() => resolve(true), seconds * 1000) : undefined;
      wake = () => {
        clearTimeout(timer);
        failures = 0;
        resolve(false);
      };
    });
  }

  addEventListener("online", () => wake());
  addEventListener("pageshow", ({ persisted }) => persisted && wake());
  addEventListener("pagehide", () => {
    for (const { job, isUnderWay } of entries) if (!isUnderWay) job.leave();
  });

  return {
    add(job) {
      return new Promise((settle) => {
        entries.push({ job, settle, isUnderWay: false });
        if (isRunning) wake();
        else void run();
      });
    },
    clear() {
      settleAll();
      entries = [];
      wake();
    },
  };
}

function delaySeconds(failures: number, atLeast: number): number {
  return Math.max(atLeast, firstDelaySeconds * 2 ** (failures - 1) * (1 + jitter * Math.random()));
}

async function attemptOf(entry: Entry, log: Log): Promise<Attempt> {
  entry.isUnderWay = true;
  try {
    return await entry.job.attempt();
  } catch (error) {
    log.error("a call failed and is not retried", error);
    return "done";
  } finally {
    entry.isUnderWay = false;
  }
}
