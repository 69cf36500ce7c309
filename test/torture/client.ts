// Calls as callers make them: repeated until the answer is final. A temporary refusal is a 503, or no answer at all; any other answer that
// says the service failed is a fault of its own, regardless of what was done to it.
import { setTimeout as sleep } from "node:timers/promises";
import { fieldsOf } from "./fields.ts";

export type Reply = {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
};

export type Request = {
  readonly method: "GET" | "POST" | "PATCH" | "PUT";
  readonly path: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Buffer | undefined;
};

const answerMilliseconds = 20_000;
const pauseMilliseconds = 120;

function givenOnly(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Null where there was none. */
export async function callOnce(url: string, request: Request, signal?: AbortSignal): Promise<Reply | null> {
  const { method, path, token, headers = {}, body } = request;
  const timeout = AbortSignal.timeout(answerMilliseconds);
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        connection: "close",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...givenOnly(headers),
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : new Uint8Array(body) }),
      signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    });
    const text = await response.text();
    return { status: response.status, body: fieldsOf(text), text };
  } catch {
    return null;
  }
}

export type Patience = {
  /** The destination, read for each attempt: callers go to any of the processes. */
  readonly url: () => string;
  /** Built for each attempt: signatures hold a time. */
  readonly request: () => Request;
  /** Answers that will change later, in addition to 503 and no answer. */
  readonly passes?: (reply: Reply) => boolean;
  readonly signal: AbortSignal;
  readonly onServerError: (request: Request, reply: Reply) => void;
};

export async function callUntilAnswered({ url, request, passes, signal, onServerError }: Patience): Promise<Reply> {
  for (;;) {
    signal.throwIfAborted();
    const sent = request();
    const reply = await callOnce(url(), sent, signal);
    if (reply !== null && reply.status !== 503 && passes?.(reply) !== true) {
      if (reply.status < 500) return reply;
      onServerError(sent, reply);
    }
    await sleep(pauseMilliseconds, undefined, { signal });
  }
}
