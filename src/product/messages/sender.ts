// One request to a stranger's address or broker: bounded in sockets, seconds and bytes, and following no redirect.
// Workspaces share the sockets in turns, and the time of a request begins when it has its socket: one that waits in line cannot fail.
// It decides nothing about trying again: it says what came back, or why nothing did.
import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import {
  AddressRefused,
  bareHost,
  faultOfUrl,
  guardedLookup,
  isPublicAddress,
  type OutboundPolicy,
  type Resolve,
} from "../../files/addresses.ts";
import { FairSlots, type GiveBack, type Places } from "../../limits/fair-turns.ts";
import { secretsIn } from "../endpoints/credentials.ts";
import { faultOfNatsUrl } from "../endpoints/nats-address.ts";
import type { NatsPublisher } from "./nats/publisher.ts";
import type { BrokerAnswer, NatsRequest, Request } from "./request.ts";

/** Of a process, and of one workspace. */
const sockets: Places = { total: 128, perShare: 64 };
/** Kept open to one host. */
const idleSocketsMax = 8;
const idleMilliseconds = 15_000;
/** From when it has a socket, which is then to be connected, to the last byte taken. */
const requestMillisecondsMax = 10_000;
/** What is kept of an answer; the rest is left unread. */
const responseBytesMax = 1_024;
const messageIdOfQueue = /"MessageId"\s*:\s*"[^"]+"/;

export type Sent = {
  /** Whether it arrived: by a status of success, or by a broker's acknowledgement. */
  readonly isAccepted: boolean;
  /** Null where nothing was answered, and where a broker that has none accepted it. */
  readonly status: number | null;
  /** Why nothing was answered, or what a broker refused it for, in words. */
  readonly fault: string | null;
  /** The first of what was answered, as text. */
  readonly response: string | null;
  readonly retryAfter: string | null;
  /** Whether all of it was handed to a connection: without an answer it may have arrived. */
  readonly isHandedOver: boolean;
  readonly milliseconds: number;
};

export type Sender = {
  /** A turn of the workspace to use a socket, for one `send`; null where `stop` ended the wait. */
  turn(workspaceId: number, stop: AbortSignal): Promise<GiveBack | null>;
  send(request: Request, stop: AbortSignal): Promise<Sent>;
  close(): void;
};

export type SenderOptions = { readonly timeoutMilliseconds?: number; readonly resolve?: Resolve };

export function openSender(policy: OutboundPolicy, options: SenderOptions = {}): Sender {
  const { timeoutMilliseconds = requestMillisecondsMax, resolve } = options;
  const lookup = guardedLookup(policy, resolve);
  // How many there are is decided by turns: an agent would let requests wait without a turn, and idle sockets take their places.
  const kept = { keepAlive: true, maxFreeSockets: idleSocketsMax, timeout: idleMilliseconds, lookup };
  const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) };
  const slots = new FairSlots(sockets);
  const nats = lazyPublisher(lookup);
  return {
    turn: (workspaceId, stop) => slots.take(workspaceId, stop),
    async send(wanted, stop) {
      try {
        requireAllowed(wanted, policy);
      } catch (error) {
        return { ...unanswered(reasonOf(error)), isHandedOver: false, milliseconds: 0 };
      }
      if (wanted.via !== "nats") return sendByHttp(agents, wanted, { stop, timeoutMilliseconds });
      const since = performance.now();
      const answer = await nats.publish(wanted, stop, timeoutMilliseconds);
      const milliseconds = Math.round(performance.now() - since);
      return { ...shown(answer, secretsIn(wanted)), retryAfter: null, isHandedOver: true, milliseconds };
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
      nats.close();
    },
  };
}

type Bounds = { readonly stop: AbortSignal; readonly timeoutMilliseconds: number };

async function sendByHttp(agents: Agents, wanted: ByHttp, { stop, timeoutMilliseconds }: Bounds): Promise<Sent> {
  const timeout = new AbortController();
  const progress: Progress = { isHandedOver: false, since: performance.now() };
  let timer: NodeJS.Timeout | undefined;
  const ended = (rest: Omit<Sent, "milliseconds" | "isHandedOver">): Sent => {
    clearTimeout(timer);
    const milliseconds = Math.round(performance.now() - progress.since);
    return { ...rest, isHandedOver: progress.isHandedOver, milliseconds };
  };
  const onSocket = (): void => {
    progress.since = performance.now();
    timer ??= setTimeout(() => timeout.abort(), timeoutMilliseconds);
  };
  try {
    const signal = AbortSignal.any([stop, timeout.signal]);
    return ended(await exchange(agents, wanted, signal, { progress, onSocket }));
  } catch (error) {
    return ended(
      unanswered(timeout.signal.aborted ? `no answer within ${timeoutMilliseconds / 1000} s` : reasonOf(error)),
    );
  }
}

function unanswered(fault: string) {
  return { isAccepted: false, status: null, fault, response: null, retryAfter: null };
}

/** Asked again each time: what the operator allows may have changed since the address was given. A literal is never looked up. */
function requireAllowed(wanted: Request, policy: OutboundPolicy): void {
  const fault = wanted.via === "nats" ? faultOfNatsUrl(wanted.url, policy) : faultOfUrl(wanted.url, policy);
  if (fault !== null) throw new AddressRefused(`its address ${fault}`);
  const host = wanted.via === "nats" ? wanted.host : bareHost(new URL(wanted.url));
  if (policy.addresses === "public" && isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new AddressRefused("its address must be a public address");
  }
}

type ByHttp = Exclude<Request, NatsRequest>;
type Agents = { readonly http: HttpAgent; readonly https: HttpsAgent };

type Progress = { isHandedOver: boolean; since: number };
type Watched = { readonly progress: Progress; readonly onSocket: () => void };

function exchange(
  agents: Agents,
  wanted: ByHttp,
  signal: AbortSignal,
  { progress, onSocket }: Watched,
): Promise<Omit<Sent, "milliseconds" | "isHandedOver">> {
  const { url, method, headers, body } = wanted;
  const isPlain = url.startsWith("http:");
  const length = body === null ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const options = { method, headers: { ...headers, ...length }, signal };
  return new Promise((resolve, reject) => {
    const request = isPlain
      ? requestHttp(url, { ...options, agent: agents.http })
      : requestHttps(url, { ...options, agent: agents.https });
    request.on("error", reject);
    request.on("socket", onSocket);
    request.on("finish", () => {
      progress.isHandedOver = true;
    });
    request.on("response", (response) => {
      const kept: Buffer[] = [];
      let bytes = 0;
      const finish = (): void => {
        progress.isHandedOver = true;
        const text = Buffer.concat(kept).subarray(0, responseBytesMax).toString("utf8");
        const retryAfter = response.headers["retry-after"] ?? null;
        const status = response.statusCode ?? null;
        resolve({ ...acceptance(wanted, status, text), status, retryAfter, response: text.replaceAll("\u0000", "") });
      };
      response.on("data", (chunk: Buffer) => {
        kept.push(chunk);
        bytes += chunk.length;
        if (bytes <= responseBytesMax) return;
        finish();
        response.destroy();
      });
      response.on("end", finish);
      response.on("error", reject);
    });
    request.end(body ?? undefined);
  });
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

function acceptance({ via }: ByHttp, status: number | null, text: string): Pick<Sent, "isAccepted" | "fault"> {
  const isSuccess = status !== null && status >= 200 && status < 300;
  if (via === "http" || !isSuccess || messageIdOfQueue.test(text)) return { isAccepted: isSuccess, fault: null };
  return { isAccepted: false, fault: "what answered is not a queue: it gave the message no id" };
}

/** Loaded with the first message to a NATS server. */
function lazyPublisher(lookup: LookupFunction): NatsPublisher {
  let opened: Promise<NatsPublisher> | undefined;
  return {
    async publish(request, stop, millisecondsMax) {
      opened ??= import("./nats/publisher.ts").then(({ openNatsPublisher }) => openNatsPublisher(lookup));
      return (await opened).publish(request, stop, millisecondsMax);
    },
    close: () => void opened?.then((publisher) => publisher.close()),
  };
}

/** As it may be kept and shown: bounded, and without the credentials that a server sent back. */
function shown({ fault, response, ...answer }: BrokerAnswer, secrets: readonly string[]): BrokerAnswer {
  const clean = (text: string | null): string | null => {
    if (text === null) return null;
    const masked = secrets.reduce((left, secret) => left.replaceAll(secret, "••••"), text.replaceAll("\u0000", ""));
    return Buffer.from(masked).subarray(0, responseBytesMax).toString("utf8");
  };
  return { ...answer, fault: clean(fault), response: clean(response) };
}
