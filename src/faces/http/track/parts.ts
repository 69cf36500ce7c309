// What the routes of the tracking calls are handed by the composition root.
import type { Logger } from "pino";
import type { Tracking } from "../../../engine/recording/tracking.ts";
import type { TrackingLine } from "../../../engine/recording/tracking-log.ts";
import type { Callers } from "./callers.ts";

export type TrackParts = {
  readonly callers: Callers;
  readonly tracking: Tracking;
  readonly hashEmail: (email: string) => string;
  readonly logRefusedCall: (line: TrackingLine) => Promise<void>;
  readonly bodyBytesMax: number;
  /** In milliseconds. */
  readonly now: () => number;
  readonly log: Logger;
};
