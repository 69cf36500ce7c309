// Calls to the service. A body is sent as text/plain, so the browser makes no preflight request, and one call is one request. Each call
// outlives its page, times out after a while, and always resolves to a value.
export type Answer =
  | { readonly kind: "accepted"; readonly body: Fields }
  /** Never to be sent again as it is. */
  | { readonly kind: "refused"; readonly why: string }
  /** It may have arrived or not: to be sent again. `retryAfterSeconds` is 0 without a header. */
  | { readonly kind: "unanswered"; readonly retryAfterSeconds: number };

export type Fields = Readonly<Record<string, unknown>>;

export type Call = { readonly path: "click" | "lead"; readonly body: Fields };

export type Service = {
  send(call: Call, signal: AbortSignal): Promise<Answer>;
  /** For a page that is being closed: it receives no answer. */
  sendBlindly(call: Call): void;
};

const timeoutMilliseconds = 10_000;
const statusTooManyRequests = 429;
const statusServerFault = 500;

export function openService(apiBase: string): Service {
  const addressOf = ({ path }: Call): string => `${apiBase}/api/v1/track/${path}`;
  return {
    async send(call, signal) {
      const body = JSON.stringify(call.body);
      const aborted = new AbortController();
      const abort = (): void => aborted.abort();
      const timer = setTimeout(abort, timeoutMilliseconds);
      signal.addEventListener("abort", abort);
      try {
        const response = await fetch(addressOf(call), {
          method: "POST",
          body,
          credentials: "omit",
          keepalive: true,
          signal: aborted.signal,
        });
        return answerOf(response, fields(await response.json().catch(() => null)));
      } catch {
        return { kind: "unanswered", retryAfterSeconds: 0 };
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
      }
    },
    sendBlindly(call) {
      try {
        navigator.sendBeacon(addressOf(call), JSON.stringify(call.body));
      } catch {
        // The page is gone: nothing can be done about it.
      }
    },
  };
}

/** A 200 that does not say what became of the call came from something between us, such as a hotel's login page. */
function answerOf(response: Response, body: Fields): Answer {
  const { status, headers, ok } = response;
  if (ok && typeof body.success === "boolean") return { kind: "accepted", body };
  if (ok || status === statusTooManyRequests || status >= statusServerFault) {
    return { kind: "unanswered", retryAfterSeconds: Number(headers.get("Retry-After")) || 0 };
  }
  const error = fields(body.error);
  return { kind: "refused", why: `${status} ${error.code ?? ""} ${error.message ?? ""}` };
}

/** No fields where there is no object. */
export function fields(value: unknown): Fields {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
