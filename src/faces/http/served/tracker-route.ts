// GET /js/svc-tracker.js: the browser tracker, built from sdk/src/tracker.ts and committed next to this file. Any page may load it, also
// with CORS or cross-origin isolation.
import type { RequestHandler } from "express";
import { fileRoute } from "./file-route.ts";

const sendTracker = fileRoute(new URL("../assets/svc-tracker.js", import.meta.url), "text/javascript; charset=utf-8");

export const answerTracker: RequestHandler = (request, response) => {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  return sendTracker(request, response);
};
