// The few things people open in a browser: what this is, and what each error code means, from the catalogue itself.
import type { RequestHandler } from "express";
import { productName } from "../../../core/wording/product.ts";
import { prefixOf } from "../account/page.ts";
import { errorReference } from "../pages/error-reference.ts";
import { sendJson } from "../send.ts";

export const answerRoot: RequestHandler = (_request, response) => {
  sendJson(response, 200, {
    service: `${productName}: clicks, leads, sales and refunds become commissions and platform fees.`,
    tracking: ["/api/v1/track/click", "/api/v1/track/lead", "/api/v1/track/sale", "/api/v1/track/refund"],
    webhooks: "/webhooks/{provider}/{connection_id}",
    agents: ["/AGENTS.md", "/llms.txt", "/api/agent/v1/mcp"],
    documentation: "/docs",
    api: ["/docs/api", "/openapi.json"],
    errors: "/docs/errors",
    health: ["/healthz", "/readyz", "/metrics"],
  });
};

export function errorReferenceRoute(baseUrl: string): RequestHandler {
  const page = errorReference(prefixOf(baseUrl));
  return (_request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(page);
  };
}
