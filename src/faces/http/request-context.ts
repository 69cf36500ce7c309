// What every request gets first: an id that its answer, the log and the caller share, the few headers every answer carries,
// and one line of access log and metrics when it is over.
// It never reads a body and never writes a path's query: keys and addresses end up there.
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Request, RequestHandler } from "express";
import type { Logger } from "pino";
import type { Metrics } from "../../telemetry/metrics.ts";

const requestIdHeader = "X-Request-Id";
/** An id the caller brings is taken over when it looks like one. */
const requestIdPattern = /^[\w.:/+=-]{1,128}$/;

export function startRequests(log: Logger, metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const given = request.get(requestIdHeader);
    response.setHeader(requestIdHeader, given !== undefined && requestIdPattern.test(given) ? given : randomUUID());
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.on("close", () => {
      const milliseconds = performance.now() - startedAt;
      const route = routeOf(request);
      const status = response.writableFinished ? String(response.statusCode) : "aborted";
      metrics.requestDone({ method: request.method, route, status, milliseconds });
      if (!log.isLevelEnabled("debug")) return;
      log.debug({ request_id: requestIdOf(response), method: request.method, route, status, milliseconds }, "request");
    });
    next();
  };
}

export function requestIdOf(response: ServerResponse): string {
  return String(response.getHeader(requestIdHeader));
}

/** The route's pattern, never the path itself: labels must be few. */
export function routeOf(request: Request): string {
  const { route }: { route?: { path?: unknown } } = request;
  return typeof route?.path === "string" ? route.path : "unmatched";
}
