// A call from its first attempt to its result, with the retries that are safe. It never rejects: every failure is a result, so that
// reporting a sale can never break the checkout around it.
import { describe, exchange, isObject, type Message, type Outcome } from "./exchange.ts";
import type { CallRequest } from "./requests.ts";
import type { SvcFailure, SvcResult, SvcWarning } from "./results.ts";
import { retryAfterMs, retryDelayMs } from "./retry.ts";
import type { Settings } from "./settings.ts";

const millisecondsPerSecond = 1000;

/** `Data` is what the service's contract says of a 2xx answer to this call. */
export async function makeCall<Data>(settings: Settings, call: CallRequest): Promise<SvcResult<Data>> {
  const message = messageOf(call);
  if ("refusal" in message) return unanswered(`Nothing was sent: ${message.refusal}`);
  const outcome = await outcomeOf(settings, message, call.isIdempotent);
  if (outcome.kind === "unanswered") return unanswered(outcome.error);
  tellWarnings(settings, outcome.body?.warnings);
  const { status, body } = outcome;
  if (body === undefined || status < 200 || status > 299) return failureOf(outcome);
  return { ok: true, status, data: body as Data };
}

function messageOf(call: CallRequest): Message | { readonly refusal: string } {
  if (call.refusal !== undefined) return { refusal: call.refusal };
  try {
    return { path: call.path, sendsKey: call.sendsKey, json: JSON.stringify(call.body, exactly) };
  } catch (error) {
    return { refusal: describe(error) };
  }
}

/** JSON would make null of NaN, and a refund of null is one of everything: sent as text, it is refused by name. */
function exactly(_key: string, value: unknown): unknown {
  const isExact = typeof value === "number" ? Number.isFinite(value) : typeof value !== "bigint";
  return isExact ? value : String(value);
}

async function outcomeOf(settings: Settings, message: Message, isIdempotent: boolean): Promise<Outcome> {
  for (let retriesMade = 0; ; retriesMade += 1) {
    const outcome = await exchange(settings, message);
    const moment = { chance: Math.random(), now: Date.now() };
    const delayMs = retryDelayMs(outcome, { ...settings, ...moment, isIdempotent, retriesMade });
    if (delayMs === null) return outcome;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
}

function unanswered(error: string): SvcFailure {
  return { ok: false, status: 0, data: null, error };
}

function failureOf(outcome: Outcome & { readonly kind: "answered" }): SvcFailure {
  const { status, statusText, body, retryAfter, location } = outcome;
  const said = isObject(body?.error) ? body.error : {};
  const waitMs = retryAfterMs(retryAfter, Date.now());
  return {
    ok: false,
    status,
    data: null,
    error: wordsIn(body?.error) ?? withoutWords(status, statusText, location),
    ...(typeof said.code === "string" ? { code: said.code } : {}),
    ...(isObject(said.details) ? { details: said.details } : {}),
    ...(waitMs === null ? {} : { retryAfterSeconds: Math.ceil(waitMs / millisecondsPerSecond) }),
  };
}

/** In the service's envelope, or as a plain string, as a proxy or an older service may say it. */
function wordsIn(error: unknown): string | undefined {
  const words = isObject(error) ? error.message : error;
  return typeof words === "string" && words !== "" ? words : undefined;
}

/** Of an answer that is not the service's own. */
function withoutWords(status: number, statusText: string, location: string | null): string {
  if (location !== null) return `${status}: moved to ${location}; give the address it moved to as apiUrl.`;
  return statusText === "" ? `HTTP status ${status}` : statusText;
}

/** Also of refusals: a flagged key says so in every answer. */
function tellWarnings({ onWarning }: Settings, warnings: unknown): void {
  if (!Array.isArray(warnings)) return;
  for (const warning of warnings) {
    if (!isWarning(warning)) continue;
    try {
      onWarning(warning);
    } catch {
      // The call was taken: a fault of the listener must not make it look failed.
    }
  }
}

function isWarning(value: unknown): value is SvcWarning {
  return isObject(value) && typeof value.code === "string" && typeof value.message === "string";
}
