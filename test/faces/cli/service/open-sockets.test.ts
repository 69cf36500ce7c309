// What the service keeps of requests under way: nothing of one that is answered.
import { IncomingMessage, Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { OpenSockets } from "../../../../src/faces/cli/service/open-sockets.ts";
import { oldGenerationGrowth } from "../../../support/heap.ts";

const connections = 32;
const requests = 20_000;
/** One request is about 5,000 with the body that it holds here. */
const bytesPerRequestMax = 600;

test("an answered request is collected with the young generation", () => {
  const server = new Server();
  const open = new OpenSockets(server, () => undefined);
  const sockets = Array.from({ length: connections }, () => new Socket());
  for (const socket of sockets) server.emit("connection", socket);
  const underWay: ServerResponse[] = [];
  const grown = oldGenerationGrowth(requests, (index) => {
    const request = new IncomingMessage(sockets[index % connections] ?? new Socket());
    const response = new ServerResponse(request);
    Object.assign(request, { body: Array.from({ length: 500 }, (_, at) => at + 0.5) });
    server.emit("request", request, response);
    underWay.push(response);
    if (underWay.length === connections) underWay.shift()?.emit("close");
  });
  open.destroyAll();
  expect(grown / requests).toBeLessThan(bytesPerRequestMax);
});

test("at a stop, only sockets with a request that arrived whole are waited for", () => {
  const server = new Server();
  const open = new OpenSockets(server, () => undefined);
  const [idle, partial, owed, answered] = Array.from({ length: 4 }, () => new Socket());
  for (const socket of [idle, partial, owed, answered]) server.emit("connection", socket);
  const ask = (socket: Socket | undefined, isComplete: boolean): ServerResponse => {
    const request = new IncomingMessage(socket ?? new Socket());
    request.complete = isComplete;
    const response = new ServerResponse(request);
    server.emit("request", request, response);
    return response;
  };
  ask(partial, false);
  // Two at once on one connection: the first is answered.
  ask(owed, true).emit("close");
  ask(owed, true);
  ask(answered, true).emit("close");
  open.destroyUnfinished();
  expect([idle, partial, owed, answered].map((socket) => socket?.destroyed)).toEqual([true, true, false, true]);
  open.destroyAll();
  expect(owed?.destroyed).toBe(true);
});
