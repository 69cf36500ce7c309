// The front door: every address of the service and the methods it has.
// The order of the checks is each route's own; what is common to all is an id, few headers, and errors as an envelope.
// It opens nothing: what the routes work with is handed in by main.ts.
import type { RequestHandler } from "express";
import express, { type Express } from "express";
import type { Logger } from "pino";
import type { Directory } from "../access/directory.ts";
import type { Deliveries } from "../ingest/deliveries.ts";
import type { Tracking } from "../ingest/tracking.ts";
import type { TrackingLine } from "../ingest/tracking-log.ts";
import type { Metrics } from "../metrics.ts";
import { answerPreflight, openToBrowsers } from "./cors.ts";
import { answerErrors, type Outage, Refusal } from "./errors.ts";
import { answerAlive, answerMetrics, answerReady, type Readiness } from "./health-routes.ts";
import { answerErrorReference, answerRoot, protectPage } from "./pages.ts";
import { createRateLimits, type RateLimitFigures } from "./rate-limits.ts";
import { startRequests } from "./request-context.ts";
import { createCallers } from "./track/callers.ts";
import { clickRoute } from "./track/click-route.ts";
import { leadRoute } from "./track/lead-route.ts";
import type { TrackParts } from "./track/parts.ts";
import { referenceRoute } from "./track/reference-route.ts";
import { refundRoute } from "./track/refund-route.ts";
import { saleRoute } from "./track/sale-route.ts";
import { webhookRoute } from "./webhook-route.ts";

export type HttpConfig = RateLimitFigures & {
  readonly trackingBodyBytesMax: number;
  readonly webhookBodyBytesMax: number;
  readonly trustProxyHops: number;
};

export type HttpParts = {
  readonly config: HttpConfig;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly directory: Directory;
  readonly tracking: Tracking;
  readonly deliveries: Deliveries;
  readonly hashEmail: (email: string) => string;
  readonly logRefusedCall: (line: TrackingLine) => Promise<void>;
  readonly readiness: () => Promise<Readiness>;
  /** Tells a fault that may be over soon, such as a lost database, from one of ours. */
  readonly outageOf: (error: unknown) => Outage | undefined;
  /** In milliseconds. */
  readonly now: () => number;
};

export function createApp(parts: HttpParts): Express {
  const { config, log, metrics } = parts;
  const limits = createRateLimits(config);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  app.set("trust proxy", config.trustProxyHops);
  app.use(startRequests(log, metrics));

  addTracking(app, {
    ...parts,
    callers: createCallers(parts.directory, limits),
    bodyBytesMax: config.trackingBodyBytesMax,
  });
  app
    .route("/webhooks/:provider/:connectionId")
    .post(webhookRoute({ ...parts, limits, bodyBytesMax: config.webhookBodyBytesMax }))
    .all(onlyMethods("POST"));
  addPages(app, parts);
  app.use(answerUnknownPath);
  app.use(answerErrors(log, parts.outageOf));
  return app;
}

function addTracking(app: Express, parts: TrackParts): void {
  const browserCalls = { "/api/v1/track/click": clickRoute(parts), "/api/v1/track/lead": leadRoute(parts) };
  for (const [path, route] of Object.entries(browserCalls)) {
    app.route(path).all(openToBrowsers).post(route).options(answerPreflight).all(onlyMethods("POST"));
  }
  const keyedCalls = {
    "/api/v1/track/sale": saleRoute(parts),
    "/api/v1/track/refund": refundRoute(parts),
    "/api/v1/track/payment-reference": referenceRoute(parts),
  };
  for (const [path, route] of Object.entries(keyedCalls)) {
    app.route(path).post(route).all(onlyMethods("POST"));
  }
}

function addPages(app: Express, { readiness, metrics }: HttpParts): void {
  const pages = {
    "/healthz": [answerAlive],
    "/readyz": [answerReady(readiness)],
    "/metrics": [answerMetrics(metrics)],
    "/docs/errors": [protectPage, answerErrorReference],
    "/": [protectPage, answerRoot],
  };
  for (const [path, handlers] of Object.entries(pages)) {
    app
      .route(path)
      .get(...handlers)
      .all(onlyMethods("GET", "HEAD"));
  }
}

/** OPTIONS is answered everywhere; what the address does not have is refused by naming what it has. */
function onlyMethods(...methods: readonly string[]): RequestHandler {
  const allow = [...methods, "OPTIONS"].join(", ");
  return (request, response) => {
    if (request.method !== "OPTIONS") {
      throw new Refusal("method_not_allowed", `This address takes ${methods.join(" and ")} only.`, { allow });
    }
    response.setHeader("Allow", allow);
    response.status(204).end();
  };
}

const answerUnknownPath: RequestHandler = () => {
  throw new Refusal("not_found", "There is nothing at this address.");
};
