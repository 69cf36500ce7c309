// Servers that speak no NATS, too much of it, or never: each costs its message an attempt with its reason, and nothing else. Credentials go
// nowhere but to the server that was checked, and not in the clear where they must not.

import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import type { OutboundPolicy } from "../../../../src/files/addresses.ts";
import type { NatsRequest } from "../../../../src/product/messages/request.ts";
import { openSender, type SenderOptions } from "../../../../src/product/messages/sender.ts";

const anywhere: OutboundPolicy = { schemes: ["https", "http"], addresses: "any" };
const never = new AbortController().signal;
const timeoutMilliseconds = 500;
const password = "password-of-this-test";
const info = { server_id: "x", version: "2.9.10", proto: 1, headers: true, max_payload: 1_048_576 };
const greeting = (more: object = {}) => `INFO ${JSON.stringify({ ...info, ...more })}\r\n`;

type Hostile = { readonly port: number; readonly received: () => string; readonly connections: () => number };
const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
  vi.restoreAllMocks();
});

async function startHostile(onSocket: (socket: Socket) => void): Promise<Hostile> {
  let received = "";
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    onSocket(socket);
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return { port: (server.address() as AddressInfo).port, received: () => received, connections: () => connections };
}

/** Greets, and answers each message by the given function. */
const speaking = (answer: (text: string, socket: Socket) => void, more: object = {}) =>
  startHostile((socket) => {
    socket.write(greeting(more));
    socket.on("data", (chunk) => answer(chunk.toString("latin1"), socket));
  });

function requestTo(port: number, more: Partial<NatsRequest> = {}): NatsRequest {
  return {
    ...{ via: "nats", messageId: "msg_1", endpoint: "1:1", host: "127.0.0.1", port, isEncrypted: false },
    ...{ url: `nats://127.0.0.1:${port}/sales`, subject: "sales", headers: { "webhook-id": "msg_1" }, body: "{}" },
    credentials: { type: "user", user: "svc", password },
    ...more,
  };
}

async function sendTo(request: NatsRequest, policy = anywhere, options: SenderOptions = {}) {
  const sender = openSender(policy, { timeoutMilliseconds, ...options });
  const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
  try {
    return await sender.send(request, never);
  } finally {
    sender.close();
    expect(printed).not.toHaveBeenCalled();
  }
}

test("a server that never speaks costs its seconds", async () => {
  const { port } = await startHostile(() => undefined);
  expect(await sendTo(requestTo(port))).toMatchObject({
    isAccepted: false,
    status: null,
    fault: expect.stringMatching(/within 0.5 s|TIMEOUT/i),
  });
});

test.each([
  ["greets in another protocol", "HTTP/1.1 400 Bad Request\r\n\r\n"],
  ["greets with what is no JSON", "INFO {nonsense}\r\n"],
  ["greets with a list", "INFO [1]\r\n"],
  ["greets with a version that is none", greeting({ version: '\n{"level":"info"}' })],
  ["greets with a list as its version", greeting({ version: ["2.9.10"] })],
  ["greets without a version", "INFO {}\r\n"],
  ["goes on with what is no command", `${greeting()}\u0000\u0001garbage\r\n`],
  ["says later what is no JSON", `${greeting()}INFO {nonsense}\r\n`],
  ["sends headers without a name", `${greeting()}HMSG a 1 12 12\r\nNATS/1.0\r\n: \r\n\r\n`],
])("a server that %s is refused, and nothing of it is printed", async (_, text) => {
  const { port } = await startHostile((socket) => socket.write(text));
  const sent = await sendTo(requestTo(port));
  expect(sent).toMatchObject({ isAccepted: false, status: null, fault: expect.any(String) });
});

test("a greeting without an end, and answers without one, end the connection", async () => {
  const flood = (socket: Socket): void => {
    const write = (): void => {
      while (!socket.destroyed && socket.write("x".repeat(16_384)));
    };
    socket.on("drain", write);
    write();
  };
  const greets = await startHostile((socket) => {
    socket.write("INFO {");
    flood(socket);
  });
  expect(await sendTo(requestTo(greets.port))).toMatchObject({ fault: "the server sent more than acknowledgements" });
  const answers = await startHostile((socket) => {
    socket.write(`${greeting()}MSG a 1 60000000\r\n`);
    flood(socket);
  });
  expect(await sendTo(requestTo(answers.port))).toMatchObject({ isAccepted: false, status: null });
});

test("an acknowledgement that never comes is no success", async () => {
  const { port } = await speaking((text, socket) => text.includes("PING") && socket.write("PONG\r\n"));
  expect(await sendTo(requestTo(port))).toMatchObject({ isAccepted: false, fault: "no acknowledgement within 0.5 s" });
});

test.each([
  ["ok", "what answered is not a stream"],
  ["{}", "what answered is not a stream"],
  ['{"stream":"S","seq":0}', "what answered is not a stream"],
  ['{"stream":"S","seq":1,"error":"no"}', "what answered is not a stream"],
  ['{"stream":"S","seq":1,"error":{"code":400,"description":"too large"}}', "the stream refused it: too large"],
  [`{"error":{"description":"${password}"}}`, "the stream refused it: ••••"],
])("an answer of %s is no acknowledgement", async (answer, fault) => {
  const { port } = await speaking((text, socket) => {
    if (text.includes("PING")) socket.write("PONG\r\n");
    const reply = /HPUB sales (\S+) /.exec(text)?.[1];
    if (reply !== undefined) socket.write(`MSG ${reply} 1 ${answer.length}\r\n${answer}\r\n`);
  });
  expect(await sendTo(requestTo(port))).toMatchObject({ isAccepted: false, fault });
});

test.each([99_999_999_999, -1, 200, 4.5, "400"])("a refusal's code of %s is not kept as a status", async (code) => {
  const answer = JSON.stringify({ stream: "S", seq: 1, error: { code, description: "no" } });
  const { port } = await speaking((text, socket) => {
    if (text.includes("PING")) socket.write("PONG\r\n");
    const reply = /HPUB sales (\S+) /.exec(text)?.[1];
    if (reply !== undefined) socket.write(`MSG ${reply} 1 ${answer.length}\r\n${answer}\r\n`);
  });
  expect(await sendTo(requestTo(port))).toMatchObject({
    isAccepted: false,
    status: 503,
    fault: "the stream refused it: no",
  });
});

test("a message is too large with its headers, and its connection stays for others", async () => {
  const speak = (text: string, socket: Socket) => text.includes("PING") && socket.write("PONG\r\n");
  const { port } = await speaking(speak, { max_payload: 50 });
  const sent = await sendTo(requestTo(port, { body: "x".repeat(40) }));
  expect(sent).toMatchObject({ isAccepted: false, status: 413, fault: "the server takes at most 50 bytes" });
});

test("credentials that a server sends back are not shown", async () => {
  const { port } = await speaking((text, socket) => {
    if (text.includes("CONNECT")) socket.end(`-ERR 'Authorization Violation ${password}'\r\n`);
  });
  const sent = await sendTo(requestTo(port));
  expect(sent.fault).toMatch(/refused the credentials/);
  expect(JSON.stringify(sent)).not.toContain(password);
});

test("other servers that it names are not connected to", async () => {
  const other = await speaking(() => undefined);
  const { port } = await speaking((text, socket) => text.includes("CONNECT") && socket.end("PONG\r\n"), {
    connect_urls: [`127.0.0.1:${other.port}`],
  });
  expect(await sendTo(requestTo(port))).toMatchObject({ isAccepted: false, status: null });
  expect(other.connections()).toBe(0);
});

test("credentials are not sent in the clear where the address asks for encryption", async () => {
  const plain = await speaking(() => undefined);
  const url = `tls://127.0.0.1:${plain.port}/sales`;
  const sent = await sendTo(requestTo(plain.port, { url, isEncrypted: true }));
  expect(sent).toMatchObject({ isAccepted: false, fault: "the server offers no encryption" });
  // One that pretends to, and sends what a man in the middle could have put behind its greeting.
  const pretending = await startHostile((socket) => socket.write(`${greeting({ tls_required: true })}PONG\r\n`));
  const second = await sendTo(requestTo(pretending.port, { url, isEncrypted: true }));
  expect(second.fault).toMatch(/before encryption/);
  expect(plain.received() + pretending.received()).not.toContain(password);
});

test("only a checked address is connected to, even if its name resolves to another the next moment", async () => {
  const inside = await speaking(() => undefined);
  const policy: OutboundPolicy = { schemes: ["https", "http"], addresses: "public" };
  const named = { host: "rebound.example", url: `nats://rebound.example:${inside.port}/sales` };
  const resolve = async () => [
    { address: "8.8.8.8", family: 4 },
    { address: "127.0.0.1", family: 4 },
  ];
  const sent = await sendTo(requestTo(inside.port, named), policy, { resolve });
  expect(sent).toMatchObject({ isAccepted: false, fault: expect.stringContaining("not public") });
  for (const host of ["127.0.0.1", "[::1]", "2130706433", "0x7f.1"]) {
    const literal = await sendTo(requestTo(inside.port, { url: `nats://${host}:${inside.port}/sales` }), policy);
    expect(literal.fault).toContain("must be a public address");
  }
  const byHttps = await sendTo(requestTo(inside.port), { schemes: ["https"], addresses: "any" });
  expect(byHttps.fault).toContain("must be an address by https or tls");
  expect(inside.connections()).toBe(0);
});

test("what it may send grows neither with what it asks of us nor with the messages that it took", async () => {
  const long = `MSG a 1 9000000\r\n${"x".repeat(1_000_000)}`;
  const asking = await speaking((text, socket) => {
    if (text.includes("CONNECT")) socket.write(`PONG\r\n${"PING\r\n".repeat(500)}`);
    if (text.includes("HPUB")) socket.write(long);
  });
  expect(await sendTo(requestTo(asking.port))).toMatchObject({ isAccepted: false, fault: "connection closed" });
  const taken = 20;
  let messages = 0;
  const turning = await speaking((text, socket) => {
    if (text.includes("CONNECT")) socket.write("PONG\r\n");
    const reply = /HPUB sales (\S+) /.exec(text)?.[1];
    if (reply === undefined) return;
    messages += 1;
    const answer = '{"stream":"S","seq":1}';
    socket.write(messages > taken ? long : `MSG ${reply} 1 ${answer.length}\r\n${answer}\r\n`);
  });
  const sender = openSender(anywhere, { timeoutMilliseconds });
  for (let sent = 0; sent < taken; sent++) {
    expect(await sender.send(requestTo(turning.port), never)).toMatchObject({ isAccepted: true });
  }
  const last = await sender.send(requestTo(turning.port), never);
  expect(last).toMatchObject({ isAccepted: false, fault: "connection closed" });
  expect(turning.connections()).toBe(1);
  sender.close();
});
