// Closing the listening socket: no accepted request is cut off, and none keeps it open after its answer.
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { HttpServer } from "../../../../src/faces/cli/service/http-server.ts";
import { listen } from "../../../../src/faces/cli/service/http-server.ts";

const anyPort = { host: "127.0.0.1", port: 0, portIsFixed: true };
const limits = { connectionsMax: 100, requestHeadersTimeoutSeconds: 10, requestTimeoutSeconds: 30 };
const agent = new Agent({ keepAlive: true });

afterEach(() => agent.destroy());

const get = (server: HttpServer, path = "/"): Promise<{ status: number | undefined; body: string }> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: server.port, agent, path }, (response) => {
      let body = "";
      response.on("data", (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on("end", () => resolve({ status: response.statusCode, body }));
    });
    sent.on("error", reject);
    sent.end();
  });

test("until it has something to serve it holds a request, and answers a probe 503", async () => {
  const server = await listen(anyPort, limits);
  const early = get(server);
  expect((await get(server, "/readyz")).status).toBe(503);
  expect((await get(server, "/healthz")).status).toBe(503);
  server.serve((_, response) => response.end("ready"));
  expect(await early).toEqual({ status: 200, body: "ready" });
  expect(await get(server)).toEqual({ status: 200, body: "ready" });
  await server.close();
});

test("what it holds when it closes before it ever served is answered 503, and a caller who left is forgotten", async () => {
  const server = await listen(anyPort, limits);
  const early = get(server);
  const left = request({ host: "127.0.0.1", port: server.port }).on("error", () => undefined);
  left.end();
  // Both have arrived by the time that a later one is answered.
  await get(server, "/readyz");
  left.destroy();
  await server.close();
  expect((await early).status).toBe(503);
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

test("what follows a large body that was not read is not handled, since its connection is being closed", async () => {
  const server = await listen(anyPort, limits);
  const handled: (string | undefined)[] = [];
  server.serve(({ url }, response) => {
    handled.push(url);
    response.writeHead(404).end();
  });
  const socket = connect({ host: "127.0.0.1", port: server.port, allowHalfOpen: true });
  const closed = once(socket, "close");
  socket.write("POST /first HTTP/1.1\r\nHost: x\r\nContent-Length: 100001\r\n\r\n");
  socket.write("x".repeat(100_000));
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 404 [\s\S]*\r\nConnection: close\r\n/);
  socket.end("xGET /second HTTP/1.1\r\nHost: x\r\n\r\n");
  await closed;
  expect(handled).toEqual(["/first"]);
  await server.close();
});
