// How a request that fails is answered. What is not a refusal is a fault of ours: its message goes to the log under the request's
// id and never leaves the process.
import type { ErrorRequestHandler } from "express";
import type { Logger } from "pino";
import { envelopeOf, isFault, type Outage, Refusal, refusalOf } from "../../product/operation/refusal.ts";
import { sendErrorPage, wantsPage } from "./error-page.ts";
import { warningsOf } from "./guard/rotation-signals.ts";
import { requestIdOf, routeOf } from "./request-context.ts";
import { sendJson } from "./send.ts";

/** The caller hung up before the request was complete: no one receives an answer. */
export class CallerGone extends Error {
  override readonly name = "CallerGone";
}

/** `outageOf` distinguishes a temporary outage from a fault. `prefix` precedes all our paths. */
export function answerErrors(
  log: Logger,
  outageOf: (error: unknown) => Outage | undefined,
  prefix: string,
): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (error instanceof CallerGone || response.headersSent) {
      if (!(error instanceof CallerGone || error instanceof Refusal)) {
        log.error({ err: error, request_id: requestIdOf(response), route: routeOf(request) }, "an answer broke off");
      }
      response.destroy();
      return;
    }
    const outage = outageOf(error);
    const refusal = refusalOf(error, outage);
    if (isFault(refusal)) {
      const line = { err: error, request_id: requestIdOf(response), route: routeOf(request) };
      if (outage === undefined) log.error(line, "a request failed");
      else log.warn(line, "a request could not be recorded now");
    }
    const { retryAfterSeconds, allow } = refusal.options;
    if (retryAfterSeconds !== undefined) response.setHeader("Retry-After", String(retryAfterSeconds));
    if (allow !== undefined) response.setHeader("Allow", allow);
    const { status } = refusal;
    if (wantsPage(request)) return sendErrorPage(request, response, refusal, prefix);
    if (status === 401) response.setHeader("WWW-Authenticate", "Bearer");
    sendJson(response, status, { ...envelopeOf(refusal), ...warningsOf(response) });
  };
}
