// The front door: every address of the service and the methods it has.
// The order of the checks is each route's own; what is common to all is an id, few headers, and errors as an envelope.
// It opens nothing: what the routes work with is handed in by main.ts.
import type { ErrorRequestHandler, RequestHandler } from "express";
import express, { type Express } from "express";
import type { Logger } from "pino";
import type { Directory } from "../../access/directory.ts";
import type { OnceKeys } from "../../access/idempotency.ts";
import type { Secret } from "../../access/secrets/secret.ts";
import { type Role, roleParts } from "../../config/roles.ts";
import type { Deliveries } from "../../engine/recording/deliveries.ts";
import type { RefusedDeliveries } from "../../engine/recording/refused-deliveries.ts";
import type { Tracking } from "../../engine/recording/tracking.ts";
import type { TrackingLine } from "../../engine/recording/tracking-log.ts";
import type { SharedCounts } from "../../limits/shared-counts.ts";
import type { Accounts } from "../../product/accounts/accounts.ts";
import type { KnownDevices } from "../../product/accounts/known-devices.ts";
import type { MailBudget } from "../../product/accounts/mail-budget.ts";
import { ownOrigins } from "../../product/accounts/own-origins.ts";
import type { AgentKeys } from "../../product/agents/keys.ts";
import type { KeyUse } from "../../product/keys/use.ts";
import type { Unsubscribing } from "../../product/notices/unsubscribe.ts";
import type { Operation, OperationParts } from "../../product/operation/operation.ts";
import { type Outage, Refusal } from "../../product/operation/refusal.ts";
import { translated } from "../../product/operation/translated.ts";
import type { PartnerPortal } from "../../product/portal/change.ts";
import type { PartnerViews } from "../../product/portal/view-read.ts";
import type { RailWebhooks } from "../../product/rails/webhooks.ts";
import type { ScopedReads } from "../../product/reads/scoped-reads.ts";
import type { WorkspaceTokens } from "../../product/tokens/tokens.ts";
import type { Metrics } from "../../telemetry/metrics.ts";
import { openLibraryDoor } from "./account/library-calls.ts";
import { prefixOf } from "./account/page.ts";
import { addAccounts } from "./account/routes.ts";
import type { SignInFigures } from "./account/sign-in-gate.ts";
import { addAgents } from "./agent/routes.ts";
import { type BodyLimits, limitBodies } from "./body.ts";
import { answerErrors } from "./errors.ts";
import { answerPreflight, openToBrowsers } from "./guard/cors.ts";
import { guardMetrics } from "./guard/metrics-access.ts";
import { protectPage } from "./guard/page-protection.ts";
import { createRateLimits, type RateLimitFigures, type RateLimits } from "./guard/rate-limits.ts";
import { refuseUnusableAddress } from "./guard/unusable-address.ts";
import { answerAlive, answerMetrics, answerReady, type Readiness } from "./health-routes.ts";
import { onlyMethods } from "./methods.ts";
import { addReference } from "./openapi/reference-routes.ts";
import { documentRoute } from "./openapi/route.ts";
import { createManagementCallers } from "./operations/account-callers.ts";
import { createAgentCallers } from "./operations/agent-callers.ts";
import { addOperations } from "./operations/routes.ts";
import { addPartners } from "./partner/routes.ts";
import { railWebhookRoute } from "./rail-webhook-route.ts";
import { startRequests } from "./request-context.ts";
import { addConsole } from "./served/console-routes.ts";
import { addDocs } from "./served/docs-routes.ts";
import { addLook } from "./served/look-routes.ts";
import { addUnsubscribing } from "./served/notices-off-page.ts";
import { answerRoot, errorReferenceRoute } from "./served/pages.ts";
import { answerTracker } from "./served/tracker-route.ts";
import { answerVerifier } from "./served/verifier-route.ts";
import { createCallers } from "./track/callers.ts";
import { clickRoute } from "./track/click-route.ts";
import { leadRoute } from "./track/lead-route.ts";
import { type LinkParts, linkRoute } from "./track/link-route.ts";
import { referenceRoute } from "./track/reference-route.ts";
import { refundRoute } from "./track/refund-route.ts";
import { saleRoute } from "./track/sale-route.ts";
import { verifyProgram } from "./verification.ts";
import { webhookRoute } from "./webhook-route.ts";

export type HttpConfig = RateLimitFigures &
  SignInFigures &
  BodyLimits & {
    readonly trackingBodyBytesMax: number;
    readonly webhookBodyBytesMax: number;
    readonly managementBodyBytesMax: number;
    readonly trustProxyHops: number;
    readonly partnerEmbedOrigins: readonly string[];
    readonly metricsToken: Secret<string> | null;
    readonly role: Role;
  };

export type HttpParts = {
  readonly config: HttpConfig;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Null where each process counts for itself. */
  readonly sharedCounts: SharedCounts | null;
  readonly directory: Directory;
  readonly keyUse: Pick<KeyUse, "count">;
  readonly agentKeys: AgentKeys;
  readonly workspaceTokens: WorkspaceTokens;
  readonly tracking: Tracking;
  readonly deliveries: Deliveries;
  readonly refusedDeliveries: Pick<RefusedDeliveries, "count">;
  readonly railWebhooks: RailWebhooks;
  readonly accounts: Accounts;
  readonly devices: KnownDevices;
  readonly mailBudget: MailBudget;
  readonly sendsMail: boolean;
  readonly unsubscribing: Unsubscribing;
  readonly operations: readonly Operation[];
  readonly work: Omit<OperationParts, "verify">;
  /** For calls that change nothing: where there is a replica, it answers them. */
  readonly shownReads: ScopedReads;
  readonly onceKeys: OnceKeys;
  readonly partnerViews: PartnerViews;
  readonly partnerPortal: PartnerPortal;
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  readonly hashEmail: (email: string) => string;
  readonly logRefusedCall: (line: TrackingLine) => Promise<void>;
  readonly readiness: () => Promise<Readiness>;
  /** Distinguishes a temporary fault, such as a lost database, from a bug. */
  readonly outageOf: (error: unknown) => Outage | undefined;
  /** In milliseconds. */
  readonly now: () => number;
};

export function createApp(parts: HttpParts): Express {
  const { config, log, metrics } = parts;
  const limits = createRateLimits(config, parts.sharedCounts);
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", false);
  app.set("trust proxy", config.trustProxyHops);
  limitBodies(app, config);
  app.use(startRequests(log, metrics));
  app.use(refuseUnusableAddress);

  // Hot routes come first: routes are matched one after the other.
  const { takesDeliveries, answersCalls } = roleParts[config.role];
  if (takesDeliveries) addIntake(app, parts, limits);
  if (answersCalls) addCalls(app, parts, limits);
  addHealth(app, parts);
  app.use(answerUnknownPath);
  app.use(answerTranslated);
  app.use(answerErrors(log, parts.outageOf, prefixOf(parts.baseUrl)));
  return app;
}

function addIntake(app: Express, parts: HttpParts, limits: RateLimits): void {
  const { config } = parts;
  app
    .route("/webhooks/:provider/:connectionId")
    .post(webhookRoute({ ...parts, limits, bodyBytesMax: config.webhookBodyBytesMax }))
    .all(onlyMethods("POST"));
  app
    .route("/webhooks/payouts/:rail/:programId")
    .post(railWebhookRoute({ ...parts, limits, bodyBytesMax: config.webhookBodyBytesMax }))
    .all(onlyMethods("POST"));
  addTracking(app, {
    ...parts,
    limits,
    callers: createCallers({ ...parts, limits }),
    bodyBytesMax: config.trackingBodyBytesMax,
  });
}

function addCalls(app: Express, parts: HttpParts, limits: RateLimits): void {
  addPeopleAndAgents(app, parts, limits);
  addPartnerPages(app, parts, limits);
  addPages(app, parts);
  addUnsubscribing(app, { ...parts, limits, bodyBytesMax: parts.config.managementBodyBytesMax });
  addConsole(app, { baseUrl: parts.baseUrl, answerRoot });
  addReference(app);
  addDocs(app, parts.baseUrl);
  addLook(app);
}

function addTracking(app: Express, parts: LinkParts): void {
  const browserCalls = { "/api/v1/track/click": clickRoute(parts), "/api/v1/track/lead": leadRoute(parts) };
  for (const [path, route] of Object.entries(browserCalls)) {
    app.route(path).all(openToBrowsers).post(route).options(answerPreflight).all(onlyMethods("POST"));
  }
  app.route("/r/:code").get(linkRoute(parts)).all(onlyMethods("GET", "HEAD"));
  const keyedCalls = {
    "/api/v1/track/sale": saleRoute(parts),
    "/api/v1/track/refund": refundRoute(parts),
    "/api/v1/track/payment-reference": referenceRoute(parts),
  };
  for (const [path, route] of Object.entries(keyedCalls)) {
    app.route(path).post(route).all(onlyMethods("POST"));
  }
}

function addPeopleAndAgents(app: Express, parts: HttpParts, limits: RateLimits): void {
  const { accounts, baseUrl, config } = parts;
  const origins = ownOrigins(baseUrl);
  const bodyBytesMax = config.managementBodyBytesMax;
  const verify = async (programId: number) => {
    await limits.verification.take(String(programId));
    return verifyProgram(parts, programId);
  };
  const callers = {
    people: createManagementCallers(accounts, parts.workspaceTokens, limits, origins),
    agents: createAgentCallers(parts.agentKeys, limits),
  };
  const operated = { ...parts, ...callers, work: { ...parts.work, verify }, bodyBytesMax };
  addOperations(app, operated);
  addAgents(app, operated);
  const door = openLibraryDoor({ ...parts, limits, figures: config });
  addAccounts(app, { accounts, door, origins, baseUrl, bodyBytesMax, sendsMail: parts.sendsMail }, limits);
}

function addPartnerPages(app: Express, parts: HttpParts, limits: RateLimits): void {
  const { config, baseUrl } = parts;
  addPartners(app, {
    ...parts,
    limits,
    embedOrigins: config.partnerEmbedOrigins,
    origins: ownOrigins(baseUrl),
    bodyBytesMax: config.managementBodyBytesMax,
  });
}

function addHealth(app: Express, { readiness, metrics, config, baseUrl }: HttpParts): void {
  const { metricsToken, trustProxyHops } = config;
  const guard = guardMetrics({ token: metricsToken?.reveal() ?? null, baseUrl, trustProxyHops });
  addReadable(app, {
    "/healthz": [answerAlive],
    "/readyz": [answerReady(readiness)],
    "/metrics": [guard, answerMetrics(metrics)],
  });
}

function addPages(app: Express, { baseUrl, operations }: HttpParts): void {
  addReadable(app, {
    "/docs/errors": [protectPage, errorReferenceRoute(baseUrl)],
    "/openapi.json": [documentRoute({ operations, baseUrl })],
    "/js/svc-tracker.js": [answerTracker],
    "/verify-log.mjs": [answerVerifier],
  });
}

function addReadable(app: Express, pages: Readonly<Record<string, readonly RequestHandler[]>>): void {
  for (const [path, handlers] of Object.entries(pages)) {
    app
      .route(path)
      .get(...handlers)
      .all(onlyMethods("GET", "HEAD"));
  }
}

const answerUnknownPath: RequestHandler = () => {
  throw new Refusal("not_found", "There is nothing at this address.");
};

const answerTranslated: ErrorRequestHandler = (error: unknown, _request, _response, next) => next(translated(error));
