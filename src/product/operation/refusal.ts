// Refusals and how they are answered: the only file that knows statuses and envelopes, whether a call came over HTTP, by an agent's
// tool or by a command. 4xx says never retry the same call, 5xx says retry it.
import { z } from "zod";
import { type ErrorCode, errorCodes, errorMeanings } from "../../core/vocabulary/errors.ts";

/** Refusals that share a code with others but not its status. `busy` is no fault to be logged: strangers could fill the log with it. */
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
  second_factor_required: { status: 403, name: "ForbiddenError", code: "second_factor_required" },
  insufficient_scope: { status: 403, name: "ForbiddenError", code: "insufficient_scope" },
  not_found: { status: 404, name: "NotFoundError", code: "not_found" },
  unknown_connection: { status: 404, name: "NotFoundError", code: "unknown_connection" },
  sale_not_found: { status: 404, name: "NotFoundError", code: "sale_not_found" },
  method_not_allowed: { status: 405, name: "MethodNotAllowedError", code: "method_not_allowed" },
  duplicate_transaction: { status: 409, name: "ConflictError", code: "duplicate_transaction" },
  reference_already_paid: { status: 409, name: "ConflictError", code: "reference_already_paid" },
  partner_code_taken: { status: 409, name: "ConflictError", code: "partner_code_taken" },
  partner_email_taken: { status: 409, name: "ConflictError", code: "partner_email_taken" },
  bonus_taken: { status: 409, name: "ConflictError", code: "bonus_taken" },
  coupon_taken: { status: 409, name: "ConflictError", code: "coupon_taken" },
  recruiter_refused: { status: 409, name: "ConflictError", code: "recruiter_refused" },
  application_decided: { status: 409, name: "ConflictError", code: "application_decided" },
  limit_reached: { status: 409, name: "ConflictError", code: "limit_reached" },
  idempotency_key_reused: { status: 422, name: "UnprocessableEntityError", code: "idempotency_key_reused" },
  already_attributed: { status: 409, name: "ConflictError", code: "already_attributed" },
  not_attributable: { status: 409, name: "ConflictError", code: "not_attributable" },
  not_attributed: { status: 409, name: "ConflictError", code: "not_attributed" },
  partner_inactive: { status: 409, name: "ConflictError", code: "partner_inactive" },
  payout_withheld: { status: 409, name: "ConflictError", code: "payout_withheld" },
  second_person_required: { status: 403, name: "ForbiddenError", code: "second_person_required" },
  payout_closed: { status: 409, name: "ConflictError", code: "payout_closed" },
  import_running: { status: 409, name: "ConflictError", code: "import_running" },
  replay_refused: { status: 409, name: "ConflictError", code: "replay_refused" },
  unsupported_currency: { status: 422, name: "UnprocessableEntityError", code: "unsupported_currency" },
  refund_exceeds_sale: { status: 422, name: "UnprocessableEntityError", code: "refund_exceeds_sale" },
  provider_refused: { status: 422, name: "UnprocessableEntityError", code: "provider_refused" },
  address_not_public: { status: 409, name: "ConflictError", code: "address_not_public" },
  rate_limited: { status: 429, name: "TooManyRequestsError", code: "rate_limited" },
  internal_error: { status: 500, name: "InternalServerError", code: "internal_error" },
  busy: { status: 503, name: "ServiceUnavailableError", code: "internal_error" },
  unavailable: { status: 503, name: "ServiceUnavailableError", code: "internal_error" },
};

export type RefusalOptions = {
  readonly details?: { readonly [name: string]: unknown };
  /** Given in the details as `fields`. */
  readonly faults?: readonly FieldFault[];
  readonly retryAfterSeconds?: number;
  /** The methods the address does have. */
  readonly allow?: string;
  /** What to do about it, and where that is explained: of a key that had to be replaced. */
  readonly hint?: string;
  readonly docsUrl?: string;
};

/** Thrown by the answering code; the message is for the caller. */
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

  /** The invalid fields; may be empty. */
  get faults(): readonly FieldFault[] {
    return this.options.faults ?? [];
  }

  get status(): number {
    return answers[this.kind].status;
  }
}

export type Outage = { readonly retryAfterSeconds: number };

/** Of ours, and not of the caller. */
export function isFault({ kind }: Refusal): boolean {
  return kind === "internal_error" || kind === "unavailable";
}

export function refusalOf(error: unknown, outage: Outage | undefined): Refusal {
  if (error instanceof Refusal) return error;
  if (outage !== undefined) {
    return new Refusal("unavailable", "This could not be recorded now. Repeat the call.", outage);
  }
  // The router's own, for a path whose percent-encoding is broken.
  if (error instanceof URIError) return new Refusal("invalid_request", "The address is not validly encoded.");
  return new Refusal("internal_error", "Something failed on our side; nothing was recorded. Repeat the call.");
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
  return { data: null, error: { status, name, message, details: detailsOf(options), code } };
}

function detailsOf({ details = {}, faults }: RefusalOptions): object {
  return faults === undefined ? details : { ...details, fields: faults };
}

export type DescribedError = {
  readonly code: ErrorCode;
  readonly statuses: readonly number[];
  readonly meaning: string;
};

const fieldFault = z.strictObject({
  field: z.string().meta({ description: "The field's name; empty where the fault is the whole call's" }),
  message: z.string().meta({ description: "What is wrong with it" }),
});

/** What a refused call is answered. */
export const errorEnvelope = z.strictObject({
  data: z.null().meta({ description: "Nothing: the call was refused" }),
  error: z
    .strictObject({
      status: z.int().meta({ description: "The HTTP status" }),
      name: z.string().meta({ description: "The status in words" }),
      code: z.enum(errorCodes).meta({ description: "The code for programs" }),
      message: z.string().meta({ description: "The error, in a sentence for people" }),
      details: z
        .looseObject({ fields: z.array(fieldFault).optional().meta({ description: "Each invalid field" }) })
        .meta({ description: "With `fields`, each invalid field and what is wrong with it" }),
    })
    .meta({ description: "Why the call was refused" }),
});

/** The status and the code of a refusal, for documents. */
export function answerOfKind(kind: RefusalKind): Pick<Answer, "status" | "code"> {
  return answers[kind];
}

/** The catalogue for people, in its own order. */
export function describeErrors(): DescribedError[] {
  return errorCodes.map((code) => {
    const ofCode = Object.values(answers).filter((answer) => answer.code === code);
    return { code, statuses: ofCode.map((answer) => answer.status), meaning: errorMeanings[code] };
  });
}

export type FieldFault = { readonly field: string; readonly message: string };

export function refuseFields(faults: readonly FieldFault[]): Refusal {
  const sentences = faults.map(({ field, message }) => (field === "" ? message : `${field} ${message}`));
  return new Refusal("invalid_request", sentences.join(" "), { faults });
}
