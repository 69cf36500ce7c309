// The sockets of a server and what is under way on each, so that a stop waits for requests that arrived whole and for nothing else:
// a caller that never sends the rest of its request would otherwise hold the process until it is killed.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export class OpenSockets {
  readonly #underWay = new Map<Socket, Set<IncomingMessage>>();

  /** `tellAnswered` is called behind each answer, and for each request whose caller went before it. */
  constructor(server: Server, tellAnswered: () => void) {
    server.on("connection", (socket) => {
      this.#underWay.set(socket, new Set());
      socket.once("close", () => this.#underWay.delete(socket));
    });
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      const requests = this.#underWay.get(request.socket);
      requests?.add(request);
      response.on("close", () => {
        requests?.delete(request);
        tellAnswered();
      });
    });
  }

  /** Those on which no request arrived whole: nobody there is owed an answer. */
  destroyUnfinished(): void {
    for (const [socket, requests] of this.#underWay) {
      if (![...requests].some((request) => request.complete)) socket.destroy();
    }
  }

  /** Also those whose reader is too slow. */
  destroyAll(): void {
    for (const socket of this.#underWay.keys()) socket.destroy();
  }
}
