// Where messages may go: only public addresses are reached, under every spelling of a name and however late the name resolves to another.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { faultOfUrl, isPublicAddress, type OutboundPolicy } from "../../src/files/addresses.ts";
import { openSender } from "../../src/product/messages/sender.ts";

const strict: OutboundPolicy = { schemes: ["https"], addresses: "public" };
const byHttp: OutboundPolicy = { schemes: ["https", "http"], addresses: "public" };
const never = new AbortController().signal;

test.each([
  ["127.0.0.1", false],
  ["10.1.2.3", false],
  ["172.31.255.255", false],
  ["192.168.0.1", false],
  ["169.254.169.254", false],
  ["100.64.0.1", false],
  ["0.0.0.0", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::1", false],
  ["::", false],
  ["::ffff:127.0.0.1", false],
  ["::ffff:a9fe:a9fe", false],
  ["64:ff9b::7f00:1", false],
  ["fe80::1", false],
  ["fc00::1", false],
  ["fd00:ec2::254", false],
  ["2002:7f00:1::", false],
  ["2001:db8::1", false],
  ["ff02::1", false],
  ["no address", false],
  ["8.8.8.8", true],
  ["172.32.0.1", true],
  ["2606:4700::1111", true],
])("%s is public: %s", (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic));

test.each([
  "http://shop.example/",
  "ftp://shop.example/",
  "https://localhost/",
  "https://127.0.0.1/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://[::1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://name:word@shop.example/",
  "no address",
])("%s is refused when it is given", (url) => expect(faultOfUrl(url, strict)).not.toBeNull());

test("an address at a name is taken", () => expect(faultOfUrl("https://shop.example/a?b=c", strict)).toBeNull());

test("a name that leads to a private address when it is connected to reaches nothing", async () => {
  let requests = 0;
  const inside = createServer((_, response) => {
    requests += 1;
    response.end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => inside.once("listening", resolve));
  const { port } = inside.address() as AddressInfo;
  const url = `http://rebound.example:${port}/`;
  const found = [
    [{ address: "127.0.0.1", family: 4 }],
    [
      { address: "8.8.8.8", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ],
    [{ address: "::ffff:127.0.0.1", family: 6 }],
  ];
  for (const addresses of found) {
    const sender = openSender(byHttp, { resolve: async () => addresses });
    const sent = await sender.send(
      { via: "http", messageId: null, url, method: "GET", headers: {}, body: null },
      never,
    );
    expect(sent).toMatchObject({ status: null, fault: expect.stringContaining("not public") });
    sender.close();
  }
  // The same name is reached where the operator allows it: the guard, and nothing else, was in the way.
  const allowed = openSender({ ...byHttp, addresses: "any" }, { resolve: async () => found[0] ?? [] });
  expect(
    await allowed.send({ via: "http", messageId: null, url, method: "GET", headers: {}, body: null }, never),
  ).toMatchObject({ status: 200 });
  expect(requests).toBe(1);
  allowed.close();
  inside.close();
});

test("an answer without an end costs its first bytes, and one that never comes its seconds", async () => {
  const endless = createServer((request, response) => {
    if (request.url === "/silent") return;
    response.writeHead(200);
    const write = (): void => {
      while (!response.destroyed && response.write("x".repeat(16_384)));
    };
    response.on("drain", write);
    write();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => endless.once("listening", resolve));
  const { port } = endless.address() as AddressInfo;
  const anyHttp: OutboundPolicy = { schemes: ["http"], addresses: "any" };
  const sender = openSender(anyHttp, { timeoutMilliseconds: 60_000 });
  const request = { via: "http" as const, messageId: null, method: "POST" as const, headers: {}, body: "{}" };
  const sent = await sender.send({ ...request, url: `http://127.0.0.1:${port}/` }, never);
  expect({ status: sent.status, bytes: sent.response?.length }).toEqual({ status: 200, bytes: 1024 });
  sender.close();
  const impatient = openSender(anyHttp, { timeoutMilliseconds: 300 });
  const silent = await impatient.send({ ...request, url: `http://127.0.0.1:${port}/silent` }, never);
  expect(silent).toMatchObject({ status: null, fault: "no answer within 0.3 s" });
  impatient.close();
  endless.closeAllConnections();
  endless.close();
});
