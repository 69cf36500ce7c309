// One request to a stranger's address: bounded in sockets, seconds and bytes, and following no redirect.
// Workspaces share the sockets in turns, and the time of a request begins when it has its socket: one that waits in line cannot fail.
// It decides nothing about trying again: it says what came back, or why nothing did.
import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP } from "node:net";
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

/** Of a process, and of one workspace. */
const sockets: Places = { total: 128, perShare: 64 };
/** Kept open to one host. */
const idleSocketsMax = 8;
const idleMilliseconds = 15_000;
/** From when it has a socket, which is then to be connected, to the last byte taken. */
const requestMillisecondsMax = 10_000;
/** What is kept of an answer; the rest is left unread. */
const responseBytesMax = 1_024;

export type Request = {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

export type Sent = {
  /** Null where nothing was answered. */
  readonly status: number | null;
  /** Why nothing was answered, in words. */
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
  return {
    turn: (workspaceId, stop) => slots.take(workspaceId, stop),
    async send(wanted, stop) {
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
        requireAllowed(wanted.url, policy);
        const signal = AbortSignal.any([stop, timeout.signal]);
        return ended(await exchange(agents, wanted, signal, { progress, onSocket }));
      } catch (error) {
        const fault = timeout.signal.aborted ? `no answer within ${timeoutMilliseconds / 1000} s` : reasonOf(error);
        return ended({ status: null, fault, response: null, retryAfter: null });
      }
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** Asked again each time: what the operator allows may have changed since the address was given. A literal is never looked up. */
function requireAllowed(text: string, policy: OutboundPolicy): void {
  const fault = faultOfUrl(text, policy);
  if (fault !== null) throw new AddressRefused(`its address ${fault}`);
  const host = bareHost(new URL(text));
  if (policy.addresses === "public" && isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new AddressRefused("its address must be a public address");
  }
}

type Agents = { readonly http: HttpAgent; readonly https: HttpsAgent };

type Progress = { isHandedOver: boolean; since: number };
type Watched = { readonly progress: Progress; readonly onSocket: () => void };

function exchange(
  agents: Agents,
  wanted: Request,
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
        resolve({
          ...{ status: response.statusCode ?? null, fault: null, retryAfter },
          response: text.replaceAll("\u0000", ""),
        });
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
