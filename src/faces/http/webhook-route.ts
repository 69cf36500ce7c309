// POST /webhooks/:provider/:connectionId: the exact bytes a provider sent, answered only when they are durable.
// A delivery that proves itself is never limited and never thrown away; wrong signatures, and addresses that are no connection's,
// are counted by who sends them. The connection is looked up before any of the body is read.
import type { IncomingHttpHeaders } from "node:http";
import type { RequestHandler } from "express";
import type { OutcomeName } from "../../core/rules/rows/sale-rows.ts";
import type { Deliveries, DeliveryResult } from "../../engine/recording/deliveries.ts";
import type { RefusedDeliveries } from "../../engine/recording/refused-deliveries.ts";
import { Refusal } from "../../product/operation/refusal.ts";
import type { Metrics } from "../../telemetry/metrics.ts";
import { readBody } from "./body.ts";
import { clientAddress } from "./guard/client-address.ts";
import type { RateLimits } from "./guard/rate-limits.ts";
import { isJsonType } from "./json-body.ts";
import { sendJson } from "./send.ts";
import type { DeliveryAnswer } from "./track/answers/answer-schemas.ts";

const millisecondsPerSecond = 1000;

export type WebhookParts = {
  readonly deliveries: Deliveries;
  readonly refusedDeliveries: Pick<RefusedDeliveries, "count">;
  readonly limits: RateLimits;
  readonly metrics: Metrics;
  readonly bodyBytesMax: number;
  /** In milliseconds. */
  readonly now: () => number;
};

export function webhookRoute(parts: WebhookParts): RequestHandler<{ provider: string; connectionId: string }> {
  return async (request, response) => {
    const { provider } = request.params;
    const connectionId = readConnectionId(request.params.connectionId);
    const receiver = connectionId === null ? undefined : await parts.deliveries.receiver(provider, connectionId);
    if (receiver === undefined) {
      await parts.limits.unknownConnection.take(clientAddress(request));
      throw unknownConnection();
    }
    const body = await readBody(request, parts.bodyBytesMax);
    checkContentType(request.headers["content-type"], receiver.adapter.takesForms ?? false);
    const delivery = { body, headers: deliveryHeaders(request.headers) };
    const nowSeconds = Math.floor(parts.now() / millisecondsPerSecond);
    const result = await parts.deliveries.receive(receiver, delivery, nowSeconds);
    if (result.kind === "invalid_signature") {
      parts.metrics.badSignature(provider, result.fault);
      parts.refusedDeliveries.count(receiver.connection, result.fault);
      await parts.limits.badSignature.take(clientAddress(request));
    }
    const answer = deliveryAnswer(result);
    parts.metrics.deliveryReceived(provider, answer.status);
    sendJson(response, 200, answer);
  };
}

/** Null is no id. */
function readConnectionId(text: string): number | null {
  const connectionId = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(connectionId) ? connectionId : null;
}

/** Most providers send JSON only; one that does not say what it sends is believed, since its signature covers the bytes. */
function checkContentType(contentType: string | undefined, takesForms: boolean): void {
  if (contentType === undefined || isJsonType(contentType, false)) return;
  if (takesForms && /^application\/x-www-form-urlencoded(?:\s*;|$)/i.test(contentType)) return;
  throw new Refusal("unsupported_media_type", "Deliveries are JSON: send the header Content-Type: application/json.");
}

function deliveryHeaders(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  const joined: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(headers)) joined[name] = Array.isArray(value) ? value.join(", ") : value;
  return joined;
}

/** `success` is what SePay looks for. */
function deliveryAnswer(result: DeliveryResult): DeliveryAnswer {
  switch (result.kind) {
    case "received":
      return { received: true, success: true, status: statusOf[result.status], event_id: result.eventId };
    case "invalid_signature":
      throw new Refusal("invalid_signature", refusalWords[result.fault] ?? signatureWords);
    case "unknown_connection":
      throw unknownConnection();
  }
}

const signatureWords = "The signature does not fit this body, this connection's secrets and this time.";
type Fault = Extract<DeliveryResult, { kind: "invalid_signature" }>["fault"];
const refusalWords: { readonly [Name in Fault]?: string } = {
  no_api_key: "This connection cannot look up what the delivery names: it has no API key.",
  unknown_to_provider: "The provider does not confirm this delivery.",
};

function unknownConnection(): Refusal {
  return new Refusal("unknown_connection", "There is no active connection of this provider at this address.");
}

/** Providers need not know every outcome of ours. */
const statusOf: { readonly [Name in OutcomeName]: "recorded" | "duplicate" | "ignored" | "parked" | "failed" } = {
  recorded: "recorded",
  duplicate: "duplicate",
  expired: "ignored",
  refused: "ignored",
  ignored: "ignored",
  parked: "parked",
  failed: "failed",
};
