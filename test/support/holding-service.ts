// Replaces the service, takes one call and holds its answer until released.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type HoldingService = {
  readonly url: string;
  /** When the call is there. */
  readonly asked: Promise<void>;
  /** Whether the caller is still connected. */
  answer(): Promise<"heard" | "gone">;
  close(): Promise<void>;
};

export async function holdAnswer(body: object): Promise<HoldingService> {
  const held = Promise.withResolvers<{
    readonly response: ServerResponse;
    readonly closed: Promise<"heard" | "gone">;
  }>();
  const server = createServer((request, response) => {
    const closed = new Promise<"heard" | "gone">((resolve) => {
      response.once("close", () => resolve(response.writableFinished ? "heard" : "gone"));
    });
    request.resume().once("end", () => held.resolve({ response, closed }));
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked: held.promise.then(() => undefined),
    async answer() {
      const { response, closed } = await held.promise;
      response.setHeader("Access-Control-Allow-Origin", "*");
      response.end(JSON.stringify(body));
      return closed;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
