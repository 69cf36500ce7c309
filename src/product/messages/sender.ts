// One request to a stranger's address: bounded in sockets, seconds and bytes, and following no redirect.
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

/** Of one endpoint's host, and of a process. */
const socketsPerHostMax = 16;
const socketsMax = 128;
const idleMilliseconds = 15_000;
/** From the first byte sent to the last one taken. */
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

export type Sender = { send(request: Request, stop: AbortSignal): Promise<Sent>; close(): void };

export type SenderOptions = { readonly timeoutMilliseconds?: number; readonly resolve?: Resolve };

export function openSender(policy: OutboundPolicy, options: SenderOptions = {}): Sender {
  const { timeoutMilliseconds = requestMillisecondsMax, resolve } = options;
  const lookup = guardedLookup(policy, resolve);
  const sockets = {
    keepAlive: true,
    maxSockets: socketsPerHostMax,
    maxTotalSockets: socketsMax,
    timeout: idleMilliseconds,
    lookup,
  };
  const agents = { http: new HttpAgent(sockets), https: new HttpsAgent(sockets) };
  return {
    async send(wanted, stop) {
      const since = performance.now();
      const ended = (rest: Omit<Sent, "milliseconds">): Sent => ({
        ...rest,
        milliseconds: Math.round(performance.now() - since),
      });
      const timeout = AbortSignal.timeout(timeoutMilliseconds);
      const progress = { isHandedOver: false };
      try {
        requireAllowed(wanted.url, policy);
        return ended(await exchange(agents, wanted, AbortSignal.any([stop, timeout]), progress));
      } catch (error) {
        const fault = timeout.aborted ? `no answer within ${timeoutMilliseconds / 1000} s` : reasonOf(error);
        return ended({ status: null, fault, response: null, retryAfter: null, ...progress });
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

type Progress = { isHandedOver: boolean };

function exchange(
  agents: Agents,
  wanted: Request,
  signal: AbortSignal,
  progress: Progress,
): Promise<Omit<Sent, "milliseconds">> {
  const { url, method, headers, body } = wanted;
  const isPlain = url.startsWith("http:");
  const length = body === null ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const options = { method, headers: { ...headers, ...length }, signal };
  return new Promise((resolve, reject) => {
    const request = isPlain
      ? requestHttp(url, { ...options, agent: agents.http })
      : requestHttps(url, { ...options, agent: agents.https });
    request.on("error", reject);
    request.on("finish", () => {
      progress.isHandedOver = true;
    });
    request.on("response", (response) => {
      const kept: Buffer[] = [];
      let bytes = 0;
      const finish = (): void => {
        const text = Buffer.concat(kept).subarray(0, responseBytesMax).toString("utf8");
        const retryAfter = response.headers["retry-after"] ?? null;
        resolve({
          ...{ status: response.statusCode ?? null, fault: null, retryAfter, isHandedOver: true },
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
