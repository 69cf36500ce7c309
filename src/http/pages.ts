// The few things people open in a browser: what this is, and what each error code means, from the catalogue itself.
import type { RequestHandler } from "express";
import helmet from "helmet";
import { describeErrors } from "../operations/refusal.ts";
import { productName } from "../pages/product.ts";
import { sendJson } from "./send.ts";

/** A page of ours loads nothing but itself. HTTPS is the business of whoever ends it in front of the service. */
export const protectPage: RequestHandler = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'unsafe-inline'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
});

export const answerRoot: RequestHandler = (_request, response) => {
  sendJson(response, 200, {
    service: "Conversion tracking: clicks, leads, sales and refunds become commissions and platform fees.",
    tracking: ["/api/v1/track/click", "/api/v1/track/lead", "/api/v1/track/sale", "/api/v1/track/refund"],
    webhooks: "/webhooks/{provider}/{connection_id}",
    agents: ["/AGENTS.md", "/llms.txt", "/api/agent/v1/mcp"],
    api: ["/docs/api", "/openapi.json"],
    errors: "/docs/errors",
    health: ["/healthz", "/readyz", "/metrics"],
  });
};

export const answerErrorReference: RequestHandler = (_request, response) => {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(errorReference);
};

const entries = describeErrors().map(
  ({ code, statuses, meaning }) =>
    `<dt id="${code}"><a href="#${code}"><code>${code}</code></a> <span>${statuses.join(", ")}</span></dt>\n<dd>${meaning}</dd>`,
);

const errorReference = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Error codes · ${productName}</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
dt { margin-top: 1.25rem; font-weight: 600; } dt span { font-weight: 400; opacity: 0.7; } dd { margin: 0.25rem 0 0; }
dt:target { outline: 2px solid; outline-offset: 4px; }
</style>
<h1>Error codes</h1>
<p>Branch on <code>error.code</code>, never on the message. A 4xx answer means: never send the same call again; a 5xx or 429
answer means: send it again, after <code>Retry-After</code> where it is given.</p>
<dl>
${entries.join("\n")}
</dl>
</html>
`;
