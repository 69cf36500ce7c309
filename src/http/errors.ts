// Refusals and how they are answered: the only file that knows statuses and envelopes.
// 4xx says never retry the same call, 5xx says retry it. What is not a refusal is a fault of ours: its message goes to the
// log under the request's id and never leaves the process.
import type { ErrorRequestHandler } from "express";
import type { Logger } from "pino";
import { type ErrorCode, errorMeanings, isErrorCode } from "../core/errors.ts";
import { requestIdOf, routeOf } from "./request-context.ts";
import { warningsOf } from "./rotation-signals.ts";
import { sendJson } from "./send.ts";

/** Refusals that share a code with others but not its status. */
/** `busy` is no fault to be logged: whoever sends too much at once could fill the log with it. */
type Variant = "body_too_large" | "unsupported_media_type" | "unavailable" | "busy";

export type RefusalKind = ErrorCode | Variant;

type Answer = { readonly status: number; readonly name: string; readonly code: ErrorCode };

const answers: { readonly [Kind in RefusalKind]: Answer } = {
  invalid_request: { status: 400, name: "BadRequestError", code: "invalid_request" },
  body_too_large: { status: 413, name: "PayloadTooLargeError", code: "invalid_request" },
  unsupported_media_type: { status: 415, name: "UnsupportedMediaTypeError", code: "invalid_request" },
  no_attribution: { status: 400, name: "BadRequestError", code: "no_attribution" },
  unknown_link: { status: 400, name: "BadRequestError", code: "unknown_link" },
  unauthorized: { status: 401, name: "UnauthorizedError", code: "unauthorized" },
  api_key_rotation_required: { status: 401, name: "UnauthorizedError", code: "api_key_rotation_required" },
  invalid_signature: { status: 400, name: "BadRequestError", code: "invalid_signature" },
  forbidden: { status: 403, name: "ForbiddenError", code: "forbidden" },
  insufficient_scope: { status: 403, name: "ForbiddenError", code: "insufficient_scope" },
  not_found: { status: 404, name: "NotFoundError", code: "not_found" },
  unknown_connection: { status: 404, name: "NotFoundError", code: "unknown_connection" },
  sale_not_found: { status: 404, name: "NotFoundError", code: "sale_not_found" },
  method_not_allowed: { status: 405, name: "MethodNotAllowedError", code: "method_not_allowed" },
  duplicate_transaction: { status: 409, name: "ConflictError", code: "duplicate_transaction" },
  reference_already_paid: { status: 409, name: "ConflictError", code: "reference_already_paid" },
  partner_code_taken: { status: 409, name: "ConflictError", code: "partner_code_taken" },
  idempotency_key_reused: { status: 422, name: "UnprocessableEntityError", code: "idempotency_key_reused" },
  payout_closed: { status: 409, name: "ConflictError", code: "payout_closed" },
  unsupported_currency: { status: 422, name: "UnprocessableEntityError", code: "unsupported_currency" },
  refund_exceeds_sale: { status: 422, name: "UnprocessableEntityError", code: "refund_exceeds_sale" },
  rate_limited: { status: 429, name: "TooManyRequestsError", code: "rate_limited" },
  internal_error: { status: 500, name: "InternalServerError", code: "internal_error" },
  busy: { status: 503, name: "ServiceUnavailableError", code: "internal_error" },
  unavailable: { status: 503, name: "ServiceUnavailableError", code: "internal_error" },
};

export type RefusalOptions = {
  readonly details?: { readonly [name: string]: unknown };
  readonly retryAfterSeconds?: number;
  /** The methods the address does have. */
  readonly allow?: string;
  /** What to do about it, and where that is explained: of a key that had to be replaced. */
  readonly hint?: string;
  readonly docsUrl?: string;
};

/** Thrown by routes; the message is for the caller. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly kind: RefusalKind;
  readonly options: RefusalOptions;

  constructor(kind: RefusalKind, message: string, options: RefusalOptions = {}) {
    super(message);
    this.kind = kind;
    this.options = options;
  }

  get code(): ErrorCode {
    return answers[this.kind].code;
  }
}

/** The caller hung up before the request was complete: nobody is left to answer. */
export class CallerGone extends Error {
  override readonly name = "CallerGone";
}

export type Outage = { readonly retryAfterSeconds: number };

/** `outageOf` tells what could not be made durable now, but may be later, from a fault. */
export function answerErrors(log: Logger, outageOf: (error: unknown) => Outage | undefined): ErrorRequestHandler {
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
    const { status } = answers[refusal.kind];
    if (status === 401) response.setHeader("WWW-Authenticate", "Bearer");
    sendJson(response, status, { ...envelopeOf(refusal), ...warningsOf(response) });
  };
}

/** Of ours, and not of the caller. */
export function isFault({ kind }: Refusal): boolean {
  return kind === "internal_error" || kind === "unavailable";
}

export function refusalOf(error: unknown, outage: Outage | undefined): Refusal {
  if (error instanceof Refusal) return error;
  if (outage !== undefined) {
    return new Refusal("unavailable", "This could not be recorded now. Make the same call again.", outage);
  }
  // The router's own, for a path whose percent-encoding is broken.
  if (error instanceof URIError) return new Refusal("invalid_request", "The address is not validly encoded.");
  return new Refusal("internal_error", "Something failed on our side; nothing was recorded. Make the same call again.");
}

/** Rate limits and retired keys speak the typed envelope, everything else the platform's. */
export function envelopeOf(refusal: Refusal): object {
  const { status, name, code } = answers[refusal.kind];
  const { message, options } = refusal;
  if (code === "rate_limited") {
    return { error: { code, message, retry_after_seconds: options.retryAfterSeconds ?? 1 } };
  }
  if (code === "api_key_rotation_required") {
    return { error: { code, message, hint: options.hint, docs_url: options.docsUrl } };
  }
  return { data: null, error: { status, name, message, details: options.details ?? {}, code } };
}

export type DescribedError = {
  readonly code: ErrorCode;
  readonly statuses: readonly number[];
  readonly meaning: string;
};

/** The catalogue for people, in its own order. */
export function describeErrors(): DescribedError[] {
  return Object.keys(errorMeanings)
    .filter(isErrorCode)
    .map((code) => {
      const ofCode = Object.values(answers).filter((answer) => answer.code === code);
      return { code, statuses: ofCode.map((answer) => answer.status), meaning: errorMeanings[code] };
    });
}
