// One request to a payment provider, and a record of it without secrets. It never repeats a request by itself: a payment is repeated by the
// sender alone, under the same key. Redirections are not followed, so that credentials go to the provider's own host and nowhere else.
import { readAnswerText } from "../../../limits/answer-text.ts";
import { masked } from "./masked.ts";

const timeoutMillisecondsDefault = 30_000;
const answerBytesMax = 4 * 1024 * 1024;

export type RailRequest = {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or a form where it is given as text. */
  readonly body?: object | string;
};

/** `isSent`: whether the request may have reached the provider. */
export type RailResponse =
  | { readonly kind: "answer"; readonly status: number; readonly body: unknown }
  | { readonly kind: "no_answer"; readonly isSent: boolean; readonly reason: string };

/** What was sent and answered, as people see it. */
export type Exchange = {
  readonly method: string;
  readonly path: string;
  readonly sent: unknown;
  readonly status: number | null;
  readonly answered: unknown;
};

export type RailClient = {
  readonly baseUrl: string;
  ask(request: RailRequest): Promise<RailResponse>;
};

export type RecordingClient = RailClient & { readonly exchanges: readonly Exchange[] };

/** A question that changes nothing got no answer. */
export class RailUnreachable extends Error {
  override readonly name = "RailUnreachable";
}

export type ClientOptions = { readonly stop?: AbortSignal; readonly timeoutMilliseconds?: number };

export function railClient(baseUrl: string, options: ClientOptions = {}): RecordingClient {
  const exchanges: Exchange[] = [];
  return {
    baseUrl,
    exchanges,
    async ask(request) {
      const response = await askOnce(baseUrl, request, options);
      // A token is a secret for hours.
      const shown = request.path.endsWith("/token") ? () => null : masked;
      exchanges.push({
        method: request.method,
        path: maskedPath(request.path),
        sent: shown(bodyShown(request.body)),
        status: response.kind === "answer" ? response.status : null,
        answered: response.kind === "answer" ? shown(response.body) : response.reason,
      });
      return response;
    },
  };
}

/** Faults before there was a connection: the request was never written. */
const unsentCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

async function askOnce(
  baseUrl: string,
  { method, path, headers = {}, body }: RailRequest,
  { stop, timeoutMilliseconds = timeoutMillisecondsDefault }: ClientOptions,
): Promise<RailResponse> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  const signal = stop === undefined ? timeout : AbortSignal.any([stop, timeout]);
  const isForm = typeof body === "string";
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: "error",
      signal,
      headers: {
        accept: "application/json",
        ...(body === undefined
          ? {}
          : { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    return { kind: "answer", status: response.status, body: parsed(await readAnswerText(response, answerBytesMax)) };
  } catch (error) {
    return { kind: "no_answer", isSent: !isUnsent(error), reason: reasonOf(error, timeoutMilliseconds) };
  }
}

/** Text where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function bodyShown(body: RailRequest["body"]): unknown {
  if (typeof body !== "string") return body ?? null;
  return Object.fromEntries(new URLSearchParams(body));
}

/** A query may name an address. */
function maskedPath(path: string): string {
  return path.replaceAll(/[^/?&=]+(?:@|%40)[^/?&=]+/g, "***");
}

/** Several causes are one for each address that was tried: the request was not written where it was written to none of them. */
function isUnsent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const causes: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return causes.length > 0 && causes.every((one) => unsentCodes.has(codeOf(one)));
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";
}

function reasonOf(error: unknown, timeoutMilliseconds: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${timeoutMilliseconds / 1000} s`;
  const { cause } = error;
  const code = codeOf(cause instanceof AggregateError ? cause.errors[0] : cause);
  return code === "" ? error.message : `the connection failed (${code})`;
}
