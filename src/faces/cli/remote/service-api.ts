// A running service as commands call it: over HTTP, with an address and a credential. Every failure is one sentence, with the service's own
// message if it sent one. A credential is sent only to its own address and never follows a redirect.

import { z } from "zod";
import { commandLineAgent } from "../../../core/vocabulary/access/device-client.ts";
import { productName } from "../../../core/wording/product.ts";
import { CommandFailed, ServiceRefused } from "../failures.ts";
import { type SentFile, sendFile } from "../send-file.ts";

const timeoutMilliseconds = 15_000;
const textCharactersShown = 200;

/** As the service words it; more of it where it is one of its own envelopes. */
export type ServiceError = { readonly code: string; readonly message: string };

export type Reply = {
  readonly status: number;
  readonly isOk: boolean;
  readonly text: string;
  /** Undefined where the answer is no JSON. */
  readonly json: unknown;
  /** Why it was refused, in the service's words; null when it was not. */
  readonly refusal: ServiceError | null;
};

export type Asked = {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: object;
  /** Of a session, or a key. */
  readonly token?: string | undefined;
};

export type ServiceApi = {
  readonly url: string;
  /** Also a refusal is an answer. */
  ask(path: string, asked?: Asked): Promise<Reply>;
  /** For a client of its own: answers JSON, and throws when it is refused, or is not what was to be expected. */
  fetch(request: Request): Promise<Response>;
  /** What is no JSON. Throws when it is refused. */
  readText(path: string, asked?: Asked): Promise<string>;
  /** The file is the whole body. Throws when it is refused, or is not what was to be expected. */
  send<Answer>(path: string, answer: z.ZodType<Answer>, file: SentFile, token: string): Promise<Answer>;
  /** Throws when it is refused, or is not what was to be expected. */
  read<Answer>(path: string, answer: z.ZodType<Answer>, asked?: Asked): Promise<Answer>;
};

/** As the service words it, and as the accounts library and its device login do. */
const refusalSchemas = [
  z.object({ error: z.looseObject({ code: z.string(), message: z.string() }) }).transform(({ error }) => error),
  z
    .object({ error: z.string(), error_description: z.string() })
    .transform(({ error, error_description }) => ({ code: error, message: error_description })),
  z.object({ code: z.string(), message: z.string() }),
];

export function openServiceApi(url: string): ServiceApi {
  function ask(path: string, asked: Asked = {}): Promise<Reply> {
    return exchange(() => send(url, () => requestTo(url, path, asked)));
  }

  async function exchange(answered: () => Promise<Response>): Promise<Reply> {
    const response = await answered();
    if (response.status >= 300 && response.status < 400) {
      const target = response.headers.get("location") ?? "another address";
      throw new CommandFailed(`${url} sends on to ${target}: give that address.`);
    }
    const text = await response.text().catch((error: unknown) => fail(url, error));
    const json = parseJson(text);
    const refusal = response.ok ? null : refusalOf(json, `${response.status} ${text.slice(0, textCharactersShown)}`);
    return { status: response.status, isOk: response.ok, text, json, refusal };
  }

  async function askOrFail(path: string, asked: Asked): Promise<Reply> {
    return unlessRefused(await ask(path, asked), asked.token !== undefined);
  }

  function unlessRefused(reply: Reply, isLoggedIn: boolean): Reply {
    const { refusal, status } = reply;
    if (refusal === null) return reply;
    if (status === 401 && isLoggedIn) {
      throw new CommandFailed(`The login at ${url} has expired. Log in again: svc login --base-url ${url}`);
    }
    throw new ServiceRefused(`${url} refused: ${refusal.message} (${refusal.code})`, refusal);
  }

  function expected<Answer>(answer: z.ZodType<Answer>, { json }: Reply): Answer {
    const read = answer.safeParse(json);
    if (read.success) return read.data;
    throw stranger(url);
  }

  return {
    url,
    ask,
    async fetch(request) {
      const { status, json } = unlessRefused(
        await exchange(() => send(url, () => request)),
        request.headers.has("authorization"),
      );
      if (typeof json !== "object" || json === null) throw stranger(url);
      return Response.json(json, { status });
    },
    readText: async (path, asked = {}) => (await askOrFail(path, asked)).text,
    async send(path, answer, { headers, chunks }, token) {
      const sent = { headers: { ...ownHeaders, ...headers, authorization: `Bearer ${token}` }, chunks };
      const reply = await exchange(() =>
        sendFile(new URL(`${url}${path}`), sent).catch((error: unknown) => fail(url, error)),
      );
      return expected(answer, unlessRefused(reply, true));
    },
    read: async (path, answer, asked = {}) => expected(answer, await askOrFail(path, asked)),
  };
}

function stranger(url: string): CommandFailed {
  return new CommandFailed(`${url} is not a compatible ${productName} server.`);
}

export const ownHeaders = { accept: "application/json", "user-agent": commandLineAgent } as const;

function requestTo(url: string, path: string, { method = "GET", body, token }: Asked): Request {
  return new Request(`${url}${path}`, {
    method,
    headers: {
      ...ownHeaders,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function send(url: string, request: () => Request): Promise<Response> {
  try {
    return await fetch(request(), { redirect: "manual", signal: AbortSignal.timeout(timeoutMilliseconds) });
  } catch (error) {
    return fail(url, error);
  }
}

function fail(url: string, error: unknown): never {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined;
  const reason = code ?? (cause instanceof Error ? cause.message : String(cause));
  throw new CommandFailed(`No service answers at ${url} (${reason}).`, { cause: error });
}

function refusalOf(json: unknown, otherwise: string): ServiceError {
  for (const schema of refusalSchemas) {
    const found = schema.safeParse(json);
    if (found.success) return found.data;
  }
  return { code: "unknown", message: otherwise };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
