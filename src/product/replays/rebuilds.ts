// What operations ask of those who rebuild and verify: a running service does it behind its answers, a command only drops what was planned.
import type { Actor } from "../../access/permission.ts";
import { discardReplay, type ReplayParts } from "../../engine/replay/plan.ts";
import { ReplayRefused } from "../../engine/replay/replay-refused.ts";
import type { Task } from "./tasks.ts";
import type { ReplayThreads } from "./threads.ts";

export type Rebuilds = {
  /** Returns the run's id when it has started. */
  start(task: Task, actor: Actor): Promise<number>;
  discard(runId: number): Promise<void>;
};

type Discarding = Pick<ReplayParts, "database" | "ownerUrl">;

/** One that this process is working on is ended first. */
export function rebuildsOf(threads: ReplayThreads, { database, ownerUrl }: Discarding): Rebuilds {
  return {
    start: (task, actor) => threads.start(task, actor),
    async discard(runId) {
      await threads.end(runId);
      await discardReplay(database, ownerUrl, runId);
    },
  };
}

export function commandsRebuilds({ database, ownerUrl }: Discarding): Rebuilds {
  return {
    start: () => Promise.reject(new ReplayRefused("Only a running service does this behind its answers.")),
    discard: (runId) => discardReplay(database, ownerUrl, runId),
  };
}
