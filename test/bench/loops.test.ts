// Closed and open loop against a real server: what it cannot hide from the second, it can from the first.
import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { runClosedLoop } from "../../bench/load/closed-loop.ts";
import { runOpenLoop } from "../../bench/load/open-loop.ts";
import { makeRequests } from "../../bench/load/requests.ts";
import { Supply } from "../../bench/load/supply.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

type Serving = { readonly port: number; readonly bodies: string[]; mostAtOnce(): number };

async function serve(answerAfter: (request: number) => { status: number; milliseconds: number }): Promise<Serving> {
  const bodies: string[] = [];
  let underWay = 0;
  let mostAtOnce = 0;
  const server = createServer((request, response) => {
    underWay += 1;
    mostAtOnce = Math.max(mostAtOnce, underWay);
    response.once("close", () => {
      underWay -= 1;
    });
    const { status, milliseconds } = answerAfter(bodies.push("") - 1);
    const at = bodies.length - 1;
    request.on("data", (chunk) => {
      bodies[at] += chunk;
    });
    request.on("end", () => setTimeout(() => response.writeHead(status).end(`{"status":${status}}`), milliseconds));
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: address.port, bodies, mostAtOnce: () => mostAtOnce };
}

const clicks = (requests: number) =>
  makeRequests({ kind: "click", targets: [{ affiliateUrl: "https://shop.example/?aff=anna" }], run: "t", requests }, 0);

const stallMilliseconds = 300;
const stalledOnce = (request: number) => ({ status: 200, milliseconds: request === 0 ? stallMilliseconds : 0 });

test("a closed loop sends every request once, and as many at a time as it has connections", async () => {
  const server = await serve(() => ({ status: 200, milliseconds: 0 }));
  const supply = new Supply(clicks(200), null);
  const result = await runClosedLoop(supply, [server.port], { kind: "closed", connections: 4, seconds: 60 }, "200");
  expect(result).toMatchObject({
    answered: 200,
    succeeded: 200,
    lost: 0,
    firstFault: null,
    bodiesCounted: 200,
    ranOut: true,
  });
  expect(new Set(server.bodies).size).toBe(200);
  expect(server.mostAtOnce()).toBe(4);
});

test("an answer other than 200 is counted by itself, and the first one's words are kept", async () => {
  const server = await serve((request) => ({ status: request % 2 === 0 ? 200 : 429, milliseconds: 0 }));
  const supply = new Supply(clicks(10), null);
  const result = await runClosedLoop(supply, [server.port], { kind: "closed", connections: 1, seconds: 60 }, null);
  expect(result).toMatchObject({
    succeeded: 5,
    byStatus: { 200: 5, 429: 5 },
    firstFault: expect.stringMatching(/^429 .*"status":429/s),
  });
});

test("a lost server is a fault, not an unnoticed end", async () => {
  const server = await serve(() => ({ status: 200, milliseconds: 60_000 }));
  const running = runClosedLoop(
    new Supply(clicks(5), null),
    [server.port],
    { kind: "closed", connections: 1, seconds: 60 },
    null,
  );
  await expect.poll(() => server.bodies.length).toBe(1);
  servers[0]?.closeAllConnections();
  expect(await running).toMatchObject({
    answered: 0,
    lost: 1,
    firstFault: expect.stringMatching(/^a connection broke/),
  });
});

test("at a fixed rate, every request due during a stall has waited through the rest of it", async () => {
  const server = await serve(stalledOnce);
  const loop = { kind: "open", perSecond: 1_000, seconds: stallMilliseconds / 1000, connectionsMax: 1 } as const;
  const result = await runOpenLoop(new Supply(clicks(300), null), [server.port], loop, null);
  expect(result.answered).toBe(300);
  // Evenly spread over the stall, they have waited half of it in the mean; the slack is one tick of the clock each.
  expect(result.latency.mean).toBeGreaterThan(stallMilliseconds / 2 - 5);
  expect(result.waitedForSocket).toBeGreaterThan(250);
});

test("a closed loop lets one connection alone see the same stall", async () => {
  const server = await serve(stalledOnce);
  const supply = new Supply(clicks(300), null);
  const result = await runClosedLoop(supply, [server.port], { kind: "closed", connections: 1, seconds: 60 }, null);
  expect(result.latency.max).toBeGreaterThan(stallMilliseconds - 5);
  expect(result.latency.p50).toBeLessThan(stallMilliseconds / 2);
});

test("a rate that the server cannot keep is reported", async () => {
  const server = await serve(() => ({ status: 200, milliseconds: 20 }));
  const loop = { kind: "open", perSecond: 500, seconds: 0.2, connectionsMax: 2 } as const;
  const result = await runOpenLoop(new Supply(clicks(100), null), [server.port], loop, null);
  expect(result).toMatchObject({ answered: 100, keptRate: false });
});
