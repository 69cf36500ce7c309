// One question to a provider's API: GET, with the key in its header, answered with JSON.
// It waits as long as the provider says, retries after a transient fault, and says in words what will not.
// The key goes to the provider's own address and nowhere else: redirections are not followed, and no error repeats it.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

const answerTimeoutMilliseconds = 60_000;
/** A page of a hundred events has been seen with 2 MiB. */
const answerBytesMax = 64 * 1024 * 1024;
const attemptsMax = 6;
const firstPauseMilliseconds = 1000;
/** Where a provider says "later" and not when. */
const pauseSecondsDefault = 10;
/** A provider that wants more is left alone until the next run. */
const pauseSecondsMax = 300;
const millisecondsPerSecond = 1000;

export type Ask = (path: string, query: Readonly<Record<string, string | readonly string[]>>) => Promise<unknown>;

export type Wait = (milliseconds: number, stop: AbortSignal) => Promise<unknown>;

export const waitBetweenCalls: Wait = (milliseconds, stop) => sleep(milliseconds, undefined, { signal: stop });

/** The provider did not answer what it was asked; the message says why, for an operator. */
export class AskFailed extends Error {
  override readonly name = "AskFailed";
}

/** It does not answer this API key: nothing but another key helps. */
export class AskRefused extends AskFailed {}

export type Askable = {
  /** For people. */
  readonly name: string;
  readonly baseUrl: string;
  readonly permission: string;
  readonly apiKey: string;
  readonly stop: AbortSignal;
  readonly wait: Wait;
};

/** What came of one attempt: the answer, or how long to wait before the next one, and what to say when there is none. */
type Attempt = { readonly answer: unknown } | { readonly pauseMilliseconds: number | null; readonly complaint: string };

export function openAsk(askable: Askable): Ask {
  return async (path, query) => {
    const url = urlOf(askable.baseUrl, path, query);
    for (let number = 1; ; number++) {
      const attempt = await attemptOnce(askable, url);
      if ("answer" in attempt) return attempt.answer;
      const pause = attempt.pauseMilliseconds ?? firstPauseMilliseconds * 2 ** (number - 1);
      if (number === attemptsMax) throw new AskFailed(`${attempt.complaint} It was asked ${attemptsMax} times.`);
      if (pause > pauseSecondsMax * millisecondsPerSecond) throw new AskFailed(attempt.complaint);
      await askable.wait(pause, askable.stop);
    }
  };
}

function urlOf(baseUrl: string, path: string, query: Parameters<Ask>[1]): URL {
  const url = new URL(`${baseUrl}${path}`);
  for (const [name, value] of Object.entries(query)) {
    for (const one of typeof value === "string" ? [value] : value) url.searchParams.append(name, one);
  }
  return url;
}

async function attemptOnce(askable: Askable, url: URL): Promise<Attempt> {
  const signal = AbortSignal.any([askable.stop, AbortSignal.timeout(answerTimeoutMilliseconds)]);
  let response: Response;
  let text: string;
  try {
    const headers = { authorization: `Bearer ${askable.apiKey}`, accept: "application/json" };
    response = await fetch(url, { headers, redirect: "error", signal });
    text = await readText(response);
  } catch (error) {
    askable.stop.throwIfAborted();
    if (error instanceof AskFailed) throw error;
    return { pauseMilliseconds: null, complaint: `${askable.name} could not be reached: ${reasonOf(error)}.` };
  }
  if (!response.ok) return refused(askable, response, text);
  const answer = parse(text);
  if (answer === undefined) {
    return { pauseMilliseconds: null, complaint: `${askable.name} answered with something that is not JSON.` };
  }
  return { answer };
}

/** In memory one page at a time, and none that could fill it. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > answerBytesMax) throw new AskFailed(`A page of the answer has more than ${answerBytesMax} bytes.`);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Throws what no second attempt would change. */
function refused({ name, permission }: Askable, response: Response, text: string): Attempt {
  const { status } = response;
  const details = [String(status), codeOf(text)].filter((part) => part !== null).join(", ");
  if (status === 429) {
    const pauseMilliseconds = retryAfterMilliseconds(response.headers);
    const seconds = Math.ceil(pauseMilliseconds / millisecondsPerSecond);
    return { pauseMilliseconds, complaint: `${name} takes no more questions for ${seconds} s (${details}).` };
  }
  if (status >= 500) return { pauseMilliseconds: null, complaint: `${name} has a fault of its own (${details}).` };
  if (status === 401) {
    throw new AskRefused(
      `${name} does not accept the API key (${details}): it is wrong, expired or revoked. Set another one with svc connections set-api-key.`,
    );
  }
  if (status === 403) {
    throw new AskRefused(
      `${name} does not let this API key list events (${details}): it is not valid, or lacks the permission ${permission}.`,
    );
  }
  throw new AskFailed(`${name} did not understand the question (${details}).`);
}

/** Seconds, or a date by the provider's own clock (RFC 9110). */
function retryAfterMilliseconds(headers: Headers): number {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * millisecondsPerSecond;
  const pause = Date.parse(text) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(pause) ? pauseSecondsDefault * millisecondsPerSecond : Math.max(0, pause);
}

/** Both providers name a fault by a code; their sentences may repeat what was sent, and are left out. */
const faultSchema = z.object({ error: z.object({ code: z.string().regex(/^\w{1,64}$/) }) });

function codeOf(text: string): string | null {
  const fault = faultSchema.safeParse(parse(text));
  return fault.success ? fault.data.error.code : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** fetch gives the reason in its cause; a cause may be several, one for each address that was tried. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${answerTimeoutMilliseconds / millisecondsPerSecond} s`;
  const { cause } = error;
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join("; ");
  return cause instanceof Error ? cause.message || cause.name : error.message;
}
