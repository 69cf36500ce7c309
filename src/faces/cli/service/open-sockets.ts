// The sockets of a server and what is under way on them, so that a stop waits for requests that arrived whole and for nothing else:
// a caller that never sends the rest of its request would otherwise hold the process until it is killed.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export class OpenSockets {
  readonly #sockets = new Set<Socket>();
  readonly #underWay = new Set<IncomingMessage>();

  /** `onAnswered` is called behind each answer, and for each request whose caller went before it. */
  constructor(server: Server, onAnswered: () => void) {
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      this.#underWay.add(request);
      response.on("close", () => {
        this.#underWay.delete(request);
        onAnswered();
      });
    });
  }

  /** Sockets without a complete request: no answer is due on them. */
  destroyUnfinished(): void {
    const owed = new Set([...this.#underWay].filter((request) => request.complete).map((request) => request.socket));
    for (const socket of this.#sockets) if (!owed.has(socket)) socket.destroy();
  }

  /** Also those whose reader is too slow. */
  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
