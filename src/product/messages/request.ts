// A message as the request that carries it: by Standard Webhooks, or as the plain call of a partner's network.
import { z } from "zod";
import type { EndpointRow } from "../endpoints/endpoint.ts";
import { fillAddress } from "./partner-payload.ts";
import type { Request } from "./sender.ts";
import { sign } from "./signature.ts";
import type { DueMessage } from "./store.ts";

const userAgent = "svc-webhooks/1";
const millisecondsPerSecond = 1000;

const envelope = z.object({ type: z.string(), timestamp: z.coerce.date(), data: z.record(z.string(), z.unknown()) });

export function requestOf(
  endpoint: Pick<EndpointRow, "kind" | "url">,
  message: Pick<DueMessage, "message_id" | "body">,
  secrets: readonly string[],
  at: Date,
): Request {
  const { message_id: messageId, body } = message;
  const signed = sign(secrets, { messageId, at, body: endpoint.kind === "postback_get" ? "" : body });
  const headers = { ...signed, "user-agent": userAgent };
  if (endpoint.kind === "webhook") {
    const json = { ...headers, "content-type": "application/json" };
    return { url: endpoint.url, method: "POST", headers: json, body };
  }
  const { type, timestamp, data } = envelope.parse(JSON.parse(body));
  const values = { ...data, type, timestamp: Math.floor(timestamp.getTime() / millisecondsPerSecond) };
  const url = fillAddress(endpoint.url, values);
  if (endpoint.kind === "postback_get") return { url, method: "GET", headers, body: null };
  return { url, method: "POST", headers: { ...headers, "content-type": "application/json" }, body };
}
