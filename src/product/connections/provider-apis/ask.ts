// One question to a provider's API, with the key of a connection, answered with JSON.
// It waits as long as the provider says, retries after a transient fault where its caller has the time, and says in words what will
// not. The key goes to the provider's own address and nowhere else: redirections are not followed, and no error repeats it.

import { setTimeout as sleep } from "node:timers/promises";
import { AnswerTooLong, readAnswerText } from "../../../limits/answer-text.ts";
import { AskDelayed, AskedForNothing, AskFailed, AskRefused } from "./ask-failed.ts";
import { faultCodeOf, faultWordsOf, parseJson } from "./fault-words.ts";

/** In memory one page at a time, and none that could fill it. A page of a hundred events has been seen with 2 MiB. */
const answerBytesMax = 64 * 1024 * 1024;
const firstPauseMilliseconds = 1000;
/** Where a provider says "later" and not when. */
const pauseSecondsDefault = 10;
/** A provider that wants more is left alone until the next run. */
const pauseSecondsMax = 300;
const millisecondsPerSecond = 1000;

export type Wait = (milliseconds: number, stop: AbortSignal) => Promise<unknown>;

export const waitBetweenCalls: Wait = (milliseconds, stop) => sleep(milliseconds, undefined, { signal: stop });

/** How patiently a provider is asked: a run in the background may wait for minutes, a call may not. */
export type Patience = { readonly attemptsMax: number; readonly timeoutMilliseconds: number };

export type Asking = {
  /** The provider's, for people. */
  readonly name: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** What signs the provider's deliveries, where it is given with the key. */
  readonly signingSecret: string | null;
  /** What the key must be allowed, in the provider's words, and for what. */
  readonly permission: string;
  readonly purpose: string;
  readonly patience: Patience;
  readonly stop: AbortSignal;
  readonly wait: Wait;
};

export type Query = Readonly<Record<string, string | readonly string[]>>;

export type Request = {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export type ProviderAnswer = { readonly text: string; readonly headers: Headers };

/** The result of one attempt: the answer, or how long to wait before the next one, and the error text for the last one. */
type Attempt = ProviderAnswer | { readonly pauseMilliseconds: number | null; readonly complaint: string };

/** What there is nothing to say of, such as something that was removed. */
const nothingSaid = "{}";

/** `path` with its query. The answer is JSON. */
export async function exchange(asking: Asking, path: string, request: Request): Promise<string> {
  return (await exchangeWithHeaders(asking, path, request)).text;
}

/** The same, for providers that say in a header where a list goes on. */
export async function exchangeWithHeaders(asking: Asking, path: string, request: Request): Promise<ProviderAnswer> {
  const { attemptsMax } = asking.patience;
  for (let number = 1; ; number++) {
    const attempt = await attemptOnce(asking, path, request);
    if ("text" in attempt) return attempt;
    const { complaint } = attempt;
    const pause = attempt.pauseMilliseconds ?? firstPauseMilliseconds * 2 ** (number - 1);
    const pauseSeconds = Math.ceil(pause / millisecondsPerSecond);
    if (number === attemptsMax) {
      const message = number > 1 ? `${complaint} It was asked ${number} times.` : complaint;
      throw new AskDelayed(message, { retryAfterSeconds: pauseSeconds });
    }
    if (pauseSeconds > pauseSecondsMax) throw new AskDelayed(complaint, { retryAfterSeconds: pauseSeconds });
    await asking.wait(pause, asking.stop);
  }
}

export function withQuery(path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of typeof value === "string" ? [value] : value) parameters.append(name, one);
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

async function attemptOnce(asking: Asking, path: string, { method, headers, body }: Request): Promise<Attempt> {
  const { name, patience, stop } = asking;
  const signal = AbortSignal.any([stop, AbortSignal.timeout(patience.timeoutMilliseconds)]);
  let response: Response;
  let text: string;
  try {
    const init = { method, headers, redirect: "error", signal } as const;
    response = await fetch(`${asking.baseUrl}${path}`, body === undefined ? init : { ...init, body });
    text = await readAnswerText(response, answerBytesMax);
  } catch (error) {
    stop.throwIfAborted();
    if (error instanceof AnswerTooLong)
      throw new AskFailed(`A page of the answer has more than ${answerBytesMax} bytes.`, { cause: error });
    return { pauseMilliseconds: null, complaint: `${name} could not be reached: ${reasonOf(error, patience)}.` };
  }
  if (method === "DELETE" && (response.status === 404 || (response.ok && text === "")))
    return { text: nothingSaid, headers: response.headers };
  if (!response.ok) return refused(asking, response, text);
  if (parseJson(text) === undefined) {
    return { pauseMilliseconds: null, complaint: `${name} answered with something that is not JSON.` };
  }
  return { text, headers: response.headers };
}

/** Throws what no second attempt would change. */
function refused({ name, permission, purpose, apiKey }: Asking, response: Response, text: string): Attempt {
  const { status } = response;
  const code = faultCodeOf(text, apiKey);
  const details = code === null ? String(status) : `${status}, ${code}`;
  if (status === 429) {
    const pauseMilliseconds = retryAfterMilliseconds(response.headers);
    const seconds = Math.ceil(pauseMilliseconds / millisecondsPerSecond);
    return { pauseMilliseconds, complaint: `${name} accepts no further requests for ${seconds} s (${details}).` };
  }
  if (status >= 500) return { pauseMilliseconds: null, complaint: `${name} has a fault of its own (${details}).` };
  if (status === 401) {
    throw new AskRefused(
      `${name} does not accept the API key (${details}): it is wrong, expired or revoked. It needs the permission ${permission}.`,
    );
  }
  if (status === 403) {
    throw new AskRefused(
      `${name} does not let this API key ${purpose} (${details}): it is not valid, or lacks the permission ${permission}.`,
    );
  }
  const words = faultWordsOf(text, apiKey);
  const Failure = status === 404 ? AskedForNothing : AskFailed;
  throw new Failure(`${name} did not do it (${details})${words === null ? "." : `: ${words}`}`);
}

/** Seconds, or a date by the provider's own clock (RFC 9110). */
function retryAfterMilliseconds(headers: Headers): number {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * millisecondsPerSecond;
  const pause = Date.parse(text) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(pause) ? pauseSecondsDefault * millisecondsPerSecond : Math.max(0, pause);
}

/** fetch gives the reason in its cause; a cause may be several, one for each address that was tried. */
function reasonOf(error: unknown, patience: Patience): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") {
    return `no answer within ${patience.timeoutMilliseconds / millisecondsPerSecond} s`;
  }
  const { cause } = error;
  if (cause instanceof AggregateError) return cause.errors.map((one) => reasonOf(one, patience)).join("; ");
  return cause instanceof Error ? cause.message || cause.name : error.message;
}
