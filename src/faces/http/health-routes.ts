// What machines that look after the service ask: is it alive, may it take traffic, what does it count.
import type { RequestHandler } from "express";
import { z } from "zod";
import { oneOf } from "../../core/vocabulary/fields.ts";
import type { Metrics } from "../../telemetry/metrics.ts";
import { sendJson } from "./send.ts";

const replicaState = oneOf(
  ["used", "behind", "away", "not_its_standby"],
  "How it is; all but used leaves reads to the primary",
);

export type Readiness = {
  readonly database: "answers" | "does not answer" | "is full" | "is read-only";
  readonly draining: boolean;
  /** Whether the database's clock and this machine's agree; null if unknown. */
  readonly clock: "agrees" | "differs" | null;
  readonly log: "append_only" | "not_protected";
  /** Null without one. */
  readonly replica: {
    readonly state: z.output<typeof replicaState>;
    readonly lagSeconds: number | null;
  } | null;
  /** Age of the oldest event the books do not hold yet; null when they hold all, or when unknown. */
  readonly oldestUnprojectedSeconds: number | null;
  /** Age of the oldest submission that is neither answered nor set aside for a lock. */
  readonly oldestWaitingSeconds: number;
  /** Whether that is longer than any caller should wait. */
  readonly isStalled: boolean;
};

export const alive = z.strictObject({ status: z.literal("alive") });

export const readinessAnswer = z.strictObject({
  status: oneOf(["ready", "not_ready"], "Whether it may take traffic"),
  database: oneOf(["answers", "does not answer", "is full", "is read-only"], "How the database is"),
  draining: z.boolean().meta({ description: "It is stopping and accepts no new traffic" }),
  clock: z.enum(["agrees", "differs"]).nullable().meta({
    description: "Whether the database's clock and the machine's agree; null when unknown",
  }),
  log: oneOf(["append_only", "not_protected"], "Whether the database keeps the log from being changed"),
  replica: z
    .strictObject({
      state: replicaState,
      lag_seconds: z.number().nullable().meta({ description: "Age of what it holds; null while unknown" }),
    })
    .nullable()
    .meta({ description: "The standby that answers reads; null where none is configured" }),
  oldest_unprojected_seconds: z.number().nullable().meta({
    description: "Age of the oldest event that the books do not hold yet; null when they hold all, or when unknown",
  }),
  oldest_waiting_seconds: z.number().meta({ description: "Age of the oldest call that waits to be recorded" }),
});

export const answerAlive: RequestHandler = (_request, response) => {
  sendJson(response, 200, { status: "alive" });
};

export function answerReady(readiness: () => Promise<Readiness>): RequestHandler {
  return async (_request, response) => {
    const now = await readiness();
    const { database, draining, clock, log, replica, oldestUnprojectedSeconds, oldestWaitingSeconds, isStalled } = now;
    const isReady = database === "answers" && !draining && clock !== "differs" && !isStalled;
    const answer: z.output<typeof readinessAnswer> = {
      status: isReady ? "ready" : "not_ready",
      database,
      draining,
      clock,
      log,
      replica: replica === null ? null : { state: replica.state, lag_seconds: replica.lagSeconds },
      oldest_unprojected_seconds: oldestUnprojectedSeconds,
      oldest_waiting_seconds: oldestWaitingSeconds,
    };
    sendJson(response, isReady ? 200 : 503, answer);
  };
}

export function answerMetrics(metrics: Metrics): RequestHandler {
  return async (_request, response) => {
    const { contentType, body } = await metrics.text();
    response.setHeader("Content-Type", contentType);
    response.end(body);
  };
}
