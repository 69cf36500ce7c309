// Receivers of webhooks on free ports of this machine: messages are verified and kept, and each answers as configured.
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

export type Received = {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly at: number;
};

export type Receiver = {
  readonly url: string;
  readonly received: readonly Received[];
  /** Messages whose signature was wrong. */
  readonly unverified: readonly string[];
  /** Of every request, verified or not. */
  readonly requests: number;
  /** The secret that messages are verified by from now on. */
  trust(secret: string): void;
  answer(status: number | ((received: Received) => number), headers?: Readonly<Record<string, string>>): void;
  /** Resolves when so many different messages have come that match. */
  until(count: number, matches?: (received: Received) => boolean): Promise<Received[]>;
  close(): Promise<void>;
};

type Waiter = { readonly isDone: () => boolean; readonly resolve: () => void };

export async function startReceiver(delayMilliseconds = 0): Promise<Receiver> {
  const received: Received[] = [];
  const unverified: string[] = [];
  const waiters = new Set<Waiter>();
  let requests = 0;
  let verifier: Webhook | null = null;
  let status = (_: Received): number => 200;
  let answerHeaders: Readonly<Record<string, string>> = {};
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      requests += 1;
      const body = Buffer.concat(parts).toString("utf8");
      const one = readOne(body, request.headers, request.url ?? "", verifier);
      const code = one === null ? 400 : status(one);
      if (one === null) unverified.push(String(request.headers["webhook-id"]));
      else if (code < 300) received.push(one);
      setTimeout(() => {
        response.writeHead(code, answerHeaders);
        response.end(code < 300 ? "ok" : "no");
      }, delayMilliseconds);
      wakeDone(waiters);
    });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const matching = (matches: (received: Received) => boolean): Received[] => [
    ...new Map(received.filter(matches).map((one) => [one.id, one])).values(),
  ];
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    unverified,
    get requests() {
      return requests;
    },
    trust(secret) {
      verifier = new Webhook(secret);
    },
    answer(next, headers = {}) {
      status = typeof next === "number" ? () => next : next;
      answerHeaders = headers;
    },
    async until(count, matches = () => true) {
      const isDone = (): boolean => matching(matches).length >= count;
      if (!isDone()) {
        await new Promise<void>((resolve) => {
          const waiter = { isDone, resolve: () => resolve(void waiters.delete(waiter)) };
          waiters.add(waiter);
        });
      }
      return matching(matches);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function wakeDone(waiters: ReadonlySet<Waiter>): void {
  for (const waiter of waiters) if (waiter.isDone()) waiter.resolve();
}

/** Null where the signature is not that of the secret. */
function readOne(body: string, headers: IncomingHttpHeaders, path: string, verifier: Webhook | null): Received | null {
  const id = String(headers["webhook-id"]);
  try {
    verifier?.verify(body, {
      "webhook-id": id,
      "webhook-timestamp": String(headers["webhook-timestamp"]),
      "webhook-signature": String(headers["webhook-signature"]),
    });
  } catch {
    return null;
  }
  const message = body === "" ? { type: "", data: {} } : JSON.parse(body);
  return { id, type: message.type, data: message.data, headers, path, at: performance.now() };
}
