// Requests that arrive while the process starts: it listens before its books are caught up. They are held for a short time and then
// handled like all others, so that a process that is replaced answers 503 to no delivery. Probes are answered at once: a proxy must not
// send anything here yet.
import type { IncomingMessage, ServerResponse } from "node:http";

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Less than a provider waits for an answer. */
const heldMillisecondsMax = 10_000;
const probes = ["/healthz", "/readyz"];

type Held = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly timer: NodeJS.Timeout };

export class EarlyRequests {
  readonly #held = new Set<Held>();

  hold(request: IncomingMessage, response: ServerResponse): void {
    if (probes.includes(request.url ?? "")) {
      answerNotReady(response);
      return;
    }
    const timer = setTimeout(() => this.#end(held, () => answerNotReady(response)), heldMillisecondsMax);
    const held = { request, response, timer };
    this.#held.add(held);
    response.once("close", () => this.#end(held, () => undefined));
  }

  handOver(handler: Handler): void {
    for (const held of this.#held) this.#end(held, () => handler(held.request, held.response));
  }

  refuse(): void {
    for (const held of this.#held) this.#end(held, () => answerNotReady(held.response));
  }

  #end(held: Held, end: () => void): void {
    clearTimeout(held.timer);
    if (this.#held.delete(held)) end();
  }
}

function answerNotReady(response: ServerResponse): void {
  response.writeHead(503, { "Retry-After": "1" }).end();
}
