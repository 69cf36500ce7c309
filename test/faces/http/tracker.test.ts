// GET /js/svc-tracker.js: any page may load it, caches keep it, and a client that has it is not sent it again.
import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { serviceForFile } from "../../support/for-file.ts";
import { root } from "../../support/tree.ts";

const { service } = await serviceForFile();

const path = "/js/svc-tracker.js";
const asset = readFileSync(join(root, "src/faces/http/assets/svc-tracker.js"));
const get = (headers: Record<string, string> = {}, method = "GET") => service.request(path, { headers, method });

/** The bytes as they were sent. */
function rawGet(headers: Record<string, string>): Promise<{ encoding: unknown; etag: unknown; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(service.url + path, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { "content-encoding": encoding, etag } = response.headers;
        resolve({ encoding, etag, bytes: Buffer.concat(chunks) });
      });
    });
    request.on("error", reject).end();
  });
}

test("it is the script, for every origin", async () => {
  const { status, headers, text } = await get({ origin: "https://shop.example" });
  expect(status).toBe(200);
  expect(text).toBe(asset.toString());
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=3600, stale-while-revalidate=86400",
    etag: expect.stringMatching(/^"[\w-]{43}"$/),
    vary: "Accept-Encoding",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  });
});

test("it is sent compressed to clients that accept it, under a validator of its own", async () => {
  const plain = await rawGet({});
  const gzipped = await rawGet({ "accept-encoding": "br, gzip;q=0.8" });
  expect(plain).toMatchObject({ encoding: undefined, bytes: asset });
  expect(gzipped.encoding).toBe("gzip");
  expect(gunzipSync(gzipped.bytes)).toEqual(asset);
  expect(gzipped.etag).not.toBe(plain.etag);
});

test.each([
  ["the validator", (etag: string) => etag],
  ["the validator among others", (etag: string) => `"other", ${etag}`],
  ["the validator made weak by a proxy", (etag: string) => `W/${etag}`],
  ["any validator", () => "*"],
])("to %s it is not sent again", async (_, ifNoneMatch) => {
  const etag = (await get()).headers.get("etag") ?? "";
  const { status, text, headers } = await get({ "if-none-match": ifNoneMatch(etag) });
  expect(status).toBe(304);
  expect(text).toBe("");
  expect(headers.get("etag")).toBe(etag);
});

test("to another validator it is sent", async () => {
  expect((await get({ "if-none-match": '"other"' })).status).toBe(200);
});

test("HEAD has its length and not its bytes", async () => {
  const { status, headers, text } = await get({ "accept-encoding": "identity" }, "HEAD");
  expect([status, headers.get("content-length"), text]).toEqual([200, String(asset.length), ""]);
});

test("POST is refused", async () => {
  expect((await get({}, "POST")).status).toBe(405);
});
