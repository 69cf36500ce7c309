// Publishes messages to JetStream, and counts only what a stream acknowledges as arrived. A connection is kept for a while: one for each
// endpoint's address and credentials. One that fails is ended, and the next message makes another, so that addresses are checked again.
// https://docs.nats.io/nats-concepts/jetstream
import { createHash } from "node:crypto";
import type { LookupFunction } from "node:net";
import {
  type Authenticator,
  credsAuthenticator,
  errors,
  type Msg,
  MsgHdrsImpl,
  type NatsConnection,
  NatsConnectionImpl,
  nkeyAuthenticator,
  tokenAuthenticator,
  usernamePasswordAuthenticator,
} from "@nats-io/nats-core/internal";
import { z } from "zod";
import type { NatsCredentials } from "../../endpoints/credentials.ts";
import type { BrokerAnswer, NatsRequest } from "../request.ts";
import { dials } from "./guarded-transport.ts";

const idleMilliseconds = 15_000;
const idleMax = 64;
const noResponders = 503;
const tooLarge = 413;

const acknowledgement = z.object({
  stream: z.string().min(1),
  seq: z.int().positive(),
  duplicate: z.boolean().optional(),
  error: z.undefined().optional(),
});
/** One that is no status is not kept as one. */
const refusalCode = z.int().min(400).max(599).optional().catch(undefined);
const refusal = z.object({ error: z.looseObject({ code: refusalCode, description: z.string().optional() }) });

type Kept = {
  readonly connection: Promise<NatsConnection>;
  readonly ending: AbortController;
  underWay: number;
  idleSince: number;
};

export type NatsPublisher = {
  publish(request: NatsRequest, stop: AbortSignal, millisecondsMax: number): Promise<BrokerAnswer>;
  close(): void;
};

export function openNatsPublisher(lookup: LookupFunction): NatsPublisher {
  return new Publisher(lookup);
}

class Publisher implements NatsPublisher {
  readonly #lookup: LookupFunction;
  readonly #kept = new Map<string, Kept>();
  readonly #sweeping: NodeJS.Timeout;

  constructor(lookup: LookupFunction) {
    this.#lookup = lookup;
    this.#sweeping = setInterval(() => this.#sweep(), idleMilliseconds).unref();
  }

  async publish(request: NatsRequest, stop: AbortSignal, millisecondsMax: number): Promise<BrokerAnswer> {
    const key = keyOf(request);
    const until = performance.now() + millisecondsMax;
    const kept = this.#take(key, request, millisecondsMax);
    try {
      const connection = await unlessStopped(kept.connection, stop, millisecondsMax);
      const { max_payload: bytesMax } = connection.info ?? {};
      const body = Buffer.from(request.body);
      const headers = headersOf(request.headers);
      if (bytesMax !== undefined && headers.encode().length + body.length > bytesMax) {
        return answered({ status: tooLarge, fault: `the server takes at most ${bytesMax} bytes` });
      }
      const timeout = Math.max(1, until - performance.now());
      const sent = connection.request(request.subject, body, { timeout, headers });
      return read(await unlessStopped(sent, stop, timeout));
    } catch (error) {
      const answer = answerTo(error, request, millisecondsMax);
      if (answer.status === null) this.#end(key, kept);
      return answer;
    } finally {
      kept.underWay -= 1;
      kept.idleSince = performance.now();
    }
  }

  close(): void {
    clearInterval(this.#sweeping);
    for (const [key, kept] of this.#kept) this.#end(key, kept);
  }

  #take(key: string, request: NatsRequest, timeout: number): Kept {
    const known = this.#kept.get(key);
    if (known !== undefined) {
      known.underWay += 1;
      return known;
    }
    const ending = new AbortController();
    const { host, port, isEncrypted, credentials } = request;
    const dial = { host, port, isEncrypted, lookup: this.#lookup, stop: ending.signal };
    const connection = dials.run(dial, () => connect(credentials, timeout));
    const kept = { connection, ending, underWay: 1, idleSince: performance.now() };
    this.#kept.set(key, kept);
    const forget = (): void => this.#end(key, kept);
    connection.then((open) => open.closed().then(forget), forget);
    return kept;
  }

  #end(key: string, kept: Kept): void {
    if (this.#kept.get(key) === kept) this.#kept.delete(key);
    kept.ending.abort();
    kept.connection.then((open) => open.close()).catch(() => undefined);
  }

  #sweep(): void {
    const idle = [...this.#kept].filter(([, { underWay }]) => underWay === 0);
    const oldest = idle.sort(([, one], [, other]) => one.idleSince - other.idleSince);
    const isOver = performance.now() - idleMilliseconds;
    for (const [index, [key, kept]] of oldest.entries()) {
      if (kept.idleSince < isOver || index < oldest.length - idleMax) this.#end(key, kept);
    }
  }
}

function connect(credentials: NatsCredentials | null, timeout: number): Promise<NatsConnection> {
  const authenticator = credentials === null ? {} : { authenticator: authenticatorOf(credentials) };
  return NatsConnectionImpl.connect({
    ...{ ...authenticator, timeout, name: "svc" },
    // Where it connects is decided by the dial. It is not to be left by itself for a server that was not checked.
    ...{ servers: "endpoint", reconnect: false, ignoreClusterUpdates: true, noAsyncTraces: true },
  });
}

function authenticatorOf(credentials: NatsCredentials): Authenticator {
  switch (credentials.type) {
    case "user":
      return usernamePasswordAuthenticator(credentials.user, credentials.password);
    case "token":
      return tokenAuthenticator(credentials.token);
    case "nkey":
      return nkeyAuthenticator(Buffer.from(credentials.seed));
    case "creds":
      return credsAuthenticator(Buffer.from(credentials.text));
  }
}

function headersOf(given: Readonly<Record<string, string>>) {
  const headers = new MsgHdrsImpl();
  for (const [name, value] of Object.entries(given)) headers.set(name, value);
  return headers;
}

function keyOf({ endpoint, host, port, isEncrypted, credentials }: NatsRequest): string {
  const all = JSON.stringify([endpoint, host, port, isEncrypted, credentials]);
  return createHash("sha256").update(all).digest("base64");
}

/** A hostile answer is as long as a frame may be. */
function read(message: Msg): BrokerAnswer {
  const response = message.string();
  const said = parsed(response);
  // A refusal names its stream as well.
  const refused = refusal.safeParse(said);
  if (refused.success) {
    const { code = noResponders, description = "without a reason" } = refused.data.error;
    return answered({ status: code, fault: `the stream refused it: ${description}`, response });
  }
  if (acknowledgement.safeParse(said).success) return { isAccepted: true, status: null, fault: null, response };
  return answered({ status: noResponders, fault: "what answered is not a stream", response });
}

function answerTo(error: unknown, { subject }: NatsRequest, millisecondsMax: number): BrokerAnswer {
  if (error instanceof errors.NoRespondersError || isNoResponders(error)) {
    const fault = `no stream takes the subject ${subject}: nothing acknowledged the message`;
    return answered({ status: noResponders, fault });
  }
  if (error instanceof errors.TimeoutError) {
    return answered({ status: null, fault: `no acknowledgement within ${millisecondsMax / 1000} s` });
  }
  if (error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError) {
    return answered({ status: null, fault: `the server refused the credentials: ${error.message}` });
  }
  return answered({ status: null, fault: messageOf(error) });
}

function isNoResponders(error: unknown): boolean {
  return error instanceof errors.RequestError && error.isNoResponders();
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

function answered({
  status,
  fault,
  response = null,
}: Pick<BrokerAnswer, "status" | "fault"> & { readonly response?: string | null }): BrokerAnswer {
  return { isAccepted: false, status, fault, response };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What is left behind ends with its own time-out. */
async function unlessStopped<Result>(
  wanted: Promise<Result>,
  stop: AbortSignal,
  millisecondsMax: number,
): Promise<Result> {
  const ended = Promise.withResolvers<never>();
  const onStop = (): void => ended.reject(new Error("the process ends"));
  if (stop.aborted) onStop();
  stop.addEventListener("abort", onStop, { once: true });
  const timer = setTimeout(() => ended.reject(new errors.TimeoutError()), millisecondsMax);
  try {
    return await Promise.race([wanted, ended.promise]);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", onStop);
    wanted.catch(() => undefined);
  }
}
