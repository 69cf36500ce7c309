// What strangers can make the service hold before it knows them: bodies that never end, headers that never end, sockets.
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { createTestDatabase } from "../../support/database.ts";
import {
  clickOn,
  createTestProgram,
  fieldOf,
  type RunningService,
  refusalOf,
  secretKey,
  startService,
} from "../../support/service.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const program = await createTestProgram(database);
const connection = { programId: program.programId, provider: "payos", livemode: true, secrets: ["secret-of-payos"] };
const connectionId = await addConnection(database, openSecrets([secretKey]), connection, operator);
const knownPath = `/webhooks/payos/${connectionId}`;

const started: RunningService[] = [];
const sockets: Socket[] = [];
async function start(env: Record<string, string>): Promise<RunningService> {
  const service = await startService(databaseUrl, env);
  started.push(service);
  return service;
}
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(started.splice(0).map((service) => service.close()));
});
afterAll(() => testDatabase.drop());

/** A socket that keeps what it receives. */
function open(
  service: RunningService,
  options: { allowHalfOpen?: boolean } = {},
): {
  socket: Socket;
  heard: () => string;
  until: (text: string) => Promise<string>;
} {
  const socket = connect({ ...options, port: Number(new URL(service.url).port), host: "127.0.0.1" });
  sockets.push(socket);
  let heard = "";
  socket.on("error", () => undefined);
  socket.on("data", (bytes: Buffer) => {
    heard += bytes.toString("latin1");
  });
  const until = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (heard.includes(text)) resolve(heard);
      };
      socket.on("data", look);
      socket.once("close", () => (heard.includes(text) ? resolve(heard) : reject(new Error(`heard: ${heard}`))));
      look();
    });
  return { socket, heard: () => heard, until };
}

function headOf(path: string, announced: number): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${announced}\r\n\r\n`;
}

/** Headers, and the beginning of a body that is said to be longer. */
function begin(service: RunningService, path: string, sent: Buffer, announced: number) {
  const caller = open(service);
  caller.socket.write(headOf(path, announced));
  caller.socket.write(sent);
  return caller;
}

const half = Buffer.alloc(40_000, "x");

describe("a body that is not ended", () => {
  test("is not waited for where its address is no connection's", async () => {
    const service = await start({});
    const { until } = begin(service, "/webhooks/payos/999999", half, 1_000_000);
    expect(await until("unknown_connection")).toContain("HTTP/1.1 404");
  });

  test("is not read to its end when refused: its caller gets the status, and the connection is closed", async () => {
    const service = await start({});
    const caller = begin(service, "/webhooks/payos/999999", half, 1_000_000);
    const closed = new Promise((resolve) => caller.socket.once("end", resolve));
    expect(await caller.until("unknown_connection")).toMatch(/^HTTP\/1.1 404 [\s\S]*\r\nConnection: close\r\n/);
    await closed;
  });

  test("loses no answer of a caller that sends all of it before it reads", async () => {
    const service = await start({});
    const body = Buffer.alloc(20_000_000, "x");
    const { socket, heard } = open(service, { allowHalfOpen: true });
    socket.pause();
    socket.write(headOf("/webhooks/payos/999999", body.length));
    await new Promise((resolve, reject) => socket.write(body, (fault) => (fault ? reject(fault) : resolve(undefined))));
    const ended = new Promise((resolve, reject) => socket.once("end", resolve).once("error", reject));
    socket.resume();
    await ended;
    expect(heard()).toMatch(/^HTTP\/1.1 404 /);
  });

  test("is taken where it is small: its connection serves the next request", async () => {
    const service = await start({});
    const { socket, heard, until } = begin(service, "/webhooks/payos/999999", half, half.length);
    await until("unknown_connection");
    expect(heard()).not.toContain("Connection: close");
    socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(await until("HTTP/1.1 200")).toMatch(/HTTP\/1.1 404 [\s\S]*HTTP\/1.1 200/);
  });

  /** Whichever bytes arrive last are too many. */
  const oneOfTwoRefused = (service: RunningService) => {
    const both = [1, 2].map(() => begin(service, knownPath, half, 1_000_000));
    const said = Promise.race(both.map(({ until }) => until("The service is receiving too much at once")));
    return { said, leave: () => both.map(({ socket }) => socket.destroy()) };
  };

  test("is refused when its address has started too many, and others' are accepted", async () => {
    const service = await start({ BODY_BYTES_PER_ADDRESS_MAX: "65536", TRUST_PROXY_HOPS: "1" });
    const said = await oneOfTwoRefused(service).said;
    expect(said).toMatch(/^HTTP\/1.1 503 /);
    expect(said).toMatch(/\r\nRetry-After: 1\r\n/);
    expect(service.logged.join("")).not.toContain("a request failed");
    const neighbour = { headers: { "x-forwarded-for": "203.0.113.77" } };
    expect(refusalOf(await service.post(knownPath, "x".repeat(60_000), neighbour))).toBe("400 invalid_signature");
  });

  test("counts no more against its address when its caller is gone", async () => {
    const service = await start({ BODY_BYTES_PER_ADDRESS_MAX: "65536" });
    const { said, leave } = oneOfTwoRefused(service);
    await said;
    leave();
    // The log says when the service has noticed.
    await vi.waitFor(() => expect(service.logged.join("")).toContain('"status":"aborted"'), 10_000);
    // In two pieces, so that it is unfinished for a moment.
    const caller = begin(service, knownPath, half, half.length + 20_000);
    setImmediate(() => caller.socket.write(Buffer.alloc(20_000, "x")));
    expect(await caller.until("HTTP/1.1")).toContain("400 Bad Request");
  });

  test("is refused when all bodies together are too much, and counts until it is answered", async () => {
    const service = await start({ BODY_BYTES_IN_FLIGHT_MAX: "1048576", WEBHOOK_BODY_BYTES_MAX: "2000000" });
    const most = Buffer.alloc(1_000_000, "x");
    const first = begin(service, knownPath, most, 1_900_000);
    const answer = async () => begin(service, knownPath, Buffer.alloc(60_000, "x"), 60_000).until("HTTP/1.1");
    // The first one's bytes arrive when they do.
    await vi.waitFor(async () => expect(await answer()).toContain("503"), 10_000);
    expect((await service.post("/api/v1/track/click", { affiliate_url: program.link })).status).toBe(200);
    first.socket.write(Buffer.alloc(900_000, "x"));
    expect(await first.until("HTTP/1.1")).toContain("503");
    // It is released once its answer is on its way, which may be a moment after it was read here.
    await vi.waitFor(async () => expect(await answer()).toContain("400 Bad Request"), 10_000);
  });

  test("is aborted after a request's time limit", async () => {
    const service = await start({ REQUEST_TIMEOUT_SECONDS: "1", REQUEST_HEADERS_TIMEOUT_SECONDS: "1" });
    const body = begin(service, knownPath, half, 1_000_000);
    const headers = open(service);
    headers.socket.write("POST / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    for (const { until } of [body, headers]) expect(await until("408")).toContain("HTTP/1.1 408");
  });
});

test("a service with as many connections as it may have takes no further one", async () => {
  const service = await start({ CONNECTIONS_MAX: "10" });
  const held = Array.from({ length: 10 }, () => open(service));
  await Promise.all(held.map(({ socket }) => new Promise((resolve) => socket.once("connect", resolve))));
  const eleventh = open(service);
  await new Promise((resolve) => eleventh.socket.once("close", resolve));
  expect(eleventh.heard()).toBe("");
  for (const { socket } of held) socket.destroy();
  // The service notices a moment later.
  const click = () => clickOn(service, program).catch(() => null);
  for (let clickId: string | null = null; clickId === null; ) clickId = await click();
});

test("calls to connections there are not are limited by address, and those that are there are not", async () => {
  const service = await start({ RATE_LIMIT_UNKNOWN_CONNECTIONS_PER_MINUTE: "3", TRUST_PROXY_HOPS: "1" });
  const headers = { "x-forwarded-for": "203.0.113.9" };
  for (const path of ["/webhooks/stripe/999999", "/webhooks/stripe/one", "/webhooks/nobody/1"]) {
    expect(refusalOf(await service.post(path, {}, { headers }))).toBe("404 unknown_connection");
  }
  const limited = await service.post("/webhooks/stripe/999998", {}, { headers });
  expect([limited.status, fieldOf(limited, "error.code")]).toEqual([429, "rate_limited"]);
  expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refusalOf(await service.post(knownPath, {}, { headers }))).toBe("400 invalid_signature");
  const other = { headers: { "x-forwarded-for": "203.0.113.10" } };
  expect(refusalOf(await service.post("/webhooks/stripe/999999", {}, other))).toBe("404 unknown_connection");
});

test.each(["/sign-in/email", "/sign-up/email", "/request-password-reset", "/organization/invite-member"])(
  "an e-mail address longer than 254 characters is refused before it is counted: %s",
  async (path) => {
    const service = await start({});
    const email = `${"a".repeat(245)}@acme.test`;
    expect(email).toHaveLength(255);
    const answer = await service.post(`/api/auth${path}`, { email, password: "correct horse battery", name: "A" });
    expect(refusalOf(answer)).toBe("400 invalid_request");
    expect(answer.text).toContain("at most 254 characters");
  },
);
