// Who may read GET /metrics. With METRICS_TOKEN: callers that send it as a Bearer token. Without: callers on this machine that come through
// no proxy. A proxy on this machine is recognized by the headers it adds; an undeclared one (https in SVC_BASE_URL, TRUST_PROXY_HOPS 0) may
// add none, so then only the token opens. A page of another site whose name was pointed at this machine (DNS rebinding) sends that name as
// its host, so only our own hosts are accepted.
import { timingSafeEqual } from "node:crypto";
import type { RequestHandler } from "express";
import { Refusal } from "../../../product/operation/refusal.ts";
import { bearerToken } from "./bearer.ts";

const loopback = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/i;
const proxyHeaders = ["forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"];

export type MetricsAccess = {
  /** Null without a token. */
  readonly token: string | null;
  readonly baseUrl: string;
  readonly trustProxyHops: number;
};

export function guardMetrics({ token, baseUrl, trustProxyHops }: MetricsAccess): RequestHandler {
  const ownHosts = new Set(["localhost", "[::1]", new URL(baseUrl).hostname]);
  const isOwnHost = (host: string | undefined): boolean => {
    if (host === undefined) return true;
    const { hostname } = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : { hostname: "" };
    return ownHosts.has(hostname) || loopback.test(hostname);
  };
  const hasUnseenProxy = baseUrl.startsWith("https:") && trustProxyHops === 0;
  return (request, _response, next) => {
    if (token !== null) {
      if (!isSame(token, bearerToken(request.headers.authorization) ?? "")) {
        throw new Refusal("unauthorized", "Send METRICS_TOKEN as Authorization: Bearer.");
      }
    } else if (
      hasUnseenProxy ||
      !isOnThisMachine(request.socket.remoteAddress, request.headers) ||
      !isOwnHost(request.headers.host)
    ) {
      throw new Refusal(
        "unauthorized",
        "Metrics are for callers on this machine. Set METRICS_TOKEN to read them from elsewhere.",
      );
    }
    next();
  };
}

function isOnThisMachine(address: string | undefined, headers: Readonly<Record<string, unknown>>): boolean {
  return loopback.test(address ?? "") && proxyHeaders.every((name) => headers[name] === undefined);
}

function isSame(own: string, given: string): boolean {
  const [a, b] = [Buffer.from(own), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
