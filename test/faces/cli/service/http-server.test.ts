// Closing the listening socket: no accepted request is cut off, and none keeps it open after its answer.
import { Agent, request } from "node:http";
import { afterEach, expect, test } from "vitest";
import type { HttpServer } from "../../../../src/faces/cli/service/http-server.ts";
import { listen } from "../../../../src/faces/cli/service/http-server.ts";

const anyPort = { host: "127.0.0.1", port: 0, portIsFixed: true };
const limits = { connectionsMax: 100, requestHeadersTimeoutSeconds: 10, requestTimeoutSeconds: 30 };
const agent = new Agent({ keepAlive: true });

afterEach(() => agent.destroy());

const get = (server: HttpServer): Promise<{ status: number | undefined; body: string }> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: server.port, agent }, (response) => {
      let body = "";
      response.on("data", (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on("end", () => resolve({ status: response.statusCode, body }));
    });
    sent.on("error", reject);
    sent.end();
  });

test("it answers 503 until it has something to serve", async () => {
  const server = await listen(anyPort, limits);
  expect((await get(server)).status).toBe(503);
  server.serve((_, response) => response.end("ready"));
  expect(await get(server)).toEqual({ status: 200, body: "ready" });
  await server.close();
});

test("it finishes the request under way, although its connection is kept alive, and takes no new one", async () => {
  const server = await listen(anyPort, limits);
  const arrived = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  server.serve((_, response) => {
    arrived.resolve();
    void finish.promise.then(() => response.end("finished"));
  });
  const answer = get(server);
  await arrived.promise;

  let closed = false;
  const closing = server.close().then(() => {
    closed = true;
  });
  await expect(get(server)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  expect(closed).toBe(false);
  finish.resolve();
  expect(await answer).toEqual({ status: 200, body: "finished" });
  const before = performance.now();
  await closing;
  expect(performance.now() - before).toBeLessThan(1000);
});
