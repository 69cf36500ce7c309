// A server that takes requests and answers none of them until it is asked to.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type HoldingServer = {
  readonly url: string;
  /** Requests that were answered, or that their sender broke off. */
  readonly ended: number;
  /** Resolves when so many requests have come. */
  until(count: number): Promise<void>;
  /** All that wait, and all that come from then on. */
  answerAll(): void;
  close(): void;
};

export async function startHoldingServer(): Promise<HoldingServer> {
  const open = new Set<ServerResponse>();
  let came = 0;
  let ended = 0;
  let isAnswering = false;
  const server = createServer((request, response) => {
    came += 1;
    request.resume();
    if (isAnswering) {
      response.end();
      return;
    }
    open.add(response);
    response.on("close", () => {
      open.delete(response);
      ended += 1;
    });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get ended() {
      return ended;
    },
    async until(count) {
      while (came < count) await new Promise((resolve) => setImmediate(resolve));
    },
    answerAll() {
      isAnswering = true;
      for (const response of open) response.end();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
