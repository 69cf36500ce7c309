// GET /openapi.json: the document. It is made, and all that makes it is loaded, with the first request for it. Pages of any origin may
// read it.
import type { RequestHandler } from "express";
import { fixedRoute } from "../served/file-route.ts";
import type { DescribedService } from "./document.ts";

export function documentRoute(service: DescribedService): RequestHandler {
  const send = fixedRoute(async () => {
    const { describeService } = await import("./document.ts");
    return Buffer.from(JSON.stringify(describeService(service)), "utf8");
  }, "application/json; charset=utf-8");
  return (request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    return send(request, response);
  };
}
