// GET /js/svc-tracker.js: the browser tracker, as it was built from sdk/src/tracker.ts and committed beside this file.
// Its bytes never change while a process runs, so a page that has them is answered without them.
// Any page may load it, also one that asks for CORS or keeps other origins out.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { RequestHandler } from "express";

const freshSeconds = 3600;
const staleSeconds = 86_400;

type Variant = { readonly bytes: Buffer; readonly etag: string };

const plain = variant(readFileSync(new URL("assets/svc-tracker.js", import.meta.url)));
const gzipped = variant(gzipSync(plain.bytes, { level: 9 }));

export const answerTracker: RequestHandler = (request, response) => {
  const isGzipped = request.acceptsEncodings("gzip") === "gzip";
  const { bytes, etag } = isGzipped ? gzipped : plain;
  response.setHeader("ETag", etag);
  response.setHeader("Vary", "Accept-Encoding");
  response.setHeader("Cache-Control", `public, max-age=${freshSeconds}, stale-while-revalidate=${staleSeconds}`);
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  if (isCurrent(request.headers["if-none-match"], etag)) {
    response.status(304).end();
    return;
  }
  if (isGzipped) response.setHeader("Content-Encoding", "gzip");
  response.setHeader("Content-Type", "text/javascript; charset=utf-8");
  response.setHeader("Content-Length", bytes.length);
  response.end(bytes);
};

function variant(bytes: Buffer): Variant {
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
}

/** A cache in between may have marked the validator as weak; it is compared as what it was. */
function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return known.includes(etag) || known.includes("*");
}
