// GET /openapi.json: the document, made with the first request for it and kept as text. Pages of any origin may read it.
import type { RequestHandler } from "express";
import { type DescribedService, describeService } from "./document.ts";

const freshSeconds = 3600;

export function documentRoute(service: DescribedService): RequestHandler {
  let made: Buffer | undefined;
  return (_request, response) => {
    made ??= Buffer.from(JSON.stringify(describeService(service)), "utf8");
    response.setHeader("Content-Type", "application/json; charset=utf-8");
    response.setHeader("Cache-Control", `public, max-age=${freshSeconds}`);
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Content-Length", made.length);
    response.end(made);
  };
}
