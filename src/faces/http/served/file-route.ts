// Sends what never changes while a process runs, such as a file of ours: read and compressed with the first request for it, and a
// browser that has it is answered without it.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Request, Response } from "express";

const freshSeconds = 3600;
const staleSeconds = 86_400;

type Variant = { readonly bytes: Buffer; readonly etag: string };
type Variants = { readonly plain: Variant; readonly gzipped: Variant };

export function fileRoute(file: URL, contentType: string) {
  return fixedRoute(() => readFile(file), contentType);
}

export function fixedRoute(read: () => Promise<Buffer>, contentType: string) {
  let variants: Promise<Variants> | undefined;
  return async (request: Request, response: Response): Promise<void> => {
    variants ??= read().then(compress);
    const { plain, gzipped } = await variants;
    const isGzipped = request.acceptsEncodings("gzip") === "gzip";
    const { bytes, etag } = isGzipped ? gzipped : plain;
    response.setHeader("ETag", etag);
    response.setHeader("Vary", "Accept-Encoding");
    response.setHeader("Cache-Control", `public, max-age=${freshSeconds}, stale-while-revalidate=${staleSeconds}`);
    if (isCurrent(request.headers["if-none-match"], etag)) {
      response.status(304).end();
      return;
    }
    if (isGzipped) response.setHeader("Content-Encoding", "gzip");
    response.setHeader("Content-Type", contentType);
    response.setHeader("Content-Length", bytes.length);
    response.end(bytes);
  };
}

async function compress(bytes: Buffer): Promise<Variants> {
  return { plain: variant(bytes), gzipped: variant(await promisify(gzip)(bytes, { level: 9 })) };
}

function variant(bytes: Buffer): Variant {
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
}

/** A cache in between may have marked the validator as weak; it is compared as what it was. */
function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return known.includes(etag) || known.includes("*");
}
