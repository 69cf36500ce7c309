// The parts that clicks and leads share; joined in tracker.ts.
import type { Log } from "./log.ts";
import type { Memory } from "./memory.ts";
import type { Queue } from "./queue.ts";
import type { Service } from "./service.ts";
import type { Settings } from "./settings.ts";

export type Parts = {
  readonly settings: Settings;
  readonly memory: Memory;
  readonly queue: Queue;
  readonly service: Service;
  readonly log: Log;
};
