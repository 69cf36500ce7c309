// The sockets of a server and what is under way on them, so that a stop waits for requests that arrived whole and for nothing else:
// a caller that never sends the rest of its request would otherwise hold the process until it is killed.
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export class OpenSockets {
  /** Each with its requests that are not answered yet, in an array: see decision 0163. */
  readonly #underWay = new Map<Socket, IncomingMessage[]>();

  /** `onAnswered` is called behind each answer, and for each request whose caller went before it. */
  constructor(server: Server, onAnswered: () => void) {
    server.on("connection", (socket) => {
      this.#underWay.set(socket, []);
      socket.once("close", () => this.#underWay.delete(socket));
    });
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      const ofSocket = this.#underWay.get(request.socket) ?? [];
      ofSocket.push(request);
      response.on("close", () => {
        ofSocket.splice(ofSocket.indexOf(request), 1);
        onAnswered();
      });
    });
  }

  /** Sockets without a complete request: no answer is due on them. */
  destroyUnfinished(): void {
    for (const [socket, requests] of this.#underWay) {
      if (!requests.some((request) => request.complete)) socket.destroy();
    }
  }

  /** Also those whose reader is too slow. */
  destroyAll(): void {
    for (const socket of this.#underWay.keys()) socket.destroy();
  }
}
