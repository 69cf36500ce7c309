// What is spoilt of a request beneath its JSON: types, encodings, lengths, headers and addresses.
import { gzipSync } from "node:zlib";
import type { Chance } from "./chance.ts";
import type { WireRequest } from "./wire.ts";

type Spoil = (request: WireRequest, chance: Chance) => WireRequest;

const withBody =
  (change: (body: Buffer, chance: Chance) => Buffer): Spoil =>
  (request, chance) => ({ ...request, body: change(request.body ?? Buffer.alloc(0), chance) });

const withHeaders =
  (headers: (chance: Chance) => Readonly<Record<string, string>>, isRude = false): Spoil =>
  (request, chance) => ({
    ...request,
    headers: { ...request.headers, ...headers(chance) },
    isRude: isRude || request.isRude,
  });

const withPath =
  (change: (path: string, chance: Chance) => string, isRude = false): Spoil =>
  (request, chance) => ({ ...request, path: change(request.path, chance), isRude: isRude || request.isRude });

const types = [
  ...[
    "text/plain",
    "application/x-www-form-urlencoded",
    "text/html",
    "application/xml",
    "json",
    "*/*",
    "",
    ";",
    "text/csv",
  ],
  ...[
    "application/json; charset=utf-16",
    "application/json; charset=",
    "application/json;;",
    "APPLICATION/JSON",
    "application/*",
  ],
  ...[
    "application/ld+json",
    "multipart/form-data",
    "multipart/form-data; boundary=",
    'application/json; charset="utf-8',
  ],
];
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "PROPFIND"];
const oddPaths = [
  "%",
  "%zz",
  "%c0%af",
  "%00",
  "%ed%a0%80",
  "/..%2f..%2f",
  "//",
  "/.",
  ";a=b",
  "%2e%2e/",
  "?",
  "#",
  "\\",
  "%25",
];
const oddQueries = [
  ...[
    "limit=0",
    "limit=-1",
    "limit=1e400",
    "limit=9007199254740993",
    "limit=1000&limit=2",
    "limit[]=1",
    "cursor=%00",
    "cursor=a",
  ],
  ...[
    "__proto__[a]=1",
    "constructor=1",
    "format=csv",
    "format=ndjson",
    "format=xml",
    "%ff=1",
    "a=%ff",
    "=",
    "&&&",
    "a=%u0061",
  ],
  ...[
    "since=2026-02-30",
    "until=9999-12-31",
    "since=-1",
    "since=infinity",
    "q=%00",
    "sort=-",
    "fields=",
    "from=2026-01-01",
  ],
];
const bombBytes = 20_000_000;
let bomb: Buffer | undefined;

const wireFaults: Readonly<Record<string, Spoil>> = {
  "cut short": withBody((body, chance) => body.subarray(0, chance.below(body.length + 1))),
  "bytes turned": withBody((body, chance) => {
    const turned = Buffer.from(body);
    for (let count = 1 + chance.below(4); count > 0 && turned.length > 0; count -= 1) {
      turned[chance.below(turned.length)] = chance.below(256);
    }
    return turned;
  }),
  "a byte order mark": withBody((body) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])),
  "as UTF-16": withBody((body) => Buffer.from(body.toString("utf8"), "utf16le")),
  "no body": withBody(() => Buffer.alloc(0)),
  "not JSON": withBody((_, chance) =>
    Buffer.from(
      chance.oneOf(["hello", "<a/>", "a=b&c=d", "{'a':1}", "undefined", "[1,]", "{}{}", "\u0000", "-", '"', "nul"]),
    ),
  ),
  "a value for an object": withBody((_, chance) =>
    Buffer.from(chance.oneOf(["null", "true", "7", '"text"', "[]", "[{}]", "{}", "-0", "1e400"])),
  ),
  "very deep": withBody((_, chance) => Buffer.from("[".repeat(10 ** (2 + chance.below(3))))),
  "very large": withBody((body, chance) => Buffer.concat([body, Buffer.alloc(chance.oneOf([65_537, 1_048_577]), " ")])),
  multipart: (request) => ({
    ...request,
    headers: { ...request.headers, "content-type": "multipart/form-data; boundary=b" },
    body: Buffer.from('--b\r\ncontent-disposition: form-data; name="a"; filename="b"\r\n\r\n1\r\n--b--\r\n'),
  }),
  "another type": withHeaders((chance) => ({ "content-type": chance.oneOf(types) })),
  "an encoding it is not in": withHeaders((chance) => ({
    "content-encoding": chance.oneOf(["gzip", "br", "deflate", "zstd", "identity", "x"]),
  })),
  "a bomb": (request) => {
    bomb ??= gzipSync(Buffer.alloc(bombBytes, " "));
    return { ...request, body: bomb, headers: { ...request.headers, "content-encoding": "gzip" } };
  },
  "too short a length": (request) => ({
    ...request,
    isRude: true,
    headers: { ...request.headers, "content-length": "1" },
  }),
  "too long a length": (request) => ({
    ...request,
    isRude: true,
    headers: { ...request.headers, "content-length": String((request.body?.length ?? 0) + 10) },
  }),
  chunks: withHeaders(() => ({ "transfer-encoding": "chunked" })),
  "huge headers": withHeaders(() => ({ "x-huge": "h".repeat(20_000) }), true),
  "many headers": withHeaders(() => Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`x-${index}`, "v"]))),
  "odd headers": withHeaders(
    (chance) => ({
      [chance.oneOf([
        "idempotency-key",
        "accept",
        "origin",
        "x-request-id",
        "traceparent",
        "if-none-match",
        "range",
        "host",
        "x-forwarded-proto",
      ])]: chance.oneOf([
        "",
        " ",
        "*",
        "a".repeat(300),
        "\u00ff\u00fe",
        "null",
        "0",
        "https://[",
        "text/html",
        "bytes=0-",
        '"',
        "%00",
      ]),
    }),
    true,
  ),
  "an address of others": withHeaders((chance) => ({
    "x-forwarded-for": chance.oneOf([
      "",
      "::1",
      "1.2.3.4, 5.6.7.8",
      "unknown",
      "999.1.1.1",
      "a".repeat(500),
      "fe80::1%eth0",
      "1.2.3.4:80",
      "\u00ff",
    ]),
  })),
  "an odd address": withPath((path, chance) => {
    const parts = path.split("/");
    parts[1 + chance.below(Math.max(1, parts.length - 1))] += chance.oneOf(oddPaths);
    return parts.join("/");
  }, true),
  "an odd query": withPath((path, chance) => `${path}${path.includes("?") ? "&" : "?"}${chance.oneOf(oddQueries)}`),
  "a long query": withPath((path) => `${path}?a=${"b".repeat(9_000)}`),
  "another method": (request, chance) => ({ ...request, method: chance.oneOf(methods) }),
};

export const wireFaultNames = Object.keys(wireFaults);

export function spoilt(request: WireRequest, fault: string | null, chance: Chance): WireRequest {
  return fault === null ? request : (wireFaults[fault]?.(request, chance) ?? request);
}
