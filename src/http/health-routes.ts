// What machines that look after the service ask: is it alive, may it take traffic, what does it count.
import type { RequestHandler } from "express";
import type { Metrics } from "../metrics.ts";
import { sendJson } from "./send.ts";

export type Readiness = {
  readonly database: "answers" | "does not answer";
  readonly draining: boolean;
  /** Age of the oldest event the books do not hold yet; null when they hold all, or when nobody could say. */
  readonly oldestUnprojectedSeconds: number | null;
};

export const answerAlive: RequestHandler = (_request, response) => {
  sendJson(response, 200, { status: "alive" });
};

export function answerReady(readiness: () => Promise<Readiness>): RequestHandler {
  return async (_request, response) => {
    const { database, draining, oldestUnprojectedSeconds } = await readiness();
    const isReady = database === "answers" && !draining;
    sendJson(response, isReady ? 200 : 503, {
      status: isReady ? "ready" : "not_ready",
      database,
      draining,
      oldest_unprojected_seconds: oldestUnprojectedSeconds,
    });
  };
}

export function answerMetrics(metrics: Metrics): RequestHandler {
  return async (_request, response) => {
    const { contentType, body } = await metrics.text();
    response.setHeader("Content-Type", contentType);
    response.end(body);
  };
}
