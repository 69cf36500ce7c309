// A running service as a command asks it: over HTTP, with no more than an address and a credential.
// Whatever stands in the way is told in one sentence, with the service's own words where it has any. A credential is sent to the
// address it is for and is never carried on by a redirect.
import { z } from "zod";
import { CommandFailed, ServiceRefused } from "./failures.ts";

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
  /** What is no JSON. Throws when it is refused. */
  readText(path: string, asked?: Asked): Promise<string>;
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
  async function ask(path: string, asked: Asked = {}): Promise<Reply> {
    const response = await send(url, path, asked);
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
    const reply = await ask(path, asked);
    const { refusal, status } = reply;
    if (refusal === null) return reply;
    if (status === 401 && asked.token !== undefined) {
      throw new CommandFailed(`The login at ${url} has ended. Log in again: svc login --base-url ${url}`);
    }
    throw new ServiceRefused(`${url} refused: ${refusal.message} (${refusal.code})`, refusal);
  }

  return {
    url,
    ask,
    readText: async (path, asked = {}) => (await askOrFail(path, asked)).text,
    async read(path, answer, asked = {}) {
      const { json } = await askOrFail(path, asked);
      const read = answer.safeParse(json);
      if (read.success) return read.data;
      throw new CommandFailed(`What answers at ${url} is no svc of this version.`);
    },
  };
}

async function send(url: string, path: string, { method = "GET", body, token }: Asked): Promise<Response> {
  try {
    return await fetch(`${url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        accept: "application/json",
        "user-agent": "svc command line",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
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
