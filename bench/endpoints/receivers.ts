// Receivers of one program's messages on this machine: sound ones, and those that are dead, slow, or redirect to loopback. What comes
// is verified as a brand would, and counts from the commit's own time in the message, which is taken a moment before the commit.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { Latencies } from "../load/latencies.ts";

const slowMilliseconds = 2_000;
const pollMilliseconds = 10;
const latenciesMax = 1_000_000;

export type ReceiverKind = "sound" | "slow" | "redirecting" | "dead";

export class BenchReceiver {
  readonly kind: ReceiverKind;
  readonly url: string;
  readonly #server: Server;
  readonly #ids = new Set<string>();
  #verifier: Webhook | null = null;
  #latencies = new Latencies(latenciesMax);
  requests = 0;
  wrong = 0;

  private constructor(kind: ReceiverKind, server: Server, port: number) {
    this.kind = kind;
    this.#server = server;
    this.url = `http://127.0.0.1:${port}/${kind}`;
  }

  static async open(kind: ReceiverKind): Promise<BenchReceiver> {
    const handler: { take?: (request: IncomingMessage, response: ServerResponse) => void } = {};
    const server = createServer((request, response) => handler.take?.(request, response));
    const receiver = new BenchReceiver(kind, server, await listen(server));
    handler.take = (request, response) => receiver.#take(request, response);
    // A dead receiver has a port without a listener.
    if (kind === "dead") await receiver.close();
    return receiver;
  }

  trust(secret: string): void {
    this.#verifier = new Webhook(secret);
  }

  /** Different messages that were verified. */
  get messages(): number {
    return this.#ids.size;
  }

  /** Of what came since it was asked for last. */
  takeLatencies() {
    const summary = this.#latencies.summary();
    this.#latencies = new Latencies(latenciesMax);
    return summary;
  }

  async until(messages: number): Promise<void> {
    while (this.messages < messages) await sleep(pollMilliseconds);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      this.requests += 1;
      this.#read(request, Buffer.concat(parts).toString("utf8"));
      if (this.kind === "redirecting") response.writeHead(302, { location: `${this.url}/inside` }).end();
      else setTimeout(() => response.writeHead(200).end(), this.kind === "slow" ? slowMilliseconds : 0);
    });
  }

  #read({ headers, url }: IncomingMessage, body: string): void {
    const id = String(headers["webhook-id"]);
    try {
      if (url?.endsWith("/inside") === true) throw new Error("a redirect was followed");
      this.#verifier?.verify(body, {
        "webhook-id": id,
        "webhook-timestamp": String(headers["webhook-timestamp"]),
        "webhook-signature": String(headers["webhook-signature"]),
      });
    } catch {
      this.wrong += 1;
      return;
    }
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    this.#latencies.add(Date.now() - Date.parse(JSON.parse(body).timestamp));
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" ? (address?.port ?? 0) : 0);
    });
  });
}
