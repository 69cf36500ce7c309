// One attempt at a call: a request and what came back within its time. It never rejects.
// What is not an answer of the service is no answer: a sign-in page behind a 200 must not pass for a recorded sale.
import { apiUrlByDefault, type FetchRequest, type FetchResponse, type Settings } from "./settings.ts";

export type Outcome =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly statusText: string;
      /** Undefined where it is no JSON object. */
      readonly body: Readonly<Record<string, unknown>> | undefined;
      /** As the header says: seconds or a date. */
      readonly retryAfter: string | null;
      readonly location: string | null;
    }
  | { readonly kind: "unanswered"; readonly error: string };

/** A call as it goes over the wire. */
export type Message = { readonly path: string; readonly sendsKey: boolean; readonly json: string };

export async function exchange(settings: Settings, message: Message): Promise<Outcome> {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Raced, and not only aborted: a custom fetch may not listen to the signal.
  const timeUp = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => {
      resolve(unanswered(settings, `nothing within ${settings.timeoutMs} ms`));
      abort.abort();
    }, settings.timeoutMs);
  });
  try {
    return await Promise.race([ask(settings, message, abort.signal), timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

async function ask(settings: Settings, message: Message, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await settings.fetch(`${settings.apiUrl}${message.path}`, requestOf(settings, message, signal));
    return await readResponse(settings, response);
  } catch (error) {
    return unanswered(settings, describe(error));
  }
}

function requestOf({ apiKey }: Settings, message: Message, signal: AbortSignal): FetchRequest {
  const request = {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(message.sendsKey ? { Authorization: `Bearer ${apiKey}` } : {}) },
    body: message.json,
    // Followed, a redirected POST would arrive as a GET without its body.
    redirect: "manual",
    signal,
    // Next.js 13 and 14 answer a repeated POST from their cache. Other runtimes do not know the field; `cache`, which all
    // should know, makes older Cloudflare Workers throw.
    next: { revalidate: 0 },
  } as const;
  return request;
}

async function readResponse(settings: Settings, response: FetchResponse): Promise<Outcome> {
  const { status } = response;
  let body: Readonly<Record<string, unknown>> | undefined;
  let fault = "";
  try {
    const json = await response.json();
    if (isObject(json)) body = json;
  } catch (error) {
    fault = `: ${describe(error)}`;
  }
  if (body === undefined && status >= 200 && status <= 299) {
    return unanswered(settings, `a ${status} that is no JSON object of the service${fault}`);
  }
  return {
    kind: "answered",
    status,
    statusText: response.statusText ?? "",
    body,
    retryAfter: response.headers?.get("retry-after") ?? null,
    location: response.headers?.get("location") ?? null,
  };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unanswered({ apiUrl }: Settings, what: string): Outcome {
  const from = apiUrl === apiUrlByDefault ? `${apiUrl} (the default: is apiUrl missing?)` : apiUrl;
  return { kind: "unanswered", error: `No answer from ${from}: ${what.replace(/\.+$/, "")}.` };
}

/** With its cause, since fetch itself only says that it failed. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const code = "code" in cause ? String(cause.code) : cause.name;
  return `${error.message}: ${cause.message === "" ? code : cause.message}`;
}
